"""Bursts: one roll against a whole zone (ATK-7)."""

from __future__ import annotations

from companion.model.core.contract import Roll
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.state.state import State

from .tables import (
    active,
    changed,
    choose,
    chosen,
    demon,
    dice_of,
    figure,
    known,
    laid,
    memoirs,
    offered,
    refused,
    rolled,
    said,
    thrown,
    with_records,
)

FOUR = known(4)


def volley(state: State = FOUR, **fields: object) -> State:
    """Setsuka's fan volley lies before her."""
    return active(state, "h4", {**laid(state, "h4", left="house:setsuka-3"), **fields})


def burst(state: State, *targets: str) -> State:
    return chosen(state, "h4", "burst:?", *[f"choose:{id}" for id in targets], "done")


def test_ATK_7_a_burst_needs_a_permission() -> None:
    assert "burst:?" in offered(volley(), "h4")
    assert "burst:?" not in offered(active(FOUR, "h4"), "h4")
    assert refused(active(FOUR, "h4"), "burst:?", "h4") == "ATK-7"


def test_ATK_7_the_zone_must_hold_an_opponent() -> None:
    state = choose(volley(), "burst:?", "h4")
    assert "done" not in offered(state, "h4")
    assert "choose:h4" not in offered(state, "h4"), "the attacker"
    state = choose(state, "choose:h1", "h4")
    assert "done" not in offered(state, "h4"), "an ally is none"
    assert "done" in offered(choose(state, "choose:yurei-1", "h4"), "h4")


def test_ATK_7_one_roll_is_compared_with_every_figure_allies_included() -> None:
    """Okko's Defense is 4, Noburo's 4, a Yurei's 4, a Ninja's 5: a total of 4 hits all but the Ninja."""
    state = burst(volley(), "yurei-1", "ninja-1", "h1")
    assert dice_of(state) == ["combat"] * 3
    applied = thrown(state, 2, 2, 0)
    told = [(one.target, one.hit) for one in applied.events if isinstance(one, e.AttackResolved)]
    assert told == [("yurei-1", True), ("ninja-1", False), ("h1", True)]
    assert applied.state.figure("yurei-1") is None
    assert applied.state.figure("ninja-1") is not None
    assert figure(applied.state, "h1").damage == 1
    assert applied.state.hero("h4").actions == 2


def test_ATK_7_all_damage_is_placed_before_what_is_removed_goes() -> None:
    applied = thrown(burst(volley(), "yurei-1", "yurei-2"), 2, 2, 0)
    assert said(applied.events)[-5:-1] == ["DamageTaken", "DamageTaken", "FigureRemoved", "FigureRemoved"] or said(
        applied.events
    )[-4:] == ["DamageTaken", "DamageTaken", "FigureRemoved", "FigureRemoved"]


def test_ATK_7_a_die_counts_for_the_figures_that_its_modifier_fits() -> None:
    """Okko's power: Attack +1 against creatures. Against a hero that die does not count."""
    state = with_records(volley(), heroes={"house:setsuka": {"powers": FOUR.table.box.heroes["house:okko"].powers}})
    state = burst(state, "yurei-1", "h1")
    assert dice_of(state) == ["combat"] * 3 + ["action"]
    applied = thrown(state, 1, 1, 0, 2)
    told = {one.target: one.total for one in applied.events if isinstance(one, e.AttackResolved)}
    assert told == {"yurei-1": 4, "h1": 2}


def test_DEC_3_dice_that_count_for_every_figure_come_first() -> None:
    mod = fx.Mod(stat="attack", n=1, vs=("creature",))
    whole = fx.Mod(stat="attack", n=1)
    state = with_records(volley(), heroes={"house:setsuka": {"powers": (mod, whole)}})
    applied = thrown(burst(state, "yurei-1", "h1"), 0, 0, 0, 2, 1)
    told = {one.target: one.total for one in applied.events if isinstance(one, e.AttackResolved)}
    assert told == {"yurei-1": 3, "h1": 2}


def test_ATK_7_a_ki_is_rolled_again_for_whom_its_die_counts() -> None:
    mod = fx.Mod(stat="attack", n=1, vs=("creature",))
    state = with_records(volley(), heroes={"house:setsuka": {"powers": (mod,)}})
    state = rolled(burst(state, "yurei-1", "h1"), 0, 0, "ki", "ki")
    assert dice_of(state) == ["combat", "action"]
    applied = thrown(state, 0, 2)
    told = {one.target: one.total for one in applied.events if isinstance(one, e.AttackResolved)}
    assert told == {"yurei-1": 4, "h1": 1}


def test_ATK_7_yurei_are_left_out_where_the_permission_is_an_objects() -> None:
    bow = {"house:shuriken": {"effects": (fx.Burst(),)}}
    state = choose(with_records(active(FOUR, "h4", {"heroes.h4.marked": "left"}), objects=bow), "burst:?", "h4")
    assert "choose:ninja-1" in offered(state, "h4")
    assert "choose:yurei-1" not in offered(state, "h4")


def test_ALR_1_a_burst_at_any_guard_without_corruption_raises_the_alert() -> None:
    assert not burst(volley(), "yurei-1").oni.alert
    state = burst(volley(), "yurei-1", "ashigaru-1")
    assert state.oni.alert
    assert ("alert", "red") in memoirs(state)


def test_ATK_9_miryoku_in_the_zone_is_tested_once_and_failed_loses_the_action() -> None:
    state = volley(changed(FOUR, demon(FOUR, "house:miryoku")))
    id = next(one.id for one in state.figures if "miryoku" in one.card)
    state = burst(state, "yurei-1", id)
    pending = SYSTEM.pending(state)
    assert isinstance(pending, Roll)
    assert pending.kind == "test"
    failed = rolled(state, 2, 2, 2, 2)
    assert failed.figure("yurei-1") is not None
    assert not failed.frames
    assert dice_of(rolled(state, 0, 0, 0, 0)) == ["combat"] * 3


def test_ATK_7_at_a_table_the_total_is_told_for_all_or_for_each() -> None:
    typed = known(4, dice_entry="typed")
    state = burst(volley(typed), "yurei-1", "h1")
    assert "total:4" in offered(state, "h4")
    assert figure(choose(state, "total:4", "h4"), "h1").damage == 1
    mod = fx.Mod(stat="attack", n=1, vs=("creature",))
    state = burst(with_records(volley(typed), heroes={"house:setsuka": {"powers": (mod,)}}), "yurei-1", "h1")
    after = chosen(state, "h4", "total:4", "total:3")
    assert after.figure("yurei-1") is None
    assert figure(after, "h1").damage == 0
