"""Who takes the place of the dead: those there are zeni for, equipment for them, and why others may not (CAM-2)."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from companion.model.campaign import options as o
from companion.model.campaign.asked import check, replacements
from companion.model.campaign.state import Replacing, State
from companion.model.core.words import Message, say
from companion.model.systems.asagiri.text import zeni
from companion.ui.games.asagiri.campaign.campaigning import Campaigning
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading
from companion.ui.kit.popup import Line, LineButton, step_among
from companion.ui.kit.theme import fonts

from .panel import Panel


class ReplacePanel(Panel):
    """See the module. `chosen` carries the text of an option."""

    chosen = Signal(str)

    def __init__(self, campaigning: Campaigning, faces: Faces, parent: QWidget) -> None:
        """Nobody is dead yet."""
        super().__init__(campaigning, faces, parent)
        self.left = Heading("", self, level=3)
        self.come = Label(self, role="ink")
        self.lines: dict[str, LineButton] = {}
        self._done = ""
        self._list = QWidget()
        self._box = QVBoxLayout(self._list)
        self._box.setContentsMargins(0, 0, fonts.px(8), 0)
        self._box.setSpacing(0)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setMinimumHeight(fonts.px(220))
        self.area.setWidget(self._list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(6))
        column.addWidget(self.left)
        column.addWidget(self.come)
        column.addWidget(self.area, 1)

    def ask(self, state: State, task: Replacing) -> None:
        """Offer everybody, those who may not come with the reason."""
        t, system = self.campaigning.say, self.campaigning.session.system
        options = replacements(state, task)
        self._done = system.option_id(state, o.Replaced()) if o.Replaced() in options else ""
        self.left.setText(t(say("{zeni} left", zeni=zeni(task.left))))
        names = [self.faces.name(state, who) for who in task.by]
        self.come.setText(t(say("Replaced by: {names}", names=tuple(names))) if names else "")
        self.come.setVisible(bool(names))
        self._empty()
        mine = sorted((one.card for one in options if isinstance(one, o.Replace)),
                      key=lambda id: (-state.box.character(id).zeni, self.faces.card(id).name))  # fmt: skip
        if self._done:
            rest = (
                say("Nobody else: {zeni} go into the purse", zeni=zeni(task.left)) if task.left else say("Nobody else")
            )
            self._line(self._done, Line("", t(rest), sign="check"))
        gear = [one for one in options if isinstance(one, o.Outfit)]
        if mine:
            self._title(say("Available"))
            for id in mine:
                self._line(system.option_id(state, o.Replace(id)), self._of_card(state, id))
        if gear:
            self._title(say("Equipment for the newcomers"))
            for one in gear:
                title = f"{self.faces.gear(one.gear).name} · {self.faces.name(state, one.who)}"
                line = Line("", title, value=str(state.box.gear(one.gear).zeni), sign="plus")
                self._line(system.option_id(state, one), line)
        others = [card.id for card in state.box.characters if card.id not in mine]
        if others:
            self._title(say("Not available"))
            for id in others:
                refusal = check(state, o.Replace(id))
                why = t(refusal.why) if refusal is not None else ""
                self._line("", self._of_card(state, id, why or " "))
        self._box.addStretch(1)
        self.area.verticalScrollBar().setValue(0)
        self.changed.emit()

    def _of_card(self, state: State, id: str, refusal: str = "") -> Line:
        face = self.faces.card(id)
        words = " · ".join([face.alignment_word, *face.traits])
        return Line("", face.name, words, value=str(face.zeni), refusal=refusal)

    def _empty(self) -> None:
        while self._box.count():
            item = self._box.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.lines = {}

    def _title(self, words: Message) -> None:
        label = Label(self._list, font="small")
        label.setText(self.campaigning.say(words))
        self._box.addWidget(label)
        label.show()

    def _line(self, option: str, line: Line) -> None:
        button = LineButton(line, self._list)
        button.clicked.connect(lambda: self.chosen.emit(option))
        button.stepped.connect(lambda way: self._step(button, way))
        self._box.addWidget(button)
        button.show()
        if option:
            self.lines[option] = button

    def _step(self, button: LineButton, way: int) -> None:
        step_among(self._ready(), button, way)
        self.changed.emit()

    def _ready(self) -> list[LineButton]:
        return list(self.lines.values())

    def refused(self) -> Iterable[LineButton]:
        """The lines of those who may not come."""
        return (line for line in self._list.findChildren(LineButton) if not line.isEnabled() and not line.isHidden())

    @property
    def _held(self) -> str:
        """The option of the line that has the keys."""
        return next((option for option, line in self.lines.items() if line.hasFocus()), "")

    def next_words(self) -> Message | None:
        """Whatever has the keys; else the first who may come."""
        expected = self._expected
        return say("{choice}", choice=self.lines[expected].text()) if expected else None

    def go(self) -> None:
        """Do that."""
        if self._expected:
            self.chosen.emit(self._expected)

    @property
    def _expected(self) -> str:
        """The line that has the keys; else the first but the one that ends it: what is left is to be spent."""
        return self._held or next((one for one in self.lines if one != self._done), self._done)

    def begin(self) -> None:
        """The keys begin at the first who may come."""
        (self.lines[self._expected] if self._expected else self).setFocus()
