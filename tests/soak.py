"""Everything `make test` runs, with the budget of a night, and what is only for nights; the result goes into
docs/robustness.md.

    python tests/soak.py [--profile soak] [--kills 50] [--positions 1000] [pytest's own arguments]
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "robustness.md"
ROW = re.compile(r"(\| *date.*\n\|[-| ]+\n)")


def main() -> int:
    """Run, and write the row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", default="soak", help="how many examples hypothesis draws (tests/conftest.py)")
    parser.add_argument("--kills", default="50", help="how often each program is killed")
    parser.add_argument("--positions", default="1000", help="how many positions the oracle is asked about")
    arguments, further = parser.parse_known_args()
    budget = {
        "HYPOTHESIS_PROFILE": arguments.profile,
        "OKKO_KILLS": arguments.kills,
        "OKKO_ORACLE_POSITIONS": arguments.positions,
        "QT_QPA_PLATFORM": "offscreen",
    }
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-m",
            "soak or not soak",
            "--timeout=3600",
            f"--junitxml={report}",
        ]
        ended = subprocess.run([*command, *further], cwd=ROOT, env={**os.environ, **budget}, check=False).returncode
        suite = next(ElementTree.parse(report).getroot().iter("testsuite"))
    counted = {name: int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")}
    bad = counted["failures"] + counted["errors"]
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout
    told = f"examples: {arguments.profile}, kills: {arguments.kills}, positions: {arguments.positions}"
    row = (
        f"| {datetime.now(UTC):%Y-%m-%d} | {commit.strip()} | {told}{' ' + ' '.join(further) if further else ''} "
        f"| {counted['tests'] - bad - counted['skipped']} passed, {bad} failed, {counted['skipped']} skipped "
        f"| {(time.monotonic() - began) / 60:.0f} min |\n"
    )
    PAGE.write_text(ROW.sub(lambda head: head[0] + row, PAGE.read_text("utf-8"), count=1), "utf-8")
    print(row)
    return ended


if __name__ == "__main__":
    sys.exit(main())
