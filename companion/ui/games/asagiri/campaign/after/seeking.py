"""Seeking equipment: three cards turned up one by one, and the one that is kept (CAM-4)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from companion.model.campaign.asked import DRAWN, deck
from companion.model.campaign.state import Seeking, State
from companion.model.core.record import DiceMode
from companion.model.core.words import Message, say
from companion.model.systems.asagiri import bands
from companion.ui.games.asagiri.bands.gallery import plain
from companion.ui.games.asagiri.campaign.campaigning import Campaigning
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.kit.label import Label
from companion.ui.kit.popup import Line, LineButton, step_among
from companion.ui.kit.theme import fonts

from .choosing import Card, ChoosePanel
from .panel import Panel


class SeekPanel(Panel):
    """See the module. `wanted`: draw all that are wanted here; `typed`: this card was drawn at the table."""

    wanted = Signal()
    typed = Signal(str)
    chosen = Signal(str)

    def __init__(self, campaigning: Campaigning, faces: Faces, parent: QWidget) -> None:
        """Nothing is drawn yet."""
        super().__init__(campaigning, faces, parent)
        self._mode: DiceMode = "virtual"
        self._drawing = False
        self.table = ChoosePanel(campaigning, faces, self)
        self.table.chosen.connect(self.chosen)
        self.table.changed.connect(self.changed)
        self._which = Label(self, role="ink")
        self.field = QLineEdit(self)
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _: self._sift())
        self.field.returnPressed.connect(self._enter)
        self._list = QWidget()
        self._lines = QVBoxLayout(self._list)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(0)
        self.lines: dict[str, LineButton] = {}
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setMinimumHeight(fonts.px(130))
        self.area.setWidget(self._list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(6))
        column.addWidget(self.table)
        column.addWidget(self._which)
        column.addWidget(self.field)
        column.addWidget(self.area, 1)
        self._entry = (self._which, self.field, self.area)

    def draw(self, state: State, task: Seeking, mode: DiceMode) -> None:
        """Cards are still to be drawn."""
        self._mode, self._drawing = mode, True
        self.table.tell(self._cards(state, task, task.drawn, ()))
        self._offer(deck(state, task) if mode != "virtual" else ())
        self.changed.emit()

    def choose(self, state: State, task: Seeking, options: Sequence[tuple[str, str]]) -> None:
        """One of the cards is kept: `options` are texts of options and the equipment each is about."""
        self._drawing = False
        cards = self._cards(state, task, task.drawn, options)
        best = max(range(len(options)), key=lambda n: state.box.gear(options[n][1]).zeni, default=0)
        lit = [card.option for card in cards if card.option].index(options[best][0]) if options else 0
        self.table.tell(cards, lit)
        self._offer(())
        self.changed.emit()

    def show_found(self, state: State, task: Seeking, kept: str, came: str) -> None:
        """Three cards, and no choice among them: what came of it in words; `kept` is the one, or nothing."""
        self._drawing = False
        self.table.tell(self._cards(state, task, task.drawn, (), kept), came=came, done=True)
        self._offer(())
        self.changed.emit()

    def _cards(
        self, state: State, task: Seeking, drawn: Sequence[str], options: Sequence[tuple[str, str]], kept: str = ""
    ) -> list[Card]:
        t, member = self.campaigning.say, state.anybody(task.who)
        card, takes = state.box.character(member.card), {gear: option for option, gear in options}
        found = []
        own = member.equipment
        if own is not None:
            mark = t(say("its own"))
            face = self.faces.gear(own)
            found.append(Card(takes.get(own, ""), face.name, face.use, gear=face, mark=mark))
        for id in drawn:
            face = self.faces.gear(id)
            useless = not bands.may_bear(card, state.box.gear(id))
            mark = t(say("unusable")) if useless else t(say("kept")) if id == kept else ""
            option = takes.get(id, "") if id != own else ""
            found.append(Card(option, face.name, face.use, gear=face, mark=mark, faded=useless))
        hidden = t(say("Not drawn yet"))
        found += [Card("", hidden, hidden=True)] * max(0, DRAWN - len(drawn))
        return found

    # typed --------------------------------------------------------------------------------------------------------

    def _offer(self, cards: Sequence[str]) -> None:
        for old in self.lines.values():
            self._lines.removeWidget(old)
            old.hide()
            old.deleteLater()
        while self._lines.count():
            self._lines.takeAt(0)
        self.lines = {}
        for id in sorted(cards, key=lambda id: plain(self.faces.gear(id).name)):
            face = self.faces.gear(id)
            line = LineButton(Line(id, face.name, value=f"{face.zeni}"), self._list)
            line.clicked.connect(lambda _=False, id=id: self.typed.emit(id))
            line.stepped.connect(lambda way, line=line: step_among(self._seen(), line, way))
            self._lines.addWidget(line)
            line.show()
            self.lines[id] = line
        self._lines.addStretch(1)
        for widget in self._entry:
            widget.setVisible(bool(cards))
        self.field.clear()
        self._name_field()

    def _name_field(self) -> None:
        t = self.campaigning.say
        which = t(say("Which card was drawn?"))
        self._which.setText(which)
        self.field.setAccessibleName(which)
        self.field.setPlaceholderText(t(say("First letters of its name")))

    def _seen(self) -> list[LineButton]:
        return [line for line in self.lines.values() if not line.isHidden()]

    def _sift(self) -> None:
        wanted = plain(self.field.text())
        for line in self.lines.values():
            line.setVisible(wanted in plain(line.text()))
        seen = self._seen()
        for line in self.lines.values():
            line.set_lit(bool(wanted) and line is seen[0] if seen else False)

    def _enter(self) -> None:
        seen = self._seen()
        if self.field.text() and seen:
            seen[0].click()

    # what Space does ----------------------------------------------------------------------------------------------

    def next_words(self) -> Message | None:
        """Draw, unless cards are drawn at the table; then the lit card."""
        if self._drawing:
            return None if self._mode == "typed" else say("Draw cards")
        return self.table.next_words()

    def go(self) -> None:
        """Draw, or take the lit card."""
        if self._drawing and self._mode != "typed":
            self.wanted.emit()
        elif not self._drawing:
            self.table.go()

    def begin(self) -> None:
        """The keys begin at the name of the card drawn, or at the cards."""
        if self._drawing and self._mode == "typed":
            self.field.setFocus()
        else:
            self.table.begin()

    def press(self, event: QKeyEvent) -> bool:
        """Letters begin the name of a card that was drawn at the table."""
        if not self.lines or not event.text().isalpha():
            return False
        self.field.setFocus()
        self.field.setText(event.text())
        return True

    def retranslate(self) -> None:
        """Say it again; the page asks again right after."""
        self._name_field()
