"""The quiet end: what was proposed counts now, and can still be taken back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.ui.games.asagiri.campaign.campaigning import Campaigning
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fold_layout import vbox
from companion.ui.kit.label import Label
from companion.ui.kit.panels import SealLabel

from .panel import Panel


class Ending(Panel):
    """It counts now. `undone`: it shall not, after all."""

    undone = Signal()

    def __init__(self, campaigning: Campaigning, faces: Faces, parent: QWidget) -> None:
        super().__init__(campaigning, faces, parent)
        self.seal = SealLabel("終", campaigning.say(say("Approved")), self, size=88)
        middle = Qt.AlignmentFlag.AlignHCenter
        self.title = Label(self, role="ink", font="title", align=middle)
        self.words = Label(self, align=middle)
        self.undo = InkButton("", "secondary", self, sign="undo", deed="undo")
        self.undo.clicked.connect(self.undone)
        self._column = vbox(
            2, (self.seal, middle), self.title, self.words, (self.undo, middle), 3, on=self, spacing=16, margins=None
        )

    def tell(self) -> None:
        """Say what has come of it."""
        t, state = self.campaigning.say, self.campaigning.state
        account = state.now.history[-1]
        self.title.setText(t(say("Result approved: {chapter}", chapter=chapter_words(state, account.chapter))))
        said = []
        dead = tuple(self.faces.name(state, who) for who in account.dead)
        if dead:
            said.append(t(say("Dead: {names}", names=dead)))
        gained = tuple(self.faces.name(state, who) for who, _ in account.honours)
        if gained:
            said.append(t(say("Honours for: {names}", names=gained)))
        self.words.setText("\n".join(said) or t(say("Everyone survived.")))
        self.undo.setText(t(say("Undo")))

    def next_words(self) -> Message | None:
        over = self.campaigning.state.now.stage == "over"
        return say("Back to the campaign") if over else say("Next adventure")

    def begin(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            parent.setFocus()
