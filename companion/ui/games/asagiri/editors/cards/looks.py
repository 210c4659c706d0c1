"""Who a card shows: one of the silhouettes, or a picture out of a file."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.cards import SILHOUETTES
from companion.ui.kit.art.figures import silhouette_pixmap
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated, follow

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


class Figure(QAbstractButton):
    """One silhouette on its disc. `stepped` asks for a neighbour (columns, rows)."""

    stepped = Signal(int, int)

    def __init__(self, silhouette: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.silhouette = silhouette
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def refresh(self) -> None:
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {
            Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
        }.get(Qt.Key(event.key()))  # fmt: skip
        if step is not None:
            self.stepped.emit(*step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
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


class _Grid(QWidget):
    """Figures in rows."""

    def __init__(self, figures: list[Figure], parent: QWidget) -> None:
        super().__init__(parent)
        self.figures, self.columns = figures, 1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _side(self, width: int) -> tuple[int, int]:
        columns = max(2, width // fonts.px(SIDE))
        return columns, min(width // columns, round(fonts.px(SIDE) * 1.25))

    def sizeHint(self) -> QSize:
        columns, side = self._side(max(self.width(), fonts.px(SIDE) * 3))
        return QSize(fonts.px(SIDE) * 4, -(-len(self.figures) // columns) * side)

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(SIDE) * 3, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.columns, side = self._side(self.width())
        self.updateGeometry()
        for n, figure in enumerate(self.figures):
            row, column = divmod(n, self.columns)
            figure.setGeometry(column * side, row * side, side, side)


class Looks(Translated, QWidget):
    """See the module. `chosen` carries a silhouette; `file_wanted`: a picture is to be fetched; `cleared`: none."""

    chosen = Signal(str)
    file_wanted = Signal()
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None, *, figures: bool = True) -> None:
        """`figures`: silhouettes can be chosen too (equipment has none)."""
        super().__init__(parent)
        self.figures = [Figure(name, self) for name in SILHOUETTES] if figures else []
        self._title = Label(self, font="small")
        self._grid = _Grid(self.figures, self)
        for figure in self.figures:
            figure.setParent(self._grid)
            figure.clicked.connect(lambda _=False, name=figure.silhouette: self.chosen.emit(name))
            figure.stepped.connect(lambda dx, dy, figure=figure: self._step(figure, dx, dy))
        self.file = InkButton(
            say("Picture…"),
            "secondary",
            self,
            sign="picture",
            tip=say("A picture file; you can also drop one on the card"),
        )
        self.clear = InkButton("", "quiet", self, sign="close", name=say("No picture"), tip=say("No picture"))
        self._hint = Label(self, font="small")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(6))
        column.addWidget(self._title)
        column.addWidget(self._grid)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.file)
        row.addWidget(self.clear)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self._hint)
        self._grid.setVisible(bool(self.figures))
        self.file.clicked.connect(self.file_wanted)
        self.clear.clicked.connect(self.cleared)
        self.retranslate()

    def retranslate(self) -> None:
        self._title.setText(tr(say("Figure")) if self.figures else tr(say("Picture")))
        self.clear.setText("")
        for figure in self.figures:
            figure.setAccessibleName(tr(silhouette(figure.silhouette)))
            figure.setToolTip(figure.accessibleName())

    def show_look(self, silhouette: str, picture: str | None) -> None:
        for figure in self.figures:
            figure.setChecked(figure.silhouette == silhouette)
            stop = figure.silhouette == silhouette
            figure.setFocusPolicy(Qt.FocusPolicy.StrongFocus if stop else Qt.FocusPolicy.ClickFocus)
        self.clear.setVisible(picture is not None)
        words = say("The figure appears on the board, the picture on the card.")
        self._hint.setText(tr(words) if picture is not None and self.figures else "")
        self._hint.setVisible(bool(self._hint.text()))

    def take_keys(self) -> None:
        chosen = next((figure for figure in self.figures if figure.isChecked()), None)
        (chosen or self.file).setFocus(Qt.FocusReason.OtherFocusReason)

    def _step(self, figure: Figure, dx: int, dy: int) -> None:
        n = self.figures.index(figure) + dx + dy * self._grid.columns
        if 0 <= n < len(self.figures):
            self.figures[n].setFocus(Qt.FocusReason.TabFocusReason)
