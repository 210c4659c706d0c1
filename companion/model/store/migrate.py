"""Bringing an older file up to date, after a copy of it was put aside. Only imported when there is something to do."""

from __future__ import annotations

import sys
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import Script
from sqlalchemy import Connection, Engine, create_engine, inspect
from sqlalchemy.pool import NullPool, StaticPool

from companion.model.core.refusal import StorageError
from companion.model.core.words import Message, say
from companion.model.store.connections import APPLICATION, REVISIONS, prepare, revision_of

from .backups import before_update
from .errors import foreign, guarded

SCRIPTS = Path(__file__).parent


def upgrade(
    engine: Engine, path: Path | None, found: str | None, scripts: Path = SCRIPTS, to: str = REVISIONS[-1]
) -> None:
    """Run the migrations from `found` (None: an empty file) up to `to`, in one transaction.

    Raises StorageError when the copy or the migration fails; the file is then as it was.
    """
    if engine.dialect.name != "sqlite":
        try:
            _upgrade_server(engine, found, scripts, to)
        finally:
            engine.dispose()  # what comes after is not waited for so long
        return
    copy = before_update(path, to) if path is not None and found is not None else None
    # Rebuilding a table under enforced foreign keys would delete what points at it.
    memory = isinstance(engine.pool, StaticPool)
    migrating = engine if memory else create_engine(engine.url, poolclass=NullPool, connect_args={"timeout": 10.0})
    if not memory:
        prepare(migrating, keys=False)
    try:
        with guarded(), migrating.execution_options(okko_begin="IMMEDIATE").begin() as connection:
            if revision_of(connection) != found:
                return  # another program did it in the meantime
            command.upgrade(_config(scripts, connection), to)
            if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise foreign()
    except StorageError:
        raise
    except Exception as wrong:
        raise StorageError("other", _failed(copy)) from wrong
    finally:
        if not memory:
            migrating.dispose()


def _upgrade_server(engine: Engine, found: str | None, scripts: Path, to: str) -> None:
    """The same on a PostgreSQL server: whoever comes second waits, and the tables as they were stay in a schema."""
    from companion.model.store.server import at_work

    aside = f"before_{to}"
    try:
        with guarded(), engine.begin() as connection:
            connection.exec_driver_sql("SET LOCAL lock_timeout = '60s'")
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            at_work(connection.connection.driver_connection)
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({APPLICATION})")
            if revision_of(connection) != found:
                return
            if found is not None:
                _copy_tables(connection, aside)
            command.upgrade(_config(scripts, connection), to)
    except StorageError:
        raise
    except Exception as wrong:
        # the copy is gone with everything else that was done: the server undoes all of it
        raise StorageError("other", say("The saved games could not be updated. They are unchanged.")) from wrong


def _copy_tables(connection: Connection, aside: str) -> None:
    connection.exec_driver_sql(f'CREATE SCHEMA IF NOT EXISTS "{aside}"')
    for table in inspect(connection).get_table_names():
        connection.exec_driver_sql(f'DROP TABLE IF EXISTS "{aside}"."{table}"')
        connection.exec_driver_sql(f'CREATE TABLE "{aside}"."{table}" AS TABLE "{table}"')


def draft(what: str, scripts: Path = SCRIPTS) -> Path:
    """Write the migration from the newest schema to today's `tables`, to be read and put right by hand."""
    from .tables import TableRow

    engine = create_engine("sqlite://", poolclass=StaticPool)
    prepare(engine)
    with engine.begin() as connection:
        config = _config(scripts, connection)
        config.attributes["tables"] = TableRow.metadata
        command.upgrade(config, "head")
        number = f"{len(list((scripts / 'versions').glob('[0-9]*.py'))) + 1:04}"
        made = command.revision(config, what, autogenerate=True, rev_id=number)
    engine.dispose()
    assert isinstance(made, Script)
    return Path(made.path)


def _config(scripts: Path, connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _failed(copy: Path | None) -> Message:
    if copy is None:
        return say("The file for saved games could not be created.")
    return say("The saved games could not be updated. They are unchanged; a backup is in {file}.", file=copy.name)


if __name__ == "__main__":
    draft(" ".join(sys.argv[1:]) or "change")
