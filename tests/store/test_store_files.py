"""A game as one readable file, and files that mean harm."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.model.core.record import NoContent, Record, read_record
from companion.model.core.refusal import InvalidInput, StorageError
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.games.blank import SYSTEM as BLANK
from companion.model.store import files
from companion.model.store.files import read_json, read_record_file, record_text, write_text
from companion.model.store.repository import Repository

from ..core.counter import Cards, Put
from .conftest import begun, find

NONE = NoContent()


def played() -> Record:
    session = begun()
    session.choose_all(["add:1", "throw:2"])
    session.roll()
    session.switch("track")
    session.edit(Put(9), rule="ADD-1")
    return session.save()


def test_a_game_goes_into_a_file_and_comes_back_equal(repository: Repository, tmp_path: Path) -> None:
    session = begun()
    game = repository.create(session, "x").id
    session.choose_all(["add:1", "throw:2"])
    session.roll()
    session.choose("add:2")
    session.undo()
    path = tmp_path / "The oni's bridge.okko.json"
    repository.export_game(game, path)
    info = repository.take_game(path, find, NONE, again=True)[0]
    assert (info.title, info.cursor) == ("The oni's bridge", 3)
    assert repository.open(info.id, find, NONE).save() == session.save()
    assert repository.take_game(path, find, NONE, again=True)[0].title == "The oni's bridge"


def test_a_game_of_four_in_camps_with_unknown_cards_is_kept_listed_and_exported(
    repository: Repository, tmp_path: Path
) -> None:
    session = Session.new(BLANK, {"camps": True, "rounds": 1, "hands": {seat: ["?"] for seat in "ABCD"}}, NONE, 1)
    names = ["Anna", "Bruno", "Chiara", "Denis"]
    game = repository.create(session, "x", {"names": names}, names).id
    session.roll(["?"])
    for seat in "ABCD":
        session.choose(f"pick:{seat},?")
    for seat, card in zip("CABD", (5, 3, 5, 2), strict=True):
        session.choose(f"show:{card}", seat=seat)
    session.choose("tell:A,3", seat="C")
    assert repository.open(game, SYSTEMS.get, NONE).save() == session.save()
    path = tmp_path / "camps.okko.json"
    repository.export_game(game, path)
    again = repository.take_game(path, SYSTEMS.get, NONE)[0]
    assert (again.finished, again.winner) == (True, "A C")
    assert again.summary["names"] == names
    kept = repository.open(again.id, SYSTEMS.get, NONE)
    assert kept.state == session.state
    assert kept.steps == session.steps


def test_the_file_is_readable_a_step_a_line() -> None:
    record = played()
    text = record_text(record)
    assert read_record(json.loads(text)) == record
    lines = text.splitlines()
    assert lines[1] == '  "format": "okko-record/1",'
    assert sum(line.lstrip().startswith('{"intent"') for line in lines) == len(record.steps)
    assert text.endswith("\n}\n")
    empty = begun().save()
    assert read_record(json.loads(record_text(empty))) == empty


def test_words_inside_a_record_do_not_confuse_the_layout() -> None:
    cards = Cards({"goal": {"x": {"goal": 3, "steps": [], "say": '"steps": []', "名": "鬼"}}})
    from ..core.counter import Counter

    session = Session.new(Counter(), {"card": "x"}, cards, 1)
    session.choose("add:1")
    assert read_record(json.loads(record_text(session.save()))) == session.save()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.okko.json"
    write_text(path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError) as caught:
        write_text(path, "new")
    assert caught.value.kind == "full"
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(StorageError):
        write_text(tmp_path / "none" / "game.okko.json", "new")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"PK\x03\x04",
        b'{"a": NaN}',
        b'"\xff\xfe"',
        b'{"a": "\\ud800"}',
        b"[" * 200_000,
        b"[" * 200_000 + b"]" * 200_000,
        b"[" * 65 + b"]" * 65,
        b"[" + b"[]," * 1_100_000 + b"[]]",
        b" " * (files.MOST_BYTES + 1),
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_is_no_json_or_too_much_of_it(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(data)
    with pytest.raises(InvalidInput) as caught:
        read_json(tmp_path / "bad.json")
    assert caught.value.path == ""


def test_as_deep_as_allowed() -> None:
    assert files.parse_json(b"[" * 64 + b"1" + b"]" * 64)


def test_a_byte_order_mark_is_forgiven(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_bytes(b"\xef\xbb\xbf" + record_text(played()).encode())
    assert read_record_file(tmp_path / "game.json") == played()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path, tmp_path / "a\0b.json"):
        with pytest.raises(StorageError) as caught:
            read_json(path)
        assert caught.value.kind == "unreadable"


def harmed(*path: Any, to: Any) -> str:
    data: Any = json.loads(record_text(played()))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("[]", "record"),
        ("3", "record"),
        (harmed("seed", to="x"), "record.seed"),
        (harmed("system", to="chess"), "record.system"),
        (harmed("setup", "goal", to=-1), "record.setup.goal"),
        (harmed("cards", to={"goal": 3}), "record.cards.goal"),
        (harmed("steps", 0, "intent", "option", to="add:7"), "record.steps[0]"),
        (harmed("steps", 2, "result", "faces", to=[1, 99]), "record.steps[2]"),
        (harmed("steps", 2, "result", "faces", to=[[1], 2]), "record.steps[2].result.faces[0]"),
        (harmed("steps", 4, "intent", "correction", "total", to=-1), "record.steps[4]"),
    ],
)
def test_nothing_is_stored_of_a_game_that_does_not_replay(
    text: str, path: str, repository: Repository, tmp_path: Path
) -> None:
    (tmp_path / "bad.okko.json").write_text(text)
    with pytest.raises(InvalidInput) as caught:
        repository.take_game(tmp_path / "bad.okko.json", find, NONE)[0]
    assert caught.value.path == path
    assert repository.games() == ()
