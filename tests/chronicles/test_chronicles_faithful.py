"""Missions of followers (FOL-9)."""

from __future__ import annotations

from companion.model.core.contract import Json
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import missions
from companion.model.games.chronicles.rules.damage import damage
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.table import corrections

from .tables import CONTENT, begun

FAITHFUL = "house:faithful-companion"


def followed(mission: int, **more: Json) -> State:
    """Okko with Tikku, who has one of his missions."""
    data = SYSTEM.encode(begun(1))
    for one in data["figures"]:
        if one["id"] == "tikku":
            one.update(mission=mission, **more)
    return SYSTEM.decode(data, CONTENT)


def at_the_end(state: State) -> list[str]:
    """The chapters placed when the game ends."""
    t = Transition(state)
    missions.settle(t)
    return [one.chapter for one in t.now.memoirs if one.colour == "blue"]


def test_fol_9_an_unhurt_follower_is_a_blue_chapter_at_the_end() -> None:
    assert FAITHFUL in at_the_end(followed(1))
    assert FAITHFUL not in at_the_end(followed(1, damage=1))


def test_fol_9_what_it_removes_counts() -> None:
    state = followed(0)
    assert FAITHFUL not in at_the_end(state)
    guard = next(one for one in state.figures if one.group == "guard")
    t = Transition(state)
    damage(t, guard.id, 9, "tikku", attack=True)
    missions.look(t)
    follower = t.now.figure("tikku")
    assert follower is not None
    assert follower.counted == 1
    assert FAITHFUL in at_the_end(t.now)


def test_fol_9_where_it_stands_the_table_says() -> None:
    """`near_owner` needs places: a decision by hand, taken back as well."""
    state = followed(2)
    assert FAITHFUL not in at_the_end(state)
    near = corrections.edit(state, corrections.Decide("tikku", "blue")).state
    assert FAITHFUL in at_the_end(near)
    open_ = corrections.edit(near, corrections.Decide("tikku", None)).state
    assert FAITHFUL not in at_the_end(open_)


def test_fol_9_without_a_mission_nothing_is_placed() -> None:
    assert FAITHFUL not in at_the_end(followed(-1))
