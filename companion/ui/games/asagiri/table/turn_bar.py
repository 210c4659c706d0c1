"""The bar over the board: turn and phase, what is asked, and the next step with its key."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.state import SEATS
from companion.model.games.asagiri.state.vocabulary import BEFORE
from companion.ui.games.asagiri.controller.game import AsagiriController
from companion.ui.games.asagiri.controller.next_step import NextStep, asked, next_step
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts, palette

from .actions_row import DeedsRow, SidesRow
from .last_event import LastEvent, Replay

_STAGES = {
    "recruit": say("Drafting"),
    "equip": say("Free equipment"),
    "tiles": say("Placing tiles"),
    "scenario": say("Scenario card"),
}
"""What is done while a game is put together (KAR-6)."""
HEIGHT = 48
LEAST_STANDS, STANDS, MOST_STANDS, NEWS = 0.2, 0.3, 0.42, 0.22
"""The shares of the width for where the game stands (more, where it asks at length), and for the last event."""
LEAST_NEWS = 90
"""Room for a few words of the last event, at text scale 1."""


class _Asked(Label):
    """What is asked, in one line that ends in an ellipsis where there is no room."""

    def paintEvent(self, event: QPaintEvent) -> None:
        pen = QPainter(self)
        pen.setPen(palette.current().color("faded"))
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        pen.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        pen.end()


class TurnBar(QWidget):
    """Shows where the game stands; `stepped` when the next step is wanted."""

    stepped = Signal()

    def __init__(self, game: AsagiriController, names: tuple[str, str], parent: QWidget | None = None) -> None:
        """`names`: of the players of A and B."""
        super().__init__(parent)
        self._game = game
        self._names = names
        self._line: QWidget | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._title = Heading("", self, level=2)
        self._prompt = _Asked(self, wrap=False)
        self.button = InkButton("", "primary", self, deed="table.step", clicked=self.stepped)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.replay = Replay(game)
        self.news = LastEvent(game, self.replay, self)
        screen = parent if parent is not None else self
        self.sides, self.deeds = SidesRow(game, screen), DeedsRow(game, screen)
        self._stands = QWidget(self)
        vbox(self._title, self._prompt, on=self._stands, spacing=0)
        parts = self._stands, self.news, 1, self.sides, self.deeds, self.button
        self.row = hbox(*parts, on=self, spacing=12, margins=(6, 0, 0, 0))
        # the table is never wider than its window: words give way first
        for words in (self._title, self._prompt):
            words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for signal in (game.changed, game.settings_changed, game.selected, game.thinking, game.pace.changed,
                       game.ending.changed, palette.theme_changed):  # fmt: skip
            signal.connect(self.refresh)
        self.refresh()

    def set_names(self, names: tuple[str, str]) -> None:
        """Name the players."""
        self._names = names
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), fonts.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(320), fonts.px(HEIGHT))

    def hold(self, line: QWidget) -> None:
        """Have a line to type into, which is shown in the stead of the last event and of what can be done."""
        self._line = line
        self.row.insertWidget(self.row.indexOf(self.deeds), line, 1000)
        line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._fit()
        return bool(super().eventFilter(watched, event))

    def _fit(self) -> None:
        """Where the game stands and what happened last keep their places; what can be done gets the rest.

        In a narrow bar first the last event gives way, then what is asked: all of it is in the tips.
        """
        wide, typing = self.width(), self._line is not None and not self._line.isHidden()
        self.deeds.setVisible(not typing)
        self.news.setVisible(not typing)
        asked = self._prompt.fontMetrics().horizontalAdvance(self._prompt.text()) + fonts.px(8)
        stands, news = round(min(max(asked, wide * STANDS), wide * MOST_STANDS)), round(wide * NEWS)
        for key_in_tip in (False, True):
            step = 0 if self.button.isHidden() else self.button.width_when(key_in_tip=key_in_tip)
            sides = 0 if self.sides.isHidden() else self.sides.sizeHint().width() + self.row.spacing()
            free = wide - step - sides - 4 * self.row.spacing() - fonts.px(6)
            room = free - stands - news
            free -= self.deeds.needed(room)
            if free >= stands + fonts.px(LEAST_NEWS):
                break
        self.button.put_key_in_tip(key_in_tip)
        self.deeds.fit(room)
        stands = max(min(stands, free - fonts.px(LEAST_NEWS)), min(free, round(wide * LEAST_STANDS)))
        self._stands.setFixedWidth(max(0, stands))
        self._title.setFixedHeight(fonts.px(29))
        self._prompt.setFixedHeight(fonts.px(19))
        self.news.setFixedWidth(max(0, min(news, free - stands)))
        where = [self._game.say(words) for words in self._where()]
        metrics = self._title.fontMetrics()
        self._title.setText(next((words for words in where if metrics.horizontalAdvance(words) <= stands), where[-1]))
        self._title.setToolTip(where[0])
        self._prompt.setToolTip(self._prompt.text() if asked > stands else "")

    def _name(self, seat: str) -> str:
        return self._names[SEATS.index(seat)] or seat

    @property
    def step(self) -> NextStep | None:
        """The next step shown."""
        return next_step(self._game)

    def refresh(self, *_: object) -> None:
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
        seat, contest = SEATS[state.phase], state.table.contest
        named = dict.fromkeys((self._name(seat), seat))
        if contest is not None:
            turn = say("Turn {turn} of {turns}", turn=state.turn, turns=contest.turns)
            return *(say("{turn} · {band}'s phase", turn=turn, band=band) for band in named), turn
        full = (say("Turn {turn} · {band}'s phase", turn=state.turn, band=band) for band in named)
        return *full, say("Turn {turn}", turn=state.turn)
