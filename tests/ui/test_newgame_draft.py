"""What the four steps decide, as a value: the set-up it gives, and what it says when no game can begin."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from companion.model.core.refusal import InvalidInput
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state import cards
from companion.ui.games.asagiri.bands import BandRoster, Box, RosterMember, read_roster
from companion.ui.games.asagiri.new_game import (
    ChosenTile,
    NewGameDraft,
    bare_plan,
    quick_bands,
    quick_setup,
    token_places,
    with_token,
)
from companion.ui.games.asagiri.new_game.screen import TITLES
from companion.ui.games.asagiri.new_game.setup_steps import BoardStep

from .test_window_kit import LIBRARY

BOX = Box(LIBRARY)
OKKO = BandRoster("Hunters").with_card("house:okko").with_card("house:tikku", "house:smoke-bomb")
ONI = BandRoster("Oni").with_card("house:oni-warau").with_card("house:shadow-wolf")
TILES = tuple(
    ChosenTile(f"house:{name}", n) for n, name in enumerate(("inn-hall", "moon-garden", "tea-pavilion", "temple-court"))
)
FULL = replace(NewGameDraft(), rosters=(OKKO, ONI), tiles=TILES)


def test_the_setup_is_what_the_protocol_writes() -> None:
    assert FULL.setup() == {
        "budget": 16,
        "bands": {
            "A": [
                {"card": "house:okko", "equipment": None},
                {"card": "house:tikku", "equipment": "house:smoke-bomb"},
            ],
            "B": [
                {"card": "house:oni-warau", "equipment": None},
                {"card": "house:shadow-wolf", "equipment": None},
            ],
        },
        "tiles": [
            {"tile": "house:inn-hall", "turns": 0},
            {"tile": "house:moon-garden", "turns": 1},
            {"tile": "house:tea-pavilion", "turns": 2},
            {"tile": "house:temple-court", "turns": 3},
        ],
        "options": {"dice_entry": "virtual", "enforcement": "enforce"},
    }
    assert FULL.problem(BOX) is None


def test_table_options_and_another_limit_travel_with_the_setup() -> None:
    draft = replace(FULL, mode="track", dice="typed", range_metric="taxicab", turning_shakes=True, limit=9)
    assert draft.setup()["limit"] == 9
    assert draft.setup()["options"] == {
        "dice_entry": "typed",
        "enforcement": "track",
        "range_metric": "taxicab",
        "turning_in_zone_shakes": True,
    }
    state = SYSTEM.new(draft.setup(), LIBRARY)
    assert state.table.limits == (9, 9)
    assert state.table.options.range_metric == "taxicab"
    assert replace(FULL, shared_box=True).setup()["options"]["boxes"] == 1
    assert replace(draft, mode="assist").setup()["options"]["enforcement"] == "assist"


@pytest.mark.parametrize(("budget", "limit"), [(16, 12), (12, 8), (20, 15), (1, 1)])
def test_the_losing_limit_goes_with_the_budget(budget: int, limit: int) -> None:
    assert replace(NewGameDraft(), budget=budget).losing_limit == limit


def test_quick_setup_begins_a_game() -> None:
    settings = FULL.settings()
    assert quick_setup(settings) == {"quick": True, "options": {"dice_entry": "virtual", "enforcement": "enforce"}}
    assert SYSTEM.new(quick_setup(settings), LIBRARY).stage == "first"
    assert [str(name) for name in quick_bands(BOX)] == ["Okko's companions", "The laughing horde"]


def test_what_is_missing_is_said() -> None:
    assert NewGameDraft().unfinished() == 1
    assert replace(FULL, tiles=(*TILES[:3], None)).unfinished() == 2
    assert FULL.unfinished() is None
    assert NewGameDraft().problem(BOX) is not None
    dear = replace(FULL, budget=5)
    why = dear.problem(BOX)
    assert why is not None
    assert why.key == "Total: {spent} zeni; the budget is {budget}."
    assert dear.band_problem(0, BOX) == why


@given(st.integers(0, 2**32))
def test_a_random_board_can_always_be_played(seed: int) -> None:
    draft = FULL.shuffled(BOX, Random(seed))
    assert draft.problem(BOX) is None
    assert len({laid.tile for laid in draft.tiles if laid}) == 4


@given(st.data())
def test_whatever_may_be_added_leaves_a_band_without_faults(data: st.DataObject) -> None:
    """The window asks `bands.refusals` with the card added; so a band built card by card breaks no rule."""
    roster = BandRoster()
    for _ in range(data.draw(st.integers(1, 6))):
        open_ = [card.id for card in BOX.characters if BOX.objection(roster, card.id, 16) is None]
        if not open_:
            break
        roster = roster.with_card(data.draw(st.sampled_from(open_)))
        choices = BOX.choices(roster, len(roster.members) - 1, 16)
        assert None in choices
        roster = roster.bearing(len(roster.members) - 1, data.draw(st.sampled_from(choices)))
        assert cards.band_refusals(BOX.members(roster), 16) == []


def test_of_several_objections_the_budget_comes_last() -> None:
    full = BandRoster().with_card("house:oni-warau").with_card("house:oni-bushi").with_card("house:ninja")
    objection = BOX.objection(full, "house:okko", 16)
    assert objection is not None
    assert objection.rule == "BND-2"
    assert BOX.objection(full, "house:shadow-wolf", 14).rule == "BND-1"


def test_a_band_with_cards_of_no_pack_keeps_the_others() -> None:
    roster, why = BOX.known(BandRoster("x", (RosterMember("house:okko", "gone:sword"), RosterMember("gone:warrior"))))
    assert roster.members == (RosterMember("house:okko"),)
    assert why is not None
    assert dict(why.args)["cards"] == ("gone:sword", "gone:warrior")
    assert BOX.known(OKKO) == (OKKO, None)


@pytest.mark.parametrize("data", [None, [], 3, [{"card": 3}], [{"card": "x" * 101}], "house:okko"])
def test_what_is_no_band_is_refused(data: object) -> None:
    with pytest.raises(InvalidInput):
        read_roster(data)


def test_the_last_step_is_the_fourth() -> None:
    assert len(TITLES) == 4


def test_kar_5_door_tokens_are_laid_in_the_step_of_the_board_and_lie_in_the_game(qtbot: QtBot) -> None:
    step = BoardStep(BOX)
    qtbot.addWidget(step)
    step.show_draft(replace(NewGameDraft(), kind="bands"))
    assert not step.doors.isEnabled(), "there is no board yet"
    step.show_draft(FULL)
    plan = bare_plan(BOX, FULL)
    assert plan is not None
    found: list[NewGameDraft] = []
    step.changed.connect(found.append)
    step.doors.setChecked(True)
    assert not step.left_turn.isEnabled()
    closed = next(edge for edge in token_places(plan) if edge not in plan.walls)
    step.preview.token.emit(closed)
    assert found[-1].doors == (((closed.column, closed.row), closed.side),)
    assert closed in SYSTEM.new(found[-1].setup(), LIBRARY).table.board.floors[0].doors
    step.preview.token.emit(closed)
    assert found[-1].doors == ()
    for edge in token_places(plan):
        assert with_token(FULL, plan, edge).problem(BOX) is None
    step.doors.setChecked(False)
    step.left_turn.click()
    assert found[-1].tiles != FULL.tiles, "back to the tiles"
