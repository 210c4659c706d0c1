"""Perft: count what may follow a position, over every option and every fall of the dice.

The counts say nothing about how good a move is. They say, in one number, that a change of the rules' code changed
the rules: stored counts (``tests/perft``) are compared at every run, and `divide` shows under which first option
two programs part.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from . import chance
from .contract import Over, Roll, System, options_of
from .timeline import intent_of

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
            return chance.count(pending.dice)
        return sum(perft(system, system.rolled(state, o).state, depth - 1) for o, _ in chance.every(pending.dice))
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
        for outcome, _ in chance.every(pending.dice):
            found[f"roll:{','.join(map(str, outcome))}"] = perft(system, system.rolled(state, outcome).state, depth - 1)
        return found
    for option in options_of(pending):
        intent = intent_of(system, state, option)
        name = intent.option if intent.seat is msgspec.UNSET else f"{intent.seat} {intent.option}"
        found[name] = perft(system, system.apply(state, option).state, depth - 1)
    return found
