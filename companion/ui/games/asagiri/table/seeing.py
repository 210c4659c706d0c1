"""What helps to see: lines of fire, threats, odds, a second window, a clock; small signs below the cards."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.ui.games.asagiri.board import BoardView
from companion.ui.games.asagiri.controller.game import AsagiriController
from companion.ui.games.asagiri.fight import WhatIf
from companion.ui.kit import keys
from companion.ui.kit.choices import ChoiceWord
from companion.ui.kit.layouts import hbox
from companion.ui.play.clock import ClockBar

from .log_style import PHASES
from .second_board import BoardWindow

_BUTTONS: dict[str, tuple[str, Message]] = {
    "board.lines": ("crosshair", say("Lines of fire to all enemies")),
    "table.threat": ("warning", say("What the enemy can hit next")),
    "table.whatif": ("chart", say("Odds of a fight")),
    "table.second": ("external", say("Second window: board only")),
    "table.clock": ("clock", say("Clock: choose, stop or continue")),
}
"""Sign and words, by what is done."""


class Seeing(QWidget):
    """A row of signs; those of a help that is not agreed are not there."""

    second_placed = Signal(str, int)
    """Where the second window stood when it was closed."""

    def __init__(
        self,
        game: AsagiriController,
        board: BoardView,
        whatif: WhatIf,
        show: Callable[[QWidget], None],
        screen: QWidget,
    ) -> None:
        """`show` puts a slip of the table screen on or away; the keys are the screen's."""
        super().__init__(screen)
        self._game, self._board, self.whatif, self._show = game, board, whatif, show
        self.clock = ClockBar(game, PHASES, screen)
        self.second: BoardWindow | None = None
        self.place_of_second: tuple[str, int | None] = ("", None)
        """Where the second window stood: to be remembered by whoever remembers."""
        self.buttons: dict[str, ChoiceWord] = {}
        doings: dict[str, Callable[[], object]] = {
            "board.lines": self.toggle_lines,
            "table.threat": self.toggle_threat,
            "table.whatif": self.toggle_odds,
            "table.second": self.toggle_second,
            "table.clock": self.clock.halt,
        }
        for id, do in doings.items():
            button = ChoiceWord(_BUTTONS[id][0], self)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _=False, do=do: do())
            self.buttons[id] = button
        hbox(*self.buttons.values(), 1, on=self, spacing=2)
        self.actions_ = [keys.action(id, screen, do) for id, do in doings.items() if id.startswith("table.")]
        game.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)
        game.odds_asked.connect(self.ask_odds)
        self.clock.kept.connect(self.rewrite)
        self._screen = screen
        screen.installEventFilter(self)
        board.installEventFilter(self)
        whatif.installEventFilter(self)
        self.rewrite()

    def rewrite(self, *_: object) -> None:
        """Say the words, show what is agreed and what is on."""
        game, danger = self._game, self._board.layers.threat_layer
        if not game.allows("threat") and danger.on:
            danger.switch(False)
        unseen = {"table.threat": "threat", "table.whatif": "odds"}
        on = {
            "board.lines": self._board.layers.show_lines,
            "table.threat": danger.on,
            "table.whatif": not self.whatif.isHidden(),
            "table.second": self.second is not None,
            "table.clock": self.clock.times.kind != "off",
        }
        for id, button in self.buttons.items():
            words = game.say(_BUTTONS[id][1])
            button.setAccessibleName(words)
            button.setToolTip(keys.tip(words, id))
            button.setVisible(id not in unseen or game.allows(unseen[id]))
            button.setChecked(on[id])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Hide, QEvent.Type.Show) and watched is self.whatif:
            self.buttons["table.whatif"].setChecked(event.type() == QEvent.Type.Show)
        elif event.type() == QEvent.Type.Close and watched is self._screen:
            self.shut()
        elif event.type() == QEvent.Type.KeyRelease and watched is self._board:
            self.buttons["board.lines"].setChecked(self._board.layers.show_lines)
        return bool(super().eventFilter(watched, event))

    def toggle_lines(self) -> None:
        """Lines of fire from the selected figure to all its enemies."""
        self._board.set_show_lines(not self._board.layers.show_lines)
        self.rewrite()

    def toggle_threat(self) -> None:
        """What the enemy could reach and hit next."""
        on = not self._board.layers.threat_layer.on
        if not on or self._game.look_up("threat"):
            self._board.set_show_threats(on)
        self.rewrite()

    def toggle_odds(self) -> None:
        """The slip that says how a fight would end; for the figure pointed at, where there is one."""
        if not self.whatif.isHidden():
            self._show(self.whatif)
        elif self._game.allows("odds"):
            self._open(self._pointed())

    def toggle_second(self) -> None:
        """The window for the TV or the other side of the table."""
        if self.second is not None:
            self.second.close()
            return
        self.second = BoardWindow(self._game, *self.place_of_second)
        self.second.placed.connect(self._second_stood)
        self.second.gone.connect(self._second_gone)
        self.second.show()
        self.rewrite()

    def shut(self) -> None:
        """The table is closed: what belongs to it closes with it."""
        self.clock.shut()
        if self.second is not None:
            self.second.close()

    def _second_stood(self, place: str, turn: int) -> None:
        self.place_of_second = place, turn
        self.second_placed.emit(place, turn)

    def _second_gone(self) -> None:
        self.second = None
        self.rewrite()

    def ask_odds(self, who: int) -> None:
        """Open the slip for a figure."""
        if self._game.allows("odds"):
            self._open(who)

    def _open(self, who: int) -> None:
        if self.whatif.isHidden():
            self._show(self.whatif)
        self.whatif.look_at(who)

    def _pointed(self) -> int:
        at = self._board.layers.hovered
        figures = self._game.state.figures
        return next((who for who, figure in enumerate(figures) if 0 <= at == figure.at), -1)
