"""Files that are there as a whole or not at all, and files that are files."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

_UNFINISHED = re.compile(r"\.okko-companion-[0-9a-f]{16}\.part")
"""Hidden, recognisably ours, and never longer than a file system takes, whatever the file is going to be called."""


def write(target: Path, data: bytes) -> None:
    """Put `data` into `target`: after a crash or on a full disk it holds what it held before, or all of it.

    Raises OSError. The folder must be there.
    """
    clear_away(target.parent)
    with replacing(target) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(target: Path) -> Iterator[BinaryIO]:
    """A file to write into, which becomes `target` when the block ends without an exception. Raises OSError."""
    unfinished = target.with_name(f".okko-companion-{secrets.token_hex(8)}.part")
    try:
        with _begun(unfinished) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if sys.platform != "win32":  # there an open file cannot be renamed; elsewhere its lock ends after this
                unfinished.replace(target)
        if sys.platform == "win32":
            unfinished.replace(target)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def clear_away(folder: Path) -> None:
    """Remove from a folder the unfinished files of programs that were killed; not what a program is writing still."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _UNFINISHED.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with contextlib.suppress(OSError):  # of a living program, of somebody else, or gone meanwhile
                    _remove_unless_written(Path(entry.path))


def _begun(unfinished: Path) -> BinaryIO:
    """A new file, locked for as long as it is open; on Windows no open file can be removed."""
    while True:
        file = unfinished.open("xb")
        if sys.platform == "win32":
            return file
        with contextlib.suppress(OSError):  # without locks on this disk it is never cleared away by others
            fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_nlink:
            return file
        file.close()  # another program has cleared it away before it was locked


def _remove_unless_written(path: Path) -> None:
    if sys.platform == "win32":
        path.unlink()
        return
    with path.open("rb+") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()


def settle(files: Iterable[Path]) -> None:
    """Return when files just written are on the disk, so that a rename after it cannot overtake them; raises OSError.

    Where the system can, all at once: some hundred files one by one take seconds.
    """
    if hasattr(os, "sync"):
        os.sync()
        return
    for path in files:
        with path.open("rb+") as file:
            os.fsync(file.fileno())


def reading(path: Path) -> BinaryIO:
    """Open a plain file. Raises OSError, also for a pipe or a device: reading one may wait for ever."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        file = os.open(path, flags)
    except ValueError:  # a name with the end of all names in it, as in file:///%00
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path)) from None
    if stat.S_ISREG(os.fstat(file).st_mode):
        return open(file, "rb")  # noqa: PTH123 - a descriptor
    os.close(file)
    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
