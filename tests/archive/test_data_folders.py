"""The data folder of every version before is opened by today's program, with all that was in it.

A folder is kept as the SQL of its file: one for each schema that ever was, written by the program of its time
(`tests/store/releases`, `tests/archive/folders`; the number is that of the schema).
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.app.storage import StoredGames
from companion.model.content.library import Library
from companion.model.store import connections, peek_settings
from companion.model.store.repository import Repository

HERE = Path(__file__).parent
ARCHIVES = {path.stem: path for folder in (HERE.parent / "store" / "releases", HERE / "folders")
            for path in sorted(folder.glob("*.sql"))}  # fmt: skip


def test_there_is_a_folder_of_each_schema() -> None:
    """A new schema is a new migration, and a folder written with it before the version is released."""
    assert sorted(ARCHIVES) == list(connections.REVISIONS)


def counted(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        there = connection.execute("SELECT count(*) FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) if there else 0


@pytest.mark.parametrize("schema", sorted(ARCHIVES))
def test_the_folder_of_a_version_before_opens_whole(tmp_path: Path, schema: str) -> None:
    path = tmp_path / "okko.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(ARCHIVES[schema].read_text("utf-8"))
        connection.execute(f"PRAGMA application_id = {connections.APPLICATION}")
    tables = ("game", "step", "band", "campaign", "branch", "branch_step")
    before = {table: counted(path, table) for table in tables}
    assert before["game"] >= 2
    assert bool(before["campaign"]) == (schema >= "0004")
    assert peek_settings(path)["language"] == "fr", "the first paint is in the language of before"
    storage = StoredGames(Repository(path), Library.shipped())
    try:
        for entry in storage.games():
            opened = storage.open(entry.id)
            assert opened.session.cursor > 0
            assert opened.session.diverged is None, entry.name
        for campaign in storage.campaigns.all():
            assert campaign.why is None
            assert storage.campaigns.open(campaign.id).title == campaign.title
        assert {entry.name for entry in storage.games()} >= {"Premier soir", "Second evening"}
        assert [band.name for band in storage.bands()] == ["Mine"]
    finally:
        storage.close()
    assert {table: counted(path, table) for table in tables} == before
    backups = list(tmp_path.glob("okko.sqlite.before-*.backup"))
    assert len(backups) == (schema != connections.REVISIONS[-1]), "what was there is kept beside what became of it"
