"""Programs to be killed: copies of one that has everything imported, so that two hundred kills take seconds.

A copy calls `main` of a module; what it prints is heard line by line. If the module has a `rehearse`, that is called
once before there are copies.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from uuid import uuid4

ROOT = Path(__file__).parents[1]


class Copies:
    """Makes copies; `folder`: where the pipes lie through which they are heard."""

    def __init__(self, folder: Path, module: str) -> None:
        self._folder, self._module = folder, module
        command = [sys.executable, "-m", "tests.forked", module]
        self._program = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, cwd=ROOT)

    @contextmanager
    def heard(self, *arguments: object) -> Iterator[tuple[int, IO[str]]]:
        """Have a copy call ``main(*arguments)``: its process, and what it prints."""
        pipe = self._folder / uuid4().hex
        os.mkfifo(pipe)
        assert self._program.stdin is not None
        print(json.dumps([str(pipe), *arguments]), file=self._program.stdin, flush=True)
        with pipe.open() as told:
            pid = int(told.readline())
            try:
                yield pid, told
            finally:
                kill(pid)
        pipe.unlink()

    def close(self) -> None:
        """No more copies."""
        assert self._program.stdin is not None
        self._program.stdin.close()
        self._program.wait(60)


def kill(pid: int) -> None:
    """Kill a copy, unless it is dead."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


@contextmanager
def copies_of(module: str) -> Iterator[Copies]:
    """Copies that call `main` of this module."""
    with tempfile.TemporaryDirectory() as folder:
        made = Copies(Path(folder), module)
        yield made
        made.close()


def serve(module: str) -> None:
    """Make a copy of this program for each line."""
    found = importlib.import_module(module)
    main, rehearse = found.main, getattr(found, "rehearse", None)
    if rehearse is not None:
        rehearse()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        if os.fork():
            continue
        pipe, *arguments = json.loads(line)
        os.dup2(os.open(pipe, os.O_WRONLY), 1)
        print(os.getpid(), flush=True)
        main(*arguments)
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    serve(sys.argv[1])
