"""Walking a skill's tree: every node in it, and what it speaks about at all."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .alphabet import Id, Node
from .operations import Return, Summon
from .selectors import Who
from .tree import Skill


def nodes(node: Node) -> Iterator[Node]:
    """A node and all below it."""
    yield node
    for name in node.__struct_fields__:
        yield from _below(getattr(node, name))


def _below(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield from nodes(value)
    elif isinstance(value, tuple):
        for part in value:
            yield from _below(part)


def marks(skill: Skill) -> frozenset[str]:
    """Its windows and the tags of its nodes; ``aura`` when an effect of it goes beyond bearer and opponent."""
    found: set[str] = set(skill.when)
    for node in nodes(skill):
        tag = node.__struct_config__.tag
        if tag is not None:
            found.add(str(tag))
        elif isinstance(node, Who) and node.of not in ("self", "opponent"):
            found.add("aura")
    return frozenset(found)


def cards_named(skill: Skill) -> tuple[Id, ...]:
    """The profile cards that the skill brings into play."""
    return tuple(node.card for node in nodes(skill) if isinstance(node, Summon | Return))


def as_json(node: msgspec.Struct) -> object:
    """A node as plain JSON."""
    return msgspec.json.decode(msgspec.json.encode(node))
