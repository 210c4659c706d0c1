"""What is what in a chart: a piece of each series with its name, wrapped where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.widget import InkWidget

from . import strokes
from .chart import Chart


class Legend(InkWidget):
    """See the module; hidden where there is only one series."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Of no chart yet."""
        super().__init__(parent)
        self._chart: Chart | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_chart(self, chart: Chart) -> None:
        """Explain this chart."""
        self._chart = chart
        self.setVisible(len(chart.series) > 1 and not chart.is_empty)
        self.setAccessibleName(", ".join(series.name for series in chart.series))
        self.refresh()

    def _places(self, width: int) -> list[QRectF]:
        """Where each series is told, in a room so wide."""
        metrics, found = QFontMetrics(fonts.font("small")), []
        x, y, high = 0.0, 0.0, float(max(fonts.px(18), metrics.height()))
        for series in self._chart.series if self._chart is not None else ():
            wide = fonts.px(32) + metrics.horizontalAdvance(series.name) + fonts.px(4)
            if x and x + wide > width:
                x, y = 0.0, y + high + fonts.px(4)
            found.append(QRectF(x, y, wide, high))
            x += wide + fonts.px(20)
        return found

    def heightForWidth(self, width: int) -> int:
        return round(max((place.bottom() for place in self._places(width)), default=0)) + 2

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(200), self.heightForWidth(max(self.width(), fonts.px(200))))

    def minimumSizeHint(self) -> QSize:
        wide = max((place.width() for place in self._places(10_000)), default=0)
        return QSize(round(wide), self.heightForWidth(max(self.width(), round(wide))))

    def paintEvent(self, event: QPaintEvent) -> None:
        chart, theme, pen = self._chart, palette.current(), QPainter(self)
        if chart is not None:
            pen.setRenderHint(QPainter.RenderHint.Antialiasing)
            for series, place in zip(chart.series, self._places(self.width()), strict=True):
                piece = QRectF(place.left(), place.top(), fonts.px(26), place.height())
                strokes.swatch(pen, piece, chart, series.look, theme)
                pen.setFont(fonts.font("small"))
                pen.setPen(theme.color("ink"))
                pen.drawText(
                    place.adjusted(fonts.px(32), 0, fonts.px(6), 0), Qt.AlignmentFlag.AlignVCenter, series.name
                )
        pen.end()
