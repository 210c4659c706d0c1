"""What the enemy could hit next: deeper where more could, a sword or a bow for how, dashes for perhaps."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPixmap

from companion.model.games.asagiri.insight.threats import Threats
from companion.model.games.asagiri.state.board import members
from companion.ui.games.asagiri.board import lettering
from companion.ui.games.asagiri.board.canvas import Overlay, ink_pen
from companion.ui.games.asagiri.board.geometry import CELL, joined
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Role, Theme

WASH = (0.13, 0.23, 0.32)
"""How deep the wash is where one, two, three and more enemies could strike."""


@lru_cache(maxsize=256)
def _sign(
    count: int, attack: bool, shot: bool, pixels: int, loud: bool, theme: Theme, dpr: float, scale: float
) -> QPixmap:
    """How many enemies, and how, as a small slip; `loud`: on vermilion."""
    font = fonts.font("digits", pixels / fonts.px(14))
    text = str(count) if count > 1 else ""
    written: Role = "on_vermilion" if loud else "vermilion"
    signs = [name for name, is_so in (("sword", attack), ("bow", shot)) if is_so]
    letters = pixels * 0.62 if text else 0.0
    pixmap = ink.blank(letters + pixels * len(signs) + 4, pixels + 4, dpr)
    pen = ink.painter(pixmap)
    body = QRectF(1, 1, letters + pixels * len(signs) + 2, pixels + 2)
    pen.setPen(Qt.PenStyle.NoPen)
    if loud:
        pen.setBrush(theme.color("vermilion"))
        pen.drawPath(ink.rough_rect(body, f"{count}{signs}", 0.4, 12))
    if text:
        pen.setFont(font)
        pen.setPen(theme.color(written))
        pen.drawText(QRectF(2, 1, letters, pixels + 2), Qt.AlignmentFlag.AlignCenter, text)
    for n, name in enumerate(signs):
        icons.paint(pen, name, theme.color(written), QRectF(2 + letters + n * pixels, 2, pixels, pixels))
    pen.end()
    return pixmap


class ThreatMap(Overlay):
    """See the module. `threats` is what is drawn."""

    z = 15.0

    threats: Threats | None = None

    def show(self, threats: Threats) -> None:
        """What these threaten on the floor shown."""
        self.clear()
        self.threats = threats
        canvas, theme = self.canvas, self.canvas.theme
        geometry = canvas.geometry
        sure, perhaps = threats.mask(), threats.mask(sure=False)
        for n, mask in enumerate(threats.by_count[: len(WASH)]):
            rects = [geometry.rect(square) for square in members(mask) if geometry.has(square)]
            if rects:  # each deeper wash lies over the ones before
                alpha = WASH[n] - (WASH[n - 1] if n else 0.0)
                self.add_path(_area(rects), theme.color("vermilion", alpha * (1.25 if theme.dark else 1.0)))
        self._edge(sure, dashed=False)
        self._edge(perhaps, dashed=True)
        ways = (threats.mask("attack"), threats.mask("shot"))
        own = {canvas.state.figures[who].at for who in canvas.state.on_board(threats.band)}
        for square in members(sure):
            if geometry.has(square):
                count = sum(mask >> square & 1 for mask in threats.by_count)
                self._count(square, count, *(bool(mask >> square & 1) for mask in ways), mine=square in own)

    def _count(self, square: int, count: int, attack: bool, shot: bool, *, mine: bool) -> None:
        """How many could strike: with signs on a figure, else a small number; a bow where nothing else reaches."""
        canvas, theme = self.canvas, self.canvas.theme
        corner = canvas.geometry.rect(square).topLeft() + QPointF(4, 4)
        if mine or not attack:
            pixels = max(11, round(min(fonts.px(17), canvas.cell * (0.29 if mine else 0.22))))
            picture = _sign(count, attack, shot, pixels, mine, theme, canvas.dpr, fonts.text_scale())
            self.add_pixmap(picture, corner, fixed=True, anchor=(0.0, 0.0), z=58.0 if mine else self.z + 2)
        elif count > 1:
            picture = lettering.number(str(count), canvas.cell * 0.2, theme, canvas.dpr, role="vermilion")
            self.add_pixmap(picture, corner, fixed=True, anchor=(0.0, 0.0), z=self.z + 2)

    def _edge(self, mask: int, *, dashed: bool) -> None:
        """The outline of all squares of a mask."""
        geometry, theme = self.canvas.geometry, self.canvas.theme
        shown = {geometry.cell(square) for square in members(mask) if geometry.has(square)}
        if not shown:
            return
        pen = ink_pen(theme.color("vermilion", 0.8 if dashed else 0.9), 2.2 if dashed else 3.6)
        if dashed:
            pen.setDashPattern([3, 3])
        self.add_path(_outline(shown), None, pen, z=self.z + 1)


def _area(rects: list[QRectF]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for rect in rects:
        path.addRect(rect)
    return path


def _outline(cells: set[tuple[int, int]]) -> QPainterPath:
    """The sides between these cells (column, row) and others, straight ones in one go: uniting squares is slow."""
    across: dict[int, set[int]] = {}
    down: dict[int, set[int]] = {}
    for x, y in cells:
        for dy in (0, 1):
            if (x, y - 1 + 2 * dy) not in cells:
                across.setdefault(y + dy, set()).add(x)
        for dx in (0, 1):
            if (x - 1 + 2 * dx, y) not in cells:
                down.setdefault(x + dx, set()).add(y)
    path = QPainterPath()
    for y, columns in across.items():
        for first, last in joined(columns):
            path.moveTo(first * CELL, y * CELL)
            path.lineTo(last * CELL, y * CELL)
    for x, rows in down.items():
        for first, last in joined(rows):
            path.moveTo(x * CELL, first * CELL)
            path.lineTo(x * CELL, last * CELL)
    return path
