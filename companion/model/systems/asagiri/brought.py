"""What a character brings along into a game from a campaign: who it is there, its honour, how it feels (CAM)."""

from __future__ import annotations

from companion.model.core.reading import Reader

from .honours import HONOURS
from .state import Character, replace
from .terms import Condition

FIELDS = ("honour", "state", "member")
"""What a set-up may say of a member of a band beside its card and its equipment."""
MOST_NAME = 40


def brought(reader: Reader, character: Character) -> Character:
    """What a character brings along from a campaign: an honour, and who it is there (CAM-3)."""
    if "honour" in reader:
        if character.kami is not None:
            raise reader["honour"].fail("A Kami cannot have an honour.")
        character = replace(character, honour=reader["honour"].one_of(HONOURS))
    if "member" in reader:
        character = replace(character, member=reader["member"].text(MOST_NAME))
    return character


def begins(reader: Reader) -> Condition:
    """How a character of a campaign begins the game: shaken, when it has not recovered (STA-1, CAM-2)."""
    state: Condition = reader["state"].one_of(("vigilant", "shaken")) if "state" in reader else "vigilant"
    return state
