"""packaging/extract.py: sentences found in sources, catalogs renewed without losing a translation, faults named."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

SCRIPTS = Path(__file__).resolve().parent.parent / "packaging"


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPTS / "extract.py"))


@pytest.fixture
def wanted(tool: dict[str, Any], tmp_path: Path) -> dict[str, Any]:
    (tmp_path / "b.py").write_text('x = game.say(say("{who} retreats", who=1))\ny = say(variable)\n', "utf-8")
    (tmp_path / "a.py").write_text(
        'W = (N_("clear"), Message("water"))\nsay("{who} " "retreats")\nlog("not a sentence")\n', "utf-8"
    )
    found: dict[str, Any] = tool["sentences"](tmp_path)
    return found


def test_sentences_are_found_in_the_order_of_the_sources(wanted: dict[str, Any]) -> None:
    assert list(wanted) == ["clear", "water", "{who} retreats"]
    assert wanted["{who} retreats"] == [("companion/a.py", 2), ("companion/b.py", 1)]


def test_faults_of_a_catalog(tool: dict[str, Any], wanted: dict[str, Any]) -> None:
    catalog = Catalog(locale="fr")
    catalog.add("{who} retreats", "{qui} recule")
    catalog.add("water", "eau", flags={"fuzzy"})
    catalog.add("gone", "parti")
    assert tool["faults"](wanted, catalog) == [
        "not translated: “clear” (companion/a.py:1)",
        "still a guess: “water” (companion/a.py:1)",
        "other gaps in “{qui} recule” than in “{who} retreats” (companion/a.py:2)",
        "no longer said: “gone”",
    ]


def test_renewing_keeps_translations_and_settles(tool: dict[str, Any], wanted: dict[str, Any], tmp_path: Path) -> None:
    catalog = Catalog(locale="fr")
    catalog.add("water", "eau", user_comments=["of a square"])
    catalog.add("gone", "parti")
    path = tmp_path / "okko.po"
    texts = []
    for _ in range(2):
        tool["write"](path, tool["renewed"](wanted, catalog))
        texts.append(path.read_text("utf-8"))
        with path.open("rb") as file:
            catalog = read_po(file, locale="fr")
    assert texts[0] == texts[1]
    assert [m.id for m in catalog if m.id] == ["clear", "water", "{who} retreats"]
    assert catalog.get("water").string == "eau"
    assert "# of a square" in texts[0]
    assert "Date" not in texts[0]
    assert tool["faults"](wanted, catalog) == [
        "not translated: “clear” (companion/a.py:1)",
        "not translated: “{who} retreats” (companion/a.py:2)",
    ]


@pytest.mark.parametrize(
    ("sentence", "names"),
    [("{a} hits {b}", {"a", "b"}), ("100 %", set()), ("{{not a gap}}", set()), ("{open", {"broken: {open"})],
)
def test_gaps(tool: dict[str, Any], sentence: str, names: set[str]) -> None:
    assert tool["gaps"](sentence) == names


def test_a_missing_language_is_begun(tool: dict[str, Any], tmp_path: Path) -> None:
    tool["begin"](tmp_path)
    assert sorted(path.parent.parent.name for path in tmp_path.rglob("okko.po")) == ["fr", "it"]
    assert all(len(catalog) == 0 for catalog in tool["catalogs"](tmp_path).values())
