"""The file (or the server): opened, checked for its version, and written in transactions that reach the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool

from companion.model.core.words import say

from .errors import StoreError, foreign, guarded, newer

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006")
"""Every schema there has been, oldest first; each is a file of `versions`."""
APPLICATION = 0x4F6B6B6F
"""Marks a file as ours (``Okko``)."""
PATIENCE = 2.0
"""Seconds to wait for another program that is writing."""
_SNAPSHOT = "SELECT txid_snapshot_xmax(txid_current_snapshot())"
"""The number of the next change that anybody on the server will make."""
_SERVER = {"connect_timeout": 5, "options": f"-c lock_timeout={int(PATIENCE * 1000)} -c client_min_messages=warning"}


class Database:
    """An open file of ours, or our part of a PostgreSQL server, at today's schema."""

    def __init__(self, where: str | Path) -> None:
        """Open a path, or a URL (``sqlite://`` in memory, ``postgresql://…`` a server), creating or upgrading it.

        Raises StoreError when it is newer, not ours, damaged, held by another program, not writable or not reached.
        """
        url = address(where)
        self._watch: Connection | None = None
        self.path: Path | None = None
        if url.get_backend_name() == "sqlite":
            memory = url.database in (None, "", ":memory:")
            self.path = None if memory else Path(url.database or "")
            options: dict[str, Any] = {"poolclass": StaticPool} if memory else {}
            arguments: dict[str, Any] = {"timeout": PATIENCE, "check_same_thread": False}
            self._engine = create_engine(url, connect_args=arguments, **options)
            prepare(self._engine)
            self._reading: Engine = self._engine
            self._writing: Engine = self._engine.execution_options(okko_begin="IMMEDIATE")
        else:
            self._engine = create_engine(url, connect_args=_SERVER, pool_pre_ping=True)
            # a reader asks several times, and has to see one moment
            self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")
            self._writing = self._engine
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

    @property
    def in_memory(self) -> bool:
        """Whether nothing is kept when the program ends."""
        return self.path is None and self._engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment of the file; errors become StoreError."""
        with guarded(), self._reading.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that reaches the disk as a whole when left, or not at all; errors become StoreError."""
        with guarded(), self._writing.begin() as connection:
            yield connection

    def put(self, table: Any, keys: Sequence[str]) -> Any:
        """A statement that inserts rows into `table`, or changes those that have the same `keys` already."""
        insert = sqlite.insert if self._engine.dialect.name == "sqlite" else postgresql.insert
        statement = insert(table)
        rest = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys}
        return statement.on_conflict_do_update(index_elements=[table.c[key] for key in keys], set_=rest)

    def stamp(self) -> str:
        """Changes with every change that anybody makes, here or in another window; errors become StoreError.

        A file counts the changes that others than this one connection make; so that connection makes none.
        """
        with guarded():
            if self._watch is None:
                self._watch = self._engine.connect()
            asked = "PRAGMA data_version" if self._engine.dialect.name == "sqlite" else _SNAPSHOT
            try:
                with self._watch.begin():
                    return str(self._watch.exec_driver_sql(asked).scalar())
            except Exception:
                self._watch.close()  # a server that went away may come back
                self._watch = None
                raise

    def wake(self) -> None:
        """Go on after a `rest`: what was put there meanwhile may have to be brought up to date; raises StoreError."""
        with guarded():
            self._bring_up_to_date()

    def rest(self) -> None:
        """Let go of the file or the server for a moment; whoever asks next takes it up again."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None
        self._engine.dispose()

    def close(self) -> None:
        """Let go of the file or the server."""
        self.rest()


def probe(where: str | Path) -> tuple[str | None, int]:
    """The schema of what is kept at an address (None: nothing yet) and how many games; nothing is changed there.

    Raises StoreError when there is no answer, or when it is not ours, or newer than this program.
    """
    url = address(where)
    engine = create_engine(url, connect_args=_SERVER if url.get_backend_name() != "sqlite" else {})
    try:
        with guarded(), engine.connect() as connection:
            found = revision_of(connection)
            if found is not None and found not in REVISIONS:
                raise newer(found, REVISIONS[-1])
            asked = None if found is None else connection.exec_driver_sql("SELECT count(*) FROM game").scalar()
            return found, int(asked or 0)
    finally:
        engine.dispose()


def address(where: str | Path) -> URL:
    """Where games are kept, as a URL; raises StoreError when it is neither a file nor a PostgreSQL server."""
    text = str(where)
    if isinstance(where, Path) or "://" not in text:
        return make_url("sqlite://").set(database=text)
    try:
        url = make_url(text)
        backend = url.get_backend_name()
    except (ArgumentError, ValueError) as wrong:
        raise _no_address() from wrong
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite":
        raise _no_address()
    return url


def _no_address() -> StoreError:
    return StoreError(
        "unreadable", say("Games are kept in a file or on a PostgreSQL server; this is no address of one.")
    )


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
