"""Who learns of a session's changes: the journal that keeps them, and the listeners that show them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeAlias

import msgspec

from .contract import Event
from .record import Mode, Record, Step

Cause: TypeAlias = Literal[
    "choose", "roll", "retype", "edit", "switch", "dice", "undo", "redo", "jump", "revise", "look", "note"
]


class Change(msgspec.Struct, frozen=True):
    """What a mutation did to the session; `events` are those of the steps gone forward, in order."""

    before_cursor: int
    after_cursor: int
    events: tuple[Event, ...]
    cause: Cause
    touched: frozenset[str] = frozenset()
    """The parts in which the position differs now (`touched_parts`), and `LOG`."""


LOG = "log"
"""The part of a game that every step touches: what was done, where the cursor stands, mode and dice."""


def touched_parts(before: object, after: object) -> frozenset[str]:
    """The names of the fields by which two states differ; states share what did not change, so nothing is compared.

    A state without fields is one part, `state`.
    """
    if before is after:
        return frozenset()
    if not isinstance(after, msgspec.Struct) or type(before) is not type(after):
        return parts_of(after)
    return frozenset(name for name in after.__struct_fields__ if getattr(before, name) is not getattr(after, name))


def parts_of(state: object) -> frozenset[str]:
    """The names of all parts of a state."""
    return frozenset(state.__struct_fields__ if isinstance(state, msgspec.Struct) else ("state",))


class Standing(msgspec.Struct, frozen=True):
    """How the game stands at a cursor, for those who list games without opening them."""

    mode: Mode
    finished: bool
    winner: str | None
    """Who has won, several with a space between; None: nobody, or not yet."""


class Journal(Protocol):
    """Where a session's log is kept. All or nothing: an exception means that nothing was kept."""

    def commit(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing) -> None:
        """Forget the steps from index `cut_at` on, append `new_steps`, and be at `cursor`."""

    def replace(self, cut_at: int, new_steps: Sequence[Step], cursor: int, standing: Standing, header: Record) -> None:
        """The same, and keep `header`, a record without steps, which now holds the older end of the log."""

    def annotate(self, index: int, step: Step) -> None:
        """Keep the note and the bookmark of a step; nothing else of it has changed."""


class Listeners:
    """Callbacks, told of every change in the order in which the changes happened."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Change], None]] = []
        self._untold: deque[Change] = deque()
        self._telling = False

    def add(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Tell `callback` from now on; the function returned ends it."""
        self._listeners.append(callback)

        def unsubscribe() -> None:
            if callback in self._listeners:
                self._listeners.remove(callback)

        return unsubscribe

    def tell(self, change: Change) -> None:
        """Tell all, even when one raises (then its error is raised at the end).

        When a listener changes the game itself, that is told after this, not in the middle of it.
        """
        self._untold.append(change)
        if self._telling:
            return
        self._telling = True
        failed: Exception | None = None
        while self._untold:
            told = self._untold.popleft()
            for listener in tuple(self._listeners):
                try:
                    listener(told)
                except Exception as wrong:
                    failed = failed or wrong
        self._telling = False
        if failed is not None:
            raise failed
