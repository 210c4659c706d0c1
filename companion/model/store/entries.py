"""What is known of a stored game or band without opening it, and how it stands in a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import delete, select, update

from companion.model.core.contract import Json
from companion.model.core.record import People
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.words import one_line, say
from companion.model.store.tables import reseal

from .database import Database
from .errors import corrupt
from .logs import insert_row
from .tables import SavedBand


class GameInfo(msgspec.Struct, frozen=True):
    """A stored game, without opening it. Dates are UTC, ISO; `summary` is what `Repository.summarise` was given."""

    id: int
    system: str
    title: str
    created: str
    updated: str
    cursor: int
    mode: str
    finished: bool
    winner: str | None
    summary: Json


class StoredBand(msgspec.Struct, frozen=True):
    """A stored band; `data` is the system's own JSON."""

    id: int
    name: str
    system: str
    created: str
    updated: str
    data: Json


MOST_TITLE = 200


def title_line(text: str) -> str:
    """A title that can be shown and stored."""
    return one_line(text)[:MOST_TITLE] or "–"


def json_text(value: Json) -> str:
    """A value as it is stored; raises InvalidInput for what is no JSON."""
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError) as wrong:
        raise InvalidInput("", say("This cannot be written as JSON.")) from wrong


def json_of(text: str) -> Json:
    """A stored value; raises StorageError for a damaged one."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as wrong:
        raise corrupt() from wrong


def game_of(row: Any) -> GameInfo:
    """A game out of its row; what is drawn of it is left out where it is damaged."""
    values = [*row[:-1], None if row.summary is None else json_or_nothing(row.summary)]
    return GameInfo(*values)


def band_of(row: Any) -> StoredBand:
    """A band out of its row; a damaged one is empty."""
    values = [*row[:-1], json_or_nothing(row.data)]
    return StoredBand(*values)


def json_or_nothing(text: str) -> Json:
    """A stored value; None for a damaged one."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None


def people_of(summary: Json) -> People | msgspec.UnsetType:
    """Who plays, out of what the window keeps of a game; UNSET when that says nothing of it."""
    if not isinstance(summary, dict):
        return msgspec.UNSET
    try:
        found = msgspec.convert({key: summary[key] for key in ("names", "bands") if key in summary}, People)
    except msgspec.ValidationError:
        return msgspec.UNSET
    return found if any((*found.names, *found.bands)) else msgspec.UNSET


_BANDS = SavedBand.__table__
_LIST = select(*(_BANDS.c[name] for name in StoredBand.__struct_fields__))


class Bands:
    """What is kept of bands. Every method may raise StorageError, and then has done nothing."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        """In the file or on the server that `database` is."""
        self._database, self._now = database, now

    def all(self, system: str | None = None) -> tuple[StoredBand, ...]:
        """The bands of a system, or all, by name."""
        with self._database.reading() as connection:
            rows = connection.execute(_LIST.order_by(_BANDS.c.name, _BANDS.c.id)).all()
        return tuple(band_of(row) for row in rows if system in (None, row.system))

    def save(self, name: str, system: str, data: Json, band: int | None = None) -> StoredBand:
        """Keep a band: a new one, or in the place of `band`."""
        now = self._now()
        values = {"name": title_line(name), "system": system, "updated": now, "data": json_text(data)}
        with self._database.writing() as connection:
            if band is None:
                band = insert_row(connection, _BANDS, {**values, "created": now})
            elif connection.execute(update(_BANDS).where(_BANDS.c.id == band).values(**values)).rowcount != 1:
                raise _missing()
            else:
                reseal(connection, _BANDS, _BANDS.c.id == band)
            row = connection.execute(_LIST.where(_BANDS.c.id == band)).one()
        return band_of(row)

    def delete(self, band: int) -> None:
        with self._database.writing() as connection:
            if connection.execute(delete(_BANDS).where(_BANDS.c.id == band)).rowcount != 1:
                raise _missing()


def _missing() -> StorageError:
    return StorageError("missing", say("This band no longer exists."))
