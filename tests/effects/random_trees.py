"""Random trees: a strategy made from the types themselves, so that whatever the language gains is tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS, WINDOWS
from companion.model.games.asagiri.skills.record import SkillRecord, fitting, fitting_conditions, problems

TEXTS = ("test:oni", "house:okko", "oni", "samurai", "poison")
DEPTH = 4
"""How deep effects and conditions lie in one another; the checker refuses more than that."""

HOLDERS = ("not", "any_of", "test", "either", "shot", "roll", "unless", "lay", "if", "gain", "pay")
"""Nodes that hold others of their kind."""


@cache
def info(type_: Any) -> inspect.Type:
    """What msgspec knows of a type."""
    return inspect.type_info(type_)


def fitting_text(wanted: inspect.StrType) -> st.SearchStrategy[str]:
    """A text that the pattern allows."""
    if wanted.pattern is None:
        return st.sampled_from(["Word", "Mot"])
    colon = ":" in wanted.pattern
    return st.sampled_from([text for text in TEXTS if (":" in text) == colon])


def of(wanted: inspect.Type, depth: int) -> st.SearchStrategy[Any]:
    """JSON of a type."""
    match wanted:
        case inspect.Metadata():
            return of(wanted.type, depth)
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            return st.integers(int(wanted.ge or 0), int(wanted.le if wanted.le is not None else 9))
        case inspect.StrType():
            return fitting_text(wanted)
        case inspect.LiteralType():
            return st.sampled_from(wanted.values)
        case inspect.DictType():
            return st.fixed_dictionaries({"en": st.just("Word")}) if wanted.min_length else st.just({})
        case inspect.VarTupleType():
            few = wanted.max_length if wanted.max_length is not None else 2
            if depth <= 0 and not isinstance(wanted.item_type, inspect.LiteralType):
                few = 0
            least = wanted.min_length or 0
            made = lazily(lambda: of(wanted.item_type, depth - 1))
            return st.lists(made, min_size=least, max_size=max(min(few, 3), least))
        case inspect.UnionType():
            return one_of(wanted, depth)
        case inspect.StructType():
            return node(wanted.cls, depth)
        case _:
            raise TypeError(f"random {wanted}")


@st.composite
def lazily(draw: st.DrawFn, made: Callable[[], st.SearchStrategy[Any]]) -> Any:
    """What a strategy makes that is made itself only when it is drawn from, and never written out for a message."""
    return draw(made())


def one_of(wanted: inspect.UnionType, depth: int) -> st.SearchStrategy[Any]:
    """Any part of a union; near the bottom none that holds others of its kind."""
    parts = list(wanted.types)
    if depth <= 0:
        parts = [part for part in parts if not (isinstance(part, inspect.StructType) and part.tag in ("not", "any_of"))]
    return st.sampled_from(parts).flatmap(lambda part: of(part, depth))


@cache
def node(type_: type, depth: int) -> st.SearchStrategy[dict[str, Any]]:
    """A node: its tag, every required field, some of the others."""
    wanted = info(type_)
    assert isinstance(wanted, inspect.StructType)
    fixed: dict[str, st.SearchStrategy[Any]] = {}
    if wanted.tag is not None:
        fixed[str(wanted.tag_field)] = st.just(wanted.tag)
    optional = {}
    for field in wanted.fields:
        made = of(field.type, depth - (1 if wanted.tag in HOLDERS else 0))
        (fixed if field.required else optional)[field.encode_name] = made
    return st.fixed_dictionaries(fixed, optional=optional)


def skills() -> st.SearchStrategy[dict[str, Any]]:
    """Skills as JSON, their types right, most of them nonsense."""
    return node(SkillRecord, DEPTH)


@st.composite
def sound_skills(draw: st.DrawFn) -> dict[str, Any] | None:
    """A skill whose parts fit one another by the checker's own table; None where they contradict each other."""
    window = draw(st.sampled_from(WINDOWS))
    kinds = st.sampled_from(fitting(window)).flatmap(lambda kind: node(kind, DEPTH))
    asked = st.sampled_from(fitting_conditions((window,))).flatmap(lambda kind: node(kind, 1))
    cost = draw(st.sampled_from([{}, {"optional": True}, {"element": draw(st.sampled_from(ELEMENTS))},
                                 {"dice": [["fire", "tori"], list(ELEMENTS)]}, {"action": True}]))  # fmt: skip
    effects, conditions = draw(st.lists(kinds, min_size=1, max_size=2)), draw(st.lists(asked, max_size=1))
    tree = {"id": "x:s", "name": {"en": "S"}, "when": [window], "effects": effects, "conditions": conditions, **cost}
    return None if list(problems(msgspec.convert(tree, SkillRecord))) else tree
