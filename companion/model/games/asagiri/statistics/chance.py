"""Each side's chance of winning, step by step, out of the evaluation that automatic players go by.

The evaluation is a score without a unit. What chance it stands for was measured: in games that two automatic players
had played, a logistic curve was laid through the scores and who won in the end (`calibrate`, `docs/chance.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atanh

import msgspec

from companion.model.core.chance import logistic
from companion.model.core.contract import Over
from companion.model.games.asagiri.insight.evaluate import evaluate
from companion.model.games.asagiri.rules.legal_options import pending
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import BEFORE

from .passage import Passage

MOST = 220
"""So many positions of a game are judged: half a millisecond each."""
STEEPNESS = 1.594
"""Of the curve."""
SURE = 0.995
"""Nobody's chance is shown higher before the end."""
_EDGE = 1 - 1e-9


class Chance(msgspec.Struct, frozen=True):
    """How things stood for player A after a step."""

    step: int
    turn: int
    chance: float
    """Of A, from 0 to 1; B has the rest. At the end 1, 0, or a half when nobody has won."""


def score(state: State) -> float:
    """How much better player A stands than B, in the evaluation's own measure; 0 is even, and B sees the opposite."""
    a, b = (max(-_EDGE, min(_EDGE, evaluate(state, seat))) for seat in ("A", "B"))
    return (atanh(a) - atanh(b)) / 2


def chance_of(state: State) -> float:
    """The chance of player A in this position of a game without an adventure."""
    if state.over:
        over = pending(state)
        winner = over.winner if isinstance(over, Over) else None
        return 0.5 if winner is None else (1.0, 0.0)[SEATS.index(winner)]
    return max(1 - SURE, min(SURE, logistic(STEEPNESS * score(state))))


def settled(state: State) -> bool:
    """Whether nothing is being resolved and everybody is deployed: only such positions can be judged."""
    return not state.frames and state.stage not in BEFORE


def chances(game: Sequence[Passage], most: int = MOST) -> tuple[Chance, ...]:
    """The chances along a game from its first phase on; of a long one `most` positions at about the same distances.

    The end is always among them. None for an adventure: the score was measured to say nothing about who wins there.
    """
    if game and game[-1].state.quest is not None:
        return ()
    worth = [passage for passage in game if settled(passage.state) or passage.state.over]
    if len(worth) > most:
        far = (len(worth) - 1) / (most - 1)
        worth = [worth[round(n * far)] for n in range(most)]
    return tuple(Chance(passage.step, passage.state.turn, chance_of(passage.state)) for passage in worth)
