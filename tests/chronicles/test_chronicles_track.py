"""The track, corruption, reinforcements (TRK, COR, REI), the end of turn (EOT), without places."""

from __future__ import annotations

import pytest

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.insight.notebook import notebook
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules import totals
from companion.model.games.chronicles.state.state import State

from .tables import (
    CONTENT,
    active,
    changed,
    choose,
    chosen,
    demon,
    done,
    figure,
    known,
    laid,
    offered,
    oni_acts,
    refused,
    said,
    thrown,
    turn_ends,
    with_records,
)

TWO = known(2)
TILES = {f"T{n}" for n in range(1, 7)}
TOUCHING = {
    "T1": {"T2", "T4"}, "T2": {"T1", "T3", "T5"}, "T3": {"T2", "T6"}, "T4": {"T1", "T5"}, "T5": {"T2", "T4", "T6"},
    "T6": {"T3", "T5"},
}  # fmt: skip


def strategy(turn: int, fields: dict[str, Json] | None = None, state: State = TWO) -> State:
    """The strategy of a turn begins; the tokens of earlier columns are gone from the track."""
    left = [n for n in (2, 4, 6, 8) if n >= turn]
    return turn_ends(state, {"turn": turn - 1, "oni.corruption.track": left, **(fields or {})}, step=10).now


def upgrades(state: State) -> set[str]:
    return {text.partition(":")[2] for text in offered(state, "oni") if text.startswith("upgrade")}


def taken(*ids: str) -> dict[str, Json]:
    return {"oni.upgrades": list(ids)}


def board(*pieces: str, red: str = "") -> dict[str, Json]:
    return {"oni.corruption.board": [{"piece": piece, "red": piece == red} for piece in pieces]}


# the track ------------------------------------------------------------------------------------------------------------


def test_TRK_2_an_even_turn_brings_corruption_then_a_creature_upgrade() -> None:
    """COR-2: on any tile without one, and it must be done."""
    state = strategy(2, taken("t1-middle"))
    assert offered(state, "oni") == {f"corrupt:{tile}" for tile in TILES}
    applied = done(state, "corrupt:T3", "oni")
    assert applied.events[0] == e.TileCorrupted("T3", False)
    assert upgrades(applied.state) == {"t2-up", "t2-down"}
    assert applied.state.oni.on_track == (4, 6, 8)


def test_TRK_2_an_odd_turn_moves_a_token_then_brings_a_guard_upgrade() -> None:
    state = strategy(3, {**taken("t1-middle", "t2-up"), **board("T4")})
    assert "no_shift" in offered(state, "oni")
    state = choose(state, "no_shift", "oni")
    assert upgrades(state) == {"t3-up", "t3-down"}


def test_TRK_2_nothing_moves_in_turn_one() -> None:
    assert (TWO.turn, TWO.stage) == (1, "calls")
    assert TWO.oni.upgrades == ("t1-middle",)  # TRK-3: compulsory, and there is only one


@pytest.mark.parametrize(
    ("turn", "before", "open_"),
    [
        (3, ("t1-middle",), {"t3-up", "t3-down"}),
        (5, ("t1-middle", "t3-up"), {"t5-up", "t5-middle"}),
        (5, ("t1-middle", "t3-down"), {"t5-middle", "t5-down"}),
        (4, ("t2-up",), {"t4-up", "t4-middle"}),
    ],
)
def test_TRK_3_an_upgrade_is_linked_from_the_one_of_its_kind_taken_last(
    turn: int, before: tuple[str, ...], open_: set[str]
) -> None:
    state = strategy(turn, {**taken(*before), "oni.corruption.track": []})
    assert upgrades(state) == open_
    assert refused(state, "calls_done", "oni") == "DEC-5"


def test_TRK_3_an_upgrade_that_cannot_follow_is_refused() -> None:
    state = strategy(5, {**taken("t1-middle", "t3-up"), "oni.corruption.track": []})
    assert refused(state, "upgrade:t5-down", "oni") == "TRK-3"


def test_TRK_4_an_upgrade_holds_for_its_group_from_then_on() -> None:
    state = strategy(4, {**taken("t1-middle", "t2-up", "t3-up"), "oni.corruption.track": [6, 8]})
    for id, attack in (("ashigaru-1", 1), ("yurei-1", 1)):
        found = totals.reasons(state, figure(state, id), "attack", figure(state, "h1"))
        assert sum(one.n for one in found if one.sure) == attack
    assert totals.value(state, figure(state, "ashigaru-1"), "speed") == 2
    assert totals.value(state, figure(state, "h1"), "speed") == 2


def test_TRK_4_creature_upgrades_hold_for_the_demon_too() -> None:
    """FIG-2."""
    state = oni_acts(TWO, {**demon(TWO, "house:ashes"), **taken("t1-middle", "t2-up")})
    assert totals.attack_dice(state, figure(state, "oni-of-the-ashes-1"), figure(state, "h1")) == (6, 1)


def test_TRK_4_an_upgrade_may_give_actions() -> None:
    fields = {**taken("t1-middle", "t3-up", "t5-middle", "t7-middle"), "oni.alert": True}
    state = oni_acts(TWO, {**fields, "memoirs.house:alert": {"colour": "red"}})
    assert totals.actions_of(state, figure(state, "ashigaru-1")) == 3
    assert totals.actions_of(state, figure(state, "yurei-1")) == 2


def test_TRK_5_the_time_marker_goes_on_after_a_right_accusation() -> None:
    state = strategy(6, {**demon(TWO, "house:ashes"), "turn": 5, "oni.closed": True})
    assert state.turn == 6


def test_TRK_6_after_turn_eight_a_token_may_move_and_nothing_else() -> None:
    state = strategy(9, {**demon(TWO, "house:ashes"), "turn": 8, **board("T4")})
    assert offered(state, "oni") == {"shift:T4:T1", "shift:T4:T5", "no_shift"}
    assert choose(state, "no_shift", "oni").stage == "calls"


def test_TRK_6_after_turn_eight_it_may_stay_whatever_the_table_wants() -> None:
    must = known(2, corruption_move="must")
    state = strategy(9, {**demon(must, "house:ashes"), "turn": 8, **board("T4")}, must)
    assert "no_shift" in offered(state, "oni")


def test_TRK_7_a_closed_track_gives_nothing_but_tokens_on_the_board_still_move() -> None:
    closed = {**demon(TWO, "house:ashes"), "oni.closed": True, **board("T4"), **taken("t1-middle")}
    six = strategy(6, {**closed, "turn": 5})
    assert six.stage == "calls"
    seven = strategy(7, {**closed, "turn": 6})
    assert "shift:T4:T1" in offered(seven, "oni")
    assert choose(seven, "no_shift", "oni").stage == "calls"


def test_TRK_8_a_table_may_play_without_upgrades() -> None:
    off = known(2, upgrades="off")
    assert off.oni.upgrades == ()
    state = strategy(2, {}, off)
    assert choose(state, "corrupt:T1", "oni").stage == "calls"


def test_example_16_upgrades() -> None:
    state = strategy(3, {**taken("t1-middle"), "oni.corruption.track": []})
    assert upgrades(state) == {"t3-up", "t3-down"}
    five = strategy(5, {"oni.corruption.track": []}, choose(state, "upgrade:t3-up", "oni"))
    assert upgrades(five) == {"t5-up", "t5-middle"}
    seven = strategy(7, {"oni.corruption.track": []}, choose(five, "upgrade:t5-up", "oni"))
    assert seven.oni.upgrades[-1] == "t7-up"  # the only one, taken by itself
    six = strategy(6, {**taken("t1-middle", "t2-up", "t4-middle"), "oni.corruption.track": []})
    assert six.oni.upgrades[-1] == "t6-middle"


# corruption -----------------------------------------------------------------------------------------------------------


def test_COR_1_one_token_a_tile_at_most() -> None:
    """COR-2."""
    state = strategy(4, board("T4"))
    assert offered(state, "oni") == {f"corrupt:{tile}" for tile in TILES - {"T4"}}
    assert refused(state, "corrupt:T4", "oni") == "COR-2"
    full = strategy(8, {**board(*sorted(TILES)), "oni.corruption.track": [8]})
    assert not [text for text in offered(full, "oni") if text.startswith("corrupt")]


def test_COR_2_the_token_of_turn_four_is_red() -> None:
    applied = done(strategy(4, board("T4")), "corrupt:T1", "oni")
    assert applied.events[0] == e.TileCorrupted("T1", True)


@pytest.mark.parametrize("tile", sorted(TILES))
def test_COR_3_a_token_moves_to_an_adjacent_tile_without_one(tile: str) -> None:
    """BRD-10."""
    state = strategy(3, board(tile))
    shifts = {text for text in offered(state, "oni") if text.startswith("shift")}
    assert shifts == {f"shift:{tile}:{to}" for to in TOUCHING[tile]}
    other = min(TOUCHING[tile])
    two = strategy(3, board(tile, other))
    assert refused(two, f"shift:{tile}:{other}", "oni") == "COR-3"


def test_example_26_corruption() -> None:
    state = strategy(3, board("T4"))
    assert offered(state, "oni") == {"shift:T4:T1", "shift:T4:T5", "no_shift"}
    assert refused(state, "shift:T4:T2", "oni") == "COR-3"  # only a corner
    must = strategy(3, board("T4"), known(2, corruption_move="must"))
    assert refused(must, "no_shift", "oni") == "COR-3"
    moved = done(state, "shift:T4:T5", "oni")
    assert e.CorruptionMoved("T4", "T5") in moved.events
    four = strategy(4, {}, moved.state)
    assert offered(four, "oni") == {f"corrupt:{tile}" for tile in TILES - {"T5"}}
    red = choose(four, "corrupt:T1", "oni")
    assert [(one.piece, one.red) for one in red.oni.corruption] == [("T5", False), ("T1", True)]


# reinforcements -------------------------------------------------------------------------------------------------------


def test_REI_1_a_call_costs_two_event_cards_and_brings_two_minions() -> None:
    applied = done(TWO, "call:house:ashigaru", "oni")
    assert offered(applied.state, "oni") == {"pay:house:blood-rite", "pay:house:thick-fog"}
    assert refused(applied.state, "pay:house:venom", "oni") == "REI-1"
    paid = done(applied.state, "pay:house:thick-fog", "oni")
    assert paid.state.piles.used_events == ("house:blood-rite", "house:thick-fog")
    assert offered(paid.state, "oni") == {"deploy:ashigaru-6:?", "enough"}  # at least one came
    both = choose(paid.state, "deploy:ashigaru-6:?", "oni")
    assert sum(one.card == "house:ashigaru" for one in both.figures) == 6
    assert both.stage == "plans"  # the hand is empty


def test_REI_1_a_lieutenant_comes_alone() -> None:
    state = changed(TWO, {"figures.hiroji-san-1": None})
    state = chosen(state, "oni", "call:house:hiroji-san", "pay:house:thick-fog")
    assert figure(state, "hiroji-san-1").damage == 0
    assert state.stage == "plans"


def test_REI_1_of_two_lieutenants_in_the_box_one_comes_for_the_price() -> None:
    state = with_records(TWO, sheets={"house:hiroji-san": {"figures": 3}})
    state = chosen(state, "oni", "call:house:hiroji-san", "pay:house:thick-fog")
    assert sum(one.card == "house:hiroji-san" for one in state.figures) == 2
    assert state.stage == "plans"


def test_REI_1_as_often_as_the_oni_can_pay_and_example_15() -> None:
    """Five cards in hand: two Ashigaru for two of them, a Yurei for two more, and none is left to pay with."""
    hand = ["house:blood-rite", "house:thick-fog", "house:venom", "house:venom", "house:panic"]
    pile = [card for card in TWO.piles.event if card not in ("house:venom", "house:panic")]
    state = changed(TWO, {"oni.hand": hand, "piles.event": pile})
    state = chosen(state, "oni", "call:house:ashigaru", "pay:house:venom", "pay:house:venom", "deploy:ashigaru-6:?")
    assert len(state.oni.hand) == 3
    state = chosen(state, "oni", "call:house:yurei", "pay:house:panic", "pay:house:thick-fog", "enough")
    assert (state.oni.hand, state.stage) == (("house:blood-rite",), "plans")


def test_REI_1_the_oni_cannot_call_what_it_cannot_pay() -> None:
    state = changed(TWO, {"oni.hand": ["house:thick-fog"], "discards.event": ["house:blood-rite"]})
    assert state.stage == "plans"


def test_REI_2_neither_the_demon_nor_a_sheet_of_another_game() -> None:
    fight = changed(TWO, {**demon(TWO, "house:ashes"), "stage": "calls"})
    assert refused(fight, "call:house:oni-of-the-ashes", "oni") == "REI-1"
    assert refused(fight, "call:house:ninja", "oni") == "REI-1"
    assert "call:house:yurei" in offered(fight, "oni")  # REI-3: also in the final combat


def test_REI_3_who_was_called_can_act_in_the_same_turn() -> None:
    state = chosen(TWO, "oni", "call:house:yurei", "pay:house:thick-fog", "deploy:yurei-4:?")
    assert "figure:yurei-4" in offered(oni_acts(state), "oni")


# the end of turn ------------------------------------------------------------------------------------------------------


def test_EOT_the_steps_are_done_in_their_order() -> None:
    told = []
    t = turn_ends(TWO, demon(TWO, "house:ashes"), step=4)
    told += [one.rule for one in t.events if isinstance(one, se.StepDone)]
    state = t.now
    for card in ("house:panic", "house:venom"):
        applied = thrown(state, card)
        told += [one.rule for one in applied.events if isinstance(one, se.StepDone)]
        state = applied.state
    assert told == [f"EOT-{n}" for n in range(4, 10)]
    assert state.turn == 4


@pytest.mark.parametrize(("step", "seat"), [(0, 0), (11, 0), (4, -1)])
def test_EOT_there_are_no_other_steps(step: int, seat: int) -> None:
    data = SYSTEM.encode(turn_ends(TWO).now)
    assert isinstance(data, dict)
    with pytest.raises(InvalidInput):
        SYSTEM.decode({**data, "frames": [{"type": "end", "step": step, "seat": seat}]}, CONTENT)


def test_EOT_1_the_oni_reveals_itself_before_anything_else() -> None:
    t = turn_ends(TWO, {"turn": 8, "oni.corruption.track": []})
    told = [one.rule if isinstance(one, se.StepDone) else one.kind for one in t.events]
    assert told.index("DemonCame") < told.index("EOT-1") < told.index("EOT-2")


def test_EOT_2_accusations_come_before_anything_of_the_heroes() -> None:
    t = turn_ends(TWO, {"figures.h1.damage": 4})
    assert "no_accusation" in offered(t.now, "h1")
    assert figure(t.now, "h1").damage == 4


def test_EOT_6_statuses_are_turned_after_the_oni_has_drawn() -> None:
    t = turn_ends(TWO, {"figures.h1.statuses": [{"kind": "stunned"}]}, step=5)
    assert "StatusTurned" not in said(t.events)
    state = thrown(t.now, "house:panic").state
    assert "StatusTurned" in said(thrown(state, "house:venom").events)


def test_EOT_4_every_hero_in_natural_order() -> None:
    t = turn_ends(TWO, {"figures.h1.damage": 4, "figures.h2.damage": 4}, step=4)
    applied = thrown(t.now, "house:limp")
    assert applied.events[0] == e.WoundDrawn("h1", "house:limp")
    assert thrown(applied.state, "house:limp").events[0] == e.WoundDrawn("h2", "house:limp")


def test_EOT_4_the_plan_goes_to_the_discard() -> None:
    planned = laid(TWO, "h1", "house:okko-1", "house:okko-8")
    hero = turn_ends(TWO, planned, step=4).now.hero("h1")
    assert (hero.plan.right, hero.plan.left) == (None, None)
    assert {"house:okko-1", "house:okko-8"} <= {*hero.discard, *hero.hand}


def test_EOT_5_techniques_go_to_the_discard_and_the_oni_draws_two() -> None:
    lying = [{"sheet": "house:yurei", "card": "house:blood-rite", "told": True}]
    t = turn_ends(TWO, {"oni.techniques": lying, "oni.hand": ["house:thick-fog"]}, step=5)
    assert (t.now.oni.techniques, t.now.piles.used_events) == ((), ("house:blood-rite",))
    state = thrown(t.now, "house:panic").state
    assert len(state.oni.hand) == 2
    assert len(thrown(state, "house:venom").state.oni.hand) == 3


def test_EOT_7_and_EOT_8_are_passed_where_no_extension_plays() -> None:
    """Degeneration, sacred tokens and fire: the steps are told, in their place, and nothing changes."""
    t = turn_ends(TWO, {"figures.h1.damage": 1}, step=7)
    told = [one.rule if isinstance(one, se.StepDone) else one.kind for one in t.events]
    assert told[:2] == ["EOT-7", "EOT-8"]
    assert [one.damage for one in t.now.figures] == [1, *[0] * (len(t.now.figures) - 1)]


def test_EOT_9_activation_tokens_come_back_and_effects_of_the_turn_end() -> None:
    force = [
        {"card": "house:venom", "index": 0, "figures": ["yurei-1"], "until": "turn"},
        {"card": "house:venom", "index": 0, "figures": ["yurei-2"], "until": "game"},
    ]
    t = turn_ends(TWO, {"oni.activated": ["house:yurei"], "in_force": force}, step=9)
    assert t.now.oni.activated == ()
    assert [one.until for one in t.now.in_force] == ["game"]


def test_EOT_10_the_next_turn_begins_afresh() -> None:
    used = {"heroes.h1.used": ["house:okko-5"], "figures.tikku.acted": True}
    t = turn_ends(TWO, used, step=10)
    assert said(t.events)[0] == "TurnBegan"
    assert (t.now.hero("h1").used, t.now.hero("h1").activated) == ((), False)
    assert not figure(t.now, "tikku").acted
    assert active(t.now).turn == 2
    assert notebook(t.now, "h1").left == len(TWO.piles.clue)
