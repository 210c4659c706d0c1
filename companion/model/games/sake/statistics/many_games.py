"""Games of Saké & Samouraï that have ended, a row of JSON each, and all of them summed up."""

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
from companion.model.games.sake.state.state import SPIRIT

from . import game_statistics


class Shown(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What one seat did in a game."""

    sheet: str
    kind: int
    won: bool
    sake: int
    drunk: int
    stolen: int
    sober: int
    blows: int
    damage: int
    wounds: int
    killed: int
    luck: Luck


class Short(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One game."""

    why: str
    turns: int
    rounds: int
    """Fatal Rounds, the first one included."""
    kills: tuple[tuple[int, int], ...]
    """Seats: who killed whom, in order."""
    seats: tuple[Shown, ...]


def short(session: Session[Any]) -> Short:
    """A game in short."""
    found = game_statistics(session)
    return Short(
        found.why,
        found.turns,
        len(found.rounds),
        tuple((death.blow.by, death.seat) for death in found.deaths if death.blow is not None),
        tuple(
            Shown(
                one.sheet, one.kind, one.won, one.sake, one.drunk, one.stolen, one.sober, one.blows, one.damage,
                one.wounds, one.killed, one.luck,
            )
            for one in found.seats
        ),
    )  # fmt: skip


def remembered(found: Short, player: int) -> Remembered:
    """A game as one of its players saw it."""
    mine = found.seats[player]
    feats = [
        Feat("sake", say("Most sake in the end"), mine.sake),
        Feat("drunk", say("Most sake drunk in a game"), mine.drunk),
        Feat("killed", say("Most Samurai killed in a game"), mine.killed),
    ]
    if mine.won:
        feats.insert(0, Feat("turns", say("Quickest victory, in turns"), found.turns, least=True))
    nobody = not any(one.won for one in found.seats)
    return Remembered(mine.won, nobody, tuple(feats))


class Tally(msgspec.Struct):
    """How games went for a samurai or a player, and what was done in them."""

    games: int = 0
    alone: int = 0
    """Won as the only one."""
    shared: int = 0
    """Won with others: Spirits do, and those who share."""
    killed: int = 0
    died: int = 0
    """Ended as a Spirit."""
    drunk: int = 0
    sober: int = 0
    """The longest time without a drop in any of them."""
    blows: int = 0
    damage: int = 0
    expected: float = 0.0
    """Games it would have won alone if everybody at its tables had won as often."""
    luck: Luck = Luck()

    @property
    def won(self) -> int:
        return self.alone + self.shared


class Many(msgspec.Struct, frozen=True):
    """All games together."""

    games: int
    samurai: tuple[tuple[str, Tally], ...]
    """By the id of the sheet, those with most games first; seats without a sheet are left out."""
    players: tuple[tuple[str, Tally], ...]
    """By name."""
    kills: tuple[tuple[str, str, int], ...]
    """Names: who killed whom how often, the most frequent first."""
    endings: tuple[tuple[str, int], ...]
    """Why games ended (`fatal.Why`), the most frequent first."""
    turns: tuple[tuple[int, int], ...]
    """How many games lasted so many turns."""
    seats: tuple[tuple[int, int], ...]
    """How many games had so many players."""


def many(rows: Iterable[KeptGame[Short]]) -> Many:
    """Sum up."""
    samurai: dict[str, Tally] = {}
    players: dict[str, Tally] = {}
    kills: Counter[tuple[str, str]] = Counter()
    endings: Counter[str] = Counter()
    turns: Counter[int] = Counter()
    sizes: Counter[int] = Counter()
    for one in rows:
        short = one.short
        endings[short.why] += 1
        turns[short.turns] += 1
        sizes[len(short.seats)] += 1
        winners = sum(shown.won for shown in short.seats)
        for shown, name in zip(short.seats, one.names, strict=True):
            if shown.sheet:
                _add(samurai.setdefault(shown.sheet, Tally()), shown, winners, len(short.seats))
            if name:
                _add(players.setdefault(name, Tally()), shown, winners, len(short.seats))
        for by, whom in short.kills:
            if one.names[by] and one.names[whom]:
                kills[one.names[by], one.names[whom]] += 1
    return Many(
        sum(sizes.values()),
        by_games(samurai),
        by_games(players),
        tuple((by, whom, count) for (by, whom), count in kills.most_common()),
        tuple(endings.most_common()),
        tuple(sorted(turns.items())),
        tuple(sorted(sizes.items())),
    )


def _add(tally: Tally, shown: Shown, winners: int, seats: int) -> None:
    tally.games += 1
    tally.alone += shown.won and winners == 1
    tally.shared += shown.won and winners > 1
    tally.killed += shown.killed
    tally.died += shown.kind == SPIRIT
    tally.drunk += shown.drunk
    tally.sober = max(tally.sober, shown.sober)
    tally.blows += shown.blows
    tally.damage += shown.damage
    tally.expected += (winners == 1) / seats
    tally.luck += shown.luck


SUMMARIES = Summaries("sake", 1, Short, short, lambda found: tuple(range(len(found.seats))), remembered, many)
