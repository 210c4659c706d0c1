"""What the figures are called."""

from __future__ import annotations

from companion.model.core.words import Message, say

SILHOUETTE_WORDS: dict[str, Message] = {
    "ronin": say("Ronin"),
    "giant": say("Giant"),
    "monk": say("Monk"),
    "apprentice": say("Apprentice"),
    "warrior-woman": say("Warrior"),
    "swordmaster": say("Sword master"),
    "gunner": say("Gunner"),
    "ninja": say("Ninja"),
    "small-ninja": say("Small ninja"),
    "oni-brute": say("Brute oni"),
    "oni-warrior": say("Warrior oni"),
    "undead": say("Undead"),
    "merchant": say("Merchant"),
    "courtesan": say("Courtesan"),
    "archer": say("Archer"),
    "wolf": say("Wolf"),
    "sorcerer": say("Sorcerer"),
    "spear": say("Spear bearer"),
    "tengu": say("Tengu"),
}


def silhouette(name: str) -> Message:
    """A figure in words; one that came later is called as it is written."""
    return SILHOUETTE_WORDS.get(name, Message(name.replace("-", " ")))
