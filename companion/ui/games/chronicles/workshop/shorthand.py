"""Effects typed as the tables of the rules write them (§28): ``ACTION ONCE heal 1 ally near choose 1``. No Qt."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, get_args

import msgspec

from companion.model.games.chronicles.box import effects as fx
from companion.ui.workshop.form_shapes import NumberOrWord, OneOf, Repeated, fields_of

from .words import SORTS

EXAMPLE = "mod attack +1 vs creature"
_TAGS: dict[str, type[fx.Effect]] = {str(type_.__struct_config__.tag): type_ for type_ in get_args(fx.AnyEffect)}
_WINDOWS, _WHERE, _LASTS = (frozenset(get_args(words)) for words in (fx.When, fx.Where, fx.Lasts))
_KINDS = frozenset(get_args(fx.TestKind))
_CONDITIONS = frozenset(("inactive", "beside"))
_NUMBER = re.compile(r"^[+\u2212-]?\d{1,2}$")


def parse(text: str, traits: Collection[str] = ()) -> dict[str, Any] | None:
    """An effect as a record has it; None: this is none (yet). `traits`: words beside those that the rules know."""
    words = text.replace(",", " ").split()
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
