"""One earlier game in the list: a line to click, with what can be done to it under the mouse or the keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from companion.model.core.words import Message, plural, say
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.inline_rename import InlineRename
from companion.ui.kit.theme import fonts, icons, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated, follow
from companion.ui.play.storage import GameEntry

TOOLS = (
    ("rename", "edit", say("Rename")),
    ("export", "export", say("Export")),
    ("delete", "trash", say("Delete")),
)

NAME = 180
"""So much of a name is shown before the rest of the line, at text scale 1."""


class RecentRow(Translated, QAbstractButton):
    """Click or Enter opens the game; F2 renames, Delete throws away."""

    renamed = Signal(str)
    exported = Signal()
    deleted = Signal()

    def __init__(self, entry: GameEntry, parent: QWidget | None = None) -> None:
        """Show `entry`."""
        super().__init__(parent)
        self.entry = entry
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tools = QWidget(self)
        row = QHBoxLayout(self._tools)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self.tools: dict[str, InkButton] = {}
        for name, sign, _ in TOOLS:
            button = InkButton("", "quiet", self._tools, sign=sign)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.tools[name] = button
            row.addWidget(button)
        self.tools["rename"].clicked.connect(self.rename)
        self.tools["export"].clicked.connect(self.exported)
        self.tools["delete"].clicked.connect(self.deleted)
        self._tools.hide()
        self._edit: InlineRename | None = None
        follow(self)
        self.retranslate()

    def retranslate(self) -> None:
        self.setText(self.entry.name)
        self.setAccessibleName(self.entry.name)
        self.setAccessibleDescription(tr(self._state()))
        for name, _, words in TOOLS:
            self.tools[name].setToolTip(tr(words))
            self.tools[name].setAccessibleName(tr(words))
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def _state(self) -> Message:
        if not self.entry.finished:
            return plural("{count} step", "{count} steps", count=self.entry.steps)
        return say("Victory for {name}", name=self.entry.winner) if self.entry.winner else say("a draw")

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(260), fonts.px(34))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(160), fonts.px(34))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the tools at the right end."""
        super().resizeEvent(event)
        wide = self._tools.sizeHint().width()
        self._tools.setGeometry(self.width() - wide, 0, wide, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        from companion.ui.kit.translator import when

        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.underMouse() or self.hasFocus()
        if lit:
            pen.fillRect(self.rect(), theme.color("ink", 0.05))
        if self.hasFocus():
            pen.fillRect(QRectF(0, fonts.px(6), fonts.px(3), self.height() - fonts.px(12)), theme.color("vermilion"))
        side = fonts.px(16)
        sign = "shield" if self.entry.mode == "enforce" else "people"
        pen.drawPixmap(
            fonts.px(10),
            (self.height() - side) // 2,
            icons.pixmap(sign, theme.color("faded"), side, self.devicePixelRatioF()),
        )
        left, right = fonts.px(36), self.width() - fonts.px(6)
        font, small = fonts.font("name", 16 / 18), fonts.font("small")
        words = f"{tr(self._state())} · {when(self.entry.changed, tr.language)}"
        wide = QFontMetrics(small).horizontalAdvance(words) + 2
        name = min(QFontMetrics(font).horizontalAdvance(self.entry.name), fonts.px(NAME))
        if self._tools.isVisible():
            right -= self._tools.width()
        elif right - left - wide - fonts.px(12) >= name:
            pen.setFont(small)
            pen.setPen(theme.color("faded"))
            pen.drawText(QRectF(right - wide, 0, wide, self.height()), Qt.AlignmentFlag.AlignVCenter, words)
            right -= wide + fonts.px(12)
        pen.setFont(font)
        pen.setPen(theme.color("ink"))
        shown = QFontMetrics(font).elidedText(self.entry.name, Qt.TextElideMode.ElideRight, int(right - left))
        pen.drawText(QRectF(left, 0, right - left, self.height()), Qt.AlignmentFlag.AlignVCenter, shown)
        pen.setPen(QPen(theme.color("hairline", 0.7), 1))
        pen.drawLine(fonts.px(8), self.height() - 1, self.width() - fonts.px(4), self.height() - 1)
        pen.end()

    # tools ---------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        self._tools.setVisible((self.underMouse() or self.hasFocus()) and self._edit is None)
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Offer the tools."""
        super().enterEvent(event)
        self._look()

    def leaveEvent(self, event: QEvent) -> None:
        """Put the tools away."""
        super().leaveEvent(event)
        self._look()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Offer the tools."""
        super().focusInEvent(event)
        self._look()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Put the tools away."""
        super().focusOutEvent(event)
        self._look()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, F2 renames, Delete throws away, up and down go through the list."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif keys.meant("home", event) == "home.rename":
            self.rename()
        elif key == Qt.Key.Key_Delete:
            self.deleted.emit()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focusNextPrevChild(key == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def rename(self) -> None:
        """Write another name in its place; Enter keeps it, Escape does not."""
        if self._edit is not None:
            return
        place = QRect(fonts.px(30), 1, self.width() - fonts.px(40), self.height() - 2)
        self._edit = InlineRename(self.entry.name, fonts.font("name", 16 / 18), place, self)
        self._edit.renamed.connect(self.renamed)
        self._edit.over.connect(self._rename_over)
        self._look()

    def _rename_over(self) -> None:
        self._edit = None
        self.setFocus()
        self._look()
