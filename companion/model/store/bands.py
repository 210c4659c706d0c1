"""Stored bands, those that somebody put together."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, select, update

from companion.model.core.contract import Json
from companion.model.core.refusal import StorageError
from companion.model.core.words import say

from .database import Database
from .entries import Band, band_of, json_text, title_line
from .logs import insert_row
from .seals import reseal
from .tables import SavedBand

_BANDS = SavedBand.__table__
_LIST = select(*(_BANDS.c[name] for name in Band.__struct_fields__))


class Bands:
    """What is kept of bands. Every method may raise StorageError, and then has done nothing."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        """In the file or on the server that `database` is."""
        self._database, self._now = database, now

    def all(self, system: str | None = None) -> tuple[Band, ...]:
        """The bands of a system, or all, by name."""
        with self._database.reading() as connection:
            rows = connection.execute(_LIST.order_by(_BANDS.c.name, _BANDS.c.id)).all()
        return tuple(band_of(row) for row in rows if system in (None, row.system))

    def save(self, name: str, system: str, data: Json, band: int | None = None) -> Band:
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
        """Forget a band."""
        with self._database.writing() as connection:
            if connection.execute(delete(_BANDS).where(_BANDS.c.id == band)).rowcount != 1:
                raise _missing()


def _missing() -> StorageError:
    return StorageError("missing", say("This band no longer exists."))
