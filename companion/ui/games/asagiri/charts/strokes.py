"""How charts are drawn: ink, paper, hatching. In pixels; whoever calls says where numbers lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import pi, sin

import msgspec
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from companion.ui.kit.art.stones import BLACK, WHITE, stone_ink, stone_line
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme

from .chart import MANY, Chart, Look, Mark, Point, nice_ticks

Map = Callable[[QPointF], QPointF]
BANDS: dict[Look, int] = {"a": 0, "a_open": 0, "b": 1, "b_open": 1}
"""The looks of the two sides: white and black as their stones, with an edge of ink that parts them from the paper."""
SQUARE = ("b", "b_open")
"""Looks whose marks stand on their points, and whose lines are broken."""
HATCHED = ("b", "faded")
OPEN = ("a_open", "b_open", "open")
"""Looks of which the edge alone is drawn, broken for the two sides."""


def fill(look: Look, theme: Theme) -> QColor:
    """What a series is made of."""
    if look in BANDS:
        return stone_ink(BANDS[look], theme)
    return theme.color("ink" if look == "ink" else "faded")


def edge(look: Look, theme: Theme) -> QColor:
    """What is drawn around it."""
    return theme.color("ink") if look in BANDS else fill(look, theme)


def upon(look: Look, theme: Theme) -> QColor:
    """What is drawn upon it."""
    return stone_line(BANDS[look], theme) if look in BANDS else theme.color("surface")


def draw(
    pen: QPainter, chart: Chart, area: QRectF, at: Map, theme: Theme, selected: tuple[int, int] | None = None
) -> None:
    """Draw a chart into an area; `at` maps values (x, y) of the axes to pixels."""
    _grid(pen, chart, area, at, theme)
    if chart.fan:
        _fan(pen, chart, at, theme)
    if chart.washed:
        _wash(pen, chart, area, at, theme)
    _level(pen, chart, area, at, theme)
    if chart.filled:
        for n, m, rect in bars(chart, at):
            series = chart.series[n]
            bar(pen, rect, series.look, theme, f"{chart.id}{n}-{m}", (n, m) == selected)
        _expected(pen, chart, at, theme)
        return
    for series in chart.series:
        if chart.kind in ("line", "steps"):
            _line(pen, [at(QPointF(p.x, p.y)) for p in series.points], series.look, chart.kind == "steps", theme)
    crowd, size = sum(len(series.points) for series in chart.series), _mark_size(chart, at)
    for series in chart.series:
        if chart.kind == "dots" and crowd > MANY:
            _dust(pen, [at(QPointF(p.x, p.y)) for p in series.points], series.look, theme)
        elif chart.kind == "dots" or crowd <= 90 or any(p.mark or p.hollow for p in series.points):
            # marks that say something more lie on top
            for point in sorted(series.points, key=lambda point: bool(point.mark)):
                if chart.kind == "dots" or crowd <= 90 or point.mark or point.hollow:
                    place = at(QPointF(point.x, point.y))
                    mark(pen, place, series.look, theme, point.mark, hollow=point.hollow, size=size)
    if selected is not None:
        _pointed(pen, chart, chart.series[selected[0]], chart.series[selected[0]].points[selected[1]], area, at, theme)


def _mark_size(chart: Chart, at: Map) -> float:
    """Marks that are stacked are beads: as large as their places allow."""
    if chart.kind != "dots":
        return float(fonts.px(6))
    one, other = at(QPointF(0, 0)), at(QPointF(1, 1))
    room = min(abs(other.x() - one.x()), abs(other.y() - one.y()))
    return max(float(fonts.px(5)), min(0.72 * room, float(fonts.px(30))))


def stamp(pen: QPainter, chart: Chart, area: QRectF, at: Map, theme: Theme) -> None:
    """The same without words and scales, for where a chart is to be recognised only."""
    bare = msgspec.structs.replace(chart, level_words="", y_ticks=((float("nan"), ""),))
    if sum(len(series.points) for series in chart.series) > 1500:
        thin = tuple(
            msgspec.structs.replace(one, points=one.points[:: len(one.points) // 700 + 1]) for one in chart.series
        )
        bare = msgspec.structs.replace(bare, series=thin)
    draw(pen, bare, area, at, theme)


# the ground ----------------------------------------------------------------------------------------------------------


def _grid(pen: QPainter, chart: Chart, area: QRectF, at: Map, theme: Theme) -> None:
    """Hairlines at the numbers of the scale, no frame around."""
    across, up = chart.ranges()
    pen.setPen(QPen(theme.color("hairline", 0.75), 1))
    if chart.kind == "rows":
        for value, _ in chart.y_ticks or nice_ticks(*up, 7, chart.least):
            x = at(QPointF(value, 0)).x()
            pen.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        return
    for value, _ in chart.y_ticks or nice_ticks(*up, least=chart.least):
        y = at(QPointF(across[0], value)).y()
        pen.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))


def _level(pen: QPainter, chart: Chart, area: QRectF, at: Map, theme: Theme) -> None:
    """A brush stroke across where nothing is ahead, or where the end is."""
    if chart.level is None:
        return
    if (chart.kind in ("rows", "dots") and chart.id == "fights") or chart.kind == "rows":
        x = at(QPointF(chart.level, 0)).x()
        path = ink.line((x, area.bottom()), (x, area.top()))
    else:
        y = at(QPointF(0, chart.level)).y()
        path = ink.line((area.left(), y), (area.right(), y))
    role: Role = "vermilion" if chart.level_words else "faded"
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(theme.color(role, 0.85))
    pen.drawPath(ink.brush_stroke(path, 2.0, chart.id, pressure=lambda t: 0.6 + 0.4 * sin(pi * t)))
    if chart.level_words:
        pen.setFont(fonts.font("small"))
        pen.setPen(theme.color("vermilion"))
        metrics = QFontMetricsF(pen.font())
        y = at(QPointF(0, chart.level)).y()
        pen.drawText(QPointF(area.left() + fonts.px(6), y + metrics.ascent() + fonts.px(3)), chart.level_words)


def _fan(pen: QPainter, chart: Chart, at: Map, theme: Theme) -> None:
    """How far chance alone leads: once and twice the standard deviation."""
    pen.setPen(Qt.PenStyle.NoPen)
    for times, alpha in ((2.0, 0.05), (1.0, 0.07)):
        upper = [at(QPointF(x, times * dev)) for x, dev in chart.fan]
        lower = [at(QPointF(x, -times * dev)) for x, dev in reversed(chart.fan)]
        pen.setBrush(theme.color("ink", alpha * (1.6 if theme.dark else 1.0)))
        pen.drawPolygon(QPolygonF([*upper, *lower]))


def _wash(pen: QPainter, chart: Chart, area: QRectF, at: Map, theme: Theme) -> None:
    """Between the line and the level: the side that is ahead, A white, B hatched in black."""
    for series in chart.series:
        if len(series.points) < 2 or chart.level is None:
            continue
        line = [at(QPointF(p.x, p.y)) for p in series.points]
        y = at(QPointF(0, chart.level)).y()
        path = QPainterPath(QPointF(line[0].x(), y))
        for point in line:
            path.lineTo(point)
        path.lineTo(QPointF(line[-1].x(), y))
        path.closeSubpath()
        above, below = QRectF(area), QRectF(area)
        above.setBottom(y)
        below.setTop(y)
        for part, band in ((above, WHITE), (below, BLACK)):
            wash = stone_ink(band, theme)
            wash.setAlphaF(0.3 if theme.dark == (band == WHITE) else 0.85)
            pen.save()
            pen.setClipRect(part, Qt.ClipOperation.IntersectClip)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(wash)
            pen.drawPath(path)
            if band == BLACK:
                pen.setClipPath(path, Qt.ClipOperation.IntersectClip)
                _hatch(pen, part, theme.color("ink", 0.55), fonts.px(7))
            pen.restore()


def _hatch(pen: QPainter, rect: QRectF, colour: QColor, spacing: float) -> None:
    """Ink lines across a rectangle, from the lower left up; whoever calls has clipped."""
    pen.setPen(QPen(colour, 1.1))
    reach, lines = rect.width() + rect.height(), []
    offset = -rect.height() + spacing / 2
    while offset < reach:
        lines.append(QLineF(rect.left() + offset, rect.bottom(), rect.left() + offset + rect.height(), rect.top()))
        offset += spacing
    pen.drawLines(lines)


# lines -------------------------------------------------------------------------------------------------------------


def _line(pen: QPainter, points: list[QPointF], look: Look, steps: bool, theme: Theme) -> None:
    """A line of ink; that of side A is white between two edges, that of side B broken."""
    if len(points) < 2:
        return
    path = QPainterPath(points[0])
    for before, point in pairwise(points):
        if steps:
            path.lineTo(QPointF(point.x(), before.y()))
        path.lineTo(point)
    wide, breath = 2.4 * fonts.px(10) / 10, theme.color("ink", 0.16)
    # a wider breath of the same ink beneath makes it a brush, not a ruler
    strokes = [(breath, wide * 2.6), (edge(look, theme), wide)]
    if look in BANDS:
        strokes = [(breath, wide * 2.6), (edge(look, theme), wide * 1.5), (fill(look, theme), wide * 0.8)]
    pen.setBrush(Qt.BrushStyle.NoBrush)
    for n, (colour, thick) in enumerate(strokes):
        cap = Qt.PenCapStyle.FlatCap if look in SQUARE else Qt.PenCapStyle.RoundCap
        stroke = QPen(colour, thick, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin)
        if look in SQUARE and n:
            stroke.setDashPattern([5.0 * wide / thick, 2.8 * wide / thick])
        pen.setPen(stroke)
        pen.drawPath(path)


def mark(
    pen: QPainter, at: QPointF, look: Look, theme: Theme, kind: Mark = "", *, hollow: bool = False, size: float = 6
) -> None:
    """A round mark for side A, a square on its point for B; a cross through who falls, a dot within a shot."""
    colour, thick = fill(look, theme), max(1.4, min(size / 5, 3.0))
    half = size / 2 * (1.7 if kind == "fallen" and size < 12 else 1)
    outline = QPainterPath()
    if look in SQUARE:
        reach = half * 1.22
        corners = [(0, -reach), (reach, 0), (0, reach), (-reach, 0)]
        outline.addPolygon(QPolygonF([at + QPointF(x, y) for x, y in corners]))
        outline.closeSubpath()
    else:
        outline.addEllipse(at, half, half)
    open_ = hollow or look in OPEN
    broken = open_ and look in BANDS
    pen.setPen(QPen(edge(look, theme), thick, Qt.PenStyle.DotLine if broken else Qt.PenStyle.SolidLine))
    empty = open_ or (kind == "shot" and look not in BANDS)
    pen.setBrush(theme.color("surface") if empty else colour)
    pen.drawPath(outline)
    line = edge(look, theme) if empty else upon(look, theme)
    if kind == "fallen":
        reach = half * 0.5
        pen.setPen(QPen(line, thick * 0.9, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        pen.drawLine(at + QPointF(-reach, -reach), at + QPointF(reach, reach))
        pen.drawLine(at + QPointF(-reach, reach), at + QPointF(reach, -reach))
    elif kind == "shot":
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(line)
        pen.drawEllipse(at, half * 0.42, half * 0.42)


def _dust(pen: QPainter, points: list[QPointF], look: Look, theme: Theme) -> None:
    """Thousands of points: small and sheer, so that where they are many it is dark."""
    alpha = 0.55 if len(points) < 2000 else 0.28
    for colour, wide in ((edge(look, theme), 3), (fill(look, theme), 1.6))[: 2 if look in BANDS else 1]:
        colour.setAlphaF(alpha)
        pen.setPen(QPen(colour, fonts.px(wide), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        pen.drawPoints(points)


def _pointed(pen: QPainter, chart: Chart, series: object, point: Point, area: QRectF, at: Map, theme: Theme) -> None:
    """A hairline down and a ring around what is pointed at."""
    spot = at(QPointF(point.x, point.y))
    if chart.kind != "dots":
        pen.setPen(QPen(theme.color("faded", 0.7), 1, Qt.PenStyle.DotLine))
        pen.drawLine(QPointF(spot.x(), area.top()), QPointF(spot.x(), area.bottom()))
    pen.setBrush(theme.color("surface"))
    pen.setPen(QPen(theme.color("ink"), fonts.px(2)))
    pen.drawEllipse(spot, fonts.px(6), fonts.px(6))
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(theme.color("vermilion"))
    pen.drawEllipse(spot, fonts.px(3), fonts.px(3))


# bars --------------------------------------------------------------------------------------------------------------


def bars(chart: Chart, at: Map) -> Iterator[tuple[int, int, QRectF]]:
    """Every bar of a chart, in pixels: the number of its series, its own, where."""
    half = 0.36
    if chart.kind == "bars" and any(abs(point.x - round(point.x)) > 0.01 for _, _, point in chart.points()):
        half = 0.18
    for n, m, point in chart.points():
        if chart.kind == "rows":
            one, other = at(QPointF(point.low, point.x - half)), at(QPointF(point.y, point.x + half))
        else:
            one, other = at(QPointF(point.x - half, point.low)), at(QPointF(point.x + half, point.y))
        rect = QRectF(one, other).normalized()
        if rect.width() < 2 and chart.kind == "rows":
            rect.adjust(-1, 0, 1, 0)  # what comes to nothing is there as well
        most = fonts.px(30)
        if chart.kind == "rows" and rect.height() > most:
            rect = QRectF(rect.left(), rect.center().y() - most / 2, rect.width(), most)
        elif chart.kind == "bars" and rect.width() > 2 * most:
            rect = QRectF(rect.center().x() - most, rect.top(), 2 * most, rect.height())
        yield n, m, rect


def bar(pen: QPainter, rect: QRectF, look: Look, theme: Theme, seed: str, selected: bool = False) -> None:
    """A bar as if cut out of paper: full, hatched, or its edge alone."""
    if rect.width() < 0.5 or rect.height() < 0.5:
        return
    wander = min(0.8, rect.width() / 8, rect.height() / 8)
    shape = ink.rough_rect(rect, seed, wander, 24)
    ground = theme.color("surface") if look in OPEN else fill(look, theme)
    if look not in BANDS and look not in OPEN:
        ground.setAlphaF(0.22 if look in HATCHED else 0.88)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(ground)
    pen.drawPath(shape)
    if look in HATCHED or look == "b_open":
        lines = edge(look, theme) if look in OPEN else upon(look, theme) if look in BANDS else fill(look, theme)
        lines.setAlphaF(0.9 if look not in BANDS else 0.35)
        pen.save()
        pen.setClipPath(shape, Qt.ClipOperation.IntersectClip)
        _hatch(pen, rect, lines, fonts.px(8))
        pen.restore()
    pen.setBrush(Qt.BrushStyle.NoBrush)
    broken = look in OPEN and look in BANDS
    around = QPen(theme.color("vermilion") if selected else edge(look, theme), fonts.px(2.4 if selected else 1.3))
    around.setStyle(Qt.PenStyle.DashLine if broken and not selected else Qt.PenStyle.SolidLine)
    pen.setPen(around)
    pen.drawPath(shape)


def _expected(pen: QPainter, chart: Chart, at: Map, theme: Theme) -> None:
    """A stroke over each bar at the height it has on average."""
    strokes: tuple[tuple[Role, int], ...] = (("surface", 5), ("ink", 2))
    for role, wide in strokes:  # the one keeps the other apart from a black bar
        pen.setPen(QPen(theme.color(role), fonts.px(wide), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        for x, height, _ in chart.levels:
            left, right = at(QPointF(x - 0.19, height)), at(QPointF(x + 0.19, height))
            middle, reach = (left + right) / 2, min((right.x() - left.x()) / 2, fonts.px(34))
            pen.drawLine(middle - QPointF(reach, 0), middle + QPointF(reach, 0))


# keys to what is drawn -----------------------------------------------------------------------------------------------


def swatch(pen: QPainter, rect: QRectF, chart: Chart, look: Look, theme: Theme) -> None:
    """A small piece of a series, for the list of what is what."""
    if chart.filled:
        bar(pen, rect.adjusted(1, 2, -1, -2), look, theme, f"swatch{look}")
        return
    middle = rect.center()
    if chart.kind in ("line", "steps"):
        _line(pen, [QPointF(rect.left() + 1, middle.y()), QPointF(rect.right() - 1, middle.y())], look, False, theme)
    mark(pen, middle, look, theme, size=fonts.px(8))
