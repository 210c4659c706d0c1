"""Seeking equipment: three cards turned up one by one, and the one that is kept (CAM-4)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.record import DiceMode
from companion.model.core.words import Message, folded, say
from companion.model.games.asagiri.campaign.legal_options import DRAWN, deck
from companion.model.games.asagiri.campaign.state import Seeking, State
from companion.model.games.asagiri.state import band_rules
from companion.ui.games.asagiri.campaign.campaigning import Campaigning
from companion.ui.games.asagiri.campaign.faces import Faces
from companion.ui.kit.fold_layout import vbox
from companion.ui.kit.label import Label
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.theme import fonts

from .choosing import Card, ChoosePanel
from .panel import Panel


class SeekPanel(Panel):
    """See the module. `wanted`: draw all that are wanted here; `typed`: this card was drawn at the table."""

    wanted = Signal()
    typed = Signal(str)
    chosen = Signal(str)

    def __init__(self, campaigning: Campaigning, faces: Faces, parent: QWidget) -> None:
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
        self.lines = ListView(self)
        self.lines.setMinimumHeight(fonts.px(130))
        self.lines.chosen.connect(self.typed)
        vbox(self.table, self._which, self.field, (self.lines, 1), on=self, spacing=6)
        self._entry = (self._which, self.field, self.lines)

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
            useless = not band_rules.may_bear(card, state.box.gear(id))
            mark = t(say("unusable")) if useless else t(say("kept")) if id == kept else ""
            option = takes.get(id, "") if id != own else ""
            found.append(Card(option, face.name, face.use, gear=face, mark=mark, faded=useless))
        hidden = t(say("Not drawn yet"))
        found += [Card("", hidden, hidden=True)] * max(0, DRAWN - len(drawn))
        return found

    def _offer(self, cards: Sequence[str]) -> None:
        shown = [Line(id, face.name, value=f"{face.zeni}") for id in cards for face in [self.faces.gear(id)]]
        self.lines.show_lines(sorted(shown, key=lambda line: folded(line.title)))
        for widget in self._entry:
            widget.setVisible(bool(cards))
        self.field.clear()
        self._name_field()

    def _name_field(self) -> None:
        t = self.campaigning.say
        which = t(say("Which card was drawn?"))
        self._which.setText(which)
        self.field.setAccessibleName(which)
        self.lines.setAccessibleName(which)
        self.field.setPlaceholderText(t(say("First letters of its name")))

    def _sift(self) -> None:
        wanted = folded(self.field.text())
        self.lines.sift(lambda line: wanted in folded(line.title))
        self.lines.led = bool(wanted) and bool(self.lines.usable())
        if self.lines.led:
            self.lines.setCurrentIndex(self.lines.rows.index(self.lines.usable()[0]))

    def _enter(self) -> None:
        if self.lines.led:
            self.lines.choose()

    def next_words(self) -> Message | None:
        if self._drawing:
            return None if self._mode == "typed" else say("Draw cards")
        return self.table.next_words()

    def go(self) -> None:
        if self._drawing and self._mode != "typed":
            self.wanted.emit()
        elif not self._drawing:
            self.table.go()

    def begin(self) -> None:
        if self._drawing and self._mode == "typed":
            self.field.setFocus()
        else:
            self.table.begin()

    def press(self, event: QKeyEvent) -> bool:
        if not self.lines.by_id or not event.text().isalpha():
            return False
        self.field.setFocus()
        self.field.setText(event.text())
        return True

    def retranslate(self) -> None:
        self._name_field()
