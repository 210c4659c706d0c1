"""One campaign in the list: a paper strip with its title, its road as dots, both rosters as small figures."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QFontMetricsF, QPainter, QPen

from companion.model.core.words import Message, plural, say
from companion.model.games.asagiri.campaign.chapter_page import chapter, chapter_words
from companion.model.games.asagiri.campaign.legal_options import leader
from companion.model.games.asagiri.campaign.state import SEATS, State
from companion.ui.kit.art.figures import SHAPES, figure_pixmap
from companion.ui.kit.list_lines import Line
from companion.ui.kit.row_tools import Tool, ToolDelegate
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr, when
from companion.ui.play.storage import CampaignEntry

from .road import octagon

HIGH = 118
FIGURE = 34
TOOLS = (
    Tool("rename", "edit", say("Rename")),
    Tool("copy", "copy", say("Duplicate")),
    Tool("export", "export", say("Export")),
    Tool("delete", "trash", say("Delete")),
)


def campaign_line(entry: CampaignEntry) -> Line:
    """Say how a campaign stands, for a list with `CampaignDelegate`."""
    facts = " · ".join(map(tr, _facts(entry)))
    return Line(str(entry.id), entry.title, facts, when(entry.changed, tr.language), data=entry)


def _facts(entry: CampaignEntry) -> list[Message]:
    state = entry.state
    if state is None:
        return [entry.why or say("This campaign can no longer be played.")]
    now = state.now
    if now.stage == "over":
        first = leader(state)
        facts = [say("Finished: a draw") if first is None
                 else say("Finished: roster {seat} wins", seat=SEATS[first])]  # fmt: skip
    else:
        name = chapter_words(state, chapter(state))
        facts = [say("Chapter {number} of {count}: {name}", number=now.chapter + 1,
                     count=len(now.settings.chapters), name=name)]  # fmt: skip
    if entry.branches > 1:
        facts.append(plural("{count} branch", "{count} branches", entry.branches))
    return facts


class CampaignDelegate(ToolDelegate):
    """Paints a paper strip with the title, the chapters as dots, and both rosters."""

    least, wide = 300, 760

    def height(self, line: Line, width: int) -> int:
        return fonts.px(HIGH + 6)

    def tools_place(self, row: QRect, size: QSize) -> QRect:
        return QRect(QPoint(row.right() + 1 - size.width() - fonts.px(18), row.top() + fonts.px(10)), size)

    def name_place(self, row: QRect) -> tuple[QRect, QFont]:
        place = QRect(row.left() + fonts.px(22), row.top() + fonts.px(9), row.width() - fonts.px(60), fonts.px(34))
        return place, fonts.font("title", 20 / 24)

    def paint_ground(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool, held: bool) -> None:
        sheet = _sheet(box)
        path = ink.rough_rect(sheet, f"scroll{line.id}", 0.8, 60)
        ink.soft_shadow(pen, path, theme.color("shadow", 0.5 if theme.dark else 0.2), 5, 1, 2)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("surface"))
        pen.drawPath(path)
        if lit:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion" if held else "hairline"), 1.8))
            pen.drawPath(path)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion" if held else "ink"))
        pen.drawRect(QRectF(sheet.left(), sheet.top(), fonts.px(5), sheet.height()))

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        pen.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        sheet, entry = _sheet(box), line.data
        assert isinstance(entry, CampaignEntry)
        self._paint_words(pen, theme, sheet, line, entry)
        if entry.state is not None:
            self._paint_dots(pen, theme, entry.state, sheet)
            self._paint_rosters(pen, theme, entry.state, sheet)

    def _paint_words(self, pen: QPainter, theme: Theme, sheet: QRectF, line: Line, entry: CampaignEntry) -> None:
        left, right = sheet.left() + fonts.px(24), sheet.right() - fonts.px(18)
        name, small = fonts.font("title", 20 / 24), fonts.font("small")
        said = line.value
        pen.setFont(small)
        pen.setPen(theme.color("faded"))
        wide = QFontMetricsF(small).horizontalAdvance(said) + 2
        tools = self.tools_width(line.id)
        if tools:
            wide = tools
        else:
            pen.drawText(QRectF(right - wide, sheet.top() + fonts.px(12), wide, fonts.px(22)),
                         Qt.AlignmentFlag.AlignVCenter, said)  # fmt: skip
        room = QRectF(left, sheet.top() + fonts.px(8), right - wide - fonts.px(12) - left, fonts.px(30))
        pen.setFont(name)
        pen.setPen(theme.color("ink"))
        shown = QFontMetrics(name).elidedText(line.title, Qt.TextElideMode.ElideRight, int(room.width()))
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
        pen.setFont(small)
        pen.setPen(theme.color("faded" if entry.state is not None else "shaken"))
        below = QRectF(left, room.bottom(), right - left, fonts.px(20))
        facts = QFontMetrics(small).elidedText(line.words, Qt.TextElideMode.ElideRight, int(below.width()))
        pen.drawText(below, Qt.AlignmentFlag.AlignVCenter, facts)

    def _paint_dots(self, pen: QPainter, theme: Theme, state: State, sheet: QRectF) -> None:
        """A dot for every chapter: in the shape of who has won it, vermilion where one stands."""
        now, left = state.now, sheet.left() + fonts.px(24)
        many = len(now.settings.chapters)
        room = min(sheet.width() * 0.36, fonts.px(26) * many)
        gap, y = room / max(1, many), sheet.bottom() - fonts.px(25)
        radius = min(fonts.px(6.5), gap * 0.36)
        pen.setPen(QPen(theme.color("hairline"), 1.2))
        pen.drawLine(QPointF(left + radius, y), QPointF(left + gap * (many - 1) + radius, y))
        for n in range(many):
            centre = QPointF(left + gap * n + radius, y)
            done = n < len(now.history)
            winner = now.history[n].winner if done else None
            here = n == now.chapter and not done
            filled = here or winner is not None
            pen.setPen(Qt.PenStyle.NoPen if filled else QPen(theme.color("ink" if done else "faded"), 1.2))
            pen.setBrush(theme.color("vermilion" if here else "ink" if filled else "surface"))
            if winner == 1:
                pen.drawPath(octagon(centre, radius))
            else:
                pen.drawEllipse(centre, radius, radius)

    def _paint_rosters(self, pen: QPainter, theme: Theme, state: State, sheet: QRectF) -> None:
        """Both rosters looking at each other, as far as there is room."""
        side, y = fonts.px(FIGURE), sheet.bottom() - fonts.px(FIGURE + 9)
        middle = sheet.left() + sheet.width() * 0.70
        most = max(1, int((sheet.right() - fonts.px(14) - middle) // (side * 0.78)) - 1)
        dpr = self.view.devicePixelRatioF()
        for seat in (0, 1):
            members = state.approved[seat].members
            for n, member in enumerate(members[:most]):
                x = middle + fonts.px(12) + n * side * 0.78 if seat else middle - fonts.px(12) - side - n * side * 0.78
                picture = figure_pixmap(
                    state.box.character(member.card).silhouette, SHAPES[seat], member.state, False,
                    "W" if seat else "E", side, theme, dpr=dpr,
                )  # fmt: skip
                pen.drawPixmap(QPointF(x, y), picture)


def _sheet(box: QRectF) -> QRectF:
    return box.adjusted(5, 4, -5, -8 - fonts.px(6))
