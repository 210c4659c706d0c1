"""The stack of what is being resolved, as JSON inside a saved position."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, get_args

import msgspec

from companion.model.core.contract import Choice, Json, Roll
from companion.model.core.refusal import InvalidInput
from companion.model.games.asagiri.rules import legal_options
from companion.model.games.asagiri.rules.options import Pass
from companion.model.games.asagiri.state.stack import (
    STEPS,
    Disabling,
    EffectFrame,
    Fight,
    Frame,
    Reminding,
    Searching,
    Shaking,
)
from companion.model.games.asagiri.state.state import State

from . import codecs

_ADDED = frozenset(
    {"faces", "shift", "counts_as", "against", "squares", "winner_chooses", "stat", "skill", "source", "passed",
     "failed", "face", "rule", "asked", "chooser", "declined", "stood", "fell", "struck_as"}
)  # fmt: skip
"""Fields that frames have had since skills do more than add: left out where they say nothing."""


def _later(kind: type[Frame]) -> frozenset[str]:
    return frozenset(kind.__struct_fields__) - {"dial", "about"} if kind is Reminding else _ADDED


_KINDS: dict[str, type[Frame]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Frame)}
if TYPE_CHECKING:
    FrameForm: TypeAlias = msgspec.Struct
else:
    FrameForm = codecs.one_of(codecs.document(kind, _later(kind)) for kind in _KINDS.values())


def encode(state: State, frame: Frame) -> Json:
    """One frame; what is as it always is left out."""
    return codecs.written(state, frame, _later(type(frame)))


def decode(place: codecs.ReadingPlace, form: msgspec.Struct) -> Frame:
    """One frame; raises InvalidInput naming the field at fault."""
    found: Frame = codecs.made(place, _KINDS[str(form.__struct_config__.tag)], form)
    state = place.state

    for field, who in codecs.figures_in(found):
        gone = isinstance(found, EffectFrame) and found.stood >= 0 and field == "who"  # what it does goes on without it
        if state.figures[who].at < 0 and not gone:
            raise InvalidInput(f"{place.path}.{field}", "This character is not on the board.")
    if isinstance(found, Fight) and state.band_of(found.attacker) == state.band_of(found.defender):
        raise InvalidInput(f"{place.path}.defender", "A fight needs two enemies.")
    if isinstance(found, Fight) and found.faces is None and found.step not in STEPS[:4]:
        raise InvalidInput(f"{place.path}.step", "The dice of this fight are missing.")
    if isinstance(found, Searching):
        play, quest = state.table.adventure, state.quest
        if (
            play is None
            or quest is None
            or play.things[found.thing].kind != "cache"
            or quest.things[found.thing].at < 0
        ):
            raise InvalidInput(
                f"{place.path}.thing", "This cannot be searched."
            )  # another one may be the right one (ADV-7)
    if isinstance(found, Reminding):
        if found.about < 0 and found.dial not in ("victory", "scenario"):
            raise InvalidInput(f"{place.path}.about", "This reminder needs a figure.")
        if (found.dial == "turning" and found.square < 0) or (found.dial == "skills" and found.skill is None):
            field = "square" if found.dial == "turning" else "skill"
            raise InvalidInput(f"{place.path}.{field}", "This field is missing.")
    return found


def top_asks(state: State) -> bool:
    """Whether the top frame waits for an answer: one that settles by itself is never saved."""
    if isinstance(state.frames[-1], Shaking | Disabling):
        return False
    if isinstance(state.frames[-1], Reminding) and state.frames[-1].dial not in state.table.asked:
        return False
    asked = legal_options.pending(state)
    if isinstance(asked, Choice):
        return any(not isinstance(option, Pass) for option in asked.options)
    return isinstance(asked, Roll)
