"""Games between two camps by the thousand: whether every scenario can be won by either, and how its games end.

As for two sides, the result is the same for the same seed and any number of processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from companion.model.analysis import content_of, play, spread, wilson
from companion.model.bots import BOTS, BotFault
from companion.model.core.contract import Content, Json, System, camps_of, part
from companion.model.core.words import Message
from companion.model.games import SYSTEMS

S_contra = TypeVar("S_contra", contravariant=True)

MOST_OF_A_CAMP = 0.6
"""What either camp may win of the games of a scenario."""


@runtime_checkable
class SimulatesCamps(Protocol[S_contra]):
    """Games of two camps by the thousand, in scenarios."""

    def contests(self, content: Content) -> Mapping[str, tuple[str, int]]:
        """Every scenario that can be played, by id: its name, and for how many seats it is meant."""

    def contest(self, content: Content, scenario: str, seats: int, rng: Random) -> Json:
        """The set-up of a game of it; what players would choose freely is drawn by lot."""

    def marks(self, state: S_contra) -> Sequence[str]:
        """What is to be counted of how a game ended, each in the words of a column."""

    def columns(self) -> Sequence[str]:
        """Everything that `marks` may say, in the order of a table."""

    def turns(self, state: S_contra) -> int:
        """How many turns a game has gone on for."""


def contesting(id: str) -> tuple[System[Any], SimulatesCamps[Any]]:
    """A game of camps; raises ValueError for any other, KeyError for an unknown one."""
    system = SYSTEMS[id]
    offered = part(system, SimulatesCamps)
    if offered is None:
        raise ValueError(f"{id} has no scenarios for two camps")
    return system, offered


class Series(msgspec.Struct, frozen=True):
    """Many games of one scenario by the same player on every seat."""

    system: str
    scenario: str
    seats: int
    player: str
    """A name of `BOTS`."""
    seed: int = 1
    packs: tuple[str, ...] = ()


class CampGame(msgspec.Struct, frozen=True):
    """One game's end."""

    winner: int | None
    """The number of the camp that won; -1: a draw, None: given up as unfinished."""
    turns: int
    decisions: int
    marks: tuple[str, ...]


class CampTally(msgspec.Struct, frozen=True):
    """A series summed up; the second camp's share follows from the first one's."""

    games: int
    wins: tuple[int, int]
    draws: int
    unfinished: int
    turns_mean: float
    turns_most: int
    decisions_mean: float
    marks: dict[str, int]

    @property
    def share(self) -> float:
        """The first camp's part of the games that somebody won; a half when there are none."""
        return self.wins[0] / sum(self.wins) if any(self.wins) else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where its true share is, with 95 % confidence."""
        return wilson(self.wins[0], sum(self.wins))

    @property
    def even(self) -> bool:
        """Whether all games ended, and neither camp won too many."""
        return not self.unfinished and 1 - MOST_OF_A_CAMP <= self.share <= MOST_OF_A_CAMP


def camp_names(series: Series) -> list[Message]:
    """What the camps of a series are called, the first one first."""
    system, simulated = contesting(series.system)
    content = content_of(series.system, series.packs)
    said = simulated.contest(content, series.scenario, series.seats, Random(series.seed))
    return [camp.name for camp in camps_of(system, system.new(said, content))]


def play_series(series: Series, number: int) -> CampGame:
    """Game `number` (from 0) of a series, always the same one; raises BotFault when a player fails."""
    system, simulated = contesting(series.system)
    content = content_of(series.system, series.packs)
    rng = Random(f"camps:{series.seed}:{series.scenario}:{series.seats}:{number}")
    state = system.new(simulated.contest(content, series.scenario, series.seats, rng), content)
    camps = camps_of(system, state)
    bots = {seat: BOTS[series.player]() for seat in system.seats(state)}
    try:
        state, end, taken = play(system, state, bots, rng, content)
    except BotFault as wrong:
        raise BotFault(f"game {number} of {series.scenario}, seed {series.seed}: {wrong}") from wrong
    winner = None
    if end is not None:
        winner = next((n for n, camp in enumerate(camps) if set(camp.seats) <= {*end.winners}), -1)
    return CampGame(winner, simulated.turns(state), taken, tuple(simulated.marks(state)))


def _play(task: tuple[Series, int]) -> CampGame:
    return play_series(*task)


def tally_camps(games: Sequence[CampGame]) -> CampTally:
    """Sum up; there must be one game at least."""
    won = Counter(game.winner for game in games)
    return CampTally(
        games=len(games),
        wins=(won[0], won[1]),
        draws=won[-1],
        unfinished=won[None],
        turns_mean=round(fmean(game.turns for game in games), 2),
        turns_most=max(game.turns for game in games),
        decisions_mean=round(fmean(game.decisions for game in games), 1),
        marks=dict(Counter(mark for game in games for mark in game.marks)),
    )


def simulate_camps(
    all_: Sequence[Series], games: int, jobs: int = 1, told: Callable[[int, int], None] | None = None
) -> list[CampTally]:
    """Play `games` of each series and sum up; `told` hears how many are done, of how many. Raises BotFault."""
    tasks = [(series, number) for series in all_ for number in range(games)]
    done: list[CampGame] = []
    for game in spread(_play, tasks, jobs):
        done.append(game)
        if told is not None:
            told(len(done), len(tasks))
    return [tally_camps(done[n * games : (n + 1) * games]) for n in range(len(all_))]


def camps_json(series: Series, summed: CampTally) -> Json:
    """The result of a series as JSON."""
    low, high = summed.interval
    return {
        "scenario": series.scenario,
        "seats": series.seats,
        "player": series.player,
        "seed": series.seed,
        **msgspec.to_builtins(summed),
        "share": round(summed.share, 4),
        "share_95": [round(low, 4), round(high, 4)],
        "even": summed.even,
    }


PAGE = """# Balance of the scenarios: {name}

{games} games of each scenario by the automatic player `{player}` on every seat, with as many heroes as the scenario
is meant for; who they are is drawn by lot for each game. Neither camp should win more than {most:.0%} of the games.

Made by this command (the same seed gives the same figures, whatever `--jobs` is):

```sh
{command}
```

| scenario | {scenarios} |
|---|{lines}|
{rows}

*Share*: what {first} won of the games that somebody won, with Wilson's 95 % interval in brackets. What is
counted below it is in how many games it happened."""


def camps_page(
    name: str, camps: Sequence[str], names: Sequence[str], all_: Sequence[Series], tallies: Sequence[CampTally],
    columns: Sequence[str], games: int, command: str,
) -> str:  # fmt: skip
    """The page as Markdown: a column for each series. `camps` and `names`: what camps and scenarios are called."""

    def row(label: str, cell: Callable[[CampTally], object]) -> str:
        return f"| {' | '.join((label, *(str(cell(one)) for one in tallies)))} |"

    def shared(one: CampTally) -> str:
        low, high = one.interval
        return f"{one.share:.1%} ({low:.1%} – {high:.1%})"

    rows = [
        f"| seats | {' | '.join(str(one.seats) for one in all_)} |",
        row(f"won by {camps[0]}", lambda one: one.wins[0]),
        row(f"won by {camps[1]}", lambda one: one.wins[1]),
        row("draws", lambda one: one.draws),
        row("unfinished", lambda one: one.unfinished),
        row("share", shared),
        *[row(column, lambda one, column=column: one.marks.get(column, 0)) for column in columns],  # type: ignore[misc]
        row("turns", lambda one: one.turns_mean),
        row("turns at most", lambda one: one.turns_most),
        row("decisions", lambda one: one.decisions_mean),
        row("even", lambda one: "yes" if one.even else "**no**"),
    ]
    return PAGE.format(
        name=name,
        first=camps[0],
        games=games,
        player=all_[0].player,
        most=MOST_OF_A_CAMP,
        command=command,
        scenarios=" | ".join(f"{name} (`{one.scenario}`)" for name, one in zip(names, all_, strict=True)),
        lines="|".join(["--:"] * len(all_)),
        rows="\n".join(rows),
    )
