"""What lies behind everything: the floor's picture at the size it is seen, its letters and numbers; and the camera."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPicture, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsView
from shiboken6 import isValid

from companion.model.games.asagiri.state.board import Coordinates
from companion.model.games.asagiri.state.formatting import square_words
from companion.ui.games.asagiri.board import pictures
from companion.ui.games.asagiri.board.pictures import Scenery
from companion.ui.kit.theme import fonts, ink

from .canvas import Canvas
from .floor import FloorPicture, picture_of
from .geometry import CELL, MARGIN

FRAME = 14.0
"""From the squares to the outer edge of their frame, in scene units; letters and numbers begin there."""
MOST_SCALED = 16_000_000
LEVELS = (64, 96, 128, 192)
"""Pixels to a square that pictures are painted with."""


class GroundPainter(QObject):
    """Paints the floor bit by bit while nothing else is to do; `changed` says when there is more to see."""

    changed = Signal()

    def __init__(self, canvas: Canvas, parent: QObject, look: Scenery | None = None) -> None:
        """`look`: how the floor is drawn; by default as the game's tiles wish, else guessed."""
        super().__init__(parent)
        self._canvas, self._given = canvas, look
        self._look: Scenery | None = look
        self._seen: tuple[Coordinates, ...] | None = None
        """The squares that the look is for: a drafted board grows tile by tile (KAR-6)."""
        self._picture: FloorPicture | None = None
        self._finer: FloorPicture | None = None
        """Being painted for a closer look; shown when it is done."""
        self._awake = False
        self._scaled: tuple[tuple[int, float], QPixmap] | None = None
        self._lettered: tuple[object, QPicture] | None = None
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._work)

    def renew(self) -> None:
        """Another layout or theme: what can be painted at once is, the rest follows."""
        canvas = self._canvas
        if self._given is None and self._seen != canvas.board.squares:
            self._look, self._seen = (
                pictures.scenery_of_game(canvas.game.session.header, canvas.state),
                canvas.board.squares,
            )
        assert self._look is not None
        self._picture = picture_of(canvas.geometry, self._look, canvas.theme, self._level())
        self._finer = None
        if self._awake and not self._picture.started:
            self._picture.work()
        if self._awake and not self._picture.done:
            self._timer.start()
        self._scaled = None
        self.changed.emit()

    def _level(self) -> int:
        device = self._canvas.cell * self._canvas.dpr
        return next((level for level in LEVELS if level >= device), LEVELS[-1])

    def refine(self) -> None:
        """The zoom has changed: paint a finer picture behind the present one, when that has become too coarse."""
        picture, level = self._picture, self._level()
        if picture is None or self._look is None or level <= picture.wanted:
            return
        self._finer = picture_of(self._canvas.geometry, self._look, self._canvas.theme, level)
        if self._awake:
            self._timer.start()

    def wake(self, on: bool) -> None:
        """Go on painting, or rest: nobody looks."""
        self._awake = on
        if not on:
            self._timer.stop()
        elif self._picture is None or self._picture.wanted != self._level():
            self.renew()
        elif not self.done:
            self._timer.start()

    def _work(self) -> None:
        if self._picture is not None and not self._picture.done:
            self._picture.work()
        elif self._finer is not None and self._finer.work():
            self._timer.start()
            return  # nothing to see of it yet
        if not isValid(self):  # the view went while we painted
            return
        if self._finer is not None and self._finer.done:
            self._picture, self._finer = self._finer, None
        if self._awake and (not self.done or self._finer is not None):
            self._timer.start()
        self._scaled = None
        self.changed.emit()

    @property
    def done(self) -> bool:
        return self._picture is not None and self._picture.done and self._finer is None

    def finish(self) -> None:
        self._timer.stop()
        if self._finer is not None:
            self._picture, self._finer = self._finer, None
        if self._picture is not None:
            self._picture.finish()
        self._scaled = None
        self.changed.emit()

    def draw(self, painter: QPainter, rect: QRectF | QRect) -> None:
        painter.fillRect(QRectF(rect), self._canvas.theme.color("ground"))
        if self._picture is None:
            return
        shown = self._at_size(self._picture.pixmap)
        painter.drawPixmap(self._canvas.geometry.page, shown, QRectF(shown.rect()))
        painter.drawPicture(0, 0, self._letters_picture())

    def _at_size(self, pixmap: QPixmap) -> QPixmap:
        """The picture scaled once to the size it is seen at: sharper than scaling at every frame, and faster."""
        canvas = self._canvas
        key = (pixmap.cacheKey(), canvas.density)
        if self._scaled is None or self._scaled[0] != key:
            page = canvas.geometry.page
            wide, high = round(page.width() * canvas.density), round(page.height() * canvas.density)
            shown = pixmap
            if wide * high <= MOST_SCALED and wide != pixmap.width():
                shown = pixmap.scaled(
                    wide, high, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
                )
                shown.setDevicePixelRatio(1.0)
            self._scaled = (key, shown)
        return self._scaled[1]

    def _letters_picture(self) -> QPicture:
        canvas = self._canvas
        key = (canvas.geometry, canvas.cell, canvas.theme.name, fonts.text_scale(), canvas.state.table.board)
        if self._lettered is None or self._lettered[0] != key:
            picture = QPicture()
            with ink.painting(picture) as pen:
                self._draw_letters(pen)
            self._lettered = key, picture
        return self._lettered[1]

    def _draw_letters(self, painter: QPainter) -> None:
        canvas = self._canvas
        scale = CELL / canvas.cell
        font = fonts.font("small")
        font.setPixelSize(max(9, round(min(max(font.pixelSize(), canvas.cell * 0.2), (MARGIN - 16) / scale))))
        letters, room = self.letters(), (MARGIN - FRAME) / scale - 2
        longest = max((words for on_top, words, _ in letters if not on_top), key=len, default="")
        while font.pixelSize() > 7 and QFontMetricsF(font).horizontalAdvance(longest) > room:
            font.setPixelSize(font.pixelSize() - 1)
        metrics = QFontMetricsF(font)
        gap = max(1.0, min(5.0, room + 1 - metrics.horizontalAdvance(longest)))  # small squares leave less
        above, beside = FRAME + (metrics.capHeight() / 2 + 4) * scale, FRAME + gap * scale
        painter.save()
        painter.setPen(canvas.theme.color("faded"))
        painter.setFont(font)
        for on_top, words, middle in letters:
            painter.save()
            wide = metrics.horizontalAdvance(words)
            painter.translate(QPointF(middle, -above) if on_top else QPointF(-beside, middle))
            painter.scale(scale, scale)
            painter.drawText(QPointF(-wide / 2 if on_top else -wide, metrics.capHeight() / 2), words)
            painter.restore()
        painter.restore()

    def letters(self) -> list[tuple[bool, str, float]]:
        """(on top, words, place along the side) of every column and row, upright however the board is turned."""
        geometry, state = self._canvas.geometry, self._canvas.state
        columns: dict[int, str] = {}
        rows: dict[int, str] = {}
        for square in geometry.squares:
            name = square_words(state, square).partition("/")[0]
            letter = name.rstrip("0123456789")
            pair = (letter, name[len(letter) :])
            x, y = geometry.cell(square)
            columns[x], rows[y] = pair if geometry.turn % 2 == 0 else pair[::-1]
        found = [(True, words, (x + 0.5) * CELL) for x, words in columns.items()]
        return found + [(False, words, (y + 0.5) * CELL) for y, words in rows.items()]


SMALLEST, LARGEST = 16.0, 220.0
"""Width of a square on the screen, in logical pixels."""
EDGE = 2
"""Pixels left free around the page when it is fitted."""


class Camera:
    """Sets the transform of a view. `fitted` until the person zooms or pans."""

    def __init__(self, view: QGraphicsView, canvas: Canvas) -> None:
        self.view, self.canvas = view, canvas
        self.fitted = True

    def fit(self) -> bool:
        """Show the whole floor as large as it can be; whether that changed the size of a square."""
        page, room = self.canvas.geometry.page, self.view.viewport().size()
        changed = self._set(min(self.across(room.width()), self.down(room.height())), whole_down=True)
        self.fitted = True
        self.view.centerOn(page.center())
        return changed

    def across(self, width: int) -> float:
        """How wide a square is where the whole floor takes this width."""
        return max(1, width - 2 * EDGE) / (self.canvas.geometry.page.width() / CELL)

    def down(self, height: int) -> float:
        """How wide a square is where the whole floor takes this height."""
        return max(1, height - 2 * EDGE) / (self.canvas.geometry.page.height() / CELL)

    def width_at(self, height: int) -> int:
        """How wide the whole floor is where it takes this height."""
        return math.ceil(self.down(height) * self.canvas.geometry.page.width() / CELL) + 2 * EDGE

    def zoom(self, factor: float, anchor: QPoint | None = None) -> bool:
        """Make squares larger or smaller around a point of the viewport (its middle); whether they changed."""
        at = anchor if anchor is not None else self.view.viewport().rect().center()
        before = self.view.mapToScene(at)
        wanted = self.canvas.cell * factor
        if round(wanted) == round(self.canvas.cell):
            wanted = self.canvas.cell + (1 if factor > 1 else -1)
        changed = self._set(wanted)
        if changed:
            self.fitted = False
            shift = self.view.mapFromScene(before) - at
            self.pan(QPoint(-shift.x(), -shift.y()))
        return changed

    def pan(self, by: QPoint) -> None:
        across, down = self.view.horizontalScrollBar(), self.view.verticalScrollBar()
        across.setValue(across.value() - by.x())
        down.setValue(down.value() - by.y())
        if not by.isNull():
            self.fitted = False

    def show(self, point: QPointF) -> None:
        if not self.fitted:
            self.view.ensureVisible(point.x() - CELL, point.y() - CELL, 2 * CELL, 2 * CELL, 10, 10)

    @property
    def can_pan(self) -> bool:
        across, down = self.view.horizontalScrollBar(), self.view.verticalScrollBar()
        return across.maximum() > across.minimum() or down.maximum() > down.minimum()

    def _set(self, cell: float, *, whole_down: bool = False) -> bool:
        dpr = self.canvas.dpr
        device = cell * dpr
        pixels = max(1, int(device) if whole_down else round(device))
        wanted = min(LARGEST, max(SMALLEST if not whole_down else 4.0, pixels / dpr))
        changed = wanted != self.canvas.cell or self.view.transform().m11() != wanted / CELL
        self.canvas.cell = wanted
        self.view.setTransform(QTransform.fromScale(wanted / CELL, wanted / CELL))
        return changed
