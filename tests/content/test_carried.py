"""Cards inside a record that comes from elsewhere are checked as a pack's are, by whichever way it comes in."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from companion.app.storage import StoredGames
from companion.model.content.library import Library
from companion.model.content.record_checks import refuse_unsound
from companion.model.core.contract import Json
from companion.model.core.record import NoContent, read_record, record_json
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.games.asagiri.campaign import chronicle
from companion.model.store.repository import Repository
from tests.campaign.kit import BATTLES
from tests.protocol.client import Client

CONTENT = Library.shipped()
ASAGIRI = SYSTEMS["asagiri"]


def quick() -> Json:
    return record_json(Session.new(ASAGIRI, {"quick": True}, CONTENT, 1).save())


def campaign() -> Json:
    return chronicle.Chronicle.new(BATTLES, CONTENT, 1).save()


def replayed(cards: Callable[[Json], None], _: Path) -> str:
    record = quick()
    cards(record["cards"])
    refused = Client().refused("game.replay", record=record)
    assert refused.code == -32001
    return str(refused.data["path"])


def imported(cards: Callable[[Json], None], folder: Path) -> str:
    record, file, repository = quick(), folder / "game.json", Repository("sqlite://")
    cards(record["cards"])
    file.write_text(json.dumps(record), "utf-8")
    with pytest.raises(InvalidInput) as wrong:
        repository.take_game(file, SYSTEMS.get, CONTENT)
    assert not repository.games()
    repository.close()
    return wrong.value.path


def campaigned(cards: Callable[[Json], None], folder: Path) -> str:
    data, file, repository = campaign(), folder / "campaign.json", Repository("sqlite://")
    cards(data["record"]["cards"])
    file.write_text(json.dumps(data), "utf-8")
    with pytest.raises(InvalidInput) as wrong:
        StoredGames(repository, CONTENT).campaigns.take_in(file)
    assert not repository.campaigns.all()
    repository.close()
    return wrong.value.path.replace("campaign.", "")


def one_of(cards: Json, kind: str) -> Any:
    """A card of the record; else one of the packs, which it carries from now on."""
    if kind not in cards:
        id, card = next(iter(CONTENT.every(kind)))
        cards[kind] = {id: deepcopy(card)}
    return next(iter(cards[kind].values()))


def refused_skill(cards: Json) -> None:
    """Its form is right; that this window has no die to set, only the checker knows."""
    one_of(cards, "skill").update(when=["willpower"], effects=[{"type": "set_die", "face": 6}])


def bad_stat(cards: Json) -> None:
    one_of(cards, "character")["vigilant"]["attack"] = 13


def turned_name(cards: Json) -> None:
    one_of(cards, "character")["name"]["en"] = "Ok\u202eko"


def another_id(cards: Json) -> None:
    one_of(cards, "character")["id"] = "house:nobody"


def twice(cards: Json) -> None:
    one_of(cards, "character")["traits"] = ["samurai", "samurai"]


def too_many(cards: Json) -> None:
    skill = one_of(cards, "skill")
    cards["skill"].update({f"far:s{n}": {**skill, "id": f"far:s{n}"} for n in range(700)})


HOSTILE = {
    refused_skill: "record.cards.skill.",
    bad_stat: "record.cards.character.",
    turned_name: "record.cards.character.",
    another_id: "record.cards.character.",
    twice: "record.cards.character.",
    too_many: "record.cards.skill",
}


@pytest.mark.parametrize("door", [replayed, imported, campaigned])
@pytest.mark.parametrize("cards", HOSTILE, ids=lambda cards: cards.__name__)
def test_a_card_that_no_pack_could_hold_comes_in_by_no_way(
    cards: Callable[[Json], None], door: Callable[[Callable[[Json], None], Path], str], tmp_path: Path
) -> None:
    assert door(cards, tmp_path).startswith(HOSTILE[cards])


def test_every_fault_is_told_and_what_only_the_rules_see(tmp_path: Path) -> None:
    data = quick()
    bad_stat(data["cards"])
    turned_name(data["cards"])
    with pytest.raises(InvalidInput) as wrong:
        refuse_unsound(read_record(data), ASAGIRI, CONTENT)
    assert len((wrong.value, *wrong.value.others)) == 1  # the form first, as in a pack
    data = quick()
    turned_name(data["cards"])
    refused_skill(data["cards"])
    with pytest.raises(InvalidInput) as wrong:
        refuse_unsound(read_record(data), ASAGIRI, CONTENT)
    assert len(wrong.value.others) >= 1
    band = quick()
    one_of(band["cards"], "band")["budget"] = 1
    with pytest.raises(InvalidInput) as wrong:
        refuse_unsound(read_record(band), ASAGIRI, CONTENT)
    assert wrong.value.path.endswith(".members")


def test_a_record_whose_packs_have_gone_is_read(tmp_path: Path) -> None:
    """Nothing that was sound when it was played is refused; a card that nobody looked up is not missed."""
    gone = quick()
    one_of(gone["cards"], "equipment")["bearers"].append("gone:somebody")
    file, repository = tmp_path / "record.json", Repository("sqlite://")
    for n, record in enumerate((quick(), gone), 1):
        file.write_text(json.dumps(record), "utf-8")
        repository.take_game(file, SYSTEMS.get, NoContent(), again=True)
        assert len(repository.games()) == n
    repository.close()
