"""Where fields are from: what somebody types in at home is the owner's (provenance), and says so by itself. No Qt."""

from __future__ import annotations

from collections.abc import Iterable

from companion.model.core.contract import Json
from companion.model.core.nodes import Source
from companion.ui.games.asagiri.editors.forms.paths import steps, value_at


def owned(record: Json, pointers: Iterable[str], source: Source) -> Json:
    """What is at these pointers was typed in by its owner (provenance), whatever it was before."""
    named: dict[str, Source] = dict(value_at(record, "/provenance") or {})
    for pointer in pointers:
        field = ".".join(steps(pointer))
        named = {key: said for key, said in named.items() if key != field and not key.startswith(f"{field}.")}
        if source != "owner":
            named[field] = "owner"
    kept = {
        key: said for key, said in named.items() if value_at(record, "/" + key.replace(".", "/")) not in (None, [], ())
    }
    if kept == (value_at(record, "/provenance") or {}):
        return record
    changed = {key: value for key, value in record.items() if key != "provenance"}
    return {**changed, "provenance": kept} if kept else changed
