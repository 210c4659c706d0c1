"""Games on a PostgreSQL server: what differs from a file."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from time import monotonic

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.engine import make_url

from companion.model.core.record import NoContent
from companion.model.core.refusal import StorageError
from companion.model.core.words import Words
from companion.model.store import connections, database, migrate
from companion.model.store import server as store_server
from companion.model.store.library import LibraryQuery
from companion.model.store.tables import TableRow

from .conftest import Opens, begun, find
from .faking import Way, denying, listening, silent


def rows(url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return list(cursor.fetchall()) if cursor.description else []


def test_the_migrations_make_the_tables_the_program_uses(opens: Opens, on_server: str) -> None:
    with opens(on_server)._database.reading() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), TableRow.metadata) == []


def test_an_older_schema_is_brought_up_to_date_and_its_tables_are_kept_aside(opens: Opens, empty: str) -> None:
    engine = database.Database(empty)._engine
    engine.dispose()
    fresh = make_url(empty)
    assert fresh.database is not None
    with psycopg.connect(empty, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    migrate.upgrade(engine, None, None, to="0001")
    header = '{"format":"okko-record/1","system":"counter","setup":{"goal":5},"seed":7}'
    rows(
        empty,
        "INSERT INTO game (system, title, created, updated, revision, cursor, mode, finished, header) VALUES "
        f"('counter', 'Old evening', '2026', '2026', 0, 0, 'enforce', false, '{header}')",
    )
    engine.dispose()
    repository = opens(empty)
    found = repository.find(LibraryQuery("old evening"))
    assert [info.title for info in found] == ["Old evening"]
    session = repository.open(found[0].id, find, NoContent())
    session.choose("add:1")
    assert opens(empty).open(found[0].id, find, NoContent()).state == session.state
    aside = f"before_{connections.REVISIONS[-1]}"
    assert rows(empty, f'SELECT title, cursor FROM "{aside}".game') == [("Old evening", 0)]
    assert rows(empty, f'SELECT version_num FROM "{aside}".alembic_version') == [("0001",)]


def test_a_newer_schema_is_refused_politely(opens: Opens, on_server: str) -> None:
    rows(on_server, "UPDATE alembic_version SET version_num = '0042'")
    with pytest.raises(StorageError) as caught:
        opens(on_server)
    assert caught.value.kind == "newer"


def test_the_tables_of_another_program_are_left_alone(opens: Opens, empty: str) -> None:
    rows(empty, "CREATE TABLE recipes (name text)")
    with pytest.raises(StorageError) as caught:
        opens(empty)
    assert caught.value.kind == "foreign"
    assert rows(empty, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'") == [("recipes",)]


def test_two_programs_may_make_the_tables_at_once(empty: str) -> None:
    code = f"from companion.model.store.repository import Repository; Repository({empty!r}).close()"
    running = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) for _ in range(4)]
    assert [(one.communicate()[1], one.returncode) for one in running] == [("", 0)] * 4


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("postgresql://okko@/postgres?host=/nowhere/at/all", "away"),
        ("postgresql://okko@127.0.0.1:1/okko", "away"),
        ("mysql://okko@localhost/okko", "unreadable"),
        ("http://localhost", "unreadable"),
        ("postgresql://okko:pass@host:notaport/x", "unreadable"),
        ("nonsense://", "unreadable"),
    ],
)
def test_an_address_that_leads_nowhere_is_said_in_words(opens: Opens, address: str, kind: str) -> None:
    with pytest.raises(StorageError) as caught:
        opens(address)
    assert caught.value.kind == kind


def test_a_wrong_password_is_no_server_that_does_not_answer(opens: Opens) -> None:
    for told in (
        'password authentication failed for user "anna"',
        "authentification par mot de passe échouée « anna »",
    ):
        with listening(partial(denying, told=told)) as port:
            for password, words in (
                (":wrong", "does not accept this password"),
                ("", "The server with the saved games needs a password."),
            ):
                with pytest.raises(StorageError) as caught:
                    opens(f"postgresql://anna{password}@127.0.0.1:{port}/okko")
                assert words in Words()(caught.value.why)


def test_a_server_that_is_silent_from_the_start_is_given_up(opens: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_server, "CONNECTING", 2)  # less, the driver does not take
    with listening(silent) as port:
        begun_at = monotonic()
        with pytest.raises(StorageError) as caught:
            opens(f"postgresql://anna@127.0.0.1:{port}/okko")
        assert monotonic() - begun_at < 2.5
    assert caught.value.kind == "away"


def test_a_server_that_falls_silent_is_asked_once_and_then_not_until_it_is_back(
    opens: Opens, on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_server.Bounded, "patience", 0.3)
    way = Way(on_server)
    with listening(way.serve) as port:
        repository, session = opens(way.address(port)), begun()
        repository.create(session, "x")
        way.cut.set()
        took = []
        for _ in range(3):
            begun_at = monotonic()
            with pytest.raises(StorageError) as caught:
                session.choose("add:1")
            took.append(monotonic() - begun_at)
            assert caught.value.kind == "away"
        assert took[0] < 1
        assert max(took[1:]) < 0.05, "it is not asked again"
        way.cut.clear()
        assert not repository.database.answers
        assert repository.database.knock()
        session.choose("add:1")
        assert repository.game(1).cursor == 1
        repository.close()


def test_a_database_that_does_not_exist(opens: Opens, server: str) -> None:
    with pytest.raises(StorageError) as caught:
        opens(make_url(server).set(database="not_there").render_as_string(hide_password=False))
    assert caught.value.kind == "unreadable"


def test_a_server_that_goes_away_in_the_middle_loses_nothing_shown(opens: Opens, on_server: str) -> None:
    repository, session = opens(on_server), begun()
    game = repository.create(session, "x").id
    session.choose("add:1")
    name = make_url(on_server).database
    rows(
        make_url(on_server).set(database="postgres").render_as_string(hide_password=False),
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
    )
    session.choose("add:2")  # the pool notices and connects anew
    assert opens(on_server).open(game, find, NoContent()).state == session.state


def test_somebody_who_holds_the_game_too_long_is_named(opens: Opens, on_server: str) -> None:
    repository, session = opens(on_server), begun()
    repository.create(session, "x")
    before = session.state
    with psycopg.connect(on_server) as connection:
        connection.execute("UPDATE game SET title = 'held'")
        with pytest.raises(StorageError) as caught:
            session.choose("add:1")
        connection.rollback()
    assert caught.value.kind == "locked"
    assert session.state == before
    session.choose("add:1")


def test_an_up_to_date_program_without_a_server_never_loads_its_driver(tmp_path: Path) -> None:
    code = f"""
import sys
from companion.model.store.repository import Repository
Repository({str(tmp_path / "okko.db")!r}).close()
print("psycopg" in sys.modules)
"""
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"
