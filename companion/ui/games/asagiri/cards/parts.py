"""The parts a card is painted of: body with its rim, crest, tray, slip, coin, seals. All into a painter at hand."""

from __future__ import annotations

import math
import random
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen

from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.vocabulary import NO_BAND, BandId, Condition
from companion.ui.kit.art.dice import paint_die
from companion.ui.kit.art.figures import rim, stone_ink, stone_path
from companion.ui.kit.art.marks import paint_element
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme

from .face import MASKS, CardFace, paint_figure, paint_picture

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


def state_colour(condition: Condition, theme: Theme) -> QColor:
    """Indigo, red, or the grey of what is gone."""
    if condition == "disabled":
        return theme.mix("hairline", "faded", 0.35)
    return theme.color("shaken" if condition == "shaken" else "vigilant")


def draw_line(
    pen: QPainter, rect: QRectF, text: str, font: QFont, colour: QColor, flags: Qt.AlignmentFlag = LEFT
) -> None:
    """One line of words, cut with an ellipsis when there is no room."""
    pen.setFont(font)
    pen.setPen(colour)
    pen.drawText(rect, flags, QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width()))


def wrapped_height(text: str, font: QFont, width: float) -> float:
    """How high a paragraph of this width is."""
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 10_000), WRAP, text).height()


def paint_body(
    pen: QPainter,
    rect: QRectF,
    rim: float,
    condition: Condition,
    theme: Theme,
    seed: str,
    *,
    matt: bool = False,
    flat: bool = False,
) -> None:
    """The sheet of a profile card with its rim in the state's colour.

    Shaken: the rim is broken, and two corners of the sheet are hatched. `matt`: without its gloss (activated).
    `flat`: for a printer, without shadow and grain: the paper has its own.
    """
    paper, colour, shaken = ground(condition, theme), state_colour(condition, theme), condition == "shaken"
    nicks = _breaks(rect, rim, seed) if shaken else None
    sheet = paint_sheet(pen, rect, rim, "card", seed, (paper, colour), theme, flat=flat, grain=3, nicks=nicks)
    inside = rect.adjusted(rim, rim, -rim, -rim)
    if shaken:
        pen.save()
        pen.setClipPath(sheet)
        _paint_hatching(pen, inside, theme, seed)
        pen.restore()
    if matt:
        pen.setBrush(theme.color("ground", 0.5))
        pen.drawPath(sheet)
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(palette.blend(colour, paper, 0.45), 0.9))
    if condition == "vigilant":
        pen.drawPath(ink.rough_rect(inside.adjusted(2.5, 2.5, -2.5, -2.5), f"line{seed}", 0.35, 60))


def paint_sheet(
    pen: QPainter,
    rect: QRectF,
    rim: float,
    kind: str,
    seed: str,
    colours: tuple[QColor, QColor],
    theme: Theme,
    *,
    flat: bool,
    grain: int = 0,
    nicks: QPainterPath | None = None,
) -> QPainterPath:
    """The sheet of any card, its paper and its rim in `colours`; `nicks` break the rim, `grain` (a seed) is its grain.

    `flat`: for a printer, without shadow and grain: the paper has its own.
    """
    sheet = ink.rough_rect(rect, f"{kind}{seed}", 0.8, 34)
    if not flat:
        ink.soft_shadow(pen, sheet, theme.color("shadow", 0.55 if theme.dark else 0.26), 5, 0.8, 2.2)
    ink.fill(pen, sheet, colours[0])
    ring = sheet.subtracted(ink.rough_rect(rect.adjusted(rim, rim, -rim, -rim), f"inner{seed}", 0.6, 40))
    pen.setBrush(colours[1])
    pen.drawPath(ring if nicks is None else ring.subtracted(nicks))
    pen.save()
    pen.setClipPath(sheet)
    for cells, strength in ((9, 0.03), (64, 0.04)) if grain and not flat else ():
        dots = ink.grain_pixmap(cells, 256, grain + cells, theme.color("ink").rgb(), strength)
        pen.drawTiledPixmap(rect.toAlignedRect(), dots)
    pen.restore()
    return sheet


def paint_cloth(pen: QPainter, rect: QRectF, seed: str, field: QColor, thread: QColor | None = None) -> None:
    """The cloth in a card's middle, with its pattern in thin lines. What is painted from now on is clipped to it."""
    cloth = ink.rough_rect(rect, f"crest{seed}", 0.7, 30)
    ink.fill(pen, cloth, field)
    pen.setClipPath(cloth, Qt.ClipOperation.IntersectClip)
    if thread is not None:
        paint_star(pen, rect, max(9.0, min(rect.width(), rect.height() * 1.6) / 11), thread)


def ground(condition: Condition, theme: Theme) -> QColor:
    """The paper of a card: barely tinted by its state."""
    if condition == "disabled":
        return theme.mix("ground", "hairline", 0.25)
    return palette.blend(theme.color("surface"), state_colour(condition, theme), 0.05)


def _breaks(rect: QRectF, rim: float, seed: str) -> QPainterPath:
    """Skewed nicks across the rim, all around."""
    rng = random.Random(f"break{seed}")
    nicks = QPainterPath()
    nicks.setFillRule(Qt.FillRule.WindingFill)
    centre = rect.center()
    count = max(9, round((rect.width() + rect.height()) / 46))
    for k in range(count):
        way = rect.width() * 2 + rect.height() * 2
        at = way * (k + rng.uniform(0.15, 0.85)) / count
        point, along = _around(rect, at)
        inward = QPointF(centre.x() - point.x(), centre.y() - point.y())
        inward = QPointF(0, math.copysign(1, inward.y())) if along.x() else QPointF(math.copysign(1, inward.x()), 0)
        half, skew = along * (rng.uniform(0.9, 1.7) + rim * 0.16), along * rng.uniform(-0.8, 0.8) * rim
        nick = QPainterPath(point - half - inward * 3)
        for corner in (
            point + half - inward * 3,
            point + half * 0.6 + skew + inward * (rim + 3),
            point - half * 0.6 + skew + inward * (rim + 3),
        ):
            nick.lineTo(corner)
        nick.closeSubpath()
        nicks.addPath(nick)
    return nicks


def _around(rect: QRectF, at: float) -> tuple[QPointF, QPointF]:
    """A point on a rectangle's outline, and the direction there."""
    for start, along, length in (
        (rect.topLeft(), QPointF(1, 0), rect.width()),
        (rect.topRight(), QPointF(0, 1), rect.height()),
        (rect.bottomRight(), QPointF(-1, 0), rect.width()),
        (rect.bottomLeft(), QPointF(0, -1), rect.height()),
    ):
        if at <= length:
            return start + along * at, along
        at -= length
    return rect.topLeft(), QPointF(1, 0)


def _paint_hatching(pen: QPainter, inside: QRectF, theme: Theme, seed: str) -> None:
    """Red hatching in the upper right and lower left corners."""
    size = min(inside.width() * 0.34, inside.height() * 0.62)
    spacing = max(5.4, size / 24)
    for corner, dx, dy in ((inside.topRight(), -1, 1), (inside.bottomLeft(), 1, -1)):
        triangle = QPainterPath(corner)
        triangle.lineTo(corner.x() + dx * size, corner.y())
        triangle.lineTo(corner.x(), corner.y() + dy * size)
        triangle.closeSubpath()
        _hatch(pen, triangle, spacing, 1.3, theme.color("shaken", 0.30), f"hatch{seed}")


def _hatch(pen: QPainter, area: QPainterPath, spacing: float, width: float, colour: QColor, seed: str) -> None:
    """Slanting lines across an area. So fine a brush shows no irregularity: they are straight, and quickly drawn."""
    rng = random.Random(seed)
    box = area.boundingRect()
    reach = (box.width() + box.height()) / 2 + spacing
    share = width / 5.4
    pen.save()
    pen.setClipPath(area, Qt.ClipOperation.IntersectClip)
    pen.translate(box.center())
    pen.rotate(-45)
    pen.setPen(QPen(colour, max(width, spacing * share), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    offset = -reach
    while offset < reach:
        y = offset + rng.uniform(-0.12, 0.12) * spacing
        pen.drawLine(QPointF(-reach, y), QPointF(reach, y + rng.uniform(-0.06, 0.06) * spacing))
        offset += spacing
    pen.restore()


@lru_cache(maxsize=8)
def _star(size: float, width: float, height: float) -> QPainterPath:
    """The hemp-leaf pattern (asanoha) as lines filling a rectangle: six-pointed stars in a net of triangles."""
    net = QPainterPath()
    step_x, step_y = size * math.sqrt(3), size * 1.5
    for row in range(-1, math.ceil(height / step_y) + 2):
        for column in range(-1, math.ceil(width / step_x) + 2):
            centre = QPointF(column * step_x + (step_x / 2 if row % 2 else 0), row * step_y)
            for k in range(6):
                a, b = math.radians(60 * k + 30), math.radians(60 * k + 60)
                tip = centre + QPointF(math.cos(a), math.sin(a)) * size
                mid = centre + QPointF(math.cos(b), math.sin(b)) * size * 0.5774
                after = centre + QPointF(math.cos(a + math.pi / 3), math.sin(a + math.pi / 3)) * size
                net.moveTo(centre)
                net.lineTo(tip)
                net.moveTo(centre)
                net.lineTo(mid)
                net.moveTo(tip)
                net.lineTo(mid)
                net.lineTo(after)
    return net


def paint_crest(
    pen: QPainter,
    rect: QRectF,
    free: float,
    face: CardFace,
    condition: Condition,
    theme: Theme,
    dpr: float,
    *,
    flat: bool = False,
) -> None:
    """The picture of a card: a cloth in the state's colour, a moon (or a red sun), and the figure on it.

    `free` is how much of its height nothing covers: the figure stands in that part. A picture of its own fills the
    cloth, red and hatched in two corners while shaken. `flat`: drawn for a printer.
    """
    colour = state_colour(condition, theme)
    pen.save()
    field = palette.blend(theme.color("surface"), colour, 0.78 if not theme.dark else 0.42)
    paint_cloth(pen, rect, face.name, field)
    if face.picture is not None and paint_picture(pen, rect, face.picture):
        _paint_over_picture(pen, rect, condition, theme)
        pen.restore()
        return
    star, thread = max(9.0, min(rect.width(), rect.height() * 1.6) / 11), theme.color("figure_light", 0.20)
    fade = QLinearGradient(rect.topLeft(), rect.bottomLeft())
    if flat:  # a PDF's clear colours in a gradient come out black on many printers
        fade.setColorAt(0.0, field)
        fade.setColorAt(1.0, palette.blend(field, theme.color("figure_ink"), 0.38))
        pen.fillRect(rect, fade)
        paint_star(pen, rect, star, palette.blend(field, theme.color("figure_light"), 0.18))
    else:
        paint_star(pen, rect, star, thread)
        shade = theme.color("figure_ink", 0.0)
        fade.setColorAt(0.0, shade)
        shade.setAlphaF(0.38)
        fade.setColorAt(1.0, shade)
        pen.fillRect(rect, fade)
    if free < fonts.px(34):
        pen.restore()
        return
    side = min(free * 1.12, rect.width() * 0.8)
    centre = QPointF(rect.center().x(), rect.top() + free * 0.55)
    disc = ink.rough_disc(centre, side * 0.47, face.name, 0.008)
    ink.fill(pen, disc, palette.blend(theme.color("figure_light"), colour, 0.10 if condition != "shaken" else 0.30))
    if condition == "shaken":
        _hatch(pen, disc, max(6.5, side / 36), 1.6, theme.color("shaken", 0.28), "sun")
    size = max(8, round(side * 0.86))
    if condition == "disabled":
        pen.setOpacity(0.4)
    square = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
    paint_figure(pen, square, face.silhouette, theme, dpr, flat=flat)
    pen.restore()


def paint_star(pen: QPainter, rect: QRectF, size: float, colour: QColor) -> None:
    """Fill a rectangle with the hemp-leaf pattern (asanoha) in thin lines."""
    pen.save()
    pen.translate(rect.topLeft())
    ink.outline(pen, _star(size, rect.width(), rect.height()), colour, 0.9)
    pen.restore()


def _paint_over_picture(pen: QPainter, rect: QRectF, condition: Condition, theme: Theme) -> None:
    """What the state does to a picture: red and hatched when shaken, pale when out of the game."""
    if condition == "vigilant":
        return
    pen.fillRect(rect, theme.color("shaken", 0.24) if condition == "shaken" else theme.color("ground", 0.55))
    if condition == "shaken":
        _paint_hatching(pen, rect, theme, "picture")


def paint_medal(
    pen: QPainter, rect: QRectF, face: CardFace, condition: Condition, theme: Theme, dpr: float, band: BandId = NO_BAND
) -> None:
    """The small picture of a strip: the figure on a stone of its `band`, or on a plain disc, rimmed by its state."""
    disc = stone_path(rect, band) if band >= 0 else ink.rough_disc(rect.center(), rect.width() / 2, face.name, 0.012)
    colour = state_colour(condition, theme)
    pen.save()
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(stone_ink(band, theme) if band >= 0 else palette.blend(theme.color("figure_light"), colour, 0.16))
    pen.drawPath(disc)
    ink.outline(pen, disc, rim(band, condition, theme) if band >= 0 else colour, 2.4 if band >= 0 else 1.4)
    pen.setOpacity(0.4 if condition == "disabled" else 1.0)
    if face.picture is not None:
        pen.setClipPath(disc, Qt.ClipOperation.IntersectClip)
        if paint_picture(pen, rect, face.picture):
            pen.restore()
            return
    size = max(8, round(rect.width() * 0.9))
    square = QRectF(rect.center().x() - size / 2, rect.center().y() - size / 2, size, size)
    paint_figure(pen, square, face.silhouette, theme, dpr, flat=False, band=band)
    pen.restore()


def paint_mask(pen: QPainter, rect: QRectF, alignment: str, theme: Theme) -> None:
    """The mask of an alignment."""
    colours = {"demon_hunter": theme.color("hunter"), "evil_creature": theme.color("creature")}
    colour = colours.get(alignment, theme.color("mercenary"))
    name = MASKS.get(alignment, "mask-mercenary")
    if alignment == "evil_creature" and theme.dark:
        rim = theme.color("mask_rim")
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            icons.paint(pen, name, rim, rect.translated(dx, dy))
    icons.paint(pen, name, colour, rect)


def paint_coin(pen: QPainter, rect: QRectF, zeni: int, theme: Theme, *, words: QColor | None = None) -> None:
    """A value in zeni: a coin, and the number before it."""
    side = rect.height()
    coin = QRectF(rect.right() - side, rect.top(), side, side)
    icons.paint(pen, "zeni", theme.color("gold"), coin)
    font = fonts.font("numeral")
    font.setPixelSize(max(9, round(side * 0.98)))
    draw_line(pen, QRectF(rect.left(), rect.top(), rect.width() - side - side * 0.18, side), str(zeni), font,
              words or theme.color("ink"), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)  # fmt: skip


def paint_tray(
    pen: QPainter, rect: QRectF, reserve: Element | None, theme: Theme, *, hint: bool = False, over: bool = False
) -> None:
    """The reserve slot: a shallow tray cut into the card, with the die that lies in it.

    `hint`: a die in hand may be put here; `over`: it is just above.
    """
    side = rect.width()
    pen.save()
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(theme.mix("sunken", "ink", 0.06) if not theme.dark else theme.color("sunken"))
    pen.drawRoundedRect(rect, side * 0.2, side * 0.2)
    inner = rect.adjusted(0.7, 0.7, -0.7, -0.7)
    pen.setBrush(Qt.BrushStyle.NoBrush)
    hollow = QLinearGradient(rect.topLeft(), rect.bottomRight())
    hollow.setColorAt(0.0, theme.color("shadow", 0.62))
    hollow.setColorAt(0.45, theme.color("shadow", 0.18))
    hollow.setColorAt(1.0, QColor(255, 255, 255, 30 if theme.dark else 150))
    pen.setPen(QPen(hollow, max(1.2, side * 0.045)))
    pen.drawRoundedRect(inner, side * 0.19, side * 0.19)
    if reserve is not None:
        paint_die(pen, rect.adjusted(side * 0.03, side * 0.03, side * 0.03, side * 0.03), reserve, theme)
    if hint:
        if over:
            pen.setBrush(theme.color("vermilion", 0.22))
        pen.setPen(QPen(theme.color("vermilion"), 2.4 if over else 1.8))
        pen.drawRoundedRect(rect.adjusted(-2, -2, 2, 2), side * 0.24, side * 0.24)
    pen.restore()


def paint_slip(pen: QPainter, rect: QRectF, name: str, spent: bool, theme: Theme) -> None:
    """Equipment tucked under a card: the strip of it that looks out; struck through when used up."""
    sheet = ink.rough_rect(rect, f"slip{name}", 0.6, 26)
    pen.save()
    ink.soft_shadow(pen, sheet, theme.color("shadow", 0.4 if theme.dark else 0.2), 3, 0.4, 1.2)
    ink.fill(pen, sheet, theme.mix("sunken", "gold", 0.10) if not theme.dark else theme.mix("surface", "gold", 0.14))
    ink.outline(pen, sheet, theme.color("gold", 0.55), 0.8)
    font = fonts.font("small", 11.5 / 12)
    room = fonts.px(15)
    words = QRectF(rect.left() + fonts.px(7), rect.bottom() - room, rect.width() - fonts.px(14), room - 1)
    draw_line(pen, words, name, font, theme.color("faded" if spent else "ink"))
    if spent:
        width = min(words.width(), QFontMetricsF(font).horizontalAdvance(name))
        pen.setPen(QPen(theme.color("vermilion"), 1.6))
        pen.drawLine(
            QPointF(words.left() - 2, words.center().y() + 1), QPointF(words.left() + width + 2, words.center().y())
        )
    pen.restore()


def paint_skill_sign(pen: QPainter, rect: QRectF, element: Element | None, theme: Theme) -> None:
    """The sign before a skill: its element, or an ink drop for an automatic one."""
    if element is not None:
        paint_element(pen, rect, element, theme, solid=True)
        return
    pen.save()
    ink.outline(pen, ink.rough_disc(rect.center(), rect.width() * 0.44, "always", 0.02), theme.color("ink"), 1.3)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(theme.color("ink"))
    pen.drawEllipse(rect.center(), rect.width() * 0.15, rect.width() * 0.15)
    pen.restore()


def paint_done(pen: QPainter, rect: QRectF, theme: Theme) -> None:
    """The small seal of a figure that has been activated: 終, finished."""
    pen.save()
    pen.translate(rect.center())
    pen.rotate(-7)
    pen.translate(-rect.center())
    paint_seal(pen, rect, "終", theme)
    pen.restore()


def paint_lost(pen: QPainter, body: QRectF, theme: Theme, name: str, veil: float) -> None:
    """A figure that is out of the game: its card is pale and struck out."""
    ink.fill(pen, ink.rough_rect(body, f"card{name}", 0.8, 34), theme.color("ground", veil))
    paint_struck(pen, body, theme, name)


def paint_struck(pen: QPainter, rect: QRectF, theme: Theme, seed: str) -> None:
    """A broad stroke across a card that is out of the game."""
    rng = random.Random(f"out{seed}")
    start = QPointF(rect.left() + rect.width() * 0.08, rect.bottom() - rect.height() * 0.20)
    end = QPointF(rect.right() - rect.width() * 0.08, rect.top() + rect.height() * 0.24)
    middle = (start + end) / 2 + QPointF(rng.uniform(-4, 4), rng.uniform(2, 7))
    line = QPainterPath(start)
    line.quadTo(middle, end)
    pen.save()
    ink.fill(pen, ink.brush_stroke(line, min(9.0, rect.height() * 0.09), rng, rough=0.1), theme.color("ink", 0.55))
    pen.restore()
