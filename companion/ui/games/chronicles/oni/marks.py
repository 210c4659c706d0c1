"""Signs of the Oni's side; those that heroes have too are theirs."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from companion.ui.games.chronicles.heroes.emblems import EMBLEMS
from companion.ui.kit.art.strokes import Drawings
from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Theme

MARKS = Drawings("""
guard: 12 10 62 30 34 50 22 70 34 90 62; 9 6 66 94 66; 7 24 70 28 88 50 96 72 88 76 70; 6 50 22 50 8; 5 32 80 44 80;
  5 56 80 68 80
creature: 9 22 34 14 8 34 26; 9 78 34 86 8 66 26; 8 22 34 18 62 36 88 50 94 64 88 82 62 78 34 50 24 22 34;
  8 30 50 46 58; 8 70 50 54 58; 5 36 76 44 70 50 77 56 70 64 76
demon: 11 26 36 6 26 14 4; 11 74 36 94 26 86 4; 9 26 36 16 64 34 90 50 96 66 90 84 64 74 36 50 28 26 36;
  10 28 52 46 60; 10 72 52 54 60; 6 32 74 50 70 68 74; 7 40 74 42 88; 7 60 74 58 88; 7 50 32 50 46
acted: 13 14 54 40 82 88 18
lantern: 7 50 2 50 16; 9 30 18 70 18; 8 30 20 14 46 22 70 32 82; 8 70 20 86 46 78 70 68 82; 9 30 84 70 84; 5 20 44 80
  44; 5 22 62 78 62; 6 50 86 50 98
corruption: -20 46 52; -9 76 34; -7 24 80; -6 72 80; 9 50 50 66 38; 7 46 54 28 76
end: 8 12 26 88 26; 8 20 26 20 92; 8 80 26 80 92; 7 6 12 94 12; 6 50 44 50 74
hero: 11 10 40 50 14 90 40; -14 50 46; 17 22 90 34 70 50 64 66 70 78 90; 14 30 90 70 90
duty: 10 50 8 50 62; -9 50 86
final: 8 50 4 60 38 94 40 66 60 78 94 50 72 22 94 34 60 6 40 40 38 50 4
""")


def paint_mark(pen: QPainter, rect: QRectF, name: str, colour: QColor) -> None:
    """Paint a sign into a square."""
    (MARKS if name in MARKS.strokes else EMBLEMS).paint(pen, rect, name, colour)


def paint_back(pen: QPainter, rect: QRectF, theme: Theme) -> None:
    """The back of an event card: ink with a frame and a lozenge."""
    edge = ink.rough_rect(rect, f"back{round(rect.width())}", 0.5, 14)
    ink.fill(pen, edge, theme.color("stone_black"))
    ink.outline(pen, edge, theme.color("mask_rim", 0.5), 1)
    inner = rect.width() * 0.26
    lozenge = QPainterPath(rect.center() - QPointF(0, inner * 1.5))
    for dx, dy in ((inner, 0.0), (0.0, inner * 1.5), (-inner, 0.0)):
        lozenge.lineTo(rect.center() + QPointF(dx, dy))
    lozenge.closeSubpath()
    ink.outline(pen, lozenge, theme.color("vermilion"), max(1.0, rect.width() * 0.07))


def diamond(rect: QRectF) -> QPainterPath:
    """A square on its corner, as upgrades are drawn."""
    path = QPainterPath(QPointF(rect.center().x(), rect.top()))
    path.lineTo(rect.right(), rect.center().y())
    path.lineTo(rect.center().x(), rect.bottom())
    path.lineTo(rect.left(), rect.center().y())
    path.closeSubpath()
    return path
