"""Figures: woodcut tokens on a base seen from above; and whose they are, seen before anything else.

Bases are white and round or black and eight-sided, as Go stones, and what stands on black is drawn in light lines.
The prow reaches the front edge of the square and the back half is of another shade, so that facing is read from two
metres; the rim tells the state (whole and indigo, or broken, red and hatched).
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Literal, get_args

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient, QTransform
from PySide6.QtSvg import QSvgRenderer

from companion.ui.kit.art.dice import paint_die
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.fonts import resource_root
from companion.ui.kit.theme.palette import NIGHT, Element, Role, Theme

BandShape = Literal["round", "octagon"]


@cache
def base_parts(shape: BandShape) -> dict[str, QPainterPath]:
    """The paths of a base that looks north, in a square of 100, from `resources/drawings/bases`. Do not change them.

    All but `sheen` turn with the figure; the light does not.
    """
    _, _, shapes = icons.outlines(icons.source(f"drawings/bases/{shape}"))
    return {fill.removeprefix("var(--").partition(",")[0]: path for fill, path in shapes}


SHAPES: tuple[BandShape, BandShape] = ("round", "octagon")
"""The bases of band 0 (white) and band 1 (black)."""
WHITE, BLACK = 0, 1
_FILL: tuple[Role, Role] = ("stone_white", "stone_black")
_LINE: tuple[Role, Role] = ("figure_ink", "stone_light")


def stone_ink(band: int, theme: Theme) -> QColor:
    """What a stone is made of."""
    return theme.color(_FILL[band])


def stone_line(band: int, theme: Theme) -> QColor:
    """What is drawn upon a stone, and around it: dark on white, light on black."""
    return theme.color(_LINE[band])


def rim(band: int, state: str, theme: Theme) -> QColor:
    """The colour of a state on a stone: on black always the lighter kin that the night has."""
    role: Role = "shaken" if state == "shaken" else "vigilant"
    return (NIGHT if band == BLACK else theme).color(role)


@cache
def _unit(band: int) -> QPainterPath:
    path = QPainterPath()
    if band == WHITE:
        path.addEllipse(QPointF(0, 0), 1.0, 1.0)
        return path
    for k in range(8):
        angle = math.radians(22.5 + 45 * k)
        at = QPointF(math.sin(angle), -math.cos(angle)) * 1.05
        path.lineTo(at) if k else path.moveTo(at)
    path.closeSubpath()
    return path


def stone_path(rect: QRectF, band: int) -> QPainterPath:
    """The outline of a stone in a square: a disc, or eight sides."""
    side = min(rect.width(), rect.height())
    move = QTransform().translate(rect.center().x(), rect.center().y()).scale(side / 2, side / 2)
    return move.map(_unit(band))


def paint_stone(pen: QPainter, rect: QRectF, band: int, theme: Theme, text: str = "") -> None:
    """A stone of a band, lit from the north-west; `text`: a letter on it."""
    path, side = stone_path(rect.adjusted(1, 1, -1, -1), band), rect.width()
    fill = stone_ink(band, theme)
    light = QRadialGradient(rect.center() - QPointF(side * 0.18, side * 0.2), side * 0.75)
    light.setColorAt(0.0, fill.lighter(106) if band == WHITE else palette.blend(fill, stone_line(band, theme), 0.22))
    light.setColorAt(1.0, fill.darker(112) if band == WHITE else fill)
    pen.save()
    pen.setPen(QPen(palette.blend(stone_line(band, theme), fill, 0.25), max(1.0, side * 0.05)))
    pen.setBrush(light)
    pen.drawPath(path)
    if text:
        font = fonts.font("name")
        font.setPixelSize(max(7, round(side * 0.56)))
        ink.write(pen, rect, text, font, stone_line(band, theme), int(Qt.AlignmentFlag.AlignCenter))
    pen.restore()


State = Literal["vigilant", "shaken"]
FacingName = Literal["N", "E", "S", "W"]
FACING_NAMES: tuple[FacingName, ...] = get_args(FacingName)
TURN: dict[FacingName, int] = {"N": 0, "E": 90, "S": 180, "W": 270}
FALLBACK = "ronin"
_TONE, _ACCENT = ("#B9A583", "#8E8168"), ("#C23B22", "#EF795C")
"""The third and the fourth colour of a silhouette, on white and on black."""
_BACK = (0.3, 0.24)
"""How far the back half goes from the stone towards its line."""


@cache
def silhouettes() -> tuple[str, ...]:
    """The names of the drawn archetypes, sorted."""
    return tuple(sorted(path.stem for path in (resource_root() / "icons" / "figures").glob("*.svg")))


def figure_pixmap(
    silhouette: str,
    band_shape: BandShape = "round",
    state: State = "vigilant",
    activated: bool = False,
    facing: FacingName = "N",
    size_px: int = 72,
    theme: Theme | None = None,
    reserve_element: Element | None = None,
    selected: bool = False,
    *,
    dpr: float = 1.0,
) -> QPixmap:
    """A figure on its base, filling a square of `size_px` logical pixels; cached.

    An unknown silhouette falls back to the ronin, so that a pack with new archetypes still plays.
    """
    name = silhouette if silhouette in silhouettes() else FALLBACK
    look = theme or palette.current()
    return _figure(name, band_shape, state, activated, facing, size_px, look, reserve_element, selected, dpr)


def silhouette_pixmap(
    silhouette: str, size: int, theme: Theme | None = None, *, band: int = -1, dpr: float = 1.0
) -> QPixmap:
    """The silhouette alone, for cards and lists, or (`band`) for a stone of that band; cached."""
    name = silhouette if silhouette in silhouettes() else FALLBACK
    return _silhouette(name, size, theme or palette.current(), band, dpr)


def paint_silhouette(pen: QPainter, rect: QRectF, silhouette: str, theme: Theme) -> None:
    """The silhouette alone as a drawing, for paper: sharp at any size."""
    name = silhouette if silhouette in silhouettes() else FALLBACK
    light = theme.figure_light if theme.dark else theme.surface
    _paint_silhouette(pen, name, rect, theme, light, theme.figure_ink)


@lru_cache(maxsize=256)
def _silhouette(name: str, size: int, theme: Theme, band: int, dpr: float) -> QPixmap:
    pixmap, rect = ink.blank(size, size, dpr), QRectF(0, 0, size, size)
    with ink.painting(pixmap) as pen:
        if band < 0:
            paint_silhouette(pen, rect, name, theme)
        else:
            lines, masses = _strokes(band, theme)
            _paint_silhouette(pen, name, rect, theme, lines.name(), masses.name(), _TONE[band], _ACCENT[band])
    return pixmap


def _strokes(band: int, theme: Theme) -> tuple[QColor, QColor]:
    """Lines around masses of the stone's own shade: from afar it stays what it is."""
    lines = stone_line(band, theme)
    return lines, palette.blend(stone_ink(band, theme), lines, 0.1)


def _paint_silhouette(
    pen: QPainter,
    name: str,
    rect: QRectF,
    theme: Theme,
    light: str,
    dark: str,
    tone: str = "#B9A583",
    accent: str = "#C23B22",
) -> None:
    variables = {"cut": light, "tone": tone, "accent": accent}
    if icons.draws_on_paper(pen):
        icons.paint_outlines(pen, icons.source(f"figures/{name}"), rect, QColor(dark), variables)
        return
    _drawing(name, dark, tuple(variables.items())).render(pen, rect)


@lru_cache(maxsize=128)
def _drawing(name: str, dark: str, variables: tuple[tuple[str, str], ...]) -> QSvgRenderer:
    return QSvgRenderer(icons.coloured(f"figures/{name}", dark, dict(variables)))


def _matt(colour: QColor, theme: Theme, share: float) -> QColor:
    """A colour gone dull: towards a mid grey of the ground."""
    return palette.blend(colour, theme.mix("ground", "faded", 0.55), share)


@lru_cache(maxsize=256)
def _figure(
    name: str,
    shape: BandShape,
    state: State,
    activated: bool,
    facing: FacingName,
    size: int,
    theme: Theme,
    reserve: Element | None,
    selected: bool,
    dpr: float,
) -> QPixmap:
    pixmap = ink.blank(size, size, dpr)
    with ink.painting(pixmap) as pen:
        pen.scale(size / 100, size / 100)
        turn = QTransform().translate(50, 50).rotate(TURN[facing]).translate(-50, -50)
        _paint_base(pen, shape, state, activated, turn, theme, selected)
        band = SHAPES.index(shape)
        light, dark = _strokes(band, theme)
        tone, accent = QColor(_TONE[band]), QColor(_ACCENT[band])
        if activated:
            light, dark = _matt(light, theme, 0.5), _matt(dark, theme, 0.22)
            tone, accent = _matt(tone, theme, 0.55), _matt(accent, theme, 0.55)
        side = 70.0  # upright, whichever way the figure looks: only the base turns
        rect = QRectF(50 - side / 2, 50 - side / 2, side, side).translated(
            turn.map(QPointF(50, 52.5)) - QPointF(50, 50)
        )
        _paint_silhouette(pen, name, rect, theme, light.name(), dark.name(), tone.name(), accent.name())
        if reserve is not None:
            angle = math.radians(TURN[facing] + 138)
            at = QPointF(50 + math.sin(angle) * 35, 50 - math.cos(angle) * 35)
            paint_die(pen, QRectF(at.x() - 15, at.y() - 15, 30, 30), reserve, theme)
    return pixmap


def _paint_base(
    pen: QPainter, shape: BandShape, state: State, activated: bool, turn: QTransform, theme: Theme, selected: bool
) -> None:
    parts = base_parts(shape)
    if selected:  # a little smaller, so that the ring around it stays inside the square
        turn = QTransform().translate(50, 50).scale(0.945, 0.945).translate(-50, -50) * turn
    outline = turn.map(parts["outline"])
    pen.setPen(Qt.PenStyle.NoPen)
    ink.soft_shadow(pen, outline, theme.color("shadow", 0.6 if theme.dark else 0.34), 3.4, 1.6, 2.6)
    if selected:
        pen.setPen(_line(theme.color("vermilion"), 7))
        pen.drawPath(outline)
        pen.setPen(Qt.PenStyle.NoPen)
    band = SHAPES.index(shape)
    edge, front, line = rim(band, state, theme), stone_ink(band, theme), stone_line(band, theme)
    back = palette.blend(front, line, _BACK[band])
    if activated:
        edge, back, front = _matt(edge, theme, 0.55), _matt(back, theme, 0.45), _matt(front, theme, 0.45)
    # Gaps in the rim must show by lightness alone: light in a dark rim, dark in a light one.
    light_rim = theme.dark or band == BLACK
    pen.setBrush(edge if state == "vigilant" else QColor(theme.figure_ink) if light_rim else front)
    pen.drawPath(outline)
    if state == "shaken":
        pen.setBrush(edge)
        pen.drawPath(turn.map(parts["broken"]))
    pen.setBrush(front)
    pen.drawPath(turn.map(parts["front"]))
    pen.setBrush(back)
    pen.drawPath(turn.map(parts["back"]))
    if state == "shaken":
        red = QColor((palette.NIGHT if band == BLACK else palette.PAPER).shaken)
        pen.setBrush(palette.blend(front, red, 0.42 if activated else 0.7))
        pen.drawPath(turn.map(parts["hatching"]))
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(_line(theme.color("figure_ink", 0.85), 1.5))
    pen.drawPath(outline)
    line.setAlphaF(0.55)
    pen.setPen(_line(line, 0.9 if band != BLACK else 1.4))
    pen.drawPath(turn.map(parts["field"]))
    if not activated:
        ink.fill(pen, parts["sheen"], QColor(255, 255, 255, 170 if band != BLACK else 70))


def _line(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
