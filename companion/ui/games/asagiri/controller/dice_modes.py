"""Who rolls which dice, in words: kinds of rolls, ways to roll, and one of them changed."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.record import Dice, DiceMode, dice_mode
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.system import SYSTEM

DICE_WORDS: Mapping[DiceMode, Message] = {
    "virtual": say("Rolled here"), "typed": say("Typed in"), "ask": say("Ask me"),
}  # fmt: skip
ROLL_WORDS: Mapping[str, Message] = {
    "order": say("Who begins"),
    "inspiration": say("Inspiration"),
    "combat": say("Combat and shots"),
    "test": say("Tests"),
    "other": say("Other rolls"),
}


def with_mode(dice: Dice, seat: str, kind: str, mode: DiceMode) -> Dice:
    """The same, but for one player's rolls of one kind; as short as it can be said."""
    whole = {one: {each: dice_mode(dice, one, each) for each in SYSTEM.facts.rolls} for one in SEATS}
    whole[seat][kind] = mode
    short = {one: _short(modes) for one, modes in whole.items()}
    first = short[SEATS[0]]
    return first if isinstance(first, str) and all(modes == first for modes in short.values()) else short


def _short(modes: dict[str, DiceMode]) -> DiceMode | dict[str, DiceMode]:
    found = set(modes.values())
    return found.pop() if len(found) == 1 else modes


def said_of(dice: Dice) -> str:
    """How all dice are rolled; nothing where that differs."""
    return dice if isinstance(dice, str) else ""
