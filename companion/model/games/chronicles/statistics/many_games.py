"""Games of Okko Chronicles that have ended, a row of JSON each, and all of them summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.model.core.luck import Luck
from companion.model.core.personal import Feat, Remembered
from companion.model.core.session import Session
from companion.model.core.summaries import KeptGame, Summaries, by_games
from companion.model.core.words import say
from companion.model.games.chronicles.state.state import ONI

from . import game_statistics


class Shown(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one seat did in a game."""

    seat: str
    card: str
    """The hero; empty: the Oni."""
    won: bool
    attacks: int
    hits: int
    dealt: int
    removed: int
    taken: int
    out: int
    tests: int
    passed: int
    hit_luck: Luck
    test_luck: Luck
    dice: Luck


class Short(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One game."""

    scenario: str
    turns: int
    heroes_won: bool
    points: tuple[int, int]
    came: int
    why: str
    demon: str
    wrong: int
    """Wrong accusations, those of natures included."""
    seats: tuple[Shown, ...]


def short(session: Session[Any]) -> Short:
    """A game in short."""
    found, table = game_statistics(session), session.state_at(session.present).table
    return Short(
        table.scenario or "", found.turns, found.winner == "heroes", found.points, found.came, found.why, found.demon,
        sum(not one.right for one in found.accusations),
        tuple([
            Shown(one.seat, one.card or "", one.won, one.attacks, one.hits, one.dealt, one.removed, one.taken, one.out,
                  one.tests, one.passed, one.hit_luck, one.test_luck, one.dice)
            for one in found.seats
        ]),
    )  # fmt: skip


def remembered(found: Short, player: int) -> Remembered:
    """A game as one of its players saw it."""
    mine = found.seats[player]
    feats = [
        Feat("dealt", say("Most damage dealt in a game"), mine.dealt),
        Feat("removed", say("Most figures removed in a game"), mine.removed),
        Feat("passed", say("Most tests passed in a game"), mine.passed),
    ]
    if mine.won:
        feats.insert(0, Feat("points", say("Most points of a victory"), found.points[mine.seat == ONI]))
        if mine.seat != ONI and found.why == "unmasked":
            feats.append(Feat("unmasked", say("Earliest unmasking, in turns"), found.came, least=True))
    return Remembered(mine.won, False, tuple(feats))


class Tally(msgspec.Struct):
    """How games went for a hero or a player, and what was done in them."""

    games: int = 0
    won: int = 0
    out: int = 0
    dealt: int = 0
    taken: int = 0
    hits: Luck = Luck()
    tests: Luck = Luck()
    dice: Luck = Luck()

    def add(self, shown: Shown) -> None:
        """One game more."""
        self.games += 1
        self.won += shown.won
        self.out += shown.out > 0
        self.dealt += shown.dealt
        self.taken += shown.taken
        self.hits += shown.hit_luck
        self.tests += shown.test_luck
        self.dice += shown.dice


class Many(msgspec.Struct, frozen=True):
    """All games together; what is counted by name or card comes with the most frequent first."""

    games: int
    scenarios: tuple[tuple[str, tuple[int, int]], ...]
    """By scenario: games that the heroes, and that the Oni have won."""
    heroes: tuple[tuple[str, Tally], ...]
    players: tuple[tuple[str, Tally], ...]
    reasons: tuple[tuple[str, int], ...]
    """Why the demon came; empty: it did not."""
    came: tuple[tuple[int, int], ...]
    """How often it came in which turn."""
    demon: tuple[tuple[str, int], ...]
    """What became of it."""
    points: tuple[tuple[int, int], ...]
    """Blue and red of every game."""


def many(rows: Iterable[KeptGame[Short]]) -> Many:
    """Sum up."""
    scenarios: dict[str, list[int]] = {}
    heroes: dict[str, Tally] = {}
    players: dict[str, Tally] = {}
    reasons, came, demon, points = Counter[str](), Counter[int](), Counter[str](), list[tuple[int, int]]()
    for one in rows:
        found = one.short
        scenarios.setdefault(found.scenario, [0, 0])[not found.heroes_won] += 1
        reasons[found.why] += 1
        demon[found.demon] += 1
        points.append(found.points)
        if found.came:
            came[found.came] += 1
        for shown, name in zip(found.seats, one.names, strict=True):
            if shown.card:
                heroes.setdefault(shown.card, Tally()).add(shown)
            if name:
                players.setdefault(name, Tally()).add(shown)
    played = sorted(scenarios.items(), key=lambda item: (-sum(item[1]), item[0]))
    return Many(
        len(points),
        tuple([(id, (won, lost)) for id, (won, lost) in played]),
        by_games(heroes),
        by_games(players),
        tuple(reasons.most_common()),
        tuple(sorted(came.items())),
        tuple(demon.most_common()),
        tuple(points),
    )


SUMMARIES = Summaries("chronicles", 1, Short, short, lambda found: tuple(range(len(found.seats))), remembered, many)
