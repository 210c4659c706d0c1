"""Plain words of the language: numbers, windows, alignments, terrain, traits. Editors label their choices with them."""

from __future__ import annotations

from companion.model.core.words import N_, Message

from ..alphabet import Alignment, Element, Ground, Number, Window
from ..operations import Harm, Obstacle, Shield

ELEMENT_WORDS: dict[Element, str] = {
    "fire": N_("fire"), "water": N_("water"), "air": N_("air"), "earth": N_("earth"), "tori": N_("tori"),
}  # fmt: skip

NUMBER_WORDS: dict[Number, str] = {
    "attack": N_("Attack"),
    "defense": N_("Defense"),
    "movement": N_("Movement"),
    "willpower": N_("Willpower"),
    "die": N_("the combat die"),
    "shot": N_("the value of the shot"),
    "range": N_("the range"),
}

WINDOW_WORDS: dict[Window, str] = {
    "always": N_("always"),
    "activation": N_("in its activation"),
    "movement": N_("when moving"),
    "targeted": N_("when about to be attacked or shot at"),
    "attack": N_("when attacking"),
    "defense": N_("when attacked"),
    "shot": N_("when shooting"),
    "shot_at": N_("when shot at"),
    "willpower": N_("when testing willpower"),
    "test": N_("when testing another stat"),
    "attack_rolled": N_("after the roll of its attack"),
    "defense_rolled": N_("after the roll of its defence"),
    "shot_rolled": N_("after the roll of its shot"),
    "shot_at_rolled": N_("after the roll of a shot at it"),
    "tested": N_("after the roll of its test"),
    "winning": N_("when winning"),
    "losing": N_("when losing"),
    "drawing": N_("on a draw"),
    "won": N_("after winning"),
    "lost": N_("after losing"),
    "drawn": N_("after a draw"),
    "shaken": N_("when about to become shaken"),
    "disabled": N_("when about to be disabled"),
    "approached": N_("when an enemy steps into its control zone"),
    "phase_start": N_("at the start of its phase"),
    "phase_end": N_("at the end of its phase"),
    "enemy_phase_start": N_("at the start of the enemy phase"),
    "enemy_phase_end": N_("at the end of the enemy phase"),
}

ALIGNMENT_WORDS: dict[Alignment, str] = {
    "demon_hunter": N_("Demon Hunter"),
    "evil_creature": N_("Evil Creature"),
    "mercenary": N_("Mercenary"),
}

GROUND_WORDS: dict[Ground, str] = {
    "clear": N_("on clear ground"),
    "hindering": N_("on hindering terrain"),
    "aquatic": N_("on aquatic terrain"),
    "stairs": N_("on stairs"),
}

OBSTACLE_WORDS: dict[Obstacle, str] = {
    "support": N_("enemy support"),
    "behind": N_("attacks from behind"),
    "cover": N_("cover"),
    "terrain": N_("hindering and aquatic terrain"),
    "zones": N_("enemy control zones"),
    "figures": N_("figures in the way"),
    "walls": N_("walls and blocking terrain"),
    "corners": N_("closed diagonals"),
    "fearsome": N_("fearsome enemies"),
    "facing": N_("the cost of steps not to the front"),
    "bonuses": N_("what enemy skills add"),
}
"""What can be ignored; direct objects, with their article where a language has one."""

HARM_WORDS: dict[Harm, str] = {
    "shaken": N_("become shaken"),
    "disabled": N_("be disabled"),
    "retreat": N_("be made to retreat"),
    "turn": N_("be turned"),
    "push": N_("be pushed or moved"),
}
"""What can be prevented; after “cannot”."""

SHIELD_WORDS: dict[Shield, str] = {
    "skills": N_("enemy skills"),
    "shots": N_("shots"),
    "tests": N_("tests that skills force"),
    "dice": N_("the loss of its dice"),
    "equipment": N_("the loss of its equipment"),
    "summons": N_("dismissal or change of sides"),
    "penalties": N_("penalties"),
    "kami": N_("the skills of the Kami"),
}
"""What a figure can be immune to; direct objects, with their article where a language has one."""

TRAIT_WORDS = {
    "unique": N_("unique"), "civilian": N_("civilian"), "sorcerer": N_("sorcerer"), "human": N_("human"),
    "samurai": N_("samurai"), "ronin": N_("ronin"), "monk": N_("monk"), "ninja": N_("ninja"), "oni": N_("oni"),
    "undead": N_("undead"), "beast": N_("beast"), "child": N_("child"), "kami": N_("kami"),
}  # fmt: skip
"""The descriptive words of our own cards; a word that is not here is said as it is written."""


def trait(word: str) -> Message:
    """A trait in words."""
    return Message(TRAIT_WORDS.get(word, word))


def element(found: Element) -> Message:
    """A face of an inspiration die in words."""
    return Message(ELEMENT_WORDS[found])
