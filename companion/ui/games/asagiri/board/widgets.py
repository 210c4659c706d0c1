"""Widgets over and beside the board: the tray of those to deploy, the switch between floors, notes that explain."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen, QWheelEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QWidget

from companion.model.core.words import say
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, NORTH, FigureId, turned_by
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.kit.art import figures
from companion.ui.kit.choices import ChoiceWord, RadioGroup
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.fonts import FontRole
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import Backdrop, InkWidget

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


MARGIN = 8


class _Note(InkWidget):
    """Words on a slip of paper over the board, wrapped; it never takes the mouse."""

    FONT: FontRole = "text"
    ALIGN = Qt.AlignmentFlag.AlignHCenter

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = parent
        self._text, self._warning = "", False
        self._paper = Backdrop(self._draw)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def text(self) -> str:
        return self._text

    def painted_words(self, at: QPointF | None) -> str:
        return self._text

    def _size(self, text: str, widest: int, edge: int) -> QSize:
        metrics, flags = QFontMetrics(fonts.font(self.FONT)), int(self.ALIGN | Qt.TextFlag.TextWordWrap)
        bounds = metrics.boundingRect(QRect(0, 0, max(1, widest), 4000), flags, text)
        return QSize(bounds.width() + edge, bounds.height() + fonts.px(20))

    def _put(self, text: str, place: QRect, *, warning: bool = False) -> None:
        self._text, self._warning = text, warning
        self.setAccessibleName(text)
        self.setGeometry(place)
        self.setVisible(bool(text))
        self.raise_()
        self.update()

    def _draw(self, pen: QPainter, size: QSize, theme: Theme) -> None:
        box = QRectF(4, 3, size.width() - 8, size.height() - 8)
        cast = QPainterPath()  # of a plain slip: a shadow hides the rough edge, which takes ten times as long
        cast.addRect(box)
        ink.soft_shadow(pen, cast, theme.color("shadow", 0.3), 4, 0.5, 1.5)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion" if self._warning else "surface", 0.97))
        pen.drawPath(ink.rough_rect(box, "slip", 0.8, 26))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.drawPixmap(0, 0, self._paper.get(self, self._warning))
        pen.setFont(fonts.font(self.FONT))
        pen.setPen(theme.color("on_vermilion" if self._warning else "ink"))
        area = self.rect().adjusted(fonts.px(13), fonts.px(8), -fonts.px(13), -fonts.px(10))
        pen.drawText(area, int(self.ALIGN | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap), self._text)


class Caption(_Note):
    """Why: a few lines at the foot of the board, or at its head while the foot is pointed at."""

    def say(self, text: str, away_from: int) -> None:
        """Say something (nothing: hide), on the half of the parent that does not hold the height `away_from`."""
        room, edge = self._room.rect(), fonts.px(36)
        size = self._size(text, min(fonts.px(620), room.width() - 2 * MARGIN - edge), edge)
        low = away_from < room.height() / 2
        top = room.bottom() - MARGIN - size.height() if low else MARGIN
        self._put(text, QRect(QPoint((room.width() - size.width()) // 2, top), size))


class PointerNote(_Note):
    """A few words beside the pointer: what a drag would cost or, in vermilion, break."""

    FONT: FontRole = "strong"
    ALIGN = Qt.AlignmentFlag.AlignLeft

    def say(self, text: str, at: QPoint, *, warning: bool = False) -> None:
        """Say something beside a point of the parent."""
        room = self._room.rect()
        size = self._size(text, max(120, min(fonts.px(320), room.width() - 20)), fonts.px(28))
        x = at.x() + 22 if at.x() + 22 + size.width() < room.right() else at.x() - 22 - size.width()
        y = min(max(4, at.y() + 18), max(4, room.bottom() - size.height() - 4))
        self._put(text, QRect(QPoint(max(2, x), y), size), warning=warning)
