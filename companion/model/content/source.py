"""Where the files of a pack are: in a folder, or in an archive. Hostile until it has been opened."""

from __future__ import annotations

import os
import stat
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from struct import pack as packed
from struct import unpack_from
from typing import BinaryIO, Protocol

import msgspec

from companion.model.content.kinds import MOST_FILES, MOST_PACK_BYTES, is_hidden, name_fault, printable
from companion.model.core import atomic
from companion.model.core.refusal import Failure
from companion.model.core.words import Message, say


class Unreadable(Failure):
    """A pack or a file of it that cannot be read; `why` is a sentence."""


class Files(Protocol):
    """The files of one pack. Opening it has checked their names, number and sizes."""

    @property
    def path(self) -> Path:
        """Where the pack is."""

    @property
    def sizes(self) -> Mapping[str, int]:
        """Name, relative and with ``/``, to bytes; in the order of the names."""

    @property
    def odd(self) -> Mapping[str, Message]:
        """What is there and no plain file of a pack, and why."""

    def read(self, name: str, most: int) -> bytes:
        """The bytes of a file; raises Unreadable, also when there are more than `most`."""


class Folder:
    """A pack in a folder: its own files and those one folder below. Links are never followed."""

    def __init__(self, path: Path, within: frozenset[str]) -> None:
        """List the files of `path`, and of its folders called as one of `within`; raises Unreadable."""
        self.path = path
        self.sizes: dict[str, int] = {}
        self.odd: dict[str, Message] = {}
        self._count = self._bytes = 0
        try:
            self._list("", within)
        except OSError as error:
            raise Unreadable(cannot(error)) from error
        self.sizes = dict(sorted(self.sizes.items()))

    def _list(self, prefix: str, within: frozenset[str]) -> None:
        below = []
        with os.scandir(self.path / prefix) as entries:
            for entry in entries:
                name = prefix + entry.name
                self._count += 1
                if self._count > MOST_FILES:
                    raise Unreadable(too_many())
                if is_hidden(name):
                    continue
                wrong = name_fault(name)
                if wrong is not None:
                    self.odd[name] = wrong
                elif entry.is_dir(follow_symlinks=False):
                    if name in within:
                        below.append(name + "/")
                    else:
                        self.odd[name] = say("This does not belong to any pack.")
                elif entry.is_file(follow_symlinks=False):
                    self._add(name, entry.stat(follow_symlinks=False).st_size)
                else:
                    self.odd[name] = say("This is not a regular file.")
        for folder in below:
            self._list(folder, frozenset())

    def _add(self, name: str, size: int) -> None:
        self.sizes[name] = size
        self._bytes += size
        if self._bytes > MOST_PACK_BYTES:
            raise Unreadable(too_much())

    def read(self, name: str, most: int) -> bytes:
        """The bytes of a file, read without following a link."""
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
        try:
            with open(os.open(self.path / name, flags), "rb") as file:  # noqa: PTH123 - a descriptor
                data = file.read(most + 1)
        except OSError as error:
            raise Unreadable(cannot(error)) from error
        if len(data) > most:
            raise Unreadable(too_big(most))
        return data


def cannot(error: OSError) -> Message:
    """The disk does not give a file."""
    return say("This file cannot be read: {why}", why=error.strerror or "?")


def too_big(most: int) -> Message:
    """A file is too big."""
    return say("This file is too large: at most {most} bytes.", most=most)


def too_many() -> Message:
    """There are too many files in a pack."""
    return say("This pack has too many files: at most {most}.", most=MOST_FILES)


def too_much() -> Message:
    """The files of a pack are too big together."""
    return say("This pack is too large: at most {most} MB.", most=MOST_PACK_BYTES // 2**20)


ENDING = ".okko-pack"
"""Of a pack in one file; it is a zip."""
ENDINGS = (ENDING, ".zip")

_END, _ENTRY, _LOCAL = b"PK\5\6", b"PK\1\2", b"PK\3\4"
_END_SIZE, _ENTRY_SIZE, _LOCAL_SIZE = 22, 46, 30
_STORED, _DEFLATED = 0, 8
_ENCRYPTED, _UTF_8 = 0x0041, 0x0800
_MOST_LIST = MOST_FILES * 512
_UNIX = 3
_DAY = 0x21
"""The first of January 1980: archives of the same files are the same bytes."""


class _Entry(msgspec.Struct, frozen=True):
    name: str
    deflated: bool
    crc: int
    packed: int
    size: int
    at: int
    """Where its local header begins."""


class Archive:
    """A pack in one file: a zip, read by nothing but what is here, because it may come from anybody.

    Python's own reader builds an object for each of a million entries, unpacks formats that want gigabytes, and
    believes what headers say. This one knows stored and deflated entries alone, refuses whatever a pack has no use for,
    and never unpacks more than was announced and allowed. Entries are unpacked when they are read.
    """

    def __init__(self, path: Path) -> None:
        """List the entries; raises Unreadable for an archive that is damaged, too large, or up to something."""
        self.path = path
        self.odd: Mapping[str, Message] = {}
        try:
            with atomic.reading(path) as file:
                entries = _entries(file)
        except OSError as error:
            raise Unreadable(cannot(error)) from error
        except (struct.error, UnicodeDecodeError):
            raise Unreadable(_damaged()) from None
        inside = _wrapped(entries)
        kept = {name.removeprefix(inside): entry for name, entry in entries.items() if not is_hidden(name)}
        self._entries = dict(sorted(kept.items()))
        self.sizes = {name: entry.size for name, entry in self._entries.items()}

    def read(self, name: str, most: int) -> bytes:
        """The bytes of an entry, unpacked no further than `most`; raises Unreadable."""
        entry = self._entries[name]
        if entry.size > most:
            raise Unreadable(too_big(most))
        try:
            with atomic.reading(self.path) as file:
                file.seek(entry.at)
                begin = entry.at + _after_header(file.read(_LOCAL_SIZE))
                file.seek(begin)
                raw = file.read(entry.packed)
        except OSError as error:
            raise Unreadable(cannot(error)) from error
        except struct.error:
            raise Unreadable(_damaged()) from None
        data = _inflated(raw, entry.size) if entry.deflated else raw
        if len(data) != entry.size or zlib.crc32(data) != entry.crc:
            raise Unreadable(_damaged())
        return data


def write_archive(files: Mapping[str, bytes]) -> bytes:
    """An archive of `files`, in the order of their names: equal files give equal bytes, on every machine.

    Nothing is compressed, since compressors differ; and so the records can be read in any editor.
    """
    body, listed = bytearray(), bytearray()
    for name, data in sorted(files.items()):
        written = name.encode("ascii")
        about = packed("<HHHHHIIIHH", 20, 0, _STORED, 0, _DAY, zlib.crc32(data), len(data), len(data), len(written), 0)
        rights = (stat.S_IFREG | 0o644) << 16
        listed += _ENTRY + packed("<BB", 20, _UNIX) + about + packed("<HHHII", 0, 0, 0, rights, len(body)) + written
        body += _LOCAL + about + written + data
    end = packed("<HHHHIIH", 0, 0, len(files), len(files), len(listed), len(body), 0)
    return bytes(body + listed + _END + end)


def _entries(file: BinaryIO) -> dict[str, _Entry]:
    """Every file of the archive, by name; raises Unreadable."""
    size = os.fstat(file.fileno()).st_size
    if size > MOST_PACK_BYTES:
        raise Unreadable(too_much())
    begin, length, count = _end(file, size)
    if count > MOST_FILES or length > _MOST_LIST:
        raise Unreadable(too_many())
    file.seek(begin)
    found: dict[str, _Entry] = {}
    folded: set[str] = set()
    for entry in _listed(file.read(length), count):
        if entry.name.endswith("/"):
            continue
        if entry.name.casefold() in folded:
            raise Unreadable(say("The archive has two files named {name}.", name=printable(entry.name)))
        folded.add(entry.name.casefold())
        found[entry.name] = entry
    if sum(entry.size for entry in found.values()) > MOST_PACK_BYTES:
        raise Unreadable(too_much())
    _refuse_overlap(file, found.values(), begin)
    return found


def _end(file: BinaryIO, size: int) -> tuple[int, int, int]:
    """Begin, length and number of the entries' list."""
    tail = min(size, _END_SIZE + 0xFFFF)
    file.seek(size - tail)
    data = file.read(tail)
    at = data.rfind(_END)
    if at < 0:
        raise Unreadable(say("This is not a pack archive."))
    disk, first, here, count, length, begin, comment = unpack_from("<HHHHIIH", data, at + 4)
    if disk or first or here != count or at + _END_SIZE + comment != tail:
        raise Unreadable(_damaged())
    if begin + length != size - tail + at:  # also any archive of the 64-bit kind, and one with a program before it
        raise Unreadable(_damaged())
    return begin, length, count


def _listed(data: bytes, count: int) -> Iterator[_Entry]:
    at = 0
    for _ in range(count):
        if data[at : at + 4] != _ENTRY:
            raise Unreadable(_damaged())
        flags, method, _, crc, small, size, name, extra, comment, disk, _, rights, where = unpack_from(
            "<HHIIIIHHHHHII", data, at + 8
        )
        system, begin = data[at + 5], at + _ENTRY_SIZE
        written = data[begin : begin + name]
        at = begin + name + extra + comment
        if len(written) != name or at > len(data) or disk:
            raise Unreadable(_damaged())
        shown = written.decode("utf-8" if flags & _UTF_8 else "cp437")
        _refuse(shown, flags, method, rights >> 16 if system == _UNIX else 0)
        if method == _STORED and small != size:
            raise Unreadable(_damaged())
        yield _Entry(shown, method == _DEFLATED, crc, small, size, where)
    if at != len(data):
        raise Unreadable(_damaged())


def _refuse(name: str, flags: int, method: int, mode: int) -> None:
    wrong = name_fault(name.removesuffix("/"))
    if wrong is not None:
        raise Unreadable(say("{name}: {why}", name=printable(name), why=wrong))
    if flags & _ENCRYPTED:
        raise Unreadable(say("The archive is password-protected."))
    if method not in (_STORED, _DEFLATED):
        raise Unreadable(say("The archive uses a compression that is not supported."))
    if mode and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise Unreadable(say("{name}: {why}", name=printable(name), why=say("This is not a regular file.")))


def _refuse_overlap(file: BinaryIO, entries: Iterable[_Entry], limit: int) -> None:
    """Each entry has bytes of its own, before the list, under a header that tells the same."""
    free = 0
    for entry in sorted(entries, key=lambda entry: entry.at):
        if entry.at < free:
            raise Unreadable(say("Files in the archive overlap."))
        file.seek(entry.at)
        header = file.read(_LOCAL_SIZE + 4 * len(entry.name))
        begin = entry.at + _after_header(header)
        method, length = unpack_from("<H", header, 8)[0], unpack_from("<H", header, 26)[0]
        name = header[_LOCAL_SIZE : _LOCAL_SIZE + length].decode("utf-8" if header[7] & 8 else "cp437")
        if name != entry.name or (method == _DEFLATED) != entry.deflated or header[6] & 1:
            raise Unreadable(_damaged())
        free = begin + entry.packed
        if free > limit:
            raise Unreadable(_damaged())


def _after_header(header: bytes) -> int:
    """How far behind the begin of a local header its data lie."""
    if header[:4] != _LOCAL:
        raise Unreadable(_damaged())
    name, extra = unpack_from("<HH", header, 26)
    return int(_LOCAL_SIZE + name + extra)


def _inflated(raw: bytes, size: int) -> bytes:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        data = unpacker.decompress(raw, size + 1)
    except zlib.error:
        raise Unreadable(_damaged()) from None
    if not unpacker.eof and len(data) <= size:
        raise Unreadable(_damaged())
    return data


def _wrapped(entries: Mapping[str, _Entry]) -> str:
    """The folder that the whole pack lies in, as many programs make it, with its ``/``; empty: none."""
    tops = {name.partition("/")[0] for name in entries if not is_hidden(name)}
    if len(tops) == 1 and not any(name in tops for name in entries):
        return f"{tops.pop()}/"
    return ""


def _damaged() -> Message:
    return say("This archive is damaged.")
