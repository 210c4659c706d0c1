"""Positions as text (POS-1), and what the page of the protocol says of them and of the queries (POS-2)."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Words
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.insight.queries import QUERIES
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state import state as st
from companion.model.games.chronicles.wire import position
from tests.protocol.test_page import PAGE

from .sample import STARTS
from .tables import CONTENT, begun, dealt, known, setup

OURS = (
    PAGE.split("## Kinds of option in Okko Chronicles")[1].split("## Setting up Asagiri")[0]
    + PAGE.split("## Setting up Okko Chronicles")[1].split("## How to write a bot")[0]
)
WITHIN = {
    "doors": DoorOn, "figures": st.Figure, "tokens": st.TokenOn, "places": st.Score, "heroes": position.HeroForm,
    "oni": position.OniForm, "piles": position.PilesForm, "discards": position.DiscardsForm,
    "order": position.OrderForm, "accusations": position.AccusationsForm, "in_force": st.InForce,
    "memoirs": st.Placed, "clues_drawn": st.Clue,
}  # fmt: skip


@pytest.mark.parametrize("key", position.Position.__struct_fields__)
def test_POS_1_every_key_of_a_position_is_on_the_page_with_its_shape(key: str) -> None:
    rows = [line for line in OURS.splitlines() if line.startswith("|") and f"`{key}`" in line.split("|")[1]]
    assert rows, key
    inner = WITHIN.get(key)
    for name in msgspec.json.schema(inner)["$defs"][inner.__name__]["properties"] if inner is not None else ():
        assert any(f'"{name}"' in row for row in rows), f"{key}.{name}"


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_POS_2_every_query_is_on_the_page(name: str) -> None:
    assert f"| `chronicles.{name}` |" in OURS


def test_DEC_7_every_kind_of_option_is_on_the_page_with_its_fields() -> None:
    for type_ in o.SeatOption.__subclasses__():
        fields = ", ".join(f"`{name.rstrip('_')}`" for name in type_.__struct_fields__[1:]) or "–"
        assert f"| `{type_.__struct_config__.tag}` | {fields} |" in OURS, type_


def test_every_table_option_is_on_the_page_with_its_values() -> None:
    """§37."""
    for name in st.Options.__struct_fields__:
        assert re.search(rf"`{name}`", OURS), name
    for value in ("block, graze", "shared, own", "strategy,\n  activation", "hit, any", "any, host", "may, must"):
        assert value in OURS


@pytest.mark.parametrize("start", ["spaces 2", "spaces told", "zones told", "tracked 2", "own hands", "followers"])
def test_POS_1_a_position_is_one_object_that_is_read_again(start: str) -> None:
    """Lists of cards are sorted by id, unknown ones last: a pile has no order (CMP-4)."""
    state = STARTS[start](Random(7))
    data = msgspec.json.decode(msgspec.json.encode(SYSTEM.encode(state)))
    assert (data["format"], data["system"]) == ("okko-position/1", "chronicles")
    assert SYSTEM.decode(data, CONTENT) == state
    assert list(data) == [*position.Position.__struct_fields__], "the keys are all there"
    for pile in (*data["piles"].values(), *data["discards"].values(), data["oni"]["hand"], data["suspects"]):
        assert pile == sorted(pile, key=lambda card: (card == HIDDEN, card))
    shuffled = {**data, "piles": {name: list(reversed(pile)) for name, pile in data["piles"].items()}}
    assert SYSTEM.decode(shuffled, CONTENT) == state


def test_POS_1_only_options_that_differ_are_written() -> None:
    assert SYSTEM.encode(dealt(setup(1, places="spaces")))["options"] == {}
    assert SYSTEM.encode(begun(1, wrong_counts="host"))["options"] == {"places": "none", "wrong_counts": "host"}


def test_POS_1_a_position_made_by_hand_leaves_out_what_is_empty() -> None:
    """Frames are the engine's own business."""
    whole = SYSTEM.encode(known(1))
    needed = {
        "format": whole["format"], "system": whole["system"], "options": whole["options"], "track": whole["track"],
        "turn": 3, "stage": "plans", "figures": [{"id": "h1", "card": "house:okko", "group": "hero"}],
        "heroes": {"h1": {"card": "house:okko", "hand": [f"house:okko-{n}" for n in range(1, 9)],
                          "hands": {"right": "house:katana"}}},
        "oni": {"guilty": "?", "nature": "?"}, "suspects": ["house:poet", "house:armourer"],
        "natures": ["house:tide", "house:ashes"],
    }  # fmt: skip
    state = SYSTEM.decode(needed, CONTENT)
    assert (state.turn, state.stage, state.in_play) == (3, "plans", ("h1",))
    with pytest.raises(InvalidInput) as wrong:
        SYSTEM.decode({**needed, "colour": "red"}, CONTENT)
    assert wrong.value.path == "colour"


def test_POS_1_what_is_not_known_is_a_question_mark() -> None:
    state = known(2)
    seen = SYSTEM.view(state, "h1")
    assert set(seen["oni"]["hand"]) == {HIDDEN}
    assert seen["oni"]["guilty"] == HIDDEN
    assert SYSTEM.view(state, "oni")["heroes"]["h1"]["hand"] == [HIDDEN] * 8


@pytest.mark.parametrize(("at", "value", "said"), [
    ("captain", "h2", "By hand: the table, captain: Noburo"), ("oni.alert", True, "By hand: The Oni, alert: ✓"),
    ("figures.h1.damage", 2, "By hand: Okko, damage: 2"), ("figures.h1.at", None, "By hand: Okko, place: –"),
])  # fmt: skip
def test_what_is_set_by_hand_is_told_in_the_words_of_the_table(at: str, value: Json, said: str) -> None:
    """Not by the names of fields."""
    state = known(2)
    applied = SYSTEM.edit(state, SYSTEM.correction_of(state, {"kind": "set", "at": at, "value": value}))
    assert Words("en")(SYSTEM.tell(applied.state, applied.events[0])) == said
