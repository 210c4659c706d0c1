"""What lies behind everything: the floor's picture at the size it is seen, its letters and numbers; and the camera."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPicture, QPixmap
from shiboken6 import isValid

from companion.model.games.asagiri.state.board import Coordinates
from companion.model.games.asagiri.state.formatting import square_words
from companion.ui.games.asagiri.board import pictures
from companion.ui.games.asagiri.board.pictures import Scenery
from companion.ui.kit.scene import CELL
from companion.ui.kit.theme import fonts, ink

from .canvas import Canvas
from .floor import FloorPicture, picture_of
from .geometry import MARGIN

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
