"""Control zones as diagonal lines: those of band A are white and rise to the right, those of band B black and fall."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from companion.model.games.asagiri.state.board import members
from companion.ui.games.asagiri.board.canvas import Overlay, cells, ink_pen
from companion.ui.games.asagiri.board.sheet import Shape
from companion.ui.kit.art.stones import stone_ink, stone_line
from companion.ui.kit.theme.palette import Theme

SPACING = 15.0


class Zones(Overlay):
    """The control zones of several figures."""

    z = 10.0

    masks: tuple[int, int] = (0, 0)
    """By band: the squares drawn."""

    def show(self, figures: Iterable[int]) -> None:
        """The zones of these figures."""
        canvas, state = self.canvas, self.canvas.state
        masks = [0, 0]
        for who in figures:
            masks[state.band_of(who)] |= state.zone(who)
        if not self.renews(tuple(masks)):
            return
        self.masks = (masks[0], masks[1])
        theme = canvas.theme
        for band, mask in enumerate(masks):
            rects = [canvas.geometry.rect(square) for square in members(mask) if canvas.geometry.has(square)]
            if not rects:
                continue
            wash = Shape(cells(rects, 0, 0), theme.color("vermilion", 0.07))
            self.add_sheet([wash, *_lines(hatch(rects, band), band, theme, 0.75)], rects)


class HoverZone(Overlay):
    """The three squares that one figure controls, plainly marked (under the pointer, or selected)."""

    z = 26.0

    mask = 0

    def show(self, who: int, *, plain: bool = False) -> None:
        """The zone of a figure (-1: of none); `plain` leaves the lines out."""
        if who < 0:
            self.clear()
            return
        canvas = self.canvas
        mask, band = canvas.state.zone(who), canvas.state.band_of(who)
        if not self.renews((mask, band, plain)):
            return
        self.mask = mask
        rects = [canvas.geometry.rect(square) for square in members(self.mask) if canvas.geometry.has(square)]
        if not rects:
            return
        theme = canvas.theme
        if not plain:
            self.add_sheet(_lines(hatch(rects, band, 11.0), band, theme, 0.9), rects)
        outline = QPainterPath()
        for rect in rects:
            outline.addRect(rect.adjusted(1, 1, -1, -1))
        outline = outline.simplified()
        self.add_path(outline, None, ink_pen(stone_line(band, theme), 4.6), z=self.z + 1)
        self.add_path(outline, None, ink_pen(stone_ink(band, theme), 2.4), z=self.z + 1)


def _lines(path: QPainterPath, band: int, theme: Theme, alpha: float) -> list[Shape]:
    """Lines of a band's own colour within the other's: seen on light floors and on dark ones."""
    core, casing = stone_ink(band, theme), stone_line(band, theme)
    core.setAlphaF(alpha)
    casing.setAlphaF(alpha * 0.5)
    return [Shape(path, None, ink_pen(casing, 4.4), lines=True), Shape(path, None, ink_pen(core, 2.6), lines=True)]


def hatch(rects: Iterable[QRectF], band: int, spacing: float = SPACING) -> QPainterPath:
    """Diagonal lines across squares: rising for band 0, falling for band 1; they go on from square to square."""
    made = QPainterPath()
    for rect in rects:
        side, count = rect.width(), round(rect.width() * 2 / spacing)
        step = side * 2 / count
        for k in range(count):
            offset = (k + 0.5) * step
            x1, y1 = (offset, 0.0) if offset <= side else (side, offset - side)
            x2, y2 = (0.0, offset) if offset <= side else (offset - side, side)
            if band:
                x1, x2 = side - x1, side - x2
            made.moveTo(rect.left() + x1, rect.top() + y1)
            made.lineTo(rect.left() + x2, rect.top() + y2)
    return made
