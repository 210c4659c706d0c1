"""Moves as they are chosen in a game (MOV-1 to MOV-10, DEC-2): zone by zone, then a space."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.model.core.contract import Json
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.frames import Frame
from companion.model.games.chronicles.state.state import Place, State

from .boards import Places, fields, moves, on_board
from .tables import CONTENT, active, changed, choose, chosen, done, figure, known, offered, oni_acts, refused, said

TOKENS = {"host-1": [4, 0], "host-2": [1, 7], "clue-1": [3, 4]}
ASHIGARU = {"ashigaru-1": [5, 0], "ashigaru-2": [2, 7], "ashigaru-3": [3, 7]}
NOSHIN = "h3"


def reached(state: State, seat: str) -> Counter[str]:
    """Every space that one move can end on, counted by zone, found by choosing all that is offered."""
    ends: set[Place] = set()
    open_, ways = [state], list[tuple[Frame, Place]]()
    while open_:
        here = open_.pop()
        for text in moves(here, seat):
            after = choose(here, text, seat)
            at = figure(after, seat).at
            way = after.frames[-1] if after.frames else None
            if not isinstance(at, str):
                ends.add(at)
            elif way is not None and (way, at) not in ways:
                ways.append((way, at))
                open_.append(after)
    return Counter(str(places.zone(state, at)) for at in ends)


def test_example_8_an_opponent_ends_the_way_MOV_2_MOV_6() -> None:
    """MOV-1, MOV-2."""
    state = on_board(NOSHIN, {**ASHIGARU, NOSHIN: [1, 1]}, TOKENS)
    found = reached(state, NOSHIN)
    assert found == {"T1.a": 8, "T1.b": 6, "T1.c": 8, "T1.d": 8, "T4.a": 7}
    assert found.total() == 37
    entered = choose(state, "go:T1.b", NOSHIN)
    assert entered.hero(NOSHIN).actions == 2  # DEC-2: the first step spends the action
    assert not {one for one in offered(entered, NOSHIN) if not one.startswith("stand:")}
    assert refused(entered, "go:T2.a", NOSHIN) == "MOV-2"


def test_example_9_held_in_ones_own_zone_MOV_3() -> None:
    """MOV-3: the way is one zone long, whatever the Speed; with Speed 0 nobody changes zone."""
    figures = {"ashigaru-1": [5, 0], NOSHIN: [3, 2]}
    state = on_board(NOSHIN, figures, TOKENS)
    expected = {"T1.a": 9, "T1.d": 8, "T2.a": 7, "T1.b": 5}
    assert reached(state, NOSHIN) == expected
    quick = {**state_with(state, "house:noshin-3")}  # S+1
    assert reached(changed(state, quick), NOSHIN) == expected
    slow: dict[str, Json] = {f"figures.{NOSHIN}.statuses.stunned": {}, **state_with(state, "house:limp")}
    still = changed(state, slow)
    assert reached(still, NOSHIN) == {"T1.b": 5}
    assert refused(still, "go:T1.d", NOSHIN) == "MOV-3"


def state_with(state: State, right: str) -> dict[str, Json]:
    """A technique, or a wound that lies right beside a talent."""
    hand = list(state.hero(NOSHIN).hand)
    if right in hand:
        return {f"heroes.{NOSHIN}.hand": [one for one in hand if one != right], f"heroes.{NOSHIN}.plan.right": right}
    left = "house:noshin-7"
    hand.remove(left)
    wounds = list(state.piles.wound)
    wounds.remove(right)
    plan = {"right": right, "left": left}
    return {f"heroes.{NOSHIN}.hand": hand, f"heroes.{NOSHIN}.plan": plan, "piles.wound": wounds}


NEAR_THE_WELL = {"clue-1": [12, 10], "host-1": [16, 11]}
FOES = {"yurei-1": [16, 7], "yurei-2": [13, 10]}


@pytest.mark.parametrize(
    ("there", "entered", "behind"),
    [
        ({"h1": [14, 8], "h2": [15, 8]}, False, 6),
        ({"yurei-3": [14, 8], "yurei-4": [15, 8]}, False, 0),
        ({"yurei-3": [14, 8]}, True, 0),
        ({"yurei-3": [14, 8], "h1": [15, 8]}, False, 0),
    ],
)
def test_example_10_full_zones_MOV_4(there: Places, entered: bool, behind: int) -> None:
    """MOV-4: a zone full of allies is passed, one with an opponent and no free space is closed."""
    state = on_board(NOSHIN, {**FOES, NOSHIN: [12, 7], **there}, NEAR_THE_WELL)
    found = reached(state, NOSHIN)
    assert (found["T6.c"] > 0, found["T6.e"]) == (entered, behind)
    assert ("go:T6.c" in offered(state, NOSHIN)) is (entered or behind > 0)


def test_example_10_glide_passes_a_zone_full_of_opponents_MOV_8() -> None:
    """MOV-8: Rope and hook is a move of two zones with `glide`."""
    figures = {**FOES, NOSHIN: [12, 7], "yurei-3": [14, 8], "yurei-4": [15, 8]}
    rope = {f"heroes.{NOSHIN}.reserve": ["house:rope-and-hook"], **without_rope()}
    state = on_board(NOSHIN, figures, NEAR_THE_WELL, rope)
    used = choose(state, "object:house:rope-and-hook:0", NOSHIN)
    found = reached(used, NOSHIN)
    assert (found["T6.c"], found["T6.e"]) == (0, 6)
    assert used.hero(NOSHIN).actions == 2
    assert refused(used, "end_activation", NOSHIN) == "DEC-5"


def without_rope() -> dict[str, Json]:
    pile = list(known(3).piles.object)
    pile.remove("house:rope-and-hook")
    base = list(known(3).hero(NOSHIN).gear.reserve)
    return {"piles.object": pile, "discards.object": base}


def test_MOV_6_nobody_is_in_the_way_within_a_zone() -> None:
    allies = {"h1": [2, 0], "h2": [2, 1], "tikku": [2, 2]}
    state = on_board(NOSHIN, {NOSHIN: [0, 0], **allies})
    assert {"stand:1,2", "go:T1.b"} <= moves(state, NOSHIN)  # to T1.b only (2,2) leads, where Tikku stands


def test_MOV_5_the_own_space_is_no_goal_but_its_zone_is_passed_again() -> None:
    state = on_board(NOSHIN, {NOSHIN: [1, 1]})
    assert refused(state, "stand:1,1", NOSHIN) == "MOV-5"
    back = chosen(state, NOSHIN, "go:T1.b", "go:T1.a")
    assert refused(back, "stand:1,1", NOSHIN) == "MOV-5"
    assert refused(back, "go:T1.c", NOSHIN) == "MOV-1"
    stands = choose(back, "stand:0,0", NOSHIN)
    assert figure(stands, NOSHIN).at == (0, 0)
    assert stands.hero(NOSHIN).actions == 2


def test_MOV_7_under_way_a_figure_stands_on_no_space() -> None:
    state = on_board(NOSHIN, {NOSHIN: [1, 1]})
    way = done(state, "go:T1.b", NOSHIN)
    assert figure(way.state, NOSHIN).at == "T1.b"
    assert said(way.events) == ["ZoneEntered"]
    end = done(way.state, "stand:3,0", NOSHIN)
    assert said(end.events) == ["FigureMoved"]
    for step in (way.state, end.state):
        assert SYSTEM.decode(SYSTEM.encode(step), CONTENT) == step


def test_MOV_1_BRD_3_refusals_name_the_rule() -> None:
    state = on_board(NOSHIN, {NOSHIN: [1, 1], "h1": [0, 0]}, {"clue-1": [0, 1]})
    assert refused(state, "go:T2.a", NOSHIN) == "MOV-1"
    assert refused(state, "stand:3,0", NOSHIN) == "MOV-1"  # another zone
    assert refused(state, "stand:0,0", NOSHIN) == "BRD-11"
    assert refused(state, "stand:0,1", NOSHIN) == "BRD-11"
    guard = on_board(NOSHIN, {NOSHIN: [1, 7]})
    assert refused(guard, "stand:0,6", NOSHIN) == "BRD-3"
    full = on_board(NOSHIN, {**FOES, NOSHIN: [12, 7], "yurei-3": [14, 8], "yurei-4": [15, 8]})
    assert refused(full, "go:T6.c", NOSHIN) == "MOV-4"
    assert refused(choose(state, "go:T1.b", NOSHIN), "stand:1,1", NOSHIN) == "MOV-5"


def test_MOV_9_followers_move_as_heroes_and_creatures_hold_them() -> None:
    figures = {"tikku": [1, 1], "h1": [0, 0], "yurei-1": [4, 1]}
    state = on_board("h1", figures, heroes=2)
    state = choose(state, "end_activation", "h1")
    assert "go:T1.b" in moves(state, "h1")
    entered = choose(state, "go:T1.b", "h1")
    assert refused(entered, "go:T2.a", "h1") == "MOV-2"
    assert figure(choose(entered, "stand:3,0", "h1"), "tikku").at == (3, 0)


def test_MOV_9_heroes_hold_the_figures_of_the_oni_and_ninja_glide() -> None:
    state = known(3)
    figures = {"yurei-1": [8, 0], "ninja-1": [9, 0], "h1": [6, 0], "h2": [8, 3], "h3": [0, 0], "tikku": [0, 1]}
    acts = oni_acts(state, fields(state, figures))
    yurei = chosen(acts, "oni", "activate:house:yurei", "figure:yurei-1")
    entered = choose(yurei, "go:T2.c", "oni")
    assert refused(entered, "go:T2.d", "oni") == "MOV-2"
    assert refused(entered, "go:T5.a", "oni") == "MOV-1"
    ninja = chosen(acts, "oni", "activate:house:ninja", "figure:ninja-1", "go:T2.c", "go:T2.d")
    assert {"stand:6,5", "go:T5.a"} <= moves(ninja, "oni")  # BRD-3: the Oni's figures stand where heroes may not


def test_MOV_8_an_upgrade_lets_creatures_glide() -> None:
    state = known(2)
    figures = {"yurei-1": [8, 0], "ashigaru-1": [3, 3], "h1": [8, 1], "h2": [9, 1], "tikku": [0, 1]}
    plain = choose(oni_acts(state, fields(state, figures)), "figure:yurei-1", "oni")
    assert not [one for one in moves(choose(plain, "go:T2.a", "oni"), "oni") if one.startswith("go:")]  # MOV-3
    taken = {"oni.upgrades": ["t2-up", "t4-up", "t6-up"]}
    gliding = choose(oni_acts(state, {**fields(state, figures), **taken}), "figure:yurei-1", "oni")
    assert "go:T1.b" in moves(choose(gliding, "go:T2.a", "oni"), "oni")


def test_FX_5_a_talent_moves_at_once_and_costs_nothing_more() -> None:
    """Sparrow dance: `move 1`, for one action; MOV-1b is a move, too."""
    state = known(4)
    plan = {"heroes.h4.plan.left": "house:setsuka-1"}
    hand = {"heroes.h4.hand": [one for one in state.hero("h4").hand if one != "house:setsuka-1"]}
    state = on_board("h4", {"h4": [1, 1]}, more={**plan, **hand}, heroes=4)
    dance = choose(state, "talent:house:setsuka-1:0", "h4")
    assert {"go:T1.b", "stand:0,0"} <= moves(dance, "h4")
    assert "end_activation" not in offered(dance, "h4")
    there = chosen(dance, "h4", "go:T1.b", "stand:3,0")
    assert there.hero("h4").actions == 2


def test_TAB_4_in_zones_a_move_ends_in_a_zone() -> None:
    state = on_board(NOSHIN, {NOSHIN: "T1.a", "yurei-1": "T1.b"}, depth="zones")
    assert moves(state, NOSHIN) == {"go:T1.b", "go:T1.c", "stand:T1.a"}
    stopped = choose(state, "go:T1.b", NOSHIN)  # an opponent there: the only way on is to stand
    assert figure(stopped, NOSHIN).at == "T1.b"
    assert not stopped.frames
    through = choose(state, "go:T1.c", NOSHIN)
    assert moves(through, NOSHIN) == {"go:T1.a", "go:T1.d", "go:T4.a", "stand:T1.c"}
    assert figure(choose(through, "stand:T1.c", NOSHIN), NOSHIN).at == "T1.c"


def test_TAB_4_a_table_says_where_a_figure_stands_that_nobody_told() -> None:
    state = on_board(NOSHIN, {NOSHIN: "?"}, depth="zones")
    assert "stand:T6.e" in moves(state, NOSHIN)
    assert figure(choose(state, "stand:T6.e", NOSHIN), NOSHIN).at == "T6.e"
    told = on_board(NOSHIN, {NOSHIN: "?", "h1": [0, 0]})
    assert "stand:0,1" in moves(told, NOSHIN)
    assert "stand:0,0" not in moves(told, NOSHIN)


def test_MOV_1_without_places_a_move_is_told_and_no_more() -> None:
    state = active(known(3), NOSHIN)
    assert moves(state, NOSHIN) == {"stand:?"}


def test_MOV_5_a_figure_put_in_the_way_by_hand_sends_it_back() -> None:
    state = on_board(NOSHIN, {**FOES, NOSHIN: [12, 7], "yurei-3": [14, 8]}, NEAR_THE_WELL)
    way = choose(state, "go:T6.c", NOSHIN)
    assert figure(way, NOSHIN).at == (15, 8)  # the only space left is taken by itself
    empty = on_board(NOSHIN, {NOSHIN: [12, 7]})
    way = choose(empty, "go:T6.c", NOSHIN)
    blocked = changed(way, {"figures.h1.at": [14, 8], "figures.h2.at": [15, 8], "frames": with_left(way, 0)})
    assert figure(blocked, NOSHIN).at == (12, 7)
    assert not blocked.frames


def with_left(state: State, left: int) -> Json:
    frame = SYSTEM.encode(state)["frames"][-1]  # type: ignore[index,call-overload]
    return [{**frame, "left": left}]
