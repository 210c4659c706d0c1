"""What a table may put right by hand, and how it is written (EDT-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from companion.model.core.contract import Correction, Json
from companion.model.core.reading import Reader
from companion.model.core.refusal import InvalidInput, UnknownOption

from .adventure.goals import play_of
from .board import FACINGS
from .dials import Stops
from .language.vocabulary import ELEMENTS, Element
from .position_board import character_at, square_at
from .position_reader import MOST_DICE, stops_of
from .state import SEATS, State
from .terms import Condition, Origin
from .text import square_json, thing_of, zone_of


class Place(Correction, frozen=True, tag="place"):
    """A figure is put on a square with a facing; -1 takes it off the board (disabled, without loss of zeni)."""

    who: int
    at: int
    facing: int


class Move(Correction, frozen=True, tag="move"):
    """The active figure has moved by hand, wherever the rules would have let it go; `points`: what it has spent."""

    who: int
    at: int
    facing: int
    points: int


class SetPoints(Correction, frozen=True, tag="set_points"):
    """The movement points that the active figure has left."""

    who: int
    points: int


class Throw(Correction, frozen=True, tag="throw"):
    """The phase's player has rolled these dice, more or fewer than were asked for (TRN-2)."""

    band: int
    faces: tuple[Element, ...]


class SetState(Correction, frozen=True, tag="set_state"):
    """A card is turned. `disabled` takes the figure off the board and counts its zeni as lost."""

    who: int
    state: Condition


class SetReserve(Correction, frozen=True, tag="set_reserve"):
    """The die in reserve on a card."""

    who: int
    element: Element | None


class SetDice(Correction, frozen=True, tag="set_dice"):
    """A band's pool and the number of its dice set aside."""

    band: int
    faces: tuple[Element, ...]
    aside: int


class SetLosses(Correction, frozen=True, tag="set_losses"):
    """The zeni a band has lost."""

    band: int
    zeni: int


class SetActivated(Correction, frozen=True, tag="set_activated"):
    """Whether a figure has been activated this phase."""

    who: int
    activated: bool


class SetStat(Correction, frozen=True, tag="set_stat"):
    """A value of a profile card."""

    who: int
    state: Literal["vigilant", "shaken"]
    stat: Literal["attack", "defense", "movement", "willpower"]
    value: int


class SetPhase(Correction, frozen=True, tag="set_phase"):
    """A phase begins, of this turn and player; what was going on is dropped."""

    turn: int
    band: int


class SetDoor(Correction, frozen=True, tag="set_door"):
    """A door on a side of a square is closed or removed."""

    at: int
    facing: int
    closed: bool


class SetOpening(Correction, frozen=True, tag="set_opening"):
    """The wall on a side of a square is opened (KAR-5), or stands there again."""

    at: int
    facing: int
    opened: bool


class SetEquipment(Correction, frozen=True, tag="set_equipment"):
    """Single-use equipment is turned over or back."""

    who: int
    spent: bool


class SetHonour(Correction, frozen=True, tag="set_honour"):
    """A figure's honour is used up, or is there again (CAM-3)."""

    who: int
    lost: bool


class SetToken(Correction, frozen=True, tag="set_token"):
    """A token lies on a figure's card or not; one that no skill of the table lays is unknown."""

    who: int
    token: str
    laid: bool


class EndEffect(Correction, frozen=True, tag="end_effect"):
    """An effect that lasts for a figure ends; `effect`: its place in the list that a position has of them."""

    who: int
    effect: int


class SetThing(Correction, frozen=True, tag="set_thing"):
    """A thing of the adventure lies on a square or is carried by a figure; neither (-1): it is gone."""

    thing: int
    at: int
    who: int


class SetLeft(Correction, frozen=True, tag="set_left"):
    """A figure has left the board through a zone of the adventure."""

    who: int
    zone: str


class Clash(Correction, frozen=True, tag="clash"):
    """Two figures fight, whosever phase it is and wherever they stand: a combat, or a shot with this skill."""

    who: int
    target: int
    skill: str | None = None


class Use(Correction, frozen=True, tag="use"):
    """A figure has used a skill that the rules would not let it use: once more, for nothing, when its moment was over
    (SKL-1, INS-4). `paid`: the dice it has cost.
    """

    who: int
    skill: str
    paid: tuple[Element, ...] = ()


class Spend(Correction, frozen=True, tag="spend"):
    """A figure spends a die on the stat at stake, because the table lets it (INS-2, INS-3, TRN-6)."""

    who: int
    element: Element
    origin: Origin


class SetDials(Correction, frozen=True, tag="set_dials"):
    """Automatic things are done by themselves, on being asked, or not; reminders of a rule are left out or not."""

    stops: Stops


_KINDS: Mapping[str, type[Correction]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Place,
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


def correction_json(state: State, correction: Correction) -> Json:
    """A correction as it is recorded."""
    written: dict[str, Json] = {"kind": correction.kind}
    for name in correction.__struct_fields__:
        value: Any = getattr(correction, name)
        if name in _LATER and not value:
            continue
        if name in ("who", "target"):
            value = state.table.characters[value].id if value >= 0 else None
        elif name == "thing":
            value = play_of(state)[0].things[value].id
        elif name == "at":
            value = square_json(state, value) if value >= 0 else None
        elif name == "facing":
            value = FACINGS[value]
        elif name == "band":
            value = SEATS[value]
        elif name == "stops":
            value = dict(value)
        written[name] = list(value) if isinstance(value, tuple) else value
    return written


def correction_of(state: State, data: Json) -> Correction:
    """A correction out of JSON; raises InvalidInput."""
    reader = Reader(data).object(("kind",), None)
    made = _KINDS[reader["kind"].one_of(tuple(_KINDS))]
    required = tuple(name for name in made.__struct_fields__ if name not in _LATER)
    reader.object(("kind", *required), tuple(_LATER.intersection(made.__struct_fields__)))
    names = [name for name in made.__struct_fields__ if name in required or name in reader]
    return made(**{name: _read(state, name, reader[name], reader["kind"].value) for name in names})


def _read(state: State, name: str, reader: Reader, kind: str) -> Any:
    if name == "at":
        return -1 if reader.value is None else square_at(reader, state.table.board, state.table.several_floors)
    if name == "state":
        return reader.one_of(("vigilant", "shaken") if kind == "set_stat" else ("vigilant", "shaken", "disabled"))
    if name == "aside":
        return reader.whole(0, MOST_DICE)
    if name in ("zeni", "turn", "value", "effect", "points"):
        return reader.whole(1 if name == "turn" else 0, 10_000)
    read: Mapping[str, Callable[[], Any]] = {
        "who": lambda: -1 if reader.value is None and kind == "set_thing" else character_at(reader, state),
        "target": lambda: character_at(reader, state),
        "skill": lambda: None if reader.value is None else reader.text(100),
        "thing": lambda: _named(reader, state, thing_of),
        "zone": lambda: _named(reader, state, zone_of),
        "facing": lambda: FACINGS.index(reader.one_of(FACINGS)),
        "band": lambda: SEATS.index(reader.one_of(SEATS)),
        "element": lambda: None if reader.value is None else reader.one_of(ELEMENTS),
        "token": lambda: reader.text(100),
        "faces": lambda: tuple(item.one_of(ELEMENTS) for item in reader.items(MOST_DICE)),
        "paid": lambda: tuple(item.one_of(ELEMENTS) for item in reader.items(MOST_DICE)),
        "stops": lambda: stops_of(reader),
        "origin": lambda: reader.one_of(("pool", "reserve")),
        "stat": lambda: reader.one_of(("attack", "defense", "movement", "willpower")),
    }
    return read[name]() if name in read else reader.flag()


def _named(reader: Reader, state: State, find: Callable[[State, str], Any]) -> Any:
    try:
        return find(state, reader.text(100))
    except UnknownOption as wrong:
        raise InvalidInput(reader.path, wrong.why) from None
