"""The bar over the board: turn and phase, what is asked, and the next step with its key."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.words import Message, say
from companion.model.systems.asagiri.state import SEATS
from companion.model.systems.asagiri.terms import BEFORE
from companion.ui.settings.whisper import Whisper
from companion.ui.theme import palette, type
from companion.ui.theme.widgets import Heading, InkButton

from .asking import asked
from .deeds_row import DeedsRow
from .game import Game
from .news import LastEvent
from .next_step import NextStep, next_step
from .replay import Replay

_STAGES = {
    "recruit": say("Drafting"),
    "equip": say("Free equipment"),
    "tiles": say("Placing tiles"),
    "scenario": say("Scenario card"),
}
"""What is done while a game is put together (KAR-6)."""
NEWS, BUTTON = 240, 250
"""What the last event and the next step need beside the title."""


class TurnBar(QWidget):
    """Shows where the game stands; `stepped` when the next step is wanted."""

    stepped = Signal()

    def __init__(self, game: Game, names: tuple[str, str], parent: QWidget | None = None) -> None:
        """`names`: of the players of A and B."""
        super().__init__(parent)
        self._game = game
        self._names = names
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._title = Heading("", self, level=2)
        self._prompt = Whisper(self, wrap=False)
        self.button = InkButton("", "primary", self, deed="table.step")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.stepped)
        self.replay = Replay(game)
        self.news = LastEvent(game, self.replay, self)
        self.deeds = DeedsRow(game, parent if parent is not None else self)
        page = QVBoxLayout(self)
        page.setContentsMargins(12, 0, 12, 0)
        page.setSpacing(0)
        above, below = QHBoxLayout(), QHBoxLayout()
        above.setSpacing(18)
        below.setSpacing(10)
        above.addWidget(self._title, 0)
        above.addWidget(self.news, 1)
        above.addWidget(self.button, 0)
        below.addWidget(self._prompt, 1)
        below.addWidget(self.deeds, 0)
        page.addLayout(above)
        page.addLayout(below)
        # the table is never wider than its window: words give way first
        self._prompt.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._title.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        above_height = self.button.sizeHint().height()
        self._title.setMinimumHeight(above_height)
        game.changed.connect(self.refresh)
        game.settings_changed.connect(self.refresh)
        game.selected.connect(self.refresh)
        game.thinking.connect(self.refresh)
        game.pace.changed.connect(self.refresh)
        game.ending.changed.connect(self.refresh)
        palette.theme_changed.connect(self.refresh)
        self.refresh()

    def set_names(self, names: tuple[str, str]) -> None:
        """Name the players."""
        self._names = names
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show more words where there is more room."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.deeds.fit(self.width() - 24 - type.px(190))
        # room is left for the last event, and for the button whether it is there or not: nothing jumps
        room = self.width() - type.px(40) - type.px(NEWS) - type.px(BUTTON)
        for words in self._where():
            self._title.setText(self._game.say(words))
            wide = self._title.fontMetrics().horizontalAdvance(self._title.text()) + type.px(8)
            if wide <= room:
                break
        self._title.setFixedWidth(wide)
        self._title.setToolTip(self._game.say(self._where()[0]))

    def _name(self, seat: str) -> str:
        return self._names[SEATS.index(seat)] or seat

    @property
    def step(self) -> NextStep | None:
        """The next step shown."""
        return next_step(self._game)

    def refresh(self, *_: object) -> None:
        """Show the present state."""
        game = self._game
        self._prompt.setText(game.say(asked(game, self._name)))
        step = self.step
        # while a fight goes on, its slip has the next step: one loud button at a time
        in_slip = step is not None and (step.reads or bool(game.state.frames and (step.rolls or step.passes)))
        self.button.setVisible(step is not None and not in_slip)
        self.button.setText(game.say(step.words) if step is not None else "")
        self.button.setAccessibleDescription(game.say(say("Next step")))
        self._fit()
        self.button.set_breathing(step is not None and game.animated)

    def _where(self) -> tuple[Message, ...]:
        """Where the game stands, in more and in fewer words."""
        state = self._game.state
        if state.over:
            return (say("The game is over"),)
        if state.stage in _STAGES:
            return (_STAGES[state.stage],)
        if state.stage in BEFORE:
            return (say("Before turn 1"),)
        band, contest = self._name(SEATS[state.phase]), state.table.contest
        if contest is not None:
            turn = say("Turn {turn} of {turns}", turn=state.turn, turns=contest.turns)
            return say("{turn} · {band}'s phase", turn=turn, band=band), turn
        full = say("Turn {turn} · {band}'s phase", turn=state.turn, band=band)
        return full, say("Turn {turn}", turn=state.turn)
