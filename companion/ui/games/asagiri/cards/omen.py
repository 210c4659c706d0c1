"""A scenario card in the proportion of a playing card: a night sky, a story to read aloud, and what it changes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter

from companion.model.core.words import Name
from companion.model.games.asagiri.state.scenarios import Scenario, explain
from companion.ui.kit.panels import paint_seal
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme

from . import parts
from .face import Say
from .portrait import frame, rim_of
from .words import WrappedText

KANJI = "月"
"""The moon: what a night brings."""


@dataclass(frozen=True, slots=True)
class OmenFace:
    """Everything printed on a scenario card, in the person's language."""

    name: str
    story: str
    words: tuple[str, ...]
    """What it changes, a sentence each."""


def face_of_omen(card: Scenario, say: Say) -> OmenFace:
    """The card of a content pack."""
    story = say(Name.of(card.story)) if card.story else ""
    return OmenFace(say(Name.of(card.name)), story, tuple(say(sentence) for sentence in explain(card)))


def paint(pen: QPainter, size: QSize, face: OmenFace, theme: Theme, *, flat: bool = False) -> None:
    """Paint the front of the card. `flat`: for a printer."""
    inner = _paint_sheet(pen, size, face.name, theme, flat=flat)
    head = max(fonts.px(30), size.width() * 0.11)
    name = fonts.fitted("name", face.name, inner.width(), max(0.95, size.width() / fonts.px(270)))
    parts.draw_line(
        pen, QRectF(inner.left(), inner.top() - 1, inner.width(), head), face.name, name, theme.color("ink")
    )
    paragraphs, high = _set(face, size, inner, inner.height() - head - size.width() * 0.3, theme)
    top = inner.bottom() - max(high, inner.height() * 0.3)
    _paint_sky(pen, QRectF(inner.left(), inner.top() + head + fonts.px(4), inner.width(),
                           top - inner.top() - head - fonts.px(14)), face, theme)  # fmt: skip
    for paragraph in paragraphs:
        paragraph.draw(pen, inner.left(), top)
        top += paragraph.height + fonts.px(8)


def paint_back(pen: QPainter, size: QSize, face: OmenFace, theme: Theme, *, flat: bool = False) -> None:
    """Paint the back, the same on all of them: they are drawn unseen."""
    cloth = _paint_sheet(pen, size, "omen", theme, flat=flat)
    pen.save()
    _paint_cloth(pen, cloth, "omen", theme)
    pen.restore()
    side = cloth.width() * 0.42
    paint_seal(pen, QRectF(cloth.center().x() - side / 2, cloth.center().y() - side / 2, side, side), KANJI, theme)


def _set(face: OmenFace, size: QSize, inner: QRectF, free: float, theme: Theme) -> tuple[list[WrappedText], float]:
    """The story and the sentences, written smaller until there is room for all of them."""
    scale = min(1.34, max(1.0, size.width() / fonts.px(300)))
    for share in (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5):
        told, said = fonts.font("name", scale * share * 13 / 18), fonts.font("small", scale * share * 12.5 / 12)
        told.setWeight(QFont.Weight(500))
        made = (
            [WrappedText("", face.story, (told, told), (theme.color("faded"),) * 2, inner.width())]
            if face.story
            else []
        )
        made += [WrappedText("", words, (said, said), (theme.color("ink"),) * 2, inner.width()) for words in face.words]
        high = sum(paragraph.height + fonts.px(8) for paragraph in made)
        if high <= free:
            break
    return made, high


def _paint_sheet(pen: QPainter, size: QSize, name: str, theme: Theme, *, flat: bool) -> QRectF:
    """The sheet; the room inside it."""
    body, inner = frame(size, flat=flat)
    colours = theme.color("surface"), theme.color("faded")
    parts.paint_sheet(pen, body, rim_of(size), "omen", name, colours, theme, flat=flat)
    return inner


def _paint_cloth(pen: QPainter, rect: QRectF, seed: str, theme: Theme) -> None:
    """The cloth of a night sky, to which what follows is clipped."""
    night, light = theme.color("figure_ink"), theme.color("figure_light")
    field = palette.blend(night, theme.color("vigilant"), 0.22)
    parts.paint_cloth(pen, rect, seed, field, palette.blend(night, light, 0.26))


def _paint_sky(pen: QPainter, rect: QRectF, face: OmenFace, theme: Theme) -> None:
    """The moon over clouds: full, and a cloud before it."""
    if rect.height() < fonts.px(22):
        return
    pen.save()
    _paint_cloth(pen, rect, face.name, theme)
    side = min(rect.height() * 0.72, rect.width() * 0.44)
    pen.setPen(Qt.PenStyle.NoPen)
    pen.setBrush(palette.blend(theme.color("figure_light"), theme.color("gold"), 0.16))
    pen.drawPath(ink.rough_disc(rect.center() - QPointF(0, rect.height() * 0.05), side / 2, face.name, 0.01))
    pen.setBrush(palette.blend(theme.color("figure_ink"), theme.color("vigilant"), 0.5))
    for n, (dx, dy, wide) in enumerate(((-0.26, 0.30, 0.8), (0.30, 0.40, 0.9), (0.02, 0.47, 1.3))):
        y = rect.center().y() + rect.height() * dy
        middle = rect.center().x() + rect.width() * dx
        half = rect.width() * wide * 0.28
        band = ink.line((middle - half, y), (middle, y - rect.height() * 0.03), (middle + half, y))
        pen.drawPath(ink.brush_stroke(band, rect.height() * (0.09 + 0.02 * n)))
    pen.restore()
