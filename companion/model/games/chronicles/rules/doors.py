"""Doors that are shut: opening them, and shutting them anew (BRD-5)."""

from __future__ import annotations

from companion.model.core.contract import Option
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.box.places import PlaceTest
from companion.model.games.chronicles.rules import board_events as be
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Figure, Seat, State, replace


def options(state: State, seat: Seat) -> list[Option]:
    """ACT-3: the shut doors that a hero stands at."""
    hero = state.figure(seat)
    if state.table.options.places == "none" or hero is None:
        return []
    return [o.OpenDoor(seat, one.at, one.side) for one in state.layout.doors if _at(state, hero, one)]


def _at(state: State, hero: Figure, door: DoorOn) -> bool:
    """On or adjacent to one of its two cells."""
    return door.state != "open" and any(places.touches(state, hero, cell) for cell in door.cells)


def tests(state: State, seat: Seat) -> dict[str, f.TestFrame]:
    """The tests of the reinforced doors that a hero stands at, by the doors' ids."""
    offered = {(one.at, one.side) for one in options(state, seat) if isinstance(one, o.OpenDoor)}
    return {one.id: test for one in state.layout.doors if (one.at, one.side) in offered and (test := _test(seat, one))}


def _test(seat: Seat, door: DoorOn) -> f.TestFrame | None:
    if door.state != "reinforced" or door.test is None:
        return None
    test = door.test
    return f.TestFrame(seat, door.id, test.characteristic, test.difficulty, test.kind, test.direct)


def open_(t: Transition, seat: Seat, option: o.OpenDoor) -> None:
    """The action is spent; a reinforced door asks for its test first."""
    door = next(one for one in t.now.layout.doors if (one.at, one.side) == (option.at, option.side))
    test = _test(seat, door)
    if test is not None:
        t.push(test)
    else:
        _opens(t, door)


def after_test(t: Transition, frame: f.TestFrame) -> None:
    """The test was passed: the token goes, and the door is open for good."""
    for door in t.now.layout.doors:
        if door.id == frame.place:
            _opens(t, door)


def _opens(t: Transition, door: DoorOn) -> None:
    _becomes(t, door, DoorOn(door.at, door.side))
    t.tell(be.DoorOpened(door.at, door.side))


def _becomes(t: Transition, door: DoorOn, new: DoorOn) -> None:
    doors = tuple([new if one is door else one for one in t.now.layout.doors])
    t.set(layout=replace(t.now.layout, doors=doors))


def can_be_reinforced(state: State) -> list[str]:
    """Effect `reinforce`: doors, by their id; none where the table has them to itself."""
    if state.table.options.places == "none":
        return []
    return [one.id for one in state.layout.doors if one.state != "reinforced"]


def reinforce(t: Transition, id: str, test: PlaceTest) -> None:
    """Effect `reinforce`."""
    for door in t.now.layout.doors:
        if door.id == id:
            _becomes(t, door, replace(door, state="reinforced", test=test, minus=0))
            t.tell(be.DoorReinforced(door.at, door.side))
