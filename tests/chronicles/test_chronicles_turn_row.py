"""The row of activations, and what has become of the upgrades of the track."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.chance import HIDDEN
from companion.model.core.words import Words
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.box.upgrade_words import upgrade_name
from companion.model.games.chronicles.insight.track_tree import standings
from companion.model.games.chronicles.insight.turn_order import Activation, activations
from companion.model.games.chronicles.rules import totals, track
from companion.model.games.chronicles.state.state import ONI, State
from companion.model.games.chronicles.wire.narration import named

from .tables import active, begun, changed, oni_acts, out, played, turn_ends

said = Words()


def row(state: State, viewer: str | None) -> list[tuple[str, str, str]]:
    return [(one.who, one.seat, one.standing) for one in activations(state, viewer)]


def test_trn_2_heroes_and_the_oni_come_by_turns_and_the_turn_ends_last() -> None:
    state = active(begun(heroes=3), "h2")
    assert row(state, "h1") == [
        ("hero", "h2", "now"), ("oni", "h2", "later"), ("hero", "h1", "later"), ("oni", "h1", "later"),
        ("hero", "h3", "later"), ("oni", "h3", "later"), ("end", HIDDEN, "later"),
    ]  # fmt: skip
    assert [one.standing for one in activations(oni_acts(begun(heroes=3)), "h1")][:2] == ["done", "now"]


@pytest.mark.parametrize("viewer", [ONI, None])
def test_cards_not_turned_are_no_business_of_the_oni_or_the_room(viewer: str | None) -> None:
    state = active(begun(heroes=3), "h2")
    assert [one.seat for one in activations(state, viewer)] == ["h2", "h2", *[HIDDEN] * 5]
    last = changed(state, {"order": {"cards": ["h2", "h1", "h3"], "turned": 2}, "heroes.h1.activated": True,
                           "next": "h1", "heroes.h1.actions": 3, "heroes.h2.actions": 0})  # fmt: skip
    assert [one.seat for one in activations(last, viewer)][4] == "h3", "the last one is known by itself"


def test_trn_3_a_hero_that_is_out_is_skipped_with_the_oni_behind_it() -> None:
    state = active(begun(heroes=3), "h2")
    assert [one.seat for one in activations(changed(state, out(state, "h3")), "h1")] == ["h2", "h2", "h1", "h1", HIDDEN]


def test_the_sheet_activated_is_named_unless_a_token_was_spent_for_a_card() -> None:
    state = oni_acts(begun(heroes=3))
    done = changed(state, {"oni.activated": ["house:yurei"], "frames": [{"type": "oni", "sheet": "house:yurei"}]})
    assert activations(done, None)[1] == Activation("oni", "now", "h1", "house:yurei")
    assert activations(state, None)[1].sheet is None


def test_the_end_of_turn_comes_when_all_have_acted() -> None:
    state = turn_ends(begun(), {"turn": 2, "order": {"cards": ["h1", "h2"], "turned": 2}}, 2).now
    assert [one.standing for one in activations(state, "h1")] == ["done"] * 4 + ["now"]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("tracked", [False, True])
def test_in_any_game_one_activation_at_most_is_the_present_one(seed: int, tracked: bool) -> None:
    state, rng = begun(3, tracked, seed), Random(seed)
    for _ in range(40):
        state = played(state, rng, 6)
        for viewer in (None, *SYSTEM.seats(state)):
            row_ = activations(state, viewer)
            assert sum(one.standing == "now" for one in row_) <= 1
            order = {"done": 0, "now": 1, "later": 2}
            assert [order[one.standing] for one in row_] == sorted(order[one.standing] for one in row_)


def test_trk_3_what_is_not_linked_any_more_is_closed() -> None:
    state = changed(begun(), {"turn": 3, "oni.upgrades": ["t1-middle", "t2-up"], "stage": "upgrade"})
    found = standings(state)
    assert found["t2-up"] == "taken"
    assert found["t2-down"] == "closed"
    assert found["t3-up"] == found["t3-down"] == "open"
    assert [found[id] for id in ("t4-up", "t4-middle", "t4-down")] == ["later", "later", "closed"]
    assert [found[id] for id in ("t6-up", "t6-middle", "t6-down")] == ["later", "later", "closed"]
    assert {id for id, how in found.items() if how == "open"} == {one.id for one in track.open_upgrades(state)}


def test_trk_7_a_closed_track_offers_nothing() -> None:
    state = changed(begun(), {"turn": 3, "oni.upgrades": ["t1-middle", "t2-up"], "oni.closed": True})
    assert set(standings(state).values()) == {"taken", "closed"}


@pytest.mark.parametrize("seed", range(3))
def test_what_the_rules_offer_is_what_stands_open(seed: int) -> None:
    state, rng = begun(seed=seed), Random(seed)
    for _ in range(300):
        state = played(state, rng, 1)
        offered = {one.id for one in track.open_upgrades(state)} if state.stage == "upgrade" else set()
        assert offered <= {id for id, how in standings(state).items() if how == "open"}
        assert all(standings(state)[id] == "taken" for id in state.oni.upgrades)


def test_each_action_more_or_less_has_its_reason() -> None:
    state = changed(begun(), {"oni.upgrades": ["t1-middle", "t3-up", "t5-middle", "t7-middle"], "turn": 7})
    guard = next(one for one in state.figures if one.group == "guard")
    assert [(one.source, one.n) for one in totals.action_reasons(state, guard)] == [("t7-middle", 1)]
    assert totals.actions_of(state, guard) == state.table.box.sheets[guard.card].actions + 1
    name = upgrade_name(state.table.box.tracks[state.table.track], "t7-middle")
    assert name is not None
    assert said(name) == "the middle guard upgrade of turn 7"
    assert said(named(state, "status:poisoned")) == "poisoned"
