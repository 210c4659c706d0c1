"""What the table was reminded of, done or left (TAB-7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, get_args

from companion.model.core.contract import Option, Pending
from companion.model.core.words import Message, say
from companion.model.games.chronicles.box.effects import Colour
from companion.model.games.chronicles.rules import (
    accusation,
    activation,
    dials,
    end_of_turn,
    hands,
    missions,
    stealth,
    turns,
)
from companion.model.games.chronicles.rules.damage import raise_alert, turn_statuses
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, Seat, State, replace

ASKED: Final[Mapping[str, Message]] = {
    "alert": say("A guard on a tile without corruption is attacked: raise the alert?"),
    "accusation": say("The red corruption token came in this turn: do the heroes accuse somebody?"),
    "revelation": say("Turn 8 is over: does the Oni reveal itself?"),
    "wounds": say("The damage is as much as Health: draw a wound?"),
    "taking_back": say("No action card is left in the hand: take all discarded cards back?"),
    "weakness": say("A weakness was played: heal its hero?"),
    "statuses": say("Turn the statuses, and remove those already turned?"),
    "kami": say("The Kami has been activated: turn its token, or take it off?"),
    "missions": say("A mission is met: place its chapter?"),
    "draw": say("No sheet can be activated: does the Oni draw an event card?"),
    "follower": say("The hero is done: does the follower act now?"),
    "track": say("The track of the Oni is due: see to it now?"),
    "stealth": say("The hero moved on a forbidden tile: make the stealth test?"),
}
"""What is asked, by dial."""
OF_HEROES: Final = ("wounds", "taking_back", "weakness", "follower", "stealth")
"""Dials that are about a hero."""
OF_THE_ONI: Final = ("revelation", "draw", "track")


def seat_of(state: State, frame: f.RemindFrame) -> Seat:
    """Who is asked: whom it concerns, for all heroes the captain."""
    if frame.dial in OF_HEROES:
        return frame.about
    figure = state.figure(frame.about)
    if frame.dial in OF_THE_ONI or (figure is not None and figure.camp == "oni"):
        return ONI
    return figure.owner or state.captain if figure is not None and figure.group != "hero" else state.captain


def fits(state: State, frame: f.RemindFrame) -> bool:
    """Whether there is what it is about."""
    if frame.dial not in ASKED:
        return False
    if frame.dial in OF_HEROES:
        return frame.about in state.in_play
    if frame.dial == "missions":
        return frame.what in get_args(Colour) and any(one.id == frame.about for one in state.scores)
    if frame.dial in ("alert", "kami"):
        return state.figure(frame.about) is not None
    return True


def _goes_on(t: Transition, frame: f.RemindFrame) -> bool:
    """A dial turned meanwhile is the answer."""
    stop = dials.stop_of(t.now, frame.dial)
    if not fits(t.now, frame):
        t.pop()
        return True
    if stop == "remind":
        return False
    _answer(t, frame, stop == "do")
    return True


def _ask(state: State, frame: f.RemindFrame) -> Pending:
    seat = seat_of(state, frame)
    return asks(seat, ASKED[frame.dial], [o.DoIt(seat), o.LeaveIt(seat)])


def _chosen(t: Transition, frame: f.RemindFrame, option: Option) -> None:
    _answer(t, frame, isinstance(option, o.DoIt))


def _answer(t: Transition, frame: f.RemindFrame, done: bool) -> None:
    t.pop()
    if done:
        _DO[frame.dial](t, frame)
    elif frame.dial in _LEAVE:
        _LEAVE[frame.dial](t, frame)


def _has_to_accuse(t: Transition, frame: f.RemindFrame) -> None:
    if isinstance(t.top, f.AccuseFrame):
        t.become(replace(t.top, due=True))


def _decide(t: Transition, frame: f.RemindFrame) -> None:
    colour: Colour = "blue" if frame.what == "blue" else "red"
    if any(one.id == frame.about and one.done is None for one in t.now.scores):
        missions.decide(t, frame.about, colour, frame.by or None)


def _leave_open(t: Transition, frame: f.RemindFrame) -> None:
    scores = [replace(one, left=frame.what) if one.id == frame.about else one for one in t.now.scores]
    t.set(scores=tuple(scores))


_DO: Final[Mapping[str, Callable[[Transition, f.RemindFrame], None]]] = {
    "alert": lambda t, frame: raise_alert(t),
    "accusation": _has_to_accuse,
    "revelation": lambda t, frame: accusation.come(t),
    "wounds": lambda t, frame: end_of_turn.draw_wound(t, frame.about),
    "taking_back": lambda t, frame: hands.take_back(t, frame.about, sure=True),
    "weakness": lambda t, frame: turns.heal_whole(t, frame.about),
    "statuses": lambda t, frame: turn_statuses(t),
    "kami": lambda t, frame: activation.turn_kami(t, frame.about),
    "missions": _decide,
    "draw": lambda t, frame: t.push(f.DrawFrame("event", 1, ONI)),
    "follower": lambda t, frame: activation.follower_acts(t, frame.about),
    "track": lambda t, frame: None,
    "stealth": lambda t, frame: stealth.listen(t, frame.about),
}
_LEAVE: Final[Mapping[str, Callable[[Transition, f.RemindFrame], None]]] = {
    "follower": lambda t, frame: activation.ended(t, frame.about),
    "missions": _leave_open,
    "track": lambda t, frame: t.set(stage="calls"),
}
REMINDING = Part(_ask, _chosen, resume=_goes_on)
