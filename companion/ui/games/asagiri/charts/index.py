"""The list of charts: each a small drawing of itself with its title; one of them is looked at."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPixmap

from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import LineDelegate, ListView
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme

from . import strokes
from .chart import MANY, Chart

EDGE = 2
"""Strokes reach over the edge of a stamp by so much."""


class ChartDelegate(LineDelegate):
    """Paints a chart as small as a stamp, and its title; a stamp is painted once."""

    loud = False

    def __init__(self, view: ListView) -> None:
        super().__init__(view)
        self._stamps: dict[object, tuple[Chart, QPixmap]] = {}

    def _small(self) -> QSize:
        return QSize(fonts.px(74), fonts.px(44))

    def height(self, line: Line, width: int) -> int:
        return self._small().height() + fonts.px(14)

    def width(self, line: Line) -> int:
        """How wide a row is with its whole title."""
        return self._small().width() + QFontMetrics(fonts.font("strong")).horizontalAdvance(line.title) + fonts.px(34)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        small = self._small()
        at = QPointF(box.left() + fonts.px(12) - EDGE, box.center().y() - small.height() / 2 - EDGE)
        if isinstance(line.data, Chart):
            pen.drawPixmap(at, self._stamp(line.data, theme))
        pen.setFont(fonts.font("strong" if line.chosen else "text"))
        pen.setPen(theme.color("ink" if lit or line.chosen else "faded"))
        pen.drawText(box.adjusted(small.width() + fonts.px(22), 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, line.title)

    def _stamp(self, chart: Chart, theme: Theme) -> QPixmap:
        key = (chart.id, theme.name, fonts.text_scale(), self.view.devicePixelRatioF())
        held = self._stamps.get(key)
        if held is not None and held[0] is chart:
            return held[1]
        small = self._small()
        picture = ink.blank(small.width() + 2 * EDGE, small.height() + 2 * EDGE, self.view.devicePixelRatioF())
        with ink.painting(picture) as pen:
            self._draw(pen, QRectF(EDGE, EDGE, small.width(), small.height()), chart, theme)
        self._stamps[key] = (chart, picture)
        return picture

    def _draw(self, pen: QPainter, area: QRectF, chart: Chart, theme: Theme) -> None:
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
