"""One earlier game in the list: its mode, its name, how far it is and when it was played."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen

from companion.model.core.words import Message, plural, say
from companion.ui.kit.list_lines import Line
from companion.ui.kit.row_tools import Tool, ToolDelegate
from companion.ui.kit.theme import fonts, icons
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr, when
from companion.ui.play.storage import GameEntry

TOOLS = (
    Tool("rename", "edit", say("Rename")),
    Tool("export", "export", say("Export")),
    Tool("delete", "trash", say("Delete")),
)

NAME = 180
"""So much of a name is shown before the rest of the line, at text scale 1."""


def recent_line(entry: GameEntry) -> Line:
    """Say how a game stands, for a list with `RecentDelegate`."""
    state: Message = plural("{count} step", "{count} steps", count=entry.steps)
    if entry.finished:
        state = say("Victory for {name}", name=entry.winner) if entry.winner else say("a draw")
    sign = "shield" if entry.mode == "enforce" else "people"
    return Line(str(entry.id), entry.name, f"{tr(state)} · {when(entry.changed, tr.language)}", sign=sign)


class RecentDelegate(ToolDelegate):
    """Paints name and mode; the rest where there is room and no tool."""

    least, wide = 160, 260

    def height(self, line: Line, width: int) -> int:
        return fonts.px(34)

    def name_place(self, row: QRect) -> tuple[QRect, QFont]:
        place = QRect(row.left() + fonts.px(30), row.top() + 1, row.width() - fonts.px(40), row.height() - 2)
        return place, fonts.font("name", 16 / 18)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        side, tools = fonts.px(16), self.tools_width(line.id)
        sign = QRectF(box.left() + fonts.px(10), box.center().y() - side / 2, side, side)
        icons.paint(pen, line.sign, theme.color("faded"), sign)
        room = box.adjusted(fonts.px(36), 0, -fonts.px(6), 0)
        font, small = fonts.font("name", 16 / 18), fonts.font("small")
        wide = QFontMetrics(small).horizontalAdvance(line.words) + 2
        name = min(QFontMetrics(font).horizontalAdvance(line.title), fonts.px(NAME))
        if tools:
            room.setRight(room.right() - tools)
        elif room.width() - wide - fonts.px(12) >= name:
            pen.setFont(small)
            pen.setPen(theme.color("faded"))
            pen.drawText(room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), line.words)
            room.setRight(room.right() - wide - fonts.px(12))
        pen.setFont(font)
        pen.setPen(theme.color("ink"))
        shown = QFontMetrics(font).elidedText(line.title, Qt.TextElideMode.ElideRight, int(room.width()))
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        pen.setPen(QPen(theme.color("hairline", 0.7), 1))
        y = round(box.bottom()) - 1
        pen.drawLine(round(box.left()) + fonts.px(8), y, round(box.right()) - fonts.px(4), y)
