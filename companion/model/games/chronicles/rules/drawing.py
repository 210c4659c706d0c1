"""Cards drawn one by one, each dealt with before the next (CMP-4, CMP-5)."""

from __future__ import annotations

from typing import Final

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Outcome, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.rules import chests
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.damage import wound
from companion.model.games.chronicles.rules.investigation import ask_clue, clue_drawn
from companion.model.games.chronicles.rules.part import Part, asks, draws
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, CardId, Seat, State, cards, replace, without

KEPT: Final = {"event": "events", "object": "objects", "wound": "wounds"}
"""Whose keeping decides who draws from a pile (TAB-2)."""

WHICH = say("Which object was drawn?")
HOW_MANY = say("How many objects are drawn?")


def _goes_on(t: Transition, frame: f.DrawFrame) -> bool:
    """CMP-5: an empty pile of events or objects is its discard shuffled anew; others give nothing more."""
    piles = t.now.piles
    if frame.pile == "event" and t.now.table.options.oni == "automatic":  # AUT-1: it draws none
        t.pop()
        return True
    if frame.left and frame.pile == "event" and not piles.event:
        t.piles(event=piles.used_events, used_events=())
    elif frame.left and frame.pile == "object" and not piles.object:
        t.piles(object=piles.used_objects, used_objects=())
    pile = getattr(t.now.piles, frame.pile)
    if not frame.left or not pile:
        t.pop()
        return True
    if frame.pile in ("clue", "object") or getattr(t.now.table.options.keepers, KEPT[frame.pile]) == "app":
        return False
    _drawn(t, frame, HIDDEN)  # kept in cardboard: the app counts
    return True


def _ask(state: State, frame: f.DrawFrame) -> Pending:
    if frame.pile == "clue":
        return ask_clue(state, frame)
    if frame.pile == "object" and (state.table.options.keepers.objects != "app" or frame.left == chests.NOT_TOLD):
        return _ask_object(state, frame)
    return draws(frame.seat, getattr(state.piles, frame.pile), _who_sees(state, frame))


def _ask_object(state: State, frame: f.DrawFrame) -> Pending:
    """OBJ-8, TAB-1: which object the table drew, or how many the app draws."""
    seat, most = frame.seat, min(len(state.piles.object), chests.MOST_DRAWN)
    if state.table.options.keepers.objects == "app":
        return asks(seat, HOW_MANY, [o.Total(seat, n) for n in range(most + 1)])
    stop: list[Option] = [o.Done(seat)] if frame.left == chests.NOT_TOLD else []
    return asks(seat, WHICH, [*[o.Tell(seat, card) for card in (*chests.unseen(state), HIDDEN)], *stop])


def _who_sees(state: State, frame: f.DrawFrame) -> tuple[Seat, ...] | None:
    """DEC-6."""
    if frame.pile == "event":
        return (ONI,)
    if frame.pile == "wound":
        return (frame.seat,) if state.table.options.hero_hands == "own" else state.seats
    return None


def _told(t: Transition, frame: f.DrawFrame, option: Option) -> None:
    if isinstance(option, o.Tell):
        _drawn(t, frame, option.card)
    elif isinstance(option, o.Total):
        t.become(replace(frame, left=option.n))
    else:
        t.pop()


def _rolled(t: Transition, frame: f.DrawFrame, outcome: Outcome) -> None:
    _drawn(t, frame, str(outcome[0]))


def _drawn(t: Transition, frame: f.DrawFrame, card: CardId) -> None:
    t.become(replace(frame, left=frame.left - 1 if frame.left > 0 else frame.left))
    if frame.pile == "clue":
        clue_drawn(t, frame, card)
        return
    pile = getattr(t.now.piles, frame.pile)
    left = (HIDDEN,) * (len(pile) - 1) if card == HIDDEN else without(pile, card)
    t.piles(**{frame.pile: left})
    if frame.pile == "event":
        t.oni(hand=cards((*t.now.oni.hand, card)))
        t.tell(e.EventDrawn(card))
    elif frame.pile == "wound":
        wound(t, frame.seat, card)
    else:
        chests.drawn(t, frame.seat, card)


DRAWING = Part(_ask, _told, _rolled, _goes_on)
