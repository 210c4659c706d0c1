"""Where the files of a pack are: in a folder, or in an archive. Hostile until it has been opened."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from companion.model.core.refusal import Failure
from companion.model.core.words import Message, say

from . import names
from .limits import MOST_FILES, MOST_PACK_BYTES


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
                if names.hidden(name):
                    continue
                wrong = names.fault(name)
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
