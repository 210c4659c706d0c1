"""Walking a skill's tree: every node in it, and what it speaks about at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from .alphabet import Id, Node
from .operations import Bonus, Return, Set, Summon, key
from .selectors import Who

if TYPE_CHECKING:
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


def marks(parts: Iterable[Node]) -> frozenset[str]:
    """The tags of these and all below, of numbers which one (`operations.key`) as well; ``aura`` when one means others
    than bearer and opponent.
    """
    found: set[str] = set()
    for part in parts:
        for node in nodes(part):
            tag = node.__struct_config__.tag
            if tag is not None:
                found.add(str(tag))
                if isinstance(node, Bonus | Set):
                    found.add(key(node))
            elif isinstance(node, Who) and node.of not in ("self", "opponent"):
                found.add("aura")
    return frozenset(found)


def cards_named(skill: Skill) -> tuple[Id, ...]:
    """The profile cards that the skill brings into play."""
    return tuple(node.card for node in nodes(skill) if isinstance(node, Summon | Return))


def as_json(node: msgspec.Struct) -> object:
    """A node as plain JSON."""
    return msgspec.json.decode(msgspec.json.encode(node))
