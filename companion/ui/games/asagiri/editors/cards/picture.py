"""Who a card shows: one of the silhouettes, or a picture out of a file, cropped as a card shows it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
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

from companion.model.content.kinds import MOST_PICTURE_BYTES
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.cards import SILHOUETTES
from companion.ui.kit.art.figures import silhouette_pixmap
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.panels import paint_sheet
from companion.ui.kit.picture_files import as_jpeg
from companion.ui.kit.picture_grid import PictureButton, PictureGrid
from companion.ui.kit.screen import ModalLayer
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label

SILHOUETTE_WORDS: dict[str, Message] = {
    "ronin": say("Ronin"),
    "giant": say("Giant"),
    "monk": say("Monk"),
    "apprentice": say("Apprentice"),
    "warrior-woman": say("Warrior"),
    "swordmaster": say("Sword master"),
    "gunner": say("Gunner"),
    "ninja": say("Ninja"),
    "small-ninja": say("Small ninja"),
    "oni-brute": say("Brute oni"),
    "oni-warrior": say("Warrior oni"),
    "undead": say("Undead"),
    "merchant": say("Merchant"),
    "courtesan": say("Courtesan"),
    "archer": say("Archer"),
    "wolf": say("Wolf"),
    "sorcerer": say("Sorcerer"),
    "spear": say("Spear bearer"),
    "tengu": say("Tengu"),
}


def silhouette(name: str) -> Message:
    """A figure in words; one that came later is called as it is written."""
    return SILHOUETTE_WORDS.get(name, Message(name.replace("-", " ")))


SIDE = 62


class SilhouetteButton(PictureButton):
    """One silhouette on its disc."""

    def __init__(self, silhouette: str) -> None:
        super().__init__()
        self.silhouette = silhouette
        self.setCheckable(True)
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(tr(silhouette(self.silhouette)))
        self.setToolTip(self.accessibleName())

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(SIDE), fonts.px(SIDE))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        rect = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        disc = ink.rough_disc(rect.center(), rect.width() / 2, self.silhouette, 0.012)
        pen.setPen(Qt.PenStyle.NoPen)
        lit = self.isChecked() or self.underMouse() or self.hasFocus()
        pen.setBrush(palette.blend(theme.color("figure_light"), theme.color("vigilant"), 0.16 if lit else 0.06))
        pen.setOpacity(1.0 if lit else 0.8)
        pen.drawPath(disc)
        side = max(8, round(rect.width() * 0.86))
        picture = silhouette_pixmap(self.silhouette, side, theme, dpr=self.devicePixelRatioF())
        pen.drawPixmap(round(rect.center().x() - side / 2), round(rect.center().y() - side / 2), picture)
        pen.setOpacity(1.0)
        if self.isChecked() or self.hasFocus():
            self._paint_ring(pen, rect)

    def _paint_ring(self, pen: QPainter, rect: QRectF) -> None:
        theme = palette.current()
        pen.setBrush(Qt.BrushStyle.NoBrush)
        dotted = Qt.PenStyle.SolidLine if self.isChecked() else Qt.PenStyle.DotLine
        pen.setPen(QPen(theme.color("vermilion"), 2.6 if self.isChecked() else 1.6, dotted))
        pen.drawPath(ink.rough_disc(rect.center(), rect.width() / 2, self.silhouette, 0.012))
        if self.isChecked() and self.hasFocus():
            pen.setPen(QPen(theme.color("ink"), 1.2, Qt.PenStyle.DotLine))
            pen.drawEllipse(rect.center(), rect.width() / 2 - 4, rect.width() / 2 - 4)


class Looks(QWidget):
    """See the module. `chosen` carries a silhouette; `file_wanted`: a picture is to be fetched; `cleared`: none."""

    chosen = Signal(str)
    file_wanted = Signal()
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None, *, figures: bool = True) -> None:
        """`figures`: silhouettes can be chosen too (equipment has none)."""
        super().__init__(parent)
        self.figures = [SilhouetteButton(name) for name in SILHOUETTES] if figures else []
        grid = PictureGrid(self.figures, gap=0, grow=1.25)
        grid.chosen.connect(lambda n: self.chosen.emit(self.figures[n].silhouette))
        self.file = InkButton(say("Picture…"), "secondary", sign="picture",
                              tip=say("A picture file; you can also drop one on the card"))  # fmt: skip
        self.clear = InkButton("", "quiet", sign="close", name=say("No picture"), tip=say("No picture"))
        self.hint = Label(font="small", text=say("The figure appears on the board, the picture on the card."))
        title = Label(font="small", text=say("Figure") if figures else say("Picture"))
        vbox(title, grid, hbox(self.file, self.clear, 1, spacing=0), self.hint, on=self, spacing=6)
        grid.setVisible(figures)
        self.file.clicked.connect(self.file_wanted)
        self.clear.clicked.connect(self.cleared)

    def show_look(self, silhouette: str, picture: str | None) -> None:
        """Mark what is chosen."""
        for figure in self.figures:
            chosen = figure.silhouette == silhouette
            figure.setChecked(chosen)
            figure.setFocusPolicy(Qt.FocusPolicy.StrongFocus if chosen else Qt.FocusPolicy.ClickFocus)
        self.clear.setVisible(picture is not None)
        self.hint.setVisible(picture is not None and bool(self.figures))

    def take_keys(self) -> None:
        """Bring the keys to the figure that is chosen."""
        chosen = next((figure for figure in self.figures if figure.isChecked()), None)
        (chosen or self.file).setFocus(Qt.FocusReason.OtherFocusReason)


RATIO = 3 / 4
"""Height of the part that is cut out to its width."""
CUT = QSize(1200, 900)
"""At most; a printed card shows it at 500 dots an inch."""
PAPER = "#FBF7EE"
"""Under pictures with holes."""
STEP = 0.04
MOST_ZOOM = 8.0


def cut(image: QImage, part: QRectF) -> bytes:
    """A part of a picture as a JPEG of a modest size."""
    small = image.copy(part.toAlignedRect())
    if small.width() > CUT.width():
        small = small.scaled(CUT, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    return as_jpeg(small, MOST_PICTURE_BYTES, PAPER)


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
        self.take = InkButton(tr(say("Use it")), "primary", self._bar, clicked=self._take)
        hbox((hint, 1), self.cancel, self.take, on=self._bar, spacing=None)
        for button in (self.cancel, self.take):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.cancel.clicked.connect(self.close)
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
