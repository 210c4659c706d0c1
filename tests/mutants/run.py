"""Plants the faults of planted.tsv one by one in a copy of this tree, and says which of them the tests notice.

    python tests/mutants/run.py [NUMBER…] [--whole]

A line of planted.tsv: file, text that stands once in it, text in its place, the tests to run first. Whatever these
notice, `make test` notices; the whole suite runs only where they notice nothing (with `--whole`: then). Exit status 1
when fewer than 28 of all are noticed.
"""

from __future__ import annotations

import argparse
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENOUGH = 28
"""Of thirty."""


def planted() -> list[list[str]]:
    """The faults: file, what is right, what is wrong, tests."""
    with (ROOT / "tests/mutants/planted.tsv").open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def copied(target: Path) -> None:
    """Copy what git tracks, and the compiled catalogs."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    names = [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    names += [str(path.relative_to(ROOT)) for path in (ROOT / "resources").rglob("*.mo")]
    for name in names:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)


def noticed(tree: Path, tests: str) -> str | None:
    """The first test that fails in `tree`; None: all pass."""
    environment = dict(os.environ, PYTHONPATH=str(tree), HYPOTHESIS_PROFILE="ci", QT_QPA_PLATFORM="offscreen")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *tests.split()],
        cwd=tree, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    failed = [line for line in ran.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    if ran.returncode == 0:
        return None
    return failed[0].split(" - ")[0] if failed else f"exit status {ran.returncode}: {ran.stdout[-200:]!r}"


def main() -> int:
    """Plant and look."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", nargs="*", type=int, help="only these lines of planted.tsv, from 1")
    parser.add_argument("--whole", action="store_true", help="run the whole suite where the first tests notice nothing")
    arguments = parser.parse_args()
    rows, seen = planted(), 0
    wanted = arguments.number or range(1, len(rows) + 1)
    with tempfile.TemporaryDirectory(prefix="okko-mutants-") as folder:
        tree = Path(folder)
        copied(tree)
        for number in wanted:
            name, right, wrong, near = rows[number - 1]
            text = (tree / name).read_text(encoding="utf-8")
            (tree / name).write_text(text.replace(right, wrong), encoding="utf-8")
            began = time.monotonic()
            found = noticed(tree, near) or (noticed(tree, "") if arguments.whole else None)
            (tree / name).write_text(text, encoding="utf-8")
            seen += found is not None
            print(
                f"{number:2} {name}: {right} → {wrong}\n   {found or 'NOT NOTICED'} ({time.monotonic() - began:.0f} s)",
                flush=True,
            )
    print(f"{seen} of {len(wanted)} noticed")
    return int(seen < ENOUGH * len(wanted) / len(rows))


if __name__ == "__main__":
    sys.exit(main())
