"""The table by keys: where Tab goes next, and what Escape closes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from companion.ui.kit.modal import go_round


def tab_on(screen: QWidget, areas: Sequence[QWidget], *, forward: bool) -> bool:
    """Bring the keys to the next widget of a screen, area after area, and round again."""

    def area(widget: QWidget) -> int:
        return next((n for n, one in enumerate(areas) if one is widget or one.isAncestorOf(widget)), len(areas))

    return go_round(screen.window(), forward=forward, order=area)


class OpenedLast(QObject):
    """What lies open over a screen, in the order in which it was opened."""

    def __init__(self, screen: QWidget, closing: Mapping[QWidget, Callable[[], object]]) -> None:
        """Listen to everything that Escape closes; `closing`: how each is closed."""
        super().__init__(screen)
        self._closing = closing
        self._open = [widget for widget in closing if not widget.isHidden()]
        for widget in closing:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShowToParent and isinstance(watched, QWidget):
            self._open = [one for one in self._open if one is not watched] + [watched]
        return super().eventFilter(watched, event)

    def close_last(self) -> bool:
        """Close what was opened last; False when nothing is open."""
        self._open = [widget for widget in self._open if not widget.isHidden()]
        if self._open:
            self._closing[self._open[-1]]()
        return bool(self._open)
