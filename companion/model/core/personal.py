"""Finished games as one player remembers them: how often won, how often in a row, and the best of each figure.

A game says what is worth remembering of one of its games (`Summaries.remember`); here is what serves any game.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .words import Message


class Feat(msgspec.Struct, frozen=True):
    """A figure of one game that a player would tell of."""

    id: str
    title: Message
    """What was done, as a title ("Quickest victory, in turns")."""
    value: int
    least: bool = False
    """Less is better."""


class Remembered(msgspec.Struct, frozen=True):
    """A finished game as one of its players saw it."""

    won: bool
    drawn: bool = False
    """Nobody has won."""
    feats: tuple[Feat, ...] = ()


class Best(msgspec.Struct, frozen=True):
    """The best of one figure, and the first game in which it was done."""

    feat: Feat
    game: int


class PersonalRecord(msgspec.Struct, frozen=True):
    """All games of one player together."""

    games: int
    won: int
    drawn: int
    streak: int
    """The most victories in a row."""
    running: int
    """The victories in a row up to the last game."""
    bests: tuple[Best, ...]
    """In the order in which games tell of them."""


def personal_record(games: Iterable[tuple[int, Remembered]]) -> PersonalRecord:
    """Sum up games by number, the one played first at the front."""
    count = won = drawn = streak = running = 0
    bests: dict[str, Best] = {}
    for game, one in games:
        count += 1
        won += one.won
        drawn += one.drawn
        running = running + 1 if one.won else 0
        streak = max(streak, running)
        for feat in one.feats:
            known = bests.get(feat.id)
            if known is None or (feat.value < known.feat.value if feat.least else feat.value > known.feat.value):
                bests[feat.id] = Best(feat, game)
    return PersonalRecord(count, won, drawn, streak, running, tuple(bests.values()))
