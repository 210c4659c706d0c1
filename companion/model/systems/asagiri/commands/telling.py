"""What a command comes to, in words."""

from __future__ import annotations

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say

from .. import edit, telling
from .. import options as o
from ..board import FACINGS
from ..state import State
from ..text import spoken
from . import deeds as d
from .intents import Choosing, Correcting, Pressing, Typing

_BUTTONS = {"next": say("Next step"), "undo": say("Undo"), "redo": say("Redo"), "roll": say("Roll")}


def in_words(state: State, answer: d.Answer) -> Message:
    """A sentence, or the label of what is chosen last; of a movement where it ends."""
    match answer:
        case Choosing(options):
            return _chosen(state, options)
        case Correcting(corrections):
            applied = edit.edit(state, corrections[0])
            return telling.tell(applied.state, applied.events[0])
        case Typing(faces):
            return say("Dice: {faces}", faces=tuple(spoken(state, "", face) for face in faces))
        case Pressing(what):
            return _BUTTONS[what]
        case d.Byhand(_, instead):
            return in_words(state, instead)
        case Refusal(_, why):
            return why


def _chosen(state: State, options: tuple[Option, ...]) -> Message:
    if not options:
        return say("Nothing to do")
    last = options[-1]
    if not isinstance(last, o.Step | o.Turn):
        return o.label(state, last)
    first = options[0]
    who = first.who if isinstance(first, o.Activate) else state.active.who if state.active is not None else 0
    at, facing = state.figures[who].at, state.figures[who].facing
    for option in options:
        at = option.at if isinstance(option, o.Step) else at
        facing = option.facing if isinstance(option, o.Turn) else facing
    return o.label(state, o.Deploy(who, at, facing % len(FACINGS)))
