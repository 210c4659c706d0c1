"""Figures over many games: rows of the store summed up, fast, and told by the same games as one by one."""

from __future__ import annotations

from time import process_time

import pytest

from companion.model.analysis import play_one, record_of
from companion.model.analysis.calibrate import Sampled, fit, page
from companion.model.content.library import Library
from companion.model.core.chance import logistic
from companion.model.core.session import Session
from companion.model.core.summaries import KeptGame
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.statistics.many_games import SUMMARIES, Short, many, short

from .figures_kit import MATCH, simulated, typed

SETTINGS = '{"names":["Ada","Bo"],"bands":["Cranes","Crows"],"mode":"enforce","clock":""}'


def told(game: int = 0) -> Short:
    return short((simulated(0), simulated(1), typed())[game])


def text_of(session: Session[State]) -> str:
    text = SUMMARIES.text(session)
    assert text is not None
    return text


def test_a_game_in_short_comes_back_as_it_was_written() -> None:
    for session in (simulated(0), simulated(1), typed()):
        assert SUMMARIES.read(text_of(session)) == short(session)
        assert len(text_of(session)) < 1_000


def test_bands_keep_their_names_when_they_change_seats() -> None:
    found = SUMMARIES.row(1, "x", SETTINGS, text_of(simulated()))
    assert found is not None
    assert found.names == (("Crows", "Cranes") if found.short.exchanged else ("Cranes", "Crows"))


def test_sums_over_games_are_the_sums_of_the_games() -> None:
    games = [told(n) for n in range(3)]
    summed = many(KeptGame(n, f"Game {n}", game, ("Cranes", "Crows")) for n, game in enumerate(games))
    assert summed.games == 3
    assert summed.a_won + summed.b_won + summed.drawn == 3
    assert sum(record.games for record in summed.characters) == sum(len(game.people) for game in games)
    assert sum(record.fights_won for record in summed.characters) == sum(
        record.fights_lost for record in summed.characters
    )
    assert summed.virtual + summed.typed == sum(
        (game.luck(band) for game in games for band in (0, 1)), start=type(summed.virtual)()
    )
    assert summed.typed.dice > 0
    assert dict(summed.turns) == {game.turns: [one.turns for one in games].count(game.turns) for game in games}
    (cranes, crows) = (dict(summed.bands)[name] for name in ("Cranes", "Crows"))
    assert (cranes.won, cranes.drawn, cranes.lost) == (crows.lost, crows.drawn, crows.won)
    assert [game for game, _, _ in summed.luck] == [0, 1, 2]


def test_no_games_are_summed_up_to_nothing() -> None:
    found = many(())
    assert (found.games, found.characters, found.bands, found.luck) == (0, (), (), ())


def test_ten_thousand_games_are_read_and_summed_up_in_a_third_of_a_second() -> None:
    texts = [text_of(session) for session in (simulated(0), simulated(1), typed())]
    kept = [(n, f"Game {n}", SETTINGS, texts[n % 3]) for n in range(10_000)]
    start = process_time()
    found = SUMMARIES.sum_up(kept)
    assert process_time() - start < 0.5
    assert found.games == 10_000


def test_a_simulated_game_with_its_log_is_the_game_that_is_simulated() -> None:
    for number in (0, 1):
        game, session = play_one(MATCH, number), simulated(number)
        assert session.state.turn == game.turns
        again = Session.replay(SYSTEM, record_of((MATCH, number)), Library.shipped())
        assert again.state == session.state
        assert {source for step in session.steps for source in step.result.sources or ()} == {"seed"}


def test_a_curve_is_found_again_in_games_made_by_it() -> None:
    from random import Random

    rng = Random(2)
    games = []
    for n in range(4000):
        score = rng.uniform(-2, 2)
        games.append(Sampled(n, (score,), float(rng.random() < logistic(1.7 * score))))
    found = fit(games)
    assert found.steepness == pytest.approx(1.7, abs=0.15)
    assert found.brier < 0.2 and found.log_loss < 0.6
    for bin in found.bins:
        assert bin.told == pytest.approx(bin.came, abs=0.12)
    assert "steepness" in page({"bands": found})
