"""Rules change; a game is played to its end, and replayed for ever, by those it was begun under."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.model.core.contract import Choice, Json
from companion.model.core.record import Record, read_record, record_json
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.vocabulary import EDITION

from .table import CONTENT, Table, open_floor, skill

BACK = skill(None, ["drawn"], name="back", effects=[{"type": "strike", "who": {"of": "opponent"}}])
RUSH = {"id": "test:rush", "name": {"en": "Rush"}, "when": ["activation"], "dice": [["air"]],
        "effects": [{"type": "turn", "who": {"of": "self"}}]}  # fmt: skip
CALM = {"id": "test:calm", "name": {"en": "Calm"}, "when": ["activation"], "dice": [["water"]],
        "effects": [{"type": "become", "state": "vigilant", "who": {"of": "self"}}]}  # fmt: skip


def position() -> Json:
    """a1 can be turned to a door, a2 calmed in an enemy's zone, a3 struck back with earth in reserve."""
    table = Table(open_floor(8, 8), {"a1": "1,1S", "a2": "4,1N!", "a3": "4,5N", "b1": "4,0S", "b2": "4,4S"},
                  doors="1,1E", pool=("air", "water"), a1={"stats": {"skills": [RUSH]}},
                  a2={"shaken": {"skills": [CALM]}}, a3={"reserve": "earth"}, b2={"stats": {"skills": [BACK]}},
                  bands={"A": {"aside": 1}})  # fmt: skip
    return SYSTEM.encode(table.state)


def play(session: Session[Any]) -> None:
    """What the rules of old allowed and those of today do not."""

    def take(kind: str, **fields: Json) -> None:
        pending = session.pending
        assert isinstance(pending, Choice)
        session.choose(next(
            option for option in pending.options
            if option.kind == kind and all(session.system.fields(session.state, option).get(name) == value
                                           for name, value in fields.items())))  # fmt: skip

    take("activate", character="a1")
    take("use_skill", skill="test:rush")
    take("face", facing="E")
    take("open_door")
    take("activate", character="a2")
    take("use_skill", skill="test:calm")
    take("activate", character="a3")
    take("attack", target="b2")
    session.roll([2, 2])
    take("use_die", element="earth")


def undated(record: Record) -> Record:
    """The record as a program wrote it that knew no editions."""
    plain = record_json(record)
    for field in ("setup", "start"):
        if plain[field] is not None:
            del plain[field]["edition"]
    return read_record(plain)


def test_a_record_of_old_replays_as_it_was_played() -> None:
    """INS-2, STA-4, KAR-5: each step fits, and the state is the same to the last detail."""
    old = Session.load(SYSTEM, {**position(), "edition": 1}, CONTENT, 7)
    play(old)
    assert old.state.figures[1].state == "vigilant" and not old.state.table.board.floors[0].doors
    again = Session.replay(SYSTEM, undated(old.save()), CONTENT)
    assert again.diverged is None and again.state == old.state
    assert SYSTEM.decode(SYSTEM.encode(again.state), CONTENT) == again.state, "it says by which rules it goes on"


def test_a_game_begun_today_is_played_by_the_rules_of_today() -> None:
    for setup in ({"quick": True}, {"draft": {}}):
        session = Session.new(SYSTEM, setup, CONTENT, 7)
        assert session.header.setup == {**setup, "edition": EDITION} and session.state.table.edition == EDITION
        assert "edition" not in SYSTEM.encode(session.state), "a position is by those of today, unless it says so"
        assert Session.replay(SYSTEM, session.save(), CONTENT).state == session.state
        assert Session.replay(SYSTEM, undated(session.save()), CONTENT).state.table.edition == 1
    with pytest.raises(StopIteration):
        play(Session.load(SYSTEM, position(), CONTENT, 7))


def test_kar_6_a_draft_of_old_has_cards_as_often_as_wanted() -> None:
    old = msgspec.structs.replace(Session.new(SYSTEM, {"draft": {}}, CONTENT, 7).save(), setup={"draft": {}})
    session = Session.replay(SYSTEM, old, CONTENT)
    session.roll([6, 1])
    for _ in range(4):
        session.choose("recruit:house:temple-guard")
    session.choose("recruit:house:okko")
    session.choose("recruit:house:okko")


@pytest.mark.parametrize("edition", [0, EDITION + 1, True, "1"])
def test_an_edition_that_is_not_known_is_refused(edition: Json) -> None:
    for begin in (lambda: SYSTEM.new({"quick": True, "edition": edition}, CONTENT),
                  lambda: SYSTEM.decode({**position(), "edition": edition}, CONTENT)):  # fmt: skip
        with pytest.raises(InvalidInput) as wrong:
            begin()
        assert wrong.value.path == "edition"
