"""Everything that can be said in the command line, with an example each: for the list of commands and for paper."""

from __future__ import annotations

import re

import msgspec

from companion.model.core.words import LANGUAGES, Message, Name, say

from .lexicon import ELEMENTS, NOTHING, PARTS, STATES, VERBS, word_for
from .reading import state_word

_WORD = re.compile(r"\{(\w+)\}")


class Line(msgspec.Struct, frozen=True):
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
    lines: tuple[Line, ...]


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
        Line(say("Move a figure, and turn it east"), "okko d5 e"),
        Line(say("Turn a figure on the spot"), "okko n"),
        Line(say("The active figure moves, or turns"), "d5 · {turn} n · {move} d5"),
        Line(say("Activate a figure"), "okko · {activate} okko"),
        Line(say("Attack an enemy"), "okko oni · {attack} okko oni"),
        Line(say("Shoot at an enemy"), "{shoot} okko oni"),
        Line(say("Retreat, or choose a square"), "c4 · {retreat} c4 · {choose} c4"),
        Line(say("Test willpower"), "{test} okko"),
        Line(say("Open a door"), "{open} okko"),
    )),
    Part(say("Dice"), (
        Line(say("Enter inspiration dice: fire, fire, water, tori"), "ffwt"),
        Line(say("Enter two combat dice: attacker, defender"), "4 2 · 42"),
        Line(say("Spend a die"), "okko {air} · {use} {air}"),
        Line(say("Use a skill"), "{use} …"),
        Line(say("Announce nothing more"), "{pass}"),
        Line(say("Keep a die in reserve"), "{reserve} okko {earth}"),
        Line(say("Take a die back from the reserve"), "{take} okko"),
        Line(say("Let the app roll"), "{roll}"),
    )),
    Part(say("Turns"), (
        Line(say("End what is in progress"), "{end}"),
        Line(say("End phase"), "{end} {phase}"),
        Line(say("Do the next step"), "{next}"),
        Line(say("Answer a question of the app"), "{yes} · {no}"),
        Line(say("Undo and redo"), "{undo} · {redo}"),
        Line(say("Show this list"), "{help} · ?"),
    )),
    Part(say("Before the game"), (
        Line(say("Choose a side of the board"), "{side} s"),
        Line(say("Deploy a figure, or bring it in"), "okko d8 n · {deploy} okko d8 · {enter} okko d8"),
        Line(say("Recruit a figure, give it equipment"), "{recruit} … · {equip} … okko"),
        Line(say("Place a tile"), "{put} …"),
    )),
    Part(say("Adventures"), (
        Line(say("Pick up, put down"), "{lift} … · {drop} …"),
        Line(say("Search, free"), "{search} … · {free} …"),
        Line(say("Leave the board"), "{leave}"),
    )),
    Part(say("Correct the table by hand"), (
        Line(say("Set the state of a figure"), "oni {shaken} · {flip} oni · {disable} oni"),
        Line(say("Place a figure anywhere, or remove it from the board"), "{put} oni c4 n · {remove} oni"),
        Line(say("It has acted, or has not"), "{done} okko"),
        Line(say("Its equipment is used up, or is not"), "{equip} okko"),
        Line(say("It has no die in reserve"), "{reserve} okko {none}"),
        Line(say("Set the dice or the losses of a player"), "{dice} b ffwt · {lost} b 3"),
        Line(say("Turn 2, player B’s phase"), "{phase} 2 b"),
        Line(say("Open or close a door"), "{open} d5 n · {close} d5 n"),
    )),
)  # fmt: skip
"""Every verb is in it."""
