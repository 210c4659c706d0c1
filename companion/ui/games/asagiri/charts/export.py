"""A chart outside of the window: as a picture (PNG), as a drawing (SVG), as numbers (CSV), on the clipboard."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPicture

from companion.model.core import atomic
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.ink import painting

from .chart import Chart

if TYPE_CHECKING:
    from .chart_view import ChartView

Form: TypeAlias = Literal["png", "svg", "csv"]
Words: TypeAlias = tuple[str, fonts.FontRole, palette.Role]
FINE = 2
"""Pixels of a picture for one of the window."""
CREDIT = "Okko Companion"


class ExportPage:
    """A chart with its words as it leaves the window: what `view` shows below `heading`, the game it is about."""

    def __init__(self, view: ChartView, chart: Chart, heading: str) -> None:
        self._view, self._edge, self._shown = view, fonts.px(36), view.viewport().size()
        self._above: list[Words] = [
            (heading, "small", "faded"), (chart.title, "title", "ink"), (chart.about, "text", "faded")
        ]  # fmt: skip
        self._below: list[Words] = [(chart.sums, "text", "ink"), (CREDIT, "small", "faded")]
        self.chart_at = self._write(None, self._above, self._edge)
        """How far down the chart itself begins."""
        bottom = self._write(None, self._below, self.chart_at + self._shown.height())
        self.size = QSize(self._shown.width() + 2 * self._edge, round(bottom + self._edge))

    def _write(self, pen: QPainter | None, lines: list[Words], y: float) -> float:
        """Write lines below each other; without a painter only measure. Returns where they end."""
        for text, font, role in lines:
            flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
            box = QRectF(self._edge, y, self._shown.width(), 10_000)
            need = QFontMetricsF(fonts.font(font)).boundingRect(box, flags.value, text).height() if text else 0.0
            if pen is not None and text:
                pen.setFont(fonts.font(font))
                pen.setPen(palette.current().color(role))
                pen.drawText(QRectF(self._edge, y, self._shown.width(), need + 2), flags, text)
            y += need + fonts.px(4) if text else 0
        return y

    def paint(self, pen: QPainter, fine: float = 1.0) -> None:
        pen.fillRect(QRectF(0, 0, self.size.width(), self.size.height()), palette.current().color("surface"))
        bottom = self.chart_at + self._shown.height()
        for lines, top in ((self._above, self._edge), (self._below, bottom)):
            self._write(pen, lines, top)
        target = QRectF(self._edge, self.chart_at, self._shown.width(), self._shown.height())
        self._view.paint_into(pen, target, fine)


def picture(view: ChartView, chart: Chart, heading: str) -> QImage:
    """The chart as a picture, twice as fine as in the window."""
    page = ExportPage(view, chart, heading)
    image = QImage(page.size * FINE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(FINE)
    with painting(image) as pen:
        page.paint(pen, FINE)
    return image


def svg(view: ChartView, chart: Chart, heading: str) -> bytes:
    """The drawing as an SVG file holds it; texts stay texts."""
    from PySide6.QtSvg import QSvgGenerator

    page, buffer, made = ExportPage(view, chart, heading), QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made.setOutputDevice(buffer)
    # the axes are kept as pictures, which are drawn by resolution
    made.setResolution(QPicture().logicalDpiX())
    made.setSize(page.size)
    made.setViewBox(QRectF(0, 0, page.size.width(), page.size.height()))
    made.setTitle(f"{heading} – {chart.title}")
    made.setDescription(f"{chart.about} {chart.sums}".strip())
    with painting(made) as pen:
        page.paint(pen)
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
    if form == "png":
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        picture(view, chart, heading).save(buffer, "PNG")  # type: ignore[call-overload]  # bytes are refused, whatever the stub says
        data = bytes(buffer.data().data())
    else:
        data = csv_bytes(chart) if form == "csv" else svg(view, chart, heading)
    atomic.write(path, data)
    return path
