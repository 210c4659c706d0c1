"""Who a card shows: one of the silhouettes, or a picture out of a file."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.cards import SILHOUETTES
from companion.ui.kit.art.figures import silhouette_pixmap
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.picture_grid import PictureButton, PictureGrid
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr

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


class Figure(PictureButton):
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


class Looks(QWidget):
    """See the module. `chosen` carries a silhouette; `file_wanted`: a picture is to be fetched; `cleared`: none."""

    chosen = Signal(str)
    file_wanted = Signal()
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None, *, figures: bool = True) -> None:
        """`figures`: silhouettes can be chosen too (equipment has none)."""
        super().__init__(parent)
        self.figures = [Figure(name) for name in SILHOUETTES] if figures else []
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
