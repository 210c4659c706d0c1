"""What blanks are made of: words, lines and boxes that stand on the paper itself."""

from __future__ import annotations

import math

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy, QSpinBox, QWidget

from companion.ui.kit.list_lines import WRAP
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import PaintedButton, Sized, follow

LINES, MOST_LINES = 3, 10
"""Of ruled paper."""


class WordButton(PaintedButton):
    """A word that can be exchanged: underlined by a hair, with a small arrow."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.faded = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def say(self, text: str, *, faded: bool = False) -> None:
        self.faded = faded
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.refresh()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(fonts.font("text"))
        return QSize(metrics.horizontalAdvance(self.text()) + fonts.px(34), metrics.height() + fonts.px(11))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(70), self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.click()
        else:
            super().keyPressEvent(event)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        lit = self.underMouse() or self.hasFocus()
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("faded" if self.faded else "ink"))
        room = QRectF(fonts.px(3), 0, self.width() - fonts.px(26), self.height() - fonts.px(3))
        words = QFontMetrics(pen.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, int(room.width()))
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        side = fonts.px(11)
        arrow = icons.pixmap("chevron-down", theme.color("ink" if lit else "faded"), side, self.devicePixelRatioF())
        pen.drawPixmap(self.width() - side - fonts.px(7), (self.height() - side) // 2, arrow)
        pen.setPen(QPen(theme.color("vermilion" if self.hasFocus() else "faded" if lit else "hairline"),
                        2 if self.hasFocus() else 1))  # fmt: skip
        y = self.height() - 2
        pen.drawLine(1, y, self.width() - 2, y)


class Tick(Sized, PaintedButton):
    """A box to be ticked by the brush, with a sentence beside it."""

    preferred, least = (200, 28), (90, 28)

    enter_clicks = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def say(self, text: str) -> None:
        self.setText(text)
        self.setAccessibleName(text)
        self.refresh()

    def refresh(self) -> None:
        self._fit()
        self.update()

    def _fit(self) -> None:
        room = QRect(0, 0, max(60, self.width() - fonts.px(28)), 10_000)
        high = QFontMetrics(fonts.font("text")).boundingRect(room, WRAP, self.text()).height()
        self.setFixedHeight(max(fonts.px(22), high) + fonts.px(6))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        side = fonts.px(15)
        box = QRectF(fonts.px(3), fonts.px(5), side, side)
        pen.setBrush(Qt.BrushStyle.NoBrush)
        lit = self.underMouse() or self.hasFocus()
        pen.setPen(QPen(theme.color("vermilion" if self.hasFocus() else "ink" if lit else "faded"), 1.3))
        pen.drawPath(ink.rough_rect(box, "tick", 0.6, 20))
        if self.isChecked():
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            stroke = ink.line(
                (box.left() + side * 0.1, box.center().y()), (box.left() + side * 0.42, box.bottom() - side * 0.1),
                (box.right() + side * 0.25, box.top() - side * 0.3),
            )  # fmt: skip
            pen.drawPath(ink.brush_stroke(stroke, fonts.px(3.4), self.text(), rough=0.09))
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("ink" if self.isChecked() or lit else "faded"))
        pen.drawText(QRectF(fonts.px(28), fonts.px(3), self.width() - fonts.px(28), self.height()), WRAP, self.text())


def on_paper(widget: QWidget) -> None:
    """Let what is written stand on the paper itself, over a line."""
    theme = palette.current()
    kind = "QSpinBox" if isinstance(widget, QSpinBox) else "QLineEdit"
    widget.setStyleSheet(
        f"{kind} {{ background: transparent; border: none; border-bottom: 1px solid {theme.hairline};"
        f" padding: {fonts.px(3)}px {fonts.px(3)}px; }}"
        f"{kind}:focus {{ border-bottom: 2px solid {theme.vermilion}; }}"
    )


class WrittenLine(QLineEdit):
    """Words over a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        on_paper(self)


class Spin(QSpinBox):
    """A number that the wheel changes only when the keys are on it: else a page would not scroll past it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        on_paper(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class RuledPaper(QPlainTextEdit):
    """Ruled paper that grows with what is written on it; the Tab key goes on to the next blank."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._fit())
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        self.setStyleSheet("QPlainTextEdit { background: transparent; border: none; padding: 0; }")
        self.setFont(fonts.font("text"))
        self._fit()

    def _fit(self) -> None:
        """Three lines at least, ten at most; only what is longer scrolls."""
        written = int(self.document().size().height())
        lines = min(MOST_LINES, max(LINES, written))
        always, never = Qt.ScrollBarPolicy.ScrollBarAsNeeded, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(always if written > MOST_LINES else never)
        high = math.ceil(lines * QFontMetricsF(self.font()).lineSpacing()) + fonts.px(10)
        if self.height() != high or self.minimumHeight() != high:
            self.setFixedHeight(high)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self.viewport()) as pen:
            pen.setPen(QPen(theme.color("vermilion", 0.8) if self.hasFocus() else theme.color("hairline"), 1))
            step = QFontMetricsF(self.font()).lineSpacing()
            y = self.contentOffset().y() + 2 + step - 1
            while y < self.viewport().height():
                pen.drawLine(0, round(y), self.viewport().width(), round(y))
                y += step
        super().paintEvent(event)
