"""Honours (CAM-3): what a character that has prayed brings along into a game, once.

An honour speaks like a skill that costs nothing and is never obligatory, so it is written in the language of skills: it
is offered, weighed and told where skills are. It belongs to the character and not to a card: neither the face that
shows nor what silences skills changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from companion.model.core.words import N_, Message
from companion.model.effects.operations import Bonus, Prevent, Reroll
from companion.model.effects.tree import Effect, Skill, Window

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


def _speaks(honour: Honour, words: Mapping[str, str], when: tuple[Window, ...], *effects: Effect) -> Skill:
    return Skill(f"honour:{honour}", dict(words), when, effects, optional=True, once="game")


SKILLS: Mapping[Honour, Skill] = {
    "experienced": _speaks(
        "experienced",
        {"en": "Experienced", "fr": "Expérimenté", "it": "Esperto"},
        ("attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled"),
        Reroll(),
    ),
    "determined": _speaks(
        "determined",
        {"en": "Determined", "fr": "Déterminé", "it": "Determinato"},
        ("shaken",),
        Prevent(("shaken",)),
    ),
    "skillful": _speaks(
        "skillful",
        {"en": "Skillful", "fr": "Habile", "it": "Abile"},
        ("movement",),
        Bonus("movement", STRIDE),
    ),
    "courageous": _speaks(
        "courageous",
        {"en": "Courageous", "fr": "Courageux", "it": "Coraggioso"},
        ("willpower",),
    ),
}
"""The honours as skills. *Courageous* has no effect that the language knows: it spares the roll."""

OF_SKILL: Mapping[str, Honour] = {skill.id: honour for honour, skill in SKILLS.items()}
"""Which honour a skill's id means."""
