"""Records: their form, their cards, and what is refused before anything is believed."""

from __future__ import annotations

import json
from time import process_time
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.core.contract import Json
from companion.model.core.record import (
    Chosen,
    FrozenContent,
    NoContent,
    Record,
    Recording,
    Result,
    Rolled,
    Step,
    read_record,
    record_json,
)
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import MOST
from companion.model.core.session import Session

from .counter import Cards, Counter

PACK = Cards({"goal": {"house:low": {"goal": 20}, "house:high": {"goal": 90}}})


def good() -> dict[str, Any]:
    session = Session.new(Counter(), {"goal": 50}, NoContent(), 3)
    session.choose("add:1")
    session.choose("throw:2")
    session.roll()
    data: dict[str, Any] = record_json(session.save())
    return data


def test_the_form_is_for_ever() -> None:
    """Old files have this form: a change here is a new format, not a new expectation."""
    session = Session.new(Counter(), {"card": "house:low"}, PACK, 3, packs={"house": "1.0"}, mode="track")
    session.choose("throw:2")
    session.roll((1, 2))
    session.edit({"kind": "put", "total": 4}, rule="ADD-1")
    session.switch("enforce")
    assert record_json(session.save()) == {
        "format": "okko-record/1",
        "system": "counter",
        "setup": {"card": "house:low"},
        "seed": 3,
        "cards": {"goal": {"house:low": {"goal": 20}}},
        "packs": {"house": "1.0"},
        "dice": "virtual",
        "mode": "track",
        "start": None,
        "steps": [
            {
                "intent": {"kind": "chosen", "option": "throw:2"},
                "result": {},
                "mark": "observed",
                "group": 1,
            },
            {
                "intent": {"kind": "rolled"},
                "result": {
                    "faces": [1, 2],
                    "sources": ["typed", "typed"],
                    "events": [{"kind": "Added", "n": 3, "by": ["counter"]}],
                },
                "mark": "observed",
                "group": 2,
            },
            {
                "intent": {"kind": "corrected", "correction": {"kind": "put", "total": 4}},
                "result": {},
                "mark": "overridden",
                "rule": "ADD-1",
                "group": 3,
            },
            {
                "intent": {"kind": "switched", "mode": "enforce"},
                "result": {},
                "mark": "observed",
                "group": 4,
            },
        ],
    }


def test_a_game_opens_after_its_pack_has_changed_or_gone() -> None:
    for setup in ({"card": "house:low"}, {"cards": True}):
        record = Session.new(Counter(), setup, PACK, 3).save()
        for content in (Cards({"goal": {"house:low": {"goal": 5}, "house:new": {"goal": 9}}}), NoContent()):
            again = Session.replay(Counter(), record, content)
            assert again.state.goal == (20 if "card" in setup else 110)
            assert again.save() == record


def test_only_the_cards_looked_up_are_carried() -> None:
    assert Session.new(Counter(), {"card": "house:low"}, PACK, 3).save().cards == {"goal": {"house:low": {"goal": 20}}}
    assert Session.new(Counter(), {}, PACK, 3).save().cards == {}


def test_carried_cards_come_first_and_in_their_order() -> None:
    frozen = FrozenContent({"goal": {"house:high": {"goal": 1}}}, PACK)
    assert list(frozen.every("goal")) == [("house:high", {"goal": 1}), ("house:low", {"goal": 20})]
    assert frozen.find("goal", "house:low") == {"goal": 20}
    assert frozen.find("goal", "house:none") is None
    assert frozen.foreign
    assert not FrozenContent({"goal": {"house:high": {"goal": 90}}}, PACK).foreign
    noting = Recording(frozen)
    assert noting.find("goal", "house:none") is None
    assert noting.cards == {}


def test_all_there_were_are_all_there_are_in_their_order() -> None:
    frozen = FrozenContent({"goal": {"a:1": {"goal": 1}, "a:2": {"goal": 2}}}, PACK, {"goal": ["a:2", "a:none", "a:1"]})
    assert [id for id, _ in frozen.every("goal")] == ["a:2", "a:1"]
    assert list(frozen.every("other")) == []


def test_what_was_looked_through_is_told_only_when_it_was_seen_to_its_end() -> None:
    noting = Recording(PACK)
    next(iter(noting.every("goal")))
    assert noting.whole == {}
    assert list(noting.cards["goal"]) == ["house:low"]
    list(noting.every("goal"))
    assert noting.whole == {"goal": ("house:low", "house:high")}
    record = Session.new(Counter(), {"cards": True}, PACK, 3).save()
    assert record.every == {"goal": ("house:low", "house:high")}
    sorted_by_a_tool = json.loads(json.dumps(record_json(record), sort_keys=True))
    assert Session.replay(Counter(), read_record(sorted_by_a_tool), NoContent()).save() == record


def test_only_packs_that_brought_a_card_are_named() -> None:
    packs = {"house": "1.0.0", "other": "2.0.0"}
    assert Session.new(Counter(), {"card": "house:low"}, PACK, 3, packs=packs).save().packs == {"house": "1.0.0"}
    assert Session.new(Counter(), {}, PACK, 3, packs=packs).save().packs == {}


def test_unchecked_cards_that_break_the_system_are_invalid_input() -> None:
    record = Record(system="counter", setup={"card": "x"}, seed=1, cards={"goal": {"x": {"goal": "many"}}})
    with pytest.raises(InvalidInput) as caught:
        Session.replay(Counter(), record, NoContent())
    assert caught.value.path == "record.cards"


def test_checked_cards_that_break_the_system_are_our_fault() -> None:
    cards = {"goal": {"x": {"goal": "many"}}}
    record = Record(system="counter", setup={"card": "x"}, seed=1, cards=cards)
    with pytest.raises(TypeError):
        Session.replay(Counter(), record, Cards(cards))


def broken(*path: Any, to: Any) -> Json:
    data: Any = good()
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return data


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (None, "record"),
        ([], "record"),
        ("okko", "record"),
        ({}, "record.system"),
        (broken("format", to="okko-record/2"), "record.format"),
        (broken("other", to=1), "record.other"),
        (broken("seed", to="3"), "record.seed"),
        (broken("seed", to=3.5), "record.seed"),
        (broken("seed", to=2**80), "record.seed"),
        (broken("setup", "goal", to="\ud800"), "record"),
        (broken("cards", to=[]), "record.cards"),
        (broken("cards", to={"a": 3}), "record.cards.a"),
        (broken("packs", to={"a": 3}), "record.packs.a"),
        (broken("dice", to="loaded"), "record.dice"),
        (broken("mode", to="free"), "record.mode"),
        (broken("steps", to={}), "record.steps"),
        (broken("steps", to=[{}] * 50_001), "record.steps"),
        (broken("steps", 0, to=3), "record.steps[0]"),
        (broken("steps", 0, to={}), "record.steps[0].intent"),
        (broken("steps", 0, "intent", to={"kind": "cheated"}), "record.steps[0].intent.kind"),
        (broken("steps", 0, "intent", to={"kind": "chosen"}), "record.steps[0].intent.option"),
        (broken("steps", 0, "intent", "option", to=3), "record.steps[0].intent.option"),
        (broken("steps", 2, "intent", "option", to="x"), "record.steps[2].intent.option"),
        (broken("steps", 2, "result", "faces", to=[1.5, 2]), "record.steps[2].result.faces[0]"),
        (broken("steps", 2, "result", "sources", to=["seed"]), "record.steps[2].result.sources"),
        (broken("steps", 2, "result", "sources", to=["god", "seed"]), "record.steps[2].result.sources[0]"),
        (broken("steps", 1, "mark", to="cheated"), "record.steps[1].mark"),
        (broken("steps", 1, "group", to=None), "record.steps[1].group"),
    ],
)
def test_a_record_of_wrong_form_names_the_field(data: Json, path: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_record(data)
    assert caught.value.path == path


def test_everything_that_is_wrong_with_a_form_is_told_at_once() -> None:
    data = good()
    del data["seed"]
    data |= {"colour": "red", "mode": "loud", "packs": {"house": 3}}
    data["steps"][0]["mark"] = "sure"
    data["steps"][2]["result"]["sources"] = ["seed", "seed", "seed"]
    with pytest.raises(InvalidInput) as caught:
        read_record(data)
    told = [caught.value, *caught.value.others]
    assert sorted(fault.path for fault in told) == [
        "record.colour", "record.mode", "record.packs.house", "record.seed", "record.steps[0].mark",
        "record.steps[2].result.sources",
    ]  # fmt: skip
    assert caught.value.path == "record.seed"
    with pytest.raises(InvalidInput) as caught:
        read_record(good() | {f"more{n}": n for n in range(50)})
    assert 1 + len(caught.value.others) == MOST


def test_very_many_faults_cost_little() -> None:
    begun = process_time()
    with pytest.raises(InvalidInput) as caught:
        read_record(good() | {"dice": {str(n): {"combat": n} for n in range(200_000)}})
    assert process_time() - begun < 2
    assert len(caught.value.others) < MOST


def test_deep_nesting_is_refused_without_recursion() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(InvalidInput):
        read_record(broken("setup", to=deep))
    while deep:
        deep = deep.pop()


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (broken("system", to="chess"), "record.system"),
        (broken("setup", "goal", to=0), "record.setup.goal"),
        (broken("setup", "goal", to=13), "record.setup"),
        (broken("setup", to=[]), "record.setup"),
        (broken("start", to={"total": -1}), "record.start.total"),
        (broken("steps", 0, "intent", "option", to="add:9"), "record.steps[0]"),
        (broken("steps", 0, "intent", "option", to="jump"), "record.steps[0]"),
        (broken("steps", 2, "result", to={"faces": [1]}), "record.steps[2]"),
        (broken("steps", 2, "intent", to={"kind": "chosen", "option": "add:1"}), "record.steps[2]"),
        (broken("steps", 1, "intent", to={"kind": "rolled"}), "record.steps[1]"),
        (broken("steps", 1, "intent", to={"kind": "corrected", "correction": {}}), "record.steps[1]"),
    ],
)
def test_a_record_that_does_not_replay_names_the_step(data: Json, path: str) -> None:
    record = read_record(data)
    with pytest.raises(InvalidInput) as caught:
        Session.replay(Counter(), record, NoContent())
    assert caught.value.path == path


def test_a_game_can_be_taken_as_far_as_it_fits() -> None:
    record = read_record(broken("steps", 2, "result", to={"faces": [9, 9]}))
    session = Session.replay(Counter(), record, NoContent(), lenient=True, cursor=3)
    assert (session.cursor, len(session.steps)) == (2, 2)


def test_events_told_wrongly_are_noticed_and_put_right() -> None:
    data = broken("steps", 0, "result", "events", to=[{"kind": "Added", "n": 99}])
    session = Session.replay(Counter(), read_record(data), NoContent())
    assert session.diverged == 0
    assert record_json(session.save()) == good()


def test_replay_to_a_place() -> None:
    record = read_record(good())
    session = Session.replay(Counter(), record, NoContent(), cursor=1)
    assert (session.cursor, len(session.steps)) == (1, 3)
    session.redo(2)
    assert session.save() == record


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(["format", "system", "setup", "seed", "cards", "packs", "dice", "mode", "start", "steps", "x"])


@given(KEYS, JSON)
def test_whatever_stands_in_a_field_it_is_a_record_or_invalid_input(key: str, value: Json) -> None:
    data = good()
    data[key] = value
    path = "record"
    try:
        record = read_record(data)
        msgspec.json.encode(record)
        Session.replay(Counter(), record, NoContent())
    except InvalidInput as wrong:
        path = wrong.path
    assert path.startswith("record")


def test_plain_values() -> None:
    step = Step(Rolled(), Result((1, "fire"), ("seed", "typed")))
    record = Record(system="counter", seed=1, dice={"A": "ask"}, steps=(Step(Chosen("x")), step))
    assert read_record(record_json(record)) == record
