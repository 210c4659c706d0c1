"""What a player may boast of: victories in a row, and the best of each figure with the game in which it was done."""

from __future__ import annotations

from companion.model.core.personal import Feat, Remembered, personal_record
from companion.model.core.words import say


def game(won: bool, ahead: int = 0, turns: int = 0) -> Remembered:
    feats = (Feat("ahead", say("Ahead"), ahead), Feat("turns", say("Turns"), turns, least=True)) if won else ()
    return Remembered(won, feats=feats)


def test_nothing_played_is_nothing_won() -> None:
    found = personal_record([])
    assert (found.games, found.won, found.streak, found.running, found.bests) == (0, 0, 0, 0, ())


def test_a_streak_ends_with_a_game_that_is_not_won_and_a_draw_ends_it_too() -> None:
    won, lost, drawn = game(True, 1, 1), game(False), Remembered(False, drawn=True)
    found = personal_record(enumerate([won, won, won, drawn, won, lost, won, won]))
    assert (found.games, found.won, found.drawn, found.streak, found.running) == (8, 6, 1, 3, 2)


def test_the_best_is_the_most_or_the_least_and_the_first_of_equals() -> None:
    found = personal_record([(7, game(True, 3, 9)), (8, game(True, 5, 6)), (9, game(True, 5, 6)), (10, game(False))])
    assert [(best.feat.id, best.feat.value, best.game) for best in found.bests] == [("ahead", 5, 8), ("turns", 6, 8)]
