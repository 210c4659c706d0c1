"""Writes `docs/rules-ledger.md`: what the program does about each rule, with the tests that are named after it.

``python packaging/rules_ledger.py`` writes it and `resources/help/ledger.json`, out of which the help in the window
marks its rules; ``--check`` says whether both are as the sources are. The ids are those that stand on help pages, in
the model of a game and in the names of tests; nothing outside the repository is read.

*Enforced*: the program refuses what is against the rule, or does what it says: its rules name it, or tests are named
after it. *Reminded*: the same while the program referees; where it only follows a table it is a dial of the game, which
the table can have done, be asked about, or switch off. *Yours to watch*: neither code nor tests know of it.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "rules-ledger.md"
DATA = ROOT / "resources" / "help" / "ledger.json"
GAMES = {"asagiri": "Okko: Era of the Asagiri", "sake": "Saké & Samouraï", "chronicles": "Okko Chronicles"}
TESTS = {
    "asagiri": ("rules", "adventures", "campaign", "effects", "table", "house", "analysis", "ui", "content", "core"),
    "sake": ("sake", "ui"),
    "chronicles": ("chronicles", "ui"),
}
DIALS = {"asagiri": "companion/model/games/asagiri/table/automation.py"}
RULE = re.compile(r"\b([A-Z]{3})-(\d+)\b")
RANGE = re.compile(r"\b([A-Z]{3})-(\d+)(?: to | … |–)(?:\1-)?(\d+)\b")
NAMED = re.compile(r"(?<![a-z])([a-z]{3}|[A-Z]{3})_(\d+)(?![0-9a-z])")
WORDS = {"enforced": "enforced", "reminded": "reminded", "yours": "yours to watch"}
MOST = 3
"""Tests that are named for a rule: all would change the page with every test that is written."""


def order(id: str) -> tuple[str, int]:
    letters, _, number = id.partition("-")
    return letters, int(number)


def ids_in(text: str) -> set[str]:
    """The ids of rules in a text; ``CAM-1 to CAM-4`` are four."""
    found = {f"{letters}-{n}" for letters, n in RULE.findall(text)}
    for letters, first, last in RANGE.findall(text):
        found |= {f"{letters}-{n}" for n in range(int(first), int(last) + 1)}
    return found


def on_pages(game: str) -> dict[str, str]:
    """By id of a rule its heading on the English pages."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "resources" / "help" / "en" / game).glob("*.md")):
        for title, anchors in re.findall(r"^#{2,6} (.*?) \{([^{}]*)\}\s*$", path.read_text("utf-8"), re.MULTILINE):
            for anchor in anchors.replace("#", " ").split():
                if RULE.fullmatch(anchor):
                    found[anchor] = title
    return found


def in_model(game: str) -> set[str]:
    """The ids that the model of a game names: in refusals, in docstrings and in comments."""
    folder = ROOT / "companion" / "model" / "games" / game
    return set().union(*(ids_in(path.read_text("utf-8")) for path in folder.rglob("*.py")))


def refused(game: str) -> set[str]:
    """The ids that stand in the code as texts of their own: what refusals name."""
    found: set[str] = set()
    for path in (ROOT / "companion" / "model" / "games" / game).rglob("*.py"):
        found |= {f"{letters}-{n}" for letters, n in re.findall(r'"([A-Z]{3})-(\d+)"', path.read_text("utf-8"))}
    return found


def reminders(game: str) -> set[str]:
    """The ids among the dials of a game: what a followed table is reminded of, or has done for it."""
    path = ROOT / DIALS.get(game, "-")
    return set(re.findall(r'Dial\("\w+", "([A-Z]{3}-\d+)"', path.read_text("utf-8"))) if path.is_file() else set()


def tests_of(game: str) -> dict[str, list[str]]:
    """By id of a rule the tests that are named after it, ``file::name``."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for folder in TESTS[game]:
        for path in sorted((ROOT / "tests" / folder).rglob("test_*.py")):
            if folder == "ui" and _game_of(path) != game:
                continue
            for name in _names(path):
                for letters, number in NAMED.findall(name):
                    found[f"{letters.upper()}-{int(number)}"].append(f"{path.relative_to(ROOT / 'tests')}::{name}")
    return found


def _game_of(path: Path) -> str:
    """Whose rules a test of the window is about: another game's where it bears that game's name."""
    return next((game for game in GAMES if game in path.name), "asagiri")


def _names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name


def ledger(game: str) -> dict[str, tuple[str, str, list[str]]]:
    """By id: what is done about it, its title, its tests."""
    pages, model, tests, dials = on_pages(game), in_model(game), tests_of(game), reminders(game)
    known = {*pages, *refused(game), *(id for id in tests if id in model or id in pages)}
    letters = {id[:3] for id in {*pages, *refused(game)}} or {id[:3] for id in model}
    found = {}
    for id in sorted((id for id in known | {id for id in model if id[:3] in letters}), key=order):
        if id in dials:
            done = "reminded"
        elif id in model or tests.get(id):
            done = "enforced"
        else:
            done = "yours"
        found[id] = (done, pages.get(id, ""), tests.get(id, []))
    return found


def page(books: dict[str, dict[str, tuple[str, str, list[str]]]]) -> str:
    """The document."""
    lines = [
        "# Rules ledger",
        "",
        "Written by `packaging/rules_ledger.py`; `make check` says when it is out of date. *Enforced*: the program",
        "refuses what is against the rule, or does what it says. *Reminded*: the same while it referees; where it only",
        "follows a table, the table chooses whether it is done, asked about or left alone. *Yours to watch*: what no",
        "program sees.",
        "",
    ]
    for game, rules in books.items():
        counts = {mark: sum(done == mark for done, _, _ in rules.values()) for mark in WORDS}
        lines += [f"## {GAMES[game]}", ""]
        lines += [", ".join(f"{count} {WORDS[mark]}" for mark, count in counts.items()) + ".", ""]
        lines += ["| rule | about | | tests |", "| --- | --- | --- | --- |"]
        for id, (done, title, tests) in rules.items():
            more = " and more" if len(tests) > MOST else ""
            named = ", ".join(f"`{test}`" for test in tests[:MOST]) + more
            lines.append(f"| {id} | {title.replace('|', '/')} | {WORDS[done]} | {named} |")
        lines.append("")
    return "\n".join(lines)


def main(arguments: Iterable[str]) -> int:
    books = {game: ledger(game) for game in GAMES}
    marks = {game: {id: done for id, (done, _, _) in rules.items()} for game, rules in books.items()}
    made = {PAGE: page(books), DATA: json.dumps(marks, indent=1) + "\n"}
    if "--check" in arguments:
        old = [path for path, text in made.items() if not path.is_file() or path.read_text("utf-8") != text]
        for path in old:
            print(f"{path.relative_to(ROOT)} is not as the sources are: run packaging/rules_ledger.py")
        return int(bool(old))
    for path, text in made.items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
