"""Positions by the thousand: how many follow one (`perft`), and what chance of winning an evaluation stands for.

For the chance, a logistic curve is laid through simulated games. In each, positions are judged every few decisions,
and each is set against who won in the end. Half of the games, drawn by lot, give the curve its steepness; the other
half tell how good it is. Every game counts as much as any other, however long it was; a game without a winner counts
half for each side.

The counts of `perft` say nothing about how good a move is. They say, in one number, that a change of the rules' code
changed the rules: stored counts (``tests/perft``) are compared at every run, and `divide` shows under which first
option two programs part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log
from random import Random
from typing import TypeVar

import msgspec

from companion.model.analysis import MOST_DECISIONS, content_of, simulating, spread
from companion.model.bots import BOTS, ask_bot
from companion.model.core import chance
from companion.model.core.chance import drawn, logistic
from companion.model.core.contract import Choice, Json, Over, Roll, System, options_of
from companion.model.core.timeline import intent_of

EVERY = 12
"""Decisions between two positions that are judged."""
BINS = 10


class Task(msgspec.Struct, frozen=True):
    """One game to be played."""

    system: str
    setup: Json
    player: str
    seed: int
    number: int
    packs: tuple[str, ...] = ()


class Sampled(msgspec.Struct, frozen=True):
    """One game: the scores of its positions, for player A, and what A had in the end: 1, 0, or a half."""

    number: int
    scores: tuple[float, ...]
    end: float


class Bin(msgspec.Struct, frozen=True):
    """Positions in which about the same chance was told."""

    told: float
    """The mean of what was told."""
    came: float
    """The part that A won."""
    positions: int


class Fit(msgspec.Struct, frozen=True):
    """The curve and how well it fits the games that it was not made from."""

    games: int
    positions: int
    steepness: float
    brier: float
    """The mean square of what was told less what came; 0.25 for who always says one half."""
    log_loss: float
    """0.693 for who always says one half."""
    bins: tuple[Bin, ...]


def sample(task: Task) -> Sampled:
    """Play a game, judging its positions."""
    system, simulated = simulating(task.system)
    rng, content = Random(f"calibrate:{task.seed}:{task.number}"), content_of(task.system, task.packs)
    state = system.new(task.setup, content)
    seats = system.seats(state)
    bots = {seat: BOTS[task.player]() for seat in seats}
    scores: list[float] = []
    end = 0.5
    for decisions in range(MOST_DECISIONS):
        pending = system.pending(state)
        if isinstance(pending, Over):
            end = 0.5 if pending.winner is None else float(pending.winner == seats[0])
            break
        if decisions % EVERY == 0 and (score := simulated.judged(state)) is not None:
            scores.append(score)
        if isinstance(pending, Roll):
            state = system.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
        else:
            assert isinstance(pending, Choice)
            state = system.apply(state, ask_bot(bots[pending.seat], system, state, pending, rng).option).state
    return Sampled(task.number, tuple(scores), end)


def fit(games: Sequence[Sampled]) -> Fit:
    """Lay the curve through half of the games, and hold it against the other half; both must hold some."""
    games = [game for game in games if game.scores]
    drawn_ = list(games)
    # bands and adventures take turns: every second game would be always the same ones
    Random("halves").shuffle(drawn_)
    learnt, held = drawn_[::2], drawn_[1::2]
    if not learnt or not held:
        raise ValueError("two games at least")
    steepness = _steepness(learnt)
    points = [(logistic(steepness * x), game.end, 1 / len(game.scores)) for game in held for x in game.scores]
    weight = sum(w for _, _, w in points)
    brier = sum(w * (told - came) ** 2 for told, came, w in points) / weight
    loss = -sum(w * (came * log(told) + (1 - came) * log(1 - told)) for told, came, w in points) / weight
    bins = []
    for n in range(BINS):
        own = [(told, came) for told, came, _ in points if min(BINS - 1, int(told * BINS)) == n]
        if own:
            bins.append(Bin(sum(told for told, _ in own) / len(own), sum(came for _, came in own) / len(own), len(own)))
    return Fit(len(games), sum(len(game.scores) for game in games), steepness, brier, loss, tuple(bins))


def _steepness(games: Sequence[Sampled]) -> float:
    """The steepness that makes what happened likeliest: where the slope of the log-likelihood is 0, by bisection."""

    def slope(k: float) -> float:
        return sum(
            x * (game.end - 1 / (1 + exp(-max(-700.0, min(700.0, k * x))))) / len(game.scores)
            for game in games
            for x in game.scores
        )

    low, high = 0.0, 20.0
    if slope(high) > 0:
        return high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return (low + high) / 2


def tasks(system: str, player: str, games: int, seed: int, packs: tuple[str, ...] = ()) -> dict[str, list[Task]]:
    """What is played: so many games of each kind that the system samples."""
    setups = simulating(system)[1].samples(content_of(system, packs), games)
    return {
        kind: [Task(system, setup, player, seed, n, packs) for n, setup in enumerate(some)]
        for kind, some in setups.items()
    }


def calibrate(
    system: str,
    player: str,
    games: int,
    seed: int,
    jobs: int = 1,
    told: Callable[[int, int], None] | None = None,
    packs: tuple[str, ...] = (),
) -> dict[str, Fit]:
    """Play `games` of each kind that the system samples, and lay a curve through each."""
    wanted = tasks(system, player, games, seed, packs)
    of, done = sum(map(len, wanted.values())), 0
    found: dict[str, Fit] = {}
    for kind, some in wanted.items():
        played = []
        for game in spread(sample, some, jobs):
            played.append(game)
            done += 1
            if told is not None:
                told(done, of)
        if played:
            found[kind] = fit(played)
    return found


def page(found: dict[str, Fit]) -> str:
    """What was found, as Markdown."""
    lines = []
    for kind, one in found.items():
        lines += [
            f"**{kind}**: {one.games} games, {one.positions} positions: steepness **{one.steepness:.3f}**; on the half "
            f"not used for it: Brier {one.brier:.3f} (one half always: 0.250), log loss {one.log_loss:.3f} (0.693).",
            "",
            "| told | came | positions |",
            "|--:|--:|--:|",
            *(f"| {bin.told:.0%} | {bin.came:.0%} | {bin.positions} |" for bin in one.bins),
            "",
        ]
    return "\n".join(lines)


S = TypeVar("S")


def perft(system: System[S], state: S, depth: int) -> int:
    """How many leaves are `depth` nodes below `state`.

    A node is an option of any seat that may act, or one outcome of the dice asked for: every outcome counts as one,
    however likely it is. A game that is over is a leaf, at whatever depth.
    """
    if depth <= 0:
        return 1
    pending = system.pending(state)
    if isinstance(pending, Over):
        return 1
    if isinstance(pending, Roll):
        if depth == 1:
            return chance.count(pending.dice, pending.distinct)
        return sum(
            perft(system, system.rolled(state, o).state, depth - 1)
            for o, _ in chance.every(pending.dice, pending.distinct)
        )
    options = options_of(pending)
    if depth == 1:
        return len(options)
    return sum(perft(system, system.apply(state, option).state, depth - 1) for option in options)


def divide(system: System[S], state: S, depth: int) -> dict[str, int]:
    """The same count, a part for each first option or outcome (``roll:3,5``); they add up to `perft`.

    An option goes by its id, after its seat where several share that.

    Empty when the game is over, or when `depth` is below 1.
    """
    pending = system.pending(state)
    if depth <= 0 or isinstance(pending, Over):
        return {}
    found: dict[str, int] = {}
    if isinstance(pending, Roll):
        for outcome, _ in chance.every(pending.dice, pending.distinct):
            found[f"roll:{','.join(map(str, outcome))}"] = perft(system, system.rolled(state, outcome).state, depth - 1)
        return found
    for option in options_of(pending):
        intent = intent_of(system, state, option)
        name = intent.option if intent.seat is msgspec.UNSET else f"{intent.seat} {intent.option}"
        found[name] = perft(system, system.apply(state, option).state, depth - 1)
    return found
