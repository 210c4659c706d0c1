"""The board of the last game as a small print to click on."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.model.core.record import Record
from companion.model.core.session import Session
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import SEATS, State
from companion.model.games.asagiri.state.vocabulary import BEFORE
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import follow


def where_it_stands(state: State) -> Message:
    """Turn and phase, or what comes before the first turn."""
    if state.over:
        return say("The game is over")
    if state.stage in BEFORE:
        return say("Before turn 1")
    return say("Turn {turn} · {band}'s phase", turn=state.turn, band=SEATS[state.phase])


class Thumbnail(QAbstractButton):
    """A print of a board with a hand-cut edge."""

    SIDE = 158

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: tuple[Record, State] | None = None
        self._cached: tuple[object, QPixmap] = (None, QPixmap())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def show_session(self, session: Session[Any]) -> Message:
        """Show a game as it stands; returns where that is."""
        return self.show_game(session.header, session.state)

    def show_game(self, header: Record, state: State) -> Message:
        """The same for one that nobody has played here."""
        self._game = header, state
        self._cached = (None, QPixmap())
        self.update()
        return where_it_stands(state)

    def show_nothing(self) -> None:
        """An empty sheet: the game cannot be read."""
        self._game = None
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(self.SIDE), fonts.px(self.SIDE))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _picture(self) -> QPixmap:
        key = (palette.current().name, self.width(), self.devicePixelRatioF())
        if self._cached[0] != key and self._game is not None:
            from companion.ui.games.asagiri.board import scenery

            from .pictures import game_picture

            header, state = self._game
            look = scenery.of_game(header, state)
            self._cached = (key, game_picture(state, look, self.width() - fonts.px(22), dpr=self.devicePixelRatioF()))
        return self._cached[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        sheet = ink.rough_rect(QRectF(self.rect()).adjusted(5, 4, -5, -6), "print", 0.9, 26)
        ink.soft_shadow(pen, sheet, theme.color("shadow", 0.5 if theme.dark else 0.28), 5, 1, 2)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("surface"))
        pen.drawPath(sheet)
        if self._game is not None:
            picture = self._picture()
            size = picture.deviceIndependentSize()
            pen.drawPixmap(
                round((self.width() - size.width()) / 2), round((self.height() - size.height()) / 2), picture
            )
        if self.underMouse():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 2))
            pen.drawPath(sheet)
        pen.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)
