"""Figures and tokens as pictures, kept by what they look like. Whose a figure is, is seen first: heroes stand on bone-
white discs, the Oni's figures on ink-black eight-sided bases.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPixmap

from companion.ui.games.chronicles.oni.marks import paint_mark
from companion.ui.kit.art import figures
from companion.ui.kit.art.figures import BLACK, WHITE
from companion.ui.kit.art.strokes import Drawings
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import PAPER, Role, Theme

from .contents import FigureSeen, TokenSeen

TOKENS = Drawings("""
host: -15 50 24; 10 28 88 32 54 50 44 68 54 72 88; 9 28 88 72 88
scroll: 9 24 20 76 20; 9 24 80 76 80; 7 30 22 30 78; 7 70 22 70 78; 5 40 36 60 36; 5 40 50 60 50; 5 40 64 54 64
clue: 9 42 18 22 26 18 46 28 64 48 66 64 54 66 36 56 22 42 18; 12 60 60 86 88
chest: 9 14 46 86 46 86 84 14 84 14 46; 9 14 46 24 22 76 22 86 46; -8 50 58; 6 50 58 50 72
follower: -14 36 30; 10 36 48 20 62 18 88; 10 36 48 52 62 54 88; 9 66 30 74 20 86 28 84 42 74 50 74 60; -5 74 74
""")
COLOURS: dict[str, Role] = {
    "host": "water", "scroll": "gold", "clue": "air", "chest": "vermilion", "follower": "stone_black",
    "objective": "earth", "fire": "fire", "test": "figure_ink",
}  # fmt: skip
"""What the back of a token is coloured with."""
ICONS = {
    "objective": "flag", "relic": "star", "altar": "tori", "document": "book", "portal": "zone", "fire": "fire",
    "sacred": "seal", "rubble": "wall", "antidote": "water", "epidemic": "skull", "accusation": "warning",
}  # fmt: skip
CENTRED = Qt.AlignmentFlag.AlignCenter


def figure_pixmap(figure: FigureSeen, short: str, pixels: int, theme: Theme) -> QPixmap:
    """A figure in a square of so many pixels; `short`: what is written on it."""
    look = figure._replace(id="", at="", number="")
    return _figure(look, short, max(8, pixels), theme, fonts.text_scale())


@lru_cache(maxsize=256)
def _figure(figure: FigureSeen, short: str, pixels: int, theme: Theme, scale: float) -> QPixmap:
    pixmap = ink.blank(pixels, pixels)
    with ink.painting(pixmap) as pen:
        _paint_figure(pen, figure, short, float(pixels), theme)
    return pixmap


def _paint_figure(pen: QPainter, figure: FigureSeen, short: str, side: float, theme: Theme) -> None:
    band = WHITE if figure.camp == "heroes" else BLACK
    room = QRectF(side * 0.07, side * 0.05, side * 0.86, side * 0.86)
    stone = figures.stone_path(room, band)
    ink.soft_shadow(pen, stone, theme.color("shadow", 0.5), side * 0.05, side * 0.015, side * 0.03)
    if figure.active:
        halo = figures.stone_path(room.adjusted(-side * 0.05, -side * 0.05, side * 0.05, side * 0.05), band)
        ink.fill(pen, halo, theme.color("vermilion"))
        inner = room.adjusted(side * 0.02, side * 0.02, -side * 0.02, -side * 0.02)
        stone = figures.stone_path(inner, band)
    ground, line = figures.stone_ink(band, theme), figures.stone_line(band, theme)
    if figure.spent:  # it has acted: matt
        ground = palette.blend(ground, theme.color("faded"), 0.42)
    ink.fill(pen, stone, ground)
    ink.outline(pen, stone, line, max(1.0, side * 0.03))
    if figure.lieutenant or figure.sign == "demon":
        ring = figures.stone_path(room.adjusted(side * 0.08, side * 0.08, -side * 0.08, -side * 0.08), band)
        colour = theme.color("vermilion") if figure.sign == "demon" else line
        ink.outline(pen, ring, colour, max(1.0, side * 0.025))
    size = side * 0.46
    sign = QRectF(room.center().x() - size / 2, room.top() + side * 0.09, size, size)
    colour = QColor(theme.vermilion) if figure.sign == "demon" and not theme.dark else line
    paint_mark(pen, sign, figure.sign, line if band == BLACK else colour)
    _write_short(pen, room, short, line, side)
    _paint_damage(pen, figure, side, theme)
    _paint_statuses(pen, figure, side, theme)


def _write_short(pen: QPainter, room: QRectF, short: str, colour: QColor, side: float) -> None:
    font = fonts.font("strong")
    font.setPixelSize(max(7, round(side * 0.27)))
    place = QRectF(room.left(), room.bottom() - side * 0.34, room.width(), side * 0.3)
    ink.write(pen, place, short, font, colour, CENTRED)


def _paint_damage(pen: QPainter, figure: FigureSeen, side: float, theme: Theme) -> None:
    """A notch for each damage at the upper rim, and an empty one for each that is left of Health."""
    if not figure.damage:
        return
    slots = max(figure.health, figure.damage)
    step = min(26.0, 130.0 / slots)
    middle, far = QPointF(side / 2, side * 0.48), side * 0.43
    for n in range(slots):
        turn = radians(-90 + (n - (slots - 1) / 2) * step)
        way = QPointF(cos(turn), sin(turn))
        start, end = middle + way * (far - side * 0.11), middle + way * (far + side * 0.04)
        pen.setPen(QPen(theme.color("figure_light"), side * 0.11, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        pen.drawLine(start, end)
        colour = theme.color("vermilion") if n < figure.damage else theme.color("bone_shade")
        pen.setPen(QPen(colour, side * 0.07, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        pen.drawLine(start, end)


def _paint_statuses(pen: QPainter, figure: FigureSeen, side: float, theme: Theme) -> None:
    """A seal for each status down the right side."""
    small = side * 0.27
    for n, status in enumerate(figure.statuses):
        seal = QRectF(side - small * 1.02, side * 0.2 + n * small * 0.92, small, small)
        disc = ink.rough_disc(seal.center(), small / 2, status)
        ink.fill(pen, disc, theme.color("shaken"))
        ink.outline(pen, disc, theme.color("figure_light"), max(1.0, side * 0.02))
        paint_mark(pen, seal.adjusted(small * 0.16, small * 0.16, -small * 0.16, -small * 0.16), status,
                   theme.color("on_state"))  # fmt: skip


# tokens ---------------------------------------------------------------------------------------------------------------


def token_pixmap(token: TokenSeen, pixels: int, theme: Theme) -> QPixmap:
    """A token in a square of so many pixels."""
    return _token(token._replace(id="", at="", card=""), max(8, pixels), theme, fonts.text_scale())


@lru_cache(maxsize=128)
def _token(token: TokenSeen, pixels: int, theme: Theme, scale: float) -> QPixmap:
    pixmap = ink.blank(pixels, pixels)
    with ink.painting(pixmap) as pen:
        _paint_token(pen, token, float(pixels), theme)
    return pixmap


def _paint_token(pen: QPainter, token: TokenSeen, side: float, theme: Theme) -> None:
    box = QRectF(side * 0.12, side * 0.1, side * 0.76, side * 0.78)
    body = ink.rough_rect(box, token.type, 0.5, 20)
    ink.soft_shadow(pen, body, theme.color("shadow", 0.45), side * 0.04, 0, side * 0.025)
    face_down = token.type == "follower"
    role = COLOURS.get(token.type, "mercenary")
    paper = theme.color("stone_black") if face_down else theme.color("bone")
    line = theme.color("bone") if face_down else QColor(_paper_kin(role, theme))
    ink.fill(pen, body, paper)
    ink.outline(pen, body, line, max(1.2, side * 0.06))
    numbers = _numbers(token)
    high = box.height() * (0.56 if numbers else 0.8)
    sign = QRectF(box.center().x() - high / 2, box.top() + box.height() * (0.04 if numbers else 0.1), high, high)
    pen.setOpacity(0.45 if token.turned and token.type == "host" else 1.0)
    if token.type in TOKENS.strokes:
        TOKENS.paint(pen, sign, token.type, line)
    elif token.type == "test":
        _write(pen, sign, "−1", line, high * 0.8)
    else:
        icons.paint(pen, ICONS.get(token.type, "info"), line, sign)
    pen.setOpacity(1.0)
    if token.turned and token.type == "host":
        icons.paint(pen, "check", theme.color("bone_ink"), sign)
    if numbers:
        room = QRectF(box.left(), sign.bottom() - side * 0.03, box.width(), box.bottom() - sign.bottom())
        _write(pen, room, numbers, theme.color("bone_ink"), room.height() * 1.0)
    if token.minus:
        small = side * 0.36
        slip = QRectF(side - small * 1.15, side * 0.02, small * 1.15, small * 0.8)
        ink.fill(pen, ink.rough_rect(slip, "minus", 0.3, 10), theme.color("figure_ink"))
        _write(pen, slip, f"−{token.minus}", theme.color("figure_light"), small * 0.72)


def _paper_kin(role: Role, theme: Theme) -> str:
    """Tokens are of bone, whatever the look: what is drawn on them has the colours of paper."""
    return str(getattr(PAPER, role))


def _numbers(token: TokenSeen) -> str:
    """Difficulty and cards as printed, as far as they are known and count."""
    if token.difficulty < 0 or (token.turned and token.type == "host"):
        return ""
    return f"{token.difficulty}/{token.cards}" if token.cards >= 0 else str(token.difficulty)


def _write(pen: QPainter, room: QRectF, words: str, colour: QColor, pixels: float) -> None:
    font = fonts.font("strong")
    font.setPixelSize(max(6, round(pixels)))
    wide = QFontMetricsF(font).horizontalAdvance(words)
    if wide > room.width():
        font.setPixelSize(max(6, int(font.pixelSize() * room.width() / wide)))
    ink.write(pen, room, words, font, colour, CENTRED)
