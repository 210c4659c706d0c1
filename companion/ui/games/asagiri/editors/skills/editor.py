"""Skills by themselves, for the workshop."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, say
from companion.ui.games.asagiri.cards import parts
from companion.ui.games.asagiri.cards.face import skill_line
from companion.ui.games.asagiri.cards.words import Paragraph
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.draft import Draft
from companion.ui.games.asagiri.editors.seam import Body, name_of
from companion.ui.kit.panels import paint_sheet
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.translator import tr

from .record import blank_skill, read
from .sheet import SkillBody

WIDE = 190.0
"""The slip is set at this width, and made smaller."""


class SkillEditor:
    """The `Editor` of skills."""

    kind = "skill"
    one: Message = say("Skill")
    many: Message = say("Skills")
    new: Message = say("New skill")
    ratio = 0.72

    def blank(self, id: str, name: dict[str, str], bench: Bench) -> Json:
        return blank_skill(id, name)

    def body(self, draft: Draft, bench: Bench, parent: QWidget) -> Body:
        return SkillBody(draft, bench, parent)

    def paint(self, pen: QPainter, rect: QRectF, record: Json, bench: Bench) -> None:
        theme = palette.current()
        pen.translate(rect.topLeft())
        pen.scale(rect.width() / WIDE, rect.width() / WIDE)
        sheet = QRectF(0, 0, WIDE, WIDE * rect.height() / rect.width())
        paint_sheet(pen, sheet, theme, "surface", 7, 6)
        skill = read(record)
        inner = sheet.adjusted(16, 13, -14, -16)
        pen.setClipRect(inner)
        if skill is None:
            words = Name.of(name_of(record) or "?")
            pen.setPen(theme.color("faded"))
            pen.setFont(fonts.font("strong"))
            pen.drawText(inner, int(Qt.TextFlag.TextWordWrap), tr(words))
            return
        line = skill_line(skill, tr, bench.content)
        with fonts.unscaled():
            side = fonts.px(18)
            pair = (fonts.font("strong"), fonts.font("small"))
            colours = (theme.color("ink"), theme.color("faded"))
            parts.paint_skill_sign(pen, QRectF(inner.left(), inner.top(), side, side), line.element, theme)
            words_ = Paragraph(line.name, line.words, pair, colours, inner.width() - side - 7)
            words_.draw(pen, inner.left() + side + 7, inner.top())
