"""An equipment card in the proportion of a playing card; its other side is what lies up when it is used up."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.skills.language.vocabulary import trait
from companion.model.games.asagiri.skills.record import find_skill
from companion.model.games.asagiri.state import cards
from companion.ui.games.asagiri.cards.face import Picture, paint_picture, picture_of
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme

from . import parts
from .face import ALIGNMENT_WORDS, Say, SkillLine, skill_line
from .portrait import CardPlaces, draw_block, foot_of, frame, head_of, rim_of, stack, typeset

KANJI = "武"
"""Arms, gear."""
SEAL = "一"
"""Once."""


@dataclass(frozen=True, slots=True)
class GearFace:
    """Everything printed on an equipment card, in the person's language."""

    name: str
    zeni: int
    single: bool
    use: str
    """Once or always, in words."""
    bearers: str
    """Who may bear it, in words; nothing: anybody."""
    skills: tuple[SkillLine, ...] = ()
    picture: Picture | None = None


def face_of_gear(card: cards.EquipmentCard, content: Content, say_: Say) -> GearFace:
    """The card of a content pack; raises InvalidInput when the pack lacks one of its skills."""
    return GearFace(
        name=say_(Name.of(card.name)),
        zeni=card.zeni,
        single=card.use == "single",
        use=say_(say("Single use") if card.use == "single" else say("Permanent")),
        bearers=", ".join(bearer_words(word, content, say_) for word in card.bearers),
        skills=tuple(skill_line(find_skill(content, id), say_, content) for id in card.skills),
        picture=picture_of(content, card.id, card.picture),
    )


def bearer_words(bearer: str, content: Content, say_: Say) -> str:
    """Who may bear something, in words: a character, an alignment, or all with a trait (BND-5)."""
    if ":" in bearer:
        try:
            return say_(Name.of(cards.character(content, bearer).name))
        except InvalidInput:
            return bearer
    return say_(Message(ALIGNMENT_WORDS[bearer]) if bearer in ALIGNMENT_WORDS else trait(bearer))


def places(size: QSize, face: GearFace, *, flat: bool = False, room: float = 0.0) -> CardPlaces:
    """Where everything on an equipment card of this size is."""
    theme = palette.current()
    (body, inner), head, foot = frame(size, flat=flat), head_of(size), foot_of(size)
    found = CardPlaces(body)
    named = head * 0.62
    found.name = QRectF(inner.left(), inner.top() - 1, inner.width(), named)
    found.traits = QRectF(inner.left(), inner.top() + named - 1, inner.width(), head - named)
    coin = foot * 0.56
    found.coin = QRectF(inner.left() - coin * 0.25, inner.bottom() - coin - (foot - coin) / 2, coin * 2.1, coin)
    found.use = QRectF(found.coin.right(), inner.bottom() - foot, inner.right() - found.coin.right(), foot)
    free = inner.height() - head - foot - size.width() * 0.3 - room
    block, high, scale = typeset([(line, False) for line in face.skills], size, inner.width(), free, theme, flat=flat)
    top = inner.bottom() - foot - fonts.px(4) - max(high + room, body.height() * 0.12)
    found.words = QRectF(inner.left(), top, inner.width(), inner.bottom() - foot - top)
    found.skills = stack(block, inner.left(), top, inner.width(), fonts.px(18 * scale))
    found.crest = QRectF(inner.left(), inner.top() + head + fonts.px(6), inner.width(), 0)
    found.crest.setBottom(top - fonts.px(10))
    return found


def paint(pen: QPainter, size: QSize, face: GearFace, theme: Theme, *, flat: bool = False, room: float = 0.0) -> None:
    """Paint the front of the card. `flat`: for a printer; `room`: so much is kept free below the skills."""
    at = places(size, face, flat=flat, room=room)
    _paint_sheet(pen, at.body, size, face, theme, flat=flat)
    share = max(0.95, size.width() / fonts.px(270))
    parts.draw_line(
        pen, at.name, face.name, fonts.fitted("name", face.name, at.name.width(), share), theme.color("ink")
    )
    if face.bearers:
        small = fonts.fitted("small", face.bearers, at.traits.width(), min(1.34, share), 0.72)
        parts.draw_line(pen, at.traits, face.bearers, small, theme.color("faded"))
    _paint_crest(pen, at.crest, face, theme)
    free = at.words.height() + 1
    lines = [(line, False) for line in face.skills]
    block, _, scale = typeset(lines, size, at.words.width(), free, theme, flat=flat)
    draw_block(pen, block, at.skills, fonts.px(18 * scale), theme)
    parts.paint_coin(pen, at.coin, face.zeni, theme)
    _paint_use(pen, at.use, face, theme, share)


def paint_back(pen: QPainter, size: QSize, face: GearFace, theme: Theme, *, flat: bool = False) -> None:
    """Paint the other side: what lies up once it is used up, or a sheet of the pattern."""
    body, cloth = frame(size, flat=flat)
    _paint_sheet(pen, body, size, face, theme, flat=flat)
    _paint_cloth(pen, cloth, face, theme)
    side = cloth.width() * 0.42
    seal = QRectF(cloth.center().x() - side / 2, cloth.center().y() - side * 0.62, side, side)
    paint_seal(pen, seal, KANJI, theme, "faded" if face.single else "vermilion")
    words = QRectF(cloth.left(), seal.bottom() + side * 0.16, cloth.width(), side * 0.4)
    colour, middle = theme.color("figure_light"), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
    font = fonts.fitted("name", face.name, words.width() * 0.9, max(0.95, size.width() / fonts.px(270)))
    parts.draw_line(pen, words, face.name, font, colour, middle)
    if face.single:
        line = QPointF(words.center().x() - cloth.width() * 0.3, words.top() + words.height() * 0.32)
        pen.setPen(QPen(theme.color("vermilion"), max(1.6, size.width() * 0.007)))
        pen.drawLine(line, QPointF(words.center().x() + cloth.width() * 0.3, line.y() - size.width() * 0.008))


def _paint_sheet(pen: QPainter, body: QRectF, size: QSize, face: GearFace, theme: Theme, *, flat: bool) -> None:
    colours = palette.blend(theme.color("surface"), theme.color("gold"), 0.06), theme.color("gold")
    parts.paint_sheet(pen, body, rim_of(size), "gear", face.name, colours, theme, flat=flat, grain=5)


def _paint_cloth(pen: QPainter, rect: QRectF, face: GearFace, theme: Theme) -> None:
    field = palette.blend(theme.color("figure_ink"), theme.color("gold"), 0.32 if theme.dark else 0.42)
    pen.save()
    parts.paint_cloth(pen, rect, face.name, field, theme.color("figure_light", 0.2))
    pen.restore()


def _paint_crest(pen: QPainter, rect: QRectF, face: GearFace, theme: Theme) -> None:
    if rect.height() < fonts.px(22):
        return
    pen.save()
    if face.picture is not None:
        pen.setClipPath(ink.rough_rect(rect, f"crest{face.name}", 0.7, 30), Qt.ClipOperation.IntersectClip)
        if paint_picture(pen, rect, face.picture):
            pen.restore()
            return
    _paint_cloth(pen, rect, face, theme)
    side = min(rect.height() * 0.78, rect.width() * 0.5)
    disc = ink.rough_disc(rect.center(), side / 2, face.name, 0.008)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(palette.blend(theme.color("figure_light"), theme.color("gold"), 0.12))
    pen.drawPath(disc)
    font = fonts.font("name")
    font.setPixelSize(max(8, round(side * 0.6)))
    pen.setFont(font)
    pen.setPen(theme.color("figure_ink"))
    pen.drawText(rect, Qt.AlignmentFlag.AlignCenter, KANJI)
    pen.restore()


def _paint_use(pen: QPainter, rect: QRectF, face: GearFace, theme: Theme, share: float) -> None:
    """Once: a seal and the words; else the words alone."""
    right = rect.right()
    if face.single:
        side = rect.height() * 0.8
        paint_seal(pen, QRectF(right - side, rect.center().y() - side / 2, side, side), SEAL, theme)
        right -= side + fonts.px(6)
    words = QRectF(rect.left() + fonts.px(10), rect.top(), right - rect.left() - fonts.px(10), rect.height())
    font = fonts.fitted("small", face.use, words.width(), min(1.34, share))
    parts.draw_line(pen, words, face.use, font, theme.color("faded"),
                    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)  # fmt: skip
