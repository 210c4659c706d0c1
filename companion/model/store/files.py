"""One readable file each: written whole or not at all, and hostile until it has been checked."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.model.core import atomic
from companion.model.core.contract import Json
from companion.model.core.record import Record
from companion.model.core.record_reader import read_record, refuse_deep
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
