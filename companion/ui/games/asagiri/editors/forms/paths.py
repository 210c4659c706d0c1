"""Places in a record by JSON pointer: what is there, and the record with something else there. Nothing is changed."""

from __future__ import annotations

from typing import Any, Final

from companion.model.core.contract import Json

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
