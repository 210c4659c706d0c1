"""Honours (CAM-3): what a character that has prayed brings along into a game, once.

An honour speaks like a skill that costs nothing and is never obligatory, so it is written in the language of skills: it
is offered, weighed and told where skills are. It belongs to the character and not to a card: neither the face that
shows nor what silences skills changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from companion.model.core.words import N_, Message

Honour: TypeAlias = Literal["experienced", "determined", "skillful", "courageous"]
HONOURS: tuple[Honour, ...] = get_args(Honour)

STRIDE = 3
"""What *Skillful* adds to Movement."""

NAMES: Mapping[Honour, Message] = {
    "experienced": Message(N_("Experienced")),
    "determined": Message(N_("Determined")),
    "skillful": Message(N_("Skillful")),
    "courageous": Message(N_("Courageous")),
}
WORDS: Mapping[Honour, Message] = {
    "experienced": Message(N_("Rerolls its combat die once; the second roll counts.")),
    "determined": Message(N_("Once, when it would become shaken after an attack, it stays vigilant.")),
    "skillful": Message(N_("Once: +3 Movement.")),
    "courageous": Message(N_("Once: passes a willpower test without a roll.")),
}
"""What each of them does, for a player."""

AFTER_ATTACK: frozenset[str] = frozenset({"CBT-3", "SHT-6", "RET-2", "RET-3"})
"""The rules that shake after an attack or a shot: by its result, or by the retreat that follows."""


OF_SKILL: Mapping[str, Honour] = {f"honour:{honour}": honour for honour in HONOURS}
"""Which honour a skill's id means."""
