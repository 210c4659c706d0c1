"""A profile card as a strip: name, mask, four stats, state, reserve, for columns where every pixel counts.

Where a column is too low for all its strips, everything on them shrinks a little, and then they become lines: name,
stats and reserve in one row, so that both players always read all cards of both bands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPixmap

from companion.model.games.asagiri.state.vocabulary import Condition
from companion.ui.kit.art.marks import paint_stat
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme

from . import parts
from .face import STATS, CardFace, CardStatus, Stat
from .portrait import CardPlaces

SHADOW = 5
HEIGHT = 86
"""Logical pixels at text scale 1, without the slip of equipment that looks out below."""
SLIP = 15
LEAST = 0.72
"""So much of its height a strip has at least; a lower one is a line."""
LINE_MOST, LINE_LEAST = 40, 20
"""How high a line is."""
GAP = 3


SKILL = 17
"""One skill named below the rest, where a column has room for it."""


def height(face: CardFace, *, skills: bool = False) -> int:
    """How high the strip of a card is; with `skills`, these are named too (as many lines as the fuller face has)."""
    lines = max(len(face.vigilant.skills), len(face.shaken.skills)) if skills else 0
    named = lines * SKILL + 4 if lines else 0
    return fonts.px(HEIGHT + named + (SLIP if face.slip else 0))


def heights(faces: Sequence[CardFace], room: int) -> list[int]:
    """How high the strips of a column are, so that all are seen in this height if lines at their least fit."""
    if not faces:
        return []
    room -= fonts.px(GAP) * (len(faces) - 1)
    for skills in (True, False):
        found = [height(face, skills=skills) for face in faces]
        if sum(found) <= room:
            return found
    scale = room / sum(found)
    if scale >= LEAST:
        return [int(high * scale) for high in found]
    return [max(fonts.px(LINE_LEAST), min(fonts.px(LINE_MOST), room // len(faces)))] * len(faces)


def least(number: int) -> int:
    """The least height of so many cards."""
    return (fonts.px(LINE_LEAST) + fonts.px(GAP)) * number


def _is_line(size: QSize) -> bool:
    return size.height() <= fonts.px(LINE_MOST)


def _scale(size: QSize, face: CardFace) -> float:
    """By how much everything on a strip is smaller than where there is room enough."""
    return min(1.0, size.height() / height(face))


def _rows(size: QSize, face: CardFace) -> tuple[QRectF, QRectF]:
    """The body, and its upper part: without the skills named below."""
    scale = _scale(size, face)
    slip = fonts.px(SLIP) * scale if face.slip else 0.0
    shadow = SHADOW * scale
    wide, most = size.width() - 2 * SHADOW, fonts.px(HEIGHT) * scale - 2 * shadow
    body = QRectF(SHADOW, shadow * 0.6, wide, size.height() - 2 * shadow - slip)
    return body, QRectF(body.left(), body.top(), wide, min(most, body.height()))


def places(size: QSize, face: CardFace, status: CardStatus, *, tray: bool = True) -> CardPlaces:
    """Where body, tray and stats of a strip of this size are (the same for both faces)."""
    if _is_line(size):
        return _places_of_line(size, tray=tray)
    whole, body = _rows(size, face)
    found = CardPlaces(whole)
    lower = body.bottom() - fonts.px(9) * _scale(size, face)
    side = min(fonts.px(33), body.height() * 0.47)
    box = min(fonts.px(36), body.height() * 0.5, body.width() * 0.165)
    right = body.right() - fonts.px(10)
    if tray:
        found.tray = QRectF(right - box, lower - box + 2, box, box)
        right = found.tray.left() - fonts.px(6)
    left = _left(body)
    room = min((right - left) / 4, side + fonts.px(5))
    side = min(side, room)
    for n, stat in enumerate(STATS):
        found.stats[stat] = QRectF(left + room * n, lower - side, side, side)
    found.skills = _skill_rows(body, whole, face, status)
    return found


def _skill_rows(upper: QRectF, body: QRectF, face: CardFace, status: CardStatus) -> list[QRectF]:
    """The rows of the skills named below, as many as the strip is high enough for."""
    top, high = upper.bottom() - fonts.px(3), fonts.px(SKILL)
    room = body.bottom() - upper.bottom() + 1
    count = sum((n + 1) * high <= room for n in range(len(face.side(status.condition).skills)))
    left, right = body.left() + fonts.px(12), body.right() - fonts.px(10)
    return [QRectF(left, top + n * high, right - left, high - fonts.px(1)) for n in range(count)]


def _places_of_line(size: QSize, *, tray: bool) -> CardPlaces:
    body = QRectF(SHADOW, 1, size.width() - 2 * SHADOW, size.height() - 3)
    found = CardPlaces(body)
    side = min(body.height() - 2, fonts.px(28))
    top = body.center().y() - side / 2
    right = body.right() - fonts.px(5)
    if tray:
        found.tray = QRectF(right - side, top, side, side)
        right = found.tray.left() - fonts.px(5)
    for n, stat in enumerate(reversed(STATS)):
        found.stats[stat] = QRectF(right - (n + 1) * side, top, side, side)
    return found


def _medal(body: QRectF) -> QRectF:
    side = min(fonts.px(48), body.height() * 0.68, body.width() * 0.215)
    return QRectF(body.left() + fonts.px(11), body.center().y() - side / 2, side, side)


def _left(body: QRectF) -> float:
    return _medal(body).right() + fonts.px(7)


def paint(
    pen: QPainter, size: QSize, face: CardFace, status: CardStatus, theme: Theme, dpr: float, *, tray: bool = True
) -> None:
    """Paint the strip of a card, as large as its widget."""
    if _is_line(size):
        _paint_line(pen, size, face, status, theme, dpr, tray=tray)
        return
    at = places(size, face, status, tray=tray)
    scale, (body, upper) = _scale(size, face), _rows(size, face)
    if face.slip is not None:
        slip = fonts.px(SLIP) * scale + 12
        edge = QRectF(body.left() + body.width() * 0.24, body.bottom() - 12, body.width() * 0.70, slip)
        parts.paint_slip(pen, edge, face.slip.name, status.spent, theme)
    still = _body(
        size.toTuple(), body.getRect(), status.condition, theme, face.name, status.matt, dpr, fonts.text_scale()
    )
    pen.drawPixmap(0, 0, still)
    medal = _medal(upper)
    pen.setOpacity(0.6 if status.matt else 1.0)
    parts.paint_medal(pen, medal, face, status.condition, theme, dpr, status.band)
    mask = fonts.px(19) * scale
    corner = QRectF(medal.left() - mask * 0.21, medal.top() - mask * 0.26, mask, mask)
    parts.paint_mask(pen, corner, face.alignment, theme)
    pen.setOpacity(1.0)
    _paint_words(pen, upper, face, status, theme, scale)
    _paint_skills(pen, upper, body, face, status, theme)
    _paint_values(pen, at, face, status, theme)
    if status.matt:
        seal = fonts.px(27) * scale
        parts.paint_done(pen, QRectF(medal.left() - fonts.px(3), medal.bottom() - seal * 0.78, seal, seal), theme)
    if status.condition == "disabled":
        parts.paint_lost(pen, body, theme, face.name, 0.45)


def _paint_line(
    pen: QPainter, size: QSize, face: CardFace, status: CardStatus, theme: Theme, dpr: float, *, tray: bool
) -> None:
    at = _places_of_line(size, tray=tray)
    body = at.body
    still = _body(
        size.toTuple(), body.getRect(), status.condition, theme, face.name, status.matt, dpr, fonts.text_scale()
    )
    pen.drawPixmap(0, 0, still)
    side = body.height() - fonts.px(4)
    medal = QRectF(body.left() + fonts.px(6), body.center().y() - side / 2, side, side)
    pen.setOpacity(0.6 if status.matt else 1.0)
    parts.paint_medal(pen, medal, face, status.condition, theme, dpr, status.band)
    pen.setOpacity(1.0)
    left = medal.right() + fonts.px(5)
    room = min(place.left() for place in at.stats.values()) - fonts.px(4) - left
    font = fonts.fitted("name", face.name, room, 14 / 18, 11 / 18)
    colour = theme.color("faded" if status.condition == "disabled" or status.matt else "ink")
    parts.draw_line(pen, QRectF(left, body.top(), room, body.height()), face.name, font, colour)
    _paint_values(pen, at, face, status, theme)
    if status.condition == "disabled":
        parts.paint_lost(pen, body, theme, face.name, 0.45)


def _paint_values(pen: QPainter, at: CardPlaces, face: CardFace, status: CardStatus, theme: Theme) -> None:
    side = face.side(status.condition)
    if status.condition != "disabled":
        for stat, place in at.stats.items():
            _paint_stat(pen, place, stat, side.stat(stat), status, theme)
        if not at.tray.isNull():
            parts.paint_tray(pen, at.tray, status.reserve, theme)


def _sheet(size: QSize, body: QRectF, face: CardFace, status: CardStatus, theme: Theme, dpr: float) -> QPixmap:
    condition, scale = status.condition, fonts.text_scale()
    return _body(size.toTuple(), body.getRect(), condition, theme, face.name, status.matt, dpr, scale)


@lru_cache(maxsize=32)
def _body(
    size: tuple[int, int],
    body: tuple[float, float, float, float],
    condition: Condition,
    theme: Theme,
    name: str,
    matt: bool,
    dpr: float,
    scale: float,
) -> QPixmap:
    """The sheet of a strip, which is dear and changes less often than what is written on it."""
    made = ink.blank(*size, dpr)
    with ink.painting(made) as pen:
        parts.paint_body(pen, QRectF(*body), fonts.px(4), condition, theme, name, matt=matt)
    return made


def _paint_words(pen: QPainter, body: QRectF, face: CardFace, status: CardStatus, theme: Theme, scale: float) -> None:
    left, top, high = _left(body), body.top() + fonts.px(7) * scale**2, fonts.px(25) * max(scale, 0.7)
    coin = fonts.px(14)
    value = QRectF(body.right() - fonts.px(10) - coin * 2.1, top + (high - coin) / 2, coin * 2.1, coin)
    colour = theme.color("faded" if status.condition == "disabled" else "ink")
    parts.paint_coin(pen, value, face.zeni + (face.slip.zeni if face.slip else 0), theme, words=colour)
    width = value.left() - left - fonts.px(3)
    font = fonts.fitted("name", face.name, width, 17 / 18 * max(scale, 0.8), 0.76 * max(scale, 0.85))
    low = scale < 0.85
    if low or QFontMetricsF(font).horizontalAdvance(face.name) <= width or not _cuts(face.name):
        parts.draw_line(pen, QRectF(left, top, width, high), face.name, font, colour)
        return
    first, second = _halves(face.name)
    font = fonts.font("name", 12.5 / 18)
    for n, words in enumerate((first, second)):
        parts.draw_line(
            pen, QRectF(left, top - fonts.px(2) + n * fonts.px(14), width, fonts.px(15)), words, font, colour
        )


def _halves(name: str) -> tuple[str, str]:
    """A long name in two lines about equally long."""
    cut = min(_cuts(name), key=lambda n: abs(n - len(name) / 2))
    return name[:cut].strip(), name[cut:].strip()


def _cuts(name: str) -> list[int]:
    """Where a name may be broken: at a space, after a hyphen."""
    return [n + (letter == "-") for n, letter in enumerate(name) if letter in " -" and 0 < n < len(name) - 1]


def _paint_skills(pen: QPainter, upper: QRectF, body: QRectF, face: CardFace, status: CardStatus, theme: Theme) -> None:
    """The skills by name, where the strip was made high enough."""
    font, sign = fonts.font("small"), fonts.px(14)
    rows = _skill_rows(upper, body, face, status)
    for line, row in zip(face.side(status.condition).skills, rows, strict=False):
        used = f"skill:{line.id}" in status.used
        parts.paint_skill_sign(pen, QRectF(row.left(), row.top() + 1, sign, sign), line.element, theme)
        left = row.left() + sign + fonts.px(6)
        colour = theme.color("faded" if used or status.condition == "disabled" else "ink")
        parts.draw_line(pen, QRectF(left, row.top(), row.right() - left, row.height()), line.name, font, colour)


def _paint_stat(pen: QPainter, rect: QRectF, stat: Stat, value: int, status: CardStatus, theme: Theme) -> None:
    pen.setOpacity(0.72 if status.activated and not status.active else 1.0)
    paint_stat(pen, rect, stat, str(value), theme)
    pen.setOpacity(1.0)
    if stat in status.used:
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("surface"))
        at = QPointF(rect.right() - rect.width() * 0.14, rect.top() + rect.height() * 0.16)
        pen.drawEllipse(at, rect.width() * 0.17, rect.width() * 0.17)
        pen.setBrush(theme.color("ink"))
        pen.drawEllipse(at, rect.width() * 0.11, rect.width() * 0.11)
