"""The panels above the doors of home, one a game, as a ranma is carved: whose doors stand below is chosen there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QLinearGradient, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton

from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.widget import LiteralText

from .start_tiles import WRAP, paint_focus, paint_paper, wood

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent
    from PySide6.QtGui import QEnterEvent, QFocusEvent, QKeyEvent, QPaintEvent
    from PySide6.QtWidgets import QWidget

    from .start_tiles import Picture

LEAST = 56
"""How high a panel is at least, at text scale 1."""
PICTURED = 250
"""From which width on it bears its picture."""
WORDS = 0.46
"""The share of a panel with a picture that its words take."""
FADED, FADED_NIGHT, LOOKED_AT = 0.5, 0.62, 0.8
"""How strong the picture of a game is that is not chosen, and of one that the mouse is over."""


class GamePanel(LiteralText, QAbstractButton):
    """One game: its name, its picture, one sentence; one of them is checked.

    `moved` asks for the neighbour on the left (-1) or right (1), `down` for the doors below.
    """

    moved = Signal(int)
    down = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._line = ""
        self._picture: Picture | None = None
        self._cached: tuple[object, QPixmap] = (None, QPixmap())
        palette.theme_changed.connect(self.update)

    def say(self, name: str, line: str) -> None:
        """Name the game, and say in one sentence what it is."""
        self._line = line
        self.setText(name)
        self.setAccessibleName(name)
        self.setAccessibleDescription(line)
        self.setToolTip(line)
        self.update()

    def show_picture(self, picture: Picture) -> None:
        """Bear a picture from now on."""
        self._picture, self._cached = picture, (None, QPixmap())
        self.update()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.moved.emit(-1 if key == Qt.Key.Key_Left else 1)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            self.down.emit()
        else:
            super().keyPressEvent(event)

    # painting ------------------------------------------------------------------------------------------------------

    def _words(self) -> QRectF:
        """The room of name and sentence."""
        edge = fonts.px(20)
        wide = self.width() * (WORDS if self._pictured else 1.0) - 1.5 * edge
        return QRectF(edge, 0, wide, self.height())

    @property
    def _pictured(self) -> bool:
        return self._picture is not None and self.width() >= fonts.px(PICTURED)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            pen.drawPixmap(0, 0, self._panel(theme))
            self._paint_words(pen, theme)
            if self.hasFocus():
                paint_focus(pen, QRectF(self.rect()), theme, fonts.px(9))

    def _panel(self, theme: Theme) -> QPixmap:
        looked = self.isChecked() or self.underMouse()
        key = (
            self.size().toTuple(),
            theme.name,
            self.devicePixelRatioF(),
            fonts.text_scale(),
            self.isChecked(),
            looked,
        )
        if self._cached[0] != key:
            pixmap = ink.blank(self.width(), self.height(), self.devicePixelRatioF())
            with ink.painting(pixmap) as pen:
                self._paint_panel(pen, theme)
            self._cached = key, pixmap
        return self._cached[1]

    def _paint_panel(self, pen: QPainter, theme: Theme) -> None:
        rect = QRectF(0, 0, self.width(), self.height())
        frame = max(3.0, rect.height() * 0.03)
        paper = rect.adjusted(frame, frame, -frame, -frame)
        pen.fillRect(rect, wood(theme))
        paint_paper(pen, paper, theme, f"ranma{self.text()}")
        if self._picture is not None and self._pictured:
            pen.save()
            pen.setClipRect(paper)
            weak = FADED_NIGHT if theme.dark else FADED
            pen.setOpacity(1.0 if self.isChecked() else LOOKED_AT if self.underMouse() else weak)
            left = paper.left() + paper.width() * WORDS
            self._picture(pen, QRectF(left, paper.top(), paper.right() - left, paper.height()), theme)
            pen.restore()
        if not self.isChecked():  # in the shade of the eaves
            shade = QLinearGradient(paper.topLeft(), paper.bottomLeft())
            strong = 0.3 if theme.dark else 0.16
            shade.setColorAt(0, theme.color("shadow", strong))
            shade.setColorAt(1, theme.color("shadow", strong * 0.4))
            pen.fillRect(paper, shade)
        pen.setPen(QPen(theme.color("shadow", 0.30), 2))
        pen.drawLine(paper.topLeft(), paper.topRight())
        pen.drawLine(paper.topLeft(), paper.bottomLeft())

    def _paint_words(self, pen: QPainter, theme: Theme) -> None:
        room = self._words()
        font = fonts.fitted("title", self.text(), room.width(), 0.92, least=0.6)
        pen.setFont(font)
        metrics = pen.fontMetrics()
        if metrics.horizontalAdvance(self.text()) > room.width():  # as small as it may be, and still too long
            named = fonts.wrapped(self.text(), QFontMetricsF(font), room.width(), 2)
        else:
            named = [self.text()]
        high = metrics.height() * len(named)
        small, gap = fonts.font("small"), fonts.px(8)
        said = QFontMetricsF(small).boundingRect(QRectF(0, 0, room.width(), 1000), WRAP, self._line).height() + gap
        lines = said if self._line and high + said <= self.height() - fonts.px(20) else 0.0
        top = (self.height() - high - lines) / 2
        pen.setPen(theme.color("ink" if self.isChecked() else "faded"))
        for n, words in enumerate(named):
            place = QRectF(room.left(), top + n * metrics.height(), room.width(), metrics.height())
            pen.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
        if self.isChecked():
            wide = max(metrics.horizontalAdvance(words) for words in named)
            y = top + high + 1
            way = ink.line((room.left(), y), (room.left() + wide / 2, y + 1), (room.left() + wide, y))
            ink.fill(pen, ink.brush_stroke(way, 3.4, 4, rough=0.08), theme.color("vermilion"))
        if lines:
            pen.setFont(small)
            pen.setPen(theme.color("faded"))
            pen.drawText(QRectF(room.left(), top + high + gap, room.width(), said), WRAP, self._line)
