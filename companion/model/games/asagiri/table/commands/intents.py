"""What a command comes to: choices, corrections, dice, or a button of the window; or a sentence why nothing."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.model.core.chance import Face
from companion.model.core.contract import Correction, Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message


class Choosing(msgspec.Struct, frozen=True):
    """These options, one after the other, as one thing to undo."""

    options: tuple[Option, ...]


class Correcting(msgspec.Struct, frozen=True):
    """The table is changed by hand; `against`: the rule that is overridden by it, if any."""

    corrections: tuple[Correction, ...]
    against: Refusal | None = None


class Typing(msgspec.Struct, frozen=True):
    """The faces of the dice asked for; `first`: what is chosen or passed by, so that they are asked for."""

    faces: tuple[Face, ...]
    first: tuple[Option, ...] = ()


class Pressing(msgspec.Struct, frozen=True):
    """What a button does: the next step, undo, redo, virtual dice, the list of keys and commands."""

    what: Literal["next", "undo", "redo", "roll", "help"]


Intent: TypeAlias = Choosing | Correcting | Typing | Pressing


class Misunderstood(msgspec.Struct, frozen=True):
    """Nothing is done: why, and the part of the line that is at fault. `rule`: the one that forbids it, or empty."""

    why: Message
    start: int
    end: int
    rule: str = ""
    asks: bool = False
    """It names everything that may be meant: nothing is to be added."""
