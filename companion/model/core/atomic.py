"""Files that are there as a whole or not at all, and files that are files."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO


def write(target: Path, data: bytes) -> None:
    """Put `data` into `target`: after a crash or on a full disk it holds what it held before, or all of it.

    Raises OSError. The folder must be there.
    """
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


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
