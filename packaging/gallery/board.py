"""The sample board of the developer's gallery."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from companion.ui.kit.art import figures, terrain
from companion.ui.kit.art.figures import BandShape, FacingName, State
from companion.ui.kit.art.terrain import Floor
from companion.ui.kit.theme.palette import Element, Theme

_PLAN: tuple[tuple[str, ...], ...] = (
    ("ggggss", "ppptttt"),
    ("gmmsss", "ppptttt"),
    ("gmggsg", "ppptttt"),
    ("rrrrrr", "ppptttt"),
    ("rrrrrg", "ooooooo"),
    ("ggrrgg", "ooooooo"),
)
_LETTERS: dict[str, Floor] = {
    "g": "garden",
    "s": "stream",
    "m": "moss",
    "r": "gravel",
    "p": "plank",
    "t": "tatami",
    "o": "stone",
}


def paint_board(pen: QPainter, theme: Theme) -> None:
    """Paint the sample board, 1300 by 600."""
    side = 100
    rows = [[_LETTERS[c] for c in left + right] for left, right in _PLAN]
    pen.drawPixmap(0, 0, terrain.floor(rows, side, 4, theme))
    things: tuple[tuple[int, int, terrain.Kind, str], ...] = (
        (1, 0, "hindering", "shrub"),
        (4, 1, "aquatic", "brook"),
        (1, 3, "blocking", "lantern"),
        (5, 5, "hindering", "bamboo"),
        (7, 0, "hindering", "barrels"),
        (10, 2, "hindering", "table"),
        (12, 0, "hindering", "screen"),
        (9, 4, "blocking", "pillar"),
        (0, 5, "blocking", "boulder"),
        (6, 3, "stairs", "stairs"),
        (11, 5, "hindering", "rubble"),
    )
    pen.setPen(theme.color("ink", 0.10))
    for k in range(1, 13):
        pen.drawLine(QPointF(k * side, 0), QPointF(k * side, 6 * side))
    for k in range(1, 6):
        pen.drawLine(QPointF(0, k * side), QPointF(13 * side, k * side))
    for x, y, kind, variant in things:
        pen.drawPixmap(x * side, y * side, terrain.object_pixmap(kind, side, variant, 0, theme))
    walls = (
        ((6, 0), (6, 2)),
        ((6, 3), (6, 4)),
        ((6, 4), (8, 4)),
        ((9, 4), (13, 4)),
        ((9, 0), (9, 1)),
        ((9, 2), (9, 4)),
    )
    for number, (a, b) in enumerate(walls):
        start, end = QPointF(a[0] * side, a[1] * side), QPointF(b[0] * side, b[1] * side)
        terrain.paint_wall(pen, start, end, 13, theme, number)
    terrain.paint_door(pen, QPointF(6 * side, 2 * side), QPointF(6 * side, 3 * side), 13, theme)
    terrain.paint_door(pen, QPointF(8 * side, 4 * side), QPointF(9 * side, 4 * side), 13, theme)
    pieces: tuple[tuple[int, int, str, BandShape, State, bool, FacingName], ...] = (
        (3, 2, "ronin", "round", "vigilant", False, "E"),
        (2, 4, "monk", "round", "vigilant", True, "E"),
        (0, 2, "apprentice", "round", "vigilant", False, "N"),
        (8, 5, "warrior-woman", "round", "shaken", False, "E"),
        (5, 3, "oni-brute", "octagon", "vigilant", False, "W"),
        (8, 2, "archer", "octagon", "vigilant", False, "S"),
        (11, 1, "swordmaster", "octagon", "shaken", False, "W"),
        (10, 4, "ninja", "octagon", "vigilant", False, "W"),
        (12, 3, "tengu", "octagon", "vigilant", True, "N"),
    )
    for x, y, name, shape, state, spent, facing in pieces:
        element: Element | None = "earth" if name == "monk" else "tori" if name == "archer" else None
        chosen = name == "ronin"
        made = figures.figure_pixmap(name, shape, state, spent, facing, side, theme, element, chosen)
        pen.drawPixmap(x * side, y * side, made)
