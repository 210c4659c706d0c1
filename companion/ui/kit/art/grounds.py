"""How each ground is painted: paper, boards, mats, lattice, flagstones, gravel, moss, moonlit grass, running water.

Every painter fills `columns` × `rows` squares of `unit` pixels at the origin. With `wrap` the right edge joins
the left one and the lower the upper: what crosses an edge does not depend on the seed, so that differently seeded
squares join too.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

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


def gravel(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Raked gravel: parallel waves that run on from square to square."""
    body(pen, columns, rows, unit, t, 0.04, 0.16, seed)
    pen.setPen(Qt.PenStyle.NoPen)
    width = columns * unit
    lines = 6
    for k in range(rows * lines + 1):
        y = (k + 0.5) * unit / lines
        points = [
            QPointF(x, y + math.sin(math.tau * x / unit + k % lines * 0.25) * unit * 0.016)
            for x in (width * i / (columns * 16) for i in range(columns * 16 + 1))
        ]
        pen.setBrush(colour(t.light, 0.75))
        pen.drawPath(ink.brush_stroke([p - QPointF(0, unit * 0.022) for p in points], unit * 0.026, pressure=ink.even))
        pen.setBrush(colour(t.shade, 0.42))
        pen.drawPath(ink.brush_stroke(points, unit * 0.022, pressure=ink.even))
    for x, y, rng in scatter(columns, rows, unit, 26, seed, wrap):
        pen.setBrush(colour(t.shade if rng.random() < 0.5 else t.light, rng.uniform(0.2, 0.6)))
        dot = QPainterPath()
        dot.addEllipse(QPointF(x, y), unit * rng.uniform(0.006, 0.013), unit * rng.uniform(0.005, 0.010))
        stamp(pen, dot, columns * unit, rows * unit, wrap)


def moss(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Moss: soft cushions, stippled."""
    body(pen, columns, rows, unit, t, 0.2, 0.1, seed)
    pen.setPen(Qt.PenStyle.NoPen)
    width, height = columns * unit, rows * unit
    for x, y, rng in scatter(columns, rows, unit, 8, seed, wrap):
        r = unit * rng.uniform(0.07, 0.17)
        for dx, text, alpha in ((0.14, t.shade, 0.16), (0.0, t.extra, 0.3), (-0.12, t.light, 0.26)):
            pen.setBrush(colour(text, alpha))
            at = QPointF(x + dx * r, y + dx * r)
            stamp(
                pen, ink.rough_disc(at, r * (0.95 if dx >= 0 else 0.68), str(rng.random()), 0.09), width, height, wrap
            )
    for x, y, rng in scatter(columns, rows, unit, 60, seed, wrap):
        pen.setBrush(colour(t.light if rng.random() < 0.55 else t.shade, rng.uniform(0.2, 0.5)))
        dot = QPainterPath()
        dot.addEllipse(QPointF(x, y), unit * 0.008, unit * 0.008)
        stamp(pen, dot, width, height, wrap)


def garden(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Moonlit grass: tufts of short blades, lit on one side, a few pale flowers."""
    body(pen, columns, rows, unit, t, 0.13, 0.08, seed)
    pen.setPen(Qt.PenStyle.NoPen)
    width, height = columns * unit, rows * unit
    for x, y, rng in scatter(columns, rows, unit, 15, seed, wrap):
        size = unit * rng.uniform(0.05, 0.105)
        for lean, text, alpha in (
            (-0.5, t.shade, 0.5),
            (0.1, t.extra, 0.75),
            (0.62, t.shade, 0.42),
            (-0.16, t.light, 0.6),
        ):
            base, lean = QPointF(x + lean * size * 0.3, y), lean + rng.uniform(-0.15, 0.15)
            tip = base + QPointF(lean * size, -size)
            blade = [base, base + (tip - base) * 0.5 - QPointF(lean * size * 0.16, 0), tip]
            pen.setBrush(colour(text, alpha))
            stamp(pen, ink.brush_stroke(blade, unit * 0.017, pressure=lambda s: 1.0 - 0.85 * s), width, height, wrap)
    for x, y, rng in scatter(columns, rows, unit, 2, seed, wrap):
        pen.setBrush(colour(t.light, rng.uniform(0.6, 0.95)))
        for k in range(4):
            a = math.tau * k / 4 + rng.uniform(0, 0.4)
            petal = QPainterPath()
            petal.addEllipse(
                QPointF(x + math.cos(a) * unit * 0.012, y + math.sin(a) * unit * 0.012), unit * 0.010, unit * 0.010
            )
            stamp(pen, petal, width, height, wrap)


def stream(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Running water: long lines of current from west to east, light on their crests."""
    body(pen, columns, rows, unit, t, 0.16, 0.03, seed)
    pen.setPen(Qt.PenStyle.NoPen)
    width = columns * unit
    for k in range(rows * 5):
        fixed = random.Random(f"current{k % 5}")
        phase, swing = fixed.random() * math.tau, fixed.uniform(0.022, 0.04) * unit
        y = (k + 0.5) * unit / 5
        for part, (text, alpha, w) in enumerate(
            ((t.extra, 0.75, 0.05), (t.shade, 0.34, 0.020), (t.light, 0.62, 0.015))
        ):
            shift = (0.0, 0.028, -0.022)[part] * unit
            points = [
                QPointF(
                    x,
                    y
                    + shift
                    + math.sin(math.tau * x / unit + phase) * swing
                    + math.sin(2 * math.tau * x / unit + phase * 2) * swing * 0.35,
                )
                for x in (width * i / (columns * 18) for i in range(columns * 18 + 1))
            ]
            pen.setBrush(colour(text, alpha))
            if part == 0:
                pen.drawPath(ink.brush_stroke(points, unit * w, pressure=ink.even))
                continue
            own = random.Random(f"crest{seed}/{k}/{part}")
            for square in range(columns):
                a = square * 18 + own.randint(1, 7)
                b = min(a + own.randint(7, 11), square * 18 + 17)
                pen.drawPath(
                    ink.brush_stroke(points[a : b + 1], unit * w, pressure=lambda s: math.sin(math.pi * s) ** 0.6)
                )


def paper(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Washi: soft clouds and a few long fibres."""
    body(pen, columns, rows, unit, t, 0.035, 0.05, seed)
    pen.setPen(Qt.PenStyle.NoPen)
    for x, y, rng in scatter(columns, rows, unit, 7, seed, wrap):
        a, n = rng.random() * math.tau, rng.uniform(0.06, 0.16) * unit
        bend = rng.uniform(-0.6, 0.6)
        d = QPointF(math.cos(a), math.sin(a)) * n
        e = QPointF(math.cos(a + bend), math.sin(a + bend)) * n
        at = QPointF(x, y)
        pen.setBrush(colour(t.extra, rng.uniform(0.12, 0.4)))
        stamp(
            pen,
            ink.brush_stroke([at - d, at, at + e], unit * 0.008, pressure=ink.even),
            columns * unit,
            rows * unit,
            wrap,
        )


def plank(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Floor boards running east and west, four to a square."""
    body(pen, columns, rows, unit, t, 0.05, 0.06, seed)
    pen.setPen(Qt.PenStyle.NoPen)
    boards, width = 4, columns * unit
    height = unit / boards
    for board in range(rows * boards):
        own, top = random.Random(f"plank{seed}/{board}"), board * height
        fixed = random.Random(f"board{board % boards}")
        if not wrap:
            pen.setBrush(colour(t.extra if own.random() < 0.5 else t.light, own.uniform(0.0, 0.42)))
            pen.drawRect(QRectF(0, top, width, height))
        else:
            pen.setBrush(colour(t.extra if board % 2 else t.light, 0.2 + 0.1 * fixed.random()))
            pen.drawRect(QRectF(0, top, width, height))
        for k in range(3):
            y = top + height * (0.2 + 0.3 * k + fixed.uniform(-0.06, 0.06))
            bend = [0.0, *(own.uniform(-0.10, 0.10) * height for _ in range(columns * 3 - 1)), 0.0]
            points = [QPointF(width * i / (len(bend) - 1), y + b) for i, b in enumerate(bend)]
            pen.setBrush(colour(t.shade, 0.16 + 0.12 * fixed.random()))
            pen.drawPath(ink.brush_stroke(points, unit * 0.014, own, pressure=ink.even, rough=0.25))
        for x in _joints(own, columns, wrap):
            pen.setBrush(colour(t.shade, 0.62))
            pen.drawRect(QRectF(x * unit, top, max(0.8, unit * 0.014), height))
            for side in (-1, 1):
                for share in (0.28, 0.72):
                    pen.drawEllipse(
                        QPointF(x * unit + side * unit * 0.045, top + height * share), unit * 0.013, unit * 0.013
                    )
        pen.setBrush(colour(t.light, 0.5))
        pen.drawRect(QRectF(0, top, width, max(0.7, unit * 0.012)))
        pen.setBrush(colour(t.shade, 0.7))
        pen.drawRect(QRectF(0, top + height - max(0.8, unit * 0.016), width, max(0.8, unit * 0.016)))


def _joints(rng: random.Random, columns: int, wrap: bool) -> list[float]:
    """Where boards end, in squares from the west."""
    if wrap:
        return [rng.uniform(0.2, 0.8)] if rng.random() < 0.3 else []
    found, at = [], rng.uniform(0.3, 2.4)
    while at < columns - 0.2:
        found.append(at)
        at += rng.uniform(1.5, 3.0)
    return found


def tatami(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Rush mats: one square half-mat when tiling, else mats of two squares with cloth borders."""
    body(pen, columns, rows, unit, t, 0.05, 0.05, seed)
    if wrap:
        _mat(pen, QRectF(0, 0, unit, unit), unit, t, upright=bool(seed % 2), border=False)
        return
    taken: set[tuple[int, int]] = set()
    for row in range(rows):
        for column in range(columns):
            if (column, row) in taken:
                continue
            # A pinwheel of mats: lying and standing ones take turns, four never meet in a corner.
            lying = (column + row * 2 + seed) % 4 < 2
            if lying and column + 1 < columns and (column + 1, row) not in taken:
                taken.add((column + 1, row))
                _mat(pen, QRectF(column * unit, row * unit, 2 * unit, unit), unit, t, upright=False, border=True)
            elif row + 1 < rows and (column, row + 1) not in taken:
                taken.add((column, row + 1))
                _mat(pen, QRectF(column * unit, row * unit, unit, 2 * unit), unit, t, upright=True, border=True)
            else:
                _mat(pen, QRectF(column * unit, row * unit, unit, unit), unit, t, upright=False, border=True)


def _mat(pen: QPainter, box: QRectF, unit: float, t: Tone, *, upright: bool, border: bool) -> None:
    """One mat; its weave runs along it, its borders lie along the long sides."""
    pen.save()
    pen.setClipRect(box)
    fine = max(2.0, unit / 26)
    long_side = box.height() if upright else box.width()
    short_side = box.width() if upright else box.height()
    pen.translate(box.topLeft())
    if upright:
        pen.rotate(90)
        pen.translate(0, -box.width())
    pen.fillRect(
        QRectF(0, 0, long_side, short_side), colour(t.light if upright else t.extra, 0.16 if upright else 0.03)
    )
    for k in range(math.ceil(short_side / fine)):
        pen.fillRect(QRectF(0, k * fine, long_side, fine * 0.36), colour(t.shade, 0.20))
        pen.fillRect(QRectF(0, k * fine + fine * 0.42, long_side, fine * 0.24), colour(t.light, 0.32))
    rib = unit / 9
    for k in range(1, math.ceil(long_side / rib)):
        pen.fillRect(QRectF(k * rib, 0, max(0.6, unit * 0.01), short_side), colour(t.shade, 0.11))
    if border:
        band = unit * 0.045
        for y in (0.0, short_side - band):
            pen.fillRect(QRectF(0, y, long_side, band), colour(t.extra, 0.45))
            pen.fillRect(QRectF(0, y + band * 0.42, long_side, band * 0.16), colour(t.light, 0.22))
    pen.restore()
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(colour(t.shade, 0.6), max(0.8, unit * 0.014)))
    pen.drawLine(box.bottomLeft(), box.bottomRight())
    pen.drawLine(box.topRight(), box.bottomRight())
    pen.setPen(QPen(colour(t.light, 0.6), max(0.7, unit * 0.010)))
    pen.drawLine(box.topLeft() + QPointF(0, 0.5), box.topRight() + QPointF(0, 0.5))
    pen.setPen(Qt.PenStyle.NoPen)


def shoji(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Paper in a wooden lattice."""
    body(pen, columns, rows, unit, t, 0.04, 0.04, seed)
    width, height = columns * unit, rows * unit
    bar, frame = unit * 0.022, unit * 0.05
    for k in range(columns * 3 + 1):
        x, thick = k * unit / 3, frame if k % 3 == 0 else bar
        pen.fillRect(QRectF(x - thick / 2 + thick * 0.5, 0, thick * 0.7, height), colour(t.shade, 0.14))
        pen.fillRect(QRectF(x - thick / 2, 0, thick, height), colour(t.shade, 0.62 if k % 3 == 0 else 0.45))
        pen.fillRect(QRectF(x - thick / 2, 0, max(0.5, thick * 0.2), height), colour(t.light, 0.35))
    for k in range(rows * 4 + 1):
        y, thick = k * unit / 4, frame if k % 4 == 0 else bar
        pen.fillRect(QRectF(0, y, width, thick * 0.8), colour(t.shade, 0.12))
        pen.fillRect(QRectF(0, y - thick / 2, width, thick), colour(t.shade, 0.62 if k % 4 == 0 else 0.45))
        pen.fillRect(QRectF(0, y - thick / 2, width, max(0.5, thick * 0.2)), colour(t.light, 0.35))


def stone(pen: QPainter, columns: int, rows: int, unit: float, seed: int, t: Tone, wrap: bool) -> None:
    """Flagstones, joints wandering."""
    body(pen, columns, rows, unit, t, 0.05, 0.08, seed)
    pen.fillRect(QRectF(0, 0, columns * unit, rows * unit), colour(t.shade, 0.42))
    pen.setPen(Qt.PenStyle.NoPen)
    height = unit / 2
    for row in range(rows * 2):
        rng = random.Random(f"flag{row % 2}" if wrap else f"flag{seed}/{row}")
        shades = random.Random(f"shade{seed}/{row}")
        cuts = [rng.uniform(0.12, 0.30) + (0.25 if row % 2 else 0.0)]
        while cuts[-1] < columns - 0.35 + (cuts[0] - 0.15 if wrap else 0.6):
            cuts.append(cuts[-1] + rng.uniform(0.46, 0.66))
        if wrap:
            cuts = [cuts[0], cuts[0] + 0.52, cuts[0] + 1.0]
        spans = list(pairwise(cuts))
        if not wrap:
            spans.insert(0, (-0.4, cuts[0]))
        for a, b in spans:
            gap = unit * 0.018
            box = QRectF(a * unit + gap, row * height + gap, (b - a) * unit - 2 * gap, height - 2 * gap)
            path = _pebble(box, random.Random(f"{a:.3f}{row % 2 if wrap else row}"))
            pen.setBrush(QColor(t.body))
            stamp(pen, path, columns * unit, rows * unit, wrap)
            if not wrap or b <= 1:
                pen.setBrush(colour(t.light if shades.random() < 0.5 else t.extra, shades.uniform(0.1, 0.5)))
                stamp(pen, path, columns * unit, rows * unit, wrap)
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(colour(t.light, 0.55), max(0.6, unit * 0.012)))
            stamp(pen, path.translated(gap * 0.35, gap * 0.35), columns * unit, rows * unit, wrap)
            pen.setPen(Qt.PenStyle.NoPen)


def _pebble(box: QRectF, rng: random.Random) -> QPainterPath:
    """A stone with knocked-off corners filling a box."""
    cut, wander = min(box.width(), box.height()) * 0.16, min(box.width(), box.height()) * 0.035
    corners = []
    for x, y, dx, dy in (
        (box.left(), box.top(), 1, 1),
        (box.right(), box.top(), -1, 1),
        (box.right(), box.bottom(), -1, -1),
        (box.left(), box.bottom(), 1, -1),
    ):
        first, second = (
            QPointF(x, y + dy * cut * rng.uniform(0.5, 1.3)),
            QPointF(x + dx * cut * rng.uniform(0.5, 1.3), y),
        )
        corners.extend([first, second] if dx == dy else [second, first])
    return ink.smooth(
        [p + QPointF(rng.uniform(-wander, wander), rng.uniform(-wander, wander)) for p in _doubled(corners)],
        closed=True,
    )


def _doubled(points: list[QPointF]) -> list[QPointF]:
    """Every point and the middle to the next: keeps straight sides straight when smoothed."""
    found = []
    for i, point in enumerate(points):
        after = points[(i + 1) % len(points)]
        found.extend([point, point + (after - point) * 0.5])
    return found


PAINTERS: dict[str, FloorPainter] = {
    "paper": paper,
    "plank": plank,
    "tatami": tatami,
    "shoji": shoji,
    "stone": stone,
    "gravel": gravel,
    "moss": moss,
    "garden": garden,
    "stream": stream,
}
