"""A chart with axes and legend, pointed at by the mouse and walked along by arrows, and written into a file."""

from __future__ import annotations

import csv
from collections.abc import Callable
from html import escape
from io import StringIO
from pathlib import Path
from typing import Literal, TypeAlias

import pyqtgraph as pg
from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPicture,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from companion.model.core import atomic
from companion.ui.kit.accessibility import announce
from companion.ui.kit.charts.chart import Chart, Point, nice_ticks
from companion.ui.kit.charts.plot import Ink, Plot, legend
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.ink import painting
from companion.ui.kit.widget import follow

NEAR = 26
"""A point is pointed at within so many pixels, at text scale 1."""


class ChartView(pg.GraphicsView):  # type: ignore[misc]  # pyqtgraph has no types
    """See the module. `opened` carries the point that somebody wants to see in the timeline or the library."""

    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, background=None)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("chart")
        self.viewport().setAutoFillBackground(False)
        self.setStyleSheet("background: transparent")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        self.setAntialiasing(True)
        self.enableMouse(False)
        self.chart: Chart | None = None
        self.plot: Plot | None = None
        self.axes: dict[str, pg.AxisItem] = {}
        self._hint = ""
        self._told: Callable[[Point], str] = lambda point: ""
        self.tip = QLabel(self)
        self.tip.setWordWrap(True)
        self.tip.setTextFormat(Qt.TextFormat.PlainText)
        self.tip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.tip.hide()
        follow(self)

    def show_chart(self, chart: Chart, hint: str = "", told: Callable[[Point], str] = lambda point: "") -> None:
        """Draw another chart; `hint` says what a click on a point does, if anything; `told` says more of a point."""
        self.chart, self._hint, self._told = chart, hint, told
        self.setAccessibleName(chart.title)
        self.refresh()

    def refresh(self, fine: float = 0.0) -> None:
        chart, theme = self.chart, palette.current()
        self.tip.setFont(fonts.font("small"))
        self.tip.setStyleSheet(
            f"background: {theme.ink}; color: {theme.surface}; padding: {fonts.px(6)}px {fonts.px(9)}px;"
        )
        if chart is None:
            return
        inks = Ink(theme, fine or self.devicePixelRatioF())
        page, plot = pg.GraphicsLayout(), Plot(chart, inks)
        page.setSpacing(0)
        page.setContentsMargins(fonts.px(4), fonts.px(2), fonts.px(16), fonts.px(2))
        if len(chart.series) > 1:
            key = legend(chart, inks, max(self.width(), self.sizeHint().width()))
            page.addItem(key, 0, 0, 1, 2)
            page.layout.setAlignment(key, Qt.AlignmentFlag.AlignLeft)
        for row, words, side in ((1, chart.y_name, "left"), (4, chart.x_name, "right")):
            if words:
                label = page.addLabel(escape(words), row, 0, 1, 2, color=theme.color("faded"), justify=side)
                label.item.setFont(fonts.font("small"))
                label.updateMin()
        self.axes = {side: self._axis(side, plot) for side in ("left", "bottom")}
        page.addItem(self.axes["left"], 2, 0)
        page.addItem(plot, 2, 1)
        page.addItem(self.axes["bottom"], 3, 1)
        self.plot = None  # the one before goes with its page
        self.setCentralItem(page)
        self.plot = plot
        self.select(None)

    def _axis(self, side: str, plot: Plot) -> pg.AxisItem:
        """A scale without a line of its own; hairlines across at the numbers of what is measured."""
        chart, theme = plot.chart, palette.current()
        measured = (side == "left") != (chart.kind == "rows")
        low, high = chart.ranges()[measured]
        axis = pg.AxisItem(side, pen=pg.mkPen(None), textPen=theme.color("faded"), linkView=plot)
        least = chart.least if measured else 1.0
        shown = (chart.y_ticks if measured else chart.x_ticks) or nice_ticks(low, high, 6 + (side == "bottom"), least)
        axis.setTicks([list(shown), []])
        axis.setStyle(tickLength=0, tickTextOffset=fonts.px(7), tickFont=fonts.font("small"), tickAlpha=190)
        axis.setTickPen(theme.color("hairline") if measured else pg.mkPen(None))
        axis.setGrid(255 if measured else False)
        axis.setZValue(-1000)  # hairlines lie below the drawing
        return axis

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(560), fonts.px(330))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(300), fonts.px(220))

    def paint_into(self, pen: QPainter, target: QRectF, fine: float) -> None:
        """Draw what is seen into a rectangle of the same proportion, `fine` times as fine, nothing pointed at."""
        before = self._selected
        self.refresh(fine)
        self.grab()  # items find out where they are while they are first painted
        for item in self.scene().items():
            if hasattr(item, "setExportMode"):
                item.setExportMode(True, {"antialias": True})
        pen.save()
        # items of a scene begin with whatever the painter was left with
        pen.setBrush(Qt.BrushStyle.NoBrush)
        pen.setPen(Qt.PenStyle.NoPen)
        self.scene().render(pen, target, QRectF(self.viewport().rect()))
        pen.restore()
        self.refresh()
        self.select(before)

    @property
    def _selected(self) -> tuple[int, int] | None:
        return None if self.plot is None else self.plot.selected

    @property
    def point(self) -> Point | None:
        place = self._selected
        return None if place is None or self.chart is None else self.chart.series[place[0]].points[place[1]]

    @property
    def _leads(self) -> bool:
        """Whether a click on what is pointed at leads anywhere."""
        return self.point is not None and (self.point.step >= 0 or self.point.game >= 0)

    def select(self, place: tuple[int, int] | None, *, speak: bool = False) -> None:
        """Point at a point, by its series and its number; None: at nothing."""
        chart = self.chart
        if self.plot is None or chart is None:
            return
        if self.plot.selected != place:
            self.plot.point_at(place)
        point = self.point
        about = [chart.about, ", ".join(series.name for series in chart.series), chart.sums]
        told = chart.empty if chart.is_empty else " ".join(filter(None, about))
        self.setAccessibleDescription(told if point is None else point.words)
        self._place_tip()
        if speak and point is not None:
            announce(self, point.words)

    def place_of(self, point: Point) -> QPointF:
        """Where a point is drawn, in pixels of this widget."""
        assert self.plot is not None
        return QPointF(self.mapFromScene(self.plot.mapViewToScene(self.plot.place_of(point))))

    def nearest(self, at: QPointF) -> tuple[int, int] | None:
        """The point to which somebody points."""
        if self.plot is None:
            return None
        return self.plot.nearest(self.plot.mapSceneToView(self.mapToScene(at.toPoint())), fonts.px(NEAR))

    def _place_tip(self) -> None:
        point = self.point
        self.tip.setVisible(point is not None)
        if point is None:
            return
        self.tip.setText("\n".join(filter(None, (point.words, self._told(point), self._hint if self._leads else ""))))
        words = self.tip.fontMetrics().boundingRect(
            0, 0, min(fonts.px(300), self.width() - fonts.px(26)), 10_000, Qt.TextFlag.TextWordWrap, self.tip.text()
        )
        self.tip.setFixedSize(words.width() + fonts.px(22), words.height() + fonts.px(14))
        spot, gap = self.place_of(point), fonts.px(14)
        x = spot.x() + gap if spot.x() + gap + self.tip.width() < self.width() else spot.x() - gap - self.tip.width()
        y = spot.y() - gap - self.tip.height()
        y = y if y > 0 else min(spot.y() + gap, self.height() - self.tip.height())
        self.tip.move(round(max(2, min(x, self.width() - self.tip.width() - 2))), round(max(2, y)))
        self.tip.raise_()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.select(self.nearest(event.position()))
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if self._leads else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        self.select(self.nearest(event.position()))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.nearest(event.position()) is not None:
            self.open_point()
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        if not self.hasFocus():
            self.select(None)

    def open_point(self) -> None:
        """Lead to the point that is pointed at."""
        if self._leads:
            self.opened.emit(self.point)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        along = {Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10, Qt.Key.Key_End: 10**9, Qt.Key.Key_Home: -(10**9)}
        right, down = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}, {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if self.chart is not None and self.chart.kind == "rows":
            right, down = down, right
        key = Qt.Key(event.key())
        if key in along or key in right:
            self.walk((along | right)[key])
        elif key in down:
            self.cross(down[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.point is not None:
            self.open_point()
        elif key == Qt.Key.Key_Escape and self.point is not None:
            self.select(None)
        else:
            event.ignore()

    def walk(self, by: int) -> None:
        """Point at a later or earlier point of the same series, along the axis."""
        chart, place = self.chart, self._selected
        if chart is None or chart.is_empty:
            return
        n = next(n for n, series in enumerate(chart.series) if series.points) if place is None else place[0]
        points, way = chart.series[n].points, -1 if chart.kind == "rows" else 1
        order = sorted(range(len(points)), key=lambda m: (way * points[m].x, m))
        at = (0 if by > 0 else len(order) - 1) if place is None else order.index(place[1]) + by
        self.select((n, order[max(0, min(len(order) - 1, at))]), speak=True)

    def cross(self, by: int) -> None:
        """Point at the point of the next series that is nearest along the axis."""
        chart, place = self.chart, self._selected
        if chart is None or place is None:
            self.walk(1)
            return
        there = [n for n, series in enumerate(chart.series) if series.points]
        n = there[(there.index(place[0]) + by) % len(there)]
        x = chart.series[place[0]].points[place[1]].x
        points = chart.series[n].points
        self.select((n, min(range(len(points)), key=lambda m: abs(points[m].x - x))), speak=True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            pen = QPainter(self.viewport())
            side = QRectF(0, fonts.px(6), fonts.px(3), self.height() - fonts.px(12))
            pen.fillRect(side, palette.current().color("vermilion"))
            pen.end()

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if hasattr(self, "tip"):
            self._place_tip()


def stamp(chart: Chart, size: QSize, beside: QWidget) -> QPixmap:
    """A chart so small that it can be recognised only; drawn twice as large, so that its lines are thin."""
    view, pixel_ratio = pg.GraphicsView(beside, background=None), beside.devicePixelRatioF()
    view.setAntialiasing(True)
    view.setStyleSheet("background: transparent; border: none")
    view.resize(size * 2)
    if not chart.is_empty:
        view.setCentralItem(Plot(chart, Ink(palette.current()), bare=True))
    made: QPixmap = view.grab().scaled(
        size * pixel_ratio, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    made.setDevicePixelRatio(pixel_ratio)
    view.deleteLater()
    return made


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


def save(path: Path, form: Form, view: ChartView, chart: Chart, heading: str) -> None:
    """Write a chart. Raises OSError."""
    if form == "png":
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        picture(view, chart, heading).save(buffer, "PNG")  # type: ignore[call-overload]  # bytes are refused, whatever the stub says
        data = bytes(buffer.data().data())
    else:
        data = csv_bytes(chart) if form == "csv" else svg(view, chart, heading)
    atomic.write(path, data)
