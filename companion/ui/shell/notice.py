"""A strip above the screens for what stays true, such as a folder that takes no files."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.ui.kit.art.marks import ElementMark
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, Label


class Notice(InkWidget):
    """A few sentences, and a way to put them away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whys: list[Message] = []
        self._words = Label(self, role="ink")
        self._close = InkButton("", "quiet", self, sign="close", name=say("Close"), tip=say("Close"))
        self._close.clicked.connect(self._put_away)
        hbox(
            (ElementMark("fire", "", self, size=20), Qt.AlignmentFlag.AlignVCenter),
            (self._words, 1),
            self._close,
            on=self,
            spacing=14,
            margins=(20, 8, 10, 8),
        )
        self.hide()

    def tell(self, why: Message) -> None:
        """Say this too, until all is put away."""
        if why not in self._whys:
            self._whys.append(why)
        self.retranslate()
        self.show()

    def withdraw(self, why: Message) -> None:
        """Say this no longer."""
        if why in self._whys:
            self._whys.remove(why)
        self.retranslate()
        self.setVisible(bool(self._whys))

    def _put_away(self) -> None:
        self._whys.clear()
        self.hide()

    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def retranslate(self) -> None:
        if self._whys:
            self._words.setText("\n".join(map(tr, self._whys)))
            self.setAccessibleName(self._words.text())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        pen.fillRect(self.rect(), theme.color("sunken"))
        pen.fillRect(0, self.height() - 2, self.width(), 2, theme.color("vermilion"))
