"""A checksum for each row: damage inside a value is no error to a database, so nothing else would find it.

A row has a seal for each group of columns that are written together. None: the row is older than seals are.
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select, update

_STAND = ("updated", "revision", "cursor", "mode", "finished", "winner")
_STEP = ("index", "intent", "result", "mark", "rule", "group", "aside")
SEALED: dict[str, dict[str, tuple[str, ...]]] = {
    "game": {"seal": ("system", "header"), "seal_told": ("title", "created", "summary"), "seal_stand": _STAND},
    "branch": {"seal": ("number", "header"), "seal_told": ("name", "origin", "at"), "seal_stand": _STAND},
    "step": {"seal": _STEP},
    "branch_step": {"seal": _STEP},
    "campaign": {"seal": ("title", "created", "updated", "current")},
    "band": {"seal": ("name", "system", "created", "updated", "data")},
    "setting": {"seal": ("key", "value")},
}
"""By table: its seals, each with the columns that it is of. What can be worked out anew has none."""
_FLAGS = frozenset({"finished"})


def seal(values: Sequence[Any]) -> int:
    """The seal of some values."""
    return zlib.crc32(msgspec.json.encode(values)) & 0x7FFF_FFFF


def sealed(table: Any, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row, with the seals of those groups that are in it as a whole."""
    groups = SEALED[table.name].items()
    whole = {name: columns for name, columns in groups if all(column in row for column in columns)}
    return {**row, **{name: seal([row[column] for column in columns]) for name, columns in whole.items()}}


def reseal(connection: Connection, table: Any, which: Any, name: str = "seal") -> None:
    """Seal rows anew after some of their values have changed."""
    columns, keys = SEALED[table.name][name], list(table.primary_key.columns)
    found = select(*keys, *(table.c[column] for column in columns)).where(which)
    for row in connection.execute(found).all():
        this = [key == value for key, value in zip(keys, row, strict=False)]
        connection.execute(update(table).where(*this).values({name: seal(list(row[len(keys) :]))}))


def broken(table: str, row: Mapping[Any, Any], name: str = "seal") -> bool:
    """Whether a row's values are not those that were sealed; `row`: its seal and the values it is of."""
    return row[name] is not None and row[name] != seal([row[column] for column in SEALED[table][name]])


def damaged(file: sqlite3.Connection) -> dict[str, list[Any]]:
    """The rows of a file whose seals are broken: by table, the first columns of their keys. No error of the database.

    Steps are named by the game, or the branch, that they are of.
    """
    found: dict[str, list[Any]] = {}
    for table, groups in SEALED.items():
        there = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
        for name, columns in groups.items():
            if name not in there:
                continue
            listed = ", ".join(f'"{column}"' for column in columns)
            broken_keys = dict.fromkeys(_broken(file, f'SELECT "{there[0]}", {name}, {listed} FROM {table}', columns))
            if broken_keys:
                found[table] = list(dict.fromkeys([*found.get(table, ()), *broken_keys]))
    return found


def _broken(file: sqlite3.Connection, statement: str, columns: Sequence[str]) -> list[Any]:
    flags = [n for n, column in enumerate(columns) if column in _FLAGS]
    found = []
    for n, (key, known, *values) in enumerate(file.execute(statement)):
        for at in flags:
            values[at] = bool(values[at])
        if known is not None and known != seal(values):
            found.append(key)
        if not n % 2_000:
            time.sleep(0)  # it may be a long way, and a window is shown meanwhile
    return found
