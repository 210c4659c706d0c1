"""Commands in words: a line of text and a state to choices, corrections and dice. Here: its words, what they come to.

All three languages are understood at any time. Their words are input, no sentences to be read: so they stand here and
not in the catalogs, and one who plays in French may type ``attack``. The first word of a language is the one that
completion offers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from companion.model.core.chance import Face
from companion.model.core.contract import Choice, Correction, Option, Roll
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules import answers, legal_options
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.stack import Fight, Reacting, Test
from companion.model.games.asagiri.state.state import State

_Lists = Mapping[str, Mapping[str, str]]

VERBS: _Lists = {
    "move": {"en": "move go", "fr": "bouge va deplace", "it": "muovi vai"},
    "turn": {"en": "turn face", "fr": "tourne pivote oriente", "it": "gira orienta"},
    "activate": {"en": "activate", "fr": "active", "it": "attiva"},
    "attack": {"en": "attack hit", "fr": "attaque frappe", "it": "attacca colpisci"},
    "shoot": {"en": "shoot", "fr": "tire", "it": "spara tira"},
    "test": {"en": "test willpower", "fr": "test volonte", "it": "prova volonta"},
    "use": {"en": "use skill", "fr": "utilise competence", "it": "usa abilita"},
    "reserve": {"en": "reserve keep", "fr": "reserve garde", "it": "riserva tieni"},
    "take": {"en": "take", "fr": "reprends", "it": "riprendi"},
    "retreat": {"en": "retreat", "fr": "recule", "it": "arretra"},
    "choose": {"en": "choose", "fr": "choisis", "it": "scegli"},
    "pass": {"en": "pass", "fr": "passe", "it": "passa"},
    "next": {"en": "next", "fr": "suite", "it": "avanti"},
    "end": {"en": "end finish", "fr": "fin", "it": "fine"},
    "roll": {"en": "roll", "fr": "lance", "it": "lancia"},
    "undo": {"en": "undo", "fr": "annule", "it": "annulla"},
    "yes": {"en": "yes", "fr": "oui", "it": "si"},
    "no": {"en": "no", "fr": "non", "it": "no"},
    "help": {"en": "help commands", "fr": "aide", "it": "aiuto"},
    "hint": {"en": "hint", "fr": "conseil", "it": "suggerimento"},
    "what": {"en": "what", "fr": "quoi", "it": "cosa"},
    "redo": {"en": "redo", "fr": "refais retablis", "it": "rifai ripeti"},
    "open": {"en": "open", "fr": "ouvre", "it": "apri"},
    "close": {"en": "close shut", "fr": "ferme", "it": "chiudi"},
    "lift": {"en": "lift", "fr": "ramasse", "it": "raccogli"},
    "drop": {"en": "drop", "fr": "lache", "it": "lascia"},
    "search": {"en": "search", "fr": "fouille", "it": "cerca"},
    "free": {"en": "free", "fr": "libere", "it": "libera"},
    "leave": {"en": "leave", "fr": "quitte", "it": "esci"},
    "deploy": {"en": "deploy", "fr": "deploie", "it": "schiera"},
    "enter": {"en": "enter", "fr": "entre", "it": "entra"},
    "side": {"en": "side", "fr": "bord", "it": "lato"},
    "recruit": {"en": "recruit", "fr": "recrute", "it": "recluta"},
    "equip": {"en": "equip", "fr": "equipe", "it": "equipaggia"},
    "flip": {"en": "flip", "fr": "retourne", "it": "volta"},
    "put": {"en": "put", "fr": "pose", "it": "metti"},
    "remove": {"en": "remove", "fr": "enleve", "it": "togli"},
    "disable": {"en": "disable kill", "fr": "elimine", "it": "elimina"},
    "done": {"en": "done", "fr": "fait", "it": "fatto"},
    "dice": {"en": "dice", "fr": "des", "it": "dadi"},
    "lost": {"en": "lost", "fr": "pertes", "it": "perdite"},
    "phase": {"en": "phase", "fr": "phase", "it": "fase"},
}
"""What can be said to be done. Verbs from ``flip`` on are the table's free hand."""
_BY_HAND = ("flip", "put", "remove", "disable", "done", "dice", "lost", "phase")
_WRITTEN_OUT = ("remove", "disable")
"""What takes a figure off the board is never meant by a beginning: a slip of the finger would do it."""

FACINGS: _Lists = {
    "0": {"en": "n north", "fr": "n nord", "it": "n nord"},
    "1": {"en": "e east", "fr": "e est", "it": "e est"},
    "2": {"en": "s south", "fr": "s sud", "it": "s sud"},
    "3": {"en": "w west", "fr": "ouest", "it": "ovest"},
}
"""``o`` begins the west of two languages, but is no word of its own: Okko would turn others round."""
ELEMENTS: _Lists = {
    "fire": {"en": "fire f", "fr": "feu", "it": "fuoco"},
    "water": {"en": "water w", "fr": "eau", "it": "acqua"},
    "air": {"en": "air a", "fr": "air", "it": "aria"},
    "earth": {"en": "earth e", "fr": "terre", "it": "terra"},
    "tori": {"en": "tori t", "fr": "tori", "it": "tori"},
}
"""The single letters are those that the dice tray takes, whatever the language."""
ORIGINS: _Lists = {
    "pool": {"en": "pool", "fr": "reservoir", "it": "mucchio"},
    "reserve": {"en": "reserve", "fr": "reserve", "it": "riserva"},
    "aside": {"en": "aside", "fr": "cote", "it": "parte"},
}
PARTS: _Lists = {
    "movement": {"en": "movement", "fr": "mouvement", "it": "movimento"},
    "activation": {"en": "activation", "fr": "activation", "it": "attivazione"},
    "activations": {"en": "activations", "fr": "activations", "it": "attivazioni"},
    "phase": {"en": "phase", "fr": "phase", "it": "fase"},
}
"""What can be ended."""
NOTHING: _Lists = {"none": {"en": "none", "fr": "aucun", "it": "nessuno"}}
LETTERS: Mapping[str, str] = {"f": "fire", "w": "water", "a": "air", "e": "earth", "t": "tori"}
"""Dice typed in one go: ``ffwt``."""
STATES: Mapping[str, tuple[str, ...]] = {
    "vigilant": ("vigilant", "vigilant", "vigile"),
    "shaken": ("shaken", "en danger", "in pericolo"),
    "disabled": ("disabled", "hors de combat", "fuori combattimento"),
}
"""The states of a figure in the three languages, as cards and log call them."""
FILLERS = frozenset({
    "the", "to", "at", "is", "on", "onto", "with", "from", "le", "la", "les", "au", "est", "sur", "vers", "avec", "il",
    "lo", "al", "con", "su", "verso", "di",
})  # fmt: skip
"""Words that may be left out, once a sentence makes no sense with them."""


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """A word without case and accents, as all words are compared."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).replace("œ", "oe")


def meant(lists: _Lists, word: str) -> Iterator[tuple[str, bool]]:
    """The keys that a folded word may mean, and whether it is written out: whole words stand before beginnings."""
    for key, languages in lists.items():
        known = {one for words in languages.values() for one in words.split()}
        if word in known:
            yield key, True
        elif any(one.startswith(word) for one in known):
            yield key, False


def verbs_meant(word: str) -> Iterator[tuple[str, bool]]:
    """The verbs that a folded word may mean, and whether it is written out.

    A letter begins none (it is a side, or a die), two letters none that changes the table by hand.
    """
    for verb, whole in meant(VERBS, word):
        least = 3 if verb in _BY_HAND else 2
        if whole or (len(word) >= least and verb not in _WRITTEN_OUT):
            yield verb, whole


def word_for(lists: _Lists, key: str, language: str) -> str:
    """The word that is offered for a key."""
    return lists[key].get(language, lists[key]["en"]).split()[0]


class ChooseIntent(msgspec.Struct, frozen=True):
    """These options, one after the other, as one thing to undo."""

    options: tuple[Option, ...]


class Correcting(msgspec.Struct, frozen=True):
    """The table is changed by hand; `against`: the rule that is overridden by it, if any."""

    corrections: tuple[Correction, ...]
    against: Refusal | None = None


class Typing(msgspec.Struct, frozen=True):
    """The faces of the dice asked for; `first`: what is chosen or passed by, so that they are asked for."""

    faces: tuple[Face, ...]
    first: tuple[Option, ...] = ()


class PressIntent(msgspec.Struct, frozen=True):
    """What a button does: the next step, undo, redo, virtual dice, the keys and commands, a hint, what can be done."""

    what: Literal["next", "undo", "redo", "roll", "help", "hint", "what"]


Intent: TypeAlias = ChooseIntent | Correcting | Typing | PressIntent


class Byhand(msgspec.Struct, frozen=True):
    """The rules refuse it, the table's hand may do it: as an override of that rule."""

    refusal: Refusal
    instead: Correcting


NOT_NOW: Message = say("This is not possible now.")

Answer: TypeAlias = Intent | Byhand | Refusal


class Misunderstood(msgspec.Struct, frozen=True):
    """Nothing is done: why, and the part of the line that is at fault. `rule`: the one that forbids it, or empty."""

    why: Message
    start: int
    end: int
    rule: str = ""
    asks: bool = False
    """It names everything that may be meant: nothing is to be added."""


_MOST_PASSES = 3


class Due(msgspec.Struct, frozen=True):
    """A roll, and what is passed by before it: dice that lie on the table end the announcements."""

    roll: Roll
    first: tuple[Option, ...] = ()


def roll_due(state: State) -> Due | None:
    """What dice typed now would answer; None: nothing."""
    now, first = state, tuple[Option, ...]()
    for _ in range(_MOST_PASSES):
        pending = legal_options.pending(now)
        if isinstance(pending, Roll):
            return Due(pending, first)
        if not isinstance(pending, Choice) or o.Pass() not in pending.options or not _before_dice(now):
            return None
        now, first = answers.apply(now, o.Pass()).state, (*first, o.Pass())
    pending = legal_options.pending(now)
    return Due(pending, first) if isinstance(pending, Roll) else None


def _before_dice(state: State) -> bool:
    """Whether passing leads to dice that nobody has rolled yet, and gives up nothing that is settled."""
    if isinstance(state.frames[-1] if state.frames else None, Reacting):
        return True
    contest = next((one for one in reversed(state.frames) if isinstance(one, Fight | Test)), None)
    if contest is None:
        return not state.frames and state.stage == "take_back"
    return contest is state.frames[-1] and not (contest.faces if isinstance(contest, Fight) else contest.face)
