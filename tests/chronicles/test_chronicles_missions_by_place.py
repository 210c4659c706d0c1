"""Missions and objectives that ask where somebody stands (FX-6, MIS-1, MIS-2, TST-4)."""

from __future__ import annotations

from typing import Any

from companion.model.core.contract import Json
from companion.model.games.chronicles.box.effects import At, Condition, Whom
from companion.model.games.chronicles.rules import conditions, mission_places, missions
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import Score, State, replace

from .boards import Places, fields, on_board
from .tables import begun, choose, dice_of, figure, known, memoirs, offered, rolled, said, turn_ends

HERO = "h3"
"""Noshin, Mental 4."""
WELL = "house:the-well"


def score(state: State, id: str) -> Score:
    return next(one for one in state.scores if one.id == id)


def test_TST_4_the_well_three_successes_on_either_space_are_blue() -> None:
    """MIS-1: one test with one row of `−1`, which goes at each success (TST-4)."""
    state = on_board(HERO, {HERO: [14, 8]})
    state = rolled(choose(state, f"test:{WELL}", HERO), 2, 2, 2, 2)
    assert score(state, WELL).minus == 1
    state = choose(state, "stand:15,8", HERO)
    again = choose(state, f"test:{WELL}", HERO)
    assert dice_of(again) == ["test"] * 3
    passed = rolled(again, 0, 0, 0)
    assert (score(passed, WELL).minus, score(passed, WELL).blue) == (0, (1,))
    two: dict[str, Json] = {f"places.{WELL}": {"blue": [2]}}
    last = on_board(HERO, {HERO: [15, 8]}, None, two)
    won = rolled(choose(last, f"test:{WELL}", HERO), 0, 0, 0, 0)
    assert score(won, WELL).done == "blue"
    assert ("the-well", "blue") in memoirs(won)
    assert f"test:{WELL}" not in offered(won, HERO)


def ends(figures: Places, more: dict[str, Json] | None = None, depth: str = "spaces") -> Any:
    state = known(2)
    return turn_ends(state, {**fields(state, figures, None, depth), **(more or {})}, step=5)


def test_FX_6_the_well_is_held_by_a_creature_with_no_hero_there() -> None:
    """FX-6 `holds`: once per look, at the end of the turn; both counts stay."""
    counted = ends({"yurei-1": [14, 8]})
    assert score(counted.now, WELL).red == (1,)
    assert "MissionCounted" in said(counted.events)
    assert score(ends({"yurei-1": [14, 8], "h1": [15, 8]}).now, WELL).red == ()
    assert score(ends({"yurei-1": [14, 8], "tikku": [15, 8]}).now, WELL).red == ()
    assert score(ends({"ashigaru-1": [14, 8]}).now, WELL).red == ()  # no creature
    assert score(ends({"yurei-1": [13, 8]}).now, WELL).red == ()  # beside it
    lost = ends({"yurei-1": [14, 8]}, {f"places.{WELL}": {"red": [2], "blue": [2]}})
    assert score(lost.now, WELL).done == "red"
    assert score(lost.now, WELL).blue == (2,)
    assert ("the-well", "red") in memoirs(lost.now)


def test_END_4_undecided_at_its_last_turn_the_well_is_red() -> None:
    late = ends({"yurei-1": [0, 0]}, {"turn": 10})
    assert score(late.now, WELL).done == "red"


def test_TAB_4_in_zones_the_app_sees_who_holds_a_zone() -> None:
    figures = {"yurei-1": "T6.c", "h1": "T1.a", "h2": "T1.a", "tikku": "T1.a"}
    assert score(ends(figures, depth="zones").now, WELL).red == (1,)
    assert score(ends({**figures, "h1": "T6.c"}, depth="zones").now, WELL).red == ()
    nobody = dict.fromkeys(figures, "?")
    assert score(ends(nobody, depth="none").now, WELL).red == ()  # the table decides by hand


def test_MIS_2_the_lamp_list_draws_a_clue_once() -> None:
    state = on_board(HERO, {HERO: [5, 4]})
    done = rolled(choose(state, "test:house:the-lamp-list", HERO), 0, 0, 0)
    assert ("the-lamp-list", "blue") in memoirs(done)
    assert isinstance(done.frames[-1], f.DrawFrame)  # a clue
    assert "house:the-lamp-list" not in [one.id for one in done.scores if one.done is None]


def test_MIS_2_the_shelf_gives_an_object_and_the_gate_bar_closes_violet_spaces() -> None:
    shelf = on_board(HERO, {HERO: [16, 0]})
    assert dice_of(choose(shelf, "test:house:the-shelf", HERO)) == ["test"] * 2
    found = rolled(choose(shelf, "test:house:the-shelf", HERO), 0, 0)
    assert score(found, "house:the-shelf").done == "blue"
    bar = on_board("h2", {"h2": [5, 8]})
    barred = rolled(choose(bar, "test:house:the-gate-bar", "h2"), 0, 0, 0, 0, 0)
    assert [(one.card, one.until) for one in barred.in_force] == [("house:the-gate-bar", "game")]
    assert not [one for one in memoirs(barred) if "gate" in one[0]]


def test_FX_6_places_of_a_mission_are_its_tiles_before_turning() -> None:
    """The well court turned by a quarter: its (2,2) and (3,2) lie at (3,2) and (3,3) of the tile as it lies."""
    state = on_board(HERO, {HERO: [0, 0]})
    pieces = tuple([replace(one, turns=1) if one.name == "T6" else one for one in state.layout.pieces])
    turned = replace(state, layout=replace(state.layout, pieces=pieces))
    assert mission_places.spaces(turned, WELL) == ((15, 8), (15, 9))
    assert mission_places.spaces(turned, "house:the-lamp-list") == ((5, 4),)  # an objective's are the board's
    assert mission_places.is_at(turned, WELL, At(zone="c"), (15, 9))
    assert mission_places.is_at(turned, WELL, At(space=(3, 2)), (15, 9))
    assert not mission_places.is_at(turned, WELL, At(zone="c"), (12, 8))
    assert mission_places.is_at(turned, "house:the-shelf", At(tile="T3"), (12, 0))


def test_FX_6_stands_holds_as_long_as_somebody_stands_there() -> None:
    state = on_board(HERO, {HERO: [14, 8], "h1": [15, 8]})
    escape = Condition("stands", by=Whom(("hero",)), at=At(zone="T6.c"))
    assert conditions.met(state, escape, 0, turn_ends=False)
    assert conditions.met(state, replace(escape, count=2), 0, turn_ends=False)
    assert not conditions.met(state, replace(escape, count=3), 0, turn_ends=False)
    assert not conditions.met(state, replace(escape, at=At(zone="T6.a")), 0, turn_ends=False)
    assert not conditions.met(on_board(HERO, {}, depth="none"), escape, 0, turn_ends=False)


def test_FX_6_near_owner_is_looked_at_at_the_end() -> None:
    """FOL-9: a follower adjacent to its hero when the game ends."""
    option = {"follower_missions": "on"}
    assert begun(2, **option).table.options.follower_missions == "on"
    near = on_board("h1", {"h1": [1, 1], "tikku": [2, 2]})
    far = on_board("h1", {"h1": [0, 0], "tikku": [2, 2]})
    goals = near.table.box.followers["house:tikku"].missions
    n = next(n for n, goal in enumerate(goals) if goal.condition.fact == "near_owner")
    for state, fulfilled in ((near, True), (far, False), (on_board("h1", {}, depth="none"), False)):
        tikku = replace(figure(state, "tikku"), mission=n)
        others = [tikku if one.id == "tikku" else one for one in state.figures]
        assert missions.follower_fulfilled(replace(state, figures=tuple(others)), tikku) is fulfilled


def test_FX_6_by_and_of_may_name_places() -> None:
    """`removes` a guard, by a hero on a corrupted tile."""
    corrupted: dict[str, Json] = {"oni.corruption": {"board": [{"piece": "T1"}], "track": [4, 6, 8]}}
    state = on_board(HERO, {HERO: [14, 8], "h1": [1, 1]}, None, corrupted)
    whom = Whom(("hero",), where=("corrupted",))
    assert conditions.fits(state, whom, figure(state, "h1"), None)
    assert not conditions.fits(state, whom, figure(state, HERO), None)
