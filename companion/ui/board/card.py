"""Slips over the board: who the figure under the pointer is, and what a drag would cost or break."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, Name, say
from companion.model.systems.asagiri.state import SEATS
from companion.model.systems.asagiri.text import STAT_WORDS, STATE_WORDS
from companion.ui.table.game import Game
from companion.ui.theme import ink, palette, type
from companion.ui.theme.marks import Stat, paint_stat
from companion.ui.theme.palette import Element, Role
from companion.ui.theme.panels import paint_sheet
from companion.ui.theme.widgets import Backdrop, InkWidget, paint_element

STATS: tuple[Stat, ...] = get_args(Stat)


class HoverCard(InkWidget):
    """Name, state, the four stats of the face showing, its skills. Never takes the mouse."""

    def __init__(self, game: Game, parent: QWidget) -> None:
        """Hidden until it is shown for a figure."""
        super().__init__(parent)
        self._room = parent
        self._game, self.who = game, -1
        self._picture = Backdrop(lambda pen, size, theme: self._draw(pen, size))
        self._serial = 0
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_for(self, who: int, beside: QRect) -> None:
        """Show a figure's card beside a rectangle of the parent."""
        self.who = who
        self._serial += 1
        size = self.sizeHint()
        room = self._room.rect()
        x = (
            beside.right() + 10
            if beside.right() + 10 + size.width() < room.right()
            else beside.left() - 10 - size.width()
        )
        y = min(max(4, beside.center().y() - size.height() // 2), max(4, room.bottom() - size.height() - 4))
        self.setGeometry(max(2, x), y, size.width(), size.height())
        self.show()
        self.raise_()
        self.update()

    def _skills(self) -> list[tuple[Element | None, str]]:
        state = self._game.state
        return [(skill.element, self._game.say(Name.of(skill.name))) for skill in state.skills(self.who)]

    def sizeHint(self) -> QSize:
        """Room for its words."""
        name = QFontMetrics(type.font("name")).horizontalAdvance(self._game.name(self.who)) if self.who >= 0 else 0
        skills = self._skills() if self.who >= 0 else []
        small = QFontMetrics(type.font("small"))
        words = max((small.horizontalAdvance(text) + type.px(24) for _, text in skills), default=0)
        wide = max(type.px(4 * 44), name, words, small.horizontalAdvance(self._line())) + type.px(40)
        return QSize(wide, type.px(136) + len(skills) * type.px(20) + (type.px(4) if skills else 0))

    def _line(self) -> str:
        if self.who < 0:
            return ""
        state, game = self._game.state, self._game
        character, figure = state.table.characters[self.who], state.figures[self.who]
        parts = [
            game.say(say("Band {band}", band=SEATS[character.band])),
            game.say(Message(STATE_WORDS[figure.state])),
        ]
        if state.active is not None and state.active.who == self.who:
            parts.append(game.say(say("points left: {points}", points=state.active.points)))
        elif figure.activated:
            parts.append(game.say(say("activated")))
        return "\u00a0· ".join(parts)

    def _draw(self, pen: QPainter, size: QSize) -> None:
        theme, game = palette.current(), self._game
        figure = game.state.figures[self.who]
        paint_sheet(pen, QRectF(0, 0, size.width(), size.height()), theme, "surface", 3, 7)
        left, top, wide = type.px(20), type.px(16), size.width() - type.px(40)
        pen.setFont(type.font("name"))
        pen.setPen(theme.color("ink"))
        pen.drawText(QRect(left, top, wide, type.px(24)), Qt.AlignmentFlag.AlignVCenter, game.name(self.who))
        pen.setFont(type.font("small"))
        pen.setPen(theme.color("shaken" if figure.state == "shaken" else "vigilant"))
        pen.drawText(QRect(left, top + type.px(25), wide, type.px(18)), Qt.AlignmentFlag.AlignVCenter, self._line())
        face = game.state.face(self.who)
        for n, stat in enumerate(STATS):
            box = QRectF(left + n * type.px(44), top + type.px(50), type.px(38), type.px(38))
            paint_stat(pen, box, stat, str(getattr(face, stat)), theme)
        y = top + type.px(96)
        pen.setFont(type.font("small"))
        for element, words in self._skills():
            if element is not None:
                paint_element(pen, QRectF(left, y + type.px(1), type.px(16), type.px(16)), element, theme)
            pen.setPen(theme.color("ink"))
            pen.drawText(
                QRect(left + type.px(22), y, wide - type.px(22), type.px(18)), Qt.AlignmentFlag.AlignVCenter, words
            )
            y += type.px(20)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        if self.who < 0:
            return
        pen = QPainter(self)
        pen.drawPixmap(0, 0, self._picture.get(self, self._serial))
        pen.end()

    def describe(self) -> str:
        """The stats in words."""
        face = self._game.state.face(self.who)
        return ", ".join(f"{self._game.say(Message(STAT_WORDS[stat]))} {getattr(face, stat)}" for stat in STATS)


class Slip(InkWidget):
    """A few words beside the pointer, in ink or (`warning`) in vermilion. Never takes the mouse."""

    def __init__(self, parent: QWidget) -> None:
        """Hidden until it says something."""
        super().__init__(parent)
        self._room = parent
        self._text, self._warning = "", False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def text(self) -> str:
        """What it says."""
        return self._text

    def say(self, text: str, at: QPoint, *, warning: bool = False) -> None:
        """Say something beside a point of the parent."""
        self._text, self._warning = text, warning
        self.setAccessibleName(text)
        room = self._room.rect()
        widest = max(120, min(type.px(320), room.width() - 20))
        bounds = QFontMetrics(type.font("strong")).boundingRect(
            QRect(0, 0, widest, 400), int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap), text
        )
        size = QSize(bounds.width() + type.px(28), bounds.height() + type.px(20))
        x = at.x() + 22 if at.x() + 22 + size.width() < room.right() else at.x() - 22 - size.width()
        y = min(max(4, at.y() + 18), max(4, room.bottom() - size.height() - 4))
        self.setGeometry(max(2, x), y, size.width(), size.height())
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the slip."""
        theme = palette.current()
        paper: Role = "vermilion" if self._warning else "surface"
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = ink.rough_rect(QRectF(self.rect()).adjusted(4, 3, -4, -5), "slip", 0.8, 22)
        ink.soft_shadow(pen, body, theme.color("shadow", 0.3), 4, 0.5, 1.5)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color(paper))
        pen.drawPath(body)
        pen.setFont(type.font("strong"))
        pen.setPen(theme.color("on_vermilion" if self._warning else "ink"))
        area = self.rect().adjusted(type.px(13), type.px(8), -type.px(13), -type.px(10))
        pen.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap), self._text)
        pen.end()
