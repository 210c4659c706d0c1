"""How this game is played: one dial of three ways, below it each automatic thing, the dice, the habits of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from companion.model.bots import BOTS
from companion.model.core.record import Mode
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.table.automation import DIALS, STOP_WORDS, STOPS, name
from companion.ui.games.asagiri.controller.automation import DICE_WORDS, ROLL_WORDS, said_of, with_mode
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.games.asagiri.controller.next_step import player_words
from companion.ui.games.asagiri.dice.tray import SIGNS
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import ChoiceWord, RadioGroup
from companion.ui.kit.dials import CLOSE, BigDial, Legend, Signs, SmallDial
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import Flow
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.play.game_controller import ENTRIES

from .help_dial import HelpDial

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
_BOT_WORDS = {"random": say("Computer (easy)"), "greedy": say("Computer (normal)")}


class Dial(QWidget):
    """A few words of which one is chosen."""

    def __init__(self, title: Message, choices: Sequence[tuple[str, Message]], chosen: Callable[[str], None],
                 parent: QWidget | None = None) -> None:  # fmt: skip
        """`chosen` is called with the id of the choice a person takes."""
        super().__init__(parent)
        self._title, self._choices = title, choices
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._label = Label(self, font="small")
        column.addWidget(self._label)
        row = Flow(self)
        self._group = RadioGroup(self)
        self.buttons: dict[str, ChoiceWord] = {}
        for id, _ in choices:
            button = ChoiceWord("", self)
            button.clicked.connect(lambda _checked=False, id=id: chosen(id))
            self._group.addButton(button)
            self.buttons[id] = button
            row.add(button)
        column.addWidget(row)
        self._row = row

    def show_choice(self, game: Game, id: str, title: Message | None = None) -> None:
        """Say the words in the game's language, and mark what is chosen now; none when it is none of them."""
        self._title = title or self._title
        self._label.setText(game.say(self._title))
        for key, words in self._choices:
            self.buttons[key].say(game.say(words))
            self.buttons[key].setAccessibleDescription(game.say(self._title))
        self._group.mark(self.buttons.get(id))
        self._row.refresh()


class SettingsSlip(PaperPanel):
    """The dials of one game. Everything counts at once, and is a step of the log."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: Game, parent: QWidget | None = None) -> None:
        """Follow `game`."""
        super().__init__(parent, margin=10, seed=11)
        self._game = game
        self.mode = BigDial(tuple(MODE_NAMES), self)
        self.mode.turned.connect(lambda id: game.switch(next(mode for mode in MODE_NAMES if mode == id)))
        self._words = Label(self, role="ink")
        self._sheet = QWidget()
        self._headings: list[tuple[Heading, Message]] = []
        self._legends: list[tuple[Label, Message]] = []
        self.things = {id: SmallDial(self._sheet) for id in DIALS}
        self._labels = {id: Label(self._sheet, role="ink") for id in DIALS}
        self.dice = Dial(say("All rolls"), tuple(DICE_WORDS.items()), self._all_dice, self._sheet)
        self.rolls = {(kind, seat): SmallDial(self._sheet, step=CLOSE) for kind in ROLL_WORDS for seat in SEATS}
        self._roll_labels = {kind: Label(self._sheet, role="ink") for kind in ROLL_WORDS}
        self._signs: list[Signs] = []
        self._house = QVBoxLayout()
        self.house: dict[str, InkButton] = {}
        self._house_rows: list[QWidget] = []
        self._shown_house: object = None
        self._no_house = Label(self._sheet, font="small")
        players = (("", say("Human")), *((id, _BOT_WORDS.get(id, Message(id))) for id in BOTS))
        self.players = {
            seat: Dial(say("Player {seat}", seat=seat), players, self._giver(seat), self._sheet) for seat in SEATS
        }
        self.help = HelpDial(game, self._sheet)
        self._lay_out()
        game.keep_current(self, self.rewrite)()

    def _lay_out(self) -> None:
        inner = QVBoxLayout(self._sheet)
        inner.setContentsMargins(0, 0, fonts.px(6), 0)
        inner.setSpacing(fonts.px(3))
        self._section(inner, say("Automatic steps"))
        inner.addLayout(self._grid_of_things())
        self._section(inner, say("Dice"))
        inner.addWidget(self.dice)
        inner.addLayout(self._grid_of_dice())
        self._section(inner, say("House rules"))
        inner.addWidget(self._no_house)
        self._house.setSpacing(0)
        inner.addLayout(self._house)
        self._section(inner, say("Who plays"))
        for dial in (*self.players.values(), self.help):
            inner.addWidget(dial)
        inner.addStretch(1)
        area = ScrollColumn(self._sheet, self)
        self._area = area
        for small in (*self.things.values(), *self.rolls.values()):
            small.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(4))
        column.addWidget(self.mode)
        column.addWidget(self._words)
        column.addWidget(Rule(self, weight=1.4, seed=8))
        column.addWidget(area, 1)

    def _section(self, column: QVBoxLayout, title: Message) -> None:
        heading = Heading("", self._sheet, level=3)
        self._headings.append((heading, title))
        if len(self._headings) > 1:
            column.addSpacing(fonts.px(12))
        column.addWidget(heading)

    def _legend(self, grid: QGridLayout, words: Message, column: int, align: Qt.AlignmentFlag) -> None:
        legend = Label(self._sheet, font="small", wrap=False, align=align)
        self._legends.append((legend, words))
        grid.addWidget(legend, 0, column)

    def _grid_of_things(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(fonts.px(6))
        grid.setVerticalSpacing(fonts.px(1))
        grid.setColumnStretch(0, 1)
        self._stops = Legend(self._sheet)
        grid.addWidget(self._stops, 0, 1)
        for n, (id, dial) in enumerate(self.things.items(), 1):
            dial.turned.connect(lambda at, id=id: self._game.dials.turn({id: STOPS[at]}))
            grid.addWidget(self._labels[id], n, 0)
            grid.addWidget(dial, n, 1, Qt.AlignmentFlag.AlignCenter)
        return grid

    def _grid_of_dice(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(fonts.px(4))
        grid.setVerticalSpacing(fonts.px(1))
        grid.setColumnStretch(0, 1)
        for column, seat in enumerate(SEATS, 1):
            self._legend(grid, say("{seat}", seat=seat), column, Qt.AlignmentFlag.AlignHCenter)
            signs = Signs([SIGNS[mode] for mode in ENTRIES], self._sheet, step=CLOSE)
            self._signs.append(signs)
            grid.addWidget(signs, 1, column, Qt.AlignmentFlag.AlignCenter)
        for n, (kind, label) in enumerate(self._roll_labels.items(), 2):
            grid.addWidget(label, n, 0)
            for column, seat in enumerate(SEATS, 1):
                dial = self.rolls[kind, seat]
                dial.turned.connect(lambda at, kind=kind, seat=seat: self._roll_by(seat, kind, at))
                grid.addWidget(dial, n, column, Qt.AlignmentFlag.AlignCenter)
        return grid

    def _giver(self, seat: str) -> Callable[[str], None]:
        return lambda id: self._game.give_to(seat, BOTS[id]() if id else None)

    def _all_dice(self, id: str) -> None:
        self._game.set_dice(next(mode for mode in ENTRIES if mode == id))

    def _roll_by(self, seat: str, kind: str, at: int) -> None:
        self._game.set_dice(with_mode(self._game.session.dice, seat, kind, ENTRIES[at]))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, SmallDial):
            self._area.ensureWidgetVisible(watched, 0, fonts.px(30))
        return super().eventFilter(watched, event)

    def rewrite(self, *_: object) -> None:
        """Show how the game is played now."""
        game = self._game
        mode = game.session.mode
        self.setAccessibleName(game.say(say("This game")))
        for way, words in MODE_NAMES.items():
            self.mode.stops[way].say(game.say(words), game.say(MODE_WORDS[way]))
        self.mode.show_stop(mode)
        self._words.setText(game.say(MODE_WORDS[mode]))
        for heading, title in self._headings:
            heading.setText(game.say(title))
        for legend, words in self._legends:
            legend.setText(game.say(words))
        stops = [game.say(Message(STOP_WORDS[stop])) for stop in STOPS]
        self._stops.say(stops)
        for id, dial in self.things.items():
            called = game.say(Message(DIALS[id].name))
            self._labels[id].setText(called)
            self._labels[id].setToolTip(DIALS[id].rule)
            dial.setEnabled(mode != "enforce")
            dial.tell(STOPS.index(game.dials.stop(id)), f"{called} ({DIALS[id].rule})", stops)
        self._rewrite_dice()
        self._rewrite_house()
        for seat, who in self.players.items():
            bot = game.bots.get(seat)
            chosen = next((id for id, made in BOTS.items() if bot.__class__ is made), "") if bot else ""
            who.show_choice(game, chosen, player_words(game.state, seat))

    def _rewrite_dice(self) -> None:
        game = self._game
        self.dice.show_choice(game, said_of(game.session.dice))
        ways = [game.say(words) for words in DICE_WORDS.values()]
        for signs in self._signs:
            signs.setToolTip(" · ".join(ways))
        for kind, label in self._roll_labels.items():
            label.setText(game.say(ROLL_WORDS[kind]))
        for (kind, seat), dial in self.rolls.items():
            at = ENTRIES.index(game.session.dice_mode(seat, kind))
            whose = say("{seat}, {kind}", seat=seat, kind=ROLL_WORDS[kind])
            dial.tell(at, game.say(whose), ways)

    def _rewrite_house(self) -> None:
        game = self._game
        self._no_house.setText(game.say(say("None yet. “Always allow at our table” adds one.")))
        self._no_house.setVisible(not game.dials.house)
        shown = (tuple(game.dials.house.items()), game.words)
        if shown == self._shown_house:
            return
        self._shown_house = shown
        for row in self._house_rows:
            row.hide()
            row.deleteLater()
        self._house_rows, self.house = [], {}
        for id, stop in game.dials.house.items():
            self._house_rows.append(self._house_row(id, game.say(house_words(id, stop))))
            self._house.addWidget(self._house_rows[-1])
            self._house_rows[-1].show()

    def _house_row(self, id: str, words: str) -> QWidget:
        row = QWidget(self._sheet)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        label = Label(row, role="ink")
        label.setText(words)
        away = InkButton("", "quiet", row, sign="close")
        away.setAccessibleName(self._game.say(say("House rule removed: {rule}", rule=words)))
        away.setToolTip(away.accessibleName())
        away.clicked.connect(lambda: self._game.dials.set_house(id, None))
        line.addWidget(label, 1)
        line.addWidget(away)
        self.house[id] = away
        return row


def house_words(id: str, stop: str) -> Message:
    """A house rule as the slip lists it."""
    if id not in DIALS:
        return say("{rule}: no reminders", rule=id)
    stops = Message(STOP_WORDS.get(stop, stop))
    return say("{dial}: {stop}", dial=name(id), stop=stops)
