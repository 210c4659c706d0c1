"""A slip of paper with lines to choose from, over the window; where there are many, typing finds them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.words import folded
from companion.ui.kit.layouts import vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import PaperPanel
from companion.ui.kit.screen import ModalLayer
from companion.ui.kit.theme import fonts

FEW = 9
"""Up to so many lines there is nothing to search for."""


class ChoicePopup(ModalLayer):
    """Lines on a slip over the window; it closes when one is chosen, or when something else is clicked.

    It lies inside the window, as menus of other programs do not: no screen edge cuts it, no desktop draws it black.
    `chosen` carries the id of a line.
    """

    chosen = Signal(str)

    def __init__(
        self, lines: Sequence[Line], parent: QWidget, *, name: str = "", find: str = "", width: int = 330
    ) -> None:
        """Over the window of `parent`, which gets the keys back; `name` is for screen readers, `find` invites to
        search.
        """
        super().__init__(parent)
        self.give_back_to(parent)
        self.setAccessibleName(name)
        self._wide = width
        self._slip = PaperPanel(self, margin=6, seed=17)
        self.search = QLineEdit(self._slip)
        self.search.setPlaceholderText(find)
        self.search.setAccessibleName(find)
        self.search.setVisible(bool(find) and len(lines) > FEW)
        self.search.textChanged.connect(self._sift)
        self.search.installEventFilter(self)
        self.lines = ListView(self._slip)
        self.lines.setAccessibleName(name)
        self.lines.searches = self.search.isHidden()
        self.lines.show_lines(lines)
        self.lines.chosen.connect(self._choose)
        vbox(self.search, (self.lines, 1), on=self._slip, spacing=4)

    def _choose(self, id: str) -> None:
        self.close()
        self.chosen.emit(id)

    def popup(self, below: QWidget, *, beside: bool = False) -> None:
        """Show it under a widget (above, where there is no room) or beside it, and take the keys."""
        window = self.parentWidget()
        assert window is not None
        self.setGeometry(window.rect())
        edge = self._slip.SHADOW + fonts.px(6)
        wide = min(fonts.px(self._wide), window.width())
        high = self.lines.heightForWidth(wide - 2 * edge) + 2 * edge
        if not self.search.isHidden():
            high = min(high + self.search.sizeHint().height() + fonts.px(4), fonts.px(520))
        high = min(high, window.height())
        at = below.mapTo(window, QPoint(-self._slip.SHADOW, below.height() - 4))
        if beside:
            at = below.mapTo(window, QPoint(below.width() - self._slip.SHADOW, -self._slip.SHADOW))
            if at.x() + wide > window.width():
                at.setX(below.mapTo(window, QPoint(self._slip.SHADOW - wide, 0)).x())
        elif at.y() + high > window.height():
            at.setY(below.mapTo(window, QPoint(0, 0)).y() - high + 4)
        at.setX(max(0, min(at.x(), window.width() - wide)))
        at.setY(max(0, min(at.y(), window.height() - high)))
        self._slip.setGeometry(QRect(at, QSize(wide, high)))
        self.give_back_to(below)
        self.show()
        self.raise_()
        first = self.lines if self.search.isHidden() else self.search
        (first if self.lines.usable() else self).setFocus(Qt.FocusReason.PopupFocusReason)

    def _sift(self, text: str) -> None:
        words = folded(text).split()
        self.lines.sift(lambda line: all(word in folded(f"{line.title} {line.words}") for word in words))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = event.key()
            if key == Qt.Key.Key_Escape:
                self.close()
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down) and self.lines.usable():
                self.lines.setCurrentIndex(self.lines.rows.index(self.lines.usable()[0]))
                self.lines.setFocus(Qt.FocusReason.TabFocusReason)
                if key != Qt.Key.Key_Down:
                    self.lines.choose()
                return True
        return super().eventFilter(watched, event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        if self.lines.hasFocus():
            self.lines.step(1 if forward else -1)
        else:
            self.lines.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._slip.geometry().contains(event.position().toPoint()):
            self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.text().strip() and not self.search.isHidden():
            self.search.setFocus()
            self.search.setText(self.search.text() + event.text())
