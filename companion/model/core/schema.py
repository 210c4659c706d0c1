"""The one reader of JSON that nobody has checked: as a type, or every fault, each with its JSON pointer and in words.

`msgspec.convert` does the reading; it stops at the first fault and speaks English. `shape` says all of them to whoever
writes a pack, or a file of a game. The two agree on what is valid (a test holds them together).

A text may have to be more than a type of msgspec can say: `Meta(extra={"fault": …})` names a function from the text to
what is wrong with it, or None. Only `read` and `shape` ask it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from msgspec import inspect

from .contract import Json
from .refusal import InvalidInput, Problem
from .words import Message, amiss, say

T = TypeVar("T")
W = TypeVar("W", bound=str)

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


def nodes(node: Node, at: str = "") -> list[tuple[str, Node]]:
    """A node and all below it, each with its JSON pointer."""
    found = [(at, node)]
    for name in _branches(type(node)):
        if isinstance(value := getattr(node, name), Node):
            found += nodes(value, f"{at}/{name}")
        elif isinstance(value, tuple) and value:
            found += _nodes_in(value, f"{at}/{name}")
    return found


def _nodes_in(parts: tuple[object, ...], at: str) -> Iterator[tuple[str, Node]]:
    for n, part in enumerate(parts):
        if isinstance(part, Node):
            yield from nodes(part, f"{at}/{n}")
        elif isinstance(part, tuple):
            yield from _nodes_in(part, f"{at}/{n}")


@cache
def _branches(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a kind of node that can hold others: of a skill's operation one or two, of all its words none."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if _may_hold_nodes(field.type))


def _may_hold_nodes(type_: Any) -> bool:
    if isinstance(type_, type) and not get_args(type_):
        return issubclass(type_, Node) or type_ in (tuple, object)
    if get_origin(type_) in (Literal, dict):
        return False
    within = get_args(type_)[:1] if get_origin(type_) is Annotated else get_args(type_)
    return any(map(_may_hold_nodes, within)) if within else type_ not in (..., None)


WHOLE_MAX = 10**9
"""Larger numbers mean nothing in a game and only burn time."""
SHOWN = 60
"""No more of a wrong value than this many characters is repeated."""
MOST = 20
"""So many faults of a file are told: whoever wrote it has enough to do with those."""


def _unprintable(text: str) -> Message | None:
    if text.isprintable():
        return None
    return say("This text is too long or contains characters that cannot be shown.")


Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=WHOLE_MAX)]
Shown: TypeAlias = Annotated[str, msgspec.Meta(extra={"fault": _unprintable})]
Printable: TypeAlias = Annotated[Shown, msgspec.Meta(max_length=200)]
Naming: TypeAlias = Annotated[str, msgspec.Meta(max_length=100, extra={"fault": amiss})]
"""What something can be called by (`names`)."""


class Document(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A format of JSON, stored or spoken; its fields are written in their order, those that hold their default not."""


def read(data: Json, type_: type[T], path: str = "") -> T:
    """`data` as `type_`; raises InvalidInput: the first fault below `path`, and with it the `others`."""
    try:
        found = msgspec.convert(data, type_)
    except msgspec.ValidationError as wrong:
        raise unfit(data, type_, path, wrong) from None
    for problem in _faults(data, type_):
        raise InvalidInput(_below(path, problem.pointer), problem.what)
    return found


def one_of(value: Json, words: Collection[W], path: str) -> W:
    """One of these words; raises InvalidInput."""
    for word in words:
        if word == value:
            return word
    raise InvalidInput(path, say("One of {words} is needed here.", words=tuple(words)))


def shape(data: Json, type_: Any) -> Iterator[Problem]:
    """Every place where `data` is not of `type_`."""
    yield from _walk(data, _info(type_), "")
    yield from _faults(data, type_)


def unfit(data: Json, type_: Any, path: str, wrong: Exception, most: int = MOST) -> InvalidInput:
    """Why `data` is not of `type_`, as msgspec has found: the first fault, and with it the `others`."""
    found = [InvalidInput(_below(path, one.pointer), one.what) for one in islice(shape(data, type_), most)]
    if not found:
        return InvalidInput(path, say("This is not valid here: {problem}.", problem=str(wrong)))
    found[0].others = tuple(found[1:])
    return found[0]


def texts(data: Json, type_: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Every text in several languages that `data` holds where `type_` has one, and its pointer."""
    for pointer, found, _ in _parts(data, _info(type_), "", _within(type_, _is_words), _is_words):
        if isinstance(found, dict):
            yield pointer, found


def step(pointer: str, key: str | int) -> str:
    """The JSON pointer one step deeper (RFC 6901)."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


def dotted(pointer: str) -> str:
    """A JSON pointer as the tail of an input's path: ``/effects/0/to`` is ``.effects[0].to``."""
    return "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in pointer.split("/")[1:])


def _below(path: str, pointer: str) -> str:
    return (path + dotted(pointer)).removeprefix(".")


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
    elif isinstance(wanted, inspect.LiteralType | inspect.EnumType):
        values = wanted.values if isinstance(wanted, inspect.LiteralType) else tuple(one.value for one in wanted.cls)
        if type(data) not in (str, int) or data not in values:
            known = tuple(str(value) for value in values)
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
    if None in nodes:
        yield from _struct(data, nodes[None], at)
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


Marked: TypeAlias = Callable[[inspect.Type], bool]


def _is_words(part: inspect.Type) -> bool:
    return isinstance(part, inspect.DictType) and isinstance(_bare(part.value_type), inspect.StrType)


def _has_fault(part: inspect.Type) -> bool:
    return isinstance(part, inspect.Metadata) and "fault" in (part.extra or ())


@cache
def _within(type_: Any, marked: Marked) -> frozenset[int]:
    """The identities of the parts of a type's description (which `_info` keeps) within which there is a marked one."""
    around: dict[int, list[int]] = {}
    ahead, found = [_info(type_)], []
    while ahead:
        part = ahead.pop()
        if marked(part):
            found.append(id(part))
        for inner in _inner(part):
            if id(inner) not in around:
                around[id(inner)] = []
                ahead.append(inner)
            around[id(inner)].append(id(part))
    inside: set[int] = set()
    while found:
        part_id = found.pop()
        if part_id not in inside:
            inside.add(part_id)
            found += around.get(part_id, ())
    return frozenset(inside)


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


def _parts(
    data: Json, wanted: inspect.Type, at: str, inside: frozenset[int], marked: Marked
) -> Iterator[tuple[str, Any, inspect.Type]]:
    """Every value of `data` whose type is a marked one, with its pointer and that type."""
    if id(wanted) not in inside:
        return
    if marked(wanted):
        yield at, data, wanted
        return
    ahead: Iterable[tuple[Json, inspect.Type, str]] = ()
    if isinstance(wanted, inspect.Metadata):
        ahead = ((data, wanted.type, at),)
    elif isinstance(wanted, inspect.UnionType):
        ahead = ((data, part, at) for part in wanted.types if _is(data, part))
    elif isinstance(wanted, inspect.StructType) and isinstance(data, dict):
        names = ((field.encode_name, field.type) for field in wanted.fields if field.encode_name in data)
        ahead = ((data[name], type_, step(at, name)) for name, type_ in names)
    elif isinstance(wanted, inspect.VarTupleType | inspect.ListType) and isinstance(data, list | tuple):
        ahead = ((item, wanted.item_type, step(at, n)) for n, item in enumerate(data))
    elif isinstance(wanted, inspect.TupleType) and isinstance(data, list | tuple):
        items = enumerate(zip(data, wanted.item_types, strict=False))
        ahead = ((item, type_, step(at, n)) for n, (item, type_) in items)
    elif isinstance(wanted, inspect.DictType) and isinstance(data, dict):
        both = ((wanted.key_type, 0), (wanted.value_type, 1))
        ahead = ((pair[n], type_, step(at, pair[0])) for pair in data.items() for type_, n in both)
    for value, type_, pointer in ahead:
        yield from _parts(value, type_, pointer, inside, marked)


def _faults(data: Json, type_: Any) -> Iterator[Problem]:
    """What types that bring a function of their own say against texts."""
    for pointer, text, part in _parts(data, _info(type_), "", _within(type_, _has_fault), _has_fault):
        if isinstance(text, str) and (why := part.extra["fault"](text)) is not None:  # type: ignore[attr-defined]
            yield Problem(pointer, why)


def _is(data: Json, part: inspect.Type) -> bool:
    """Whether a value may be meant as this part of a union."""
    if not isinstance(part, inspect.StructType):
        return True
    return isinstance(data, dict) and (part.tag is None or data.get(part.tag_field) == part.tag)


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


_BYTE = re.compile(r"\(byte (\d+)\)")


def malformed(text: bytes, wrong: Exception) -> Message:
    """Line and column (from 1) of what msgspec could not read in `text`; of its end where that came too early."""
    named = _BYTE.search(str(wrong))
    at = wrong.start if isinstance(wrong, UnicodeDecodeError) else int(named[1]) if named else len(text)
    before = text[:at].decode("utf-8", "replace")
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    return say("This is not valid JSON: line {line}, column {column} cannot be read.", line=line, column=column)
