"""The activations of a turn in their order, as far as a viewer knows it (TRN-2 to TRN-4)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.model.core.chance import HIDDEN
from companion.model.games.chronicles.state.state import Seat, SheetId, State

Standing: TypeAlias = Literal["done", "now", "later"]
TURN_ENDS = ("accusation", "equipment")


class Activation(msgspec.Struct, frozen=True):
    """One place in the row: a hero's initiative card, the Oni behind it, or the end of the turn."""

    who: Literal["hero", "oni", "end"]
    standing: Standing
    seat: Seat = HIDDEN
    """The hero, or the one behind whom the Oni comes; HIDDEN: the card lies face down."""
    sheet: SheetId | None = None
    """What the Oni activated here, where that is known."""


def activations(state: State, viewer: Seat | None) -> tuple[Activation, ...]:
    """Heroes and Oni by turns, the end of the turn last; what lies face down for the viewer is HIDDEN."""
    over = state.stage == "over"
    ends = state.stage in TURN_ENDS
    shown = state.order[: state.turned]
    seats = (*shown, *_waiting(state, viewer))
    sheets = _sheets(state, len(shown))
    found: list[Activation] = []
    for n, seat in enumerate(seats):
        present = n == len(shown) - 1 and not (over or ends)
        if n >= len(shown):
            up_next = n == len(shown) and state.stage == "hero" and state.next is None
            hero: Standing = "now" if up_next else "later"
            behind: Standing = "later"
        else:
            hero = "now" if present and state.stage == "hero" and state.next == seat else "done"
            behind = "now" if present and state.stage == "oni" else "done"
            behind = "later" if hero == "now" else behind
        found.append(Activation("hero", hero, seat))
        found.append(Activation("oni", behind, seat, sheets[n] if n < len(sheets) and behind != "later" else None))
    return (*found, Activation("end", "done" if over else "now" if ends else "later"))


def _waiting(state: State, viewer: Seat | None) -> tuple[Seat, ...]:
    """Those whose card has not been turned; the last one is known by itself."""
    left = [seat for seat in state.in_play if not state.hero(seat).activated]
    if len(left) < 2:
        return tuple(left)
    knows = viewer in state.seats
    lying = [seat for seat in state.order[state.turned :] if seat == HIDDEN or seat in left] if knows else []
    return tuple([*lying, *[HIDDEN] * len(left)][: len(left)])


def _sheets(state: State, most: int) -> tuple[SheetId | None, ...]:
    """The sheets by activation, if each activation so far has put a token: one that was spent for a card (ONI-2) left
    no trace of which it was.
    """
    begun = most - (state.stage == "hero" and state.next is not None)
    activated = state.oni.activated
    waits = state.stage == "oni" and len(activated) == begun - 1
    return activated if len(activated) == begun or waits else ()
