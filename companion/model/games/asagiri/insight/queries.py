"""The protocol's queries about a position: the same computations as the rules and the window use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, UnsetType, field

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.core.schema import WHOLE_MAX, Count, Document, Shown, read
from companion.model.games.asagiri.adventure import goals
from companion.model.games.asagiri.rules import fight_numbers, fight_results, fights, movement
from companion.model.games.asagiri.rules.lines import sight
from companion.model.games.asagiri.skills.modifiers import movement_points
from companion.model.games.asagiri.state.board import FACINGS, members
from companion.model.games.asagiri.state.formatting import character_of, square_json
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import SquareId
from companion.model.games.asagiri.wire import square_at

Id: TypeAlias = Annotated[Shown, Meta(max_length=100)]
Square: TypeAlias = Annotated[tuple[Count, ...], Meta(max_length=3)]
Number: TypeAlias = Annotated[int, Meta(ge=-WHOLE_MAX, le=WHOLE_MAX)]


class _NoFields(Document):
    pass


class _One(Document):
    id: Id


class _Reach(_One):
    points: Count | UnsetType = UNSET


class _Line(Document):
    start: Square = field(name="from")
    to: Square


class _Two(_One):
    target: Id


class _Shot(_Two):
    range: Count


class _Odds(Document):
    attack: Number
    defense: Number


def _square(state: State, square: tuple[int, ...], path: str) -> SquareId:
    return square_at(list(square), state.table.board, state.table.several_floors, path)


def _squares(state: State, squares: list[SquareId]) -> Json:
    return [square_json(state, square) for square in squares]


def control_zone(state: State, asked: _One) -> Json:
    """CTL-1, CTL-2."""
    who = character_of(state, asked.id)
    return _squares(state, list(members(state.zone(who))))


def vision(state: State, asked: _One) -> Json:
    """VIS-1."""
    figure = state.figures[character_of(state, asked.id)]
    return _squares(state, state.table.board.vision(figure.at, figure.facing)) if figure.at >= 0 else []


def reach(state: State, asked: _Reach) -> Json:
    """MOV-1 to MOV-7, for a movement that starts now."""
    who = character_of(state, asked.id)
    points = movement_points(state, who) if asked.points is UNSET else asked.points
    return [
        {"at": square_json(state, r.at), "facing": FACINGS[r.facing], "cost": r.cost, "stops": r.stops}
        for r in movement.reach(state, who, points)
    ]


def line_of_fire(state: State, asked: _Line) -> Json:
    """SHT-3 to SHT-5."""
    start, end = _square(state, asked.start, "from"), _square(state, asked.to, "to")
    if start == end:
        raise InvalidInput("to", "A line of fire needs two different squares.")
    board = state.table.board
    seen = sight(board, start, end, state.occupied(), state.smoke())
    return {
        "blocked": not seen.open,
        "cover": seen.cover,
        "distance": board.distance(start, end, state.table.options.range_metric),
    }


def shot(state: State, asked: _Shot) -> Json:
    """SHT-2 to SHT-4, as if it were this figure's turn."""
    shooter, target = character_of(state, asked.id), character_of(state, asked.target)
    refused = fights.shot_refused(state, shooter, target, asked.range)
    return {"legal": refused is None, "rule": refused.rule if refused else None}


def retreats(state: State, asked: _One) -> Json:
    """RET-1 to RET-3."""
    who = character_of(state, asked.id)
    return [{"at": square_json(state, at), "shaken": shaken} for at, shaken in movement.retreats(state, who)]


def attack(state: State, asked: _Two) -> Json:
    """CBT-1, CBT-2, CBT-4, CBT-5, as if it were this figure's turn."""
    attacker, target = character_of(state, asked.id), character_of(state, asked.target)
    refused = fights.attack_refused(state, attacker, target)
    if refused is not None:
        return {"legal": False, "rule": refused.rule, "support": 0, "against": 0, "behind": False, "facings": []}
    facings = fight_results.facings_into_zone(state, target, state.figures[attacker].at)
    return {
        "legal": True,
        "rule": None,
        "support": len(fight_numbers.supporters(state, attacker, target, "attacker")),
        "against": len(fight_numbers.supporters(state, target, attacker, "defender")),
        "behind": fight_numbers.is_behind(state, attacker, target),
        "facings": [FACINGS[facing] for facing in facings],
    }


def goal_progress(state: State, asked: _NoFields) -> Json:
    """END-3: by seat, how much of each goal of its side is done, and of how much; nothing without an adventure."""
    if state.table.adventure is None:
        return {seat: [] for seat in SEATS}
    sides = state.table.adventure.record.sides
    found: dict[str, Json] = {}
    for seat, role in zip(SEATS, state.table.roles, strict=True):
        done = [goals.progress(state, goal.when) for goal in sides[role].goals]
        found[seat] = [{"done": have, "of": of} for have, of in done]
    return found


def exact_odds(state: State, asked: _Odds) -> Json:
    """CBT-3, in thirty-sixths."""
    return fight_results.outcomes(asked.attack, asked.defense)


def _query(form: type[Document], ask: Callable[[State, Any], Json]) -> Callable[[State, Mapping[str, Json]], Json]:
    def answer(state: State, params: Mapping[str, Json]) -> Json:
        try:
            return ask(state, read(dict(params), form))
        except InvalidInput as wrong:
            raise UnknownOption(wrong.why) from None

    return answer


_ASKED: Mapping[str, tuple[type[Document], Callable[[State, Any], Json]]] = {
    "control_zone": (_One, control_zone),
    "vision": (_One, vision),
    "reach": (_Reach, reach),
    "line_of_fire": (_Line, line_of_fire),
    "shot": (_Shot, shot),
    "retreat": (_One, retreats),
    "attack": (_Two, attack),
    "odds": (_Odds, exact_odds),
    "goals": (_NoFields, goal_progress),
}
QUERIES = {name: _query(form, ask) for name, (form, ask) in _ASKED.items()}
"""By method name without the system's prefix; wrong parameters raise UnknownOption."""
