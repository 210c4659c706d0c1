"""A picture laid under a frame: pushed, made larger or smaller, and cut out as a card shows it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QImageReader,
    QImageWriter,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from companion.model.content.names import MOST_PICTURE_BYTES
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import hbox
from companion.ui.kit.modal import ModalLayer
from companion.ui.kit.panels import paint_sheet
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr

RATIO = 3 / 4
"""Height of the part that is cut out to its width."""
CUT = QSize(1200, 900)
"""At most; a printed card shows it at 500 dots an inch."""
MOST_SIDE = 4000
"""A larger picture is made smaller as it is read."""
PAPER = "#FBF7EE"
"""Under pictures with holes."""
STEP = 0.04
MOST_ZOOM = 8.0


def read_picture(path: Path) -> QImage:
    """A picture out of a file, the right way up; raises InvalidInput when it is none that can be read."""
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    reader.setDecideFormatFromContent(True)
    size = reader.size()
    if size.isValid() and max(size.width(), size.height()) > MOST_SIDE:
        reader.setScaledSize(size.scaled(MOST_SIDE, MOST_SIDE, Qt.AspectRatioMode.KeepAspectRatio))
    found = reader.read()
    if found.isNull():
        raise InvalidInput("picture", say("This picture cannot be read: {file}.", file=path.name))
    return found


def cut(image: QImage, part: QRectF) -> bytes:
    """A part of a picture as a JPEG of a modest size."""
    small = image.copy(part.toAlignedRect())
    if small.width() > CUT.width():
        small = small.scaled(CUT, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    flat = QImage(small.size(), QImage.Format.Format_RGB32)
    flat.fill(QColor(PAPER))
    with ink.painting(flat) as pen:
        pen.drawImage(0, 0, small)
    for quality in (90, 82, 72, 60, 40, 20):
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        writer = QImageWriter(buffer, b"JPG")
        writer.setQuality(quality)
        writer.write(flat)
        del writer  # it must not outlive its buffer
        data = bytes(buffer.data().data())
        if len(data) <= MOST_PICTURE_BYTES:
            break
    return data


class Cropper(ModalLayer):
    """See the module. `taken` carries the part cut out, as a JPEG. Enter takes it, Escape leaves it."""

    taken = Signal(bytes)

    def __init__(self, image: QImage, parent: QWidget) -> None:
        """Over the window of `parent`, which gets the keys back; as much of the picture as fits is in the frame."""
        super().__init__(parent)
        self.give_back_to(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr(say("Crop the picture")))
        self._image = image
        self.zoom = 1.0
        self._centre = QPointF(image.width() / 2, image.height() / 2)
        self._held: QPointF | None = None
        self._bar = QWidget(self)
        hint = Label(self._bar, font="small", wrap=False)
        hint.setText(tr(say("Drag to move, wheel or + and − to resize")))
        self.cancel = InkButton(tr(say("Cancel")), "quiet", self._bar, key="Esc")
        self.take = InkButton(tr(say("Use it")), "primary", self._bar)
        hbox((hint, 1), self.cancel, self.take, on=self._bar, spacing=None)
        for button in (self.cancel, self.take):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.cancel.clicked.connect(self.close)
        self.take.clicked.connect(self._take)
        self.setGeometry(parent.window().rect())
        self.show()
        self.raise_()
        self.setFocus()

    @property
    def part(self) -> QRectF:
        """What is in the frame, in dots of the picture."""
        wide = min(self._image.width(), self._image.height() / RATIO) / self.zoom
        part = QRectF(0, 0, wide, wide * RATIO)
        part.moveCenter(self._centre)
        part.moveLeft(max(0.0, min(part.left(), self._image.width() - part.width())))
        part.moveTop(max(0.0, min(part.top(), self._image.height() - part.height())))
        return part

    def _frame(self) -> QRectF:
        room = QRectF(self._sheet()).adjusted(fonts.px(34), fonts.px(30), -fonts.px(34), -fonts.px(84))
        wide = min(room.width(), room.height() / RATIO)
        frame = QRectF(0, 0, wide, wide * RATIO)
        frame.moveCenter(room.center())
        return frame

    def _sheet(self) -> QRectF:
        wide, high = min(self.width() * 0.86, fonts.px(860)), min(self.height() * 0.9, fonts.px(720))
        return QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        sheet, high = self._sheet(), self._bar.sizeHint().height()
        self._bar.setGeometry(
            round(sheet.left() + fonts.px(34)), round(sheet.bottom() - high - fonts.px(26)),
            round(sheet.width() - fonts.px(68)), high,
        )  # fmt: skip

    def _move(self, dx: float, dy: float) -> None:
        part = self.part
        self._centre = part.center() + QPointF(dx * part.width(), dy * part.height())
        self._centre = self.part.center()
        self.update()

    def _enlarge(self, by: float) -> None:
        self._centre = self.part.center()
        self.zoom = max(1.0, min(MOST_ZOOM, self.zoom * by))
        self.update()

    def _take(self) -> None:
        data = cut(self._image, self.part)
        self.close()
        self.taken.emit(data)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        step = {
            Qt.Key.Key_Left: (-STEP, 0.0), Qt.Key.Key_Right: (STEP, 0.0), Qt.Key.Key_Up: (0.0, -STEP),
            Qt.Key.Key_Down: (0.0, STEP),
        }.get(Qt.Key(key))  # fmt: skip
        if key == Qt.Key.Key_Escape:
            self.close()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            self._enlarge(1.12 if key == Qt.Key.Key_Plus else 1 / 1.12)
        elif step is not None:
            self._move(*step)
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._enlarge(1.1 if event.angleDelta().y() > 0 else 1 / 1.1)
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._sheet().contains(event.position()):
            self.close()
            return
        self._held = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            by, frame = event.position() - self._held, self._frame()
            self._held = event.position()
            self._move(-by.x() / frame.width(), -by.y() / frame.height())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            pen.fillRect(self.rect(), theme.color("ground", 0.78))
            paint_sheet(pen, self._sheet(), theme, "surface", 31)
            frame, part = self._frame(), self.part
            self._paint_around(pen, frame, part)
            pen.drawImage(frame, self._image, part)
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 2.4))
            pen.drawPath(ink.rough_rect(frame, "crop", 0.7, 40))

    def _paint_around(self, pen: QPainter, frame: QRectF, part: QRectF) -> None:
        """The rest of the picture, pale, as far as the sheet goes."""
        scale = frame.width() / part.width()
        whole = QRectF(
            frame.left() - part.left() * scale,
            frame.top() - part.top() * scale,
            self._image.width() * scale,
            self._image.height() * scale,
        )
        inner = self._sheet().adjusted(fonts.px(16), fonts.px(14), -fonts.px(16), -fonts.px(74))
        pen.save()
        outside = QPainterPath()
        outside.addRect(inner)
        pen.setClipPath(outside)
        pen.setOpacity(0.28)
        pen.drawImage(whole, self._image)
        pen.restore()
