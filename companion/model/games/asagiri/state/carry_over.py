"""What a character brings along into a game from a campaign: who it is there, its honour, how it feels (CAM)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Document
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Window
from companion.model.games.asagiri.skills.operations import AnyEffect
from companion.model.games.asagiri.skills.operations.numbers import Bonus
from companion.model.games.asagiri.skills.operations.results import Reroll
from companion.model.games.asagiri.skills.operations.rules import Prevent
from companion.model.games.asagiri.skills.record import SkillRecord
from companion.model.games.asagiri.state.table import Character, Honour
from companion.model.games.asagiri.state.vocabulary import Feeling
from companion.model.games.asagiri.wire import Text40, Text100

from .state import replace


def _speaks(honour: Honour, words: Mapping[str, str], when: tuple[Window, ...], *effects: AnyEffect) -> Skill:
    return SkillRecord(f"honour:{honour}", dict(words), when, effects, optional=True, once="game")


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
        Bonus("movement", 3),
    ),
    "courageous": _speaks(
        "courageous",
        {"en": "Courageous", "fr": "Courageux", "it": "Coraggioso"},
        ("willpower",),
    ),
}
"""The honours as skills. *Courageous* has no effect that the language knows: it spares the roll."""


class MemberForm(Document):
    """A character that a set-up names, with its equipment and what it brings along."""

    card: Text100
    equipment: Text100 | None = None
    honour: Honour | None = None
    state: Feeling | None = None
    """How it begins the game: shaken, when it has not recovered (STA-1, CAM-2)."""
    member: Text40 | None = None


def brought(character: Character, honour: Honour | None, member: str | None, path: str) -> Character:
    """What a character brings along from a campaign: an honour, and who it is there (CAM-3)."""
    if honour is not None:
        if character.kami is not None:
            raise InvalidInput(f"{path}.honour", "A Kami cannot have an honour.")
        character = replace(character, honour=honour, boon=SKILLS[honour])
    return replace(character, member=member or character.member)
