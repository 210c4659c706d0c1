"""What the records of every game are made of: strict nodes, ids, names, and where a field is from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

Source: TypeAlias = Literal["printed", "house", "owner"]
"""Where a field is from: a rulebook states it, we made it up, its owner typed it in from a box at home."""
SOURCES: tuple[Source, ...] = get_args(Source)

Provenance: TypeAlias = dict[str, Source]
"""Dotted field (``vigilant.attack``) to source; a field stands for all below it; unnamed fields are the pack's."""

Words: TypeAlias = Annotated[dict[str, Annotated[str, msgspec.Meta(min_length=1, max_length=120)]],
                             msgspec.Meta(min_length=1)]  # fmt: skip
"""A name: language to word, English always among them."""

Id: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*:[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
"""``namespace:name``, lower case."""


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Any part of a tree. An unknown field is an error, never ignored: a typing mistake must not change a card."""


def nodes(node: Node, at: str = "") -> Iterator[tuple[str, Node]]:
    """A node and all below it, each with its JSON pointer."""
    yield at, node
    for name in node.__struct_fields__:
        yield from _below(getattr(node, name), f"{at}/{name}")


def _below(value: object, at: str) -> Iterator[tuple[str, Node]]:
    if isinstance(value, Node):
        yield from nodes(value, at)
    elif isinstance(value, tuple):
        for n, part in enumerate(value):
            yield from _below(part, f"{at}/{n}")
