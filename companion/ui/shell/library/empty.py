"""Where there is nothing to list: no game yet, or none like the one looked for."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.words import say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated


class Blank(QWidget):
    """A page that is about nothing yet: the sign of ink, faintly."""

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            font = fonts.font("display", 5.5)
            pen.setFont(font)
            pen.setPen(palette.current().color("ink", 0.07))
            pen.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "墨")


class EmptyPage(Translated, QWidget):
    """`wanted` carries `clear`, `take` or `new`."""

    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """No game yet."""
        super().__init__(parent)
        self._searching = False
        self.heading = Heading("", self, level=2)
        self._line = Label(self)
        self.first = InkButton("", "primary", self)
        self.second = InkButton(say("Import games…"), "quiet", self, sign="folder")
        self.first.clicked.connect(lambda: self.wanted.emit("clear" if self._searching else "new"))
        self.second.clicked.connect(lambda: self.wanted.emit("take"))
        column = QVBoxLayout(self)
        column.setContentsMargins(fonts.px(14), fonts.px(28), fonts.px(14), 0)
        column.setSpacing(fonts.px(10))
        for widget in (self.heading, self._line):
            column.addWidget(widget)
        for button in (self.first, self.second):
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.retranslate()

    def tell(self, *, searching: bool) -> None:
        """Say why there is nothing; `searching`: there may be games, but none like that."""
        self._searching = searching
        self.retranslate()

    def retranslate(self) -> None:
        if self._searching:
            self.heading.setText(tr(say("Nothing found")))
            self._line.setText(tr(say("No game matches this search. Try fewer words or filters.")))
            self.first.setText(tr(say("Show all")))
        else:
            self.heading.setText(tr(say("No games yet")))
            self._line.setText(
                tr(say("Every game you play is saved here, up to its last step. You can also drop game files here."))
            )
            self.first.setText(tr(say("New game…")))
        self.second.setVisible(not self._searching)

    def setFocus(self, *args: Any) -> None:
        """The keys begin at what can be done."""
        self.first.setFocus(*args)
