"""The faces of one die to be typed or clicked: what somebody rolled at the table."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.chance import Die, DieKind, Face
from companion.ui.games.asagiri.dice.entry import KEYS, LETTERS, FacePick, face_of_key
from companion.ui.kit.fold_layout import hbox
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

from .sheet import face_words

SIZE = 40


class FacePicks(Translated, QWidget):
    """A picture a face, each with its key. `picked` carries the face."""

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind: DieKind | None = None
        self.buttons: dict[Face, FacePick] = {}
        self._row = hbox(on=self, spacing=4)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def ask(self, kind: DieKind) -> None:
        """Offer the faces of this die."""
        if kind == self.kind:
            return
        for old in self.buttons.values():
            old.hide()
            old.deleteLater()
        self.kind, self.buttons = kind, {}
        for face in kind.faces:
            pick = FacePick(face, LETTERS.get(face, str(face)), "", SIZE, self)
            pick.clicked.connect(lambda _=False, face=face: self.picked.emit(face))
            self.buttons[face] = pick
            self._row.addWidget(pick)
            pick.show()
        self.retranslate()

    def retranslate(self) -> None:
        for face, pick in self.buttons.items():
            name = tr(face_words(face))
            pick.setText(name)
            pick.setToolTip(name)
            pick.setAccessibleName(name)

    def press(self, event: QKeyEvent) -> bool:
        """Take a key that means a face; False when it is none."""
        if self.kind is None or not event.text() or len(event.text()) != 1:
            return False
        face = face_of_key(Die(self.kind, ""), event.text())
        if face is None:
            return False
        self.picked.emit(face)
        return True


def letter(event: QKeyEvent) -> bool:
    """Whether a key is one of the letters of the inspiration die."""
    return event.text().lower() in KEYS
