"""The bar on top: turn and phase, both losses, and the next step with its key."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.contract import Choice, Roll
from companion.model.core.words import Message, say
from companion.model.systems.asagiri.state import SEATS
from companion.ui.theme import palette
from companion.ui.theme.widgets import Heading, InkButton, ZeniMeter

from .game import Game
from .next_step import NextStep, next_step
from .small import Whisper


class TurnBar(QWidget):
    """Shows where the game stands; `stepped` when the next step is wanted."""

    stepped = Signal()

    def __init__(self, game: Game, names: tuple[str, str], parent: QWidget | None = None) -> None:
        """`names`: of the players of A and B."""
        super().__init__(parent)
        self._game = game
        self.names = names
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.meters = tuple(ZeniMeter(0, 1, "", self, mirrored=bool(n)) for n in (0, 1))
        self._players = tuple(Heading("", self, level=3) for _ in (0, 1))
        self._title = Heading("", self, level=2)
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._prompt = Whisper("", self)
        self._prompt.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = InkButton("", "primary", self, key="Space")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.stepped)
        self._lay_out()
        game.changed.connect(self.refresh)
        game.settings_changed.connect(self.refresh)
        game.selected.connect(self.refresh)
        game.thinking.connect(self._thinking)
        palette.theme_changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 8, 18, 4)
        row.setSpacing(18)
        sides = []
        for n in (0, 1):
            side = QVBoxLayout()
            side.setSpacing(2)
            align = Qt.AlignmentFlag.AlignRight if n else Qt.AlignmentFlag.AlignLeft
            self._players[n].setAlignment(align)
            side.addWidget(self._players[n])
            side.addWidget(self.meters[n])
            sides.append(side)
        middle = QVBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self._title)
        middle.addWidget(self._prompt)
        row.addLayout(sides[0], 3)
        row.addLayout(middle, 4)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(sides[1], 3)

    @property
    def step(self) -> NextStep | None:
        """The next step shown."""
        return next_step(self._game)

    def refresh(self, *_: object) -> None:
        """Show the present state."""
        game, state = self._game, self._game.state
        for n in (0, 1):
            self._players[n].setText(f"{SEATS[n]} · {self.names[n]}" if self.names[n] else SEATS[n])
            lost, limit = state.bands[n].lost, state.table.limits[n]
            self.meters[n].set_value(min(lost, limit), limit)
            self.meters[n].setAccessibleName(game.say(say("{band}: {lost} of {limit} zeni lost", band=SEATS[n],
                                                          lost=lost, limit=limit)))  # fmt: skip
            self.meters[n].setToolTip(self.meters[n].accessibleName())
        self._title.setText(game.say(self._where()))
        self._prompt.setText(game.say(self._what()))
        step = self.step
        self.button.setVisible(step is not None)
        self.button.setText(game.say(step.words) if step is not None else "")
        self.button.set_breathing(step is not None and game.animated)

    def _where(self) -> Message:
        state = self._game.state
        if state.over:
            return say("The game is over")
        if state.stage in ("first", "side", "deploy"):
            return say("Before the first turn")
        return say("Turn {turn} · phase of {band}", turn=state.turn, band=SEATS[state.phase])

    def _what(self) -> Message:
        pending = self._game.pending
        if isinstance(pending, Choice):
            if pending.seat in self._game.bots:
                return say("{seat} is thinking", seat=pending.seat)
            return say("{seat}: {prompt}", seat=pending.seat, prompt=pending.prompt)
        if isinstance(pending, Roll):
            return say("{seat}: roll the dice", seat=pending.seat)
        return getattr(pending, "why", say("The game is over"))

    def _thinking(self, on: bool) -> None:
        self.refresh()
