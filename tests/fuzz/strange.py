"""Strange JSON: values nobody expects, and small changes to sound JSON that make it wrong (or not)."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.model.core.contract import Json

VALUES: tuple[Json, ...] = (
    None, True, False, 0, 1, -1, 2, 3.0, 0.5, -0.0, 1e308, 2**31, 2**53 + 1, 2**63, 2**64, -(2**64), 10**40,
    "", "a", "A", "a1", "b1", "N", "é", "😀", "\u0000", "\n", "\u2028", "x" * 500, "{who}", "%s", "fire", "house:okko",
    "__class__", "../x", "null", [], [[]], [None], [0, 0], [0, 0, 0], [-1, -1], [999, 999], [1.0, 1], [True, 0],
    {}, {"": 0}, {"id": "a1"}, {"kind": "step"}, [{}], ["a1"], "vigilant", "house:nobody", "quick", 9, 12, 63, 64, 65,
)  # fmt: skip


def odd(rng: Random) -> Json:
    """One of them, a copy."""
    return copy.deepcopy(rng.choice(VALUES))


def deep(rng: Random) -> Json:
    """Lists and objects inside one another, up to what the engine reads."""
    value: Json = odd(rng)
    for _ in range(rng.choice([2, 10, 60, 97])):
        value = [value] if rng.random() < 0.5 else {rng.choice(["a", "profile", "effects", "skills", "of"]): value}
    return value


def any_json(rng: Random, depth: int = 3) -> Json:
    """Any JSON."""
    if depth and rng.random() < 0.4:
        if rng.random() < 0.5:
            return [any_json(rng, depth - 1) for _ in range(rng.randrange(4))]
        return {str(rng.choice(VALUES)): any_json(rng, depth - 1) for _ in range(rng.randrange(4))}
    return deep(rng) if rng.random() < 0.03 else odd(rng)


def places(value: Json) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) within a value."""
    if isinstance(value, dict | list):
        for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield value, key
            yield from places(inner)


def changed(value: Json, rng: Random, times: int = 1) -> Json:
    """A copy of `value` that is wrong in about so many places."""
    value = copy.deepcopy(value)
    for _ in range(times):
        found = list(places(value))
        if not found:
            return any_json(rng)
        within, key = rng.choice(found)
        _change(within, key, rng, found)
    return value


def _change(within: Any, key: Any, rng: Random, found: list[tuple[Any, Any]]) -> None:
    old = within[key]
    what = rng.randrange(8)
    if what == 0:
        del within[key]
    elif what == 1 and isinstance(within, list):
        within.insert(key, copy.deepcopy(old))
    elif what == 1:
        within[str(rng.choice(VALUES))] = copy.deepcopy(old)
    elif what == 2:
        other, name = rng.choice(found)
        if name in other if isinstance(other, dict) else name < len(other):
            within[key] = copy.deepcopy(other[name])
    elif what == 3 and type(old) is int:
        within[key] = old + rng.choice([-1, 1, 10, -10, 1000])
    elif what == 4 and isinstance(old, str) and old:
        at = rng.randrange(len(old))
        within[key] = old[:at] + rng.choice(["", "b", " ", ".", ":", "x", "é"]) + old[at + 1 :]
    elif what == 5:
        within[key] = any_json(rng)
    elif what == 6 and isinstance(old, list):
        rng.shuffle(old)
    else:
        within[key] = odd(rng)
