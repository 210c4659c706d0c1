"""What can be said about games from outside: automatic players against each other, many games.

The result is the same for the same seed and any number of processes. With `weigh`, how even two bands are.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from companion.model.bots import BOTS, Bot, BotFault, ask_bot
from companion.model.content.collection import join_packs
from companion.model.content.library import Library
from companion.model.core.chance import Face, drawn
from companion.model.core.contract import (
    Choice,
    Content,
    Groups,
    Json,
    Outcome,
    Over,
    Pairing,
    Roll,
    System,
    camps_of,
    choices_of,
    part,
)
from companion.model.core.record import Record, Source
from companion.model.core.refusal import InvalidInput
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games import SYSTEMS, record_kinds

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

MOST_DECISIONS = 6_000
"""A game still going on after so many is counted as unfinished."""
SIDES = 2
CHUNK = 2
"""Games handed to a process at a time: few, so that all processes end at about the same time."""
SELDOM = (50_000, 20, 50)
"""How often a process looks for rubbish: states of games die by themselves, there are many, and none is in a circle."""
Z = 1.959964
"""Of the normal distribution: 95 % lie within so many deviations."""


@runtime_checkable
class Simulates(Protocol[S_contra]):
    """Games of automatic players by the thousand. A side is what a set-up puts against others: a ready band."""

    def matchup(self, content: Content, sides: Sequence[str], board: str) -> Json:
        """The set-up of these sides on a board; raises InvalidInput for an id that no pack holds."""

    def boards(self, content: Content) -> Sequence[str]:
        """The boards there are, by id."""

    def pairings(self, content: Content) -> Sequence[Pairing]:
        """The sides that could meet."""

    def opening(self, number: int) -> tuple[Outcome, tuple[str, ...]]:
        """The first roll of game `number`, so that sides begin equally often, and their seats then."""

    def turns(self, state: S_contra) -> int:
        """How many turns a game has gone on for."""

    def samples(self, content: Content, games: int) -> Mapping[str, Sequence[Json]]:
        """Set-ups of so many games of each kind there is."""

    def judged(self, state: S_contra) -> float | None:
        """How much better the first seat stands than the other, without a bound; None where nobody could say."""


@runtime_checkable
class CountsTurns(Protocol[S_contra]):
    """Games of automatic players by the thousand, where camps play against each other."""

    def turns(self, state: S_contra) -> int:
        """How many turns a game has gone on for."""


class Match(msgspec.Struct, frozen=True):
    """Two sides and their players, many games. `setups` differ in the board alone and are played in turns."""

    system: str
    players: tuple[str, str]
    """Names of `BOTS`: of the first and of the second side, whichever seat these have."""
    setups: tuple[Json, ...]
    seed: int = 1
    mirrored: bool = False
    """Games come in pairs with the same seed and board: the first side begins one, the second the other. Else every
    game has its own seed, and each side begins every second one.
    """
    packs: tuple[str, ...] = ()
    """Paths of the packs that are there beside the shipped ones."""


class SimulatedGame(msgspec.Struct, frozen=True):
    """One game's end; sides are 0 and 1 as in the match."""

    winner: int | None
    """-1: a draw; None: given up as unfinished."""
    first: int
    """The side that began."""
    turns: int
    decisions: int


class Tally(msgspec.Struct, frozen=True):
    """Many games summed up."""

    games: int
    a_wins: int
    b_wins: int
    draws: int
    unfinished: int
    first_wins: int
    """Won by whoever began."""
    turns_mean: float
    decisions_mean: float

    @property
    def decided(self) -> int:
        """Games that somebody won."""
        return self.a_wins + self.b_wins

    @property
    def share(self) -> float:
        """The first side's part of the games that somebody won; a half when there are none."""
        return self.a_wins / self.decided if self.decided else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Where its true share is, with 95 % confidence."""
        return wilson(self.a_wins, self.decided)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a chance that brought `wins` in `games`; 0 to 1 when there were none."""
    if not games:
        return 0.0, 1.0
    share, square = wins / games, Z * Z / games
    middle = (share + square / 2) / (1 + square)
    half = Z * sqrt(share * (1 - share) / games + square / games / 4) / (1 + square)
    # all or nothing: exactly there, which the sums miss by a hair
    return 0.0 if wins == 0 else middle - half, 1.0 if wins == games else middle + half


def simulating(id: str) -> tuple[System[Any], Simulates[Any]]:
    """A game of which many can be played; raises ValueError when it offers nothing for that."""
    system = SYSTEMS[id]
    offered = part(system, Simulates)
    if offered is None:
        raise ValueError(f"{id} cannot be simulated")
    return system, offered


@lru_cache(maxsize=4)
def content_of(system: str, packs: tuple[str, ...] = ()) -> Library:
    """The shipped packs and those at these paths, as far as they can be used; read once a process."""
    return join_packs([Path(path) for path in packs], record_kinds(system), Library.shipped())[0]


# games -------------------------------------------------------------------------------------------------------------


def play(
    system: System[S], state: S, bots: Mapping[str, Bot], rng: Random, content: Content | None = None
) -> tuple[S, Over | None, int]:
    """Play a game to its end: the last state, the end (None: given up as unfinished) and the decisions taken.

    Of several who answer together the first asked answers first. `content` as in `bots.ask_bot`. Raises BotFault when a
    player fails.
    """
    for decisions in range(MOST_DECISIONS):
        pending = system.pending(state)
        if isinstance(pending, Over):
            return state, pending, decisions
        if isinstance(pending, Roll):
            state = system.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
        else:
            choice = choices_of(pending)[0]
            option = ask_bot(bots[choice.seat], system, state, choice, rng, content=content).option
            state = system.apply(state, option).state
    return state, None, MOST_DECISIONS


def _dealt(match: Match, number: int) -> tuple[str, Json, Outcome, dict[str, Bot], tuple[str, ...]]:
    """Game `number` of a match: its seed, its set-up, its first roll, who plays, and the seats of the sides."""
    half = number // 2
    first, seats = simulating(match.system)[1].opening(number)
    bots = {seat: BOTS[player]() for seat, player in zip(seats, match.players, strict=True)}
    seed = f"simulate:{match.seed}:{half if match.mirrored else number}"
    return seed, match.setups[half % len(match.setups)], first, bots, seats


def play_one(match: Match, number: int) -> SimulatedGame:
    """Game `number` (from 0) of a match, always the same one; raises BotFault when a player fails."""
    system, simulated = simulating(match.system)
    seed, setup, first, bots, seats = _dealt(match, number)
    state = system.rolled(system.new(setup, content_of(match.system, match.packs)), first).state
    try:
        state, end, taken = play(system, state, bots, Random(seed))
    except BotFault as wrong:
        raise BotFault(f"game {number} of seed {match.seed}: {wrong}") from wrong
    winner = None if end is None else -1 if end.winner is None else seats.index(end.winner)
    return SimulatedGame(winner, number % 2, simulated.turns(state), taken)


def in_camps(id: str) -> bool:
    """Whether a game is played by camps, whose players change sides from game to game; KeyError for an unknown one."""
    system = SYSTEMS[id]
    return (
        part(system, Simulates) is None and part(system, CountsTurns) is not None and part(system, Groups) is not None
    )


def play_camps(match: Match, number: int) -> SimulatedGame:
    """Game `number` (from 0) of a match between two camps, always the same one: every second game side 0 is the first
    camp. Raises BotFault when a player fails.
    """
    system, content = SYSTEMS[match.system], content_of(match.system, match.packs)
    counting = part(system, CountsTurns)
    half = number // 2
    rng = Random(f"simulate:{match.seed}:{half if match.mirrored else number}")
    state = system.new(match.setups[half % len(match.setups)], content)
    camps = camps_of(system, state)[:: -1 if number % 2 else 1]
    if len(camps) != SIDES or counting is None:
        raise InvalidInput("setup", say("Only games of two camps can be played by the thousand."))
    bots = {seat: BOTS[player]() for camp, player in zip(camps, match.players, strict=True) for seat in camp.seats}
    try:
        state, end, taken = play(system, state, bots, rng, content)
    except BotFault as wrong:
        raise BotFault(f"game {number} of seed {match.seed}: {wrong}") from wrong
    winner = None
    if end is not None:
        winner = next((n for n, camp in enumerate(camps) if set(camp.seats) <= {*end.winners}), -1)
    return SimulatedGame(winner, number % 2, counting.turns(state), taken)


def play_session(match: Match, number: int) -> Session[Any]:
    """Game `number` of a match as `play_one` plays it, with its log; raises BotFault when a player fails."""
    system = SYSTEMS[match.system]
    seed, setup, first, bots, _ = _dealt(match, number)
    content, dice = content_of(match.system, match.packs), Random(seed).getrandbits(48)
    session = Session.new(system, setup, content, dice, packs=content.versions, mode="enforce")
    rng = Random(seed)
    _roll(session, first)
    for _ in range(MOST_DECISIONS):
        pending = session.pending
        if isinstance(pending, Over):
            break
        if isinstance(pending, Roll):
            _roll(session, drawn(pending.dice, rng, pending.distinct))
        else:
            assert isinstance(pending, Choice)
            session.choose(ask_bot(bots[pending.seat], system, session.state, pending, rng).option)
    return session


def _roll(session: Session[Any], faces: tuple[Face, ...]) -> None:
    """Dice of the program's own: no person has typed them."""
    source: Source = "seed"
    session.roll(faces, (source,) * len(faces))


def record_of(task: tuple[Match, int]) -> Record:
    """The record of a game, to be handed from one process to another."""
    return play_session(*task).save()


def records_of(tasks: Sequence[tuple[Match, int]], jobs: int = 1) -> Iterator[Record]:
    """Every task's game with its log, in the order of the tasks, played by `jobs` processes; raises BotFault."""
    yield from spread(record_of, tasks, jobs)


def _play(task: tuple[Match, int]) -> SimulatedGame:
    match, number = task
    return play_camps(match, number) if in_camps(match.system) else play_one(match, number)


def games_of(tasks: Sequence[tuple[Match, int]], jobs: int = 1) -> Iterator[SimulatedGame]:
    """Every task's game, in the order of the tasks, played by `jobs` processes; raises BotFault."""
    yield from spread(_play, tasks, jobs)


def spread(do: Callable[[T], R], tasks: Sequence[T], jobs: int = 1) -> Iterator[R]:
    """What `do` makes of every task, in their order, in `jobs` processes."""
    if jobs == 1:
        yield from map(do, tasks)
        return
    # spawned, not forked: the same on every platform, and nothing of this process is carried over
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_settle_in) as pool:
        yield from pool.map(do, tasks, chunksize=CHUNK)


def _settle_in() -> None:
    """What a process has loaded stays for good: its rubbish is looked for among the states of games alone."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def tally(games: Sequence[SimulatedGame]) -> Tally:
    """Sum up; there must be one game at least."""
    wins = Counter(game.winner for game in games)
    return Tally(
        games=len(games),
        a_wins=wins[0],
        b_wins=wins[1],
        draws=wins[-1],
        unfinished=wins[None],
        first_wins=sum(game.winner == game.first for game in games),
        turns_mean=round(fmean(game.turns for game in games), 2),
        decisions_mean=round(fmean(game.decisions for game in games), 1),
    )


def simulate(match: Match, games: int, jobs: int = 1, told: Callable[[int, int], None] | None = None) -> Tally:
    """Play `games` of a match and sum up; `told` hears how many are done, of how many. Raises BotFault."""
    return simulate_all([match], games, jobs, told)[0]


def simulate_all(
    matches: Sequence[Match], games: int, jobs: int = 1, told: Callable[[int, int], None] | None = None
) -> list[Tally]:
    """Play `games` of each match; as `simulate`."""
    tasks = [(match, number) for match in matches for number in range(games)]
    done: list[SimulatedGame] = []
    for game in games_of(tasks, jobs):
        done.append(game)
        if told is not None:
            told(len(done), len(tasks))
    return [tally(done[n : n + games]) for n in range(0, len(tasks), games)]


def as_json(match: Match, summed: Tally, bands: Sequence[str] | None, seconds: float) -> Json:
    """The result of a simulation as JSON; `bands`: ids, where ready ones played."""
    low, high = summed.interval
    return {
        "a": match.players[0],
        "b": match.players[1],
        "bands": bands,
        "boards": len(match.setups),
        "mirrored": match.mirrored,
        "seed": match.seed,
        **msgspec.structs.asdict(summed),
        "a_share": round(summed.share, 4),
        "a_share_95": [round(low, 4), round(high, 4)],
        "seconds": round(seconds, 2),
    }


LEAST, MOST = 0.40, 0.60
"""What a band may win of its games against another of equal value."""


class Weighed(msgspec.Struct, frozen=True):
    """A pairing and how its games ended; the first band is the tally's a."""

    pairing: Pairing
    tally: Tally

    @property
    def even(self) -> bool:
        """Whether all its games ended, and neither band wins too many of them."""
        return LEAST <= self.tally.share <= MOST and not self.tally.unfinished


def weigh(
    system: str,
    player: str,
    games: int,
    seed: int,
    boards: Sequence[str] = (),
    jobs: int = 1,
    told: Callable[[int, int], None] | None = None,
    packs: tuple[str, ...] = (),
) -> list[Weighed]:
    """Play `games` mirrored ones of each pairing of the ready bands, on `boards` (none: all there are) in turns.

    The shipped packs are played with, and those at the paths `packs`.

    Raises BotFault, and InvalidInput for a board that no pack holds.
    """
    content, simulated = content_of(system, packs), simulating(system)[1]
    found = simulated.pairings(content)
    places = boards or simulated.boards(content)
    matches = [
        Match(
            system,
            (player, player),
            tuple(simulated.matchup(content, pair.ids, place) for place in places),
            seed,
            mirrored=True,
            packs=packs,
        )
        for pair in found
    ]
    tallies = simulate_all(matches, games, jobs, told)
    return [Weighed(pair, tally) for pair, tally in zip(found, tallies, strict=True)]


def weighed_json(weighed: Weighed) -> Json:
    """One row as JSON."""
    low, high = weighed.tally.interval
    return {
        "a": weighed.pairing.ids[0],
        "b": weighed.pairing.ids[1],
        "budget": weighed.pairing.worth,
        **msgspec.structs.asdict(weighed.tally),
        "a_share": round(weighed.tally.share, 4),
        "a_share_95": [round(low, 4), round(high, 4)],
        "even": weighed.even,
    }


PAGE = """# Balance of the ready bands

Every two ready-made bands of equal budget play {games} games by the automatic player `{player}`, on
every shipped board in turns. Games are mirrored: each is played twice with the same seed, and each band begins one of
the two. A band should win between {least:.0%} and {most:.0%} of the games against another of equal value.

Made by this command (the same seed gives the same figures, whatever `--jobs` is):

```
{command}
```

| budget | band | against | wins | loses | draws | unfinished | share | 95 % | who begins wins | turns | even |
|--:|---|---|--:|--:|--:|--:|--:|---|--:|--:|---|
{rows}

*Share*: the first band's part of the games that somebody won, with Wilson's 95 % interval."""


def balance_page(weighed: Sequence[Weighed], player: str, games: int, command: str) -> str:
    """The page as Markdown, with the command that makes it."""
    rows = "\n".join(map(_row, weighed))
    return PAGE.format(player=player, games=games, least=LEAST, most=MOST, command=command, rows=rows)


def _row(weighed: Weighed) -> str:
    pairing, tally = weighed.pairing, weighed.tally
    low, high = tally.interval
    cells = (
        pairing.worth,
        *(f"{name} (`{id}`)" for name, id in zip(pairing.names, pairing.ids, strict=True)),
        tally.a_wins,
        tally.b_wins,
        tally.draws,
        tally.unfinished,
        f"{tally.share:.1%}",
        f"{low:.1%} – {high:.1%}",
        f"{tally.first_wins / max(1, tally.decided):.1%}",
        tally.turns_mean,
        "yes" if weighed.even else "**no**",
    )
    return f"| {' | '.join(map(str, cells))} |"
