"""Which schema a file or a server has, and how connections to it are set up."""

from __future__ import annotations

import sqlite3

from sqlalchemy import Connection, Engine, event, inspect

from .errors import foreign

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
"""Every schema there has been, oldest first; each is a file of `versions`."""
APPLICATION = 0x4F6B6B6F
"""Marks a file as ours (``Okko``)."""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def prepare(engine: Engine, *, keys: bool = True) -> None:
    """Set up each connection of `engine`; `keys`: foreign keys are enforced."""

    @event.listens_for(engine, "connect")
    def _connected(raw: sqlite3.Connection, _: object) -> None:
        # Transactions are begun by us: sqlite3 alone would begin too late, and not for every statement.
        raw.isolation_level = None
        # One letter that is none must not keep all other rows from being read; its row's seal tells of it.
        raw.text_factory = _text
        for pragma in ("journal_mode = WAL", "synchronous = FULL", f"foreign_keys = {'ON' if keys else 'OFF'}"):
            raw.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _began(connection: Connection) -> None:
        kind = connection.get_execution_options().get("okko_begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {kind}")


def revision_of(connection: Connection) -> str | None:
    """The schema of the file; None for an empty one. Raises StorageError when the file is something else."""
    tables = set(inspect(connection).get_table_names())
    if not tables:
        return None
    if connection.dialect.name == "sqlite":
        ours = connection.exec_driver_sql("PRAGMA application_id").scalar() == APPLICATION
    else:
        ours = {"game", "step", "setting"} <= tables
    if "alembic_version" not in tables or not ours:
        raise foreign()
    revisions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    if len(revisions) != 1:
        raise foreign()
    return str(revisions[0])
