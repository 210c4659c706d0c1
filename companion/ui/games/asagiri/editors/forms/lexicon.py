"""What an editor tells its forms in words: what fields are called, what may be chosen, what a thing says of itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name

from .shapes import Field, Many, Number, One, Pick, Shape, Spoken, Spot, Written, fields_of, tag_field


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that a field can hold: `value` as it is written, and in words."""

    value: Json
    title: Message | Name | str
    words: Message | Name | str = ""
    note: str = ""
    """Stands at the end of the line: a price."""
    sign: str = ""


class Lexicon(Protocol):
    """See the module. `record` is always the whole record, as it is now."""

    def label(self, field: Field) -> Message:
        """What a field is called."""

    def shown(self, field: Field) -> bool:
        """Whether the form shows it at all; ids and provenance it does not."""

    def title(self, struct: type[msgspec.Struct]) -> Message:
        """What a node is called, to choose it."""

    def line(self, struct: type[msgspec.Struct]) -> Message | None:
        """A sentence that says what it does."""

    def word(self, field: Field, value: str) -> Message:
        """One of the words a field can hold."""

    def left_open(self, field: Field) -> Message:
        """What it means when a field that may be left open is."""

    def choices(self, field: Field, record: Json) -> Sequence[Choice] | None:
        """What else can be chosen: zones of the record, cards of the packs; None: whatever the type allows."""

    def sentence(self, value: Json, struct: type[msgspec.Struct], record: Json) -> Message | Name | str:
        """What a thing of a list says of itself, live."""

    def fresh(self, struct: type[msgspec.Struct], record: Json) -> dict[str, Any]:
        """A new thing of this type that passes the check, as far as there is one."""


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
    if isinstance(shape, Pick):
        return shape.values[0]
    if isinstance(shape, Written):
        return "none:none" if ":" in shape.pattern else "none"
    if isinstance(shape, Spoken):
        return dict.fromkeys(languages, "…")
    if isinstance(shape, Spot):
        return [_least(field, part, record, lexicon, languages) for part in shape.parts]
    if isinstance(shape, Many):
        return [_least(field, shape.of, record, lexicon, languages) for _ in range(shape.least)]
    if isinstance(shape, One):
        return lexicon.fresh(shape.types[0], record)
    return False
