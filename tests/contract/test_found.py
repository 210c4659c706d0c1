"""The least cases of faults that the random games of this suite have found in Asagiri."""

from __future__ import annotations

from typing import Any

import pytest

from companion.model.core.contract import Choice, Json, options_of
from companion.model.core.refusal import InvalidInput
from companion.model.games.asagiri import SYSTEM
from tests.rules.table import CONTENT, Table

from .games import through_text


def edited(table: Table, **correction: Json) -> Any:
    """The state after a correction by hand."""
    return SYSTEM.edit(table.state, SYSTEM.correction_of(table.state, correction)).state


def assert_works(state: Any) -> None:
    """Something can be chosen, and the position can be written and read again."""
    asked = SYSTEM.pending(state)
    assert not isinstance(asked, Choice) or options_of(asked)
    assert SYSTEM.decode(through_text(SYSTEM.encode(state)), CONTENT) == state


def test_BND_6_position_of_a_die_owed_for_a_shaken_civilian_that_lost_by_three_is_read_again() -> None:
    table = Table(
        ["...", "...", "..."],
        {"a1": "1,1N", "b1": "1,0S!", "b2": "2,2N"},
        b1={"traits": ["civilian"]},
        bands={"B": {"limit": 99, "aside": 3, "pool": ["fire"]}},
    )
    table.do("activate", character="a1").do("attack", target="b1").passing().roll(4, 1)  # b2 supports b1: by 3
    assert table.kinds == ["CombatRolled", "CharacterDisabled"]
    assert_works(table.state)


@pytest.mark.parametrize("facing", ["", "NE", "ESW"])
def test_a_facing_that_is_no_letter_is_invalid_input(facing: str) -> None:
    plain = SYSTEM.encode(Table([".."], {"a1": "0,0N", "b1": "1,0N"}).state)
    plain["bands"]["A"]["characters"][0]["facing"] = facing
    with pytest.raises(InvalidInput):
        SYSTEM.decode(plain, CONTENT)


def test_a_figure_that_must_retreat_is_put_where_it_cannot() -> None:
    table = Table(["....", "....", "....", "...."], {"a1": "1,2N", "b1": "1,1S"})
    table.do("activate", character="a1").do("attack", target="b1").passing().roll(6, 4)
    assert_works(edited(table, kind="place", who="b1", at=[3, 0], facing="S"))


def test_a_figure_that_must_turn_is_put_away_from_its_attacker() -> None:
    table = Table(["...", "...", "..."], {"a1": "0,2E", "b1": "1,1E"})
    table.do("activate", character="a1").do("attack", target="b1").passing()
    assert_works(edited(table, kind="place", who="b1", at=[2, 0], facing="E"))


@pytest.mark.parametrize(
    "correction",
    [
        {"kind": "set_dice", "band": "A", "faces": [], "aside": 3},
        {"kind": "set_reserve", "who": "a1", "element": None},
        {"kind": "set_state", "who": "a1", "state": "shaken"},
    ],
    ids=lambda correction: str(correction["kind"]),
)
def test_the_only_die_that_could_be_announced_is_taken_away(correction: dict[str, Json]) -> None:
    pool = ("fire",) if correction["kind"] == "set_dice" else ()
    held = None if pool else "fire"
    table = Table(["..", ".."], {"a1": "0,1N", "b1": "0,0S"}, pool=pool, a1={"reserve": held})
    table.do("activate", character="a1").do("attack", target="b1")
    assert_works(edited(table, **correction))


@pytest.mark.parametrize("how", ["place", "set_state"])
def test_the_last_figure_to_deploy_is_taken_off(how: str) -> None:
    table = Table.new().roll(6, 1).do("side", facing="S")
    while sum(figure.at < 0 for figure in table.state.figures) > 1:
        table.state = SYSTEM.apply(table.state, options_of(SYSTEM.pending(table.state))[0]).state
    last = next(c.id for c, f in zip(table.state.table.characters, table.state.figures, strict=True) if f.at < 0)
    more: dict[str, Json] = {"at": None, "facing": "N"} if how == "place" else {"state": "disabled"}
    assert_works(edited(table, kind=how, who=last, **more))
