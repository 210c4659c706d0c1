"""At a real table: every type of card as a small button, for whoever has just laid one down."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from companion.model.core.words import say
from companion.model.games.sake.box.deck import TEXTS, CardType, Deck
from companion.ui.games.sake.drawing.emblems import emblem_name, paint_emblem
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.vocabulary import card_text, type_name
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import SteppingButton

COLUMNS = 6
HIGH = 34


class TypeButton(SteppingButton):
    """A type of card: its drawing and its name."""

    def __init__(self, kind: CardType, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind = kind
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def retranslate(self) -> None:
        self.setText(tr(type_name(self.kind)))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(tr(card_text(self.kind)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(96), fonts.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(70), fonts.px(HIGH))

    def paint(self, pen: QPainter, theme: Theme) -> None:
        lit = self.isEnabled() and (self.underMouse() or self.hasFocus())
        shape = ink.rough_rect(QRectF(self.rect()).adjusted(2, 2, -2, -2), self.kind.id, 1.0, 30)
        if self.isEnabled():
            ink.fill(pen, shape, theme.color("surface"))
            ink.outline(pen, shape, theme.color("vermilion" if lit else "hairline"), 1.8 if lit else 1.0)
        colour = theme.color("ink") if self.isEnabled() else theme.mix("faded", "ground", 0.5)
        side = self.height() - fonts.px(16)
        drawing = emblem_name(self.kind.id.partition(":")[2], self.kind.text)
        paint_emblem(pen, QRectF(fonts.px(8), fonts.px(8), side, side), drawing, colour)
        room = QRectF(fonts.px(12) + side, 0, self.width() - side - fonts.px(18), self.height())
        font = fonts.fitted("small", self.text(), room.width(), 1.0)
        words = QFontMetrics(font).elidedText(self.text(), Qt.TextElideMode.ElideRight, int(room.width()))
        ink.write(pen, room, words, font, colour, Qt.AlignmentFlag.AlignVCenter)


class CardPalette(QWidget):
    """`picked` carries the step that a type is."""

    picked = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.buttons: dict[int, TypeButton] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(fonts.px(6), 0, fonts.px(6), fonts.px(4))
        self._grid.setHorizontalSpacing(fonts.px(2))
        self._grid.setVerticalSpacing(0)
        self._deck = ""

    def show_types(self, deck: Deck, offered: Collection[Part]) -> None:
        """Light those that may be told now."""
        if deck.id != self._deck:
            self._deck = deck.id
            self._lay_out(deck)
        for n, button in self.buttons.items():
            button.setEnabled(Part("type", n) in offered)
            name, text = type_name(button.kind), card_text(button.kind)
            button.setToolTip(tr(say("{name}: {text}", name=name, text=text)))

    def _lay_out(self, deck: Deck) -> None:
        for old in self.buttons.values():
            old.setParent(None)
            old.deleteLater()
        order = sorted(range(len(deck.types)), key=lambda n: (TEXTS.index(deck.types[n].text), n))
        self.buttons = {n: TypeButton(deck.types[n], self) for n in order}
        for k, (n, button) in enumerate(self.buttons.items()):
            self._grid.addWidget(button, k // COLUMNS, k % COLUMNS)
            button.clicked.connect(lambda _=False, n=n: self.picked.emit(Part("type", n)))
            button.stepped.connect(lambda right, down, k=k: self._step(k, right + down * COLUMNS))
        self.setAccessibleName(tr(say("Cards")))

    def _step(self, at: int, by: int) -> None:
        """The arrows go on to the next that may be told."""
        row, way = list(self.buttons.values()), 1 if by > 0 else -1
        places = range(at + by, len(row) if way > 0 else -1, way)
        found = next((row[k] for k in places if row[k].isEnabled()), None)
        if found is not None:
            found.setFocus()
