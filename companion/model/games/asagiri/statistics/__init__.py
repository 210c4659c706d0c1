"""Statistics about games: what is counted in one of them, in short for the store, and over many.

Everything is computed from a session's log and the states it went through; nothing is drawn: that is the business
of `companion.ui.games.asagiri.charts`.

Chances of winning come out of the evaluation that automatic players go by, which is a score without a unit. What chance
it stands for was measured: in games that two automatic players had played, a logistic curve was laid through the scores
and who won in the end (`calibrate`, `docs/chance.md`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, pairwise
from math import atanh
from typing import Any

import msgspec

from companion.model.core.chance import logistic
from companion.model.core.contract import Content, Event, Json, Outcome, Over, Pairing
from companion.model.core.session import Session
from companion.model.core.words import Message, Name
from companion.model.games.asagiri.insight.evaluate import evaluate
from companion.model.games.asagiri.rules import events as e
from companion.model.games.asagiri.rules import skill_events as qe
from companion.model.games.asagiri.rules.events import BandsExchanged
from companion.model.games.asagiri.rules.legal_options import pending
from companion.model.games.asagiri.rules.skill_events import HonourUsed
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.state import SEATS, State, band_of_seat
from companion.model.games.asagiri.state.vocabulary import BANDS, BEFORE, BandId, FigureId, by_figure
from companion.model.games.asagiri.statistics.course import (
    FightRecord,
    GroundCovered,
    LossCurve,
    Luck,
    Passage,
    fights,
    ground,
    is_of_system,
    losses,
    luck,
    passages,
)

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
        return 0.5 if winner is None else (1.0, 0.0)[band_of_seat(winner)]
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
    band: BandId
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
    winner: BandId | None
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
    winner = band_of_seat(over.winner) if isinstance(over, Over) and over.winner is not None else None
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
        for n, c in by_figure(table.characters)
    )


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

    who: FigureId
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
    thrown = [found.luck.of(seat) for seat in BANDS]
    a, b = (weighed.share if weighed.dice else None for weighed in thrown)
    return Decided(turning, (_best(found, BANDS[0]), _best(found, BANDS[1])), (a, b))


def _swing(session: Session[State], found: GameStatistics, winner: BandId) -> TurningPoint | None:
    """The step after which the winner's chance had grown most."""
    most: TurningPoint | None = None
    for before, after in pairwise(found.chances):
        was, now = ((one.chance if winner == 0 else 1 - one.chance) for one in (before, after))
        least = SWING if most is None or most.chances is None else most.chances[1] - most.chances[0]
        told = _weightiest(session, range(before.step, after.step)) if now - was > least else None
        if told is not None:
            most = TurningPoint(after.turn, told, (was, now))
    return most


def _largest_loss(session: Session[State], found: GameStatistics, winner: BandId) -> TurningPoint | None:
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


def _best(found: GameStatistics, band: BandId) -> Best | None:
    """By the zeni of the enemies disabled, then by fights won."""
    made: list[tuple[int, int, int, FigureId]] = []
    for who, person in by_figure(found.people):
        won = [fight for fight in found.fights if fight.winner == who] if person.band == band else []
        against = [fight.defender if fight.attacker == who else fight.attacker for fight in won]
        losers = [loser for loser, fight in zip(against, won, strict=True) if fight.harm == "disabled"]
        if won:
            made.append((sum(found.people[loser].zeni for loser in losers), len(won), len(losers), who))
    if not made:
        return None
    _, won_fights, felled, who = max(made, key=lambda one: (one[0], one[1], -one[3]))
    return Best(who, felled, won_fights)


def matchup(content: Content, sides: Sequence[str], board: str) -> Json:
    """The set-up of two ready bands on a ready board; raises InvalidInput for an id that no pack holds."""
    ready = [cards.band(content, id) for id in sides]
    members = [[{"card": m.card, "equipment": m.equipment} for m in band.members] for band in ready]
    return {
        "budget": max(band.budget for band in ready),
        "bands": dict(zip(SEATS, members, strict=True)),
        "tiles": [{"tile": placed.tile, "turns": placed.turns} for placed in cards.board(content, board).tiles],
    }


def boards(content: Content) -> list[str]:
    """The ready boards."""
    return [id for id, _ in content.every("board")]


def pairings(content: Content) -> list[Pairing]:
    """Every two ready bands of equal budget, the small budgets first."""
    ready = sorted((cards.band(content, id) for id, _ in content.every("band")), key=lambda band: band.budget)
    return [
        Pairing(one.budget, (one.id, other.id), (one.name["en"], other.name["en"]))
        for one, other in combinations(ready, 2)
        if one.budget == other.budget
    ]


def opening(number: int) -> tuple[Outcome, tuple[str, ...]]:
    """The dice for player A are chosen, not rolled (SET-1): every second game the second band begins."""
    return ((1, 6), SEATS[::-1]) if number % 2 else ((6, 1), SEATS)


def samples(content: Content, games: int) -> Mapping[str, Sequence[Json]]:
    """All pairs of ready bands on all boards in turns, and all adventures in turns."""
    places, pairs = boards(content), [pair.ids for pair in pairings(content)]
    adventures = [id for id, _ in content.every("adventure")]
    return {
        "bands": [matchup(content, pairs[n % len(pairs)], places[n // len(pairs) % len(places)]) for n in range(games)],
        "adventures": [{"adventure": adventures[n % len(adventures)]} for n in range(games if adventures else 0)],
    }


def judged(state: State) -> float | None:
    """How much better player A stands than B, where that can be judged."""
    return score(state) if settled(state) else None
