"""A reader who knows Python but not the project opens README, the map, the file: a name answers each question."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAP: dict[str, Any] = runpy.run_path(str(ROOT / "packaging" / "map.py"))
PAGE = (ROOT / "docs" / "map.md").read_text("utf-8")
MODEL, WINDOW = "companion/model/", "companion/ui/"
ASKED = {
    "a retreat is decided": (MODEL + "games/asagiri/rules/movement.py", "retreats"),
    "a retreat is drawn": (WINDOW + "games/asagiri/board/mark_overlay.py", "Retreats"),
    "a refused move gets its sentence": (MODEL + "games/asagiri/rules/refusals.py", "check"),
    "a lesson's step is checked while it is played": (
        MODEL + "content/lesson_session.py",
        "LessonSession._reached",
    ),
    "a new setting is declared: what is kept": (WINDOW + "kit/settings.py", "Settings"),
    "a new setting is declared: its title and choices": (WINDOW + "kit/settings_table.py", "SETTINGS"),
}


@pytest.mark.parametrize("question", ASKED)
def test_from_the_readme_the_map_leads_to_the_file_and_its_name(question: str) -> None:
    assert "](docs/map.md)" in (ROOT / "README.md").read_text("utf-8")
    file, name = ASKED[question]
    there, names = MAP["places"](PAGE)[question]
    assert there == ROOT / file
    assert name in names


def test_what_the_map_names_is_where_it_says() -> None:
    assert MAP["elsewhere"](PAGE) == []


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("rules/movement.py)", "rules/moving.py)", "where a retreat is decided: there is no moving.py"),
        ("| `Retreats` |", "| `Retreating` |", "where a retreat is drawn: Retreating is not in mark_overlay.py"),
    ],
)
def test_what_has_moved_is_told(before: str, after: str, told: str) -> None:
    assert before in PAGE
    assert [line for line in MAP["elsewhere"](PAGE.replace(before, after)) if told in line]
