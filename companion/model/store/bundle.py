"""Many games in files: a folder with a file each, or one archive; and archives that anybody may have made."""

from __future__ import annotations

import itertools
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.model.core import atomic
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say

from .errors import guarded
from .files import MOST_BYTES

ENDING = ".okko.json"
"""Of a game in one file."""
_FORBIDDEN = frozenset('<>:"/\\|?*')
_DEVICES = re.compile(r"(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)")


def file_name(title: str) -> str:
    """A name for a file with this game that every system takes."""
    clean = "".join("-" if sign in _FORBIDDEN or not sign.isprintable() else sign for sign in title)
    clean = clean.strip(" .")[:80].rstrip(" .") or "game"
    return f"{'_' if _DEVICES.match(clean) else ''}{clean}{ENDING}"


def title_of(path: str | Path) -> str:
    """What a game out of this file is called."""
    return Path(path).name.removesuffix(".json").removesuffix(".okko")


def write_many(target: Path, texts: Iterable[tuple[str, str]]) -> int:
    """Write texts (title, text), a file each, into a folder or a new ``.zip``; returns how many. Raises StorageError.

    In a folder, whatever is there already keeps its name. An archive is there as a whole or not at all.
    """
    with guarded():
        if target.suffix.lower() != ".zip":
            target.mkdir(parents=True, exist_ok=True)
            taken = {path.name.casefold() for path in target.iterdir()}
            many = 0
            for title, text in texts:
                atomic.write(target / _free(title, taken), text.encode())
                many += 1
            return many
        return _write_zip(target, texts)


def _write_zip(target: Path, texts: Iterable[tuple[str, str]]) -> int:
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    taken: set[str] = set()
    try:
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            for title, text in texts:
                archive.writestr(_free(title, taken), text.encode())
        atomic.settle([unfinished])
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return len(taken)


def _free(title: str, taken: set[str]) -> str:
    """A file name for `title` that is not among those taken (folded, because some systems do); it is then."""
    name = wished = file_name(title)
    for n in itertools.count(2):
        if name.casefold() not in taken:
            break
        name = f"{wished.removesuffix(ENDING)} ({n}){ENDING}"
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
        return tuple(name for name in archive.namelist() if name.lower().endswith(".json") and not _hidden(name))


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
