"""Strange JSON: values nobody expects, and small changes to sound JSON that make it wrong (or not)."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.model.core.contract import Json

VALUES: tuple[Json, ...] = (
    None, True, False, 0, 1, -1, 2, 3.0, 0.5, -0.0, 1e308, 2**31, 2**53 + 1, 2**63, 2**64, -(2**64), 10**40,
    "", "a", "A", "a1", "b1", "N", "é", "😀", "\u0000", "\n", "\u2028", "x" * 500, "{who}", "%s", "fire", "house:okko",
    "__class__", "../x", "null", [], [[]], [None], [0, 0], [0, 0, 0], [-1, -1], [999, 999], [1.0, 1], [True, 0],
    {}, {"": 0}, {"id": "a1"}, {"kind": "step"}, [{}], ["a1"], "vigilant", "house:nobody", "quick", 9, 12, 63, 64, 65,
)  # fmt: skip

PIECES = (
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"0",
    b"-",
    b"e9",
    b",",
    b":",
    b"\xff",
    b"\\ud800",
    b"\x00",
    b"\n",
    b" ",
    b"[" * 200,
)
"""What is put between the bytes of a text."""


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


def bytes_changed(data: bytes, rng: Random, pieces: Sequence[bytes] = PIECES) -> bytes:
    """A copy of `data` in which some bytes are others, gone, twice, or among strange ones."""
    made = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = rng.randrange(len(made) + 1)
        what = rng.randrange(6)
        if what == 0 and at < len(made):
            made[at] = rng.randrange(256)
        elif what == 1:
            del made[at : at + rng.choice([1, 1, 8, 200])]
        elif what == 2:
            made[at:at] = rng.choice(pieces)
        elif what == 3:
            begin = rng.randrange(len(made) + 1)
            made[at:at] = made[begin : begin + rng.choice([1, 20, 400])]
        elif what == 4 and at < len(made):
            made[at] ^= 1 << rng.randrange(8)
        elif rng.random() < 0.2:
            del made[at:]
    return bytes(made)


def json_changed(value: Json, rng: Random) -> bytes:
    """Sound JSON with something wrong in it, as values or as bytes or both."""
    draw = rng.random()
    if draw < 0.04:
        return json.dumps(any_json(rng)).encode()
    text = json.dumps(changed(value, rng, rng.choice([1, 1, 2, 4])) if draw < 0.7 else value).encode()
    return bytes_changed(text, rng) if draw > 0.6 else text
