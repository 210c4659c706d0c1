"""Dice on the tables of Heal and Pray, equipment that is sought, and who replaces the dead (CAM-2 to CAM-4)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.chance import Face
from companion.model.core.record import DiceMode
from companion.model.core.words import Message, folded, say
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.campaign.events import PRAY, DiceTable, OutcomeRow
from companion.model.games.asagiri.campaign.legal_options import DRAWN, check, deck, replacements
from companion.model.games.asagiri.campaign.state import Replacing, Seeking, State
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.formatting import zeni
from companion.ui.games.asagiri.campaign import CampaignController, CampaignFaces
from companion.ui.games.asagiri.campaign.table_sheet import BigDie, DiceTableSheet, FacePicks
from companion.ui.kit.art.dice import Entry
from companion.ui.kit.layouts import fold, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.theme import fonts
from companion.ui.kit.widget import Label

from .after_choices import Card, ChoosePanel
from .after_panel import AssistantPanel


class RollPanel(AssistantPanel):
    """See the module. `typed` carries a face; `wanted`: roll one here; `rested`: the die lies still."""

    typed = Signal(object)
    wanted = Signal()
    rested = Signal()

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self._mode: DiceMode = "virtual"
        self._face: Face | None = None
        self._entry: Entry = "rolled"
        self._table: DiceTable | None = None
        paper = PaperPanel(self, margin=14, seed=3)
        self.sheet = DiceTableSheet(PRAY, paper)  # any table will do until one is asked for
        vbox(self.sheet, on=paper)
        self.die = BigDie(self)
        self.came = Label(self, role="ink", font="name", align=Qt.AlignmentFlag.AlignHCenter)
        self.hint = Label(self, font="small", align=Qt.AlignmentFlag.AlignHCenter)
        self.picks = FacePicks(self)
        middle = Qt.AlignmentFlag.AlignHCenter
        fold(
            (vbox(paper, 1), 5),
            (vbox((self.die, middle), self.came, self.hint, (self.picks, middle), 1, spacing=10), 4),
            on=self,
            spacing=20,
            most=600,
        )
        self.die.clicked.connect(self._clicked)
        self.die.rested.connect(self._rested)
        self.picks.picked.connect(self.typed)

    def ask(self, table: DiceTable, mode: DiceMode) -> None:
        """A die is asked for; `mode`: who rolls it."""
        self._table, self._mode, self._face = table, mode, None
        self.die.tell(table.die, None)
        self.picks.ask(table.die)
        self._tell()

    def show_fallen(self, table: DiceTable, face: Face, entry: Entry, *, falling: bool) -> None:
        """A die has fallen; `falling`: it is seen to roll first. A typed one may be put right by typing again."""
        self._table, self._face, self._entry = table, face, entry
        self.picks.ask(table.die)
        self.die.tell(table.die, face, entry, falling=falling)
        self._tell()

    @property
    def fallen(self) -> OutcomeRow | None:
        """The line that the die has lit, once it lies still."""
        still = self._face is not None and not self.die.tumbling
        return self._table.look_up(self._face) if still and self._table is not None and self._face is not None else None

    @property
    def typing(self) -> bool:
        """Whether a typed face means something now: the one asked for, or a better one than was typed."""
        return self._mode != "virtual" if self._face is None else self._entry != "rolled"

    def _tell(self) -> None:
        if self._table is None:
            return
        say_, row = self.controller.say, self.fallen
        self.sheet.tell(self._table, self._face if row is not None else None)
        self.came.setText(say_(row.words).split(". ")[0] if row is not None else "")
        self.picks.setVisible(self.typing)
        self.hint.setVisible(self.typing)
        if self._face is not None:
            self.hint.setText(say_(say("Mistyped? Just type it again.")))
        elif self._mode == "ask":
            self.hint.setText(say_(say("Roll here, or type what you rolled.")))
        else:
            self.hint.setText(say_(say("Roll your die and type what it shows.")))
        self.changed.emit()

    def _rested(self) -> None:
        self._tell()
        self.rested.emit()

    def _clicked(self) -> None:
        if self._face is None and self._mode != "typed":
            self.wanted.emit()
        else:
            self.die.skip()

    def next_words(self) -> Message | None:
        if self._face is not None:
            return say("Next")
        return None if self._mode == "typed" else say("Roll")

    def go(self) -> None:
        if self._face is None and self._mode != "typed":
            self.wanted.emit()

    def settle(self) -> bool:
        moved = self.die.tumbling
        self.die.skip()
        return moved

    def begin(self) -> None:
        self.die.setFocus()

    def press(self, event: QKeyEvent) -> bool:
        return self.typing and self.picks.press(event)

    def retranslate(self) -> None:
        self._tell()


class SeekPanel(AssistantPanel):
    """See the module. `wanted`: draw all that are wanted here; `typed`: this card was drawn at the table."""

    wanted = Signal()
    typed = Signal(str)
    chosen = Signal(str)

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self._mode: DiceMode = "virtual"
        self._drawing = False
        self.table = ChoosePanel(controller, faces, self)
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
        t, member = self.controller.say, state.anybody(task.who)
        card, takes = state.box.character(member.card), {gear: option for option, gear in options}
        found = []
        own = member.equipment
        if own is not None:
            mark = t(say("its own"))
            face = self.faces.gear(own)
            found.append(Card(takes.get(own, ""), face.name, face.use, gear=face, mark=mark))
        for id in drawn:
            face = self.faces.gear(id)
            useless = not cards.may_bear(card, state.box.gear(id))
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
        t = self.controller.say
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


class ReplacePanel(AssistantPanel):
    """See the module. `chosen` carries the text of an option."""

    chosen = Signal(str)

    def __init__(self, controller: CampaignController, faces: CampaignFaces, parent: QWidget) -> None:
        super().__init__(controller, faces, parent)
        self.left = Heading("", self, level=3)
        self.come = Label(self, role="ink")
        self.lines = ListView(self)
        self.lines.setMinimumHeight(fonts.px(220))
        self.lines.chosen.connect(self.chosen)
        self.lines.held.connect(lambda _: self.changed.emit())
        self._done = ""
        vbox(self.left, self.come, (self.lines, 1), on=self, spacing=6)

    def ask(self, state: State, task: Replacing) -> None:
        t, system = self.controller.say, self.controller.session.system
        options = replacements(state, task)
        self._done = system.option_id(state, o.Replaced()) if o.Replaced() in options else ""
        self.left.setText(t(say("{zeni} left", zeni=zeni(task.left))))
        names = [self.faces.name(state, who) for who in task.by]
        self.come.setText(t(say("Replaced by: {names}", names=tuple(names))) if names else "")
        self.come.setVisible(bool(names))
        lines: list[Line] = []
        mine = sorted((one.card for one in options if isinstance(one, o.Replace)),
                      key=lambda id: (-state.box.character(id).zeni, self.faces.card(id).name))  # fmt: skip
        if self._done:
            rest = (
                say("Nobody else: {zeni} go into the purse", zeni=zeni(task.left)) if task.left else say("Nobody else")
            )
            lines.append(Line(self._done, t(rest), sign="check"))
        gear = [one for one in options if isinstance(one, o.Outfit)]
        if mine:
            lines.append(Line("", t(say("Available")), heading=True))
            lines += [self._of_card(system.option_id(state, o.Replace(id)), id) for id in mine]
        if gear:
            lines.append(Line("", t(say("Equipment for the newcomers")), heading=True))
            for one in gear:
                title = f"{self.faces.gear(one.gear).name} · {self.faces.name(state, one.who)}"
                value = str(state.box.gear(one.gear).zeni)
                lines.append(Line(system.option_id(state, one), title, value=value, sign="plus"))
        others = [card.id for card in state.box.characters if card.id not in mine]
        if others:
            lines.append(Line("", t(say("Not available")), heading=True))
            for id in others:
                refusal = check(state, o.Replace(id))
                why = t(refusal.why) if refusal is not None else ""
                lines.append(self._of_card(f"refused:{id}", id, why or " "))
        self.lines.setAccessibleName(self.left.text())
        self.lines.show_lines(lines)
        self.lines.scrollToTop()
        self.changed.emit()

    def _of_card(self, option: str, card: str, refusal: str = "") -> Line:
        face = self.faces.card(card)
        words = " · ".join([face.alignment_word, *face.traits])
        return Line(option, face.name, words, value=str(face.zeni), refusal=refusal)

    def next_words(self) -> Message | None:
        expected = self._expected
        return say("{choice}", choice=self.lines.by_id[expected].title) if expected else None

    def go(self) -> None:
        if self._expected:
            self.chosen.emit(self._expected)

    @property
    def _expected(self) -> str:
        """The line that has the keys; else the first but the one that ends it: what is left is to be spent."""
        held = self.lines.line if self.lines.hasFocus() else None
        ready = [line.id for line in self.lines.by_id.values() if line.usable]
        return held.id if held is not None else next((one for one in ready if one != self._done), self._done)

    def begin(self) -> None:
        if self._expected:
            self.lines.hold(self._expected)
        (self.lines if self._expected else self).setFocus()
