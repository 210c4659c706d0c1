"""Each side's chance of winning, step by step, out of the evaluation that automatic players go by.

The evaluation is a score without a unit. What chance it stands for was measured: in games that two automatic players
had played, a logistic curve was laid through the scores and who won in the end (`calibrate`, `docs/chance.md`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import atanh

import msgspec

from companion.model.core.chance import logistic
from companion.model.core.contract import Over
from companion.model.core.session import Session
from companion.model.core.words import Name
from companion.model.games.asagiri.insight.evaluate import evaluate
from companion.model.games.asagiri.rules.events import BandsExchanged
from companion.model.games.asagiri.rules.legal_options import pending
from companion.model.games.asagiri.rules.skill_events import HonourUsed
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import BEFORE

from .course import FightRecord, GroundCovered, LossCurve, Passage, fights, ground, losses, passages
from .luck import Luck, luck

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


class CountedFigure(msgspec.Struct, frozen=True):
    """A figure of the game, as figures name it."""

    id: str
    band: int
    name: Name
    card: str | None
    member: str
    """Who it is in the roster of a campaign."""
    zeni: int
    state: str
    """How the game left it: ``vigilant``, ``shaken``, ``disabled``."""
    honour: str = ""
    """The one it came with (CAM-3)."""
    honour_used: bool = False


class GameStatistics(msgspec.Struct, frozen=True):
    """Everything about one game, up to its present."""

    people: tuple[CountedFigure, ...]
    """By figure."""
    steps: int
    turns: int
    finished: bool
    winner: int | None
    """The band that has won, once it has."""
    exchanged: bool
    """The roll for player A gave the seats to the other bands (SET-1)."""
    losses: LossCurve
    chances: tuple[Chance, ...]
    luck: Luck
    ground: GroundCovered
    fights: tuple[FightRecord, ...]


def game_statistics(session: Session[State], *, with_chances: bool = True) -> GameStatistics:
    """Of a game of Asagiri; the chances take most of the time."""
    game = list(passages(session))
    last = game[-1].state if game else session.state_at(0)
    over = session.system.pending(last)
    finished = isinstance(over, Over)
    winner = SEATS.index(over.winner) if isinstance(over, Over) and over.winner is not None else None
    used = {event.who for passage in game for event in passage.events if isinstance(event, HonourUsed)}
    lost = losses(session.state_at(0), game)
    return GameStatistics(
        people(last, used),
        session.present,
        lost.turns,
        finished,
        winner,
        any(isinstance(event, BandsExchanged) for passage in game for event in passage.events),
        lost,
        chances(game) if with_chances else (),
        luck(game),
        ground(game),
        fights(game),
    )


def people(state: State, used: Collection[int] = ()) -> tuple[CountedFigure, ...]:
    """Everybody of the game, as it is now; `used`: those who have made use of their honours."""
    table = state.table
    return tuple(
        CountedFigure(
            c.id, c.band, table.called[n], c.card, c.member, c.value, state.figures[n].state, c.honour or "", n in used
        )
        for n, c in enumerate(table.characters)
    )
