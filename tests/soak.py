"""What is tried for a night, a fault class at a time; each writes its own row into docs/robustness.md.

    python tests/soak.py [--only NAME…] [--again] [--list] [pytest's own arguments]

A class that has passed at this commit already is left out, so that a night that was broken off goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "robustness.md"
HEAD = "| class | what is done | command | tries | result | time | date | commit |\n|---|---|---|---|---|---|---|---|\n"
STORE = "tests/store"


@dataclass(frozen=True)
class Fault:
    """One class of faults: a row of the table."""

    name: str
    what: str
    tests: str
    """What pytest is given: files, and after ``-k`` which of their tests."""
    tries: int = 0
    """`OKKO_TRIES`: how often each of its tests tries; 0: as often as in `make test`."""
    profile: str = "ci"
    """How many examples hypothesis draws (tests/conftest.py)."""
    marked: str = "soak or not soak"


FAULTS = (
    Fault("kills-step", "SIGKILL while a game is played, undone, redone, put right; SQLite and PostgreSQL",
          f"{STORE}/test_store_crash.py", 200),
    Fault("kills-save", "SIGKILL while settings, bands, titles, tags, games, packs saved, or games thrown away; both",
          f"{STORE}/test_store_killed.py -k saving", 200),
    Fault("kills-migration", "SIGKILL while files of six earlier releases, and a server, are brought up to date",
          f"{STORE}/test_store_killed.py -k up_to_date", 200),
    Fault("kills-import", "SIGKILL while games, archives of games, many games at once, packs are imported; both",
          f"{STORE}/test_store_killed.py -k importing", 200),
    Fault("kills-export", "SIGKILL while games, folders and archives of games, packs are exported",
          f"{STORE}/test_store_killed.py -k exporting", 200),
    Fault("kills-two-windows", "SIGKILL of either of two programs that play the same game; both",
          f"{STORE}/test_store_killed.py -k two_windows", 200),
    Fault("kills-campaign", "SIGKILL while a campaign goes on and branches; SQLite and PostgreSQL",
          "tests/campaign/test_campaign_store.py -k killed", 200),
    Fault("kills-backup", "SIGKILL while the file is copied, and while a copy comes back",
          f"{STORE}/test_store_killed.py -k bringing_back", 200),
    Fault("kills-window", "SIGKILL while a campaign is played in the real window",
          "tests/ui/test_campaign_crash.py", 50),
    Fault("disk-full", "steps, games, tags, imports, exports, copies, packs on a disk with no or little room left",
          f"{STORE}/test_store_disk.py -k full_disk", 200),
    Fault("disk-read-only", "the same as somebody who may only read",
          f"{STORE}/test_store_disk.py -k only_be_read", 200),
    Fault("disk-locked", "the same while another program holds the file",
          f"{STORE}/test_store_disk.py -k holds", 200),
    Fault("clock", "the clock set back or ahead by up to decades, between two starts and while a game is played",
          f"{STORE}/test_clock_back.py", 200),
    Fault("names", "files, folders, packs, titles, arguments that are no UTF-8 or that a terminal obeys",
          f"{STORE}/test_strange_names.py", 200),
    Fault("damaged-folder", "bytes of any kept file (games, settings, copies, packs, reports): the window opens all",
          "tests/ui/test_spoilt_folder.py", 200),
    Fault("damaged-rows", "anything in any column of the file; a page of it, a letter of it",
          f"{STORE}/test_store_damage.py", 2000),
    *(
        Fault(f"mutated-{name}", f"mutants of {what}: refused in words or accepted, 2 s and 500 MB at most",
              f"tests/fuzz/test_mutations.py -k accepted and {name}", 25_000)
        for name, what in (
            ("lines", "messages of the engine protocol, in games of every kind"),
            ("frames", "messages of phones"),
            ("tables", "decks as tables (CSV)"),
            ("archives", "archives of packs and games"),
            ("arguments", "command lines of the shell"),
            ("typed", "commands typed at the table"),
            ("records", "files of games and campaigns, played from their first step"),
            ("packs", "records of packs in folders"),
        )
    ),
    Fault("screen", "the screen that the window and the second window stand on is unplugged (X server, two monitors)",
          "tests/ui/test_screen_unplugged.py", 50),
    Fault("text", "every name of every pack is markup and names a picture and a page: on no screen obeyed or cut",
          "tests/ui/test_text_opens_nothing.py tests/ui/test_text_is_text.py"),
    Fault("games-session", "whole games of four kinds through the session in one process: memory and objects are flat",
          "tests/contract/test_many_games.py", 2000),
    Fault("games-window", "whole games of three kinds in one window: memory, widgets, timers, threads are flat",
          "tests/ui/test_many_window_games.py", 100),
    Fault("deep-core", "the contract, sessions, protocol, content, campaigns: twenty times the random examples",
          "tests/core tests/contract tests/protocol tests/content tests/campaign tests/analysis", profile="soak"),
    Fault("deep-rules", "rules, skills, random trees, perft, transcripts: twenty times the random examples",
          "tests/rules tests/effects tests/house tests/perft tests/golden tests/table tests/bots", profile="soak"),
    Fault("deep-oracle", "a thousand positions of either game held against another reading of its rules",
          "tests/oracle tests/sake", profile="soak"),
    Fault("deep-chronicles", "random floors and crowds of Okko Chronicles held against another reading of its rules",
          "tests/chronicles/test_chronicles_oracle.py", 2500, profile="soak"),
    Fault("deep-phones", "a thousand games by phones, evenings of eight, browsers",
          "tests/phones", profile="soak"),
    Fault("deep-window", "whole games by mouse and keys, random keys, every screen at every size of text",
          "tests/ui", marked="soak"),
)  # fmt: skip


def main() -> int:
    """Run what is wanted, class after class; each row is written as soon as its class has ended."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[], help="classes, or what their names begin with")
    parser.add_argument("--again", action="store_true", help="also those that have passed at this commit")
    parser.add_argument("--tries", type=int, default=0, help="another number of tries, told in the row")
    parser.add_argument("--minutes", type=int, default=0, help="no test is begun after so many, told in the row")
    parser.add_argument("--list", action="store_true", help="name the classes and end")
    arguments, further = parser.parse_known_args()
    wanted = [one for one in FAULTS if not arguments.only or one.name.startswith(tuple(arguments.only))]
    if not wanted:
        parser.error(f"there is no class “{' '.join(arguments.only)}”; there are: {', '.join(f.name for f in FAULTS)}")
    if arguments.list:
        print(*(f"{one.name:16} {one.what}" for one in wanted), sep="\n")
        return 0
    failed = []
    for fault in wanted:
        if not arguments.again and not further and passed(fault, commit()):
            print(f"{fault.name}: has passed at this commit")
            continue
        row = run(fault, further, arguments.tries, arguments.minutes)
        print(row)
        write(fault, row)
        if not good(row):
            failed.append(fault.name)
    print(f"failed: {', '.join(failed)}" if failed else "nothing failed")
    return bool(failed)


def run(fault: Fault, further: list[str], tries: int = 0, minutes: int = 0) -> str:
    """Try a class, as often as it says or another number of times, to its end or for so long; its row."""
    budget = {"HYPOTHESIS_PROFILE": fault.profile, "QT_QPA_PLATFORM": "offscreen"}
    if tries or fault.tries:
        budget["OKKO_TRIES"] = str(tries or fault.tries)
    at, began = commit(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        files, _, names = fault.tests.partition(" -k ")
        chosen = ["-k", names] if names else []
        told = ["--timeout=14400", "-o", "junit_family=xunit1", f"--junitxml={report}"]
        told += [f"--session-timeout={60 * minutes}"] if minutes else []
        words = ["-q", "-n0", "-m", fault.marked, *told, *files.split(), *chosen, *further]
        ended = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, env={**os.environ, **budget})
        suite = next(ElementTree.parse(report).iter("testsuite")) if report.exists() else ElementTree.Element("none")
    count = {name: int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")}
    bad = count["failures"] + count["errors"]
    tried = sum(int(one.get("value", "0")) for one in suite.iter("property") if one.get("name") == "tries")
    notes = [one.get("value", "") for one in suite.iter("property") if one.get("name") == "note"]
    if minutes and ended.returncode == 1 and time.monotonic() - began >= 60 * minutes:
        notes.append(f"broken off after {minutes} minutes")
    elif ended.returncode and not bad:  # it has crashed, or found no test at all
        notes.append(f"pytest ended with status {ended.returncode}")
    result = "; ".join(
        [f"{count['tests'] - bad - count['skipped']} tests passed, {bad} failed, {count['skipped']} skipped", *notes]
    )
    limits = f" TRIES={tries}" * bool(tries) + f" MINUTES={minutes}" * bool(minutes)
    spent, seconds = divmod(round(time.monotonic() - began), 60)
    cells = (
        fault.name,
        fault.what,
        f"`make soak ONLY={fault.name}{limits}`",
        f"{tried or count['tests']:,}",
        result,
        f"{spent} min {seconds} s",
        f"{datetime.now(UTC):%Y-%m-%d}",
        at,
    )
    return f"| {' | '.join(cells)} |\n"


def commit() -> str:
    """The last commit that changed more than this table, and whether anything is changed since."""
    about = ["--", ".", ":!docs/robustness.md"]

    def git(*words: str) -> str:
        return subprocess.run(["git", *words, *about], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    return git("log", "-1", "--format=%h").strip() + ("-dirty" if git("status", "--porcelain") else "")


def rows() -> dict[str, str]:
    """The rows of the table by class."""
    return {row.split("|")[1].strip(): row for row in _table()}


def _table() -> Iterator[str]:
    _, _, after = PAGE.read_text("utf-8").partition(HEAD)
    yield from re.match(r"(\|.*\n)*", after)[0].splitlines(keepends=True)  # type: ignore[index]  # matches nothing too


def good(row: str) -> bool:
    """Whether nothing failed in what a row tells of, and everything was tried."""
    return " 0 failed" in row and "pytest ended" not in row


def passed(fault: Fault, at: str) -> bool:
    """Whether the class has a row of this commit, of all its tries, in which nothing failed."""
    row = rows().get(fault.name, "")
    return (
        row.endswith(f"| {at} |\n") and good(row) and not re.search("TRIES=|MINUTES=", row) and not at.endswith("dirty")
    )


def write(fault: Fault, row: str) -> None:
    """Put the row of a class in its place."""
    known = rows()
    now = {**known, fault.name: row}
    ordered = "".join(now[one.name] for one in FAULTS if one.name in now)
    PAGE.write_text(PAGE.read_text("utf-8").replace(HEAD + "".join(known.values()), HEAD + ordered), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
