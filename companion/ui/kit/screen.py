"""Screens of the window, and what lies over a whole window: the keys stay inside and go back where they were."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QStandardPaths, Qt, Signal
from PySide6.QtGui import QAccessible, QCloseEvent, QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from companion.model.core.words import Message
from companion.ui.kit.focus import go_round
from companion.ui.kit.layouts import OnePage
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import Sentence, says, tr
from companion.ui.kit.widget import Translated

if TYPE_CHECKING:
    from companion.ui.kit import keys


class Screen(Translated, QWidget):
    """Fills the window. Escape goes back, which emits `left` unless the screen has a page of its own to go back to."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None, *, title: Sentence | None = None) -> None:
        """`title`: what a screen reader calls it."""
        super().__init__(parent)
        says(self, name=title)
        palette.theme_changed.connect(self.update)

    def bind(self, actions: Mapping[str, Callable[[], object]]) -> None:
        from companion.ui.kit import keys  # the home screen has none, and is painted first

        for id, do in actions.items():
            keys.action(id, self, do)

    @property
    def contexts(self) -> tuple[keys.Context, ...]:
        return ()

    def leave(self) -> None:
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        paint_ground(pen, self.rect(), palette.current())
        pen.end()


def paint_ground(pen: QPainter, rect: QRect, theme: Theme) -> None:
    """Plain paper with its grain: no fibre that would be seen to repeat on a large screen."""
    pen.drawTiledPixmap(rect, _paper(theme.color("ground").rgb(), theme.color("ink").rgb()))


@lru_cache(maxsize=8)
def _paper(ground: int, shade: int) -> QPixmap:
    """A piece to tile with, without a hole: copied, where its grains would be blended over a whole screen each time."""
    paper = QPixmap(512, 512)
    paper.fill(ground)
    with ink.painting(paper) as pen:
        for cells, pixels, strength in ((9, 512, 0.014), (128, 256, 0.022)):
            pen.drawTiledPixmap(paper.rect(), ink.grain_pixmap(cells, pixels, 5 + cells, shade, strength))
    return paper


FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f]')
"""What some system does not take in the name of a file."""


def ask_for_file(over: QWidget, title: Message, endings: str) -> Path | None:
    """Ask which file to open, in the system's own dialog; None if the person cancels."""
    chosen, _ = QFileDialog.getOpenFileName(over.window(), tr(title), "", endings)
    return Path(chosen) if chosen else None


def ask_where_to_save(over: QWidget, title: Message, name: str, ending: str) -> Path | None:
    """Ask where to save a file, in the system's own dialog; None if the person cancels.

    It begins in the documents folder, with a name that every system takes.
    """
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    proposed = Path(folder) / f"{FORBIDDEN.sub('', name).strip() or 'okko'}{ending}"
    chosen, _ = QFileDialog.getSaveFileName(over.window(), tr(title), str(proposed), f"*{ending}")
    return Path(chosen) if chosen else None


def _screen(widget: QWidget) -> QWidget:
    """The outermost page that a widget lies on; its window, when that has no pages."""
    found, around = widget.window(), widget.parentWidget()
    while around is not None:
        if isinstance(around, OnePage):
            found = widget
        widget, around = around, around.parentWidget()
    return found


class ModalLayer(Translated, QWidget):
    """Over the window of `owner`; closes when the screen that `owner` lies on is hidden or gone."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, owner: QWidget) -> None:
        """Not shown yet. The keys will go back to what has them now, unless `give_back_to` says another."""
        window = owner.window()
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._back = window.focusWidget()
        _screen(owner).installEventFilter(self)

    def give_back_to(self, widget: QWidget) -> None:
        """Who gets the keys in the end."""
        self._back = widget

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide and not event.spontaneous() and self.isVisible():
            self.close()
        return super().eventFilter(watched, event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return go_round(self, forward=forward) or super().focusNextPrevChild(forward)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        if self._back is not None and isValid(self._back) and self._back.isVisible():
            self._back.setFocus(Qt.FocusReason.PopupFocusReason)
