"""All that the skill language has: a skill as packs write it, and every node with its tag."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, get_args

import msgspec

from companion.model.core.contract import Content
from companion.model.games.asagiri.state import cards

from .amounts import Amount, Reckoned
from .conditions import AnyCondition
from .language.skill import MOST, Condition, Effect, Skill
from .language.vocabulary import Phrase, Window
from .language.who import Who
from .operation import Operation
from .operations import OPERATIONS, AnyEffect

CONDITIONS: tuple[type[Condition], ...] = get_args(AnyCondition)
AMOUNTS: tuple[type[Reckoned], ...] = tuple(part for part in get_args(Amount) if isinstance(part, type))


class SkillRecord(Skill, frozen=True, dict=True):
    """A skill of a profile or an equipment card. What follows from its tree is found out once: it is asked a lot."""

    effects: Annotated[tuple[AnyEffect, ...], msgspec.Meta(max_length=MOST)]
    conditions: Annotated[tuple[AnyCondition, ...], msgspec.Meta(max_length=MOST)] = ()


def tag(node: type[msgspec.Struct]) -> str:
    """What a node is called in JSON; nothing for the selector, which has no other to be told from."""
    return str(node.__struct_config__.tag or "")


NODES: tuple[type[Operation | Condition | Reckoned | Who], ...] = (*OPERATIONS, *CONDITIONS, *AMOUNTS, Who)
PHRASES: Mapping[str, Phrase] = {tag(node): node.phrase for node in NODES}
"""What each node is called while a skill is written, by its tag; the selector has none."""


def fitting(window: Window) -> tuple[type[Effect], ...]:
    """The effects that can mean something in a window, in the order of the language."""
    return tuple(type_ for type_ in OPERATIONS if window in type_.windows)


def fitting_conditions(windows: Iterable[Window]) -> tuple[type[Condition], ...]:
    """The conditions that can mean something in all of these windows, in the order of the language."""
    asked = tuple(windows)
    return tuple(type_ for type_ in CONDITIONS if all(window in type_.windows for window in asked))


def find_skill(content: Content, id: str) -> Skill:
    """Find a skill by its id."""
    return cards.record(content, "skill", SkillRecord, id)
