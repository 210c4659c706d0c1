"""A profile card as a widget: turned over, selected, inspected, and a place to put dice on."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtCore import QEasingCurve, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from companion.ui.kit import keys
from companion.ui.kit.theme import fonts, ink, motion, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import InkWidget

from . import portrait, strip
from .face import FRESH, CardFace, CardStatus, Stat

Density: TypeAlias = Literal["strip", "card", "large"]
_WIDTH: dict[Density, int] = {"strip": 232, "card": 248, "large": 372}
_PICTURES: dict[Density, int] = {"strip": 6, "card": 2, "large": 2}
"""How many pictures a card keeps: what happens to a figure comes round again, and a strip is small."""


class CharacterCardFace(InkWidget):
    """A card with no game behind it: out of a pack, in a list, in a band being put together.

    `tray` shows the slot for a die in reserve. Signals: `clicked`, `opened` (double-click, Enter or `i`).
    """

    clicked = Signal()
    opened = Signal()
    space_presses = True

    def __init__(
        self,
        face: CardFace,
        parent: QWidget | None = None,
        *,
        density: Density = "card",
        status: CardStatus = FRESH,
        tray: bool = False,
    ) -> None:
        super().__init__(parent)
        self.face, self.status, self._tray = face, status, tray
        """What is written on it, and what happens to it."""
        self.density: Density = density
        self._animated = True
        self._marked = False
        self._turning: QVariantAnimation | None = None
        self._before: QPixmap | None = None
        self._fading = False
        self._pictures: dict[object, QPixmap] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._say()
        self._settle()

    @property
    def turning(self) -> bool:
        """Whether it is being turned over just now."""
        return self._turning is not None

    def shown(self, stat: Stat) -> int:
        """The value of a stat on the face showing."""
        return self.face.side(self.status.condition).stat(stat)

    def set_face(self, face: CardFace) -> None:
        """Write something else on it."""
        if face != self.face:
            self.face = face
            self._say()
            self.updateGeometry()
            self.update()

    def set_status(self, status: CardStatus) -> None:
        """Show what has happened to it; it is turned over when the other face is up now."""
        if status == self.status:
            return
        turns = {self.status.condition, status.condition} == {"vigilant", "shaken"}
        if turns and self._animated and self.isVisible():
            self._turn(self._picture(self.status))
        self.status = status
        self._say()
        self.update()

    def set_density(self, density: Density) -> None:
        """Show more or less of it."""
        if density != self.density:
            self.density = density
            self._settle()
            self.updateGeometry()
            self.update()

    def set_animated(self, on: bool) -> None:
        """Whether it is seen to turn over."""
        self._animated = on

    def set_marked(self, on: bool) -> None:
        """Mark it as the one chosen."""
        if on != self._marked:
            self._marked = on
            self.update()

    def _settle(self) -> None:
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if self.density != "strip":
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(policy)

    def _say(self) -> None:
        self.setAccessibleName(self.face.name)
        self.setAccessibleDescription(", ".join(line.name for line in self.face.side(self.status.condition).skills))

    def sizeHint(self) -> QSize:
        width = fonts.px(_WIDTH[self.density])
        if self.density == "strip":
            return QSize(width, strip.height(self.face))
        return QSize(width, round(width * portrait.RATIO))

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        if self.density == "strip":
            return QSize(fonts.px(186), hint.height())
        return QSize(round(hint.width() * 0.8), round(hint.height() * 0.76))

    def places(self) -> portrait.CardPlaces:
        """Where body, tray and stats are."""
        places = strip.places if self.density == "strip" else portrait.places
        return places(self.size(), self.face, self.status, tray=self._tray)

    def _turn(self, before: QPixmap) -> None:
        self._stop()
        self._before, self._fading = before, motion.reduced()
        turning = QVariantAnimation(self)
        turning.setDuration(motion.NORMAL if self._fading else motion.TURN)
        turning.setStartValue(0.0)
        turning.setEndValue(1.0)
        turning.setEasingCurve(QEasingCurve.Type.InOutSine)
        turning.valueChanged.connect(self.update)
        turning.finished.connect(self._stop)
        self._turning = turning
        turning.start()

    def _stop(self) -> None:
        if self._turning is not None:
            self._turning.stop()
            self._turning.deleteLater()
            self._turning = self._before = None
            self.update()

    def _picture(self, status: CardStatus) -> QPixmap:
        theme, dpr, size = palette.current(), self.devicePixelRatioF(), self.size()
        about = (self.face, status, self.density, self._tray)
        key = (size.toTuple(), theme.name, dpr, fonts.text_scale(), *about)
        found = self._pictures.get(key)
        if found is None:
            found = ink.blank(self.width(), self.height(), dpr)
            paint = strip.paint if self.density == "strip" else portrait.paint
            with ink.painting(found) as pen:
                paint(pen, self.size(), self.face, status, theme, dpr, tray=self._tray)
            while len(self._pictures) >= _PICTURES[self.density]:
                self._pictures.pop(next(iter(self._pictures)))
            self._pictures[key] = found
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            if self._turning is not None and self._before is not None:
                self._paint_turning(pen, float(self._turning.currentValue() or 0.0))
            else:
                pen.drawPixmap(0, 0, self._picture(self.status))
            self._paint_over(pen, palette.current())

    def _paint_turning(self, pen: QPainter, share: float) -> None:
        after = self._picture(self.status)
        assert self._before is not None
        if self._fading:
            pen.setOpacity(1 - share)
            pen.drawPixmap(0, 0, self._before)
            pen.setOpacity(share)
            pen.drawPixmap(0, 0, after)
            pen.setOpacity(1.0)
            return
        wide = max(0.012, abs(1 - 2 * share))
        pen.save()
        pen.translate(self.width() / 2, 0)
        pen.scale(wide, 1.0)
        pen.translate(-self.width() / 2, 0)
        pen.drawPixmap(0, 0, self._before if share < 0.5 else after)
        pen.restore()

    def _paint_over(self, pen: QPainter, theme: Theme) -> None:
        body = self.places().body
        if self._marked:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(
                QPen(
                    theme.color("vermilion"),
                    2.6,
                    Qt.PenStyle.SolidLine,
                    Qt.PenCapStyle.RoundCap,
                    Qt.PenJoinStyle.RoundJoin,
                )
            )
            pen.drawPath(ink.rough_rect(body.adjusted(-1.5, -1.5, 1.5, 1.5), f"card{self.face.name}", 0.8, 34))
        if self.hasFocus() and QApplication.focusWidget() is self:
            _paint_corners(pen, body.adjusted(-3, -3, 3, 3), theme)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        pressed = plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
        if pressed or keys.meant("card", event) == "card.open":
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


def _paint_corners(pen: QPainter, rect: QRectF, theme: Theme) -> None:
    """The focus mark of the whole window: four corners."""
    pen.setBrush(Qt.BrushStyle.NoBrush)
    pen.setPen(QPen(theme.color("vermilion"), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    arm = min(12.0, rect.height() / 3)
    for x, y, dx, dy in (
        (rect.left(), rect.top(), 1, 1),
        (rect.right(), rect.top(), -1, 1),
        (rect.right(), rect.bottom(), -1, -1),
        (rect.left(), rect.bottom(), 1, -1),
    ):
        pen.drawPolyline([QPointF(x + dx * arm, y), QPointF(x, y), QPointF(x, y + dy * arm)])
