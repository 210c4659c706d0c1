"""What a table may put right by hand, and how it is written (EDT-1); and from where a figure was put down, the steps
and turns that bring it there.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from companion.model.core.contract import Correction, Json, Option, options_of
from companion.model.core.refusal import Refusal
from companion.model.core.schema import read
from companion.model.games.asagiri import wire
from companion.model.games.asagiri.rules import legal_options, movement, refusals
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.skills.modifiers import movement_points
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import (
    BandId,
    Condition,
    Facing,
    FigureId,
    FigureOrNone,
    Origin,
    SkillId,
    SquareId,
    SquareOrNone,
    Stat,
    ThingId,
    ZoneId,
)
from companion.model.games.asagiri.table.automation import Stops, turned
from companion.model.games.asagiri.wire import Dice, DiceCount, Points, Text100


class PlaceFigure(Correction, frozen=True, tag="place"):
    """A figure is put on a square with a facing; -1 takes it off the board (disabled, without loss of zeni)."""

    who: FigureId
    at: SquareOrNone
    facing: Facing


class Move(Correction, frozen=True, tag="move"):
    """The active figure has moved by hand, wherever the rules would have let it go; `points`: what it has spent."""

    who: FigureId
    at: SquareId
    facing: Facing
    points: Points


class SetPoints(Correction, frozen=True, tag="set_points"):
    """The movement points that the active figure has left."""

    who: FigureId
    points: Points


class Throw(Correction, frozen=True, tag="throw"):
    """The phase's player has rolled these dice, more or fewer than were asked for (TRN-2)."""

    band: BandId
    faces: Dice


class SetState(Correction, frozen=True, tag="set_state"):
    """A card is turned. `disabled` takes the figure off the board and counts its zeni as lost."""

    who: FigureId
    state: Condition


class SetReserve(Correction, frozen=True, tag="set_reserve"):
    """The die in reserve on a card."""

    who: FigureId
    element: Element | None


class SetDice(Correction, frozen=True, tag="set_dice"):
    """A band's pool and the number of its dice set aside."""

    band: BandId
    faces: Dice
    aside: DiceCount


class SetLosses(Correction, frozen=True, tag="set_losses"):
    """The zeni a band has lost."""

    band: BandId
    zeni: Points


class SetActivated(Correction, frozen=True, tag="set_activated"):
    """Whether a figure has been activated this phase."""

    who: FigureId
    activated: bool


class SetStat(Correction, frozen=True, tag="set_stat"):
    """A value of a profile card."""

    who: FigureId
    state: Literal["vigilant", "shaken"]
    stat: Stat
    value: Points


class SetPhase(Correction, frozen=True, tag="set_phase"):
    """A phase begins, of this turn and player; what was going on is dropped."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    band: BandId


class SetDoor(Correction, frozen=True, tag="set_door"):
    """A door on a side of a square is closed or removed."""

    at: SquareId
    facing: Facing
    closed: bool


class SetOpening(Correction, frozen=True, tag="set_opening"):
    """The wall on a side of a square is opened (KAR-5), or stands there again."""

    at: SquareId
    facing: Facing
    opened: bool


class SetEquipment(Correction, frozen=True, tag="set_equipment"):
    """Single-use equipment is turned over or back."""

    who: FigureId
    spent: bool


class SetHonour(Correction, frozen=True, tag="set_honour"):
    """A figure's honour is used up, or is there again (CAM-3)."""

    who: FigureId
    lost: bool


class SetToken(Correction, frozen=True, tag="set_token"):
    """A token lies on a figure's card or not; one that no skill of the table lays is unknown."""

    who: FigureId
    token: Text100
    laid: bool


class SetSquareToken(Correction, frozen=True, tag="set_square_token"):
    """A token lies on a square or not; one that no skill of a figure on the board lays is unknown."""

    at: SquareId
    token: Text100
    laid: bool


class EndEffect(Correction, frozen=True, tag="end_effect"):
    """An effect that lasts for a figure ends; `effect`: its place in the list that a position has of them."""

    who: FigureId
    effect: Points


class SetThing(Correction, frozen=True, tag="set_thing"):
    """A thing of the adventure lies on a square or is carried by a figure; neither (-1): it is gone."""

    thing: ThingId
    at: SquareOrNone
    who: FigureOrNone


class SetLeft(Correction, frozen=True, tag="set_left"):
    """A figure has left the board through a zone of the adventure."""

    who: FigureId
    zone: ZoneId


class Clash(Correction, frozen=True, tag="clash"):
    """Two figures fight, whosever phase it is and wherever they stand: a combat, or a shot with this skill."""

    who: FigureId
    target: FigureId
    skill: SkillId | None = None


class Use(Correction, frozen=True, tag="use"):
    """A figure has used a skill that the rules would not let it use: once more, for nothing, when its moment was over
    (SKL-1, INS-4). `paid`: the dice it has cost.
    """

    who: FigureId
    skill: SkillId
    paid: Dice = ()


class Spend(Correction, frozen=True, tag="spend"):
    """A figure spends a die on the stat at stake, because the table lets it (INS-2, INS-3, TRN-6)."""

    who: FigureId
    element: Element
    origin: Origin


class SetDials(Correction, frozen=True, tag="set_dials"):
    """Automatic things are done by themselves, on being asked, or not; reminders of a rule are left out or not."""

    stops: Stops


_KINDS: Mapping[str, type[Correction]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        PlaceFigure,
        Move,
        SetPoints,
        Throw,
        SetState,
        SetReserve,
        SetDice,
        SetLosses,
        SetActivated,
        SetStat,
        SetPhase,
        SetDoor,
        SetOpening,
        SetEquipment,
        SetHonour,
        SetToken,
        SetSquareToken,
        EndEffect,
        SetThing,
        SetLeft,
        Clash,
        Use,
        Spend,
        SetDials,
    )
}


_LATER = frozenset({"paid"})
"""Fields that corrections have not always had: left out where they say nothing."""
_FORM: Any = wire.one_of(wire.document(kind, _LATER) for kind in _KINDS.values())


def correction_json(state: State, correction: Correction) -> Json:
    """A correction as it is recorded."""
    return wire.written(state, correction, _LATER)


def correction_of(state: State, data: Json) -> Correction:
    """A correction out of JSON; raises InvalidInput."""
    form = read(data, _FORM)
    return wire.made(wire.ReadingPlace(state, None, ""), _KINDS[str(form.__struct_config__.tag)], form)


def reachable(state: State, who: FigureId, avoid: int = 0) -> list[movement.Reached]:
    """Everything this figure may reach now in one movement, activating it first when it is not active yet.

    Empty when it may not move now. The same list colours the board and turns clicks into steps. `avoid`: a mask of
    squares that it does not enter.
    """
    return list(_reachable(_Moment(state), who, avoid))


class _Moment:
    """A position and no other that equals it: to compare whole positions takes longer than to ask."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Moment) and other.state is self.state

    def __hash__(self) -> int:
        return id(self.state)


@lru_cache(maxsize=32)  # board, command line and its offers ask the same of one position many times
def _reachable(moment: _Moment, who: FigureId, avoid: int) -> tuple[movement.Reached, ...]:
    state = moment.state
    if state.over or state.frames or state.stage != "activations":
        return ()
    active = state.active
    if active is not None and active.who == who:
        if active.over:
            return ()
        return tuple(movement.reach(state, who, active.points, active.began, fresh=not active.moved, avoid=avoid))
    if o.Activate(who) not in options_of(legal_options.pending(state)):
        return ()
    return tuple(movement.reach(state, who, movement_points(state, who), avoid=avoid))


def route(state: State, who: FigureId, at: SquareId, facing: Facing | None) -> list[Option] | Refusal:
    """The options that bring a figure to a square and facing (None: the facing that costs least), or the refusal.

    Starts with `activate` when the figure is not active yet.
    """
    if state.stage == "deploy":
        deployed = o.Deploy(who, at, state.figures[who].facing if facing is None else facing)
        return refusals.check(state, deployed) or [deployed]
    found = [r for r in reachable(state, who) if r.at == at and facing in (None, r.facing)]
    if not found:
        refused = refusals.move_refused(state, who, at, state.figures[who].facing if facing is None else facing)
        assert refused is not None
        return refused
    best = min(found, key=lambda r: (r.cost, r.facing != state.figures[who].facing))
    chosen: list[Option] = []
    if state.active is None or state.active.who != who:
        chosen.append(o.Activate(who))
    chosen += movement.along(state, who, best.path)
    return chosen


FAR = 99
"""Movement points for any way."""


def by_hand(state: State, who: FigureId, at: SquareId, facing: Facing) -> Move | PlaceFigure:
    """A figure put down against the rules: the active one has moved, and spent what its way costs or all it had."""
    active = state.active
    if active is None or active.who != who or state.frames:
        return PlaceFigure(who, at, facing)
    table = replace(state.table, dials=turned(state.table.dials, {"zones": "off"}))
    free = replace(state, table=table)
    ways = movement.reach(free, who, FAR, active.began, fresh=not active.moved)
    cost = min((way.cost for way in ways if (way.at, way.facing) == (at, facing)), default=active.points)
    return Move(who, at, facing, cost)
