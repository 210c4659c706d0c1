"""What a game that has ended came down to: its turning point, the best of either band, the luck of the dice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from companion.model.core.contract import Event
from companion.model.core.session import Session
from companion.model.core.words import Message
from companion.model.games.asagiri.rules import events as e
from companion.model.games.asagiri.rules import skill_events as qe
from companion.model.games.asagiri.state.state import State

from .course import is_of_system
from .game_statistics import GameStatistics, game_statistics

SWING = 0.06
"""Less than this is no turning point: nothing stood out."""
_WEIGHTS: dict[type[Event], int] = {
    e.CharacterDisabled: 9,
    e.StateSet: 8,
    qe.ZeniEarned: 7,
    e.CharacterShaken: 6,
    e.CharacterRecovered: 5,
    e.CombatRolled: 4,
    e.ShotRolled: 4,
}
"""Of what happened between two positions that are judged, the weightiest is told; of equals the last."""


class TurningPoint(msgspec.Struct, frozen=True):
    """The moment that brought the winner most."""

    turn: int
    told: Message
    chances: tuple[float, float] | None
    """The winner's chance before and after; None where none is known: then it is the largest loss."""


class Best(msgspec.Struct, frozen=True):
    """The figure that did most for its band."""

    who: int
    felled: int
    """Enemies disabled in its fights."""
    won: int
    """Fights won."""


class Decided(msgspec.Struct, frozen=True):
    """Of one game. `best` and `luck` by band; None where there is nothing to say."""

    turning: TurningPoint | None
    best: tuple[Best | None, Best | None]
    luck: tuple[float | None, float | None]
    """Of all who roll as many d6, so many do worse."""


def decided(session: Session[Any]) -> Decided | None:
    """Of a game that has ended; None for a game of another system."""
    if not is_of_system(session):
        return None
    found = game_statistics(session)
    turning = None
    if found.winner is not None:
        turning = _swing(session, found, found.winner) or _largest_loss(session, found, found.winner)
    thrown = [found.luck.of(seat) for seat in (0, 1)]
    a, b = (weighed.share if weighed.dice else None for weighed in thrown)
    return Decided(turning, (_best(found, 0), _best(found, 1)), (a, b))


def _swing(session: Session[State], found: GameStatistics, winner: int) -> TurningPoint | None:
    """The step after which the winner's chance had grown most."""
    most: TurningPoint | None = None
    for before, after in pairwise(found.chances):
        was, now = ((one.chance if winner == 0 else 1 - one.chance) for one in (before, after))
        least = SWING if most is None or most.chances is None else most.chances[1] - most.chances[0]
        told = _weightiest(session, range(before.step, after.step)) if now - was > least else None
        if told is not None:
            most = TurningPoint(after.turn, told, (was, now))
    return most


def _largest_loss(session: Session[State], found: GameStatistics, winner: int) -> TurningPoint | None:
    """The enemy of the most zeni that was disabled."""
    fallen = [
        (found.people[who].zeni, point)
        for point in found.losses.points
        for who in point.fallen
        if found.people[who].band != winner
    ]
    if not fallen:
        return None
    _, point = max(fallen, key=lambda one: one[0])
    told = _weightiest(session, range(point.step - 1, point.step))
    return None if told is None else TurningPoint(point.turn, told, None)


def _weightiest(session: Session[State], steps: Sequence[int]) -> Message | None:
    best: tuple[int, Message] | None = None
    for n in steps:
        for event in session.events_of(n):
            weight = _WEIGHTS.get(type(event), 0)
            if weight and (best is None or weight >= best[0]):
                best = weight, session.system.tell(session.state_at(n + 1), event)
    return None if best is None else best[1]


def _best(found: GameStatistics, band: int) -> Best | None:
    """By the zeni of the enemies disabled, then by fights won."""
    made: list[tuple[int, int, int, int]] = []
    for who, person in enumerate(found.people):
        won = [fight for fight in found.fights if fight.winner == who] if person.band == band else []
        against = [fight.defender if fight.attacker == who else fight.attacker for fight in won]
        losers = [loser for loser, fight in zip(against, won, strict=True) if fight.harm == "disabled"]
        if won:
            made.append((sum(found.people[loser].zeni for loser in losers), len(won), len(losers), who))
    if not made:
        return None
    _, won_fights, felled, who = max(made, key=lambda one: (one[0], one[1], -one[3]))
    return Best(who, felled, won_fights)
