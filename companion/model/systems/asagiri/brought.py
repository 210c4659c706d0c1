"""What a character brings along into a game from a campaign: who it is there, its honour, how it feels (CAM)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.reading import Reader

from .characters import Character
from .honours import HONOURS, STRIDE, Honour
from .language.skill import Effect, Skill
from .language.vocabulary import Window
from .skills.operations.numbers import Bonus
from .skills.operations.results import Reroll
from .skills.operations.rules import Prevent
from .state import replace
from .terms import Condition


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

FIELDS = ("honour", "state", "member")
"""What a set-up may say of a member of a band beside its card and its equipment."""
MOST_NAME = 40


def brought(reader: Reader, character: Character) -> Character:
    """What a character brings along from a campaign: an honour, and who it is there (CAM-3)."""
    if "honour" in reader:
        if character.kami is not None:
            raise reader["honour"].fail("A Kami cannot have an honour.")
        honour = reader["honour"].one_of(HONOURS)
        character = replace(character, honour=honour, boon=SKILLS[honour])
    if "member" in reader:
        character = replace(character, member=reader["member"].text(MOST_NAME))
    return character


def begins(reader: Reader) -> Condition:
    """How a character of a campaign begins the game: shaken, when it has not recovered (STA-1, CAM-2)."""
    state: Condition = reader["state"].one_of(("vigilant", "shaken")) if "state" in reader else "vigilant"
    return state
