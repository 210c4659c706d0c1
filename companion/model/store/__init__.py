"""What is kept on disk: games, settings, bands, campaigns. The only place that knows the database.

The modules load the database library (0.2 s), which a window does after its first paint; settings are read without it.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:  # for its name alone: the contract need not be read before the first paint
    from companion.model.core.contract import Json


def peek_settings(path: str | Path) -> dict[str, Json]:
    """The settings kept in the file, read only; none when there is no such file or it cannot be read.

    Whatever is wrong with the file is for `Repository` to say, later.
    """
    if not Path(path).is_file():
        return {}
    try:
        connection = sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)
        try:
            connection.text_factory = bytes
            rows = connection.execute("SELECT key, value FROM setting").fetchall()
        finally:
            connection.close()
    except (sqlite3.Error, UnicodeError):
        return {}
    found = {}
    for key, value in rows:
        with suppress(msgspec.DecodeError, TypeError, UnicodeError, AttributeError):  # a damaged one is as by default
            found[key.decode()] = msgspec.json.decode(value)
    return found
