"""The schema: pinned, made by migrations, upgraded after a copy, and never guessed."""

from __future__ import annotations

import ast
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from companion.model.core.record import NoContent
from companion.model.core.refusal import StorageError
from companion.model.core.words import Words
from companion.model.store import backups, connections, migrate
from companion.model.store.repository import Repository
from companion.model.store.tables import TableRow

from .conftest import Opens, begun, find

STORE = Path(migrate.__file__).parent
PINNED = "0008"
NEXT, AFTER = f"{int(PINNED) + 1:04}", f"{int(PINNED) + 2:04}"
LATER = '''"""A later schema, for the tests."""
import sqlalchemy as sa
from alembic import op
revision = "{next}"
down_revision = "{pinned}"
def upgrade():
    with op.batch_alter_table("game", recreate="always") as batch:
        batch.add_column(sa.Column("place", sa.String(), nullable=True))
    {then}
'''


def rows(path: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        found: list[tuple[object, ...]] = connection.execute(statement).fetchall()
        connection.commit()
        return found
    finally:
        connection.close()


def test_the_schema_version_is_pinned(repository: Repository, tmp_path: Path) -> None:
    """A new schema is a new migration, and this line."""
    assert connections.REVISIONS[-1] == PINNED
    assert rows(tmp_path / "okko.db", "SELECT version_num FROM alembic_version") == [(PINNED,)]


def test_every_revision_is_a_file_and_every_file_a_revision() -> None:
    files = sorted(path.name.split("_")[0] for path in (STORE / "versions").glob("[0-9]*.py"))
    assert files == list(connections.REVISIONS)


def migrated(path: Path) -> None:
    """A file made by all migrations, one after the other, as one that is as old as the program was."""
    engine = create_engine(f"sqlite:///{path}")
    connections.prepare(engine)
    migrate.upgrade(engine, path, None)
    engine.dispose()


def made_of(path: Path) -> dict[str, object]:
    """Columns, keys, references and indexes of each table, and what marks the file."""
    tables = [name for (name,) in rows(path, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    found: dict[str, object] = {"marks": [rows(path, f"PRAGMA {mark}") for mark in ("application_id", "user_version")]}
    for table in tables:
        parts = {part: rows(path, f"PRAGMA {part}('{table}')") for part in ("table_info", "foreign_key_list")}
        names = [row[1] for row in rows(path, f"PRAGMA index_list('{table}')")]
        indexes = {name: rows(path, f"PRAGMA index_info('{name}')") for name in names}
        found[str(table)] = {part: sorted(map(str, (row[1:] for row in of))) for part, of in parts.items()} | indexes
    return found


def test_the_migrations_make_the_tables_the_program_uses(tmp_path: Path) -> None:
    migrated(tmp_path / "okko.db")
    engine = create_engine(f"sqlite:///{tmp_path}/okko.db")
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), TableRow.metadata) == []
    engine.dispose()


def test_a_new_file_is_made_at_once_as_the_migrations_make_it(repository: Repository, tmp_path: Path) -> None:
    migrated(tmp_path / "older.db")
    assert made_of(tmp_path / "okko.db") == made_of(tmp_path / "older.db")


def test_migrations_never_import_the_program() -> None:
    for path in (STORE / "versions").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [node.module or ""]
            assert not any(name.startswith("companion") for name in names), path


def test_the_file_reaches_the_disk_at_every_commit(repository: Repository) -> None:
    with repository._database.reading() as connection:
        values = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert values == ["wal", 2, 1]


def test_a_file_is_made_and_opened_without_alembic_and_the_package_imports_without_a_database(tmp_path: Path) -> None:
    code = f"""
import sys
import companion.model.store as store
store.peek_settings({str(tmp_path / "okko.db")!r})
assert not {{"sqlmodel", "sqlalchemy", "alembic"}} & set(sys.modules)
from companion.model.store.repository import Repository
Repository({str(tmp_path / "okko.db")!r}).close()
print("alembic" in sys.modules)
"""
    told = [subprocess.check_output([sys.executable, "-c", code], text=True).strip() for _ in range(2)]
    assert told == ["False", "False"]


def test_two_programs_may_make_the_file_at_once(tmp_path: Path) -> None:
    code = f"from companion.model.store.repository import Repository; Repository({str(tmp_path / 'okko.db')!r}).close()"
    running = [subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) for _ in range(4)]
    assert [(one.communicate()[1], one.returncode) for one in running] == [("", 0)] * 4


def test_a_newer_file_is_refused_politely_and_left_alone(opens: Opens, tmp_path: Path) -> None:
    opens().close()
    rows(tmp_path / "okko.db", "UPDATE alembic_version SET version_num = '0042'")
    with pytest.raises(StorageError) as caught:
        opens()
    assert caught.value.kind == "newer"
    text = Words()(caught.value.why)
    assert "0042" in text
    assert PINNED in text
    assert rows(tmp_path / "okko.db", "SELECT version_num FROM alembic_version") == [("0042",)]
    assert sorted(path.suffix for path in tmp_path.iterdir() if path.suffix not in (".db-wal", ".db-shm")) == [".db"]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE recipes (name TEXT)",
        "CREATE TABLE alembic_version (version_num TEXT)",
    ],
)
def test_a_file_of_another_program_is_refused_and_left_alone(opens: Opens, tmp_path: Path, statement: str) -> None:
    rows(tmp_path / "okko.db", statement)
    with pytest.raises(StorageError) as caught:
        opens()
    assert caught.value.kind == "foreign"
    assert len(rows(tmp_path / "okko.db", "SELECT name FROM sqlite_master")) == 1


def versions() -> list[Path]:
    return sorted((STORE / "versions").glob("[0-9]*.py"))


def scripts(tmp_path: Path, then: str = "") -> Path:
    """The migrations and one that will come later."""
    folder = tmp_path / "scripts"
    (folder / "versions").mkdir(parents=True)
    for name in ("env.py", "script.py.mako", *(f"versions/{path.name}" for path in versions())):
        shutil.copy(STORE / name, folder / name)
    later = LATER.format(then=then, next=NEXT, pinned=PINNED)
    (folder / "versions" / f"{NEXT}_later.py").write_text(later, "utf-8")
    return folder


def test_an_upgrade_keeps_everything_and_puts_a_copy_aside(opens: Opens, tmp_path: Path) -> None:
    session = begun()
    repository = opens()
    game = repository.create(session, "x").id
    session.choose_all(["add:1", "add:2"])
    engine, path = repository._database._engine, tmp_path / "okko.db"
    migrate.upgrade(engine, path, PINNED, scripts(tmp_path), NEXT)
    assert rows(path, "SELECT title, cursor, place FROM game") == [("x", 2, None)]
    assert rows(path, "SELECT count(*) FROM step") == [(2,)]
    copy = tmp_path / f"okko.db.before-{NEXT}.backup"
    assert rows(copy, "SELECT version_num FROM alembic_version") == [(PINNED,)]
    assert opens(copy).open(game, find, NoContent()).state == session.state
    assert backups.before_update(path, NEXT).name == f"okko.db.before-{NEXT}-2.backup"


def test_a_failed_upgrade_changes_nothing(opens: Opens, tmp_path: Path) -> None:
    session = begun()
    repository = opens()
    game = repository.create(session, "x").id
    session.choose_all(["add:1", "add:2"])
    engine, path = repository._database._engine, tmp_path / "okko.db"
    with pytest.raises(StorageError) as caught:
        migrate.upgrade(engine, path, PINNED, scripts(tmp_path, "raise ValueError('bug')"), NEXT)
    assert f"okko.db.before-{NEXT}.backup" in Words()(caught.value.why)
    assert opens().open(game, find, NoContent()).state == session.state
    assert "place" not in str(rows(path, "SELECT sql FROM sqlite_master"))


def test_an_upgrade_that_tears_steps_from_their_game_is_refused(opens: Opens, tmp_path: Path) -> None:
    session = begun()
    repository = opens()
    game = repository.create(session, "x").id
    session.choose("add:1")
    path = tmp_path / "okko.db"
    folder = scripts(tmp_path, "op.execute('DELETE FROM game')")
    with pytest.raises(StorageError):
        migrate.upgrade(repository._database._engine, path, PINNED, folder, NEXT)
    assert opens().open(game, find, NoContent()).state == session.state


def test_an_upgrade_done_meanwhile_by_another_is_not_done_again(opens: Opens, tmp_path: Path) -> None:
    repository = opens()
    migrate.upgrade(repository._database._engine, None, None)
    assert rows(tmp_path / "okko.db", "SELECT version_num FROM alembic_version") == [(PINNED,)]


def test_drafting_a_migration_compares_the_tables_with_the_newest_schema(tmp_path: Path) -> None:
    folder = scripts(tmp_path)
    path = migrate.draft("without the place", folder)
    assert path.name == f"{AFTER}_without_the_place.py"
    text = path.read_text("utf-8")
    assert "drop_column('place')" in text
    assert "step" not in text
    ast.parse(text)
