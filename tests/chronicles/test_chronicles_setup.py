"""Set-up without places (SET)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.model.core.contract import Json, Roll
from companion.model.core.refusal import InvalidInput
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import events as e

from .tables import CONTENT, choose, dealt, done, known, offered, outfitted, refused, roll, said, setup

ONE, TWO, THREE, FOUR = (known(n) for n in (1, 2, 3, 4))
ALL = (ONE, TWO, THREE, FOUR)


def refusal(said_: dict[str, Json]) -> str:
    with pytest.raises(InvalidInput) as caught:
        outfitted(said_)
    return caught.value.path


def test_SET_1_each_seat_has_one_hero_and_no_hero_plays_twice() -> None:
    assert [hero.card for hero in FOUR.heroes] == list(FOUR.table.heroes)
    assert refusal({**setup(2), "heroes": ["house:okko", "house:okko"]}) == "heroes[1]"
    assert refusal({**setup(2), "heroes": ["house:nobody"]}) == "heroes[0]"


def test_SET_1_four_natures_are_in_the_game_or_those_chosen() -> None:
    assert len(TWO.natures) == 4
    chosen = outfitted({**setup(2), "natures": ["house:miryoku", "house:tide"]})
    assert chosen.natures == ("house:miryoku", "house:tide")


def test_SET_3_every_hero_has_eight_action_cards_and_its_base_objects() -> None:
    for hero in FOUR.heroes:
        assert len(hero.hand) == 8
    okko, noburo, noshin, setsuka = (hero.gear for hero in FOUR.heroes)
    assert (okko.right, noburo.both) == ("house:katana", "house:naginata")
    assert noshin.reserve == ("house:scroll-of-warding",) * 2
    assert {setsuka.right, setsuka.left} == {"house:tessen", "house:shuriken"}
    assert setsuka.marked == "right"


def test_SET_3_base_objects_leave_the_pile_and_those_of_absent_heroes_stay() -> None:
    left = Counter(TWO.piles.object)
    assert (left["house:katana"], left["house:naginata"], left["house:tessen"]) == (1, 1, 2)
    assert Counter(FOUR.piles.object)["house:scroll-of-warding"] == 0


def test_SET_5_the_scenario_s_figures_by_number_of_heroes() -> None:
    for n, state in enumerate(ALL, 1):
        found = Counter(figure.card for figure in state.figures)
        assert (found["house:ashigaru"], found["house:hiroji-san"], found["house:yurei"]) == (2 * n, 1, n)
        assert found["house:ninja"] == (2 if n >= 3 else 0)


def test_SET_6_a_host_more_for_each_hero_drawn_one_by_one() -> None:
    state = outfitted(setup(2))
    while roll(state).kind == "mission":  # SET-4
        state = SYSTEM.rolled(state, (0,)).state
    assert set(state.suspects) == {"house:captain", "house:lady-of-the-veils"}
    assert (roll(state).kind, roll(state).seen_by) == ("setup", None)
    assert "house:captain" not in roll(state).dice[0].kind.faces
    applied = SYSTEM.rolled(state, ("house:poet",))
    assert applied.events == (e.CardsDealt("host", "house:poet", "oni"),)
    assert [len(one.suspects) for one in ALL] == [3, 4, 5, 6]


def test_SET_8_the_track_begins_with_four_corruption_tokens_in_turn_one() -> None:
    assert (TWO.turn, TWO.oni.on_track, TWO.oni.corruption) == (1, (2, 4, 6, 8), ())


def test_SET_9_the_guilty_host_and_the_nature_are_drawn_in_secret_and_the_rest_are_the_clues() -> None:
    for n, state in enumerate(ALL, 1):
        assert state.oni.guilty in state.suspects
        assert state.oni.nature in state.natures
        assert len(state.piles.clue) == n + 1 + 3 + 5
        assert not {state.oni.guilty, state.oni.nature} & set(state.piles.clue)
        assert set(state.piles.clue) & set(state.table.box.hosts) == set(state.suspects) - {state.oni.guilty}


def test_SET_9_only_the_oni_sees_what_is_drawn() -> None:
    state = outfitted(setup(2))
    seen = {}
    while isinstance(pending := SYSTEM.pending(state), Roll):
        applied = SYSTEM.rolled(state, (pending.dice[0].kind.faces[0],))
        for event in applied.events:
            if isinstance(event, e.CardsDealt) and event.what in ("guilty", "nature"):
                seen[event.what] = pending.seen_by
                hidden = SYSTEM.seen(applied.state, event, "h1")
                assert isinstance(hidden, e.CardsDealt)
                assert hidden.card == "?"
                assert SYSTEM.seen(applied.state, event, "oni") == event
        state = applied.state
    assert seen == {"guilty": ("oni",), "nature": ("oni",)}


def test_SET_10_the_oni_has_as_many_event_cards_as_there_are_heroes() -> None:
    assert [len(state.oni.hand) for state in ALL] == [1, 2, 3, 4]


def test_SET_11_turn_one_begins_with_the_strategy() -> None:
    state = outfitted({**setup(2, upgrades="off"), "hosts": ["house:poet", "house:armourer"]})
    told: list[str] = []
    while isinstance(pending := SYSTEM.pending(state), Roll):
        applied = SYSTEM.rolled(state, (pending.dice[0].kind.faces[0],))
        told, state = said(applied.events), applied.state
    assert told[-1] == "TurnBegan"
    assert (state.turn, state.stage) == (1, "calls")


def test_SET_12_a_hero_alone_may_take_a_follower_along() -> None:
    alone = outfitted({**setup(1), "heroes": ["house:noburo"]})
    followers = {"house:ferryman", "house:kubbans-page", "house:tikku"}
    assert offered(alone, "h1") == {*[f"add_follower:h1:{card}" for card in followers], "enough"}
    assert refused(alone, "add_follower:h1:house:nobody", "h1") == "SET-12"
    applied = done(alone, "add_follower:h1:house:ferryman", "h1")
    assert applied.events[0] == e.FollowerJoined("ferryman", "house:ferryman", "h1")
    assert {"version:0", "version:1"} < offered(applied.state, "h1")  # SET-3
    assert len(applied.state.figures) == len(alone.figures) + 1
    assert choose(alone, "enough", "h1").figures == alone.figures


def test_SET_12_at_most_one_follower_a_hero_and_none_where_heroes_are_enough() -> None:
    assert isinstance(SYSTEM.pending(outfitted(setup(1))), Roll)  # Okko has Tikku
    assert isinstance(SYSTEM.pending(outfitted({**setup(2), "heroes": ["house:noburo", "house:noshin"]})), Roll)


def test_SET_13_without_an_investigation_there_are_no_suspects_clues_or_accusations() -> None:
    state = dealt(
        {
            "heroes": ["house:okko"],
            "investigation": False,
            "sheets": [{"sheet": "house:ashigaru", "figures": 2}],
            "missions": ["The bridge"],
            "options": {"places": "none"},
        }
    )
    assert (state.suspects, state.natures, state.piles.clue) == ((), (), ())
    assert (state.oni.guilty, state.oni.nature) == (None, None)


def test_SET_a_demon_is_no_sheet_to_begin_with_and_figures_run_out() -> None:
    """SET-5, CMP-2."""
    said_ = {"heroes": ["house:okko"], "hosts": ["house:poet", "house:servant"], "options": {"places": "none"}}
    assert refusal({**said_, "sheets": [{"sheet": "house:oni-miryoku", "figures": 1}]}) == "sheets[0].sheet"
    assert refusal({**said_, "sheets": [{"sheet": "house:yurei", "figures": 6}]}) == "sheets[0].figures"
    assert refusal(said_) == "sheets"


def test_POS_3_a_quick_game_is_the_house_scenario_with_okko_and_noshin() -> None:
    state = SYSTEM.new({"quick": True}, CONTENT)
    assert (state.table.heroes, state.table.scenario) == (("house:okko", "house:noshin"), "house:the-well-of-mists")
    with pytest.raises(InvalidInput):
        SYSTEM.new({"quick": True, "heroes": ["house:okko"]}, CONTENT)
