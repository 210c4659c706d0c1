"""Packs in memory."""

from pathlib import Path
from typing import Any

import pytest

from companion.model.content.library import Library
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.games.asagiri.skills.record import SkillRecord
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.card_factory import sound_skill

from .broken import SOUND, pack


def test_records_are_found_by_kind_and_id(tmp_path: Path) -> None:
    library = Library.load(pack(tmp_path))
    assert library.find("character", "tiny:hero") == SOUND["characters/hero.json"]
    assert library.find("skill", "tiny:hero") is None
    assert library.find("character", "other:hero") is None
    assert library.find("character", "tiny") is None
    assert [id for id, _ in library.every("character")] == ["tiny:fiend", "tiny:hero", "tiny:peddler"]
    assert list(library.every("dragon")) == []
    assert library.versions == {"tiny": "1.0.0"}


def test_every_field_knows_where_it_is_from(tmp_path: Path) -> None:
    library = Library.load(
        pack(tmp_path, "characters/hero.json", "/provenance", {"shaken": "printed", "shaken.attack": "owner"})
    )
    sources = [library.source("character", "tiny:hero", field) for field in ("zeni", "shaken.defense", "shaken.attack")]
    assert sources == ["house", "printed", "owner"]
    with pytest.raises(KeyError):
        library.source("character", "tiny:nobody", "zeni")


def test_the_pack_says_where_the_rest_is_from(tmp_path: Path) -> None:
    library = Library.load(pack(tmp_path, "pack.json", "/source", "owner"))
    assert library.source("tile", "tiny:yard", "rows") == "owner"


@pytest.mark.parametrize(
    ("file", "pointer", "value", "path"),
    [
        ("pack.json", "/format", "zip", "pack.json.format"),
        ("characters/hero.json", "/id", "tiny:heroine", "characters/hero.json.id"),
        ("characters/hero.json", "", "{", "characters/hero.json"),
        ("characters/hero.json", "", "[]", "characters/hero.json.id"),
    ],
)
def test_an_unreadable_pack_names_the_place(tmp_path: Path, file: str, pointer: str, value: Any, path: str) -> None:
    with pytest.raises(InvalidInput) as wrong:
        Library.load(pack(tmp_path, file, pointer, value))
    assert wrong.value.path == path


def test_two_packs_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="tiny"):
        Library.load(pack(tmp_path / "a"), pack(tmp_path / "b"))


def test_a_needed_pack_comes_first(tmp_path: Path) -> None:
    needy = pack(tmp_path / "needy", "pack.json", "/needs", ["house"])
    with pytest.raises(InvalidInput, match="house"):
        Library.load(needy)
    assert list(Library.shipped().with_packs(needy).versions) == ["house", "tiny"]


def test_the_shipped_library_is_read_once() -> None:
    assert Library.shipped() is Library.shipped()
    assert Library.shipped().find("character", "house:okko") is not None


def test_cards_are_decoded_once_a_library(tmp_path: Path) -> None:
    library, other = Library.load(pack(tmp_path)), Library.load(tmp_path)
    assert cards.character(library, "tiny:hero") is cards.character(library, "tiny:hero")
    assert cards.character(library, "tiny:hero") is not cards.character(other, "tiny:hero")


def test_an_unknown_card_is_invalid_input(tmp_path: Path) -> None:
    library = Library.load(pack(tmp_path))
    with pytest.raises(InvalidInput) as wrong:
        cards.equipment(library, "tiny:bow")
    assert wrong.value.path == "tiny:bow"


def test_a_wrong_card_names_its_field(tmp_path: Path) -> None:
    library = Library.load(pack(tmp_path, "characters/hero.json", "/vigilant/attack", "strong"))
    with pytest.raises(InvalidInput) as wrong:
        cards.character(library, "tiny:hero")
    assert wrong.value.path == "tiny:hero.vigilant.attack"


def written(tree: Any) -> Any:
    return sound_skill("", read(tree, SkillRecord))


def test_a_skill_written_out_is_checked() -> None:
    tree = dict(SOUND["skills/parry.json"])
    assert written(tree).element == "air"
    with pytest.raises(InvalidInput) as wrong:
        written({**tree, "effects": [{"type": "bonus", "to": "defense", "amount": "1"}]})
    assert wrong.value.path == "effects[0].amount"
    with pytest.raises(InvalidInput) as wrong:
        written({**tree, "when": ["movement"]})
    assert wrong.value.path == "effects[0].to"
