"""A game on the screen: the app deals, nobody is asked to shuffle, and who wishes so lets pass what is not for them."""

from __future__ import annotations

from companion.model.core.contract import SPECTATOR, Choice, Content, Option, Pending, Roll
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.sake.frames import WindowFrame
from companion.model.games.sake.options import Pass
from companion.model.games.sake.state import LETTERS, State
from companion.ui.play.game_controller import GameController


class SakeController(GameController[State]):
    """See the module."""

    def __init__(self, session: Session[State], words: Words, content: Content | None) -> None:
        super().__init__(session, words, content=content)
        self.passing: set[str] = set()
        """Seats that pass whenever they are not the target: known to all (SCR-8)."""

    def let_pass(self, seat: str, on: bool) -> None:
        """From now on a seat passes where it is not the target, or is asked again."""
        (self.passing.add if on else self.passing.discard)(seat)
        self._stand_up()
        self.settings_changed.emit()
        self._wake()

    def may_let_pass(self, seat: str) -> bool:
        """Whether a seat looks on while somebody else is attacked or moves; everybody sees that."""
        top = self.state.frames[-1] if self.state.frames else None
        return isinstance(top, WindowFrame) and top.kind == "action" and LETTERS.index(seat) != top.target

    @property
    def unseen(self) -> bool:
        """A real table, whose cards are told when they are played: nothing on the screen is anybody's secret."""
        return self.tracking and self.state.table.options.enforcement == "track"

    @property
    def viewer(self) -> str | None:
        if not self.unseen:
            return super().viewer
        choices = self.choices
        return choices[0].seat if choices else SPECTATOR

    def tells_nothing(self, choice: Choice) -> bool:
        return self.unseen

    def _answerers(self, choice: Choice) -> tuple[str, ...]:
        if choice.seat in self.passing and self.may_let_pass(choice.seat):
            return ()
        return super()._answerers(choice)

    def takes_unasked(self, choice: Choice) -> Option | None:
        if choice.seat in self.bots:
            return None
        return next((option for option in choice.options if isinstance(option, Pass)), None)

    def _automatic(self, pending: Pending) -> bool:
        if isinstance(pending, Roll) and self.dice_entry == "virtual":
            return True
        return super()._automatic(pending)

    def until_next(self) -> int | None:
        return 0 if isinstance(self.pending, Roll) else super().until_next()

    def undo(self) -> bool:
        """Take back the last decision, and the shuffles that it led to."""
        done = super().undo()
        while done and isinstance(self.pending, Roll) and self.session.cursor > 0:
            done = super().undo()
        return done
