"""Corrections by hand of what goes on for a figure: tokens laid and taken off, effects that end."""

from __future__ import annotations

import pytest

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.skills import skill_use

from .table import CONTENT, Table
from .test_skills_deeds import TRAP, using

BITE = {
    "id": "t:bite", "name": {"en": "Bite"}, "element": None, "when": ["won"],
    "effects": [{"type": "token", "name": "bleeding", "who": {"of": "opponent"}, "turns": 2}],
}  # fmt: skip
SLOW = {
    "effect": {"type": "bonus", "to": "movement", "amount": -1, "lasts": "game"},
    "skill": "t:bite", "source": "a1", "left": -1,
}  # fmt: skip


def bitten(**more: Json) -> Table:
    """One that bites, and one that may be bitten."""
    return Table(["....", "....", "...."], {"a1": "0,0S", "b1": "2,2N"}, a1={"stats": {"skills": [BITE]}}, b1=more)


def corrected(table: Table, **data: Json) -> Table:
    """Through the codec of the protocol and back."""
    correction = SYSTEM.correction_of(table.state, data)
    assert SYSTEM.correction_json(table.state, correction) == data
    applied = SYSTEM.edit(table.state, correction)
    table.state, table.events = applied.state, list(applied.events)
    written = SYSTEM.encode(table.state)
    assert SYSTEM.decode(written, CONTENT) == table.state
    return table


def test_a_token_is_laid_by_hand_as_by_the_skill_that_knows_it() -> None:
    table = corrected(bitten(), kind="set_token", who="b1", token="bleeding", laid=True)
    (lasting,) = table.state.figures[1].lasting
    assert (skill_use.borne(table.state, 1), lasting.left, lasting.skill) == (["bleeding"], 4, "t:bite")
    assert Words()(SYSTEM.tell(table.state, table.events[0])).startswith("By hand: ")
    corrected(table, kind="set_token", who="b1", token="bleeding", laid=True)
    assert len(table.state.figures[1].lasting) == 1
    corrected(table, kind="set_token", who="b1", token="bleeding", laid=False)
    assert skill_use.borne(table.state, 1) == []


def test_a_token_that_nobody_knows_and_a_figure_that_is_out_are_refused() -> None:
    table = bitten()
    for data, path in (
        ({"kind": "set_token", "who": "b1", "token": "wet", "laid": True}, "token"),
        ({"kind": "end_effect", "who": "b1", "effect": 0}, "effect"),
    ):
        with pytest.raises(InvalidInput) as wrong:
            SYSTEM.edit(table.state, SYSTEM.correction_of(table.state, data))
        assert wrong.value.path == path
    corrected(table, kind="set_state", who="b1", state="disabled")
    if table.state.over:
        return
    laid = SYSTEM.correction_of(table.state, {"kind": "set_token", "who": "b1", "token": "bleeding", "laid": True})
    with pytest.raises(InvalidInput):
        SYSTEM.edit(table.state, laid)


def test_one_effect_ends_by_hand_and_the_others_go_on() -> None:
    table = bitten()
    written = SYSTEM.encode(table.state)
    written["bands"]["B"]["characters"][0]["lasting"] = [SLOW, {**SLOW, "left": 3}]
    table.state = SYSTEM.decode(written, CONTENT)
    assert [n for n, _ in skill_use.effects(table.state, 1)] == [0, 1]
    corrected(table, kind="end_effect", who="b1", effect=0)
    (left,) = table.state.figures[1].lasting
    assert left.left == 3
    assert Words()(SYSTEM.tell(table.state, table.events[0])).startswith("By hand: ")


def test_a_hand_lays_tokens_on_squares_and_they_leave_with_their_figure() -> None:
    table = using(TRAP).do("place", at=[3, 4])
    corrected(table, kind="set_square_token", at=[5, 5], token="trap", laid=True)
    corrected(table, kind="set_square_token", at=[3, 4], token="trap", laid=False)
    (token,) = SYSTEM.encode(table.state)["tokens"]
    assert (token["at"], token["name"], token["source"]) == ([5, 5], "trap", "a1")
    with pytest.raises(InvalidInput):
        corrected(table, kind="set_square_token", at=[3, 4], token="oath", laid=True)
    corrected(table, kind="set_state", who="a1", state="disabled")
    assert table.state.tokens == ()
