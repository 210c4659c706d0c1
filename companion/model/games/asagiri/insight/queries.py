"""The protocol's queries about a position: the same computations as the rules and the window use."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.model.core.contract import Json
from companion.model.core.reading import WHOLE_MAX, Reader
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.games.asagiri.adventure import goals
from companion.model.games.asagiri.rules import fight_numbers, fight_results, fights, movement
from companion.model.games.asagiri.rules.lines import sight
from companion.model.games.asagiri.skills.modifiers import movement_points
from companion.model.games.asagiri.state.board import FACINGS, members
from companion.model.games.asagiri.state.formatting import character_of, square_json
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.wire.codecs import square_at


def _reader(params: Mapping[str, Json], required: tuple[str, ...], optional: tuple[str, ...] = ()) -> Reader:
    return Reader(dict(params)).object(required, optional)


def _who(state: State, reader: Reader) -> int:
    return character_of(state, reader.text(100))


def _square(state: State, reader: Reader) -> int:
    parts = [item.whole(0) for item in reader.items(3)]
    return square_at(parts, state.table.board, state.table.several_floors, reader.path)


def _squares(state: State, squares: list[int]) -> Json:
    return [square_json(state, square) for square in squares]


def control_zone(state: State, params: Mapping[str, Json]) -> Json:
    """CTL-1, CTL-2."""
    who = _who(state, _reader(params, ("id",))["id"])
    return _squares(state, list(members(state.zone(who))))


def vision(state: State, params: Mapping[str, Json]) -> Json:
    """VIS-1."""
    figure = state.figures[_who(state, _reader(params, ("id",))["id"])]
    return _squares(state, state.table.board.vision(figure.at, figure.facing)) if figure.at >= 0 else []


def reach(state: State, params: Mapping[str, Json]) -> Json:
    """MOV-1 to MOV-7, for a movement that starts now."""
    reader = _reader(params, ("id",), ("points",))
    who = _who(state, reader["id"])
    points = reader["points"].whole(0) if "points" in reader.value else movement_points(state, who)
    return [
        {"at": square_json(state, r.at), "facing": FACINGS[r.facing], "cost": r.cost, "stops": r.stops}
        for r in movement.reach(state, who, points)
    ]


def line_of_fire(state: State, params: Mapping[str, Json]) -> Json:
    """SHT-3 to SHT-5."""
    reader = _reader(params, ("from", "to"))
    start, end = _square(state, reader["from"]), _square(state, reader["to"])
    if start == end:
        raise reader["to"].fail("A line of fire needs two different squares.")
    board = state.table.board
    seen = sight(board, start, end, state.occupied())
    return {
        "blocked": not seen.open,
        "cover": seen.cover,
        "distance": board.distance(start, end, state.table.options.range_metric),
    }


def shot(state: State, params: Mapping[str, Json]) -> Json:
    """SHT-2 to SHT-4, as if it were this figure's turn."""
    reader = _reader(params, ("id", "target", "range"))
    shooter, target = _who(state, reader["id"]), _who(state, reader["target"])
    refused = fights.shot_refused(state, shooter, target, reader["range"].whole(0))
    return {"legal": refused is None, "rule": refused.rule if refused else None}


def retreats(state: State, params: Mapping[str, Json]) -> Json:
    """RET-1 to RET-3."""
    who = _who(state, _reader(params, ("id",))["id"])
    return [{"at": square_json(state, at), "shaken": shaken} for at, shaken in movement.retreats(state, who)]


def attack(state: State, params: Mapping[str, Json]) -> Json:
    """CBT-1, CBT-2, CBT-4, CBT-5, as if it were this figure's turn."""
    reader = _reader(params, ("id", "target"))
    attacker, target = _who(state, reader["id"]), _who(state, reader["target"])
    refused = fights.attack_refused(state, attacker, target)
    if refused is not None:
        return {"legal": False, "rule": refused.rule, "support": 0, "against": 0, "behind": False, "facings": []}
    facings = fight_results.facings_into_zone(state, target, state.figures[attacker].at)
    return {
        "legal": True,
        "rule": None,
        "support": len(fight_numbers.supporters(state, attacker, target)),
        "against": len(fight_numbers.supporters(state, target, attacker)),
        "behind": fight_numbers.is_behind(state, attacker, target),
        "facings": [FACINGS[facing] for facing in facings],
    }


def goal_progress(state: State, params: Mapping[str, Json]) -> Json:
    """END-3: by seat, how much of each goal of its side is done, and of how much; nothing without an adventure."""
    _reader(params, ())
    if state.table.adventure is None:
        return {seat: [] for seat in SEATS}
    sides = state.table.adventure.record.sides
    found: dict[str, Json] = {}
    for seat, role in zip(SEATS, state.table.roles, strict=True):
        done = [goals.progress(state, goal.when) for goal in sides[role].goals]
        found[seat] = [{"done": have, "of": of} for have, of in done]
    return found


def exact_odds(state: State, params: Mapping[str, Json]) -> Json:
    """CBT-3, in thirty-sixths."""
    reader = _reader(params, ("attack", "defense"))
    return fight_results.outcomes(*(reader[name].whole(-WHOLE_MAX) for name in ("attack", "defense")))


def _query(ask: Callable[[State, Mapping[str, Json]], Json]) -> Callable[[State, Mapping[str, Json]], Json]:
    def answer(state: State, params: Mapping[str, Json]) -> Json:
        try:
            return ask(state, params)
        except InvalidInput as wrong:
            raise UnknownOption(wrong.why) from None

    return answer


QUERIES: Mapping[str, Callable[[State, Mapping[str, Json]], Json]] = {
    name: _query(ask)
    for name, ask in {
        "control_zone": control_zone,
        "vision": vision,
        "reach": reach,
        "line_of_fire": line_of_fire,
        "shot": shot,
        "retreat": retreats,
        "attack": attack,
        "odds": exact_odds,
        "goals": goal_progress,
    }.items()
}
"""By method name without the system's prefix; wrong parameters raise UnknownOption."""
