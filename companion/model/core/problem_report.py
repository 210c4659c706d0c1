"""A report of a problem: a few readable files in one archive, without names, paths of the home folder or passwords.

Nothing is sent. Whoever reports sees each part first (`companion.ui.shell.problem_page`) and may leave it out.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.model.core import atomic
from companion.model.core.file_names import GAME
from companion.model.core.masking import MASK, impersonal

PERSONAL = ("first_name", "second_name", "database")
"""Settings that say who or where somebody is."""
MOST_FAULTS = 3
NEWEST_LETTERS = 60_000
"""Of a fault that is taken along: a trace that long repeats itself."""


class ReportFile(msgspec.Struct, frozen=True):
    """One part of a report, as the file that it becomes."""

    name: str
    text: str


def settings_file(settings: Mapping[str, Any]) -> ReportFile:
    """Settings, of which nothing says who somebody is or where games are kept."""
    kept = {name: MASK if name in PERSONAL and value else value for name, value in sorted(settings.items())}
    return ReportFile("settings.json", impersonal(json.dumps(kept, indent=1, ensure_ascii=False, default=str)) + "\n")


def game_file(exported: str) -> ReportFile:
    """A game as it is exported, with numbers in place of its players and without the notes that they wrote.

    Raises ValueError for a text that is no exported game.
    """
    game = json.loads(exported)
    if not isinstance(game, dict):
        raise ValueError("no game")
    people = game.get("people")
    if isinstance(people, dict):
        players = {name: f"Player {n}" for n, name in enumerate(people.get("names", ()), 1) if name}
        game = _renamed(game, players)  # set-ups and positions hold them, too
        game["people"]["bands"] = ["" for _ in people.get("bands", ())]
    for step in game.get("steps", ()):
        if isinstance(step, dict) and step.get("note"):
            step["note"] = MASK
    return ReportFile(f"game{GAME}", json.dumps(game, indent=1, ensure_ascii=False) + "\n")


def _renamed(found: Any, names: Mapping[str, str], key: str = "") -> Any:
    """The same with other names; what is spelt like one elsewhere, as the id of a seat may be, is none."""
    if isinstance(found, dict):
        return {inner: _renamed(one, names, inner) for inner, one in found.items()}
    if isinstance(found, list):
        return [_renamed(one, names, key) for one in found]
    return names.get(found, found) if key in ("name", "names") and isinstance(found, str) else found


def faults_file(paths: Sequence[Path]) -> ReportFile | None:
    """The newest faults that were written down; None: there is none that can be read."""
    found = []
    for path in sorted(set(paths), key=lambda path: path.name, reverse=True):
        try:
            text = path.read_text("utf-8", "replace")
        except OSError:  # gone meanwhile, or locked: the others still tell something
            continue
        found.append(f"{path.name}\n\n{impersonal(text[-NEWEST_LETTERS:])}")
        if len(found) == MOST_FAULTS:
            break
    return ReportFile("faults.txt", "\n\n\n".join(found)) if found else None


def write_report(path: Path, files: Sequence[ReportFile]) -> None:
    """Write a report as an archive, as a whole or not at all. Raises OSError."""
    atomic.clear_away(path.parent)
    with atomic.replacing(path) as whole, zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(file.name, file.text)
