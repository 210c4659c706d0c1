"""A profile card in the proportion of a playing card, at any size from a column's to the inspected one."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen

from companion.ui.theme import icons, ink, palette, type
from companion.ui.theme.marks import paint_stat
from companion.ui.theme.palette import Theme

from . import parts
from .face import STATS, CardFace, CardStatus, SkillLine, Stat
from .words import Paragraph

RATIO = 88 / 63
"""Height of a playing card to its width."""
SHADOW = 6


@dataclass(slots=True)
class Places:
    """Where things lie on a painted card, in its widget's coordinates."""

    body: QRectF = field(default_factory=QRectF)
    tray: QRectF = field(default_factory=QRectF)
    stats: dict[Stat, QRectF] = field(default_factory=dict)


def places(size: QSize, face: CardFace, status: CardStatus, *, tray: bool = True) -> Places:
    """Where body, tray and stats of a portrait card of this size are, with the face of `status` showing."""
    slip = type.px(17) if face.slip else 0
    body = QRectF(SHADOW, SHADOW - 2, size.width() - 2 * SHADOW, size.height() - 2 * SHADOW - slip)
    found = Places(body)
    pad = _pad(size)
    inner = body.adjusted(pad, pad, -pad, -pad)
    room = inner.width() / 4
    side = min(room * 0.94, size.width() * 0.185)
    foot = _foot(size)
    if tray:
        found.tray = QRectF(inner.right() - foot, inner.bottom() - foot, foot, foot)
    y = _skills_top(size, face, status, body) - side - type.px(4)
    for n, stat in enumerate(STATS):
        found.stats[stat] = QRectF(inner.left() + room * n + (room - side) / 2, y, side, side)
    return found


def _pad(size: QSize) -> float:
    return size.width() * 0.055 + 3


def _foot(size: QSize) -> float:
    return min(type.px(52), size.width() * 0.115 + type.px(10))


def _head(size: QSize) -> float:
    return max(type.px(34), size.width() * 0.135)


def _text_scale(size: QSize) -> float:
    return min(1.34, max(1.0, size.width() / type.px(300)))


def _lines(face: CardFace, status: CardStatus) -> list[tuple[SkillLine, bool]]:
    """The skills showing; True for those of the equipment."""
    lines = [(line, False) for line in face.side(status.condition).skills]
    if face.slip is not None and not status.spent:
        lines += [(line, True) for line in face.slip.skills]
    return lines


def _skill_block(
    size: QSize, face: CardFace, status: CardStatus, body: QRectF, theme: Theme
) -> tuple[list[tuple[SkillLine, bool, Paragraph]], float]:
    """The paragraphs of the skills, with all their words if there is room, and how high they are together."""
    pad, scale = _pad(size), _text_scale(size)
    width = body.width() - 2 * pad - type.px(18 * scale + 7)
    gap = type.px(6)
    fonts = (type.font("strong", scale * 13 / 14), type.font("small", scale * 12.5 / 12))
    room = body.height() - 2 * pad - _head(size) - _foot(size) - size.width() * 0.185 - type.px(10)
    for words in (True, False):
        made = []
        for line, slip in _lines(face, status):
            used = f"skill:{line.id}" in status.used
            colours = (theme.color("faded" if used else "ink"), theme.color("faded"))
            made.append((line, slip, Paragraph(line.name, line.words if words else "", fonts, colours, width)))
        high = sum(max(part.height, type.px(18 * scale)) + gap for _, _, part in made)
        if high <= room:
            break
    return made, high


def _skills_top(size: QSize, face: CardFace, status: CardStatus, body: QRectF) -> float:
    """The skills stand on the foot of the card; the picture has what is left above them."""
    high = _skill_block(size, face, status, body, palette.current())[1]
    return body.bottom() - _pad(size) - _foot(size) - type.px(4) - max(high, body.height() * 0.1)


def paint(
    pen: QPainter,
    size: QSize,
    face: CardFace,
    status: CardStatus,
    theme: Theme,
    dpr: float,
    *,
    tray: bool = True,
) -> None:
    """Paint the face of a card that shows, as large as its widget."""
    at = places(size, face, status, tray=tray)
    pad = _pad(size)
    body = at.body
    if face.slip is not None:
        reach = body.width() * 0.78
        parts.paint_slip(pen, QRectF(body.left() + body.width() * 0.07, body.bottom() - 14, reach, type.px(17) + 14),
                         face.slip.name, status.spent, theme)  # fmt: skip
    rim = max(4.0, size.width() * 0.017)
    matt = status.activated and not status.active and status.condition != "disabled"
    parts.paint_body(pen, body, rim, status.condition, theme, face.name, matt=matt)
    inner = body.adjusted(pad, pad, -pad, -pad)
    head = _head(size)
    _paint_head(pen, QRectF(inner.left(), inner.top(), inner.width(), head), face, theme, size)
    top = inner.top() + head + type.px(6)
    first = at.stats["attack"]
    crest = QRectF(inner.left(), top, inner.width(), first.center().y() - top)
    if crest.height() > type.px(22):
        pen.setOpacity(0.55 if matt else 1.0)
        parts.paint_crest(pen, crest, first.top() - top, face, status.condition, theme, dpr)
        pen.setOpacity(1.0)
    side = face.side(status.condition)
    for stat, place in at.stats.items():
        _paint_stat(pen, place, stat, side.stat(stat), status, theme)
    y = first.bottom() + type.px(8)
    sign = type.px(18 * _text_scale(size))
    for line, slip, words in _skill_block(size, face, status, body, theme)[0]:
        parts.paint_skill_sign(pen, QRectF(inner.left(), y, sign, sign), line.element, theme)
        words.draw(
            pen,
            inner.left() + sign + type.px(7),
            y + max(0.0, (sign - words.height) / 2 if words.height < sign else 0.5),
        )
        if slip:
            pen.setPen(QPen(theme.color("gold"), 2))
            pen.drawLine(
                QPointF(inner.left() - pad * 0.42, y),
                QPointF(inner.left() - pad * 0.42, y + max(sign, words.height)),
            )
        y += max(words.height, sign) + type.px(6)
    _paint_foot(pen, inner, face, status, theme, at, size)
    if matt:
        seal = _foot(size) * 0.92
        parts.paint_done(pen, QRectF(inner.center().x() - seal * 0.3, inner.bottom() - seal, seal, seal), theme)
    if status.condition == "disabled":
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("ground", 0.5))
        pen.drawPath(ink.rough_rect(body, f"card{face.name}", 0.8, 34))
        parts.paint_struck(pen, body, theme, face.name)


def _paint_head(pen: QPainter, rect: QRectF, face: CardFace, theme: Theme, size: QSize) -> None:
    mask = rect.height() * 0.92
    parts.paint_mask(pen, QRectF(rect.left(), rect.top(), mask, mask), face.alignment, theme)
    left = rect.left() + mask + type.px(8)
    width = rect.right() - left
    name = parts.fitted("name", face.name, width, max(0.95, size.width() / type.px(270)))
    high = rect.height() * (0.62 if face.traits else 1.0)
    parts.draw_line(pen, QRectF(left, rect.top() - 1, width, high), face.name, name, theme.color("ink"))
    if face.traits:
        words = " · ".join(face.traits)
        small = parts.fitted("small", words, width, _text_scale(size), 0.72)
        parts.draw_line(
            pen,
            QRectF(left, rect.top() + high - 1, width, rect.height() - high),
            words,
            small,
            theme.color("faded"),
        )


def _paint_stat(pen: QPainter, rect: QRectF, stat: Stat, value: int, status: CardStatus, theme: Theme) -> None:
    spread = rect.width() * 0.09
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(parts.ground(status.condition, theme))
    pen.drawPath(
        ink.rough_disc(rect.center() + QPointF(0, rect.height() * 0.03), rect.width() / 2 + spread, stat, 0.01)
    )
    pen.setOpacity(0.72 if status.activated and not status.active else 1.0)
    paint_stat(pen, rect, stat, str(value), theme)
    pen.setOpacity(1.0)
    if stat in status.used:
        dot = QRectF(
            rect.right() - rect.width() * 0.30,
            rect.top() + rect.height() * 0.02,
            rect.width() * 0.34,
            rect.width() * 0.34,
        )
        pen.setBrush(parts.ground(status.condition, theme))
        pen.drawEllipse(dot)
        pen.setBrush(theme.color("ink"))
        pen.drawEllipse(dot.adjusted(1.5, 1.5, -1.5, -1.5))
        icons.paint(pen, "check", theme.color("surface"), dot.adjusted(3.5, 3.5, -3.5, -3.5))


def _paint_foot(
    pen: QPainter, inner: QRectF, face: CardFace, status: CardStatus, theme: Theme, at: Places, size: QSize
) -> None:
    foot = _foot(size)
    coin = foot * 0.56
    rect = QRectF(inner.left() - coin * 0.25, inner.bottom() - coin - (foot - coin) / 2, coin * 2.1, coin)
    parts.paint_coin(pen, rect, face.zeni, theme)
    if face.slip is not None and face.slip.zeni:
        small = coin * 0.62
        plus = QRectF(rect.right() + type.px(6), rect.center().y() - small / 2, small * 2.6, small)
        font = type.font("digits", 13 / 14)
        parts.draw_line(pen, plus, f"+{face.slip.zeni}", font, theme.color("faded"))
    if not at.tray.isNull():
        parts.paint_tray(pen, at.tray, status.reserve, theme)
