"""What lies between the axes of a chart, made of pyqtgraph's own items: bars, lines, marks.

Not imported before a screen of charts is opened: pyqtgraph and numpy take a quarter of a second.
"""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainterPath, QPen, QPixmap, QTransform

from companion.ui.kit.art.figures import BLACK, WHITE, stone_ink, stone_line
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme, seat_colour

from .chart import MANY, SEATS, Chart, Look, Mark, Point, Series

BANDS: dict[Look, int] = {"a": WHITE, "a_open": WHITE, "b": BLACK, "b_open": BLACK}
"""The looks of the two sides: white and black as their stones, with an edge of ink that parts them from the paper."""
HATCHED: tuple[Look, ...] = ("b", "faded", "b_open", "s2", "s4", "s6", "s8")
OPEN: tuple[Look, ...] = ("a_open", "b_open", "open")
"""Looks of which the edge alone is drawn, broken for the two sides."""
SYMBOLS: dict[Look, str] = {
    "b": "d",
    "b_open": "d",
    **dict(zip(SEATS, ("o", "s", "t", "star", "d", "p", "t1", "h"), strict=True)),
}
"""Marks that are not round."""
DASHES: dict[Look, tuple[float, ...]] = {
    "b": (5.0, 2.8), "b_open": (5.0, 2.8), "faded": (1.5, 1.6), "s2": (5.0, 2.8), "s3": (1.5, 1.8),
    "s4": (7.0, 2.0, 1.5, 2.0), "s6": (5.0, 2.8), "s7": (1.5, 1.8), "s8": (7.0, 2.0, 1.5, 2.0),
}  # fmt: skip
"""Lines that are broken."""
BESIDE = 0.008
"""Lines of seats lie so far beside each other, as a share of the height."""
LINE, MARK, BAR = 2.4, 6, 30
"""Pixels at text scale 1: the width of a line, the size of a mark on it, half the thickness of a bar at most."""
MARKED = 90
"""With more points than so many, a line bears only the marks that say something more."""


class Style(NamedTuple):
    """The colours of a look: what it is made of, what is around it, what is drawn upon it."""

    fill: QColor
    edge: QColor
    upon: QColor


class Ink(NamedTuple):
    """Pens and brushes for charts. pyqtgraph's pens are measured in pixels of the device: `fine` to one of ours."""

    theme: Theme
    fine: float = 1.0

    def style(self, look: Look) -> Style:
        """How a series of this look is coloured."""
        surface, edge = self.theme.color("surface"), self.theme.color("faded" if look in ("faded", "open") else "ink")
        if look in OPEN:
            return Style(surface, edge, edge)
        if look in SEATS:
            colour = seat_colour(SEATS.index(look), self.theme)
            return Style(colour, colour, surface)
        if look in BANDS:
            return Style(stone_ink(BANDS[look], self.theme), edge, stone_line(BANDS[look], self.theme))
        return Style(edge, edge, surface)

    def pen(self, colour: QColor, width: float, line: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
        """A pen that is as wide (in pixels at text scale 1) whatever the axes show."""
        made: QPen = pg.mkPen(colour, width=self.fine * fonts.px(10 * width) / 10, style=line)
        return made

    def line(self, look: Look, colour: QColor, share: float = 1.0) -> QPen:
        """A line of ink, `share` as wide as usual; broken as its look is."""
        made, dashes = self.pen(colour, LINE * share), DASHES.get(look)
        made.setCapStyle(Qt.PenCapStyle.FlatCap if dashes else Qt.PenCapStyle.RoundCap)
        made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if dashes:
            made.setDashPattern([length / share for length in dashes])
        return made

    def rim(self, look: Look) -> QPen:
        broken = look in OPEN and look in BANDS
        return self.pen(self.style(look).edge, 1.3, Qt.PenStyle.DashLine if broken else Qt.PenStyle.SolidLine)

    def filling(self, look: Look) -> QBrush:
        """The inside of a bar: full, hatched, or paper."""
        fill, _, upon = self.style(look)
        if look not in HATCHED:
            return QBrush(fill)
        if look == "faded":
            fill, upon = self.theme.color("faded", 0.22), self.theme.color("faded")
        else:
            upon.setAlphaF(0.35)
        side = fonts.px(8)
        tile = QPixmap(side, side)
        tile.fill(Qt.GlobalColor.transparent)
        with ink.painting(tile) as brush:
            brush.fillRect(tile.rect(), fill)
            brush.setPen(QPen(upon, 1.1))
            for shift in (-side, 0, side):
                brush.drawLine(shift, side, shift + side, 0)
        return QBrush(tile)


def symbol(look: Look) -> str:
    """The mark of a look: that of side B stands on its point, each seat has its own."""
    return SYMBOLS.get(look, "o")


def _cross() -> QPainterPath:
    path = QPainterPath(QPointF(-0.5, -0.5))
    path.lineTo(0.5, 0.5)
    path.moveTo(-0.5, 0.5)
    path.lineTo(0.5, -0.5)
    return path


SIGNS: dict[Mark, tuple[str | QPainterPath, float]] = {"fallen": (_cross(), 0.5), "shot": ("o", 0.42)}
"""What is drawn upon a mark: a cross for who is disabled, a dot for a shot; and how large beside the mark."""


class Plot(pg.ViewBox):  # type: ignore[misc]  # pyqtgraph has no types
    """The drawing of one chart; `bare`: without words, to be recognised only."""

    def __init__(self, chart: Chart, inks: Ink, *, bare: bool = False) -> None:
        super().__init__(enableMouse=False, enableMenu=False, defaultPadding=0)
        self.chart, self.inks, self.theme = chart, inks, inks.theme
        self.selected: tuple[int, int] | None = None
        self._drawn: list[Any] = []
        """PySide lets go of what nobody else holds."""
        self._pointer: list[Any] = []
        self._bars: list[tuple[Any, QBrush]] = []
        self._marks: list[tuple[Any, float]] = []
        self.thickness = 0.72
        """Of a bar, along the axis."""
        pairs = chart.kind == "bars" and any(abs(point.x - round(point.x)) > 0.01 for _, _, point in chart.points())
        self._thickest = 0.36 if pairs else 0.72
        self.places = [(n, m) for n, m, _ in chart.points()]
        self.values = np.array([(point.x, point.y, point.low) for _, _, point in chart.points()]).reshape(-1, 3)
        across, up = chart.ranges()
        if chart.kind == "rows":
            across, up = up, across
        self.setRange(xRange=across, yRange=up, padding=0, disableAutoRange=True)
        self._draw(bare)
        self.sigTransformChanged.connect(self._fit)

    def _put(self, item: Any) -> Any:
        self.addItem(item, ignoreBounds=True)
        self._drawn.append(item)
        return item

    def _draw(self, bare: bool) -> None:
        chart = self.chart
        for times, alpha in ((2.0, 0.05), (1.0, 0.07)) if chart.fan else ():
            x, deviation = np.array(chart.fan).T
            shade = self.theme.color("ink", alpha * (1.6 if self.theme.dark else 1.0))
            around = np.append(x, x[::-1]), times * np.append(deviation, -deviation[::-1])
            self._put(pg.PlotCurveItem(*around, pen=None, brush=shade, fillLevel="enclosed", antialias=True))
        if chart.level is not None:
            self._level(chart.level, bare)
        for n, series in enumerate(chart.series):
            if series.points:
                (self._bar if chart.filled else self._line)(series, self._of(n))
        if chart.levels:
            x, y = np.array([(x, y) for x, y, _ in chart.levels]).T
            reaches: tuple[tuple[Role, float], ...] = (("surface", 5), ("ink", 2))
            for role, wide in reaches:  # the one keeps the other apart from a black bar
                self._put(pg.ErrorBarItem(x=x, y=y, width=0.38, pen=self.inks.pen(self.theme.color(role), wide)))

    def _of(self, series: int) -> np.ndarray:
        return self.values[[n == series for n, _ in self.places]]

    def _level(self, level: float, bare: bool) -> None:
        """Where nothing is ahead, or where the end is."""
        chart = self.chart
        role: Role = "vermilion" if chart.level_words else "faded"
        words = {"position": 0.0, "anchors": [(0, 0), (0, 0)], "color": self.theme.color(role)}
        upright = chart.kind == "rows" or chart.id == "fights"
        line = pg.InfiniteLine(level, 90 if upright else 0, self.inks.pen(self.theme.color(role, 0.85), 1.6))
        self._put(line)
        if chart.level_words and not bare:
            line.label = pg.InfLineLabel(line, chart.level_words, **words)
            line.label.setFont(fonts.font("small"))

    def _bar(self, series: Series, values: np.ndarray) -> None:
        (x, y, low), brush = values.T, self.inks.filling(series.look)
        place = {"y": x, "x0": low, "x1": y} if self.chart.kind == "rows" else {"x": x, "y0": low, "y1": y}
        along = {"height" if self.chart.kind == "rows" else "width": self.thickness}
        item = self._put(pg.BarGraphItem(**place, **along, pen=self.inks.rim(series.look), brush=brush))
        self._bars.append((item, brush))

    def _line(self, series: Series, values: np.ndarray) -> None:
        chart, (fill, edge, _) = self.chart, self.inks.style(series.look)
        x, y, _ = values.T
        y = y + self._beside(series.look)
        crowd = len(self.places)
        if chart.kind != "dots":
            band, step = series.look in BANDS, "right" if chart.kind == "steps" else None
            # the lines of the sides have an edge, a single one a breath of the same ink, as a brush leaves it
            line = self.inks.line(series.look, fill if band else edge, 0.8 if band else 1)
            breath = self.inks.pen(self.theme.color("ink", 0.16), 2.6 * LINE)
            edges = {"pen": line, "shadowPen": self.inks.line(series.look, edge, 1.5) if band else breath}
            self._put(pg.PlotCurveItem(x, y, antialias=True, stepMode=step, **edges, **self._wash()))
        if chart.kind == "dots" and crowd > MANY:
            # small and sheer, so that where they are many it is dark
            colour = self.inks.style(series.look).edge
            colour.setAlphaF(0.55 if crowd < 2000 else 0.28)
            self._put(pg.ScatterPlotItem(x, y, size=fonts.px(3), pen=None, brush=colour, antialias=True))
            return
        shown = [p for p in series.points if chart.kind == "dots" or crowd <= MARKED or p.mark or p.hollow]
        for mark in ("", "shot", "fallen"):
            for hollow in (False, True):
                self._scatter(series.look, mark, hollow, [p for p in shown if (p.mark, p.hollow) == (mark, hollow)])

    def _beside(self, look: Look) -> float:
        """How much higher than its values the line of a seat is drawn, not to hide under another's."""
        if look not in SEATS or self.chart.kind == "dots":
            return 0.0
        low, high = self.chart.ranges()[1]
        return (SEATS.index(look) - (len(self.chart.series) - 1) / 2) * BESIDE * (high - low)

    def _wash(self) -> dict[str, Any]:
        """The room between a line and the level belongs to the side that is ahead: A above, B below."""
        level = self.chart.level
        if not self.chart.washed or level is None:
            return {}
        gradient = QLinearGradient(0, level - 1e-3, 0, level + 1e-3)
        for at, band in ((0.49, BLACK), (0.51, WHITE)):
            colour = stone_ink(band, self.theme)
            colour.setAlphaF(0.3 if self.theme.dark == (band == WHITE) else 0.6 if band == BLACK else 0.85)
            gradient.setColorAt(at, colour)
        return {"fillLevel": level, "brush": QBrush(gradient)}

    def _scatter(self, look: Look, mark: Mark, hollow: bool, points: list[Point]) -> None:
        if not points:
            return
        fill, edge, upon = self.inks.style(look)
        empty = hollow or look in OPEN or (mark == "shot" and look not in BANDS)
        size = 1.7 if mark == "fallen" and self.chart.kind != "dots" else 1.0
        around = self.inks.pen(edge, 1.4, Qt.PenStyle.DotLine if empty and look in BANDS else Qt.PenStyle.SolidLine)
        brush = QBrush(self.theme.color("surface") if empty else fill)
        beside = self._beside(look)
        places = {"x": [p.x for p in points], "y": [p.y + beside for p in points], "antialias": True}
        item = pg.ScatterPlotItem(**places, symbol=symbol(look), pen=around, brush=brush, size=fonts.px(MARK * size))
        self._marks.append((self._put(item), size * (1.22 if symbol(look) == "d" else 1.0)))
        if mark:
            sign, share = SIGNS[mark]
            colour = edge if empty else upon
            item = pg.ScatterPlotItem(**places, symbol=sign, pen=self.inks.pen(colour, 1.3), brush=QBrush(colour))
            self._marks.append((self._put(item), size * share))

    def _fit(self, *_: object) -> None:
        """Bars are no thicker than looks well, hatching is measured in pixels, and stacked marks fill their places."""
        wide, high = self.viewPixelSize()
        rows, pixels = self.chart.kind == "rows", QTransform()
        pixels.scale(wide, -high)
        self.thickness = min(self._thickest, fonts.px(BAR) * (high if rows else 2 * wide))
        for item, brush in self._bars:
            brush.setTransform(pixels)
            item.setOpts(brush=brush, **{"height" if rows else "width": self.thickness})
        bead = max(fonts.px(5), min(0.72 / max(wide, high), fonts.px(30)))
        for item, share in self._marks:
            item.setSize((bead if self.chart.kind == "dots" else fonts.px(MARK)) * share)

    def nearest(self, at: QPointF, reach: float) -> tuple[int, int] | None:
        """The point that lies no further than `reach` pixels from a place of the axes, or the bar that lies there."""
        if not self.places:
            return None
        wide, high = self.viewPixelSize()
        x, y, low = self.values.T
        if self.chart.filled:
            along, up, slack = (at.y(), at.x(), wide) if self.chart.kind == "rows" else (at.x(), at.y(), high)
            inside = (np.abs(x - along) <= self.thickness / 2) & (np.minimum(low, y) - slack <= up)
            hits = np.flatnonzero(inside & (up <= np.maximum(low, y) + slack))
            return self.places[hits[0]] if len(hits) else None
        # lines are pointed at from above and below as well, as long as nothing else is nearer
        weight = 0.08 if self.chart.kind in ("line", "steps") else 1.0
        far = np.hypot((x - at.x()) / wide, (y - at.y()) / high * weight)
        best = int(np.argmin(far))
        return self.places[best] if far[best] < reach else None

    def place_of(self, point: Point) -> QPointF:
        """Where a point lies between the axes."""
        return QPointF(point.y, point.x) if self.chart.kind == "rows" else QPointF(point.x, point.y)

    def point_at(self, place: tuple[int, int] | None) -> None:
        """Show which point is pointed at, by its series and its number."""
        for item in self._pointer:
            self.removeItem(item)
        self.selected, self._pointer = place, []
        if place is None:
            return
        point, red = self.chart.series[place[0]].points[place[1]], self.theme.color("vermilion")
        if self.chart.filled:
            ends = {"y": [point.x], "x0": [point.low], "x1": [point.y], "height": self.thickness}
            if self.chart.kind == "bars":
                ends = {"x": [point.x], "y0": [point.low], "y1": [point.y], "width": self.thickness}
            self._pointer = [pg.BarGraphItem(**ends, pen=self.inks.pen(red, 2.4), brush=pg.mkBrush(None))]
        else:
            if self.chart.kind != "dots":
                hair = self.inks.pen(self.theme.color("faded", 0.7), 1, Qt.PenStyle.DotLine)
                self._pointer.append(pg.InfiniteLine(point.x, 90, hair))
            rings: tuple[tuple[Role, int], ...] = (("ink", 14), ("surface", 10), ("vermilion", 6))
            for role, size in rings:
                brush = QBrush(self.theme.color(role))
                spot = pg.ScatterPlotItem([point.x], [point.y], size=fonts.px(size), pen=None, brush=brush)
                spot.opts["antialias"] = True
                self._pointer.append(spot)
        for item in self._pointer:
            self.addItem(item, ignoreBounds=True)


def legend(chart: Chart, inks: Ink, width: float) -> Any:
    """What is what in a chart, in as many columns as there is room for."""
    made = pg.LegendItem(frame=False, horSpacing=fonts.px(8), labelTextColor=inks.theme.color("ink"))
    for series in chart.series:
        fill, edge, _ = inks.style(series.look)
        if chart.filled:
            sample = pg.ScatterPlotItem(symbol="s", pen=inks.rim(series.look), size=14)
            sample.opts["brush"] = inks.filling(series.look)
        else:
            marked = {"symbol": symbol(series.look), "symbolBrush": QBrush(fill), "symbolPen": inks.pen(edge, 1.4)}
            drawn = None if chart.kind == "dots" else inks.line(series.look, edge)
            sample = pg.PlotDataItem([0], pen=drawn, symbolSize=9, antialias=True, **marked)
        made.addItem(sample, escape(series.name))
        made.items[-1][1].item.setFont(fonts.font("small"))
        made.items[-1][1].updateMin()
    widest = max(label.itemRect().width() for _, label in made.items) + 20 + fonts.px(24)
    made.setColumnCount(max(1, int(width / widest)))
    return made
