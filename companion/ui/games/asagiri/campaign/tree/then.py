"""How it was at a place of the past: both rosters as they counted then, and every step of that chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from companion.model.campaign.state import Member, State
from companion.model.core.words import Message, say
from companion.model.systems.asagiri.text import STATE_WORDS
from companion.ui.games.asagiri.campaign.after.portraits import paint_portrait
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.games.asagiri.cards.face import CardFace
from companion.ui.kit.popup import step_among
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Role
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, follow

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
        """Nobody."""
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
        """Take over the present theme and text size."""
        self.setFixedHeight(self.sizeHint().height())
        super().refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Portraits in a row may need another one."""
        self.setFixedHeight(self.sizeHint().height())

    def _row(self) -> float:
        return float(fonts.px(SIDE + (6 if self._beside else 10)))

    def _columns(self) -> int:
        return max(1, int(self.width() // self._row())) if self._beside else 1

    def sizeHint(self) -> QSize:
        """A line each, or as many rows as it takes."""
        rows = -(-len(self.people) // self._columns())
        return QSize(fonts.px(260), round(max(1, rows) * self._row()))

    def minimumSizeHint(self) -> QSize:
        """Narrower."""
        return QSize(fonts.px(150), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint portraits and words."""
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


class StepLine(QAbstractButton):
    """A step in one line, with its number. `stepped` asks for a neighbour."""

    stepped = Signal(int)

    def __init__(self, number: int, words: str, parent: QWidget) -> None:
        """The step that leads to place `number`."""
        super().__init__(parent)
        self._number = number
        self.chosen = False
        self.setText(words)
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def set_chosen(self, on: bool) -> None:
        """Whether one looks at the place after it."""
        if on != self.chosen:
            self.chosen = on
            self.update()

    def refresh(self) -> None:
        """Take over the present theme and text size."""
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(fonts.px(260), round(QFontMetricsF(fonts.font("text")).height()) + fonts.px(9))

    def minimumSizeHint(self) -> QSize:
        """Narrower: the tool tip has all of it."""
        return QSize(fonts.px(150), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint number and words."""
        theme = palette.current()
        with ink.painting(self) as pen:
            if self.chosen or self.underMouse() or self.hasFocus():
                pen.fillRect(self.rect(), theme.color("ink", 0.06))
            if self.chosen or self.hasFocus():
                pen.fillRect(QRectF(0, 4, fonts.px(3), self.height() - 8), theme.color("vermilion"))
            pen.setFont(fonts.font("digits", 12 / 14))
            pen.setPen(theme.color("faded"))
            number = QRectF(0, 0, fonts.px(40), self.height())
            pen.drawText(number, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(self._number))
            font = fonts.font("strong" if self.chosen else "text")
            pen.setFont(font)
            pen.setPen(theme.color("ink"))
            room = QRectF(fonts.px(54), 0, self.width() - fonts.px(58), self.height())
            cut = QFontMetricsF(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
            pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, cut)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter looks at it; up and down go along."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)


class Steps(QScrollArea):
    """Every step of a chapter. `chosen`: the place right after one of them."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """No steps."""
        super().__init__(parent)
        self.lines: dict[int, StepLine] = {}
        self._inside = QWidget()
        self._box = QVBoxLayout(self._inside)
        self._box.setContentsMargins(0, 0, fonts.px(8), 0)
        self._box.setSpacing(0)
        self._shown: tuple[object, ...] = ()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumHeight(fonts.px(180))
        self._place = -1
        self._follow = QTimer(self)
        self._follow.setSingleShot(True)
        self._follow.setInterval(0)
        self._follow.timeout.connect(self._reveal)
        self.setWidget(self._inside)

    def tell(self, steps: Sequence[tuple[int, str]], place: int) -> None:
        """Show steps by the place right after each; `place` is looked at."""
        if self._shown != tuple(steps):
            self._shown = tuple(steps)
            self._make(steps)
        for at, line in self.lines.items():
            line.set_chosen(at == place)
        self._place = place
        self._follow.start()

    def _reveal(self) -> None:
        if self._place in self.lines:
            self.ensureWidgetVisible(self.lines[self._place], 0, fonts.px(60))

    def _make(self, steps: Sequence[tuple[int, str]]) -> None:
        while self._box.count():
            item = self._box.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.lines = {}
        for at, words in steps:
            line = StepLine(at, words, self._inside)
            line.clicked.connect(lambda _=False, at=at: self.chosen.emit(at))
            line.stepped.connect(lambda way, line=line: self._step(line, way))
            self._box.addWidget(line)
            line.show()
            self.lines[at] = line
        self._box.addStretch(1)

    def _step(self, line: StepLine, way: int) -> None:
        lines = list(self.lines.values())
        step_among(lines, line, way)
        lines[(lines.index(line) + way) % len(lines)].click()
