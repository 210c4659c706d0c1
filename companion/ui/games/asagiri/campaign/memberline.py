"""A member of a roster in one line: figure, name, how it is, what it bears and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.model.campaign.options import member_words
from companion.model.campaign.state import Member, State
from companion.model.core.words import Message, Name, say
from companion.model.systems.asagiri.honours import NAMES
from companion.ui.kit.art.figures import SHAPES, figure_pixmap
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import follow

"""Of the figures of roster A and B."""
HIGH = 46
FIGURE = 40


@dataclass(frozen=True, slots=True)
class MemberView:
    """What a line says of a member, in the language of the window."""

    who: str
    seat: int
    name: str
    silhouette: str
    shaken: bool
    dead: bool
    honour: str
    gear: str
    zeni: int
    goes: bool = False
    """It goes along into the present battle."""


def view_of(state: State, member: Member, *, dead: bool = False) -> MemberView:
    """How a member is."""
    card = state.box.character(member.card)
    words = member_words(state, member.id)
    return MemberView(
        member.id,
        state.seat_of(member.id),
        tr(words) if isinstance(words, Name | Message) else str(words),
        card.silhouette,
        member.state == "shaken",
        dead,
        tr(NAMES[member.honour]) if member.honour is not None else "",
        tr(Name.of(state.box.gear(member.equipment).name)) if member.equipment is not None else "",
        state.value(member),
        not dead and member.id in state.fighters(),
    )


class MemberLine(QAbstractButton):
    """Click or Enter looks at the member; up and down go through the roster."""

    stepped = Signal(int)

    def __init__(self, view: MemberView, parent: QWidget | None = None) -> None:
        """Show `view`."""
        super().__init__(parent)
        self.view = view
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)
        self.show_view(view)

    def show_view(self, view: MemberView) -> None:
        """Show somebody else, or the same one changed."""
        self.view = view
        self.setAccessibleName(view.name)
        self.setAccessibleDescription(self._line())
        self.setToolTip(f"{view.name} · {self._line()}")
        self.update()

    def refresh(self) -> None:
        """Take over the present theme and text size."""
        self.updateGeometry()
        self.update()

    def _state(self) -> str:
        view = self.view
        return tr(say("dead") if view.dead else say("shaken") if view.shaken else say("vigilant"))

    def _line(self) -> str:
        view = self.view
        parts = [self._state(), view.honour, view.gear, tr(say("takes part")) if view.goes else ""]
        return " · ".join(part for part in parts if part)

    def sizeHint(self) -> QSize:
        """As wide as a column of a page."""
        return QSize(fonts.px(290), fonts.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        """Room for a figure and a short name."""
        return QSize(fonts.px(190), fonts.px(HIGH))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the class."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    # painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint figure, words and zeni."""
        theme, view = palette.current(), self.view
        with ink.painting(self) as pen:
            lit = self.underMouse() or self.hasFocus()
            if lit:
                pen.fillRect(self.rect(), theme.color("ink", 0.06))
            if view.goes or self.hasFocus():
                colour = theme.color("vermilion" if self.hasFocus() else "ink")
                pen.fillRect(QRectF(0, fonts.px(7), fonts.px(3), self.height() - fonts.px(14)), colour)
            self._paint_figure(pen, theme)
            left, right = fonts.px(FIGURE + 16), self.width() - fonts.px(8)
            zeni = fonts.font("digits", 13 / 14)
            pen.setFont(zeni)
            pen.setPen(theme.color("faded"))
            words = str(view.zeni)
            pen.drawText(QRectF(0, 0, right, self.height()),
                         Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)  # fmt: skip
            right -= round(QFontMetricsF(zeni).horizontalAdvance(words)) + fonts.px(10)
            self._paint_words(pen, theme, QRectF(left, fonts.px(3), right - left, self.height() - fonts.px(6)))

    def _paint_figure(self, pen: QPainter, theme: Theme) -> None:
        view, side = self.view, fonts.px(FIGURE)
        look: Literal["vigilant", "shaken"] = "shaken" if view.shaken else "vigilant"
        facing: Literal["E", "W"] = "W" if view.seat else "E"
        picture = figure_pixmap(
            view.silhouette, SHAPES[view.seat], look, view.dead, facing, side, theme, dpr=self.devicePixelRatioF()
        )
        if view.dead:
            pen.setOpacity(0.45)
        pen.drawPixmap(QPointF(fonts.px(8), (self.height() - side) / 2), picture)
        pen.setOpacity(1.0)

    def _paint_words(self, pen: QPainter, theme: Theme, room: QRectF) -> None:
        view = self.view
        name, small = fonts.font("name", 16 / 18), fonts.font("small")
        metrics, low = QFontMetricsF(name), QFontMetricsF(small)
        top = room.top() + (room.height() - metrics.height() - low.height()) / 2
        pen.setFont(name)
        pen.setPen(theme.color("faded" if view.dead else "ink"))
        shown = metrics.elidedText(view.name, Qt.TextElideMode.ElideRight, room.width())
        pen.drawText(QPointF(room.left(), top + metrics.ascent()), shown)
        if view.dead:
            pen.setPen(QPen(theme.color("faded"), 1.3))
            y = top + metrics.ascent() * 0.66
            pen.drawLine(QPointF(room.left(), y), QPointF(room.left() + metrics.horizontalAdvance(shown), y))
        y, x = top + metrics.height() + low.ascent(), room.left()
        state = self._state()
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
                                        self.devicePixelRatioF()))  # fmt: skip
            x += side + fonts.px(3)
            pen.setPen(theme.color("ink" if sign == "seal" else "faded"))
            said = low.elidedText(words, Qt.TextElideMode.ElideRight, room.right() - x)
            pen.drawText(QPointF(x, y), said)
            x += low.horizontalAdvance(said)
