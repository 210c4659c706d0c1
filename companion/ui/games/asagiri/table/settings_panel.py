"""How this game is played: one dial of three ways, below it each automatic thing, the dice, the habits of the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.timeline import LOG
from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import SquareId
from companion.model.games.asagiri.table.automation import DIALS, STOP_WORDS, STOPS, name
from companion.ui.games.asagiri.automation import HELP_WORDS, HELPS, ROLL_WORDS, with_mode
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.dice.tray import SIGNS
from companion.ui.games.asagiri.next_step import player_words
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import CLOSE, Choices, Signs, SmallDial
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, discard
from companion.ui.play.game_controller import ENTRIES
from companion.ui.play.storage import Help
from companion.ui.play.this_game import DICE_WORDS, Section, ThisGamePanel, grid

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


class SettingsPanel(ThisGamePanel):
    """The dials of one game, with those of each player's rolls, what is always so at this table, and the help."""

    _game: AsagiriController

    def __init__(self, game: AsagiriController, parent: QWidget | None = None) -> None:
        super().__init__(game, {id: Message(dial.name) for id, dial in DIALS.items()}, parent)
        sheet = self._sheet
        for id, label in self._duty_names.items():
            label.setToolTip(DIALS[id].rule)
        self.rolls = {(kind, seat): SmallDial(sheet, step=CLOSE) for kind in ROLL_WORDS for seat in SEATS}
        for (kind, seat), dial in self.rolls.items():
            dial.turned.connect(partial(self._roll_by, seat, kind))
        self._signs = [Signs([SIGNS[mode] for mode in ENTRIES], sheet, step=CLOSE) for _ in SEATS]
        self._house, self.house = QVBoxLayout(), dict[str, InkButton]()
        self._house_rows: list[QWidget] = []
        self._shown_house: object = None
        none = say("None yet. “Always allow at our table” adds one.")
        self._no_house = Label(sheet, text=none, font="small")
        self.help = HelpChoice(game, sheet)
        self.lay_out()

    def stop_of(self, id: str) -> str:
        return self._game.dials.stop(id)

    def turn(self, id: str, stop: str) -> object:
        return self._game.dials.turn({id: next(one for one in STOPS if one == stop)})

    def seat_words(self, seat: str) -> Message:
        return player_words(self._game.state, seat)

    def duty_name(self, id: str) -> str:
        return f"{super().duty_name(id)} ({DIALS[id].rule})"

    def sections(self) -> Sequence[Section]:
        steps, dice, players = super().sections()
        sheet, centre = self._sheet, Qt.AlignmentFlag.AlignHCenter
        letters = [Label(sheet, text=say("{seat}", seat=seat), font="small", wrap=False, align=centre)
                   for seat in SEATS]  # fmt: skip
        rolls = [(Label(sheet, text=words, role="ink"), *(self.rolls[kind, seat] for seat in SEATS))
                 for kind, words in ROLL_WORDS.items()]  # fmt: skip
        self._house.setSpacing(0)
        return (
            steps,
            Section(dice.title, (*dice.parts, grid(((None, *letters), (None, *self._signs), *rolls), 4))),
            Section(say("House rules"), (self._no_house, self._house)),
            Section(players.title, (*players.parts, self.help)),
        )

    def _roll_by(self, seat: str, kind: str, at: SquareId) -> None:
        self._game.set_dice(with_mode(self._game.session.dice, seat, kind, ENTRIES[at]))

    def rewrite(self, *_: object) -> None:
        super().rewrite()
        ways = [tr(words) for words in DICE_WORDS.values()]
        for signs in self._signs:
            signs.setToolTip(" · ".join(ways))
        for (kind, seat), dial in self.rolls.items():
            whose = say("{seat}, {kind}", seat=seat, kind=ROLL_WORDS[kind])
            dial.tell(ENTRIES.index(self._game.session.dice_mode(seat, kind)), tr(whose), ways)
        self._rewrite_house()

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


def house_words(id: str, stop: str) -> Message:
    """A house rule as the panel lists it."""
    if id not in DIALS:
        return say("{rule}: no reminders", rule=id)
    return say("{dial}: {stop}", dial=name(id), stop=Message(STOP_WORDS.get(stop, stop)))
