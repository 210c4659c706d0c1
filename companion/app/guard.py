"""What the store cannot do, as the window wants to hear it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.ui.home.shelf import ShelfError

R = TypeVar("R")


def guarded(do: Callable[[], R]) -> R:
    """What `do` gives; what the store cannot do becomes a ShelfError with the same sentence."""
    from companion.model.store import StoreError

    try:
        return do()
    except StoreError as wrong:
        raise ShelfError(wrong.why) from wrong
