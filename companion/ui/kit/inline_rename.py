"""Names written where they stand: on the paper itself, or in their own place for a moment."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.widget import follow

MOST = 80
"""Letters of a name."""


class InlineRename(QLineEdit):
    """Opens with the name chosen whole; Enter or going elsewhere keeps it, Escape does not.

    `renamed` carries another name; `over` comes always, and last. It goes by itself; whoever holds it lets go of it on
    `over`.
    """

    renamed = Signal(str)
    over = Signal()

    def __init__(self, name: str, font: QFont, place: QRect, parent: QWidget) -> None:
        """Over a part of `parent`, which gets the keys back."""
        super().__init__(name, parent)
        self._name, self._open = name, True
        self.setFont(font)
        self.setGeometry(place)
        self.setMaxLength(MOST)
        self.selectAll()
        self.editingFinished.connect(lambda: self._end(self.text().strip()))
        self.show()
        self.setFocus()

    def _end(self, name: str) -> None:
        if not self._open:
            return
        self._open = False
        self.hide()
        self.deleteLater()
        self.over.emit()
        if name and name != self._name:
            self.renamed.emit(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up; what lies below takes no Enter as a click."""
        if event.key() == Qt.Key.Key_Escape:
            self._end("")
            return
        super().keyPressEvent(event)
        event.accept()


class NameEdit(QLineEdit):
    """A name written straight onto the paper."""

    focused = Signal()

    def __init__(self, parent: QWidget | None = None, *, share: float = 1.0) -> None:
        """`share` of the size of a title."""
        super().__init__(parent)
        self._share = share
        self.setMaxLength(40)
        self.textChanged.connect(self._fit)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        theme = palette.current()
        self._fit()
        self.setStyleSheet(
            f"QLineEdit {{ background: transparent; border: none; border-bottom: 1px solid {theme.hairline};"
            f" padding: 0 0 {fonts.px(2)}px 0; }}"
            f"QLineEdit:focus {{ border-bottom: 2px solid {theme.vermilion}; }}"
        )

    def _fit(self) -> None:
        """A long name is written smaller before it is cut."""
        self.setFont(fonts.fitted("title", self.text(), self.width() - fonts.px(8), self._share, 0.6))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        lost = QFontMetrics(fonts.font("title", self._share)).height() - self.fontMetrics().height()
        return super().sizeHint() + QSize(0, lost)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.focusNextChild()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()
