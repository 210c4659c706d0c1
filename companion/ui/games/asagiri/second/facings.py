"""Who looks where, to be seen from the other side of the room: a broad prow in front of every figure."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from companion.ui.games.asagiri.board.canvas import Overlay, ink_pen
from companion.ui.games.asagiri.board.geometry import heading


class Facings(Overlay):
    """A wedge from each base over the front edge of its square; broken in two for a shaken figure."""

    z = 49.0

    def show(self) -> None:
        """All figures on the floor shown."""
        self.clear()
        canvas, theme = self.canvas, self.canvas.theme
        for figure in canvas.state.figures:
            if figure.at < 0 or not canvas.geometry.has(figure.at):
                continue
            middle = canvas.centre(figure.at)
            ahead = heading(canvas.geometry.seen(figure.facing))
            shaken = figure.state == "shaken"
            colour = theme.color("shaken" if shaken else "vigilant")
            for path in _wedge(middle, ahead, broken=shaken):
                self.add_path(path, colour, ink_pen(theme.color("surface"), 4.5))


def _wedge(middle: QPointF, ahead: QPointF, *, broken: bool) -> list[QPainterPath]:
    across = QPointF(-ahead.y(), ahead.x())
    tip, base, notch = middle + ahead * 78, middle + ahead * 26, middle + ahead * 40
    left = _closed([tip, base - across * 50, notch])
    right = _closed([tip, base + across * 50, notch])
    if broken:
        gap = across * 4
        return [left.translated(-gap), right.translated(gap)]
    return [_closed([tip, base + across * 50, notch, base - across * 50])]


def _closed(points: list[QPointF]) -> QPainterPath:
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    path.closeSubpath()
    return path
