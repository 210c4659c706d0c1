"""Games of any number of seats, each for itself, by the thousand: who wins, by what he plays and by where he sits.

As for two sides, the result is the same for the same seed and any number of processes. A victory that several share
counts a part for each: two who win together have half of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from companion.model.analysis import content_of, play, spread, wilson
from companion.model.bots import BOTS, BotFault
from companion.model.core.contract import Content, Json, System, part
from companion.model.games import SYSTEMS

S_contra = TypeVar("S_contra", contravariant=True)

TOO_OFTEN = 1.5
"""What a side may win of the games in which it plays, in shares: one for each seat."""


@runtime_checkable
class SimulatesSeats(Protocol[S_contra]):
    """Games of automatic players by the thousand, with any number of seats. A side is what a seat plays: a Samurai."""

    def sides(self, content: Content) -> Mapping[str, str]:
        """Everything that a seat could play, by id, with its name."""

    def seated(self, content: Content, sides: Sequence[str]) -> Json:
        """The set-up in which the seats, from the first to play on, play these sides; all of them are different."""

    def turns(self, state: S_contra) -> int:
        """How many turns a game has gone on for."""


def seated(id: str) -> bool:
    """Whether a game is simulated by seats, not by two sides; raises KeyError for an unknown one."""
    return part(SYSTEMS[id], SimulatesSeats) is not None


def seating(id: str) -> tuple[System[Any], SimulatesSeats[Any]]:
    """A game that is `seated`; raises ValueError for any other."""
    system = SYSTEMS[id]
    offered = part(system, SimulatesSeats)
    if offered is None:
        raise ValueError(f"{id} cannot be simulated by seats")
    return system, offered


class Round(msgspec.Struct, frozen=True):
    """Many games with the same number of seats; each draws by lot which sides play, and where they sit."""

    system: str
    seats: int
    players: tuple[str, str]
    """Names of `BOTS`: of one seat, another one in each game, and of all the others."""
    seed: int = 1
    packs: tuple[str, ...] = ()


class SeatedGame(msgspec.Struct, frozen=True):
    """One game's end, seat by seat from the first to play on."""

    sides: tuple[str, ...]
    won: tuple[int, ...]
    """The seats that have won, by number; none: a draw, or unfinished."""
    finished: bool
    turns: int
    decisions: int


class Share(msgspec.Struct, frozen=True):
    """What somebody won of the games that had a winner; parts of victories are added up."""

    games: int
    wins: float
    seats: int

    @property
    def ratio(self) -> float:
        """What he won, in shares: 1 is what chance would give him; 1 without games."""
        return self.wins * self.seats / self.games if self.games else 1.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where his true ratio is, with 95 % confidence."""
        low, high = wilson(self.wins, self.games)
        return low * self.seats, high * self.seats


class SeatsTally(msgspec.Struct, frozen=True):
    """Many games of one number of seats, summed up."""

    seats: int
    games: int
    alone: int
    """Won by one seat."""
    together: int
    """Won by several."""
    nobody: int
    unfinished: int
    by_side: dict[str, Share]
    by_seat: tuple[Share, ...]
    """From the first to play on."""
    a_wins: int
    """Games that the seat of the first player won, alone or together."""
    a_alone: int
    turns_mean: float
    decisions_mean: float

    @property
    def even(self) -> bool:
        """Whether all games ended, and no side wins too many of its own."""
        return not self.unfinished and all(share.ratio <= TOO_OFTEN for share in self.by_side.values())


def play_seated(round_: Round, number: int) -> SeatedGame:
    """Game `number` (from 0) of a round, always the same one; raises BotFault when a player fails."""
    system, simulated = seating(round_.system)
    content, rng = content_of(round_.system, round_.packs), Random(f"seats:{round_.seed}:{round_.seats}:{number}")
    sides = tuple(rng.sample(sorted(simulated.sides(content)), round_.seats))
    state = system.new(simulated.seated(content, sides), content)
    seats = system.seats(state)
    one, others = round_.players
    bots = {seat: BOTS[one if n == number % len(seats) else others]() for n, seat in enumerate(seats)}
    try:
        state, end, taken = play(system, state, bots, rng, content)
    except BotFault as wrong:
        raise BotFault(f"game {number} of {round_.seats} seats, seed {round_.seed}: {wrong}") from wrong
    won = () if end is None else tuple(seats.index(seat) for seat in end.winners)
    return SeatedGame(sides, won, end is not None, simulated.turns(state), taken)


def _play(task: tuple[Round, int]) -> SeatedGame:
    return play_seated(*task)


def tally_seats(round_: Round, games: Sequence[SeatedGame]) -> SeatsTally:
    """Sum up; there must be one game at least."""
    seats, decided = round_.seats, [game for game in games if game.won]
    part_of = [{n: 1 / len(game.won) for n in game.won} for game in decided]
    sides = sorted({side for game in games for side in game.sides})
    own = {side: [n for n, game in enumerate(decided) if side in game.sides] for side in sides}
    by_side = {
        side: Share(len(own[side]), sum(part_of[n].get(decided[n].sides.index(side), 0.0) for n in own[side]), seats)
        for side in sides
    }
    lone = [n % seats in game.won for n, game in enumerate(games)]
    return SeatsTally(
        seats=seats,
        games=len(games),
        alone=sum(len(game.won) == 1 for game in games),
        together=sum(len(game.won) > 1 for game in games),
        nobody=sum(game.finished and not game.won for game in games),
        unfinished=sum(not game.finished for game in games),
        by_side=by_side,
        by_seat=tuple(
            Share(len(decided), sum(parts.get(seat, 0.0) for parts in part_of), seats) for seat in range(seats)
        ),
        a_wins=sum(lone),
        a_alone=sum(won and len(game.won) == 1 for won, game in zip(lone, games, strict=True)),
        turns_mean=round(fmean(game.turns for game in games), 2),
        decisions_mean=round(fmean(game.decisions for game in games), 1),
    )


def simulate_seats(
    rounds: Sequence[Round], games: int, jobs: int = 1, told: Callable[[int, int], None] | None = None
) -> list[SeatsTally]:
    """Play `games` of each round and sum up; `told` hears how many are done, of how many. Raises BotFault."""
    tasks = [(round_, number) for round_ in rounds for number in range(games)]
    done: list[SeatedGame] = []
    for game in spread(_play, tasks, jobs):
        done.append(game)
        if told is not None:
            told(len(done), len(tasks))
    return [tally_seats(round_, done[n * games : (n + 1) * games]) for n, round_ in enumerate(rounds)]


def seats_json(round_: Round, summed: SeatsTally) -> Json:
    """The result of a round as JSON: how the first player fared or, where all players are alike, every side."""
    a, b = round_.players
    ends = ("alone", "together", "nobody", "unfinished", "turns_mean", "decisions_mean")
    found: dict[str, Json] = {"a": a, "b": b, "seats": summed.seats, "seed": round_.seed, "games": summed.games}
    found |= {name: getattr(summed, name) for name in ends}
    if a != b:
        low, high = wilson(summed.a_wins, summed.games)
        return {
            **found,
            "a_wins": summed.a_wins,
            "a_alone": summed.a_alone,
            "a_share": round(summed.a_wins / summed.games, 4),
            "a_share_95": [round(low, 4), round(high, 4)],
        }
    return {
        **found,
        "by_side": {side: _share_json(share) for side, share in summed.by_side.items()},
        "by_seat": [_share_json(share) for share in summed.by_seat],
        "even": summed.even,
    }


def _share_json(share: Share) -> Json:
    low, high = share.interval
    return {
        "games": share.games,
        "wins": round(share.wins, 2),
        "ratio": round(share.ratio, 3),
        "ratio_95": [round(low, 3), round(high, 3)],
    }


PAGE = """# Balance of the seats: {name}

{games} games of each number of seats by the automatic player `{player}`; which sides play, and where they sit, is drawn
by lot for each game. What somebody wins is told in shares: 1 is what everybody would win if all were alike (a third of
the games of three seats), with Wilson's 95 % interval in brackets. A victory of several counts a part for each. Games
that nobody won are left out. No side should win more than {most} shares of the games in which it plays.

Made by this command (the same seed gives the same figures, whatever `--jobs` is):

```sh
{command}
```

| seats | {seats} |
|---|{lines}|
{rows}"""


def seats_page(
    name: str, sides: Mapping[str, str], tallies: Sequence[SeatsTally], player: str, games: int, command: str
) -> str:
    """The page as Markdown, with the command that makes it: a column for each number of seats."""
    rows = [
        _row(f"{sides.get(side, side)} (`{side}`)", [_cell(one.by_side.get(side)) for one in tallies]) for side in sides
    ]
    most = max(one.seats for one in tallies)
    rows += [
        _row(f"seat {n + 1}", [_cell(one.by_seat[n] if n < one.seats else None) for one in tallies])
        for n in range(most)
    ]
    for label, field in (
        ("won alone", "alone"),
        ("won together", "together"),
        ("won by nobody", "nobody"),
        ("unfinished", "unfinished"),
        ("turns", "turns_mean"),
        ("decisions", "decisions_mean"),
    ):
        rows.append(_row(label, [str(getattr(one, field)) for one in tallies]))
    rows.append(_row("even", ["yes" if one.even else "**no**" for one in tallies]))
    return PAGE.format(
        name=name,
        player=player,
        games=games,
        most=TOO_OFTEN,
        command=command,
        seats=" | ".join(str(one.seats) for one in tallies),
        lines="|".join(["--:"] * len(tallies)),
        rows="\n".join(rows),
    )


def _row(label: str, cells: Sequence[str]) -> str:
    return f"| {' | '.join((label, *cells))} |"


def _cell(share: Share | None) -> str:
    if share is None:
        return "–"
    low, high = share.interval
    return f"{share.ratio:.2f} ({low:.2f} – {high:.2f})"
