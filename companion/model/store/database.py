"""The file (or the server): opened, checked for its version, and written in transactions that reach the disk."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.pool import StaticPool

from companion.model.core.refusal import StorageError

from .connections import APPLICATION, REVISIONS, address, prepare, revision_of, without_password
from .errors import away, guarded, newer

if TYPE_CHECKING:
    from companion.model.store.server import ServerLink

PATIENCE = 2.0
"""Seconds to wait for another program that is writing."""
_SNAPSHOT = "SELECT txid_snapshot_xmax(txid_current_snapshot())"
"""The number of the next change that anybody on the server will make."""


class Database:
    """An open file of ours, or our part of a PostgreSQL server, at today's schema."""

    def __init__(self, where: str | Path, *, copy: bool = False) -> None:
        """Open a path, or a URL (``sqlite://`` in memory, ``postgresql://…`` a server), creating or upgrading it.

        `copy`: of a file that cannot be written, or had, where it is, a copy that is thrown away in the end.
        Raises StorageError when it is newer, not ours, damaged, held by another program, not writable or not reached.
        """
        self._aside: TemporaryDirectory[str] | None = None
        if copy:
            self._aside = TemporaryDirectory(prefix="okko-")
            try:
                where = _copied(Path(where), Path(self._aside.name))
            except StorageError:
                self._aside.cleanup()
                raise
        url = address(where)
        self.name = without_password(url)
        """What tells this place from others."""
        self._watch: Connection | None = None
        self._line: ServerLink | None = None
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
            from companion.model.store.server import ServerLink, engine_of

            self._line = ServerLink()
            self._engine = engine_of(url, self._line)
            # a reader asks several times, and has to see one moment
            self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")
            self._writing = self._engine
        try:
            with self._asking():
                if self.path is not None:
                    self.path.parent.mkdir(parents=True, exist_ok=True)
                self._bring_up_to_date()
        except BaseException:
            self.close()
            raise

    def _bring_up_to_date(self) -> None:
        found = self._revision()
        if found is None and self._engine.dialect.name == "sqlite":
            self._create()
        elif found != REVISIONS[-1]:
            from .migrate import upgrade  # alembic is slow to import, and rarely needed

            upgrade(self._engine, self.path, found)
            self._revision()

    def _create(self) -> None:
        """Make today's tables in an empty file, unless another program just did: what all migrations come to."""
        from .tables import TableRow

        with self.writing() as connection:
            if revision_of(connection) is None:
                connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
                TableRow.metadata.create_all(connection)
                connection.exec_driver_sql(
                    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
                )
                connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (REVISIONS[-1],))

    def _revision(self) -> str | None:
        with self.reading() as connection:
            found = revision_of(connection)
        if found is not None and found not in REVISIONS:
            raise newer(found, REVISIONS[-1])
        return found

    @property
    def in_memory(self) -> bool:
        return (self.path is None or self._aside is not None) and self._engine.dialect.name == "sqlite"

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Errors become StorageError; a server that did not answer just now is not asked."""
        line = self._line
        if line is not None and line.quiet:
            raise away()
        try:
            with guarded():
                yield
        except StorageError as wrong:
            if line is not None and wrong.kind == "away":
                line.lost()
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one moment of the file; errors become StorageError."""
        with self._asking(), self._reading.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that reaches the disk as a whole when left, or not at all; errors become StorageError."""
        with self._asking(), self._writing.begin() as connection:
            yield connection

    def put(self, table: Any, keys: Sequence[str]) -> Any:
        """A statement that inserts rows into `table`, or changes those that have the same `keys` already."""
        insert = sqlite.insert if self._engine.dialect.name == "sqlite" else postgresql.insert
        statement = insert(table)
        rest = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys}
        return statement.on_conflict_do_update(index_elements=[table.c[key] for key in keys], set_=rest)

    def stamp(self) -> str:
        """Changes with every change that anybody makes, here or in another window; errors become StorageError.

        A file counts the changes that others than this one connection make; so that connection makes none.
        """
        with self._asking():
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

    @property
    def answers(self) -> bool:
        """Whether the server is thought to answer: nobody is asked. A file always does."""
        return self._line is None or not self._line.quiet

    def knock(self) -> bool:
        """Ask the server whether it answers (again). For other threads than a window's."""
        if self._line is None:
            return True
        try:
            with self._line.knocking(), self.reading() as connection:
                connection.exec_driver_sql("SELECT 1")
        except StorageError:
            return False
        return True

    def wake(self) -> None:
        """Go on after a `rest`: what was put there meanwhile may have to be brought up to date; raises StorageError."""
        with guarded():
            self._bring_up_to_date()

    def rest(self) -> None:
        """Let go of the file or the server for a moment; whoever asks next takes it up again."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None
        self._engine.dispose()

    def close(self) -> None:
        self.rest()
        if self._aside is not None:
            self._aside.cleanup()


def probe(where: str | Path) -> tuple[str | None, int]:
    """The schema of what is kept at an address (None: nothing yet) and how many games; nothing is changed there.

    Raises StorageError when there is no answer, or when it is not ours, or newer than this program.
    """
    url = address(where)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url)
    else:
        from companion.model.store.server import ServerLink, engine_of

        engine = engine_of(url, ServerLink())
    try:
        with guarded(), engine.connect() as connection:
            found = revision_of(connection)
            if found is not None and found not in REVISIONS:
                raise newer(found, REVISIONS[-1])
            asked = None if found is None else connection.exec_driver_sql("SELECT count(*) FROM game").scalar()
            return found, int(asked or 0)
    finally:
        engine.dispose()


def _copied(path: Path, folder: Path) -> Path:
    """Copy a file; what a killed program has left beside it is a part of it. Raises StorageError."""
    with guarded():
        shutil.copyfile(path, folder / path.name)
        (folder / path.name).chmod(0o600)
        left = path.with_name(f"{path.name}-wal")
        if left.is_file():
            shutil.copyfile(left, folder / left.name)
    return folder / path.name
