"""A panel that opens beside what a person does: the keys come in with it, and go back to where they were afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from companion.ui.kit.modal import stops_in

from .focus import mouse, writing

First = Callable[[], QWidget | None]


class Guest(QObject):
    """Watches one panel. Only its own opening brings the keys in, not that of the screen it lies on; and they do not
    come while a person is writing elsewhere, or has opened it with the mouse.
    """

    def __init__(self, panel: QWidget, first: First = lambda: None, wanted: Callable[[], bool] = lambda: True) -> None:
        """`first`: what gets the keys; where it names nothing, the first thing inside at which the Tab key stops,
        or the panel itself. `wanted`: whether it wants them at all.
        """
        super().__init__(panel)
        self._panel, self._first, self._wanted = panel, first, wanted
        self._back: QWidget | None = None
        panel.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShowToParent and self._panel.isVisible():
            self.come()
        elif event.type() == QEvent.Type.Hide and not event.spontaneous():
            self.leave()
        return super().eventFilter(watched, event)

    @property
    def here(self) -> bool:
        held = self._panel.window().focusWidget()
        return held is not None and (held is self._panel or self._panel.isAncestorOf(held))

    def come(self) -> None:
        if self.here or mouse.clicking or writing(self._panel) or not self._wanted():
            return
        self._back = self._panel.window().focusWidget()
        self._enter()

    def _enter(self) -> None:
        first = self._first()
        if first is None or not first.isVisible() or not self._panel.isAncestorOf(first):
            first = next(iter(stops_in(self._panel)), self._panel)
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    @contextmanager
    def staying(self) -> Iterator[None]:
        """While things inside come and go, the keys stay inside, if that is where they were."""
        here = self.here
        yield
        if here and not self.here and self._panel.isVisible():
            self._enter()

    def leave(self) -> None:
        back, self._back = self._back, None
        if not self.here:
            return
        parent = self._panel.parentWidget()
        if back is not None and isValid(back) and back.isVisible() and back.isEnabled():
            back.setFocus(Qt.FocusReason.PopupFocusReason)
        elif parent is not None:
            parent.setFocus(Qt.FocusReason.PopupFocusReason)
