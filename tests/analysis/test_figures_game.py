"""Figures of one game: zeni, chances, ground and fights, as its log tells them."""

from __future__ import annotations

from itertools import pairwise
from time import process_time

import msgspec
import pytest

from companion.bench import played
from companion.model.content.library import Library
from companion.model.core.contract import Over
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import events as e
from companion.model.games.asagiri.rules import skill_events as se
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.statistics import MOST, SURE, chance_of, chances, decided, game_statistics, score
from companion.model.games.asagiri.statistics.course import fights, ground, passages
from companion.model.games.asagiri.table.corrections import PlaceFigure

from .figures_kit import simulated, typed


def test_what_decided_a_game_is_its_largest_swing_for_the_winner() -> None:
    session = simulated()
    found, all_ = decided(session), game_statistics(session)
    assert found is not None and found.turning is not None and all_.winner is not None
    assert found.turning.chances is not None
    was, now = found.turning.chances
    of_winner = [one.chance if all_.winner == 0 else 1 - one.chance for one in all_.chances]
    assert now - was == pytest.approx(max(b - a for a, b in pairwise(of_winner)))
    for band, best in enumerate(found.best):
        assert best is not None and all_.people[best.who].band == band
        assert best.felled <= best.won == sum(fight.winner == best.who for fight in all_.fights)
    assert found.luck == tuple(all_.luck.of(seat).share for seat in (0, 1))


def events_of(session: Session[State]) -> list[object]:
    return [event for n in range(session.present) for event in session.events_of(n)]


def test_end_1_the_zeni_lost_are_those_of_the_table_at_every_point() -> None:
    session = simulated()
    found = game_statistics(session, with_chances=False)
    assert found.losses.limits == session.state.table.limits
    for point in found.losses.points:
        state = session.state_at(point.step)
        assert point.lost == (state.bands[0].lost, state.bands[1].lost)
    steps = [point.step for point in found.losses.points]
    assert steps == sorted(steps) and steps[-1] == session.present
    fallen = [who for point in found.losses.points for who in point.fallen]
    assert sorted(fallen) == sorted(event.who for event in events_of(session) if isinstance(event, e.CharacterDisabled))


def test_the_turns_of_the_losses_are_those_of_the_game() -> None:
    session = simulated()
    found = game_statistics(session, with_chances=False).losses
    assert found.turns == session.state.turn == len(found.by_turn)
    assert found.by_turn[-1] == (session.state.bands[0].lost, session.state.bands[1].lost)
    for turn, lost in enumerate(found.by_turn, 1):
        last = [n for n in range(session.present + 1) if session.state_at(n).turn <= turn][-1]
        state = session.state_at(last)
        assert lost == (state.bands[0].lost, state.bands[1].lost)


def test_the_chance_is_certain_at_the_end_and_never_before() -> None:
    session = simulated()
    assert isinstance(session.pending, Over) and session.pending.winner is not None
    found = game_statistics(session).chances
    assert found[-1].step == session.present
    assert found[-1].chance == (1.0 if session.pending.winner == "A" else 0.0)
    assert all(1 - SURE <= one.chance <= SURE for one in found[:-1])
    assert [one.step for one in found] == sorted({one.step for one in found})


def test_both_sides_see_the_same_chance() -> None:
    session = simulated()
    for n in range(20, session.present, 37):
        state = session.state_at(n)
        a, b = SYSTEM.evaluate(state, "A"), SYSTEM.evaluate(state, "B")
        if a > b:
            assert score(state) > 0
        elif a < b:
            assert score(state) < 0


def test_a_drawn_game_ends_even() -> None:
    session = simulated()
    state = session.state
    bands = tuple(type(band)(lost=limit) for band, limit in zip(state.bands, state.table.limits, strict=True))

    drawn = msgspec.structs.replace(state, bands=bands)
    pending = SYSTEM.pending(drawn)
    assert isinstance(pending, Over) and pending.winner is None
    assert chance_of(drawn) == 0.5


def test_a_long_game_is_judged_at_some_places_and_quickly() -> None:
    session = played(1000)
    start = process_time()
    found = game_statistics(session)
    assert process_time() - start < 0.6
    assert len(found.chances) <= MOST
    assert found.chances[-1].step > 990


def test_mov_2_every_step_walked_is_counted_for_its_figure() -> None:
    session = simulated()
    found = ground(passages(session))
    stepped = [event.who for event in events_of(session) if isinstance(event, e.CharacterStepped)]
    assert found.walked == {who: stepped.count(who) for who in set(stepped)}
    back = [event.who for event in events_of(session) if isinstance(event, e.CharacterRetreated | se.CharacterPushed)]
    assert found.driven == {who: back.count(who) for who in set(back)}
    assert found.carried == {}
    assert found.longest is not None and found.longest[1] <= 14


def test_at_a_tracked_table_a_figure_moved_by_hand_is_counted_apart() -> None:
    session = Session.replay(SYSTEM, simulated().save(), Library.shipped(), cursor=60)
    session.switch("track")
    who = next(n for n in session.state.on_board(0))
    figure, board = session.state.figures[who], session.state.table.board
    free = next(
        at for at in range(len(board.squares)) if not session.state.occupied() >> at & 1 and _far(board, figure.at, at)
    )
    before = ground(passages(session)).carried.get(who, 0)
    session.edit(PlaceFigure(who, free, figure.facing))
    assert ground(passages(session)).carried[who] == before + board.distance(figure.at, free, "chebyshev")


def _far(board: object, a: int, b: int) -> bool:
    return board.distance(a, b, "chebyshev") == 3


def test_cbt_3_every_fight_whose_dice_fell_is_there_with_its_margin() -> None:
    for session in (simulated(), simulated(1), typed()):
        found = fights(passages(session))
        declared = [event for event in events_of(session) if isinstance(event, e.AttackDeclared | e.ShotDeclared)]
        cancelled = [event for event in events_of(session) if isinstance(event, e.AttackCancelled)]
        assert len(found) == len(declared) - len(cancelled) > 0
        last = {}
        for event in events_of(session):
            if isinstance(event, e.CombatRolled | e.ShotRolled):
                last[event.attacker, event.target] = event.totals[0] - event.totals[1]
        for fight in found:
            assert fight.shot == any(
                isinstance(event, e.ShotRolled) and event.attacker == fight.attacker
                for event in session.events_of(fight.step - 1)
            )
            assert fight.margin_of(fight.band) == -fight.margin_of(1 - fight.band)
        for pair, margin in last.items():
            assert [one.margin for one in found if (one.attacker, one.defender) == pair][-1] == margin
        worst = [fight for fight in found if fight.harm == "disabled"]
        out = [event for event in events_of(session) if isinstance(event, e.CharacterDisabled)]
        assert len(worst) <= len(out)
        for fight in worst:
            harmed = {
                event.who for event in session.events_of(fight.step - 1) if isinstance(event, e.CharacterDisabled)
            }
            assert not harmed or harmed & {fight.attacker, fight.defender}


def test_a_game_that_has_not_begun_has_figures_without_anything_in_them() -> None:
    session = Session.new(SYSTEM, {"quick": True}, Library.shipped(), 1)
    found = game_statistics(session)
    assert (found.steps, found.turns, found.finished, found.winner) == (0, 1, False, None)
    assert found.chances == () and found.fights == () and found.luck.throws == ()
    assert found.losses.by_turn == ((0, 0),)


def test_the_winner_is_a_band() -> None:
    for session in (simulated(), simulated(1)):
        found, over = game_statistics(session, with_chances=False), session.pending
        assert isinstance(over, Over)
        assert found.winner == (None if over.winner is None else SEATS.index(over.winner))
        assert len(found.people) == len(session.state.table.characters)


@pytest.mark.parametrize("adventure", ["house:first-lanterns"])
def test_an_adventure_has_figures_too(adventure: str) -> None:
    session = Session.new(SYSTEM, {"adventure": adventure}, Library.shipped(), 3)
    options = session.pending.options
    session.choose(options[0])
    assert game_statistics(session).steps == 1
    assert chances(list(passages(session))) is not None


def test_no_chance_is_told_in_an_adventure() -> None:
    from random import Random

    from companion.model.core.contract import Choice, Roll

    rng = Random(2)
    session = Session.new(SYSTEM, {"adventure": "house:first-lanterns"}, Library.shipped(), 3)
    for _ in range(80):
        pending = session.pending
        if isinstance(pending, Roll):
            session.roll()
        elif isinstance(pending, Choice):
            session.choose(rng.choice(pending.options))
    assert chances(list(passages(session))) == ()
