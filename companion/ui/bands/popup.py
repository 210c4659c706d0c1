"""A slip of paper with things to choose from: a title, a line of explanation, and why some cannot be had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from companion.ui.theme import icons, palette, type
from companion.ui.theme.widgets import PaperPanel, follow

WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class Line:
    """Something to choose: `refusal` says why not."""

    id: str
    title: str
    words: str = ""
    value: str = ""
    sign: str = ""
    refusal: str = ""
    chosen: bool = False


class LineButton(QAbstractButton):
    """One line to choose."""

    def __init__(self, line: Line, parent: QWidget | None = None) -> None:
        """Show `line`."""
        super().__init__(parent)
        self.line = line
        self.setText(line.title)
        self.setAccessibleName(line.title)
        self.setAccessibleDescription(line.refusal or line.words)
        self.setToolTip(line.refusal)
        self.setEnabled(not line.refusal)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def refresh(self) -> None:
        """Take over the present theme and text size."""
        self.updateGeometry()
        self.update()

    def _left(self) -> int:
        return type.px(34 if self.line.sign else 12)

    def hasHeightForWidth(self) -> bool:
        """The explanation wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Title and explanation."""
        title = QFontMetrics(type.font("name", 16 / 18)).height()
        words = self.line.refusal or self.line.words
        room = QRect(0, 0, max(40, width - self._left() - type.px(12)), 10_000)
        high = QFontMetrics(type.font("small")).boundingRect(room, WRAP, words).height() if words else 0
        return title + high + type.px(11)

    def sizeHint(self) -> QSize:
        """As wide as a band's column."""
        return QSize(type.px(250), self.heightForWidth(type.px(250)))

    def minimumSizeHint(self) -> QSize:
        """Narrower, if need be."""
        return QSize(type.px(140), type.px(28))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter chooses; up and down go through the lines."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint sign, title, value and explanation."""
        theme, line = palette.current(), self.line
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isEnabled()
        if on and (self.underMouse() or self.hasFocus()):
            pen.fillRect(self.rect(), theme.color("ink", 0.06))
        if self.hasFocus() or line.chosen:
            bar = QRectF(0, type.px(5), type.px(3), self.height() - type.px(10))
            pen.fillRect(bar, theme.color("vermilion"))
        ink_ = theme.color("ink") if on else theme.mix("faded", "ground", 0.35)
        left, right = self._left(), self.width() - type.px(12)
        top = type.px(4)
        font = type.font("name", 16 / 18)
        high = QFontMetrics(font).height()
        if line.sign:
            side = type.px(16)
            pen.drawPixmap(
                type.px(11), top + (high - side) // 2, icons.pixmap(line.sign, ink_, side, self.devicePixelRatioF())
            )
        if line.value:
            numeral = type.font("digits", 13 / 14)
            pen.setFont(numeral)
            pen.setPen(theme.color("faded"))
            pen.drawText(
                QRectF(left, top, right - left, high),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                line.value,
            )
            right -= QFontMetrics(numeral).horizontalAdvance(line.value) + type.px(8)
        share = 1.0
        while share > 0.8 and QFontMetrics(font).horizontalAdvance(line.title) > right - left:
            share -= 0.04
            font = type.font("name", 16 / 18 * share)
        pen.setFont(font)
        pen.setPen(ink_)
        title = QFontMetrics(font).elidedText(line.title, Qt.TextElideMode.ElideRight, right - left)
        pen.drawText(QRectF(left, top, right - left, high), Qt.AlignmentFlag.AlignVCenter, title)
        pen.setFont(type.font("small"))
        pen.setPen(theme.color("shaken" if line.refusal else "faded"))
        pen.drawText(
            QRectF(left, top + high + 1, self.width() - type.px(12) - left, self.height()),
            WRAP,
            line.refusal or line.words,
        )
        pen.end()


class ChoicePopup(PaperPanel):
    """Lines on a slip that closes when one is chosen, or when something else is clicked. `chosen` carries the id."""

    chosen = Signal(str)

    def __init__(self, lines: Sequence[Line], parent: QWidget, *, name: str = "", width: int = 330) -> None:
        """`name` is for screen readers."""
        super().__init__(parent, margin=6, seed=17)
        self.setWindowFlags(Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(name)
        self._wide = width
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(type.px(1))
        self.lines: dict[str, LineButton] = {}
        for line in lines:
            button = LineButton(line, self)
            button.clicked.connect(lambda _=False, id=line.id: self._choose(id))
            column.addWidget(button)
            self.lines[line.id] = button

    def _choose(self, id: str) -> None:
        self.chosen.emit(id)
        self.close()

    def popup(self, below: QWidget) -> None:
        """Show it under a widget (or above it, where there is no room), and take the keys."""
        wide = type.px(self._wide)
        inner = wide - 2 * (self.SHADOW + type.px(6))
        high = sum(button.heightForWidth(inner) + type.px(1) for button in self.lines.values())
        high += 2 * (self.SHADOW + type.px(6))
        at = below.mapToGlobal(QPoint(-self.SHADOW, below.height() - 4))
        screen = below.screen() or QGuiApplication.primaryScreen()
        area = screen.availableGeometry()
        if at.y() + high > area.bottom():
            at.setY(max(area.top(), below.mapToGlobal(QPoint(0, 0)).y() - high + 4))
        at.setX(max(area.left(), min(at.x(), area.right() - wide)))
        self.setGeometry(QRect(at, QSize(wide, high)))
        self.show()
        ready = [button for button in self.lines.values() if button.isEnabled()]
        first = next((button for button in ready if button.line.chosen), ready[0] if ready else None)
        if first is not None:
            first.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes without a choice."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)
