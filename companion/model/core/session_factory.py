"""How a game begins, or begins anew out of a record: its head, its first state, its mode."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from .contract import Content, Json, System, Tracks, part
from .record import (
    SEED_LEAST,
    SEED_MOST,
    Dice,
    Mode,
    Record,
    Recording,
)
from .refusal import InvalidInput, RuleBroken, UnknownOption
from .words import Message, say

S = TypeVar("S")

HARM = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What cards nobody checked may raise in a system."""


def dated(system: System[Any], beginning: Json, edition: int) -> Json:
    """A set-up or a position that says by which edition of the rules it is played, unless it says so already."""
    if system.facts.edition == 1 or not isinstance(beginning, dict):
        return beginning
    return {"edition": edition, **beginning}


def first_state(system: System[S], record: Record, content: Content) -> S:
    """The first state of a record's game; raises InvalidInput naming the field at fault.

    A record that names no edition of the rules was written before there was a second one.
    """
    field = "setup" if record.start is None else "start"
    try:
        if record.start is None:
            return system.new(dated(system, record.setup, 1), content)
        return system.decode(dated(system, record.start, 1), content)
    except InvalidInput as wrong:
        raise InvalidInput(f"record.{field}.{wrong.path}".rstrip(".").replace(".[", "["), wrong.why) from None
    except RuleBroken as wrong:
        raise InvalidInput(f"record.{field}", wrong.refusal.why) from None


def first_mode(system: System[S], first: S, mode: Mode | None) -> Mode:
    """The mode in which a game begins: never under the rules with things left to hands that the rules do, or unknown.

    Raises InvalidInput when those modes are asked for all the same.
    """
    by_hand = system.refereed(first) is not None
    if mode == "enforce" and by_hand:
        raise InvalidInput("mode", say("When the rules are enforced, the app applies every rule itself."))
    missing = missing_for_rules(system, first)
    if mode == "enforce" and missing is not None:
        raise InvalidInput("mode", missing)
    return mode or ("track" if missing is not None else "assist" if by_hand else "enforce")


def missing_for_rules(system: System[S], state: S) -> Message | None:
    """What the app has to be told before it can enforce the rules; None: nothing."""
    tracked = part(system, Tracks)
    return None if tracked is None else tracked.missing(state)


def why_not(wrong: Exception) -> Message:
    """Why a step does not fit, for a person."""
    if isinstance(wrong, RuleBroken):
        return wrong.refusal.why
    return wrong.why if isinstance(wrong, UnknownOption | InvalidInput) else say("This step is not legal.")


def header_of(
    system: System[Any],
    noting: Recording,
    seed: int | None,
    packs: Mapping[str, str] | None,
    dice: Dice,
    mode: Mode,
) -> Record:
    """A record without steps; no `seed`: a random one. Raises InvalidInput for one that is too large."""
    if seed is None:
        seed = secrets.randbits(48)
    if not SEED_LEAST <= seed <= SEED_MOST:
        raise InvalidInput("seed", say("This number is too large."))
    return Record(
        system=system.facts.id,
        seed=seed,
        cards=noting.cards,
        every=noting.whole or msgspec.UNSET,
        packs=_used(packs or {}, noting),
        dice=dice,
        mode=mode,
    )


def _used(packs: Mapping[str, str], noting: Recording) -> dict[str, str]:
    """The packs of which a card was looked up."""
    used = {id.partition(":")[0] for cards in noting.cards.values() for id in cards}
    return {namespace: version for namespace, version in packs.items() if namespace in used}
