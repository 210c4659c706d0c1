"""The list of charts: each a small drawing of itself with its title; one of them is looked at."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Backdrop, follow

from . import strokes
from .chart import MANY, Chart


class ChartLine(QAbstractButton):
    """One chart of the list."""

    def __init__(self, chart: Chart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = chart
        self.setText(chart.title)
        self.setAccessibleName(chart.title)
        self.setAccessibleDescription(chart.about)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._backdrop = Backdrop(self._draw)
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def _small(self) -> QSize:
        return QSize(fonts.px(74), fonts.px(44))

    def sizeHint(self) -> QSize:
        words = QFontMetrics(fonts.font("text")).horizontalAdvance(self.text())
        return QSize(self._small().width() + words + fonts.px(34), self._small().height() + fonts.px(14))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, pen = palette.current(), QPainter(self)
        lit = self.isChecked() or self.underMouse()
        if lit:
            pen.fillRect(self.rect(), theme.color("ink", 0.06 if self.isChecked() else 0.03))
        if self.hasFocus():
            pen.fillRect(QRectF(0, fonts.px(6), fonts.px(3), self.height() - fonts.px(12)), theme.color("vermilion"))
        elif self.isChecked():
            pen.fillRect(QRectF(0, fonts.px(6), fonts.px(3), self.height() - fonts.px(12)), theme.color("ink"))
        pen.drawPixmap(0, 0, self._backdrop.get(self, self.chart.id))
        pen.setFont(fonts.font("strong" if self.isChecked() else "text"))
        pen.setPen(theme.color("ink" if lit or self.hasFocus() else "faded"))
        left = self._small().width() + fonts.px(22)
        pen.drawText(QRectF(left, 0, self.width() - left, self.height()), Qt.AlignmentFlag.AlignVCenter, self.text())
        pen.end()

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        """The chart as small as a stamp."""
        small, chart = self._small(), self.chart
        area = QRectF(fonts.px(12), (size.height() - small.height()) / 2, small.width(), small.height())
        if chart.is_empty:
            return
        (left, right), (low, high) = chart.ranges()
        pen.setClipRect(area.adjusted(-2, -2, 2, 2))
        if chart.kind == "rows":
            (left, right), (low, high) = (low, high), (left, right)

        def at(value: QPointF) -> QPointF:
            # half of the size, drawn twice as small below: strokes are to be thin
            return QPointF(
                2 * (value.x() - left) / (right - left) * area.width(),
                2 * (1 - (value.y() - low) / (high - low)) * area.height(),
            )

        pen.translate(area.topLeft())
        pen.scale(0.5, 0.5)
        whole = QRectF(0, 0, 2 * area.width(), 2 * area.height())
        if sum(len(series.points) for series in chart.series) > MANY * 10:
            pen.setOpacity(0.7)
        strokes.stamp(pen, chart, whole, at, theme)
