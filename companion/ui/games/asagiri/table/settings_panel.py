"""How this game is played: one dial of three ways, below it each automatic thing, the dice, the habits of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from companion.model.bots import BOTS
from companion.model.core.record import Mode
from companion.model.core.timeline import LOG
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import SquareId
from companion.model.games.asagiri.table.automation import DIALS, STOP_WORDS, STOPS, name
from companion.ui.games.asagiri.automation import DICE_WORDS, HELP_WORDS, HELPS, ROLL_WORDS, said_of, with_mode
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.dice.tray import SIGNS
from companion.ui.games.asagiri.next_step import player_words
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import CLOSE, BigDial, Choices, Legend, Signs, SmallDial
from companion.ui.kit.layouts import Gap, Part, hbox, vbox
from companion.ui.kit.panels import Heading, PaperPanel, Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, discard
from companion.ui.play.game_controller import ENTRIES
from companion.ui.play.storage import Help

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
_PLAYERS = {"": say("Human"), "random": say("Computer (easy)"), "greedy": say("Computer (normal)")}
HELP = say("Help for both players")


class HelpChoice(QWidget):
    """How much help is agreed; another level is taken in two steps: somebody proposes it, both agree."""

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._proposed: Help | None = None
        self._hint = Label(self, font="small")
        self.levels = Choices(HELP, [(level, HELP_WORDS[level], "") for level in HELPS], self, flowing=True)
        self.levels.chosen.connect(self._propose)
        self.agree = InkButton("", "secondary", self, sign="people", clicked=self._agree)
        vbox(Label(self, text=HELP, font="small"), self.levels, self._hint, self.agree, on=self, spacing=0)
        game.keep_current(self, self.rewrite, LOG)
        self.rewrite()

    def rewrite(self, *_: object) -> None:
        game = self._game
        if self._proposed == game.help:
            self._proposed = None
        self.levels.show_choice(self._proposed or game.help)
        for widget in (self._hint, self.agree):
            widget.setVisible(self._proposed is not None)
        if self._proposed is not None:
            self._hint.setText(game.say(say("Currently agreed: {help}", help=HELP_WORDS[game.help])))
            self.agree.setText(game.say(say("Both players agree: {help}", help=HELP_WORDS[self._proposed])))

    def _propose(self, id: str) -> None:
        self._proposed = next(level for level in HELPS if level == id)
        self.rewrite()

    def _agree(self) -> None:
        if self._proposed is not None:
            self._game.agree_help(self._proposed)


class SettingsPanel(PaperPanel):
    """The dials of one game. Everything counts at once, and is a step of the log."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=10, seed=11)
        says(self, name=say("This game"))
        self._game = game
        self.mode = BigDial(tuple(MODE_NAMES), self)
        self.mode.turned.connect(lambda id: game.switch(next(mode for mode in MODE_NAMES if mode == id)))
        self._words = Label(self, role="ink")
        self._sheet = sheet = QWidget()
        self._stops = Legend(sheet)
        self.things = {id: SmallDial(sheet) for id in DIALS}
        for id, dial in self.things.items():
            dial.turned.connect(lambda at, id=id: game.dials.turn({id: STOPS[at]}))
        self.dice = self._choices(say("All rolls"), DICE_WORDS)
        self.dice.chosen.connect(lambda id: game.set_dice(next(mode for mode in ENTRIES if mode == id)))
        self.rolls = {(kind, seat): SmallDial(sheet, step=CLOSE) for kind in ROLL_WORDS for seat in SEATS}
        for (kind, seat), dial in self.rolls.items():
            dial.turned.connect(partial(self._roll_by, seat, kind))
        self._signs = [Signs([SIGNS[mode] for mode in ENTRIES], sheet, step=CLOSE) for _ in SEATS]
        self._house, self.house = QVBoxLayout(), dict[str, InkButton]()
        self._house_rows: list[QWidget] = []
        self._shown_house: object = None
        none = say("None yet. “Always allow at our table” adds one.")
        self._no_house = Label(sheet, text=none, font="small")
        self._player_labels = {seat: Label(sheet, font="small") for seat in SEATS}
        self.players = {seat: self._choices(None, {id: _PLAYERS.get(id, Message(id)) for id in ("", *BOTS)})
                        for seat in SEATS}  # fmt: skip
        for seat, who in self.players.items():
            who.chosen.connect(lambda id, seat=seat: game.give_to(seat, BOTS[id]() if id else None))
        self.help = HelpChoice(game, sheet)
        self._lay_out()
        game.keep_current(self, self.rewrite)()

    def _choices(self, title: Message | None, words: Mapping[Any, Message]) -> Choices:
        return Choices(title, [(id, one, "") for id, one in words.items()], self._sheet, flowing=True)

    def _lay_out(self) -> None:
        sheet, centre = self._sheet, Qt.AlignmentFlag.AlignHCenter
        rows = [(Label(sheet, text=Message(dial.name), role="ink"), self.things[id]) for id, dial in DIALS.items()]
        for (label, _), dial in zip(rows, DIALS.values(), strict=True):
            label.setToolTip(dial.rule)
        letters = [Label(sheet, text=say("{seat}", seat=seat), font="small", wrap=False, align=centre)
                   for seat in SEATS]  # fmt: skip
        rolls = [(Label(sheet, text=words, role="ink"), *(self.rolls[kind, seat] for seat in SEATS))
                 for kind, words in ROLL_WORDS.items()]  # fmt: skip
        all_rolls = vbox(Label(sheet, text=say("All rolls"), font="small"), self.dice, spacing=0)
        players = [vbox(self._player_labels[seat], self.players[seat], spacing=0) for seat in SEATS]
        self._house.setSpacing(0)
        vbox(
            *self._section(say("Automatic steps")), _grid(((None, self._stops), *rows), 6),
            *self._section(say("Dice")), all_rolls, _grid(((None, *letters), (None, *self._signs), *rolls), 4),
            *self._section(say("House rules")), self._no_house, self._house,
            *self._section(say("Who plays")), *players, self.help, 1,
            on=sheet, spacing=3, margins=(0, 0, 6, 0),
        )  # fmt: skip
        self._area = ScrollColumn(sheet, self)
        for small in (*self.things.values(), *self.rolls.values()):
            small.installEventFilter(self)
        vbox(self.mode, self._words, Rule(self, weight=1.4, seed=8), (self._area, 1), on=self, spacing=4)

    def _section(self, title: Message) -> tuple[Part, ...]:
        heading = Heading(title, self._sheet, level=3)
        return (Gap(12), heading) if title.key != "Automatic steps" else (heading,)

    def _roll_by(self, seat: str, kind: str, at: SquareId) -> None:
        self._game.set_dice(with_mode(self._game.session.dice, seat, kind, ENTRIES[at]))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, SmallDial):
            self._area.ensureWidgetVisible(watched, 0, fonts.px(30))
        return super().eventFilter(watched, event)

    def rewrite(self, *_: object) -> None:
        game, mode = self._game, self._game.session.mode
        for way, words in MODE_NAMES.items():
            self.mode.stops[way].say(tr(words), tr(MODE_WORDS[way]))
        self.mode.show_stop(mode)
        self._words.setText(tr(MODE_WORDS[mode]))
        stops = [tr(Message(STOP_WORDS[stop])) for stop in STOPS]
        self._stops.say(stops)
        for id, dial in self.things.items():
            dial.setEnabled(mode != "enforce")
            dial.tell(STOPS.index(game.dials.stop(id)), f"{tr(Message(DIALS[id].name))} ({DIALS[id].rule})", stops)
        self.dice.show_choice(said_of(game.session.dice))
        ways = [tr(words) for words in DICE_WORDS.values()]
        for signs in self._signs:
            signs.setToolTip(" · ".join(ways))
        for (kind, seat), dial in self.rolls.items():
            whose = say("{seat}, {kind}", seat=seat, kind=ROLL_WORDS[kind])
            dial.tell(ENTRIES.index(game.session.dice_mode(seat, kind)), tr(whose), ways)
        self._rewrite_house()
        for seat, who in self.players.items():
            self._player_labels[seat].setText(tr(player_words(game.state, seat)))
            for word in who.words.values():
                word.setAccessibleDescription(self._player_labels[seat].text())
            bot = game.bots.get(seat)
            who.show_choice(next((id for id, made in BOTS.items() if type(bot) is made), ""))

    def _rewrite_house(self) -> None:
        house = self._game.dials.house
        self._no_house.setVisible(not house)
        shown = (tuple(house.items()), tr.words)
        if shown == self._shown_house:
            return
        self._shown_house = shown
        discard(*self._house_rows)
        self._house_rows, self.house = [], {}
        for id, stop in house.items():
            row, words = QWidget(self._sheet), house_words(id, stop)
            removed = say("House rule removed: {rule}", rule=words)
            away = InkButton("", "quiet", row, sign="close", tip=removed, name=removed)
            away.clicked.connect(lambda _=False, id=id: self._game.dials.set_house(id, None))
            hbox((Label(row, text=words, role="ink"), 1), away, on=row)
            self.house[id] = away
            self._house_rows.append(row)
            self._house.addWidget(row)
            row.show()


def _grid(rows: Sequence[Sequence[QWidget | None]], gap: int) -> QGridLayout:
    """Words at the left of each row, small dials in the columns after them."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(fonts.px(gap))
    grid.setVerticalSpacing(fonts.px(1))
    grid.setColumnStretch(0, 1)
    for n, row in enumerate(rows):
        for column, widget in enumerate(row):
            if widget is not None:
                align = Qt.AlignmentFlag.AlignCenter if column else Qt.AlignmentFlag(0)
                grid.addWidget(widget, n, column, align)
    return grid


def house_words(id: str, stop: str) -> Message:
    """A house rule as the panel lists it."""
    if id not in DIALS:
        return say("{rule}: no reminders", rule=id)
    return say("{dial}: {stop}", dial=name(id), stop=Message(STOP_WORDS.get(stop, stop)))
