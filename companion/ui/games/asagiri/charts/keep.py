"""A chart outside of the window: as a picture (PNG), as a drawing (SVG), as numbers (CSV), on the clipboard."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QImageWriter, QPainter, QPicture

from companion.model.core import atomic
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.ink import painting

from . import strokes
from .chart import Chart

if TYPE_CHECKING:
    from .canvas import ChartView

Form: TypeAlias = Literal["png", "svg", "csv"]
FINE = 2
"""Pixels of a picture for one of the window."""
CREDIT = "Okko Companion"


class Page:
    """A chart with its words as it leaves the window; measured first, then painted."""

    def __init__(self, view: ChartView, chart: Chart, heading: str) -> None:
        """What `view` shows; `heading`: the game it is about."""
        self._view, self._chart, self._heading = view, chart, heading
        self._edge = fonts.px(36)
        width, height = view.viewport().width(), view.viewport().height()
        self._wide = float(width)
        above = self._texts(None, 0.0, ahead=True)
        self.chart_at = above + fonts.px(6)
        """How far down the chart itself begins."""
        below = self._texts(None, self.chart_at + height, ahead=False)
        self._tall = float(height)
        self.size = QSize(round(width + 2 * self._edge), round(below + self._edge))

    def paint(self, pen: QPainter) -> None:
        """Paint it at its size."""
        theme = palette.current()
        pen.fillRect(QRectF(0, 0, self.size.width(), self.size.height()), theme.color("surface"))
        self._texts(pen, 0.0, ahead=True)
        target = QRectF(self._edge, self.chart_at, self._wide, self._tall)
        self._view.paint_into(pen, target)
        self._texts(pen, self.chart_at + self._tall, ahead=False)

    def _texts(self, pen: QPainter | None, top: float, *, ahead: bool) -> float:
        """The words before or after the chart; without a painter only measured. Returns where they end."""
        chart, theme = self._chart, palette.current()
        y = float(self._edge) if ahead else top
        if ahead:
            y = self._line(pen, y, self._heading, "small", theme.color("faded"))
            y = self._line(pen, y, chart.title, "title", theme.color("ink"))
            y = self._line(pen, y, chart.about, "text", theme.color("faded"))
            y = self._legend(pen, y + fonts.px(6))
            return self._line(pen, y, chart.y_name, "small", theme.color("faded"))
        y = self._line(pen, y, chart.x_name, "small", theme.color("faded"), right=True)
        y = self._line(pen, y + fonts.px(4), chart.sums, "text", theme.color("ink"))
        return self._line(pen, y + fonts.px(4), CREDIT, "small", theme.color("faded"), right=True)

    def _line(
        self, pen: QPainter | None, y: float, text: str, role: fonts.FontRole, colour: QColor, *, right: bool = False
    ) -> float:
        if not text:
            return y
        font = fonts.font(role)
        flags = Qt.TextFlag.TextWordWrap | (Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
        box = QRectF(self._edge, y, self._wide, 10_000)
        need = QFontMetricsF(font).boundingRect(box, int(flags.value if hasattr(flags, "value") else flags), text)
        if pen is not None:
            pen.setFont(font)
            pen.setPen(colour)
            pen.drawText(QRectF(self._edge, y, self._wide, need.height() + 2), flags, text)
        return y + need.height() + fonts.px(4)

    def _legend(self, pen: QPainter | None, y: float) -> float:
        chart, theme, font = self._chart, palette.current(), fonts.font("small")
        if len(chart.series) < 2:
            return y
        metrics, x, high = QFontMetricsF(font), float(self._edge), fonts.px(18)
        for series in chart.series:
            wide = fonts.px(26) + fonts.px(6) + metrics.horizontalAdvance(series.name) + fonts.px(22)
            if x > self._edge and x + wide > self._edge + self._wide:
                x, y = float(self._edge), y + high + fonts.px(4)
            if pen is not None:
                strokes.swatch(pen, QRectF(x, y, fonts.px(26), high), chart, series.look, theme)
                pen.setFont(font)
                pen.setPen(theme.color("ink"))
                at = QRectF(x + fonts.px(32), y, wide, high)
                pen.drawText(at, Qt.AlignmentFlag.AlignVCenter, series.name)
            x += wide
        return y + high + fonts.px(6)


def picture(view: ChartView, chart: Chart, heading: str) -> QImage:
    """The chart as a picture, twice as fine as in the window."""
    page = Page(view, chart, heading)
    image = QImage(page.size * FINE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(FINE)
    with painting(image) as pen:
        page.paint(pen)
    return image


def png(view: ChartView, chart: Chart, heading: str) -> bytes:
    """The picture as a PNG file holds it."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"PNG").write(picture(view, chart, heading))
    return bytes(buffer.data().data())


def svg(view: ChartView, chart: Chart, heading: str) -> bytes:
    """The drawing as an SVG file holds it; texts stay texts."""
    from PySide6.QtSvg import QSvgGenerator

    page = Page(view, chart, heading)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made = QSvgGenerator()
    made.setOutputDevice(buffer)
    # the axes are kept as pictures, which are drawn by resolution
    made.setResolution(QPicture().logicalDpiX())
    made.setSize(page.size)
    made.setViewBox(QRectF(0, 0, page.size.width(), page.size.height()))
    made.setTitle(f"{heading} – {chart.title}")
    made.setDescription(f"{chart.about} {chart.sums}".strip())
    pen = QPainter(made)
    pen.setRenderHint(QPainter.RenderHint.Antialiasing)
    try:
        page.paint(pen)
    finally:
        pen.end()
    return bytes(buffer.data().data())


COLUMNS = ("series", "name", "x", "y", "from", "step", "words")


def rows(chart: Chart) -> list[tuple[str, ...]]:
    """The numbers, a row a point, in the order of `COLUMNS`: those that are nothing are empty."""
    named = dict(chart.x_ticks) if chart.kind == "rows" else {}
    found: list[tuple[str, ...]] = []
    for n, _, point in chart.points():
        x = "" if chart.kind == "rows" else f"{point.x:.10g}"
        low = f"{point.low:.10g}" if chart.filled else ""
        step = str(point.step) if point.step >= 0 else ""
        name = named.get(point.x, "")
        found.append((chart.series[n].name, name, x, f"{point.y:.10g}", low, step, point.words))
    return found


def csv_bytes(chart: Chart) -> bytes:
    """The numbers as a CSV file holds them: UTF-8, a head line, commas."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([tuple(map(_harmless, row)) for row in rows(chart)])
    return text.getvalue().encode("utf-8")


def _harmless(cell: str) -> str:
    """A name that somebody typed is no formula, whatever it begins with."""
    try:
        float(cell)
    except ValueError:
        return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
    return cell


def save(path: Path, form: Form, view: ChartView, chart: Chart, heading: str) -> Path:
    """Write a chart; returns where it lies, its ending put right. Raises OSError."""
    if path.suffix.lower() != f".{form}":
        path = path.with_name(f"{path.name}.{form}")
    data = csv_bytes(chart) if form == "csv" else (png if form == "png" else svg)(view, chart, heading)
    atomic.write(path, data)
    return path
