"""How far a piece of work is that may take long: told to whoever watches it, who may end it by that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancelled(Exception):  # noqa: N818 - nothing is wrong
    """Whoever watches has given the work up; nothing of it is kept."""


_watching: ContextVar[Callable[[int, int], None] | None] = ContextVar("watching", default=None)


def told(done: int, of: int) -> None:
    """So much of so much is done; raises Cancelled when nobody wants the rest."""
    watch = _watching.get()
    if watch is not None:
        watch(done, of)


@contextmanager
def watched(by: Callable[[int, int], None]) -> Iterator[None]:
    """Have `by` called as the work inside goes on; it may raise Cancelled."""
    token = _watching.set(by)
    try:
        yield
    finally:
        _watching.reset(token)
