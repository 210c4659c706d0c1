"""What all grounds share: their colours, a body with soft noise, shapes that come back in over the opposite edge.

Every ground painter fills `columns` × `rows` squares of `unit` pixels at the origin. With `wrap` the right edge joins
the left one and the lower the upper: what crosses an edge does not depend on the seed, so that differently seeded
squares join too.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath

from companion.ui.kit.theme import ink
from companion.ui.kit.theme.palette import Theme


@dataclass(frozen=True, slots=True)
class Tone:
    """The colours of one ground: its body, its lines (shade) and its light."""

    body: str
    shade: str
    light: str
    extra: str


TONES: dict[str, tuple[Tone, Tone]] = {
    "paper": (Tone("#F7F1E4", "#8C7A5E", "#FFFFFF", "#C9B896"), Tone("#1E222A", "#000000", "#59606E", "#2B303A")),
    "plank": (Tone("#D8BD93", "#8A6A42", "#EAD7B5", "#C8A878"), Tone("#3B3229", "#1B1611", "#5A4C3D", "#332A22")),
    "tatami": (Tone("#D3CD9E", "#948C5C", "#E6E2BD", "#47543F"), Tone("#35382B", "#1E2017", "#4B4F3E", "#12160F")),
    "shoji": (Tone("#F1EAD9", "#6A4E33", "#FFFDF6", "#D9CBB0"), Tone("#30323A", "#120F0C", "#4A4D57", "#25272E")),
    "stone": (Tone("#C7C2B6", "#7D776B", "#DEDAD0", "#B7B1A4"), Tone("#30333B", "#17191E", "#474C57", "#292C33")),
    "gravel": (Tone("#DDD8CB", "#A29A88", "#F0ECE2", "#B9B2A2"), Tone("#2E323A", "#1A1D22", "#474D58", "#3A3F49")),
    "moss": (Tone("#AEB689", "#6E7B4B", "#C6CDA4", "#8E9A66"), Tone("#26322A", "#131B16", "#3C4F41", "#1D2921")),
    "garden": (Tone("#B7C2A0", "#6C8060", "#D3DCC0", "#93A57F"), Tone("#1D2A2E", "#0E171A", "#3F5A5C", "#172225")),
    "stream": (Tone("#A6C4CC", "#4F84A0", "#D2E4E6", "#7FAABB"), Tone("#1B3442", "#0C1B25", "#4C7F96", "#13293A")),
}


FloorPainter = Callable[[QPainter, int, int, float, int, Tone, bool], None]


def tone(name: str, theme: Theme) -> Tone:
    """The colours of a ground in a theme."""
    return TONES[name][1 if theme.dark else 0]


def colour(text: str, alpha: float) -> QColor:
    """A colour with an alpha from 0 to 1."""
    made = QColor(text)
    made.setAlphaF(alpha)
    return made


def stamp(pen: QPainter, path: QPainterPath, width: float, height: float, wrap: bool) -> None:
    """Draw a shape, and again wherever it comes back in over the opposite edge."""
    pen.drawPath(path)
    if not wrap:
        return
    box = path.boundingRect()
    xs = [0.0] + ([width] if box.left() < 0 else []) + ([-width] if box.right() > width else [])
    ys = [0.0] + ([height] if box.top() < 0 else []) + ([-height] if box.bottom() > height else [])
    for dx in xs:
        for dy in ys:
            if dx or dy:
                pen.drawPath(path.translated(dx, dy))


def scatter(
    columns: int, rows: int, unit: float, per_square: int, seed: int, wrap: bool
) -> list[tuple[float, float, random.Random]]:
    """Places over an area. When wrapping, those near an edge are the same for every seed."""
    places: list[tuple[float, float, random.Random]] = []
    fixed, own = random.Random(f"edge{per_square}"), random.Random(f"own{per_square}/{seed}")
    margin = 0.16 * unit
    for _ in range(columns * rows * per_square):
        if wrap:
            x, y, born = fixed.random() * columns * unit, fixed.random() * rows * unit, fixed.randrange(1 << 30)
            inside = margin < x < columns * unit - margin and margin < y < rows * unit - margin
            if inside:
                x = margin + own.random() * (columns * unit - 2 * margin)
                y = margin + own.random() * (rows * unit - 2 * margin)
                born = own.randrange(1 << 30)
        else:
            x, y, born = own.random() * columns * unit, own.random() * rows * unit, own.randrange(1 << 30)
        places.append((x, y, random.Random(born)))
    return places


def body(pen: QPainter, columns: int, rows: int, unit: float, t: Tone, blotch: float, speck: float, seed: int) -> None:
    """The body colour with two layers of soft noise that tile by the square."""
    area = QRectF(0, 0, columns * unit, rows * unit)
    pen.fillRect(area, QColor(t.body))
    side = max(8, round(unit))
    for cells, strength, rgb in ((5, blotch, t.shade), (4, blotch, t.light), (max(16, side // 2), speck, t.shade)):
        if strength > 0:
            tile = ink.grain_pixmap(cells, side, cells + len(rgb), QColor(rgb).rgb(), strength)
            pen.drawTiledPixmap(area.toAlignedRect(), tile)
