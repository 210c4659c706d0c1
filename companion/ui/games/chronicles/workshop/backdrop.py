"""A photo or drawing of a printed tile under the one being drawn: where it lies, how it is placed and kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPen, QPixmap, QTransform

from companion.model.content.backdrops import MOST_BYTES, Backdrops, Placing
from companion.model.content.pack_folder import WorkshopError
from companion.model.core.refusal import InvalidInput
from companion.ui.kit.picture_files import as_jpeg, read_picture
from companion.ui.kit.theme import fonts
from companion.ui.kit.theme.palette import Theme
from companion.ui.workshop import PackContext
from companion.ui.workshop.strokes import Point

MOST_SIDE = 2400
"""Pixels of a picture's longest side: 200 a cell of the largest tile."""
LEAST = 0.2
"""Cells that a picture is wide and high at least."""
PAUSE_MS = 300
NEAR = 0.45
"""So far (in cells) a corner can be taken hold of."""


class Backdrop(QObject):
    """See the module; `changed` after another picture, place or strength."""

    changed = Signal()

    def __init__(self, kind: str, id: str, bench: PackContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kind, self._id, self._bench = kind, id, bench
        self._store = Backdrops(bench.workshop.root)
        self._image = QImage()
        self._scaled: tuple[QSize, QPixmap] = (QSize(), QPixmap())
        self.box = QRectF(0, 0, 1, 1)
        """Where it lies, in cells."""
        self.opacity = 0.6
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.keep_now)
        self._read()

    def _read(self) -> None:
        try:
            found = self._store.find(self._kind, self._id)
        except WorkshopError as wrong:
            self._bench.say(wrong.why)
            return
        if found is None:
            return
        data, placing = found
        image = QImage.fromData(data)
        if not image.isNull() and placing.right - placing.left >= LEAST and placing.bottom - placing.top >= LEAST:
            self._image = image
            self.box = QRectF(QPointF(placing.left, placing.top), QPointF(placing.right, placing.bottom))
            self.opacity = placing.opacity

    @property
    def there(self) -> bool:
        """There is a picture."""
        return not self._image.isNull()

    def open(self, path: Path, columns: int, rows: int) -> bool:
        """Take a picture out of a file; False after the person is told why not."""
        try:
            return self.take(read_picture(path, MOST_SIDE), columns, rows)
        except InvalidInput as wrong:
            self._bench.say(wrong.why)
            return False

    def take(self, image: QImage, columns: int, rows: int) -> bool:
        """Lay a picture under the tile, as large as fits; False after the person is told why not."""
        if max(image.width(), image.height()) > MOST_SIDE:
            image = image.scaled(MOST_SIDE, MOST_SIDE, Qt.AspectRatioMode.KeepAspectRatio,
                                 Qt.TransformationMode.SmoothTransformation)  # fmt: skip
        if not self._kept(image):
            return False
        share = min(columns / image.width(), rows / image.height())
        self.box = QRectF(0, 0, max(LEAST, image.width() * share), max(LEAST, image.height() * share))
        self._moved()
        return True

    def _kept(self, image: QImage) -> bool:
        try:
            self._store.keep(self._kind, self._id, as_jpeg(image, MOST_BYTES))
        except WorkshopError as wrong:
            self._bench.say(wrong.why)
            return False
        self._image, self._scaled = image, (QSize(), QPixmap())
        return True

    def turn(self) -> None:
        """A quarter-turn clockwise, about its middle."""
        if self.there and self._kept(self._image.transformed(QTransform().rotate(90))):
            middle, high, wide = self.box.center(), self.box.width(), self.box.height()
            self.box = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
            self._moved()

    def remove(self) -> None:
        try:
            self._store.remove(self._kind, self._id)
        except WorkshopError as wrong:
            self._bench.say(wrong.why)
            return
        self._pause.stop()
        self._image, self._scaled = QImage(), (QSize(), QPixmap())
        self.changed.emit()

    def set_opacity(self, opacity: float) -> None:
        self.opacity = min(1.0, max(0.0, opacity))
        self._moved()

    def corner_at(self, point: Point) -> int | None:
        """Which corner one takes hold of at a point: 0 to 3 clockwise from the north-west; None: no corner is near."""
        at = QPointF(*point)
        away = [(corner - at).manhattanLength() for corner in self.corners()]
        n = min(range(4), key=lambda n: away[n])
        return n if away[n] <= NEAR else None

    def corners(self) -> list[QPointF]:
        box = self.box
        return [box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]

    def move_corner(self, n: int, to: Point) -> None:
        """Put one corner somewhere; the opposite one stays."""
        fixed, at = self.corners()[(n + 2) % 4], QPointF(*to)
        wide, high = max(LEAST, abs(at.x() - fixed.x())), max(LEAST, abs(at.y() - fixed.y()))
        left = fixed.x() - wide if n in (0, 3) else fixed.x()
        top = fixed.y() - high if n in (0, 1) else fixed.y()
        self.box = QRectF(left, top, wide, high)
        self._moved()

    def move_by(self, columns: float, rows: float) -> None:
        self.box.translate(columns, rows)
        self._moved()

    def fit(self, first: Point, second: Point, columns: int, rows: int) -> bool:
        """Lay it so that two points of it are opposite corners of the tile; False when they lie too near each other."""
        left, right = sorted((first[0], second[0]))
        top, bottom = sorted((first[1], second[1]))
        if right - left < LEAST or bottom - top < LEAST:
            return False
        across, down = columns / (right - left), rows / (bottom - top)
        self.box = QRectF(
            (self.box.left() - left) * across, (self.box.top() - top) * down,
            self.box.width() * across, self.box.height() * down,
        )  # fmt: skip
        self._moved()
        return True

    def _moved(self) -> None:
        self._pause.start()
        self.changed.emit()

    def keep_now(self) -> None:
        """Write down where it lies."""
        self._pause.stop()
        if not self.there:
            return
        box = self.box
        try:
            self._store.place(self._kind, self._id, Placing(
                box.left(), box.top(), box.right(), box.bottom(), round(self.opacity, 2)))  # fmt: skip
        except WorkshopError as wrong:
            self._bench.say(wrong.why)

    def close(self) -> None:
        if self._pause.isActive():
            self.keep_now()

    def paint(self, pen: QPainter, place: QRectF, dpr: float) -> None:
        """Paint it into a rectangle, scaled once for each size."""
        dots = (place.size() * dpr).toSize().boundedTo(QSize(6000, 6000))
        if self._scaled[0] != dots:
            mode = Qt.TransformationMode.SmoothTransformation
            scaled = self._image.scaled(dots, Qt.AspectRatioMode.IgnoreAspectRatio, mode)
            self._scaled = (dots, QPixmap.fromImage(scaled))
        pen.drawPixmap(place, self._scaled[1], QRectF(self._scaled[1].rect()))


def paint_frame(pen: QPainter, corners: Sequence[QPointF], theme: Theme, *, handles: bool) -> None:
    """The edge of a photo by its corners in pixels, with handles to drag them."""
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(theme.color("vermilion"), fonts.px(1.6), Qt.PenStyle.DashLine))
    pen.drawRect(QRectF(corners[0], corners[2]))
    pen.setBrush(theme.color("vermilion"))
    for corner in corners if handles else ():
        pen.setPen(QPen(theme.color("on_vermilion"), fonts.px(2)))
        pen.drawEllipse(corner, fonts.px(7), fonts.px(7))
