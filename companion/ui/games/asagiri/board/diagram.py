"""A position as a small board that can be touched, for help and lessons: nothing can be done in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

from companion.model.content.library import Library
from companion.model.core.contract import Json
from companion.model.core.record import Record, Recording
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, NO_SQUARE, SquareId
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

from . import queries
from .descriptions import describe_square
from .display import BoardDisplay

STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Diagram(Translated, BoardDisplay):
    """Pointing at a figure shows its zone, clicking it what it reaches and sees; keys go from figure to figure."""

    def __init__(self, position: Json) -> None:
        """Raises InvalidInput for a position that cannot be read."""
        content = Recording(Library.shipped())
        state = SYSTEM.decode(position, content)
        record = Record(system="asagiri", seed=0, start=position, cards=content.cards)
        game = AsagiriController(Session(SYSTEM, record, state), tr.words)
        game.animated = False
        super().__init__(game)
        game.setParent(self)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumSize(fonts.px(160), fonts.px(160))
        self.viewport().setMouseTracking(True)
        active = queries.acting(game)
        if active >= 0:
            game.select(active)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(500), fonts.px(320))

    def retranslate(self) -> None:
        self.game.set_words(tr.words)
        self.sync()

    def point(self, square: SquareId) -> None:
        """Show what can be shown of a square, and say it."""
        if square != self.layers.hovered:
            self.layers.hover(square)
            self.setToolTip(describe_square(self.game, square) if square >= 0 else "")

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point(self.square_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        self.point(NO_SQUARE)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        who = queries.standing(self.game.state, self.square_at(event.position().toPoint()))
        self.game.select(NO_FIGURE if who == self.game.selection else who)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        stand = [figure.at for figure in self.game.state.figures if figure.at >= 0]
        if step is None or not stand:
            event.ignore()
            return
        now = stand.index(self.layers.hovered) if self.layers.hovered in stand else -1 if step > 0 else 0
        self.point(stand[(now + step) % len(stand)])
        self.describe(describe_square(self.game, self.layers.hovered))
