"""Compares JSON with a type and tells every difference, each with its JSON pointer and in words.

`msgspec.convert` does the reading; it stops at the first fault and speaks English. This says all of them to whoever
writes a pack, or a file of a game. The two agree on what is valid (a test holds them together).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from msgspec import inspect

from .contract import Json
from .problem import Problem
from .refusal import InvalidInput
from .words import Message, say

SHOWN = 60
"""No more of a wrong value than this many characters is repeated."""
MOST = 20
"""So many faults of a file are told: whoever wrote it has enough to do with those."""


def shape(data: Json, type_: Any) -> Iterator[Problem]:
    """Every place where `data` is not of `type_`."""
    yield from _walk(data, _info(type_), "")


def unfit(data: Json, type_: Any, path: str, wrong: Exception, most: int = MOST) -> InvalidInput:
    """Why `data` is not of `type_`, as msgspec has found: the first fault, and with it the `others`."""
    found = [InvalidInput(path + dotted(one.pointer), one.what) for one in islice(shape(data, type_), most)]
    if not found:
        return InvalidInput(path, say("This is not valid here: {problem}.", problem=str(wrong)))
    found[0].others = tuple(found[1:])
    return found[0]


def texts(data: Json, type_: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Every text in several languages that `data` holds where `type_` has one, and its pointer."""
    yield from _texts(data, _info(type_), "", _speaking(type_))


def step(pointer: str, key: str | int) -> str:
    """The JSON pointer one step deeper (RFC 6901)."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def dotted(pointer: str) -> str:
    """A JSON pointer as the tail of an input's path: ``/effects/0/to`` is ``.effects[0].to``."""
    return "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in pointer.split("/")[1:])


@cache
def _info(type_: Any) -> inspect.Type:
    return inspect.type_info(type_)


def _walk(data: Json, wanted: inspect.Type, at: str) -> Iterator[Problem]:
    if isinstance(wanted, inspect.Metadata):
        yield from _walk(data, wanted.type, at)
    elif isinstance(wanted, inspect.UnionType):
        yield from _union(data, wanted, at)
    elif isinstance(wanted, inspect.StructType):
        yield from _struct(data, wanted, at)
    elif isinstance(wanted, inspect.DictType):
        yield from _dict(data, wanted, at)
    elif isinstance(wanted, inspect.VarTupleType | inspect.ListType):
        if isinstance(data, list | tuple) and _long(data, wanted.min_length, wanted.max_length):
            yield Problem(at, say("This list is too short or too long."))
            data = data[: wanted.max_length]
        yield from _items(data, [wanted.item_type] * len(data) if isinstance(data, list | tuple) else [], at)
    elif isinstance(wanted, inspect.TupleType):
        if isinstance(data, list | tuple) and len(data) != len(wanted.item_types):
            yield Problem(at, say("{count} values are needed here.", count=len(wanted.item_types)))
        else:
            yield from _items(data, list(wanted.item_types), at)
    elif isinstance(wanted, inspect.LiteralType):
        if type(data) not in (str, int) or data not in wanted.values:
            known = tuple(str(value) for value in wanted.values)
            yield Problem(at, say("One of these is needed here: {known}.", known=known))
    elif (wrong := _plain(data, wanted)) is not None:
        yield Problem(at, wrong)


def _items(data: Json, wanted: list[inspect.Type], at: str) -> Iterator[Problem]:
    if not isinstance(data, list | tuple):
        yield Problem(at, say("A list is needed here."))
        return
    for n, (item, type_) in enumerate(zip(data, wanted, strict=True)):
        yield from _walk(item, type_, step(at, n))


def _union(data: Json, wanted: inspect.UnionType, at: str) -> Iterator[Problem]:
    if data is None:
        if not any(isinstance(part, inspect.NoneType) for part in wanted.types):
            yield Problem(at, say("A value is needed here."))
        return
    rest = [part for part in wanted.types if not isinstance(part, inspect.NoneType)]
    if len(rest) == 1:
        yield from _walk(data, rest[0], at)
        return
    nodes = {part.tag: part for part in rest if isinstance(part, inspect.StructType)}
    plain = [part for part in rest if not isinstance(part, inspect.StructType)]
    assert len(nodes) + len(plain) == len(rest), "nodes of a union are told apart by their tag"
    if not isinstance(data, dict) or not nodes:
        if plain:
            tried = [list(islice(_walk(data, part, at), MOST)) for part in plain]
            yield from min(tried, key=lambda found: _whole_wrong(found, at))
        else:
            yield Problem(at, say("An object is expected here."))
        return
    field = next(iter(nodes.values())).tag_field or "type"
    tag = data.get(field)
    node = nodes.get(tag) if isinstance(tag, str) else None
    if node is None:
        known = tuple(str(name) for name in nodes)
        yield Problem(step(at, field), say("One of these is needed here: {known}.", known=known))
        return
    yield from _struct(data, node, at)


def _whole_wrong(found: list[Problem], at: str) -> int:
    """Of several kinds the one meant is that of which something fits: 0 all, 1 some, 2 nothing at all."""
    return 0 if not found else 1 + any(problem.pointer == at for problem in found)


def _struct(data: Json, wanted: inspect.StructType, at: str) -> Iterator[Problem]:
    if not isinstance(data, dict):
        yield Problem(at, say("An object is expected here."))
        return
    fields = {field.encode_name: field for field in wanted.fields}
    for name, field in fields.items():
        if name in data:
            yield from _walk(data[name], field.type, step(at, name))
        elif field.required:
            yield Problem(step(at, name), say("This field is missing."))
    for name in data:
        if name not in fields and not (wanted.tag_field == name and data[name] == wanted.tag):
            yield Problem(step(at, name), say("This field is unknown."))


@cache
def _speaking(type_: Any) -> frozenset[int]:
    """The identities of the parts of a type's description (which `_info` keeps) within which there is a text."""
    around: dict[int, list[int]] = {}
    ahead, found = [_info(type_)], []
    while ahead:
        part = ahead.pop()
        if isinstance(part, inspect.DictType) and isinstance(_bare(part.value_type), inspect.StrType):
            found.append(id(part))
        for inner in _inner(part):
            if id(inner) not in around:
                around[id(inner)] = []
                ahead.append(inner)
            around[id(inner)].append(id(part))
    speaking: set[int] = set()
    while found:
        part_id = found.pop()
        if part_id not in speaking:
            speaking.add(part_id)
            found += around.get(part_id, ())
    return frozenset(speaking)


def _inner(part: inspect.Type) -> Iterator[inspect.Type]:
    """The types that a type is made of."""
    for name in part.__struct_fields__:
        value = getattr(part, name)
        for one in value if isinstance(value, tuple) else (value,):
            inner = one.type if isinstance(one, inspect.Field) else one
            if isinstance(inner, inspect.Type):
                yield inner


def _bare(wanted: inspect.Type) -> inspect.Type:
    return _bare(wanted.type) if isinstance(wanted, inspect.Metadata) else wanted


def _texts(data: Json, wanted: inspect.Type, at: str, speaking: frozenset[int]) -> Iterator[tuple[str, dict[str, str]]]:
    if id(wanted) not in speaking:
        return
    if isinstance(wanted, inspect.Metadata):
        yield from _texts(data, wanted.type, at, speaking)
    elif isinstance(wanted, inspect.UnionType):
        for part in wanted.types:
            if not isinstance(part, inspect.StructType) or _is(data, part):
                yield from _texts(data, part, at, speaking)
    elif isinstance(wanted, inspect.StructType) and isinstance(data, dict):
        for field in wanted.fields:
            if field.encode_name in data:
                yield from _texts(data[field.encode_name], field.type, step(at, field.encode_name), speaking)
    elif isinstance(wanted, inspect.VarTupleType | inspect.ListType) and isinstance(data, list | tuple):
        for n, item in enumerate(data):
            yield from _texts(item, wanted.item_type, step(at, n), speaking)
    elif isinstance(wanted, inspect.TupleType) and isinstance(data, list | tuple):
        for n, (item, type_) in enumerate(zip(data, wanted.item_types, strict=False)):
            yield from _texts(item, type_, step(at, n), speaking)
    elif isinstance(wanted, inspect.DictType) and isinstance(data, dict):
        if isinstance(_bare(wanted.value_type), inspect.StrType):
            yield at, data
        else:
            for key, value in data.items():
                yield from _texts(value, wanted.value_type, step(at, key), speaking)


def _is(data: Json, node: inspect.StructType) -> bool:
    return isinstance(data, dict) and (node.tag is None or data.get(node.tag_field) == node.tag)


def _dict(data: Json, wanted: inspect.DictType, at: str) -> Iterator[Problem]:
    if not isinstance(data, dict):
        yield Problem(at, say("An object is expected here."))
        return
    if _long(data, wanted.min_length, wanted.max_length):
        yield Problem(at, say("Too few or too many entries."))
    for key, value in data.items():
        yield from _walk(key, wanted.key_type, step(at, key))
        yield from _walk(value, wanted.value_type, step(at, key))


def _long(data: Any, low: int | None, high: int | None) -> bool:
    return len(data) < (low or 0) or (high is not None and len(data) > high)


def _plain(data: Json, wanted: inspect.Type) -> Message | None:
    if isinstance(wanted, inspect.IntType):
        return _whole(data, wanted)
    if isinstance(wanted, inspect.StrType):
        return _text(data, wanted)
    if isinstance(wanted, inspect.BoolType):
        return None if type(data) is bool else say("True or false is needed here.")
    if isinstance(wanted, inspect.AnyType):
        return None
    raise TypeError(f"shape of {wanted}")


def _whole(data: Json, wanted: inspect.IntType) -> Message | None:
    if type(data) is not int:
        return say("A whole number is needed here.")
    low, high = wanted.ge, wanted.le
    if low is not None and high is not None and not low <= data <= high:
        return say("This number must be between {low} and {high}.", low=int(low), high=int(high))
    if low is not None and data < low:
        return say("This number is too small.")
    return say("This number is too large.") if high is not None and data > high else None


def _text(data: Json, wanted: inspect.StrType) -> Message | None:
    if not isinstance(data, str):
        return say("A text is needed here.")
    if _long(data, wanted.min_length, wanted.max_length):
        return say("This text is too short or too long.")
    if wanted.pattern is not None and re.search(wanted.pattern, data) is None:
        return say("“{text}” does not have the right form here.", text=data[:SHOWN])
    return None
