"""Threads that nobody waits for any more, until they have ended by themselves."""

from __future__ import annotations

from PySide6.QtCore import QThread

_ending: list[tuple[QThread, object]] = []


def let_end(thread: QThread, *, with_: object) -> None:
    """Tell a thread to end, and keep it and what it works `with_` meanwhile: without its object it ends the process."""
    thread.quit()
    _ending.append((thread, with_))
    _ending[:] = [ending for ending in _ending if not ending[0].wait(0)]


def wait() -> None:
    """Until all of them have ended: before the process does."""
    while _ending:
        _ending.pop()[0].wait()
