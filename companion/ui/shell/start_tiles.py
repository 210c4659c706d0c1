"""A sliding door of paper in a wooden frame: one of the ways out of the home screen."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton

from companion.ui.kit.theme import fonts, ink, motion, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import LiteralText, Sized

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    # Every name imported from Qt costs start-up time; this module is part of the first paint.
    from PySide6.QtCore import QEvent, QVariantAnimation
    from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QPaintEvent
    from PySide6.QtWidgets import QWidget

    Picture: TypeAlias = Callable[[QPainter, QRectF, Theme], object]

WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
WOOD, WOOD_NIGHT = "#3A2A1E", "#0E0B09"
NARROW = 1.6
"""Up to so many times its height a door has its words right across its sign, which is fainter there."""
SLIDE = 0.085
"""How far a door opens under the mouse, as a share of its width."""


class StartTile(LiteralText, Sized, QAbstractButton):
    """A way to go: a name in mincho, one sentence, and a kanji as ornament. Opens a little when looked at.

    `moved` asks for the neighbour on the left (-1) or right (1).
    """

    preferred, least = (330, 176), (220, 104)

    moved = Signal(int)

    def __init__(self, kanji: str, key: str = "", parent: QWidget | None = None) -> None:
        """`key` is shown, not bound."""
        super().__init__(parent)
        self._kanji, self._key, self._line = kanji, key, ""
        self._open = 0.0
        self._cached: tuple[object, QPixmap] = (None, QPixmap())
        self._slide: QVariantAnimation | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        palette.theme_changed.connect(self.update)
        fonts.text_scale_changed.connect(self.updateGeometry)

    def say(self, name: str, line: str) -> None:
        """Name the door, and say in one sentence where it leads."""
        self._line = line
        self.setText(name)
        self.setAccessibleName(name)
        self.setAccessibleDescription(line)
        self.update()

    def arrive(self) -> None:
        """Slide shut: the doors of another game stand here now."""
        self._open = 1.0
        self._look()

    def line(self) -> str:
        """The sentence."""
        return self._line

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._title_high() + self._sentence(width).height() + fonts.px(9) + 2 * fonts.px(16)

    def _title_high(self) -> int:
        return QFontMetrics(fonts.font("title")).height()

    def _sentence(self, width: int) -> QRect:
        """The room of the sentence in a door of this width; in a wide one it leaves the sign free."""
        wide = width - fonts.px(30) - min(fonts.px(96), max(fonts.px(20), width - fonts.px(260)))
        return QFontMetrics(fonts.font("text")).boundingRect(QRect(0, 0, wide, 1000), WRAP, self._line)

    # opening -------------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        wanted = 1.0 if self.underMouse() or self.hasFocus() else 0.0
        if self._slide is not None:
            self._slide.stop()
        if motion.reduced() or not self.isVisible() or self._cached[0] is None:
            self._slid(wanted)
            return
        if self._slide is None:
            from PySide6.QtCore import QEasingCurve, QVariantAnimation

            self._slide = QVariantAnimation(self)
            self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
            self._slide.valueChanged.connect(self._slid)
        self._slide.setDuration(motion.NORMAL)
        self._slide.setStartValue(self._open)
        self._slide.setEndValue(wanted)
        self._slide.start()

    def _slid(self, value: float) -> None:
        self._open = value
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._look()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._look()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._look()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._look()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if way is not None:
            self.moved.emit(way)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    # painting ------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        if self._open > 0:
            self._paint_behind(pen, theme)
        shift = round(self.width() * SLIDE * self._open)
        pen.setClipRect(self.rect().adjusted(0, 0, 0, 0))
        pen.translate(shift, 1 if self.isDown() else 0)
        pen.drawPixmap(0, 0, self._panel(theme))
        self._paint_words(pen, theme)
        pen.end()

    def _paint_behind(self, pen: QPainter, theme: Theme) -> None:
        """The gap of an opened door: the loud colour, in shadow."""
        gap = QRectF(0, 0, self.width() * SLIDE + 6, self.height())
        shade = QLinearGradient(gap.topLeft(), gap.topRight())
        shade.setColorAt(0, theme.color("vermilion"))
        shade.setColorAt(1, theme.color("vermilion_deep"))
        pen.fillRect(gap, shade)

    def _panel(self, theme: Theme) -> QPixmap:
        key = (self.size().toTuple(), theme.name, self.devicePixelRatioF(), fonts.text_scale(), self._kanji)
        if self._cached[0] != key:
            pixmap = ink.blank(self.width(), self.height(), self.devicePixelRatioF())
            pen = ink.painter(pixmap)
            paint_panel(pen, QRectF(0, 0, self.width(), self.height()), self._kanji, theme)
            pen.end()
            self._cached = (key, pixmap)
        return self._cached[1]

    def _paint_words(self, pen: QPainter, theme: Theme) -> None:
        edge, high, words = fonts.px(30), self._title_high(), self._sentence(self.width())
        top = (self.height() - high - fonts.px(9) - words.height()) / 2
        room = QRectF(edge, top, self.width() - edge - fonts.px(12), high)
        pen.setFont(fonts.fitted("title", self.text(), room.width() - self.width() * SLIDE, least=0.6))
        pen.setPen(theme.color("ink"))
        pen.drawText(room, Qt.AlignmentFlag.AlignVCenter, self.text())
        wide = pen.fontMetrics().horizontalAdvance(self.text())
        if self._open > 0:
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            stroke = ink.line(
                (edge, top + high + 1),
                (edge + wide * self._open * 0.5, top + high + 2),
                (edge + wide * self._open, top + high + 1),
            )
            pen.drawPath(ink.brush_stroke(stroke, 3.4, 4, rough=0.08))
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("faded"))
        pen.drawText(QRectF(edge, top + high + fonts.px(9), words.width() + 2, words.height() + 4), WRAP, self._line)
        if self.hasFocus():
            paint_focus(pen, QRectF(self.rect()), theme, fonts.px(15))


def wood(theme: Theme) -> QColor:
    """The colour of frames and beams."""
    return QColor(WOOD_NIGHT if theme.dark else WOOD)


def paint_focus(pen: QPainter, rect: QRectF, theme: Theme, edge: float) -> None:
    """Mark the four corners of what has the keys, so far inside its edge."""
    inside = rect.adjusted(edge, edge, -edge, -edge)
    ink.corners(pen, inside, theme.color("vermilion"), fonts.px(14), fonts.px(2))


def paint_paper(pen: QPainter, paper: QRectF, theme: Theme, seed: str) -> None:
    """Paper with its grain, and the blades of grass that painters leave on it."""
    light = QLinearGradient(paper.topLeft(), paper.bottomRight())
    light.setColorAt(0, theme.mix("surface", "ground", 0.0))
    light.setColorAt(1, theme.mix("surface", "sunken", 0.55))
    pen.fillRect(paper, light)
    for cells, strength in ((7, 0.04), (64, 0.04)):
        pen.drawTiledPixmap(
            paper.toAlignedRect(), ink.grain_pixmap(cells, 256, 11 + cells, theme.color("ink").rgb(), strength)
        )
    pen.save()
    pen.setClipRect(paper)
    _paint_grass(pen, paper, theme, seed)
    pen.restore()


def paint_panel(pen: QPainter, rect: QRectF, kanji: str, theme: Theme) -> None:
    """A door of paper: frame, paper with its grain, a big faint sign, the round pull."""
    frame = max(5.0, rect.height() * 0.034)
    paper = rect.adjusted(frame, frame, -frame, -frame)
    pen.fillRect(rect, wood(theme))
    pen.setPen(QPen(QColor(255, 240, 215, 34), 1))
    pen.drawLine(rect.topLeft() + QPointF(1.5, 1.5), rect.topRight() + QPointF(-1.5, 1.5))
    paint_paper(pen, paper, theme, kanji)
    pen.save()
    pen.setClipRect(paper)
    side = rect.height() * 0.8
    place = QRectF(paper.right() - side - frame * 2, paper.center().y() - side / 2, side, side)
    font = fonts.font("display")
    font.setPixelSize(max(8, round(rect.height() * 0.62)))
    pen.setFont(font)
    strong = 0.10 if not theme.dark else 0.13
    pen.setPen(theme.color("ink", strong if rect.width() > NARROW * rect.height() else strong * 0.45))
    pen.drawText(place, Qt.AlignmentFlag.AlignCenter, kanji)
    pen.restore()
    inner = QPen(theme.color("shadow", 0.30), 2)
    pen.setPen(inner)
    pen.drawLine(paper.topLeft(), paper.topRight())
    pen.drawLine(paper.topLeft(), paper.bottomLeft())
    _paint_pull(pen, QPointF(paper.left() + frame * 2.0, paper.center().y()), rect.height() * 0.052, theme)


def _paint_pull(pen: QPainter, centre: QPointF, radius: float, theme: Theme) -> None:
    """The hollow that a finger slides the door by."""
    pen.setPen(QPen(theme.color("gold", 0.8), max(1.2, radius * 0.2)))
    pen.setBrush(theme.mix("ink", "shadow", 0.5) if not theme.dark else theme.color("sunken"))
    pen.drawEllipse(centre, radius * 0.62, radius)


def _paint_grass(pen: QPainter, paper: QRectF, theme: Theme, seed: str) -> None:
    """A few blades in the lower right corner, as painters leave on doors."""
    rng = random.Random(f"door{seed}")
    pen.setPen(Qt.PenStyle.NoPen)
    for _ in range(9):
        x = paper.right() - paper.width() * rng.uniform(0.02, 0.34)
        tall = paper.height() * rng.uniform(0.18, 0.5)
        lean = tall * rng.uniform(-0.5, 0.2)
        wide, tip = paper.height() * 0.011, QPointF(x + lean, paper.bottom() - tall)
        blade = QPainterPath(QPointF(x - wide, paper.bottom() + 4))
        blade.quadTo(QPointF(x - wide, paper.bottom() - tall * 0.6), tip)
        blade.quadTo(QPointF(x + wide, paper.bottom() - tall * 0.55), QPointF(x + wide, paper.bottom() + 4))
        pen.setBrush(theme.color("ink", rng.uniform(0.07, 0.16)))
        pen.drawPath(blade)
