"""How a game of Okko Chronicles is played, changed while it is: duties, keepers, depth of the board, table options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.record import Mode
from companion.model.core.words import Capital, Message, say
from companion.model.games.chronicles.rules.dials import stop_of
from companion.model.games.chronicles.table.corrections import Set
from companion.model.games.chronicles.wire.setting_words import DUTIES, KEEPERS, PLACES, SECRETS, Choice
from companion.ui.games.chronicles.controller import ChroniclesController
from companion.ui.games.chronicles.table_options import PLACE_WORDS, offered
from companion.ui.kit.choices import Choices
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label
from companion.ui.play.this_game import MODE_WORDS, Section, ThisGamePanel

KEPT = ("box", "app")
"""Keepers that a click goes round; what is told in private (`notes`) becomes the app's, too."""


class ThisGamePage(ThisGamePanel):
    """What is set here is a correction: it is in the log, and can be undone."""

    help_page = "chronicles/the-table"
    mode_words: ClassVar[Mapping[Mode, Message]] = {
        **MODE_WORDS,
        "assist": say("Records and counts, and asks you before it sees to a duty of the turn."),
    }
    _game: ChroniclesController

    def __init__(self, game: ChroniclesController, name: Callable[[str], str], parent: QWidget | None = None) -> None:
        """`name`: what the player of a seat is called."""
        super().__init__(game, DUTIES, parent)
        self._name = name
        sheet = self._sheet
        self.places = Choices(say("Board"), [(id, words, "") for id, words in PLACES.items()], sheet, flowing=True)
        self.places.chosen.connect(lambda id: self._set("options.places", id))
        self._place_words = Label(sheet, font="small")
        self.keepers, self.options = ListView(sheet), ListView(sheet)
        says(self.keepers, name=say("Who keeps the secrets"))
        says(self.options, name=say("Table options"))
        self.keepers.chosen.connect(self._next_keeper)
        self.options.chosen.connect(self._next_value)
        self.lay_out()

    def stop_of(self, id: str) -> str:
        return stop_of(self._game.state, id)

    def turn(self, id: str, stop: str) -> object:
        return self._set(f"options.dials.{id}", stop)

    def seat_words(self, seat: str) -> Message:
        return say("{seat}", seat=Capital(say("{name}", name=self._name(seat))))

    def sections(self) -> Sequence[Section]:
        duties, dice, players = super().sections()
        return (
            Section(say("Duties of the turn"), duties.parts),
            dice,
            Section(say("Who keeps the secrets"), (self.keepers,)),
            Section(say("Board"), (self.places, self._place_words)),
            Section(say("Table options"), (self.options,)),
            players,
        )

    def rewrite(self, *_: object) -> None:
        super().rewrite()
        options = self._game.state.table.options
        self.places.show_choice(options.places)
        self._place_words.setText(tr(PLACE_WORDS[options.places]))
        keepers = {id: (words, KEEPERS) for id, words in SECRETS.items()}
        self._list(self.keepers, keepers, options.keepers)
        self._list(self.options, offered(options.places, None), options)
        for part in (self.places, self.keepers, self.options):
            part.setEnabled(self._game.tracking)

    def _list(self, rows: ListView, asked: Mapping[str, Choice], now: object) -> None:
        rows.show_lines([
            Line(id, tr(words), value=tr(values[str(getattr(now, id))])) for id, (words, values) in asked.items()
        ])  # fmt: skip

    def _next_keeper(self, secret: str) -> None:
        now = getattr(self._game.state.table.options.keepers, secret)
        self._set(f"options.keepers.{secret}", KEPT[now != KEPT[1]])

    def _next_value(self, name: str) -> None:
        options = self._game.state.table.options
        values = list(offered(options.places, None)[name][1])
        self._set(f"options.{name}", values[(values.index(getattr(options, name)) + 1) % len(values)])

    def _set(self, at: str, value: Json) -> bool:
        game = self._game
        return game.tracking and game.live and game.correct(Set(at, value))
