"""What lies where in the tree of a skill: which node, which field; defaults that have to be written out. No Qt."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.model.core.contract import Json
from companion.model.games.asagiri.skills.record import SkillRecord
from companion.ui.games.asagiri.editors.forms.paths import steps, value_at, with_value
from companion.ui.games.asagiri.editors.forms.shapes import Field, Many, One, field_of, struct_of

from .pointers import parent


def struct_at(record: Json, pointer: str) -> type[msgspec.Struct] | None:
    """Which node lies at a pointer; None: there is none that the language knows."""
    return _walk(record, pointer)[0]


def _walk(record: Json, pointer: str) -> tuple[type[msgspec.Struct] | None, Any]:
    """The node that lies at a pointer or around it, and what is there: said, or by default."""
    struct: type[msgspec.Struct] | None = SkillRecord
    held: Any = record
    of: One | None = None
    for step in steps(pointer):
        held = value_at(held, f"/{step}")
        if not step.isdigit():
            field = field_of(struct, step) if struct is not None else None
            held = field.default if held is None and field is not None else held
            of = _one(field)
        if of is not None and isinstance(held, dict):
            struct = struct_of(of, held)
    return struct, held


def _one(field: Field | None) -> One | None:
    shape: Any = field.shape if field is not None else None
    while isinstance(shape, Many):
        shape = shape.of
    return shape if isinstance(shape, One) else None


def grounded(record: Json, pointer: str, value: Any) -> Json:
    """With `value` at a pointer; a part around it that goes without saying is said now."""
    above = ""
    for step in steps(pointer)[:-1]:
        above = f"{above}/{step}"
        if value_at(record, above) is None:
            record = with_value(record, above, _walk(record, above)[1] or {})
    return with_value(record, pointer, value)


def list_field(record: Json, pointer: str) -> Field:
    """The field of nodes that a list belongs to: of the skill, or of a node in it."""
    above, last = parent(pointer)
    if last.isdigit():
        above, last = parent(above)
    struct = struct_at(record, above) if above else SkillRecord
    assert struct is not None
    return field_of(struct, last)
