"""Everything that can be said in the command line, with an example each: for the list of commands and for paper."""

from __future__ import annotations

import re

import msgspec

from companion.model.core.words import LANGUAGES, Message, Name, say

from .lexicon import ELEMENTS, NOTHING, PARTS, STATES, VERBS, word_for
from .reading import state_word

_WORD = re.compile(r"\{(\w+)\}")


class ManualLine(msgspec.Struct, frozen=True):
    """What is done, and how it is said: words in braces are those of a language."""

    words: Message
    said: str

    @property
    def example(self) -> Name:
        """How it is typed in each language."""
        return Name.of({language: self._in(language) for language in LANGUAGES})

    def _in(self, language: str) -> str:
        return _WORD.sub(lambda found: _word(found[1], language), self.said)


class Part(msgspec.Struct, frozen=True):
    """Lines that belong together."""

    title: Message
    lines: tuple[ManualLine, ...]


def _word(key: str, language: str) -> str:
    if key in STATES:
        return state_word(key, language)
    known = next(lists for lists in (VERBS, ELEMENTS, NOTHING, PARTS) if key in lists)
    return word_for(known, key, language)


HINT = say(
    "You can shorten names and words as long as only one matches. The order of words does not matter. Separate "
    "several commands on one line by commas or semicolons. Tab completes, ↑ brings back earlier lines."
)
MANUAL = (
    Part(say("Move and fight"), (
        ManualLine(say("Move a figure, and turn it east"), "okko d5 e"),
        ManualLine(say("Turn a figure on the spot"), "okko n"),
        ManualLine(say("The active figure moves, or turns"), "d5 · {turn} n · {move} d5"),
        ManualLine(say("Activate a figure"), "okko · {activate} okko"),
        ManualLine(say("Attack an enemy"), "okko oni · {attack} okko oni"),
        ManualLine(say("Shoot at an enemy"), "{shoot} okko oni"),
        ManualLine(say("Retreat, or choose a square"), "c4 · {retreat} c4 · {choose} c4"),
        ManualLine(say("Test willpower"), "{test} okko"),
        ManualLine(say("Open a door"), "{open} okko"),
    )),
    Part(say("Dice"), (
        ManualLine(say("Enter inspiration dice: fire, fire, water, tori"), "ffwt"),
        ManualLine(say("Enter two combat dice: attacker, defender"), "4 2 · 42"),
        ManualLine(say("Spend a die"), "okko {air} · {use} {air}"),
        ManualLine(say("Use a skill"), "{use} …"),
        ManualLine(say("Announce nothing more"), "{pass}"),
        ManualLine(say("Keep a die in reserve"), "{reserve} okko {earth}"),
        ManualLine(say("Take a die back from the reserve"), "{take} okko"),
        ManualLine(say("Let the app roll"), "{roll}"),
    )),
    Part(say("Turns"), (
        ManualLine(say("End what is in progress"), "{end}"),
        ManualLine(say("End phase"), "{end} {phase}"),
        ManualLine(say("Do the next step"), "{next}"),
        ManualLine(say("Answer a question of the app"), "{yes} · {no}"),
        ManualLine(say("Undo and redo"), "{undo} · {redo}"),
        ManualLine(say("Show this list"), "{help} · ?"),
    )),
    Part(say("Before the game"), (
        ManualLine(say("Choose a side of the board"), "{side} s"),
        ManualLine(say("Deploy a figure, or bring it in"), "okko d8 n · {deploy} okko d8 · {enter} okko d8"),
        ManualLine(say("Recruit a figure, give it equipment"), "{recruit} … · {equip} … okko"),
        ManualLine(say("Place a tile"), "{put} …"),
    )),
    Part(say("Adventures"), (
        ManualLine(say("Pick up, put down"), "{lift} … · {drop} …"),
        ManualLine(say("Search, free"), "{search} … · {free} …"),
        ManualLine(say("Leave the board"), "{leave}"),
    )),
    Part(say("Correct the table by hand"), (
        ManualLine(say("Set the state of a figure"), "oni {shaken} · {flip} oni · {disable} oni"),
        ManualLine(say("Place a figure anywhere, or remove it from the board"), "{put} oni c4 n · {remove} oni"),
        ManualLine(say("It has acted, or has not"), "{done} okko"),
        ManualLine(say("Its equipment is used up, or is not"), "{equip} okko"),
        ManualLine(say("It has no die in reserve"), "{reserve} okko {none}"),
        ManualLine(say("Set the dice or the losses of a player"), "{dice} b ffwt · {lost} b 3"),
        ManualLine(say("Turn 2, player B’s phase"), "{phase} 2 b"),
        ManualLine(say("Open or close a door"), "{open} d5 n · {close} d5 n"),
    )),
)  # fmt: skip
"""Every verb is in it."""
