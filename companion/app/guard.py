"""What goes wrong below the window, as the window wants to hear it: a sentence, and something to go on with."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

from companion.model.core.masking import masked
from companion.model.core.refusal import Failure
from companion.model.core.words import Message, say
from companion.ui.play.storage import StorageError

R = TypeVar("R")


def guarded(do: Callable[[], R]) -> R:
    """What `do` gives; what the store cannot do becomes a StorageError with the same sentence."""
    from companion.model.store import StoreError

    try:
        return do()
    except StoreError as wrong:
        raise StorageError(wrong.why) from wrong


def rescued(do: Callable[[], R], instead: Callable[[Message], R]) -> R:
    """What `do` gives; whatever it raises, what `instead` makes of the sentence about it.

    For everything that a window can be furnished without: nothing of it may keep the window from opening.
    """
    try:
        return do()
    except Exception as wrong:
        return instead(sentence(wrong))


def sentence(wrong: Exception) -> Message:
    """What a person is told of anything that was raised."""
    if isinstance(wrong, Failure):
        return wrong.why
    problem = masked(" ".join(str(getattr(wrong, "strerror", None) or wrong).split()))[:200]
    return say("An unexpected error occurred ({problem}).", problem=problem or type(wrong).__name__)


def refused(why: Message) -> NoReturn:
    """To be said by whoever asked."""
    raise StorageError(why)


class Nowhere:
    """Stands for a store that cannot be had at all: whatever is asked of it is refused with the reason."""

    in_memory = True

    def __init__(self, why: Message) -> None:
        self._why = why

    def __getattr__(self, name: str) -> NoReturn:
        raise StorageError(self._why)

    def close(self) -> None:
        """There is nothing to let go of."""
