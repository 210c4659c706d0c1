"""A full, locked, read-only or damaged disk: one sentence for the player, nothing lost, nothing half-done."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.model.core.record import NoContent
from companion.model.core.refusal import StorageError
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.store import database, errors
from companion.model.store.repository import Repository

from ..core.counter import State
from .conftest import Opens, begun, find

NONE = NoContent()


@contextmanager
def refused(session: Session[State], kind: str) -> Iterator[None]:
    """Whatever is tried raises StorageError and changes nothing."""
    before = (session.state, session.cursor, session.steps, session.mode, session.pending)
    told: list[object] = []
    stop = session.subscribe(told.append)
    with pytest.raises(StorageError) as caught:
        yield
    stop()
    assert caught.value.kind == kind
    sentence = Words()(caught.value.why)
    assert sentence.endswith((".", ")"))
    assert "sqlite" not in sentence.lower()
    assert "Error" not in sentence
    assert (session.state, session.cursor, session.steps, session.mode, session.pending) == before
    assert told == []


@pytest.fixture
def game(opens: Opens) -> tuple[Repository, Session[State], int]:
    repository = opens()
    session = begun(goal=10**6)
    id = repository.create(session, "x").id
    session.choose_all(["add:1", "add:2"])
    return repository, session, id


def test_a_full_disk(game: tuple[Repository, Session[State], int], opens: Opens) -> None:
    repository, session, id = game
    with repository._database.reading() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with refused(session, "full"):
        session.choose_all(["add:1"] * 2000)
    assert opens().open(id, find, NONE).state == session.state
    with repository._database.reading() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 100000")
    session.choose_all(["add:1"] * 100)
    assert opens().open(id, find, NONE).state == session.state


def test_a_locked_file(
    game: tuple[Repository, Session[State], int], opens: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    _, _, id = game
    session = opens().open(id, find, NONE)
    with closing(sqlite3.connect(tmp_path / "okko.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with refused(session, "locked"):
            session.choose("add:1")
        with refused(session, "locked"):
            session.undo()
        assert opens().game(id).cursor == 2
        other.execute("ROLLBACK")
    session.choose("add:1")
    assert opens().open(id, find, NONE).state == session.state


def test_a_file_that_can_only_be_read(game: tuple[Repository, Session[State], int]) -> None:
    repository, session, _ = game
    with repository._database.reading() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    with refused(session, "readonly"):
        session.choose("add:1")


def test_a_place_where_nothing_can_be_written(opens: Opens, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, not a folder")
    with pytest.raises(StorageError) as caught:
        opens(tmp_path / "taken" / "okko.db")
    assert caught.value.kind == "unreadable"
    with pytest.raises(StorageError) as caught:
        opens(tmp_path)
    assert caught.value.kind == "unreadable"


@pytest.mark.parametrize("junk", [b"this is a shopping list\n" * 500, os.urandom(9000)])
def test_a_file_that_is_no_database(opens: Opens, tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "okko.db"
    path.write_bytes(junk)
    with pytest.raises(StorageError) as caught:
        opens()
    assert caught.value.kind == "foreign"
    assert path.read_bytes() == junk


def test_an_empty_file_is_a_new_one(opens: Opens, tmp_path: Path) -> None:
    (tmp_path / "okko.db").touch()
    assert opens().games() == ()


def test_a_damaged_file(game: tuple[Repository, Session[State], int], opens: Opens, tmp_path: Path) -> None:
    repository, _, id = game
    repository.close()
    path = tmp_path / "okko.db"
    good = path.read_bytes()
    size = int.from_bytes(good[16:18], "big")
    path.write_bytes(good[:size] + bytes([0xA5]) * (len(good) - size))
    with pytest.raises(StorageError) as caught:
        opens().open(id, find, NONE)
    assert caught.value.kind == "corrupt"
    path.write_bytes(good[: 2 * size])
    with pytest.raises(StorageError) as caught:
        opens().open(id, find, NONE)
    assert caught.value.kind == "corrupt"


def test_text_that_is_no_text(game: tuple[Repository, Session[State], int]) -> None:
    repository, _, id = game
    with repository._database.writing() as connection:
        connection.exec_driver_sql("UPDATE game SET title = CAST(x'ff41' AS TEXT)")
    assert repository.game(id).title == "\ufffdA"
    assert repository.open(id, find, NONE).cursor == 2


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, "full"),
        (errno.EACCES, "readonly"),
        (errno.EROFS, "readonly"),
        (errno.ENOENT, "unreadable"),
        (errno.EIO, "unreadable"),
    ],
)
def test_errors_of_the_system(number: int, kind: str) -> None:
    with pytest.raises(StorageError) as caught, errors.guarded():
        raise OSError(number, os.strerror(number))
    assert caught.value.kind == kind


def test_other_errors_of_the_database_are_said_and_bugs_are_not_hidden() -> None:
    with pytest.raises(StorageError) as caught, errors.guarded():
        raise sqlite3.OperationalError("no such table: dragon")
    assert caught.value.kind == "other"
    assert "dragon" in Words()(caught.value.why)
    with pytest.raises(ZeroDivisionError), errors.guarded():
        raise ZeroDivisionError


def failing(at: int) -> Callable[..., bool]:
    """Fail at the statement number `at`."""
    left = [at]

    def refuse(*_: object) -> bool:
        left[0] -= 1
        return left[0] < 0

    return refuse


@pytest.mark.parametrize("at", range(4))
def test_failing_at_any_statement_leaves_the_file_and_the_game_as_they_were(
    game: tuple[Repository, Session[State], int], opens: Opens, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy import event

    repository, session, id = game
    session.undo()
    refuse = failing(at)
    engine = repository._database._engine

    def before(*_: object) -> None:
        if refuse():
            raise sqlite3.OperationalError("disk I/O error")

    event.listen(engine, "before_cursor_execute", before)
    try:
        session.choose("add:3")
    except StorageError:
        assert (session.cursor, session.state.total, len(session.steps)) == (1, 1, 2)
    else:
        assert session.state.total == 4
    event.remove(engine, "before_cursor_execute", before)
    again = opens().open(id, find, NONE)
    assert (again.state, again.steps) == (session.state, session.steps)
