"""Widgets over and beside the board: the tray of those to deploy, the switch between floors, notes that explain."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QWidget

from companion.model.core.words import say
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, NORTH, FigureId, turned_by
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.kit.art import figures
from companion.ui.kit.choices import ChoiceWord, RadioGroup
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import InkWidget

from . import queries

FIGURE = 44
"""Size of a figure in the tray, in pixels at text scale 1."""


class DeployTray(InkWidget):
    """`picked` when a figure is chosen; the drag signals carry global positions."""

    picked = Signal(int)
    drag_began = Signal(int, QPoint)
    drag_moved = Signal(QPoint)
    drag_ended = Signal(QPoint)
    turned = Signal(int)
    """The wheel was turned over the tray: by that many quarter-turns."""

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self.figures: tuple[FigureId, ...] = ()
        self.facing = NORTH
        """As the model counts."""
        self.turn = 0
        """Quarter-turns by which the board is seen turned."""
        self._hovered = -1
        self._pressed: tuple[int, QPoint] | None = None
        self._dragging = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sync(self) -> None:
        """Show the figures that a person has to deploy now."""
        self.figures = tuple(queries.deployable(self._game))
        names = ", ".join(self._game.name(who) for who in self.figures)
        self.setAccessibleName(self._game.say(say("To deploy: {names}", names=names)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(FIGURE + 30) * max(1, len(self.figures)), fonts.px(FIGURE + 20))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(FIGURE), fonts.px(FIGURE + 20))

    def place(self, n: int) -> QRect:
        count = max(1, len(self.figures))
        wide = min(fonts.px(FIGURE + 62), max(1, (self.width() - 24) // count))
        left = (self.width() - wide * count) // 2
        return QRect(left + n * wide, 0, wide, self.height())

    def figure_at(self, at: QPoint) -> FigureId:
        """The figure under a point of the tray, or -1."""
        return next((who for n, who in enumerate(self.figures) if self.place(n).contains(at)), NO_FIGURE)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        last = max(0, len(self.figures) - 1)
        strip = QRectF(self.place(0).united(self.place(last))).adjusted(-14, 1, 14, -2)
        body = ink.rough_rect(strip, "tray", 0.9, 40)
        pen.setPen(QPen(theme.color("hairline"), 1))
        pen.setBrush(theme.color("sunken"))
        pen.drawPath(body)
        size = fonts.px(FIGURE)
        for n, who in enumerate(self.figures):
            box = self.place(n)
            character = self._game.state.table.characters[who]
            chosen = who == self._game.selection
            picture = figures.figure_pixmap(
                character.silhouette, figures.SHAPES[character.band],
                facing=figures.FACING_NAMES[turned_by(self.facing, self.turn)], size_px=size,
                theme=theme, selected=chosen, dpr=self.devicePixelRatioF(),
            )  # fmt: skip
            pen.setOpacity(0.35 if self._dragging and self._pressed is not None and self._pressed[0] == who else 1.0)
            pen.drawPixmap(QPoint(box.center().x() - size // 2, fonts.px(2)), picture)
            font = fonts.font("strong" if chosen or who == self._hovered else "small", 12 / 14 if chosen else 1.0)
            pen.setFont(font)
            pen.setPen(theme.color("ink" if chosen or who == self._hovered else "faded"))
            name = QFontMetrics(font).elidedText(self._game.name(who), Qt.TextElideMode.ElideRight, box.width() - 6)
            words = QRect(box.left(), fonts.px(FIGURE), box.width(), fonts.px(17))
            pen.drawText(words, Qt.AlignmentFlag.AlignCenter, name)
            pen.setOpacity(1.0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        who = self.figure_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and who >= 0:
            self._pressed = (who, event.position().toPoint())
            self.picked.emit(who)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            who, start = self._pressed
            if not self._dragging and (at - start).manhattanLength() >= QApplication.startDragDistance():
                self._dragging = True
                self.drag_began.emit(who, event.globalPosition().toPoint())
            if self._dragging:
                self.drag_moved.emit(event.globalPosition().toPoint())
            return
        hovered = self.figure_at(at)
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragging, self._dragging, self._pressed = self._dragging, False, None
        if dragging:
            self.drag_ended.emit(event.globalPosition().toPoint())
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.turned.emit(1 if event.angleDelta().y() < 0 else -1)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    @property
    def band(self) -> str:
        """The letter of the band that deploys."""
        return SEATS[queries.acting_band(self._game)] if self.figures else ""


class FloorSwitch(QWidget):
    """One button a floor, the ground floor first."""

    chosen = Signal(int)

    def __init__(self, game: AsagiriController, parent: QWidget) -> None:
        super().__init__(parent)
        self._game = game
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2)
        self._group = RadioGroup(self)
        self._group.idClicked.connect(self.chosen)
        self.hide()

    def sync(self, floors: int, shown: int) -> None:
        """Offer `floors` floors, the one shown pressed."""
        while len(self._group.buttons()) > floors:
            button = self._group.buttons()[-1]
            self._group.removeButton(button)
            button.deleteLater()
        while len(self._group.buttons()) < floors:
            number = len(self._group.buttons())
            button = ChoiceWord("", self)
            self._group.addButton(button, number)
            self._row.addWidget(button)
        for number in range(floors):
            button = self._group.button(number)
            assert isinstance(button, ChoiceWord)
            button.say(self._game.say(say("Floor {number}", number=number + 1)))
        self._group.mark(self._group.button(shown))
        self.setVisible(floors > 1)
        self.adjustSize()
