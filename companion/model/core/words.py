"""Words: the model emits messages (a key and typed arguments); gettext catalogs turn them into sentences.

The key of a message is its English sentence with named gaps (``"{who} retreats"``), as gettext expects, so
English works without a catalog and a missing translation falls back to English instead of to nothing.
"""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

import msgspec

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "it": "Italiano"}
"""Every language of the program, called by its own name, never translated. This is the one list of them: see
`docs/how-to-add-a-language.md`."""
LANGUAGES = tuple(LANGUAGE_NAMES)

Arg: TypeAlias = "str | int | Message | Name | Capital | tuple[Arg, ...]"


class Name(msgspec.Struct, frozen=True):
    """A word out of a content pack: the same name in several languages, English always among them."""

    words: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return self.in_language("en")

    def in_language(self, language: str) -> str:
        """The word in `language`, else in English, else in whatever language there is."""
        found = dict(self.words)
        return found.get(language) or found.get("en") or next(iter(found.values()), "")

    @staticmethod
    def of(words: Mapping[str, str] | str) -> Name:
        """A name out of the JSON of a card: one word for all languages, or a word a language."""
        return Name((("en", words),) if isinstance(words, str) else tuple(sorted(words.items())))


class Message(msgspec.Struct, frozen=True):
    """A sentence to be said in any language: `key` is the English sentence, `args` fill its named gaps.

    With a `plural` it is a sentence about a number: `key` for 1, `plural` for others; other languages count otherwise.
    """

    key: str
    args: tuple[tuple[str, Arg], ...] = ()
    plural: str = ""
    count: int = 1


class Capital(msgspec.Struct, frozen=True):
    """A part that begins a sentence: its first letter is a capital one, whatever the language makes it begin with."""

    of: Message


def N_(key: str) -> str:
    """Mark a sentence for extraction."""
    return key


def say(key: str, **args: Arg) -> Message:
    """A message; the key is found by the extraction (`say` is one of its keywords)."""
    return Message(key, tuple(args.items()))


def plural(one: str, many: str, count: int, **args: Arg) -> Message:
    """A message about a number, which fills the gap ``{count}``; both sentences are found by the extraction."""
    return Message(one, (("count", count), *args.items()), many, count)


class Words:
    """One language's catalog: ``words(message)`` is the sentence, ``words.name(name)`` a pack's word."""

    def __init__(self, language: str = "en", folder: Path | None = None) -> None:
        """Load the catalog of `language` out of `folder` (``<language>/LC_MESSAGES/okko.mo``)."""
        self.language = language if language in LANGUAGES else "en"
        self._catalog: gettext.NullTranslations = gettext.NullTranslations()
        if folder is not None and self.language != "en":
            self._catalog = gettext.translation("okko", folder, [self.language], fallback=True)

    def __call__(self, message: Message | Name | str | int) -> str:
        if isinstance(message, Message):
            text = self._sentence(message.key) if not message.plural else self._counted(message)
            if not message.args:
                return text
            filled = {key: self._arg(value) for key, value in message.args}
            if self.language == "fr":
                text = _BEFORE_NAME.sub(partial(_elided, filled), text)
            said = text.format_map(filled)
            return said.replace("s's ", "s' ") if self.language == "en" else said  # the lantern bearers' phase
        if isinstance(message, Name):
            return message.in_language(self.language)
        return self._sentence(message) if isinstance(message, str) else str(message)

    def _sentence(self, key: str) -> str:
        return self._catalog.gettext(key) if key else ""  # gettext keeps its own notes under the empty key

    def _counted(self, message: Message) -> str:
        return self._catalog.ngettext(message.key, message.plural, message.count)

    def _arg(self, value: Arg) -> str:
        if isinstance(value, tuple):
            return ", ".join(self._arg(part) for part in value)
        if isinstance(value, Capital):
            text = self(value.of)
            return text[:1].upper() + text[1:]
        return value if isinstance(value, str) else self(value)


_BEFORE_NAME = re.compile(r"\b([Dd]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu)e \{(\w+)\}")


def _elided(filled: Mapping[str, str], gap: re.Match[str]) -> str:
    """In French `de` and `que` lose their vowel before a name's: d’Okko, but de Tikku, and de A1 as it is read out."""
    name = filled.get(gap[2], "")
    vowel = name[:2].isalpha() and len(name) > 1 and folded(name[0]) in ("a", "e", "i", "o", "u")
    return f"{gap[1]}’{{{gap[2]}}}" if vowel else gap[0]


_SECRET = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control characters, marks that turn the direction of writing, halves of a character, other ends of a line."""


def amiss(name: str) -> Message | None:
    """Why nothing can be called so; None: it can."""
    if not name.strip():
        return say("A name cannot be blank.")
    return text_amiss(name, lines=False)


def text_amiss(text: str, *, lines: bool = True) -> Message | None:
    """Why a text cannot be shown as it is written; `lines`: it may have several."""
    if text.isprintable():
        return None
    for letter in text:
        if unicodedata.category(letter) in _SECRET and not (lines and letter == "\n"):
            return say("Character U+{code} is invisible and cannot be part of this text.", code=f"{ord(letter):04X}")
    return None


def one_line(text: str) -> str:
    """What can be shown of a text, and stored anywhere."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def folded(text: str) -> str:
    """Without accents, capitals and curls, so that `l'ombra di kage` finds what is written `L’ombra di Kagé`."""
    plain = unicodedata.normalize("NFD", text.casefold().replace("’", "'"))
    return "".join(c for c in plain if not unicodedata.combining(c))


def has_words(text: str, typed: str) -> bool:
    """Whether every word that is typed stands somewhere in a text, as `folded` has them."""
    said = folded(text)
    return all(word in said for word in folded(typed).split())


LINK = re.compile(r"\[([^\[\]]+)\]\((term|rule|page):([^()\s]+)\)")
"""A link in sentences, as help pages and lessons have them: ``[control zones](term:control-zone)``."""
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~&])")


def as_markdown(text: str) -> str:
    """Words as they are, whatever signs are in them: a name like ``*`` makes nothing bold. Lines become one."""
    plain = _MARKDOWN.sub(r"\\\1", " ".join(text.split()))
    return re.sub(r"^(\d+)([.)])(?=\s|$)", r"\1\\\2", re.sub(r"^([-+])(?=\s|$)", r"\\\1", plain))
