"""One large die: how it fell and where it is from; it tumbles when it is rolled here."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.model.core.chance import DieKind, Face
from companion.model.core.words import say
from companion.ui.games.asagiri.dice.tumble import DURATION, Tumble
from companion.ui.kit.art.dice import Entry, die_pixmap
from companion.ui.kit.theme import fonts, ink, motion, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated, follow

from .sheet import face_words

SIZE = 104


class BigDie(Translated, QAbstractButton):
    """See the module. A click on it rolls (`clicked`); `rested` comes when it lies still."""

    rested = Signal()
    space_presses = False
    """The next step of the screen rolls it, and goes on from it once it lies."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.face: Face | None = None
        self.entry: Entry = "rolled"
        self._sides: Sequence[Face] = ()
        self._tumble: Tumble | None = None
        self._motion: QVariantAnimation | None = None
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)
        self.retranslate()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def tell(self, kind: DieKind, face: Face | None, entry: Entry = "rolled", *, falling: bool = False) -> None:
        """Show a face (None: not rolled yet) and how it came about; `falling`: it is seen to roll."""
        self._stop()
        self.face, self.entry, self._sides = face, entry, kind.faces
        self.retranslate()
        if falling and face is not None and not motion.reduced() and self.isVisible():
            self._tumble = Tumble([face], kind.faces)
            rolling = QVariantAnimation(self)
            rolling.setDuration(DURATION)
            rolling.setStartValue(0.0)
            rolling.setEndValue(1.0)
            rolling.valueChanged.connect(self.update)
            rolling.finished.connect(self._stop)
            self._motion = rolling
            rolling.start()
        self.update()

    @property
    def tumbling(self) -> bool:
        """Whether it is in the air."""
        return self._motion is not None

    def skip(self) -> None:
        """Let it lie at once."""
        self._stop()

    def _stop(self) -> None:
        if self._motion is not None:
            self._motion.stop()
            self._motion.deleteLater()
            self._motion = self._tumble = None
            self.update()
            self.rested.emit()

    def retranslate(self) -> None:
        fell = tr(say("no roll yet")) if self.face is None else tr(face_words(self.face))
        self.setAccessibleName(tr(say("Die: {face}", face=fell)))
        self.setToolTip(self.accessibleName())

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(SIZE * 2.2), fonts.px(SIZE * 1.25))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, die = palette.current(), float(fonts.px(SIZE))
        with ink.painting(self) as pen:
            self._paint_felt(pen, theme)
            at = QPointF((self.width() - die) / 2, (self.height() - die) / 2)
            face, angle, scale = self.face, 0.0, 1.0
            if self._tumble is not None and self._motion is not None:
                pose = self._tumble.pose(0, float(self._motion.currentValue() or 0.0))
                room = (self.width() - die) / 2
                at += QPointF(min(room, pose.dx * die / 4), pose.dy * die / 4)
                face, angle, scale = pose.face, pose.angle, pose.scale
            picture = die_pixmap(face, round(die), theme, entry=self.entry, spent=face is None,
                                 dpr=self.devicePixelRatioF())  # fmt: skip
            pen.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            pen.translate(at + QPointF(die / 2, die / 2))
            pen.rotate(angle)
            pen.scale(scale, scale)
            pen.drawPixmap(QPointF(-die / 2, -die / 2), picture)

    def _paint_felt(self, pen: QPainter, theme: Theme) -> None:
        box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.mix("sunken", "earth", 0.10) if not theme.dark else theme.color("sunken"))
        pen.drawPath(ink.rough_rect(box, "felt", 1.0, 30))
        if self.hasFocus() or self.underMouse():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion" if self.hasFocus() else "hairline"), 2))
            pen.drawPath(ink.rough_rect(box.adjusted(1, 1, -1, -1), "felt", 1.0, 30))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
