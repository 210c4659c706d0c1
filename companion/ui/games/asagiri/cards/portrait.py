"""A profile card in the proportion of a playing card, at any size from a column's to the inspected one."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption

from companion.ui.games.asagiri.cards import parts
from companion.ui.games.asagiri.cards.face import STATS, CardFace, CardStatus, SkillLine, Stat
from companion.ui.kit.art.marks import paint_stat
from companion.ui.kit.explain import Places, explainer, line_rects
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme


class WrappedText:
    """Bold and plain words as one wrapped paragraph of a width."""

    def __init__(
        self, strong: str, plain: str, fonts: tuple[QFont, QFont], colours: tuple[QColor, QColor], width: float
    ) -> None:
        """`fonts` and `colours`: of the bold words, of the plain ones."""
        text = f"{strong}  {plain}" if strong and plain else strong + plain
        self._layout = QTextLayout(text, fonts[1])
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        self._layout.setTextOption(option)
        ranges = []
        for start, length, font, colour in (
            (0, len(strong), fonts[0], colours[0]),
            (len(strong), len(text) - len(strong), fonts[1], colours[1]),
        ):
            part = QTextLayout.FormatRange()
            part.start, part.length = start, length
            shape = QTextCharFormat()
            shape.setFont(font)
            shape.setForeground(colour)
            part.format = shape
            ranges.append(part)
        self._layout.setFormats(ranges)
        self._layout.beginLayout()
        self.height = 0.0
        while True:
            line = self._layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, self.height))
            self.height += line.height()
        self._layout.endLayout()

    def draw(self, pen: QPainter, x: float, y: float) -> None:
        """Paint it with its upper left corner at a point."""
        self._layout.draw(pen, QPointF(x, y))

    def terms(self, x: float, y: float) -> Places:
        """Where its terms stand when it is painted there."""
        return [
            (rect.translated(x, y), one.link)
            for one in explainer.mentions(self._layout.text())
            for rect in line_rects(self._layout, one.start, one.end)
        ]


RATIO = 88 / 63
"""Height of a playing card to its width."""
SHADOW = 6
NEAR = 330
"""From this width on a card is held close: its words are all written, smaller if need be."""


@dataclass(slots=True)
class CardPlaces:
    """Where things lie on a painted card, in its widget's coordinates."""

    body: QRectF = field(default_factory=QRectF)
    tray: QRectF = field(default_factory=QRectF)
    stats: dict[Stat, QRectF] = field(default_factory=dict)
    mask: QRectF = field(default_factory=QRectF)
    name: QRectF = field(default_factory=QRectF)
    traits: QRectF = field(default_factory=QRectF)
    """Below the name; of equipment: who may bear it."""
    crest: QRectF = field(default_factory=QRectF)
    """Where the figure or the picture is seen, down to the stats."""
    coin: QRectF = field(default_factory=QRectF)
    use: QRectF = field(default_factory=QRectF)
    """Of equipment: once or always."""
    skills: list[QRectF] = field(default_factory=list)
    """A line of words each, those of the equipment last."""
    words: QRectF = field(default_factory=QRectF)
    """The room of all skills together."""


Block: TypeAlias = list[tuple[SkillLine, bool, WrappedText]]
"""The skills showing: the line, whether it is the equipment's, its words set."""


def places(
    size: QSize, face: CardFace, status: CardStatus, *, tray: bool = True, flat: bool = False, room: float = 0.0
) -> CardPlaces:
    """Where everything on a portrait card of this size is, with the face of `status` showing; as `paint` has it."""
    return _set(size, face, status, palette.current(), tray=tray, flat=flat, room=room)[0]


def _set(
    size: QSize, face: CardFace, status: CardStatus, theme: Theme, *, tray: bool, flat: bool, room: float
) -> tuple[CardPlaces, Block, float]:
    """Where everything is, the words of the skills, and the side of their signs."""
    slip = fonts.px(17) if face.slip else 0
    body, inner = frame(size, flat=flat, slip=slip)
    found, pad = CardPlaces(body), pad_of(size)
    foot, head = foot_of(size), head_of(size)
    if tray:
        found.tray = QRectF(inner.right() - foot, inner.bottom() - foot, foot, foot)
    coin = foot * 0.56
    found.coin = QRectF(inner.left() - coin * 0.25, inner.bottom() - coin - (foot - coin) / 2, coin * 2.1, coin)
    mask = head * 0.92
    found.mask = QRectF(inner.left(), inner.top(), mask, mask)
    left = found.mask.right() + fonts.px(8)
    named = head * (0.62 if face.traits or room else 1.0)
    found.name = QRectF(left, inner.top() - 1, inner.right() - left, named)
    found.traits = QRectF(left, inner.top() + named - 1, inner.right() - left, head - named)
    block, high, scale = _skill_block(size, face, status, body, theme, flat=flat, room=room)
    side = min(inner.width() / 4 * 0.94, size.width() * 0.185)
    top = body.bottom() - pad - foot - fonts.px(4) - max(high, body.height() * 0.1)
    for n, stat in enumerate(STATS):
        column = inner.width() / 4
        found.stats[stat] = QRectF(
            inner.left() + column * n + (column - side) / 2, top - side - fonts.px(4), side, side
        )
    first = found.stats["attack"]
    found.crest = QRectF(inner.left(), inner.top() + head + fonts.px(6), inner.width(), 0)
    found.crest.setBottom(first.top())
    sign = fonts.px(18 * scale)
    y = first.bottom() + fonts.px(8)
    found.words = QRectF(inner.left(), y, inner.width(), inner.bottom() - foot - y)
    found.skills = stack(block, inner.left(), y, inner.width(), sign)
    return found, block, sign


def whole(width: int, face: CardFace) -> int:
    """The height at which a card of this width shows all its words, whichever side is up."""
    high = 0.0
    for condition in ("vigilant", "shaken"):
        size, status = QSize(width, 10 * width), CardStatus(condition)
        block = _skill_block(size, face, status, QRectF(0, 0, width - 2 * SHADOW, 10 * width), palette.current(),
                             flat=False, room=0.0)  # fmt: skip
        high = max(high, block[1])
    slip = fonts.px(17) if face.slip else 0
    return math.ceil(high + _unwritten(QSize(width, 0)) + 2 * SHADOW + slip)


def _unwritten(size: QSize) -> float:
    """How much of a card's height is no words of skills."""
    return 2 * pad_of(size) + head_of(size) + foot_of(size) + size.width() * 0.185 + fonts.px(10)


def frame(size: QSize, *, flat: bool, slip: float = 0) -> tuple[QRectF, QRectF]:
    """The sheet of a card of this size, with the height of the `slip` below it kept free, and the room inside it."""
    edge, pad = SHADOW - (0 if flat else 2), pad_of(size)
    body = QRectF(SHADOW, edge, size.width() - 2 * SHADOW, size.height() - 2 * SHADOW - slip)
    return body, body.adjusted(pad, pad, -pad, -pad)


def rim_of(size: QSize) -> float:
    """How broad the coloured edge of a sheet is."""
    return max(4.0, size.width() * 0.017)


def pad_of(size: QSize) -> float:
    """How far from the sheet's edge words and pictures begin."""
    return size.width() * 0.055 + 3


def foot_of(size: QSize) -> float:
    """The height of the row of value and reserve."""
    return min(fonts.px(52), size.width() * 0.115 + fonts.px(10))


def head_of(size: QSize) -> float:
    """The height of the name and what stands below it."""
    return max(fonts.px(34), size.width() * 0.135)


def _text_scale(size: QSize) -> float:
    return min(1.34, max(1.0, size.width() / fonts.px(300)))


def shown_skills(face: CardFace, status: CardStatus) -> list[tuple[SkillLine, bool]]:
    """The skills showing; True for those of the equipment."""
    lines = [(line, False) for line in face.side(status.condition).skills]
    if face.slip is not None and not status.spent:
        lines += [(line, True) for line in face.slip.skills]
    return lines


def _skill_block(
    size: QSize, face: CardFace, status: CardStatus, body: QRectF, theme: Theme, *, flat: bool, room: float
) -> tuple[Block, float, float]:
    """The words of the skills, how high they are with the `room` kept free below, and the scale of their text."""
    pad = pad_of(size)
    free = body.height() - _unwritten(size) - room
    used = {line.id for line, _ in shown_skills(face, status) if f"skill:{line.id}" in status.used}
    block, high, scale = typeset(
        shown_skills(face, status), size, body.width() - 2 * pad, free, theme, used=used, flat=flat
    )
    return block, high + room, scale


def typeset(
    lines: Sequence[tuple[SkillLine, bool]],
    size: QSize,
    width: float,
    free: float,
    theme: Theme,
    *,
    used: Collection[str] = (),
    flat: bool = False,
) -> tuple[Block, float, float]:
    """Skills set in a column of `width`, on a card of `size`: their words, how high they are, the scale of the text.

    With all that they do, if they are no higher than `free`, else with what they cost, else by name. A card held close
    writes smaller before it leaves words out; on paper (`flat`) it leaves none out.
    """
    full, gap = _text_scale(size), fonts.px(6)
    near = flat or size.width() >= fonts.px(NEAR)
    shares = (1.0, 0.93, 0.86, 0.8, 0.74, *((0.68, 0.62, 0.56, 0.5) if flat else ())) if near else (1.0,)
    for share, less in (*((share, 0) for share in shares), (1.0, 1), (1.0, 2)):
        scale = full * share
        pair = (fonts.font("strong", scale * 13 / 14), fonts.font("small", scale * 12.5 / 12))
        made: Block = []
        for line, slip in lines:
            colours = (theme.color("faded" if line.id in used else "ink"), theme.color("faded"))
            said, room = (line.words, line.paid, "")[less], width - fonts.px(18 * scale + 7)
            made.append((line, slip, WrappedText(line.name, said, pair, colours, room)))
        high = sum(max(one.height, fonts.px(18 * scale)) + gap for _, _, one in made)
        if high <= free:
            break
    return made, high, scale


def draw_block(pen: QPainter, block: Block, places: Sequence[QRectF], sign: float, theme: Theme) -> None:
    """Paint skills in their places, each after its sign."""
    for (line, slip, words), place in zip(block, places, strict=True):
        parts.paint_skill_sign(pen, QRectF(place.left(), place.top(), sign, sign), line.element, theme)
        words.draw(pen, *_corner(words, place, sign))
        if slip:
            pen.setPen(QPen(theme.color("gold"), 2))
            x = place.left() - place.width() * 0.03
            pen.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()))


def _corner(words: WrappedText, place: QRectF, sign: float) -> tuple[float, float]:
    """Where words begin that stand after a sign of this side."""
    down = (sign - words.height) / 2 if words.height < sign else 0.5
    return place.left() + sign + fonts.px(7), place.top() + max(0.0, down)


def terms(size: QSize, face: CardFace, status: CardStatus, *, tray: bool = True) -> Places:
    """Where the terms of the skills stand on a card as `paint` has it."""
    at, block, sign = _set(size, face, status, palette.current(), tray=tray, flat=False, room=0.0)
    return [
        term
        for (_, _, words), place in zip(block, at.skills, strict=True)
        for term in words.terms(*_corner(words, place, sign))
    ]


def stack(block: Block, left: float, top: float, width: float, sign: float) -> list[QRectF]:
    """The places of skills one below the other."""
    found: list[QRectF] = []
    for _, _, words in block:
        found.append(QRectF(left, top, width, max(words.height, sign)))
        top = found[-1].bottom() + fonts.px(6)
    return found


def paint(
    pen: QPainter,
    size: QSize,
    face: CardFace,
    status: CardStatus,
    theme: Theme,
    dpr: float,
    *,
    tray: bool = True,
    flat: bool = False,
    room: float = 0.0,
    unwritten: bool = False,
) -> None:
    """Paint the face of a card that shows, as large as its widget.

    `flat`: for a printer, all lines and letters. `room`: so much is kept free below the skills, for another one to be
    written there; `unwritten`: nobody has written the stats yet.
    """
    at, block, sign = _set(size, face, status, theme, tray=tray, flat=flat, room=room)
    pad = pad_of(size)
    body = at.body
    if face.slip is not None:
        reach = body.width() * 0.78
        parts.paint_slip(pen, QRectF(body.left() + body.width() * 0.07, body.bottom() - 14, reach, fonts.px(17) + 14),
                         face.slip.name, status.spent, theme)  # fmt: skip
    parts.paint_body(pen, body, rim_of(size), status.condition, theme, face.name, matt=status.matt, flat=flat)
    inner = body.adjusted(pad, pad, -pad, -pad)
    _paint_head(pen, at, face, theme, size)
    first = at.stats["attack"]
    crest = QRectF(at.crest.topLeft(), QPointF(at.crest.right(), first.center().y()))
    if crest.height() > fonts.px(22):
        pen.setOpacity(0.55 if status.matt else 1.0)
        parts.paint_crest(pen, crest, at.crest.height(), face, status.condition, theme, dpr, flat=flat)
        pen.setOpacity(1.0)
    side = face.side(status.condition)
    for stat, place in at.stats.items():
        _paint_stat(pen, place, stat, "·" if unwritten else str(side.stat(stat)), status, theme)
    draw_block(pen, block, at.skills, sign, theme)
    _paint_foot(pen, face, status, theme, at)
    if status.matt:
        seal = foot_of(size) * 0.92
        parts.paint_done(pen, QRectF(inner.center().x() - seal * 0.3, inner.bottom() - seal, seal, seal), theme)
    if status.condition == "disabled":
        parts.paint_lost(pen, body, theme, face.name, 0.5)


def _paint_head(pen: QPainter, at: CardPlaces, face: CardFace, theme: Theme, size: QSize) -> None:
    parts.paint_mask(pen, at.mask, face.alignment, theme)
    share = max(0.95, size.width() / fonts.px(270))
    name = fonts.fitted("name", face.name, at.name.width(), share, 0.6)
    parts.draw_line(pen, at.name, face.name, name, theme.color("ink"))
    if face.traits:
        words = "\u00a0· ".join(face.traits)
        small = fonts.fitted("small", words, at.traits.width(), _text_scale(size), 0.72)
        parts.draw_line(pen, at.traits, words, small, theme.color("faded"))


def _paint_stat(pen: QPainter, rect: QRectF, stat: Stat, value: str, status: CardStatus, theme: Theme) -> None:
    spread = rect.width() * 0.09
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(parts.ground(status.condition, theme))
    pen.drawPath(
        ink.rough_disc(rect.center() + QPointF(0, rect.height() * 0.03), rect.width() / 2 + spread, stat, 0.01)
    )
    pen.setOpacity(0.72 if status.activated and not status.active else 1.0)
    paint_stat(pen, rect, stat, value, theme)
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


def _paint_foot(pen: QPainter, face: CardFace, status: CardStatus, theme: Theme, at: CardPlaces) -> None:
    if not face.silhouette.startswith("kami-"):  # a Kami is worth nothing (KAR-3)
        parts.paint_coin(pen, at.coin, face.zeni, theme)
    if face.slip is not None and face.slip.zeni:
        small = at.coin.height() * 0.62
        plus = QRectF(at.coin.right() + fonts.px(6), at.coin.center().y() - small / 2, small * 2.6, small)
        font = fonts.font("digits", 13 / 14)
        parts.draw_line(pen, plus, f"+{face.slip.zeni}", font, theme.color("faded"))
    if not at.tray.isNull():
        parts.paint_tray(pen, at.tray, status.reserve, theme)
