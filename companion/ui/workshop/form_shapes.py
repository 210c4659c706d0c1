"""What a form knows of a record: places by JSON pointer, what its type is made of, what things are called. No Qt."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, say

NOTHING: Final = object()
"""Written in the place of a value: the field goes."""


def steps(pointer: str) -> list[str]:
    """The parts of a pointer (RFC 6901)."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def value_at(data: Json, pointer: str, otherwise: Any = None) -> Any:
    """What is there, or `otherwise`."""
    for part in steps(pointer):
        if isinstance(data, dict) and part in data:
            data = data[part]
        elif isinstance(data, list | tuple) and part.isdigit() and int(part) < len(data):
            data = data[int(part)]
        else:
            return otherwise
    return data


def with_value(data: Json, pointer: str, value: Any) -> Json:
    """The record with `value` there (`NOTHING`: without the field or the item); missing objects are made on the way.

    KeyError for a place of a list that is not there.
    """
    return _put(data, steps(pointer), value)


def _put(data: Any, path: list[str], value: Any) -> Any:
    if not path:
        return value
    part, rest = path[0], path[1:]
    if isinstance(data, list | tuple):
        items, n = list(data), int(part)
        if not 0 <= n < len(items):
            raise KeyError(part)
        if not rest and value is NOTHING:
            del items[n]
        else:
            items[n] = _put(items[n], rest, value)
        return items
    made = dict(data) if isinstance(data, dict) else {}
    if not rest and value is NOTHING:
        made.pop(part, None)
    else:
        made[part] = _put(made.get(part), rest, value)
    return made


StructType: TypeAlias = type[msgspec.Struct]
"""For modules in which `type` is the typeface."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number within bounds."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class NumberOrWord:
    """A whole number within bounds, or one of a few words."""

    number: Number
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A word of the record's own: an id, a reference, a trait. `pattern` as in a regular expression."""

    pattern: str
    most: int


@dataclass(frozen=True, slots=True)
class Translations:
    """Words in several languages: a name, or with more room a text."""

    most: int


@dataclass(frozen=True, slots=True)
class NumberGroup:
    """Some whole numbers that belong together: a square, a side."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """Several of something."""

    of: Shape
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class One:
    """A node: one struct, or one of several told apart by their tag; with a `number`, a plain one as well."""

    types: tuple[type[msgspec.Struct], ...]
    number: Number | None = None


Shape: TypeAlias = "Number | NumberOrWord | Flag | OneOf | Written | Translations | NumberGroup | Repeated | One"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a struct; `optional`: it can be left open (None)."""

    owner: type[msgspec.Struct]
    name: str
    shape: Shape
    required: bool
    optional: bool
    default: Json = None
    """What holds when nothing is written, unless `required`."""


@cache
def fields_of(struct: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The fields of a struct, in their order."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return tuple(_field(struct, field) for field in info.fields)


def field_of(struct: type[msgspec.Struct], name: str) -> Field:
    """One field of a struct; KeyError when there is none."""
    for field in fields_of(struct):
        if field.name == name:
            return field
    raise KeyError(name)


def struct_of(shape: One, value: Json) -> type[msgspec.Struct] | None:
    """Which of a node's types a value is, by its tag; None when it is none of them."""
    if len(shape.types) == 1:
        return shape.types[0]
    if isinstance(value, dict):
        for type_ in shape.types:
            if value.get(tag_field(type_)) == type_.__struct_config__.tag:
                return type_
    return None


def tag_field(struct: type[msgspec.Struct]) -> str:
    """The field that says which node it is."""
    return struct.__struct_config__.tag_field or "type"


@cache
def _hints(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(struct, include_extras=True)


def _spelled(hint: Any) -> Iterator[tuple[str, ...]]:
    """The words of every Literal in an annotation, in the order in which they are written there."""
    if get_origin(hint) is Literal:
        yield tuple(str(value) for value in get_args(hint))
    else:
        for part in get_args(hint):
            yield from _spelled(part)


def _ordered(shape: Shape, orders: Sequence[tuple[str, ...]]) -> Shape:
    """A shape with its words in the order in which somebody wrote them; msgspec sorts them."""
    if isinstance(shape, OneOf):
        return next((OneOf(order) for order in orders if set(order) == set(shape.values)), shape)
    if isinstance(shape, Repeated):
        return Repeated(_ordered(shape.of, orders), shape.least, shape.most)
    if isinstance(shape, NumberGroup):
        return NumberGroup(tuple(_ordered(part, orders) for part in shape.parts))
    return shape


def _field(struct: type[msgspec.Struct], field: inspect.Field) -> Field:
    bare, optional = _bare(field.type)
    orders = tuple(_spelled(_hints(struct)[field.name]))
    default: Any = None
    if field.default is not msgspec.NODEFAULT:
        default = msgspec.to_builtins(field.default)
    elif field.default_factory is not msgspec.NODEFAULT:
        default = msgspec.to_builtins(field.default_factory())
    if isinstance(default, tuple):
        default = list(default)
    return Field(struct, field.encode_name, _ordered(_shape(bare), orders), field.required, optional, default)


def _bare(info: inspect.Type) -> tuple[inspect.Type, bool]:
    """A type without its notes and without None, and whether it could be None."""
    while isinstance(info, inspect.Metadata):
        info = info.type
    if not isinstance(info, inspect.UnionType):
        return info, False
    rest = tuple(part for part in info.types if not isinstance(part, inspect.NoneType))
    optional = len(rest) < len(info.types)
    return (_bare(rest[0])[0] if len(rest) == 1 else inspect.UnionType(rest)), optional


def _leaf(info: inspect.Type) -> Shape | None:
    return None if isinstance(info, inspect.StructType) else _shape(info)


def _shape(info: inspect.Type) -> Shape:
    info, _ = _bare(info)
    if isinstance(info, inspect.IntType):
        return Number(info.ge if info.ge is not None else 0, info.le if info.le is not None else 99)
    if isinstance(info, inspect.BoolType):
        return Flag()
    if isinstance(info, inspect.LiteralType):
        return OneOf(tuple(str(value) for value in info.values))
    if isinstance(info, inspect.StrType):
        return Written(info.pattern or "", info.max_length or 200)
    if isinstance(info, inspect.DictType):
        value, _ = _bare(info.value_type)
        return Translations(value.max_length or 200 if isinstance(value, inspect.StrType) else 0)
    if isinstance(info, inspect.TupleType):
        return NumberGroup(tuple(_shape(part) for part in info.item_types))
    if isinstance(info, inspect.VarTupleType | inspect.ListType):
        most = info.max_length if info.max_length is not None else 99
        return Repeated(_shape(info.item_type), info.min_length or 0, most)
    if isinstance(info, inspect.StructType):
        return One((info.cls,))
    if isinstance(info, inspect.UnionType):
        numbers = [shape for part in info.types if isinstance(shape := _leaf(part), Number)]
        words = [shape for part in info.types if isinstance(shape := _leaf(part), OneOf)]
        if numbers and words:
            return NumberOrWord(numbers[0], words[0].values)
        nodes = tuple(part.cls for part in info.types if isinstance(part, inspect.StructType))
        return One(nodes, numbers[0] if numbers else None)
    raise TypeError(f"no form for {info}")


@dataclass(frozen=True, slots=True)
class Alternative:
    """Something that a field can hold: `value` as it is written, and in words."""

    value: Json
    title: Message | Name | str
    words: Message | Name | str = ""
    note: str = ""
    """Stands at the end of the line: a price."""
    sign: str = ""


class Lexicon:
    """What an editor tells its forms in words. `record` is always the whole record, as it is now.

    The tables are by the name of a field, wherever it is, or by struct and name; by struct; by word.
    """

    labels: Mapping[str | tuple[StructType, str], Message] = {}
    hidden: Collection[str | tuple[StructType, str]] = ("id", "provenance")
    """Fields that the form does not show."""
    titles: Mapping[StructType, Message] = {}
    lines: Mapping[StructType, Message] = {}
    """What a node does, in a sentence."""
    values: Mapping[str, Message] = {}
    open: Mapping[str | tuple[StructType, str], Message] = {}
    """What it means when a field that may be left open is."""
    numbers: Mapping[str | tuple[StructType, str], Message] = {}
    """What the number of a field means that can be a word as well."""
    unset: Message = say("not set")

    def label(self, field: Field) -> Message:
        return self.labels.get((field.owner, field.name)) or self.labels.get(field.name) or Message(field.name)

    def shown(self, field: Field) -> bool:
        return field.name not in self.hidden and (field.owner, field.name) not in self.hidden

    def title(self, struct: StructType) -> Message:
        return self.titles.get(struct) or Message(struct.__name__)

    def line(self, struct: StructType) -> Message | None:
        return self.lines.get(struct)

    def word(self, field: Field, value: str) -> Message:
        return self.values.get(value) or Message(value)

    def number(self, field: Field) -> Message:
        """What stands beside the number of a field that can be a word as well."""
        return self.numbers.get((field.owner, field.name)) or self.numbers.get(field.name) or say("a number")

    def left_open(self, field: Field) -> Message:
        return self.open.get((field.owner, field.name)) or self.open.get(field.name) or self.unset

    @abstractmethod
    def choices(self, field: Field, record: Json) -> Sequence[Alternative] | None:
        """What else can be chosen: zones of the record, cards of the packs; None: whatever the type allows."""

    @abstractmethod
    def sentence(self, value: Json, struct: StructType, record: Json) -> Message | Name | str:
        """What a thing of a list says of itself, live."""

    @abstractmethod
    def fresh(self, struct: StructType, record: Json) -> dict[str, Any]:
        """A new thing of this type that passes the check, as far as there is one."""

    # The same for lexicons to which it matters where in the record a field or a thing is (`at`, its pointer).

    inline: Collection[str] = ()
    """Fields with one node that are filled in without being added first; one in which nothing is written goes."""

    def example(self, of: One, at: str) -> str:
        """How a thing of a list can be typed in a line; nothing: it cannot."""
        return ""

    def parsed(self, text: str, record: Json, at: str) -> dict[str, Any] | None:
        """A thing that was typed; None: it cannot be read (yet)."""
        return None

    def choices_at(self, field: Field, record: Json, at: str) -> Sequence[Alternative] | None:
        return self.choices(field, record)

    def fits(self, field: Field, record: Json, at: str) -> bool:
        """Whether the field means something there now; else it is not shown."""
        return True

    def nodes_at(self, of: One, record: Json, at: str) -> tuple[StructType, ...]:
        """Which nodes of a union can stand there."""
        return of.types

    def sentence_at(self, value: Json, struct: StructType, record: Json, at: str) -> Message | Name | str:
        return self.sentence(value, struct, record)

    def fresh_at(self, struct: StructType, record: Json, at: str) -> dict[str, Any]:
        return self.fresh(struct, record)


def blank(
    struct: type[msgspec.Struct], record: Json, lexicon: Lexicon, languages: Sequence[str] = ("en",)
) -> dict[str, Any]:
    """The least that a struct needs: what is required, each as simple as it can be. For `Lexicon.fresh`."""
    made: dict[str, Any] = {}
    tag = struct.__struct_config__.tag
    if tag is not None:
        made[tag_field(struct)] = tag
    for field in fields_of(struct):
        if field.required:
            offered = lexicon.choices(field, record)
            made[field.name] = offered[0].value if offered else _least(field, field.shape, record, lexicon, languages)
    return made


def _least(field: Field, shape: Shape, record: Json, lexicon: Lexicon, languages: Sequence[str]) -> Any:
    if isinstance(shape, Number):
        return shape.least
    if isinstance(shape, NumberOrWord):
        return shape.number.least
    if isinstance(shape, OneOf):
        return shape.values[0]
    if isinstance(shape, Written):
        return "none:none" if ":" in shape.pattern else "none"
    if isinstance(shape, Translations):
        return dict.fromkeys(languages, "…")
    if isinstance(shape, NumberGroup):
        return [_least(field, part, record, lexicon, languages) for part in shape.parts]
    if isinstance(shape, Repeated):
        return [_least(field, shape.of, record, lexicon, languages) for _ in range(shape.least)]
    if isinstance(shape, One):
        return lexicon.fresh(shape.types[0], record)
    return False
