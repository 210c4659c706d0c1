"""Reminders: something is due, and the table is asked whether it is done (`dials`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.model.core.words import Message
from companion.model.games.asagiri.rules import activations
from companion.model.games.asagiri.rules.events import DueDone, DueLeft
from companion.model.games.asagiri.rules.transition import Transition, end_of
from companion.model.games.asagiri.skills import triggers
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import Fight, GivingUp, Reminding, Retreating, TurningToFace
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import BandId

from .automation import question, turned


def seat_of(state: State, frame: Reminding) -> BandId:
    """The band that is asked: that of the figure it befalls, else the phase's."""
    return state.band_of(frame.about) if frame.about >= 0 else state.phase


def prompt(state: State, frame: Reminding) -> Message:
    """The question."""
    return question(frame.dial, state.table.called[frame.about] if frame.about >= 0 else "")


def settle(flow: Transition, frame: Reminding) -> bool:
    """True while the table wants to be asked; when its dial has been turned meanwhile, that is the answer."""
    if frame.dial in flow.table.asked:
        return True
    flow.state = flow.state.pop()
    if frame.dial not in flow.table.off:
        _DO[frame.dial](flow, frame)
    return False


def do(flow: Transition, frame: Reminding) -> None:
    """It is done."""
    flow.state = flow.state.pop()
    flow.tell(DueDone(frame.dial, frame.about, frame.rule))
    _DO[frame.dial](flow, frame)


def leave(flow: Transition, frame: Reminding) -> None:
    """It is left alone: what would count in a fight does not count in this one; a game that is not ended goes on."""
    flow.state = flow.state.pop()
    flow.tell(DueLeft(frame.dial, frame.about, frame.rule))
    below = flow.state.frames
    if frame.dial == "victory":
        flow.set(table=replace(flow.table, dials=turned(flow.table.dials, {"victory": "off"})))
    elif frame.dial in _COUNTED and below:
        at = max(n for n, other in enumerate(below) if isinstance(other, Fight))
        fight = below[at]
        assert isinstance(fight, Fight)
        fight = replace(fight, declined=(*fight.declined, frame.dial))
        flow.set(frames=(*below[:at], fight, *below[at + 1 :]))


def _befall(flow: Transition, frame: Reminding) -> None:
    if frame.to == "vigilant":
        flow.recover(frame.about, frame.rule, sure=True)
    elif frame.to == "shaken":
        _shake(flow, frame)
    elif frame.to == "disabled":
        flow.disable(frame.about, frame.rule, by=frame.opponent, sure=True, struck_as=frame.struck_as)
    else:
        flow.dismiss(frame.about)


def _shake(flow: Transition, frame: Reminding) -> None:
    flow.shake(frame.about, frame.rule, sure=True, by=frame.opponent, struck_as=frame.struck_as)


def _retreat(flow: Transition, frame: Reminding) -> None:
    flow.push(Retreating(frame.about, frame.squares, frame.chooser, frame.opponent, frame.struck_as, frame.anywhere))


def _speak(flow: Transition, frame: Reminding) -> None:
    skill = frame.skill
    assert skill is not None
    seen = TriggerContext(
        frame.window, frame.about, frame.opponent, margin=frame.margin, square=frame.square, fell=frame.fell
    )
    triggers.begin(flow, skill, seen)


def _end(flow: Transition, frame: Reminding) -> None:
    found = end_of(flow.state)
    if found is not None:
        flow.end(*found)


_COUNTED = frozenset({"support", "behind", "cover"})
_DO: Mapping[str, Callable[[Transition, Reminding], None]] = {
    "cards": _befall,
    "disabling": _befall,
    "kami": _befall,
    "reserve": lambda flow, frame: flow.lose_reserve(frame.about),
    "turning": lambda flow, frame: flow.push(TurningToFace(frame.about, frame.square, frame.into)),
    "retreats": _retreat,
    "difficult": _shake,
    "zones": lambda flow, frame: flow.end_movement(),
    "leaving": _shake,
    **dict.fromkeys(_COUNTED, lambda flow, frame: None),
    "skills": _speak,
    "civilian": lambda flow, frame: flow.push(GivingUp(flow.state.band_of(frame.about))),
    "scenario": lambda flow, frame: activations.do(flow),
    "victory": _end,
}
"""What it takes to do it, by dial."""
