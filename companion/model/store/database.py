"""The file: opened, checked for its version, and written in transactions that reach the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.pool import StaticPool

from .errors import StoreError, foreign, guarded, newer

REVISIONS = ("0001", "0002", "0003")
"""Every schema there has been, oldest first; each is a file of `versions`."""
APPLICATION = 0x4F6B6B6F
"""Marks a file as ours (``Okko``)."""
PATIENCE = 2.0
"""Seconds to wait for another program that is writing."""


class Database:
    """An open file of ours, at today's schema."""

    def __init__(self, where: str | Path) -> None:
        """Open a path, or a URL (``sqlite://`` is a database in memory), creating or upgrading it.

        Raises StoreError when it is newer, not ours, damaged, held by another program or not writable.
        """
        text = str(where)
        url = make_url(text) if isinstance(where, str) and "://" in text else make_url("sqlite://")
        if "://" not in text or isinstance(where, Path):
            url = url.set(database=text)
        memory = url.database in (None, "", ":memory:")
        self.path = None if memory else Path(url.database or "")
        options: dict[str, Any] = {"poolclass": StaticPool} if memory else {}
        arguments = {"timeout": PATIENCE, "check_same_thread": False}
        self._engine = create_engine(url, connect_args=arguments, **options)
        prepare(self._engine)
        self._writing = self._engine.execution_options(okko_begin="IMMEDIATE")
        try:
            with guarded():
                if self.path is not None:
                    self.path.parent.mkdir(parents=True, exist_ok=True)
                self._bring_up_to_date()
        except StoreError:
            self._engine.dispose()
            raise

    def _bring_up_to_date(self) -> None:
        found = self._revision()
        if found != REVISIONS[-1]:
            from .migrate import upgrade  # alembic is slow to import, and rarely needed

            upgrade(self._engine, self.path, found)
            self._revision()

    def _revision(self) -> str | None:
        with self.reading() as connection:
            found = revision_of(connection)
        if found is not None and found not in REVISIONS:
            raise newer(found, REVISIONS[-1])
        return found

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment of the file; errors become StoreError."""
        with guarded(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that reaches the disk as a whole when left, or not at all; errors become StoreError."""
        with guarded(), self._writing.begin() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()


def prepare(engine: Engine, *, keys: bool = True) -> None:
    """Set up each connection of `engine`; `keys`: foreign keys are enforced."""

    @event.listens_for(engine, "connect")
    def _connected(raw: sqlite3.Connection, _: object) -> None:
        # Transactions are begun by us: sqlite3 alone would begin too late, and not for every statement.
        raw.isolation_level = None
        for pragma in ("journal_mode = WAL", "synchronous = FULL", f"foreign_keys = {'ON' if keys else 'OFF'}"):
            raw.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _began(connection: Connection) -> None:
        kind = connection.get_execution_options().get("okko_begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {kind}")


def revision_of(connection: Connection) -> str | None:
    """The schema of the file; None for an empty one. Raises StoreError when the file is something else."""
    tables = {row[0] for row in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return None
    mark = connection.exec_driver_sql("PRAGMA application_id").scalar()
    if "alembic_version" not in tables or mark != APPLICATION:
        raise foreign()
    revisions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    if len(revisions) != 1:
        raise foreign()
    return str(revisions[0])
