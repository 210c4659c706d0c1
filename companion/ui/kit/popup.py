"""A slip of paper with things to choose from: a title, a line of explanation, and why some cannot be had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from companion.ui.kit.modal import ModalLayer
from companion.ui.kit.panels import PaperPanel
from companion.ui.kit.theme import fonts, icons, palette
from companion.ui.kit.widget import follow

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
    """One line to choose. `stepped` asks for the next (1) or the one before (-1)."""

    stepped = Signal(int)

    def __init__(self, line: Line, parent: QWidget | None = None) -> None:
        """Show `line`."""
        super().__init__(parent)
        self._lit = False
        self.show_line(line)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)  # in a narrow list it grows
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def show_line(self, line: Line) -> None:
        """Show another one in its place."""
        self.line = line
        self.setText(line.title)
        self.setAccessibleName(line.title)
        self.setAccessibleDescription(line.refusal or line.words)
        self.setToolTip(line.refusal)
        self.setEnabled(not line.refusal)
        self.refresh()

    def set_lit(self, on: bool) -> None:
        """Look as if the keys were here: somebody else holds them for it."""
        if on != self._lit:
            self._lit = on
            self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def _left(self) -> int:
        return fonts.px(34 if self.line.sign else 12)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        _, title = self._title(width)
        words = self.line.refusal or self.line.words
        room = QRect(0, 0, max(40, width - self._left() - fonts.px(12)), 10_000)
        high = QFontMetrics(fonts.font("small")).boundingRect(room, WRAP, words).height() if words else 0
        return title + high + fonts.px(11)

    def _title(self, width: int) -> tuple[QFont, int]:
        """The font of the title and its height: a long one is a little smaller, then goes on in a second line."""
        line, right = self.line, width - fonts.px(12)
        if line.value:
            right -= QFontMetrics(fonts.font("digits", 13 / 14)).horizontalAdvance(line.value) + fonts.px(8)
        room, share = max(40, right - self._left()), 1.0
        font = fonts.font("name", 16 / 18)
        while share > 0.88 and QFontMetrics(font).horizontalAdvance(line.title) > room:
            share -= 0.04
            font = fonts.font("name", 16 / 18 * share)
        metrics = QFontMetrics(font)
        one = QFontMetrics(fonts.font("name", 16 / 18)).height()
        if metrics.horizontalAdvance(line.title) <= room:
            return font, one
        high = metrics.boundingRect(QRect(0, 0, room, 10_000), WRAP, line.title).height()
        return font, max(one, min(high, 2 * metrics.lineSpacing()))

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(250), self.heightForWidth(fonts.px(250)))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(110), fonts.px(28))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter chooses; up and down go through the lines."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, line = palette.current(), self.line
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isEnabled()
        if on and (self.underMouse() or self.hasFocus() or self._lit):
            pen.fillRect(self.rect(), theme.color("ink", 0.06))
        if self.hasFocus() or line.chosen:
            bar = QRectF(0, fonts.px(5), fonts.px(3), self.height() - fonts.px(10))
            pen.fillRect(bar, theme.color("vermilion"))
        ink_ = theme.color("ink") if on else theme.mix("faded", "ground", 0.35)
        left, right = self._left(), self.width() - fonts.px(12)
        top = fonts.px(4)
        font, high = self._title(self.width())
        one = QFontMetrics(fonts.font("name", 16 / 18)).height()
        if line.sign:
            side = fonts.px(16)
            pen.drawPixmap(
                fonts.px(11), top + (one - side) // 2, icons.pixmap(line.sign, ink_, side, self.devicePixelRatioF())
            )
        if line.value:
            numeral = fonts.font("digits", 13 / 14)
            pen.setFont(numeral)
            pen.setPen(theme.color("faded"))
            pen.drawText(
                QRectF(left, top, right - left, one),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                line.value,
            )
            right -= QFontMetrics(numeral).horizontalAdvance(line.value) + fonts.px(8)
        pen.setFont(font)
        pen.setPen(ink_)
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        pen.drawText(QRectF(left, top, right - left, high), flags, line.title)
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("shaken" if line.refusal else "faded"))
        pen.drawText(
            QRectF(left, top + high + 1, self.width() - fonts.px(12) - left, self.height()),
            WRAP,
            line.refusal or line.words,
        )
        pen.end()


class ChoicePopup(ModalLayer):
    """Lines on a slip over the window; it closes when one is chosen, or when something else is clicked.

    It lies inside the window, as menus of other programs do not: no screen edge cuts it, no desktop draws it black.
    `chosen` carries the id of a line.
    """

    chosen = Signal(str)

    def __init__(self, lines: Sequence[Line], parent: QWidget, *, name: str = "", width: int = 330) -> None:
        """Over the window of `parent`, which gets the keys back; `name` is for screen readers."""
        super().__init__(parent)
        self.give_back_to(parent)
        self.setAccessibleName(name)
        self._wide = width
        self._slip = PaperPanel(self, margin=6, seed=17)
        column = QVBoxLayout(self._slip)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(1))
        self.lines: dict[str, LineButton] = {}
        for line in lines:
            button = LineButton(line, self._slip)
            button.clicked.connect(lambda _=False, id=line.id: self._choose(id))
            button.stepped.connect(lambda way, button=button: self._step(button, way))
            column.addWidget(button)
            self.lines[line.id] = button

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
        high = sum(button.heightForWidth(wide - 2 * edge) + fonts.px(1) for button in self.lines.values()) + 2 * edge
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
        ready = self._ready()
        first = next((button for button in ready if button.line.chosen), ready[0] if ready else None)
        (first or self).setFocus(Qt.FocusReason.PopupFocusReason)

    def _ready(self) -> list[LineButton]:
        return [button for button in self.lines.values() if button.isEnabled()]

    def _step(self, button: LineButton, way: int) -> None:
        step_among(self._ready(), button, way)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """The Tab key stays on the slip."""
        held = next((button for button in self._ready() if button.hasFocus()), None)
        if held is not None:
            self._step(held, 1 if forward else -1)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the slip closes it without a choice."""
        if not self._slip.geometry().contains(event.position().toPoint()):
            self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes without a choice; no key goes through to the screen below."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()


def step_among(buttons: Sequence[QAbstractButton], button: QAbstractButton, way: int) -> None:
    """Bring the keys from one of several lines to the next, round and round."""
    if button in buttons:
        buttons[(buttons.index(button) + way) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)
