"""Inspiration and combat dice: the tray, typing real dice, and what a die in hand may do."""

from __future__ import annotations

from .actions import MIME, InspirationDie, die_of, die_spent, mime_of, perform, uses, uses_on
from .entry import TypedDice
from .tray import DiceTray

__all__ = [
    "MIME",
    "DiceTray",
    "InspirationDie",
    "TypedDice",
    "die_of",
    "die_spent",
    "mime_of",
    "perform",
    "uses",
    "uses_on",
]
