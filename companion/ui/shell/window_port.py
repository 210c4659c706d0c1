"""What the screens want of the window that shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message

R = TypeVar("R")


class WindowPort(Protocol):
    """The window, as the navigator knows it."""

    def front(self) -> QWidget | None:
        """The screen in front."""

    def show_screen(self, screen: QWidget) -> None:
        """Bring a screen to the front."""

    def throw_away(self, screen: QWidget) -> None:
        """Let go of a screen that will not be shown again."""

    def tell(self, why: Message, action: Message | None = None, do: Callable[[], object] | None = None) -> None:
        """Say one sentence in passing, with at most one thing to do."""

    def waited(self, what: Message, do: Callable[[], R]) -> R:
        """Do something that may take long, beside the screen in front: see `companion.ui.kit.busy`."""

    def show_keys(self) -> None:
        """Show the list of keys and commands."""
