"""What a command comes to, in words."""

from __future__ import annotations

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import answers, narration
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.board import FACINGS
from companion.model.games.asagiri.state.formatting import spoken
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table import edit

from . import deeds as d
from .intents import Choosing, Correcting, Pressing, Typing

_BUTTONS = {
    "help": say("List of keys and commands"),
    "next": say("Next step"),
    "undo": say("Undo"),
    "redo": say("Redo"),
    "roll": say("Roll"),
}


def in_words(state: State, answer: d.Answer) -> Message:
    """A sentence, or the labels of what is chosen; of a movement where it ends."""
    match answer:
        case Choosing(options):
            return _chosen(state, options)
        case Correcting(corrections):
            applied = edit.edit(state, corrections[0])
            return narration.tell(applied.state, applied.events[0])
        case Typing(faces, first):
            dice = say("Dice: {faces}", faces=tuple(spoken(state, None, face) for face in faces))
            passed = o.label(state, first[0]) if first else None
            return dice if passed is None else say("{told}", told=(passed, dice))
        case Pressing(what):
            return _BUTTONS[what]
        case d.Byhand(_, instead):
            return in_words(state, instead)
        case Refusal(_, why):
            return why


def _chosen(state: State, options: tuple[Option, ...]) -> Message:
    if not options:
        return say("Nothing to do")
    first, last = options[0], options[-1]
    if not isinstance(last, o.Step | o.Turn):
        labels = []
        for option in options:
            labels.append(o.label(state, option))
            state = answers.apply(state, option).state
        return labels[0] if len(labels) == 1 else say("{told}", told=tuple(labels))
    who = first.who if isinstance(first, o.Activate) else state.active.who if state.active is not None else 0
    at, facing = state.figures[who].at, state.figures[who].facing
    for option in options:
        at = option.at if isinstance(option, o.Step) else at
        facing = option.facing if isinstance(option, o.Turn) else facing
    return o.label(state, o.Deploy(who, at, facing % len(FACINGS)))
