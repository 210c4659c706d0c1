"""What lies on the table: cards from both sides, masks, cups, cubes, Disciples, the Masu, the flame of a Spirit."""

from __future__ import annotations

import math
from functools import lru_cache
from zlib import crc32

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QRadialGradient, QTransform

from companion.model.games.sake.box.deck import Deck
from companion.ui.games.sake.drawing.emblems import emblem_name, paint_emblem
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Role, Theme

BACK_ROLES: dict[int, Role] = {0: "faded", 1: "air", 2: "earth", 3: "vigilant"}
BACK_SIGNS = {1: "push", 2: "brawl", 3: "doze"}
CENTRED = Qt.AlignmentFlag.AlignCenter


def paint_back(pen: QPainter, rect: QRectF, back: int, theme: Theme, *, lit: bool = False) -> None:
    """A card from behind: its colour and its sign. `lit`: its back is the one on the pile."""
    edge = ink.rough_rect(rect, f"back{round(rect.width())}", rect.width() * 0.02, rect.width() / 2)
    ink.fill(pen, edge, theme.color("bone"))
    ink.outline(pen, edge, theme.color("vermilion" if lit else "bone_shade"), 2 if lit else 1)
    rim = max(1.0, rect.width() * 0.09)
    inner = rect.adjusted(rim, rim, -rim, -rim)
    pen.fillRect(inner, theme.mix(BACK_ROLES[back], "stone_black", 0.35 if theme.dark else 0.1))
    if back:
        side = min(inner.width(), inner.height()) * 0.72
        box = QRectF(inner.center().x() - side / 2, inner.center().y() - side / 2, side, side)
        paint_emblem(pen, box, BACK_SIGNS[back], theme.color("bone"))


def paint_wound(pen: QPainter, rect: QRectF, back: int, theme: Theme) -> None:
    """A life card turned aside: red, hatched, with a broken edge."""
    edge = ink.rough_rect(rect, f"wound{round(rect.width())}", rect.width() * 0.03, rect.height() / 2)
    ink.fill(pen, edge, theme.color("bone"))
    pen.save()
    pen.setClipPath(edge)
    pen.setPen(QPen(theme.color("shaken", 0.75 if theme.dark else 0.9), max(1.0, rect.height() * 0.09)))
    gap = max(3.0, rect.height() * 0.3)
    x = rect.left() - rect.height()
    while x < rect.right():
        pen.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()))
        x += gap
    pen.restore()
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(theme.color("shaken"), 1.2, Qt.PenStyle.DashLine))
    pen.drawPath(edge)


def paint_cup(pen: QPainter, centre: QPointF, radius: float, theme: Theme, *, hollow: bool = False) -> None:
    """A cup of sake from above, with its two blue rings; `hollow`: where one could stand."""
    disc = ink.rough_disc(centre, radius, "cup", 0.02)
    if hollow:
        pen.setBrush(theme.color("bone", 0.35))
        pen.setPen(QPen(theme.color("vermilion"), max(1.2, radius * 0.16), Qt.PenStyle.DotLine))
        pen.drawPath(disc)
        return
    ink.soft_shadow(pen, disc, theme.color("shadow", 0.5), radius * 0.35, radius * 0.1, radius * 0.22)
    ink.fill(pen, disc, QColor("#FDFAF2"))
    ink.outline(pen, disc, theme.color("bone_ink", 0.75), max(1.0, radius * 0.1))
    pen.setPen(QPen(QColor("#2B4F7E"), max(1.0, radius * 0.17)))
    pen.drawEllipse(centre, radius * 0.62, radius * 0.62)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(QColor("#2B4F7E"))
    pen.drawEllipse(centre, radius * 0.24, radius * 0.24)


def paint_cube(pen: QPainter, centre: QPointF, side: float, theme: Theme) -> None:
    """A step: a cube of light wood, lit from the north-west."""
    half, depth = side / 2, side * 0.24
    top = QRectF(centre.x() - half, centre.y() - half - depth / 2, side, side - depth / 2)
    shade = ink.rough_rect(top.translated(depth * 0.2, depth), f"cube{round(side)}", side * 0.02, side)
    ink.fill(pen, shade, QColor("#8A6234" if not theme.dark else "#5B4226"))
    face = ink.rough_rect(top, f"cube{round(side)}", side * 0.02, side)
    ink.fill(pen, face, QColor("#D8AE72" if not theme.dark else "#A98352"))
    ink.outline(pen, face, theme.color("bone_ink", 0.45), max(0.8, side * 0.05))


def paint_disciple(pen: QPainter, centre: QPointF, size: float, theme: Theme, role: QColor, facing: float) -> None:
    """A Disciple from the side, on a round base with a prow; `facing` in degrees."""
    base = ink.rough_disc(centre, size * 0.5, "disciple", 0.03)
    ink.soft_shadow(pen, base, theme.color("shadow", 0.5), size * 0.12, 0, size * 0.07)
    prow = QPainterPath(QPointF(size * 0.72, 0))
    prow.lineTo(size * 0.36, -size * 0.26)
    prow.lineTo(size * 0.36, size * 0.26)
    prow.closeSubpath()
    turn = QTransform().translate(centre.x(), centre.y()).rotate(facing)
    ink.fill(pen, turn.map(prow), role)
    ink.fill(pen, base, theme.color("bone"))
    ink.outline(pen, base, role, max(1.4, size * 0.09))
    box = QRectF(centre.x() - size * 0.4, centre.y() - size * 0.42, size * 0.8, size * 0.8)
    paint_emblem(pen, box, "disciple", theme.color("bone_ink"))


def paint_cushion(pen: QPainter, rect: QRectF, theme: Theme) -> None:
    """The cushion of who is still seated, a tassel at each corner."""
    path = QPainterPath()
    path.addRoundedRect(rect, rect.width() * 0.16, rect.height() * 0.16)
    ink.soft_shadow(pen, path, theme.color("shadow", 0.4), rect.width() * 0.05, 0, rect.width() * 0.03)
    ink.fill(pen, path, theme.mix("vigilant", "stone_black" if theme.dark else "stone_white", 0.25))
    ink.outline(pen, path, theme.color("vigilant"), max(1.0, rect.width() * 0.025))
    pen.setPen(QPen(theme.color("bone", 0.55), max(1.0, rect.width() * 0.02), Qt.PenStyle.DotLine))
    inner = rect.adjusted(rect.width() * 0.08, rect.width() * 0.08, -rect.width() * 0.08, -rect.width() * 0.08)
    pen.drawRoundedRect(inner, rect.width() * 0.1, rect.width() * 0.1)


# masks ----------------------------------------------------------------------------------------------------------------


LOOKS = {
    "house:daigo": 0, "house:benjiro": 1, "house:sayuri": 2, "house:tetsuo": 3, "house:hayate": 4, "house:shizuka": 5,
    "house:goro": 6, "house:kiyomi": 7,
}  # fmt: skip


@lru_cache(maxsize=32)
def _face() -> QPainterPath:
    path = QPainterPath(QPointF(50, 6))
    path.cubicTo(84, 6, 90, 34, 86, 58)
    path.cubicTo(82, 82, 66, 96, 50, 96)
    path.cubicTo(34, 96, 18, 82, 14, 58)
    path.cubicTo(10, 34, 16, 6, 50, 6)
    return path


def paint_mask(pen: QPainter, rect: QRectF, id: str, theme: Theme, *, drunk: bool = False, faint: bool = False) -> None:
    """A sheet as a mask of paper; each one has brows, mouth and hair of its own. `drunk`: sake lies on it."""
    look = LOOKS.get(id, crc32(id.encode()) % 8)
    side = min(rect.width(), rect.height()) / 100
    move = QTransform(side, 0, 0, side, rect.center().x() - 50 * side, rect.center().y() - 50 * side)
    face = move.map(_face())
    if not faint:
        ink.soft_shadow(pen, face, theme.color("shadow", 0.5), side * 5, side, side * 3)
    ink.fill(pen, face, theme.color("bone", 0.35 if faint else 1.0))
    dark = theme.color("bone_ink", 0.85)
    if drunk:
        flush = QColor("#C23B22")
        flush.setAlphaF(0.42)
        for x in (29, 71):
            ink.fill(pen, move.map(ink.rough_disc(QPointF(x, 61), 12, "cheek", 0.06)), flush)
    pen.save()
    pen.setClipPath(face, Qt.ClipOperation.IntersectClip)
    for stroke in _features(look, drunk):
        ink.fill(pen, move.map(stroke), dark)
    pen.restore()
    for stroke in _hair(look):
        if theme.dark and not faint:
            ink.outline(pen, move.map(stroke), theme.color("mask_rim", 0.8), max(1.6, side * 5))
    for stroke in _hair(look):
        ink.fill(pen, move.map(stroke), dark if not theme.dark else theme.color("bone_ink"))
    ink.outline(pen, face, dark, max(1.0, side * 2.6))


def _brush(width: float, *at: float, seed: str = "m") -> QPainterPath:
    points = [QPointF(x, y) for x, y in zip(at[::2], at[1::2], strict=True)]
    return ink.brush_stroke(ink.smooth(points, closed=False), width, f"{seed}{at[0]}", rough=0.04)


@lru_cache(maxsize=32)
def _features(look: int, drunk: bool) -> tuple[QPainterPath, ...]:
    """Brows, eyes, nose, mouth, and what else makes a face."""
    tilt = (-7, 7, 0, -3, 9, -9, 4, 2)[look]
    thick = (5, 8, 4, 9, 6, 5, 10, 4)[look]
    high = 36 + (look % 3) * 2
    found = [
        _brush(thick, 22, high + tilt, 32, high - 3, 43, high),
        _brush(thick, 78, high + tilt, 68, high - 3, 57, high),
    ]
    if drunk:  # the eyes swim
        found += [_brush(4, 25, 50, 33, 46, 41, 51), _brush(4, 75, 50, 67, 46, 59, 51)]
    else:
        found += [_brush(5, 25, 50, 33, 47, 42, 50), _brush(5, 75, 50, 67, 47, 58, 50)]
    found.append(_brush(3.4, 50, 48, 46, 62, 53, 64))
    mouths = (
        (5, 38, 78, 50, 76, 62, 78), (6, 38, 80, 50, 74, 62, 80), (5, 40, 76, 50, 80, 60, 76),
        (7, 42, 77, 50, 79, 58, 77),
        (5, 36, 76, 50, 82, 64, 74), (5, 40, 79, 50, 76, 61, 77), (9, 42, 78, 50, 80, 58, 78),
        (4, 43, 77, 50, 79, 57, 77),
    )  # fmt: skip
    width, *at = mouths[look]
    found.append(_brush(width, *at, seed="mouth"))
    if look in (1, 4, 6):  # a moustache
        found += [_brush(5, 48, 70, 38, 71, 28, 78), _brush(5, 52, 70, 62, 71, 72, 78)]
    if look in (3, 6):  # a beard
        found += [
            _brush(6, 44, 88, 45, 94, 42, 99),
            _brush(6, 50, 88, 50, 94, 50, 100),
            _brush(6, 56, 88, 55, 94, 58, 99),
        ]
    if look == 0:  # a scar
        found.append(_brush(3, 70, 26, 74, 52, 72, 70))
    if look in (2, 7):  # painted brows of the court
        found += [_brush(9, 32, 22, 36, 21, 39, 22), _brush(9, 61, 22, 64, 21, 68, 22)]
    return tuple(found)


@lru_cache(maxsize=32)
def _hair(look: int) -> tuple[QPainterPath, ...]:
    cap = QPainterPath(QPointF(12, 44))
    cap.cubicTo(10, 8, 34, 0, 50, 0)
    cap.cubicTo(66, 0, 90, 8, 88, 44)
    cap.cubicTo(82, 24, 70, (20, 14, 24, 12, 18, 22, 16, 26)[look], 50, (18, 12, 26, 10, 14, 22, 15, 28)[look])
    cap.cubicTo(30, (20, 14, 24, 12, 18, 22, 16, 26)[look], 18, 24, 12, 44)
    found = [cap]
    if look in (2, 5, 7):  # long hair
        found += [_brush(11, 12, 36, 7, 62, 12, 90), _brush(11, 88, 36, 93, 62, 88, 90)]
    else:  # the topknot
        found.append(_brush(13, 50, 4, 52, -6, (60, 46, 50, 58, 42, 50, 56, 50)[look], -14, seed="knot"))
    if look == 4:
        found.append(_brush(7, 14, 20, 50, 12, 86, 20))
    return tuple(found)


def paint_flame(pen: QPainter, rect: QRectF, theme: Theme, seed: int = 0) -> None:
    """A Spirit of Enma: a blue flame that burns without warmth."""
    side = min(rect.width(), rect.height()) / 100
    corner = rect.center() - QPointF(50, 50) * side
    move = QTransform(side, 0, 0, side, corner.x(), corner.y())
    glow = QRadialGradient(rect.center() + QPointF(0, 12 * side), 56 * side)
    glow.setColorAt(0, theme.color("water", 0.42))
    glow.setColorAt(1, theme.color("water", 0.0))
    pen.fillRect(rect.adjusted(-8 * side, -8 * side, 8 * side, 8 * side), glow)
    lean = math.sin(seed * 2.1) * 8
    for grow, colour in (
        (1.0, theme.color("vigilant", 0.9)),
        (0.72, theme.mix("water", "bone", 0.35)),
        (0.42, theme.color("bone")),
    ):
        path = QPainterPath(QPointF(50 + lean * grow, 98 - 96 * grow))
        path.cubicTo(58, 98 - 62 * grow, 50 + 44 * grow, 98 - 52 * grow, 50 + 36 * grow, 98 - 24 * grow)
        path.cubicTo(50 + 30 * grow, 98, 50 - 30 * grow, 98, 50 - 36 * grow, 98 - 26 * grow)
        path.cubicTo(50 - 42 * grow, 98 - 54 * grow, 50 - 14 * grow, 98 - 56 * grow, 50 + lean * grow, 98 - 96 * grow)
        ink.fill(pen, move.map(path), colour)
    for x in (42, 58):
        ink.fill(pen, move.map(ink.rough_disc(QPointF(x, 76), 4.5, "eye", 0.05)), theme.color("bone_ink"))


def paint_masu(pen: QPainter, rect: QRectF, count: int, theme: Theme) -> None:
    """The common bowl: a box of cedar, and how many sake are left in it."""
    side = min(rect.width(), rect.height())
    box = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
    outer = ink.rough_rect(box, "masu", side * 0.012, side / 3)
    ink.soft_shadow(pen, outer, theme.color("shadow", 0.55), side * 0.07, side * 0.02, side * 0.05)
    wood, grain = QColor("#C99A5B" if not theme.dark else "#8F6B3C"), QColor("#8A6234" if not theme.dark else "#5B4226")
    ink.fill(pen, outer, wood)
    pen.setPen(QPen(grain, max(0.8, side * 0.012)))
    wall = side * 0.14
    for n in range(1, 4):
        at = wall * n / 4
        pen.drawRect(box.adjusted(at, at, -at, -at))
    inner = box.adjusted(wall, wall, -wall, -wall)
    ink.outline(pen, outer, theme.color("bone_ink", 0.7), max(1.0, side * 0.018))
    ink.fill(pen, ink.rough_rect(inner, "masu in", side * 0.006, side / 3),
             QColor("#F3E6C8" if not theme.dark else "#D9C79C") if count else grain)  # fmt: skip
    pen.setPen(QPen(grain, max(1.0, side * 0.02)))
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.drawRect(inner)
    for one, other in ((box.topLeft(), inner.topLeft()), (box.topRight(), inner.topRight()),
                       (box.bottomLeft(), inner.bottomLeft()), (box.bottomRight(), inner.bottomRight())):  # fmt: skip
        pen.drawLine(one, other)
    font = fonts.font("display")
    font.setPixelSize(max(8, round(side * 0.44)))
    colour = QColor("#9A2A16") if 0 < count <= 3 else theme.color("bone_ink" if count else "bone")
    ink.write(pen, inner, str(count), font, colour, CENTRED)


def paint_chip(pen: QPainter, rect: QRectF, deck: Deck, card: int, theme: Theme, *, held: bool = False,
               asleep: bool = False) -> None:  # fmt: skip
    """A card in play, small: its drawing on bone. `held`: in the hand of its owner; `asleep`: a sake lies on it."""
    edge = ink.rough_rect(rect, f"chip{round(rect.width())}", rect.width() * 0.02, rect.width() / 2)
    if held:
        ink.soft_shadow(pen, edge, theme.color("shadow", 0.5), rect.width() * 0.1, 0, rect.width() * 0.06)
    ink.fill(pen, edge, theme.color("bone" if not asleep else "bone_shade"))
    ink.outline(pen, edge, theme.color("bone_ink", 0.9 if held else 0.4), 1.8 if held else 1.0)
    kind = deck.type[card]
    if kind < len(deck.types):
        inset = rect.width() * 0.14
        colour = theme.color("bone_ink", 0.45 if asleep else 0.92)
        paint_emblem(pen, rect.adjusted(inset, inset, -inset, -inset), drawing_of(deck, card), colour)


def drawing_of(deck: Deck, card: int) -> str:
    """The name of a card's drawing."""
    kind = deck.type[card]
    if kind >= len(deck.types):
        return "event"
    return emblem_name(deck.types[kind].id.partition(":")[2], deck.types[kind].text)
