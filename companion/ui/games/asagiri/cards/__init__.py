"""Profile cards: on the table (`ProfileCard`, `BandColumn`), brought close (`LargeCard`), out of a pack
(`CharacterCardFace` shows a `CardFace`).
"""

from __future__ import annotations

from .card import CharacterCardFace, Density
from .column import BandColumn
from .face import CardFace, CardSide, CardStatus, EquipmentTab, SkillLine, face_of_card, face_of_character
from .large import LargeCard
from .profile import ProfileCard

__all__ = [
    "BandColumn",
    "CardFace",
    "CardSide",
    "CardStatus",
    "CharacterCardFace",
    "Density",
    "EquipmentTab",
    "LargeCard",
    "ProfileCard",
    "SkillLine",
    "face_of_card",
    "face_of_character",
]
