"""Figures over many games: rows of the store summed up, fast, and told by the same games as one by one."""

from __future__ import annotations

from time import process_time

import pytest

from companion.model.analysis import play_one, record_of
from companion.model.analysis.calibrate import Sampled, fit, page
from companion.model.content.library import Library
from companion.model.core.chance import logistic
from companion.model.core.record import NoContent
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.statistics.many_games import (
    KeptGame,
    Short,
    many,
    read_short,
    row,
    short,
    short_text,
)

from ..core.counter import Counter
from .figures_kit import MATCH, simulated, typed

SETTINGS = '{"names":["Ada","Bo"],"bands":["Cranes","Crows"],"mode":"enforce","clock":""}'


def told(game: int = 0) -> Short:
    found = short((simulated(0), simulated(1), typed())[game])
    assert found is not None
    return found


def test_a_game_in_short_comes_back_as_it_was_written() -> None:
    for session in (simulated(0), simulated(1), typed()):
        text = short_text(session)
        assert text is not None and read_short(text) == short(session)
        assert len(text) < 1_000


@pytest.mark.parametrize("text", ["", "null", "{}", "[]", "[1,2,3]", '{"winner": 0}'])
def test_what_makes_no_sense_is_no_game(text: str) -> None:
    assert read_short(text) is None
    assert row(1, "x", None, text) is None


def test_a_game_of_another_system_has_no_figures() -> None:
    assert short_text(Session.new(Counter(), {"goal": 3}, NoContent(), 1)) is None


def test_bands_keep_their_names_when_they_change_seats() -> None:
    text = short_text(simulated())
    assert text is not None
    exchanged = read_short(text).exchanged
    found = row(1, "x", SETTINGS, text)
    assert found is not None
    assert found.bands == (("Crows", "Cranes") if exchanged else ("Cranes", "Crows"))
    for broken in (None, "null", "[]", "{", '{"bands": 3}'):
        found = row(1, "x", broken, text)
        assert found is not None and found.bands == ("", "")


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
    texts = [short_text(session) for session in (simulated(0), simulated(1), typed())]
    kept = [(n, f"Game {n}", SETTINGS, texts[n % 3] or "") for n in range(10_000)]
    start = process_time()
    found = many(one for game in kept if (one := row(*game)) is not None)
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
