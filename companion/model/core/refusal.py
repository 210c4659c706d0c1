"""Refusals and invalid input: an illegal choice is a value, a malformed input an exception that says where."""

from __future__ import annotations

import msgspec

from .words import Arg, Message, say


class Refusal(msgspec.Struct, frozen=True):
    """Why the rules refuse something: the id of the rule (``MOV-5``) and a sentence for the player."""

    rule: str
    why: Message


def refuse(rule: str, why: str, **args: Arg) -> Refusal:
    """A refusal under `rule`; `why` is a sentence with named gaps (an extraction keyword)."""
    return Refusal(rule, Message(why, tuple(args.items())))


class InvalidInput(Exception):  # noqa: N818 - it is the input that is invalid, not an error in us
    """A position, a set-up, a record or a pack that cannot be read; `path` points at the field at fault."""

    def __init__(self, path: str, why: Message | str) -> None:
        """`path` is dotted with indices (``bands.A.characters[2].at``), empty for the whole."""
        self.path = path
        self.why = say(why) if isinstance(why, str) else why
        self.others: tuple[InvalidInput, ...] = ()
        """What else is wrong with it, as far as that can be told."""
        super().__init__(f"{path}: {self.why.key} {dict(self.why.args)}")


class UnknownOption(Exception):  # noqa: N818
    """A parameter that does not fit the game: an option that is not offered, dice that are not asked for."""

    def __init__(self, why: Message | str) -> None:
        """`why` is a sentence for the person or program that asked."""
        self.why = say(why) if isinstance(why, str) else why
        super().__init__(f"{self.why.key} {dict(self.why.args)}")


class RuleBroken(Exception):  # noqa: N818
    """An option was applied that the rules refuse; carries the refusal. Callers check first."""

    def __init__(self, refusal: Refusal) -> None:
        """Wrap `refusal`."""
        self.refusal = refusal
        super().__init__(f"{refusal.rule}: {refusal.why.key} {dict(refusal.why.args)}")
