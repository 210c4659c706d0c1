"""Where a figure that may move now can come to, and by which decisions (MOV-1 to MOV-5, DEC-2).

The rules are asked, decision by decision: whatever stops or holds a figure on its way does so here too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Choice, Option
from companion.model.games.chronicles.rules import places, play
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Figure, Place, State
from companion.model.grid import Cell

Decisions: TypeAlias = tuple[Option, ...]


class Way(msgspec.Struct, frozen=True, gc=False):
    """How a zone is come to: the decisions, and with which further ones the move may end on which of its cells; where
    figures are known by their zones alone, in the zone.
    """

    zone: str
    go: Decisions
    """None: it is the figure's own zone."""
    zones: int
    """Zones entered."""
    stand: Mapping[Place, Decisions]
    held: bool
    """An opponent stands there: the way ends (MOV-2)."""
    clear: bool = True
    """Whichever way is taken, the same comes of it."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells on which the move may end."""
        return tuple([at for at in self.stand if not isinstance(at, str)])

    def to(self, at: Place) -> Decisions | None:
        """All decisions that lead to a place; None: the move cannot end there, or it matters how one goes."""
        return (*self.go, *self.stand[at]) if self.clear and at in self.stand else None


class _Under(msgspec.Struct, frozen=True, gc=False):
    """A way that has been gone so far."""

    go: Decisions
    zones: tuple[str, ...]
    state: State
    at: Place
    onward: Decisions
    """What is asked of the figure while it is under way; none: the move has ended."""


def ways(state: State, options: Iterable[Option]) -> dict[str, Way]:
    """By zone: the shortest way there, for the figure of the one seat whose options these are."""
    listed = tuple(options)
    begun = [one for one in listed if isinstance(one, o.Go | o.Stand)]
    board = places.laid(state)
    if board is None or not begun:
        return {}
    seat = begun[0].seat
    found: dict[str, Way] = {}
    seen: dict[str, list[State]] = {}
    ended: dict[str, State] = {}
    if own := _stands(listed):
        here = places.zone(state, next(iter(own))) or ""
        found[here] = Way(here, (), 0, own, held=_held(state, here, seat))
    front = [_Under((), (), state, HIDDEN, listed)]
    while front:
        now = front.pop(0)
        for option in now.onward:
            if not isinstance(option, o.Go):
                continue
            gone = _gone(now, option, seat)
            zone = gone.zones[-1]
            if zone in gone.zones[:-1] or any(gone.state == other for other in seen.get(zone, ())):
                continue  # in a ring, or as by the way that was found first
            seen.setdefault(zone, []).append(gone.state)
            if zone not in found:
                stand = _ends(gone)
                found[zone] = Way(zone, gone.go, len(gone.zones), stand, held=_held(state, zone, seat))
            elif found[zone].clear and not _alike(state, found[zone], gone, ended):
                found[zone] = msgspec.structs.replace(found[zone], clear=False)
            if gone.onward:
                front.append(gone)
    return found


def _gone(now: _Under, option: o.Go, seat: str) -> _Under:
    there = play.apply(now.state, option).state
    asked = play.pending(there)
    onward = asked.options if isinstance(asked, Choice) and asked.seat == seat else ()
    if not all(isinstance(one, o.Go | o.Stand) for one in onward):
        onward = ()  # it stands already: there was one space, or something has come between
    moved = _moved(now.state, there)
    at = option.zone if moved is None else moved.at
    return _Under((*now.go, option), (*now.zones, places.zone(there, at) or option.zone), there, at, onward)


def _moved(before: State, after: State) -> Figure | None:
    old = {one.id: one.at for one in before.figures}
    return next((one for one in after.figures if old.get(one.id, one.at) != one.at), None)


def _stands(options: Iterable[Option]) -> dict[Place, Decisions]:
    return {one.at: (one,) for one in options if isinstance(one, o.Stand) and one.at != HIDDEN}


def _ends(gone: _Under) -> dict[Place, Decisions]:
    """Where the move may end in the zone entered last: nothing more is chosen where only one space was free."""
    if gone.onward:
        return _stands(gone.onward)
    ended = not isinstance(gone.at, str) or gone.state.table.options.places == "zones"
    return {gone.at: ()} if ended else {}


def _alike(state: State, first: Way, other: _Under, ended: dict[str, State]) -> bool:
    """Whether standing there comes to the same by another way; where neither can stand, whether both only pass.

    `ended`: by zone, what came of the way found first.
    """
    stand = _ends(other)
    cell = next(iter(first.stand), None)
    if cell is None or cell not in stand:
        return not first.stand and not stand
    if first.zone not in ended:
        ended[first.zone] = _done(state, (*first.go, *first.stand[cell]))
    return ended[first.zone] == _done(other.state, stand[cell])


def _done(state: State, decisions: Decisions) -> State:
    for option in decisions:
        state = play.apply(state, option).state
    return state


def _held(state: State, zone: str, seat: str) -> bool:
    camp = "heroes" if seat == "oni" else "oni"
    return any(figure.camp == camp and places.zone(state, figure.at) == zone for figure in state.figures)
