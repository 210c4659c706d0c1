"""A deed: the operation of a skill on one figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.model.core.chance import Die, Face
from companion.model.core.contract import Option

from ..flow import Flow
from ..moment import Moment
from ..stack import Doing
from ..state import State


def no_question(state: State, frame: Doing, effect: Any) -> Sequence[Option]:
    """Ask nothing."""
    return ()


class Deed(msgspec.Struct, frozen=True):
    """How an operation is done. The frame is off the stack when `do` and `fallen` are called; they may put it back."""

    do: Callable[[Flow, Doing, Any, Option | None], None]
    """Do it, with the answer when one was asked for."""
    ask: Callable[[State, Doing, Any], Sequence[Option]] = no_question
    """What the bearer's player chooses among; one answer alone is not asked for."""
    dice: Callable[[State, Doing, Any], tuple[Die, ...]] | None = None
    """The dice to be rolled once the frame is `rolling`."""
    fallen: Callable[[Flow, Doing, Any, tuple[Face, ...]], None] | None = None
    """What the dice bring."""


def moment(frame: Doing) -> Moment:
    """The moment as selectors and numbers of the skill see it."""
    return Moment(frame.window, frame.who, frame.opponent, margin=frame.margin, square=frame.square,
                  stood=frame.stood, fell=frame.fell)  # fmt: skip
