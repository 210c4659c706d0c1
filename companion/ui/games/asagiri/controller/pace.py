"""How fast automatic players act before a person's eyes: dice fall before anything shows what they led to, and a fight
stays until it was read.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from companion.model.core.contract import Over
from companion.model.core.session import Change
from companion.model.core.words import Message, plural
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import CombatRolled, ShotRolled
from companion.model.games.asagiri.state.stack import Fight
from companion.model.games.asagiri.state.state import SEATS, State
from companion.ui.kit import phase_end_question
from companion.ui.kit.theme import motion
from companion.ui.kit.theme.motion import Speed
from companion.ui.play.game_controller import BETWEEN_MS, GameController

READING_MS: dict[Speed, int] = {"wait": 2600, "slow": 5200, "fast": 1900, "at_once": 0}
"""How long a result stays where nobody is asked to go on."""
FORWARD = ("choose", "roll", "retype", "edit")


class Pace(QObject):
    """Of one game. `changed`: the dice have come to rest, or a fight waits to be read, or was read."""

    changed = Signal()

    def __init__(self, game: GameController[State]) -> None:
        super().__init__(game)
        self._game = game
        self._unread = False
        self._fall = QTimer(self, singleShot=True)
        self._fall.timeout.connect(self.changed)

    def note(self, change: Change, *, by_itself: bool) -> None:
        """Something has happened; `by_itself`: no person did it. A person who has decided since has seen the dice."""
        if change.cause in ("note", "dice", "switch"):
            return
        self._fall.stop()
        one = change.after_cursor == change.before_cursor + 1
        if change.cause in ("roll", "look") and one and self._moves and self._rolled(change):
            self._fall.start(motion.FALL)
        if change.cause == "look":
            return
        if change.cause in FORWARD and any(isinstance(event, CombatRolled | ShotRolled) for event in change.events):
            self._unread = True
        elif change.cause not in FORWARD or not by_itself:
            self._unread = False

    def _rolled(self, change: Change) -> bool:
        session = self._game.session
        return bool(session.steps[change.before_cursor].result.faces) and any(
            isinstance(frame, Fight) for frame in session.state_at(change.before_cursor).frames
        )

    @property
    def _moves(self) -> bool:
        return self._game.animated and motion.speed() != "at_once" and not motion.reduced()

    @property
    def falling(self) -> bool:
        """Whether the dice of a fight are in the air: nothing shows yet what they led to."""
        return self._fall.isActive()

    def land(self) -> bool:
        """Have falling dice lie at once; False when there are none."""
        if not self.falling:
            return False
        self._fall.stop()
        self.changed.emit()
        return True

    @property
    def shown(self) -> bool:
        """Whether a fight has just ended, and the game would go on without anybody who looks."""
        game = self._game
        if not self._unread or not game.animated or not game.live or game.state.frames or game.paused:
            return False
        return game.automatic or isinstance(game.pending, Over)

    @property
    def holding(self) -> bool:
        """Whether the game waits until a person has read the fight."""
        watched = any(seat not in self._game.bots for seat in SEATS)
        return motion.speed() == "wait" and watched and not self.falling and self.shown

    def read(self) -> None:
        """The fight has been read."""
        if self._unread:
            self._unread = False
            self.changed.emit()

    def until_next(self) -> int | None:
        """Milliseconds until what comes by itself; None: not before the dice lie and a person goes on."""
        if not self._game.animated:
            return 0
        if self.falling or self.holding:
            return None
        return READING_MS[motion.speed()] if self.shown else BETWEEN_MS[motion.speed()]


class PhaseEndQuestion(QObject):
    """Of one game. `changed` when the question comes or goes."""

    changed = Signal()

    def __init__(self, game: GameController[State]) -> None:
        super().__init__(game)
        self._game = game
        self.asked = False
        game.changed.connect(self.dismiss)

    @property
    def left(self) -> int:
        """How many figures could still be activated in this phase."""
        return len(self._game.options_like(o.Activate))

    @property
    def question(self) -> Message:
        """What is asked."""
        return plural(
            "{count} figure has not acted yet. End the phase anyway?",
            "{count} figures have not acted yet. End the phase anyway?",
            self.left,
        )

    def end(self) -> bool:
        """End the phase, or ask first; True when it is done.

        Not where the table is only followed: what happened there has happened, and one key tells it.
        """
        game, wanted = self._game, o.EndActivations()
        if phase_end_question.asks() and not self.asked and game.live and game.session.mode == "enforce":
            self.asked = wanted in game.options and self.left > 0
            if self.asked:
                self.changed.emit()
                return False
        return game.choose(wanted)

    def dismiss(self, *_: object) -> bool:
        """Not yet; False when nothing was asked."""
        was, self.asked = self.asked, False
        if was:
            self.changed.emit()
        return was
