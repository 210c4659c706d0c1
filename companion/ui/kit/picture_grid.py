"""Pictures to click on. In a grid: rows as wide as there is room; arrows go from one to the next, Enter chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.widget import OFF, PaintedButton, Translated, discard, follow

ARROWS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
"""Columns and rows."""
NAME = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)


class PictureButton(Translated, PaintedButton):
    """A painted thing to choose. `stepped` asks for a neighbour (columns, rows)."""

    enter_clicks = True
    stepped = Signal(int, int)

    @property
    def lit(self) -> bool:
        return self.hasFocus() or self.underMouse()

    def say(self, name: str, line: str = "") -> None:
        """Be called this; `line` says more."""
        self.setText(name)
        self.setAccessibleName(name)
        self.setAccessibleDescription(line)
        self.setToolTip(f"{name} · {line}" if line else name)
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = ARROWS.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(*step)
        else:
            super().keyPressEvent(event)

    def paint_sheet(self, pen: QPainter, shape: QPainterPath, spread: float, x: float, y: float) -> None:
        """A sheet of paper and its shadow, `x` and `y` away."""
        theme = palette.current()
        ink.soft_shadow(pen, shape, theme.color("shadow", 0.5 if theme.dark else 0.26), spread, x, y)
        ink.fill(pen, shape, theme.color("surface"))

    def paint_rim(self, pen: QPainter, shape: QPainterPath) -> None:
        if self.lit:
            ink.outline(pen, shape, palette.current().color("vermilion"), 2.6 if self.hasFocus() else 1.6)

    def paint_name(self, pen: QPainter, room: QRectF) -> None:
        pen.setFont(fonts.font("small"))
        pen.setPen(palette.current().color("ink" if self.lit else "faded"))
        pen.drawText(room, NAME, self.text())


P = TypeVar("P", bound=PictureButton)


class PictureGrid(QWidget, Generic[P]):
    """`chosen` carries the place of a picture in `every`; `reached` a picture that an arrow led to, `left` one beyond
    which it would lead, and the step.
    """

    chosen = Signal(int)
    reached = Signal(object)
    left = Signal(object, int, int)

    def __init__(
        self, pictures: Sequence[P] = (), *, gap: int = 4, below: int = 0, columns: int = 0, grow: float = 1.0
    ) -> None:
        """`gap` between pictures and `below` them, in pixels at text scale 1; as many `columns` as fit, unless they
        are named; `grow`: so much larger a picture may become where there is room.
        """
        super().__init__()
        self.every: list[P] = []
        self.shown: list[P] = []
        self.columns = max(1, columns)
        self._fixed, self._gap, self._below, self._grow = columns, gap, below, grow
        follow(self)
        self.fill(pictures)

    def fill(self, pictures: Sequence[P]) -> None:
        """Hold these; the others go."""
        discard(*self.every)
        self.every = list(pictures)
        for n, picture in enumerate(self.every):
            picture.setParent(self)
            picture.stepped.connect(partial(self._step, picture))
            picture.clicked.connect(lambda _=False, n=n: self.chosen.emit(n))
        self.show_only(self.every)

    def show_only(self, pictures: Sequence[P]) -> None:
        self.shown = list(pictures)
        shown = set(map(id, pictures))
        for picture in self.every:
            if picture.isHidden() == (id(picture) in shown):
                picture.setVisible(id(picture) in shown)
        self.lay_out()

    def show_choice(self, n: int) -> None:
        """Check one; -1: none."""
        for at, picture in enumerate(self.every):
            picture.setChecked(at == n)

    def _step(self, picture: P, dx: int, dy: int) -> None:
        n = self.shown.index(picture) + dx + dy * self.columns
        if 0 <= n < len(self.shown):
            self.shown[n].setFocus(Qt.FocusReason.TabFocusReason)
            self.reached.emit(self.shown[n])
        else:
            self.left.emit(picture, dx, dy)

    def refresh(self) -> None:
        self.lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def sizeHint(self) -> QSize:
        wide = max((picture.sizeHint().width() for picture in self.shown), default=0)
        columns = max(1, self._fixed)
        return QSize(wide * columns + fonts.px(self._gap) * (columns - 1), self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def count_columns(self, fit: int) -> int:
        return self._fixed or fit

    def lay_out(self) -> None:
        sizes, gap = [picture.sizeHint() for picture in self.shown], fonts.px(self._gap)
        wide = max((size.width() for size in sizes), default=1)
        self.columns = self.count_columns(max(1, (self.width() + gap) // (wide + gap)))
        if self._grow > 1 and sizes:
            cell = min((self.width() + gap) // self.columns - gap, round(wide * self._grow))
            sizes, wide = [size * (cell / wide) for size in sizes], cell
        top = 0
        for first in range(0, len(sizes), self.columns):
            row = sizes[first : first + self.columns]
            for n, size in enumerate(row):
                self.shown[first + n].setGeometry(n * (wide + gap), top, size.width(), size.height())
            top += max(size.height() for size in row) + gap
        self.setMinimumHeight(top - gap + fonts.px(self._below) if sizes else 0)
        self.updateGeometry()


class Thumbnail(QAbstractButton):
    """A print with a hand-cut edge."""

    SIDE = 158

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.draw: Callable[[int, float], QPixmap] | None = None
        """The picture; side in pixels, and pixels of the screen to one of them."""
        self._cached: tuple[object, QPixmap] = (None, QPixmap())
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def show_picture(self, draw: Callable[[int, float], QPixmap] | None) -> None:
        """Show a game; None: an empty sheet, the game cannot be read."""
        self.draw, self._cached = draw, (None, QPixmap())
        self.update()

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(self.SIDE), fonts.px(self.SIDE))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _picture(self, draw: Callable[[int, float], QPixmap]) -> QPixmap:
        key = (palette.current().name, self.width(), self.devicePixelRatioF())
        if self._cached[0] != key:
            self._cached = (key, draw(self.width() - fonts.px(22), self.devicePixelRatioF()))
        return self._cached[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        pen.setOpacity(1.0 if self.isEnabled() else OFF)
        sheet = ink.rough_rect(QRectF(self.rect()).adjusted(5, 4, -5, -6), "print", 0.9, 26)
        ink.soft_shadow(pen, sheet, theme.color("shadow", 0.5 if theme.dark else 0.28), 5, 1, 2)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("surface"))
        pen.drawPath(sheet)
        if self.draw is not None:
            picture = self._picture(self.draw)
            size = picture.deviceIndependentSize()
            pen.drawPixmap(
                round((self.width() - size.width()) / 2), round((self.height() - size.height()) / 2), picture
            )
        if self.underMouse():
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), 2))
            pen.drawPath(sheet)
        pen.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)
