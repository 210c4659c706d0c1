"""One wrong letter on the disk: it costs what it hit, it is found, and nothing else than a sentence comes of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from companion.model.core.record import NoContent
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.words import Words
from companion.model.store import peek_settings
from companion.model.store.backups import Backups
from companion.model.store.library import LibraryQuery
from companion.model.store.repository import Repository
from companion.model.store.tables import SEALED
from tests.budget import tries

from .conftest import Opens, begun, find

NONE = NoContent()
STEPS = 400
ANYTHING: tuple[object, ...] = (b"\xff\x00bytes", "", "a word", 7, -1, 1.5, 2**62, "\x00", '{"', "2026-99-99")


@pytest.fixture
def kept(opens: Opens) -> Repository:
    """Three games; a band, tags, settings."""
    repository = opens()
    for title in ("First", "Second", "Third"):
        session = begun(goal=10**6)
        game = repository.create(session, title, {"names": ["Anna", "Bea"]}, ("Anna", "Bea")).id
        session.choose_all(["add:1"] * 3)
        repository.set_tags(game, ["club"])
    repository.bands.save("Mine", "counter", {"members": []})
    repository.set_settings({"window.theme": "night", "window.first_name": "Anna"})
    return repository


@pytest.fixture
def long(kept: Repository) -> Repository:
    """The same; the first game has many steps."""
    kept.open(1, find, NONE).choose_all(["add:1"] * (STEPS - 3))
    return kept


def harm(path: Path, *statements: tuple[str, object]) -> None:
    """Change rows behind the program's back, as far as the database lets it."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA synchronous = OFF")
        for statement, value in statements:
            with suppress(sqlite3.IntegrityError):
                file.execute(statement, (value,))
        file.commit()


def columns(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as file:
        tables = ("game", "step", "game_words", "game_tag", "band", "setting")
        return [(table, row[1]) for table in tables for row in file.execute(f"PRAGMA table_info({table})")]


def test_the_steps_before_a_damaged_one_can_be_had(long: Repository, tmp_path: Path) -> None:
    statement = """UPDATE step SET intent = replace(intent, 'add:1', ?) WHERE game_id = 1 AND "index" = 394"""
    harm(tmp_path / "okko.db", (statement, "add:2"))
    with pytest.raises(InvalidInput) as caught:
        long.open(1, find, NONE)
    assert caught.value.path == "record.steps[394]"
    assert Words()(caught.value.why) == "Step 395 is damaged on disk."
    saved = long.rescue(1, find, NONE)
    assert (saved.cursor, saved.state.total) == (394, 394)
    assert long.open(2, find, NONE).cursor == 3


def test_a_page_that_is_damaged_costs_no_more_than_what_lay_on_it(
    long: Repository, opens: Opens, tmp_path: Path
) -> None:
    long.close()
    path = tmp_path / "okko.db"
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[16:18], "big")
    spoilt = [n for n in range(len(data) // size) if b'"option":"add:1"' in data[n * size : (n + 1) * size]][-3]
    data[spoilt * size : spoilt * size + 8] = bytes(8)
    path.write_bytes(data)
    repository = opens()
    assert len(repository.games()) == 3
    with pytest.raises(InvalidInput):
        repository.open(1, find, NONE)
    assert 0 < repository.rescue(1, find, NONE).cursor < STEPS
    assert repository.open(2, find, NONE).cursor == 3


ROWS = {"game": "id = 1", "setting": "key = 'window.theme'", "band": "id = 1"}


def test_whatever_a_row_holds_the_lists_hold_all_others_and_values_of_the_right_kind(
    kept: Repository, tmp_path: Path
) -> None:
    kept.close()
    path = tmp_path / "okko.db"
    sound = path.read_bytes()
    for value in ANYTHING:
        path.write_bytes(sound)
        statements = [
            (f'UPDATE {table} SET "{column}" = ? WHERE {ROWS.get(table, "game_id = 1")}', value)
            for table, column in reversed(columns(path))  # keys come last
        ]
        harm(path, *statements)
        repository = Repository(path)
        games = repository.games()
        assert {"Second", "Third"} <= {info.title for info in games}, value
        for info in games:
            assert isinstance(info.title, str) and isinstance(info.winner, str | None), value
            assert type(info.finished) is bool and type(info.cursor) is int, value
            assert datetime.fromisoformat(info.updated) and datetime.fromisoformat(info.created), value
        assert [info.title for info in repository.find(LibraryQuery("second"))] == ["Second"], value
        details = repository.library.details(repository.library.ids(LibraryQuery()))
        assert all(isinstance(word, str) for one in details.values() for word in (*one.tags, *one.people)), value
        assert all(isinstance(tag, str) for tag, _ in repository.tags()), value
        assert len(repository.bands.all()) == 1, value
        with suppress(InvalidInput, StorageError):
            repository.open(1, find, NONE)
        assert repository.open(2, find, NONE).cursor == 3, value
        assert peek_settings(path).get("window.first_name") == "Anna", value
        repository.close()


def test_whatever_byte_of_the_file_is_another_one_there_is_a_sentence_for_it(
    kept: Repository, tmp_path: Path, tried: Callable[..., None]
) -> None:
    kept.close()
    path, chance = tmp_path / "okko.db", Random(5)
    sound = path.read_bytes()
    many = tries(25)
    tried(many)
    for _ in range(many):
        data = bytearray(sound)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        peek_settings(path)
        with suppress(StorageError):
            repository = Repository(path)
            for ask in (repository.games, repository.tags, repository.bands.all, repository.campaigns.all):
                with suppress(StorageError):
                    ask()
            for game in (1, 2, 3):
                with suppress(StorageError, InvalidInput):
                    repository.open(game, find, NONE)
            repository.close()


def test_a_damaged_schema_whose_words_are_no_letters_is_said_as_damage(kept: Repository, tmp_path: Path) -> None:
    kept.close()
    path = tmp_path / "okko.db"
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE setting", b"CREATE \xcbABLE setting"))
    assert peek_settings(path) == {}
    with pytest.raises(StorageError) as told:
        Repository(path)
    assert told.value.kind == "corrupt"


def test_a_copy_of_damaged_values_pushes_out_no_sound_one(kept: Repository, tmp_path: Path) -> None:
    path = tmp_path / "okko.db"
    copies = Backups(path)
    for table in SEALED:
        with closing(sqlite3.connect(path)) as file:
            assert file.execute(f"SELECT count(*) FROM {table} WHERE seal IS NULL").fetchone() == (0,), table
    first = copies.make("daily")
    assert (first.why, first.harmed) == ("daily", ())
    kept.rename(3, "Third again")
    kept.summarise(3, {"names": ["Cleo", ""]})
    session = kept.open(3, find, NONE)
    session.choose("add:1")
    session.annotate(0, note="well done", bookmark=True)
    session.undo()
    assert copies.make().harmed == (), "every way of writing seals what it writes"
    harm(
        path,
        ("UPDATE step SET result = replace(result, '}', ?) WHERE game_id = 2", " }"),
        ("UPDATE game SET title = ? WHERE id = 1", "Fourth"),
    )
    for _ in range(3):
        made = copies.make("daily")
        assert (made.why, set(made.harmed)) == ("partly", {"Fourth", "Second"})
    assert sorted(copy.why for copy in copies.listed()) == ["daily", "partly", "wished"]
    assert first in copies.listed()


def test_what_was_left_unfinished_and_copies_before_old_updates_are_swept(kept: Repository, tmp_path: Path) -> None:
    import os

    copies = Backups(tmp_path / "okko.db")
    copies.make("daily")
    left = [tmp_path / "backups" / "okko-1.sqlite.77.part", tmp_path / "okko.db.before-0007.backup.77.part"]
    before = [tmp_path / f"okko.db.before-000{n}.backup" for n in range(1, 7)]
    for n, path in enumerate((*left, *before)):
        path.write_bytes(b"x")
        os.utime(path, (1_700_000_000 + n, 1_700_000_000 + n))
    assert copies.keep_today() is None
    assert not any(path.exists() for path in left)
    copies.thin_out()
    assert [path.exists() for path in before] == [False] * 3 + [True] * 3
