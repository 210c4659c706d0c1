"""How it was at a place of the past: both rosters as they counted then, and every step of that chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.state import Member, State
from companion.model.games.asagiri.state.formatting import STATE_WORDS
from companion.ui.games.asagiri.campaign.after.portraits import paint_portrait
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import LineDelegate, ListView
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Role, Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget

SIDE = 38


@dataclass(frozen=True, slots=True)
class Someone:
    """A member, in words and as a portrait."""

    face: CardFace
    state: str
    words: str


def someone(faces: Faces, state: State, member: Member) -> Someone:
    """A member as it is in a state: alive, or among the dead."""
    dead = any(known.id == member.id for roster in state.now.rosters for known in roster.fallen)
    parts = [tr(say("dead") if dead else Message(STATE_WORDS[member.state]))]
    if member.equipment is not None:
        parts.append(faces.gear(member.equipment).name)
    if member.honour is not None:
        parts.append(tr(faces.honour(member.honour)[0]))
    return Someone(faces.member(state, member), "dead" if dead else member.state, " · ".join(parts))


class People(InkWidget):
    """Members one below the other, or (`beside`) portraits in a row; screen readers hear all of them."""

    def __init__(self, parent: QWidget | None = None, *, beside: bool = False) -> None:
        super().__init__(parent)
        self.people: tuple[Someone, ...] = ()
        self._beside = beside
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def tell(self, name: str, people: Sequence[Someone]) -> None:
        """Show these; `name`: who they are together."""
        self.people = tuple(people)
        self.setAccessibleName(name)
        self.setAccessibleDescription("; ".join(f"{one.face.name}: {one.words}" for one in self.people))
        self.setToolTip("\n".join(f"{one.face.name}: {one.words}" for one in self.people) if self._beside else "")
        self.setFixedHeight(self.sizeHint().height())
        self.refresh()

    def refresh(self) -> None:
        self.setFixedHeight(self.sizeHint().height())
        super().refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.setFixedHeight(self.sizeHint().height())

    def _row(self) -> float:
        return float(fonts.px(SIDE + (6 if self._beside else 10)))

    def _columns(self) -> int:
        return max(1, int(self.width() // self._row())) if self._beside else 1

    def sizeHint(self) -> QSize:
        rows = -(-len(self.people) // self._columns())
        return QSize(fonts.px(260), round(max(1, rows) * self._row()))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(150), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, side, high = palette.current(), float(fonts.px(SIDE)), self._row()
        with ink.painting(self) as pen:
            for n, one in enumerate(self.people):
                column, row = n % self._columns(), n // self._columns()
                box = QRectF(column * high + 3, row * high + 2, side, side)
                paint_portrait(pen, box, one.face, one.state, theme, self.devicePixelRatioF())
                if self._beside:
                    continue
                words = QRectF(box.right() + fonts.px(9), box.top(), self.width() - box.right() - fonts.px(9), side)
                name = fonts.font("name", 14.5 / 18)
                half = QFontMetricsF(name).height()
                lines: tuple[tuple[str, QFont, Role, float], ...] = (
                    (one.face.name, name, "ink", words.top() - 1),
                    (one.words, fonts.font("small"), "faded", words.top() + half - 2),
                )
                for text, font, role, top in lines:
                    pen.setFont(font)
                    pen.setPen(theme.color(role))
                    cut = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, words.width())
                    pen.drawText(QRectF(words.left(), top, words.width(), half), Qt.AlignmentFlag.AlignVCenter, cut)


class StepDelegate(LineDelegate):
    """Paints a step in one line, with its number before it."""

    least, wide = 150, 260

    def height(self, line: Line, width: int) -> int:
        return round(QFontMetricsF(fonts.font("text")).height()) + fonts.px(9)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        pen.setFont(fonts.font("digits", 12 / 14))
        pen.setPen(theme.color("faded"))
        number = QRectF(box.left(), box.top(), fonts.px(40), box.height())
        pen.drawText(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, line.value)
        font = fonts.font("strong" if line.chosen else "text")
        pen.setFont(font)
        pen.setPen(theme.color("ink"))
        room = box.adjusted(fonts.px(54), 0, -fonts.px(4), 0)
        cut = QFontMetricsF(font).elidedText(line.title, Qt.TextElideMode.ElideRight, room.width())
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, cut)


class Steps(ListView):
    """Every step of a chapter; the id of a line is the place right after the step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_delegate(StepDelegate(self))
        self.setUniformItemSizes(True)
        self.setMinimumHeight(fonts.px(180))

    def tell(self, name: str, steps: Sequence[tuple[int, str]], place: int) -> None:
        """Show steps by the place right after each; `place` is looked at."""
        self.setAccessibleName(name)
        self.show_lines([Line(str(at), words, value=str(at), tip=words, chosen=at == place) for at, words in steps])
        self.hold(str(place))
        self.scrollTo(self.currentIndex())
