"""A member of a roster in one line: figure, name, how it is, what it bears and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.campaign.options import member_words
from companion.model.games.asagiri.campaign.state import Member, State
from companion.model.games.asagiri.rules.honours import NAMES
from companion.ui.kit.art.figures import SHAPES, figure_pixmap
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import LineDelegate
from companion.ui.kit.theme import fonts, icons
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr

HIGH = 46
FIGURE = 40


@dataclass(frozen=True, slots=True)
class MemberView:
    """How a member is, in the language of the window."""

    seat: int
    silhouette: str
    state: str
    shaken: bool
    dead: bool
    honour: str
    gear: str
    goes: bool = False
    """It goes along into the present battle."""


def member_line(state: State, member: Member, *, dead: bool = False) -> Line:
    """Say how a member is, for a list with `MemberDelegate`."""
    card, words = state.box.character(member.card), member_words(state, member.id)
    view = MemberView(
        state.seat_of(member.id),
        card.silhouette,
        tr(say("dead") if dead else say("shaken") if member.state == "shaken" else say("vigilant")),
        member.state == "shaken",
        dead,
        tr(NAMES[member.honour]) if member.honour is not None else "",
        tr(Name.of(state.box.gear(member.equipment).name)) if member.equipment is not None else "",
        not dead and member.id in state.fighters(),
    )
    name = tr(words) if isinstance(words, Name | Message) else str(words)
    parts = (view.state, view.honour, view.gear, tr(say("takes part")) if view.goes else "")
    said = " · ".join(part for part in parts if part)
    return Line(member.id, name, said, str(state.value(member)), tip=f"{name} · {said}", data=view)


class MemberDelegate(LineDelegate):
    """Paints figure, name, state and what is borne, and zeni."""

    least, wide = 190, 290

    def height(self, line: Line, width: int) -> int:
        return fonts.px(HIGH)

    def paint_ground(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool, held: bool) -> None:
        super().paint_ground(pen, box, line, theme, lit=lit, held=held)
        if view_of(line).goes and not held:
            bar = QRectF(box.left(), box.top() + fonts.px(7), fonts.px(3), box.height() - fonts.px(14))
            pen.fillRect(bar, theme.color("ink"))

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        self._paint_figure(pen, box, view_of(line), theme)
        left, right = box.left() + fonts.px(FIGURE + 16), box.right() - fonts.px(8)
        pen.setFont(fonts.font("digits", 13 / 14))
        pen.setPen(theme.color("faded"))
        ends = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        pen.drawText(QRectF(left, box.top(), right - left, box.height()), ends, line.value)
        right -= pen.fontMetrics().horizontalAdvance(line.value) + fonts.px(10)
        room = QRectF(left, box.top() + fonts.px(3), right - left, box.height() - fonts.px(6))
        self._paint_words(pen, theme, room, line.title, view_of(line))

    def _paint_figure(self, pen: QPainter, box: QRectF, view: MemberView, theme: Theme) -> None:
        side = fonts.px(FIGURE)
        look: Literal["vigilant", "shaken"] = "shaken" if view.shaken else "vigilant"
        facing: Literal["E", "W"] = "W" if view.seat else "E"
        picture = figure_pixmap(
            view.silhouette, SHAPES[view.seat], look, view.dead, facing, side, theme, dpr=self.view.devicePixelRatioF()
        )
        if view.dead:
            pen.setOpacity(0.45)
        pen.drawPixmap(QPointF(box.left() + fonts.px(8), box.center().y() - side / 2), picture)
        pen.setOpacity(1.0)

    def _paint_words(self, pen: QPainter, theme: Theme, room: QRectF, called: str, view: MemberView) -> None:
        name, small = fonts.font("name", 16 / 18), fonts.font("small")
        metrics, low = QFontMetricsF(name), QFontMetricsF(small)
        top = room.top() + (room.height() - metrics.height() - low.height()) / 2
        pen.setFont(name)
        pen.setPen(theme.color("faded" if view.dead else "ink"))
        shown = metrics.elidedText(called, Qt.TextElideMode.ElideRight, room.width())
        pen.drawText(QPointF(room.left(), top + metrics.ascent()), shown)
        if view.dead:
            pen.setPen(QPen(theme.color("faded"), 1.3))
            y = top + metrics.ascent() * 0.66
            pen.drawLine(QPointF(room.left(), y), QPointF(room.left() + metrics.horizontalAdvance(shown), y))
        y, x = top + metrics.height() + low.ascent(), room.left()
        state = view.state
        pen.setFont(small)
        pen.setPen(theme.color("faded" if view.dead else "shaken" if view.shaken else "vigilant"))
        pen.drawText(QPointF(x, y), state)
        x += low.horizontalAdvance(state)
        for sign, words in (("seal", view.honour), ("tray", view.gear)):
            if not words or x + fonts.px(40) > room.right():
                continue
            side = fonts.px(12)
            x += fonts.px(9)
            pen.drawPixmap(QPointF(x, y - low.ascent() * 0.86),
                           icons.pixmap(sign, theme.color("gold" if sign == "seal" else "faded"), side,
                                        self.view.devicePixelRatioF()))  # fmt: skip
            x += side + fonts.px(3)
            pen.setPen(theme.color("ink" if sign == "seal" else "faded"))
            said = low.elidedText(words, Qt.TextElideMode.ElideRight, room.right() - x)
            pen.drawText(QPointF(x, y), said)
            x += low.horizontalAdvance(said)


def view_of(line: Line) -> MemberView:
    """Return what a member's line holds besides its words."""
    assert isinstance(line.data, MemberView)
    return line.data
