"""Everything that ships is named in the about box, with a licence and its text."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from companion.ui.shell.about import ShippedPart, licences, shipped_parts

ROOT = Path(__file__).resolve().parent.parent
PARTS = shipped_parts()


@pytest.fixture(scope="module")
def needed() -> list[str]:
    """What `pyproject.toml` asks for, and what that asks for."""
    found: list[str] = runpy.run_path(str(ROOT / "packaging" / "credits.py"))["shipped"]()
    return found


def test_every_library_that_ships_is_named_and_no_other(needed: list[str]) -> None:
    assert sorted(part.package for part in PARTS if part.package) == needed
    assert {"pyside6-essentials", "sqlalchemy", "msgspec", "numpy"} <= set(needed)
    assert not {"pytest", "ruff", "mypy", "babel", "hypothesis"} & set(needed)


def test_all_of_them_are_pinned(needed: list[str]) -> None:
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    missing = [name for name in needed if f"\n{name}==" not in f"\n{lock}"]
    assert missing == []


def test_every_font_is_named() -> None:
    fonts = {path.name.split("-")[0] for path in (ROOT / "resources" / "fonts").glob("*.ttf")}
    assert {part.name.replace(" ", "") for part in PARTS if part.kind == "font"} == fonts


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_its_licence_is_named_and_can_be_read(part: ShippedPart) -> None:
    assert part.licence
    assert part.home.startswith("https://") or part.name == "Okko Companion"
    assert len(part.text()) > 500


def test_no_text_lies_about_for_nothing() -> None:
    used = {name for part in PARTS for name in part.texts}
    assert {path.name for path in licences().iterdir()} - {"parts.json"} == {name for name in used if "/" not in name}
