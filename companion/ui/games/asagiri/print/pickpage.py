"""Whose sheet it is: a band, a game or a campaign, named, with the ways to choose another one."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.flow import Flow
from companion.ui.kit.label import Label
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

from .subjects import HINTS, Subject

WAYS: dict[Subject, tuple[str, ...]] = {
    "now": ("game",),
    "roster": ("band", "game", "campaign"),
    "report": ("game",),
    "campaign": ("campaign",),
}
"""What can be chosen for a subject."""
TITLES: dict[str, Message] = {"band": say("A band…"), "game": say("A game…"), "campaign": say("A campaign…")}


class PickPage(Translated, QWidget):
    """See the module. What the buttons do belongs to who owns the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Nothing is chosen."""
        super().__init__(parent)
        self._subject: Subject = "reference"
        self._chosen = ""
        self._offered = set(TITLES)
        self._hint = Label(self)
        self.chosen = Label(self, role="ink", font="name", scale=16 / 18)
        signs = {"band": "people", "game": "board", "campaign": "map"}
        self.ways = {id: InkButton("", "quiet", self, sign=sign) for id, sign in signs.items()}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(8))
        column.addWidget(self._hint)
        column.addWidget(self.chosen)
        row = Flow(self)
        for button in self.ways.values():
            row.add(button)
        column.addWidget(row)
        column.addStretch(1)

    def offer(self, way: str, on: bool) -> None:
        """Whether there is anything to choose one way."""
        (self._offered.add if on else self._offered.discard)(way)

    def show_subject(self, subject: Subject, chosen: str) -> None:
        """Say what is printed, and whose."""
        self._subject, self._chosen = subject, chosen
        self.retranslate()

    def retranslate(self) -> None:
        ways = WAYS.get(self._subject, ())
        self._hint.setText(tr(HINTS[self._subject]) if self._subject in HINTS else "")
        self.chosen.setText(self._chosen)
        self.chosen.setVisible(bool(self._chosen))
        for id, button in self.ways.items():
            button.setText(tr(TITLES[id]))
            button.setVisible(id in ways and id in self._offered)
