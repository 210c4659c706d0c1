"""An equipment card in the proportion of a playing card; its other side is what lies up when it is used up."""

from __future__ import annotations

from dataclasses import dataclass, field

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
from .portrait import SHADOW, draw_block, stack, typeset

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


@dataclass(slots=True)
class GearPlaces:
    """Where things lie on a painted equipment card."""

    body: QRectF = field(default_factory=QRectF)
    name: QRectF = field(default_factory=QRectF)
    bearers: QRectF = field(default_factory=QRectF)
    crest: QRectF = field(default_factory=QRectF)
    coin: QRectF = field(default_factory=QRectF)
    use: QRectF = field(default_factory=QRectF)
    skills: list[QRectF] = field(default_factory=list)
    words: QRectF = field(default_factory=QRectF)


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


def places(size: QSize, face: GearFace, *, flat: bool = False, room: float = 0.0) -> GearPlaces:
    """Where everything on an equipment card of this size is."""
    theme = palette.current()
    body = QRectF(SHADOW, SHADOW - (0 if flat else 2), size.width() - 2 * SHADOW, size.height() - 2 * SHADOW)
    pad = size.width() * 0.055 + 3
    inner = body.adjusted(pad, pad, -pad, -pad)
    head, foot = max(fonts.px(34), size.width() * 0.135), min(fonts.px(52), size.width() * 0.115 + fonts.px(10))
    found = GearPlaces(body)
    named = head * 0.62
    found.name = QRectF(inner.left(), inner.top() - 1, inner.width(), named)
    found.bearers = QRectF(inner.left(), inner.top() + named - 1, inner.width(), head - named)
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
        small = fonts.fitted("small", face.bearers, at.bearers.width(), min(1.34, share), 0.72)
        parts.draw_line(pen, at.bearers, face.bearers, small, theme.color("faded"))
    _paint_crest(pen, at.crest, face, theme)
    free = at.words.height() + 1
    lines = [(line, False) for line in face.skills]
    block, _, scale = typeset(lines, size, at.words.width(), free, theme, flat=flat)
    draw_block(pen, block, at.skills, fonts.px(18 * scale), theme)
    parts.paint_coin(pen, at.coin, face.zeni, theme)
    _paint_use(pen, at.use, face, theme, share)


def paint_back(pen: QPainter, size: QSize, face: GearFace, theme: Theme, *, flat: bool = False) -> None:
    """Paint the other side: what lies up once it is used up, or a sheet of the pattern."""
    body = places(size, face, flat=flat).body
    _paint_sheet(pen, body, size, face, theme, flat=flat)
    pad = size.width() * 0.055 + 3
    cloth = body.adjusted(pad, pad, -pad, -pad)
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
    sheet = ink.rough_rect(body, f"gear{face.name}", 0.8, 34)
    rim = max(4.0, size.width() * 0.017)
    inside = body.adjusted(rim, rim, -rim, -rim)
    pen.save()
    if not flat:
        ink.soft_shadow(pen, sheet, theme.color("shadow", 0.55 if theme.dark else 0.26), 5, 0.8, 2.2)
    paper = palette.blend(theme.color("surface"), theme.color("gold"), 0.06)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(paper)
    pen.drawPath(sheet)
    pen.setBrush(theme.color("gold"))
    pen.drawPath(sheet.subtracted(ink.rough_rect(inside, f"inner{face.name}", 0.6, 40)))
    if not flat:
        pen.setClipPath(sheet, Qt.ClipOperation.IntersectClip)
        for cells, strength in ((9, 0.03), (64, 0.04)):
            grain = ink.grain_pixmap(cells, 256, 5 + cells, theme.color("ink").rgb(), strength)
            pen.drawTiledPixmap(body.toAlignedRect(), grain)
    pen.restore()


def _paint_cloth(pen: QPainter, rect: QRectF, face: GearFace, theme: Theme) -> None:
    cloth = ink.rough_rect(rect, f"crest{face.name}", 0.7, 30)
    pen.save()
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(palette.blend(theme.color("figure_ink"), theme.color("gold"), 0.32 if theme.dark else 0.42))
    pen.drawPath(cloth)
    pen.setClipPath(cloth, Qt.ClipOperation.IntersectClip)
    parts.paint_star(pen, rect, max(9.0, min(rect.width(), rect.height() * 1.6) / 11), theme.color("figure_light", 0.2))
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
