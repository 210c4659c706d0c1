"""The depth of places changes in mid-game, and figures are put by hand (TAB-4)."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Json, choices_of
from companion.model.core.refusal import InvalidInput
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.frames import WhereFrame
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.wire import soundness

from .tables import CONTENT, begun, figure, known, offered, played, setup


@cache
def table(heroes: int = 2) -> State:
    """A game on its board, in its first turn."""
    return begun(heroes, places="spaces")


def by_hand(state: State, at: str, value: Json) -> State:
    return SYSTEM.edit(state, SYSTEM.correction_of(state, {"kind": "set", "at": at, "value": value})).state


def refusal(state: State, at: str, value: Json) -> str:
    with pytest.raises(InvalidInput) as caught:
        by_hand(state, at, value)
    return caught.value.path


def answered(state: State, told: State) -> tuple[State, int]:
    """Every question of where somebody stands is answered as another table knows it; how many were asked."""
    asked = 0
    while state.frames and isinstance(state.frames[-1], WhereFrame):
        choice = choices_of(SYSTEM.pending(state))[0]
        at = {one.id: one.at for one in (*told.tokens, *told.figures)}
        about = [(option, getattr(option, "token", None) or getattr(option, "figure", "")) for option in choice.options]
        right = next(option for option, id in about if getattr(option, "at", None) == at[id])
        state, asked = SYSTEM.apply(state, right).state, asked + 1
    return state, asked


def test_TAB_4_from_spaces_to_zones_everybody_stands_in_the_zone_of_their_space() -> None:
    state = by_hand(table(), "options.places", "zones")
    for one, was in zip(state.figures, table().figures, strict=True):
        assert one.at == places.zone(table(), was.at)
    assert [one.at for one in state.tokens] == [places.zone(table(), one.at) for one in table().tokens]
    assert not state.frames


def test_TAB_4_back_from_zones_each_is_asked_where_in_the_zone_and_nothing_is_lost() -> None:
    """Scrolls, clues, chests and followers lie on their sites: nobody asks."""
    away = by_hand(table(), "options.places", "zones")
    back = by_hand(away, "options.places", "spaces")
    zone = places.zone(table(), figure(table(), "h1").at)
    ids = offered(back, "oni")
    assert all(id.startswith("site:host-captain:") for id in ids)
    again, asked = answered(back, table())
    assert again == table()
    assert asked <= len(table().figures) + len(table().suspects)
    assert zone == "T1.a"


def test_TAB_4_from_none_to_spaces_all_are_asked() -> None:
    """Tokens lie as at the beginning; hosts and figures somewhere."""
    plain = by_hand(table(), "options.places", "none")
    assert {one.at for one in (*plain.figures, *plain.tokens)} == {HIDDEN}
    again, asked = answered(by_hand(plain, "options.places", "spaces"), table())
    assert again == table()
    assert asked == len(table().figures) + len(table().suspects)
    fresh = by_hand(known(2), "options.places", "spaces")
    assert {one.type for one in fresh.tokens} == {"host", "scroll", "clue", "chest", "follower"}
    assert len([one for one in fresh.tokens if one.type == "host"]) == len(fresh.suspects)
    assert offered(fresh, "oni")
    assert all(id.startswith("site:host-") for id in offered(fresh, "oni"))


def test_TAB_4_what_a_board_needs_is_asked_for_and_set_up_is_not_disturbed() -> None:
    sheets = [{"sheet": "house:ashigaru", "figures": 2}]
    unlaid = SYSTEM.new({"heroes": ["house:okko"], "sheets": sheets, "investigation": False,
                         "options": {"places": "none"}}, CONTENT)  # fmt: skip
    assert refusal(unlaid, "options.places", "spaces") == "at"
    assert refusal(SYSTEM.new(setup(2, places="spaces"), CONTENT), "options.places", "none") == "at"


def test_TAB_4_only_spaces_can_be_enforced() -> None:
    assert SYSTEM.missing(table()) is None
    assert SYSTEM.missing(by_hand(table(), "options.places", "zones")) is not None
    assert SYSTEM.missing(known(2)) is not None


def test_TAB_4_figures_and_tokens_are_moved_by_hand_to_where_they_may_stand() -> None:
    """BRD-3, BRD-11, invariant 2."""
    state = table()
    assert figure(by_hand(state, "figures.h1.at", [5, 5]), "h1").at == (5, 5)
    for cell in ([0, 6], [3, 1], [4, 0] if state.tokens[2].at == (4, 0) else list(state.tokens[2].at), [40, 0]):
        assert refusal(state, "figures.h1.at", cell).startswith("figures[0]")
    assert figure(by_hand(state, "figures.hiroji-san-1.at", [0, 6]), "hiroji-san-1").at == (0, 6)
    assert refusal(state, "figures.hiroji-san-1.at", [2, 7]).startswith("figures")
    assert refusal(state, "tokens.clue-1.at", [0, 6]).startswith("tokens")
    moved = by_hand(state, "tokens.clue-1.at", [5, 5])
    assert next(one.at for one in moved.tokens if one.id == "clue-1") == (5, 5)
    assert refusal(known(2), "figures.h1.at", [5, 5]).startswith("figures[0]")


def test_TAB_4_a_figure_that_is_added_without_a_place_is_asked_for_it() -> None:
    state = by_hand(table(), "figures.ashigaru-9", {"card": "house:ashigaru", "group": "guard"})
    assert "deploy:ashigaru-9:0,6" in offered(state, "oni")
    beside = by_hand(table(), "figures.ashigaru-9", {"card": "house:ashigaru", "group": "guard", "at": [0, 6]})
    assert not beside.frames


def test_BRD_2_BRD_4_a_layout_that_cannot_be_laid_is_no_position() -> None:
    data = SYSTEM.encode(table())
    assert isinstance(data, dict)
    over = [{**one, "at": [1, 0]} if one["name"] == "T1" else one for one in data["pieces"]]
    far = [{"at": [0, 0], "side": "E"}, *data["doors"]]
    for fields, path in (
        ({"pieces": over}, "pieces[1].at"), ({"doors": far}, "doors[0]"), ({"start": ["T9.z"]}, "start[0]"),
        ({"doors": [*data["doors"], {"at": [6, 2], "side": "W"}]}, "doors[7]"),
        ({"pieces": [], "doors": []}, "options.places"),
    ):  # fmt: skip
        with pytest.raises(InvalidInput) as caught:
            SYSTEM.decode({**data, **fields}, CONTENT)
        assert caught.value.path == path


@pytest.mark.parametrize("seed", range(3))
def test_TAB_4_in_the_middle_of_a_game_the_depth_changes_and_comes_back(seed: int) -> None:
    """Whatever is being resolved goes on soundly."""
    rng = Random(seed)
    state = played(table(seed + 1), rng, 150)
    for depth in ("zones", "none", "zones", "spaces", "none", "spaces"):
        state = by_hand(state, "options.places", depth)
        soundness.check(state)
        state = played(state, rng, 40)
        soundness.check(state)
