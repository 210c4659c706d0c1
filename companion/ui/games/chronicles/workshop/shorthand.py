"""Effects typed as the tables of the rules write them (§28): ``ACTION ONCE heal 1 ally near choose 1``. No Qt.

The words of the tables are always understood; beside them those of the language in which the window speaks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, get_args

import msgspec

from companion.model.core.words import Message, say
from companion.model.games.chronicles.box import effects as fx
from companion.ui.workshop.form_shapes import NumberOrWord, OneOf, Repeated, fields_of

from .words import SORTS

EXAMPLE = "mod attack +1 vs creature"
WORDS: tuple[Message, ...] = (
    say(
        "mod hit ranged reach burst reroll swap_dice on_hit riposte firm shield glide dread ghostly move place heal "
        "damage status cure no_heal void no_techniques actions test pass draw summon guards hosts shift call no_call "
        "reinforce shuffle_order lose_object blind"
    ),
    say("speed attack defense mental investigation interrogation deciphering stealth chest"),
    say("always reveal action once attacked drawn event start end trial use turn activation game"),
    say(
        "self owner ally hero follower kami opponent guard creature demon adversary figure sheet target minion "
        "lieutenant undead stealthy demonic heroes"
    ),
    say("near zone neighbour tile sight corrupted inactive beside choose other one_zone vs may discard all"),
    say("bleeding poisoned stunned maimed fire water air earth clue object violet green attacks tests"),
)
"""All that can be typed; a translation has as many words in the same order, none with a space in it."""
_TAGS: dict[str, type[fx.Effect]] = {str(type_.__struct_config__.tag): type_ for type_ in get_args(fx.AnyEffect)}
_WINDOWS, _WHERE, _LASTS = (frozenset(get_args(words)) for words in (fx.When, fx.Where, fx.Lasts))
_KINDS = frozenset(get_args(fx.TestKind))
_CONDITIONS = frozenset(("inactive", "beside"))
_NUMBER = re.compile(r"^[+\u2212-]?\d{1,2}$")


def plain(word: str) -> str:
    """Without capitals and accents: nobody has to type them."""
    return "".join(one for one in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(one))


def vocabulary(translated: Iterable[str]) -> dict[str, str]:
    """By word of a language the word of the tables; `translated`: `WORDS` in it."""
    pairs = zip(translated, WORDS, strict=True)
    return {
        plain(theirs): ours for said, line in pairs for theirs, ours in zip(said.split(), line.key.split(), strict=True)
    }


def in_language(text: str, said: Mapping[str, str]) -> str:
    """A text of the tables in the words of a vocabulary."""
    back = {ours: theirs for theirs, ours in said.items()}
    return " ".join(back.get(word, word) for word in text.split())


def parse(
    text: str, traits: Collection[str] = (), said: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any] | None:
    """An effect as a record has it; None: this is none (yet). `traits`: words beside those that the rules know;
    `said`: a `vocabulary`.
    """
    words = [said.get(plain(word), word) for word in text.replace(",", " ").split()]
    start = next((n for n, word in enumerate(words) if word in _TAGS), None)
    if start is None:
        return None
    made: dict[str, Any] = {"do": words[start]}
    if not _before([word.lower() for word in words[:start]], made):
        return None
    if not _after(words[start + 1 :], _TAGS[words[start]], made, {*SORTS, *traits}):
        return None
    try:
        msgspec.convert(made, fx.AnyEffect)
    except msgspec.ValidationError:
        return None
    return made


def _before(words: list[str], made: dict[str, Any]) -> bool:
    """When it happens: ``ACTION ONCE``, ``REVEAL``, ``DISCARD``."""
    for flag in ("discard", "may"):
        if flag in words:
            words.remove(flag)
            made[flag] = True
    when = "_".join(words)
    if when:
        made["when"] = when
    return not when or when in _WINDOWS


def _after(words: list[str], struct: type[fx.Effect], made: dict[str, Any], sorts: Collection[str]) -> bool:
    if struct is fx.OnHit:
        return _deed(words, made)
    whom: dict[str, Any] = {}
    numbers = [name for name in ("n", "difficulty") if name in struct.__struct_encode_fields__]
    against, left = False, iter(words)
    for word in left:
        if word == "vs":
            against = True
        elif against and _is_sort(word, sorts):
            made.setdefault("vs", []).append(word)
        elif _NUMBER.match(word) and numbers:
            made[numbers.pop(0)] = int(word.replace("\u2212", "-"))
        elif not (_own(word, struct, made) or _shared(word, made) or _figures(word, left, whom, sorts)):
            return False
    if whom:
        made["whom"] = whom
    return True


def _deed(words: list[str], made: dict[str, Any]) -> bool:
    """``on_hit damage 1``, ``on_hit status stunned``."""
    if len(words) != 2:
        return False
    what, much = words
    made["effect"] = {"do": what, **({"n": int(much)} if much.isdecimal() else {"status": much})}
    return True


@cache
def _literals(struct: type[fx.Effect]) -> tuple[tuple[str, frozenset[str], bool], ...]:
    """The fields of its own that hold words: name, words, whether several."""
    found = []
    for field in fields_of(struct):
        several = isinstance(field.shape, Repeated)
        shape = field.shape.of if isinstance(field.shape, Repeated) else field.shape
        if isinstance(shape, OneOf | NumberOrWord) and field.name not in fx.Effect.__struct_encode_fields__:
            found.append((field.name, frozenset(shape.values), several))
    return tuple(found)


def _own(word: str, struct: type[fx.Effect], made: dict[str, Any]) -> bool:
    for name, values, several in _literals(struct):
        if word in values and (several or name not in made):
            if several:
                made.setdefault(name, []).append(word)
            else:
                made[name] = word
            return True
    return False


def _shared(word: str, made: dict[str, Any]) -> bool:
    if word in _KINDS and made["do"] in ("test", "pass"):
        made.setdefault("kinds", []).append(word)
    elif word in _LASTS:
        made["lasts"] = word
    elif word in ("may", "discard", "glide"):
        made[word] = True
    else:
        return False
    return True


def _figures(word: str, left: Iterator[str], whom: dict[str, Any], sorts: Collection[str]) -> bool:
    if word == "choose":
        count = next(left, "")
        whom["choose"] = int(count) if count.isdecimal() else 0
    elif word in ("other", "one_zone"):
        whom[word] = True
    elif word in _WHERE:
        whom.setdefault("where", []).append(word)
    elif word in _CONDITIONS:
        whom.setdefault("if", []).append(word)
    elif _is_sort(word, sorts):
        whom.setdefault("who", []).append(word)
    else:
        return False
    return True


def _is_sort(word: str, sorts: Collection[str]) -> bool:
    return word in sorts or bool(re.fullmatch(r"sheet:[a-z0-9-]+:[a-z0-9-]+", word))
