"""What nobody can be called is refused wherever a name is taken in: blank, NUL, control characters, turned writing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model.content.check import check_pack
from companion.model.core.record import read_record
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Words, amiss, one_line
from companion.model.games.asagiri.campaign import position as campaign
from companion.model.games.asagiri.state.record_kinds import KINDS
from tests.rules.table import CONTENT, Table, skill

from .broken import pack

BAD = ("   ", "Ok\x00ko", "Ok\u202eko", "Ok\nko", "Ok\u200bko", "\ud83dOkko")
GOOD = ("Okko", "Éventail d\u2019acier", "L\u2019œil\u00a0!", "岡公", "O")


def test_what_can_be_a_name() -> None:
    assert [amiss(name) is not None for name in BAD] == [True] * len(BAD)
    assert [amiss(name) for name in GOOD] == [None] * len(GOOD)
    words = Words()
    why = amiss(BAD[2])
    assert why is not None and "U+202E" in words(why)
    assert one_line(" Ok\u202e \n ko ") == "Ok ko"


@pytest.mark.parametrize("bad", BAD[:5])
def test_a_pack_is_told_which_name(bad: str, tmp_path: Path) -> None:
    for n, (file, pointer) in enumerate(
        [("characters/hero.json", "/name/en"), ("skills/parry.json", "/name/fr"), ("pack.json", "/name/en")]
    ):
        found = check_pack(pack(tmp_path / str(n), file, pointer, bad), KINDS)
        assert [one.pointer for one in found if one.file == file and one.broken] == [pointer]


@pytest.mark.parametrize("bad", BAD)
def test_positions_records_and_campaigns_refuse_it(bad: str) -> None:
    people = {"a1": "0,0N", "b1": "2,2S"}
    for cards, path in (
        ({"a1": {"name": bad}}, "bands.A.characters[0].name"),
        ({"a1": {"name": {"en": "Okko", "fr": bad}}}, "bands.A.characters[0].name.fr"),
        ({"a1": {"stats": {"skills": [{**skill(None, ["attack"]), "name": {"en": bad}}]}}},
         "bands.A.characters[0].profile.vigilant.skills[0].name.en"),
    ):  # fmt: skip
        with pytest.raises(InvalidInput) as wrong:
            Table(["...", "...", "..."], people, **cards)
        assert wrong.value.path == path
    with pytest.raises(InvalidInput) as wrong:
        campaign.new({"name": bad}, CONTENT)
    assert wrong.value.path == "name"
    if "\ud83d" not in bad:
        with pytest.raises(InvalidInput) as wrong:
            read_record({"system": "asagiri", "seed": 1, "people": {"names": ["Okko", bad]}})
        assert wrong.value.path == "record.people.names[1]"
