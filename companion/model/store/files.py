"""One readable file each: written whole or not at all, and hostile until it has been checked."""

from __future__ import annotations

import itertools
import os
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.model.core import atomic
from companion.model.core.contract import Json
from companion.model.core.file_names import GAME, file_name, is_game
from companion.model.core.record import Record, read_record, refuse_deep
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import malformed
from companion.model.core.words import say

from .errors import guarded

MOST_BYTES = 16 * 2**20
MOST_VALUES = 2_000_000
"""More values than this in a file would only fill the memory."""


def record_text(record: Record) -> str:
    """The record as indented JSON, a step a line, so that two games can be compared by eye and by tools."""
    header = msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(record, steps=())), indent=2).decode()
    begin, _, end = header.rpartition('"steps": []')
    lines = ",\n".join("    " + msgspec.json.encode(step).decode() for step in record.steps)
    steps = f"[\n{lines}\n  ]" if lines else "[]"
    return f'{begin}"steps": {steps}{end}\n'


def write_text(path: str | Path, text: str) -> None:
    """Put `text` into a file that is there as a whole or not at all; raises StorageError."""
    with guarded():
        atomic.write(Path(path), text.encode())


def read_json(path: str | Path) -> Json:
    """The JSON in a file nobody has checked, neither too large nor too deep.

    Raises StorageError when the file cannot be read, InvalidInput when what it holds is no JSON or too much.
    """
    with guarded(), atomic.reading(Path(path)) as file:
        data = file.read(MOST_BYTES + 1)
    return parse_json(data)


def parse_json(data: bytes) -> Json:
    """The JSON in `data`; raises InvalidInput when it is none, or too large or deep."""
    if len(data) > MOST_BYTES:
        raise InvalidInput("", say("This file is too large: at most {most} MB.", most=MOST_BYTES // 2**20))
    if sum(data.count(mark) for mark in (b",", b"[", b"{")) > MOST_VALUES:
        raise InvalidInput("", say("This file contains too many values."))
    bare = data.removeprefix(b"\xef\xbb\xbf")
    try:
        value = msgspec.json.decode(bare)
    except (msgspec.DecodeError, UnicodeError) as wrong:
        raise InvalidInput("", malformed(bare, wrong)) from None
    except RecursionError:
        raise InvalidInput("", say("This is nested too deeply.")) from None
    refuse_deep(value, "")
    return value


def read_record_file(path: str | Path) -> Record:
    """The record in a file, of sound form; whether it can be played, only a replay shows.

    Raises StorageError when the file cannot be read, InvalidInput naming the field at fault.
    """
    return read_record(read_json(path))


def read_record_bytes(data: bytes) -> Record:
    """The same out of what a file holds."""
    return read_record(parse_json(data))


def write_many(target: Path, texts: Iterable[tuple[str, str]]) -> int:
    """Write texts (title, text), a file each, into a folder or a new ``.zip``; returns how many. Raises StorageError.

    In a folder, whatever is there already keeps its name. An archive is there as a whole or not at all.
    """
    with guarded():
        if target.suffix.lower() != ".zip":
            target.mkdir(parents=True, exist_ok=True)
            atomic.clear_away(target)
            taken = {path.name.casefold() for path in target.iterdir()}
            many = 0
            for title, text in texts:
                with atomic.replacing(target / _free(title, taken)) as file:
                    file.write(text.encode())
                many += 1
            return many
        return _write_zip(target, texts)


def _write_zip(target: Path, texts: Iterable[tuple[str, str]]) -> int:
    atomic.clear_away(target.parent)
    taken: set[str] = set()
    with atomic.replacing(target) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for title, text in texts:
            archive.writestr(_free(title, taken), text.encode())
    return len(taken)


def _free(title: str, taken: set[str]) -> str:
    """A file name for `title` that is not among those taken (folded, because some systems do); it is then."""
    name = wished = file_name(title)
    for n in itertools.count(2):
        if name.casefold() not in taken:
            break
        name = f"{wished.removesuffix(GAME)} ({n}){GAME}"
    taken.add(name.casefold())
    return name


MOST_ENTRIES = 20_000
"""So many files in an archive are looked at."""
_END = b"PK\5\6"
_ENCRYPTED = 0x1
_PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def members(path: Path) -> tuple[str, ...]:
    """The games in an archive, by the names of their files.

    Raises StorageError when it cannot be read, InvalidInput when it is no archive or holds too much.
    """
    with _opened(path) as archive:
        return tuple(name for name in archive.namelist() if is_game(name) and not _hidden(name))


def read_member(path: Path, name: str) -> bytes:
    """What a file in an archive holds, unpacked no further than a game may be large; raises as `members`."""
    with _opened(path) as archive:
        try:
            info = archive.getinfo(name)
            if info.flag_bits & _ENCRYPTED or info.compress_type not in _PLAIN:
                raise InvalidInput("", say("This file in the archive cannot be unpacked."))
            with archive.open(info) as file:
                return file.read(MOST_BYTES + 1)
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as wrong:
            raise _damaged() from wrong


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """An archive whose list of files is no longer than it may be: that is known before the list is read."""
    with guarded(), atomic.reading(path) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 66_000))
        tail = file.read()
        at = tail.rfind(_END)
        if at < 0 or len(tail) - at < 22:
            raise _damaged()
        if struct.unpack_from("<H", tail, at + 10)[0] > MOST_ENTRIES or _listed(tail, at) > MOST_ENTRIES * 400:
            raise InvalidInput("", say("This archive contains too many files."))
        try:
            archive = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, ValueError, struct.error) as wrong:
            raise _damaged() from wrong
        with archive:
            yield archive


def _listed(tail: bytes, at: int) -> int:
    """How long the list of files says it is, in bytes."""
    return int(struct.unpack_from("<I", tail, at + 12)[0])


def _hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in name.split("/"))


def _damaged() -> InvalidInput:
    return InvalidInput("", say("This is not an archive, or it is damaged."))
