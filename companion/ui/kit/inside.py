"""What lies inside a widget."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QObject

T = TypeVar("T", bound=QObject)


def inside(around: QObject, kind: type[T]) -> list[T]:
    """All of a kind inside, in the order of `findChildren`.

    PySide makes what `findChildren` returns children of what it was asked of, and lets go of them with that alone: of
    a window, each scroll bar that Qt made and deleted would be remembered until the window closes.
    """
    found: list[T] = []
    for child in around.children():
        if isinstance(child, kind):
            found.append(child)
        found += inside(child, kind)
    return found
