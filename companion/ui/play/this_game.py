"""How a game is played, changed while it is: one dial of three ways, each automatic thing, the dice, who plays."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QGridLayout, QWidget

from companion.model.bots import BOTS, Automaton
from companion.model.core.record import Dice, DiceMode, Mode
from companion.model.core.words import Message, say
from companion.ui.kit.choices import BigDial, Choices, Legend, SmallDial
from companion.ui.kit.layouts import Gap, Part, vbox
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label

from .game_controller import ENTRIES, GameController
from .game_ui import PLAYERS

MODE_NAMES: Mapping[Mode, Message] = {
    "track": say("Record only"),
    "assist": say("Advise"),
    "enforce": say("Enforce rules"),
}
MODE_WORDS: Mapping[Mode, Message] = {
    "track": say("Records what you enter, without comment. What is off below, you do by hand."),
    "assist": say("Records, counts and points out broken rules; you decide."),
    "enforce": say("Acts as referee: only legal moves are possible, and the app applies every rule."),
}
DICE_WORDS: Mapping[DiceMode, Message] = {
    "virtual": say("Rolled here"), "typed": say("Typed in"), "ask": say("Ask me"),
}  # fmt: skip
STOPS = ("off", "remind", "do")
"""What a table sees to, what it is asked about, what the app does."""
STOP_WORDS = (say("off"), say("remind"), say("apply"))


def said_of(dice: Dice) -> str:
    """How all dice are rolled; nothing where that differs."""
    return dice if isinstance(dice, str) else ""


class Section(NamedTuple):
    """What stands together on the panel."""

    title: Message
    parts: Sequence[Part]


class ThisGamePanel(PaperPanel):
    """The dials of one game. Everything counts at once; what the model knows of is a step of the log."""

    accessible_role = QAccessible.Role.Dialog
    mode_words: ClassVar[Mapping[Mode, Message]] = MODE_WORDS

    def __init__(self, game: GameController[Any], duties: Mapping[str, Message], parent: QWidget | None = None) -> None:
        """`duties`: what each automatic thing is called. Nothing is laid out before `lay_out`."""
        super().__init__(parent, margin=10, seed=11)
        says(self, name=say("This game"))
        self._game, self._duties = game, duties
        self.mode = BigDial(tuple(MODE_NAMES), self)
        self.mode.turned.connect(self._switch)
        self._words = Label(self, role="ink")
        self._sheet = sheet = QWidget()
        self._stops = Legend(sheet)
        self.things = {id: SmallDial(sheet) for id in duties}
        for id, dial in self.things.items():
            dial.turned.connect(lambda at, id=id: self.turn(id, STOPS[at]))
        self._duty_names = {id: Label(sheet, text=words, role="ink") for id, words in duties.items()}
        self.dice = self._choices(say("All rolls"), DICE_WORDS)
        self.dice.chosen.connect(lambda id: game.set_dice(next(mode for mode in ENTRIES if mode == id)))
        self._player_labels = {seat: Label(sheet, font="small") for seat in game.seats}
        self.players = {seat: self._choices(None, {id: words for id, words, _ in PLAYERS}) for seat in game.seats}
        for seat, who in self.players.items():
            who.chosen.connect(lambda id, seat=seat: game.give_to(seat, BOTS[id]() if id in BOTS else None))

    # what a game says of itself

    @abstractmethod
    def stop_of(self, id: str) -> str:
        """How an automatic thing stands."""

    @abstractmethod
    def turn(self, id: str, stop: str) -> object:
        """Leave an automatic thing to the table, have it asked about, or done."""

    @abstractmethod
    def seat_words(self, seat: str) -> Message | str:
        """What the player of a seat is called."""

    def sections(self) -> Sequence[Section]:
        """What lies below the dial: what happens by itself, dice, players; a game puts its own among them."""
        rows = [(self._duty_names[id], dial) for id, dial in self.things.items()]
        all_rolls = vbox(Label(self._sheet, text=say("All rolls"), font="small"), self.dice, spacing=0)
        players = [vbox(self._player_labels[seat], who, spacing=0) for seat, who in self.players.items()]
        return (
            Section(say("Automatic steps"), (grid(((None, self._stops), *rows), 6),)),
            Section(say("Dice"), (all_rolls,)),
            Section(say("Who plays"), players),
        )

    def lay_out(self) -> None:
        """Put everything in its place and show it from now on."""
        parts: list[Part] = []
        for title, of in self.sections():
            parts += [*([Gap(12)] if parts else []), Heading(title, self._sheet, level=3), *of]
        vbox(*parts, 1, on=self._sheet, spacing=3, margins=(0, 0, 6, 0))
        self._area = ScrollColumn(self._sheet, self)
        for small in self._sheet.findChildren(SmallDial):
            small.installEventFilter(self)
        vbox(self.mode, self._words, Rule(self, weight=1.4, seed=8), (self._area, 1), on=self, spacing=4)
        self._game.keep_current(self, self.rewrite)()

    def _switch(self, id: str) -> None:
        self._game.switch(next(mode for mode in MODE_NAMES if mode == id))
        self.mode.show_stop(self._game.session.mode)  # the rules may not be enforced yet

    def _choices(self, title: Message | None, words: Mapping[Any, Message]) -> Choices:
        return Choices(title, [(id, one, "") for id, one in words.items()], self._sheet, flowing=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, SmallDial):
            self._area.ensureWidgetVisible(watched, 0, fonts.px(30))
        return super().eventFilter(watched, event)

    # showing

    def rewrite(self, *_: object) -> None:
        """Show how the game is played now."""
        game, mode = self._game, self._game.session.mode
        for way, words in MODE_NAMES.items():
            self.mode.stops[way].say(tr(words), tr(self.mode_words[way]))
        self.mode.show_stop(mode)
        self._words.setText(tr(self.mode_words[mode]))
        stops = [tr(words) for words in STOP_WORDS]
        self._stops.say(stops)
        for id, dial in self.things.items():
            dial.setEnabled(mode != "enforce")
            dial.tell(STOPS.index(self.stop_of(id)), self.duty_name(id), stops)
        self.dice.show_choice(said_of(game.session.dice))
        for seat, who in self.players.items():
            self._player_labels[seat].setText(tr(self.seat_words(seat)))
            for word in who.words.values():
                word.setAccessibleDescription(self._player_labels[seat].text())
            bot = game.bots.get(seat)
            who.show_choice("person" if bot is None else next((id for id, one in BOTS.items() if type(bot) is one), ""))
            who.setEnabled(not isinstance(bot, Automaton))

    def duty_name(self, id: str) -> str:
        """What the dial of an automatic thing is called."""
        return tr(self._duties[id])


def grid(rows: Sequence[Sequence[QWidget | None]], gap: int) -> QGridLayout:
    """Words at the left of each row, small dials in the columns after them."""
    made = QGridLayout()
    made.setHorizontalSpacing(fonts.px(gap))
    made.setVerticalSpacing(fonts.px(1))
    made.setColumnStretch(0, 1)
    for n, row in enumerate(rows):
        for column, widget in enumerate(row):
            if widget is not None:
                align = Qt.AlignmentFlag.AlignCenter if column else Qt.AlignmentFlag(0)
                made.addWidget(widget, n, column, align)
    return made
