"""A game on the screen: the app deals, nobody is asked to shuffle, and who wishes so lets pass what is not for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.model.core.contract import (
    SPECTATOR,
    Choice,
    Content,
    Option,
    Pending,
    Roll,
    Together,
    choices_of,
    find_option,
)
from companion.model.core.record import Chosen
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.sake.state.frames import WindowFrame
from companion.model.games.sake.state.options import BurnDraw, Hold, Pass, Soul
from companion.model.games.sake.state.state import HOLD, LETTERS, SPIRIT, State
from companion.ui.play.game_controller import GameController

ANSWER_MS = 90
"""Between two answers of automatic players: only that they were given is seen, what comes of them is worth the time."""


class SakeController(GameController[State]):
    """See the module."""

    def __init__(self, session: Session[State], words: Words, content: Content | None) -> None:
        super().__init__(session, words, content=content)
        self.passing: set[str] = set()
        """Seats that pass whenever they are not the target: known to all (SCR-8)."""
        self._reopened = -1
        """The place of the log where the table is asked once more who answers."""
        self._pausing = 0
        """The turn in which the table says what weapon is held; else the one in hand stays there (TRK-2)."""

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
        seats = [choice.seat for choice in self.choices]
        top = self.state.frames[-1] if self.state.frames else None
        attacked = LETTERS[top.target] if isinstance(top, WindowFrame) and top.target >= 0 else ""
        return attacked if attacked in seats else seats[0] if seats else SPECTATOR

    # a real table --------------------------------------------------------------------------------------------------

    def choose(self, *options: Option) -> bool:
        return super().choose(*options, *(self._follows(options) if self.unseen else ()))

    def end_with_weapon(self, end: Option) -> bool:
        """End the phase, and wait for what is done before the next turn: another weapon, an item."""
        self._pausing = self.state.turn
        return self.choose(end)

    def _follows(self, options: Sequence[Option]) -> Iterator[Option]:
        """What the table does not say (TRK-4): that nobody else answers, and that the only weapon stays in hand."""
        system, state = self.session.system, self.state
        for option in options:
            if system.check(state, option) is not None:
                return  # it will be refused
            state = system.apply(state, option).state
        while (quiet := next(unasked(system.pending(state), state, self._pausing), None)) is not None:
            yield quiet
            state = system.apply(state, quiet).state

    def silent(self) -> int:
        """What an Interruption told now would cancel: that which nobody answered last, as windows write it; 0: none."""
        at = self._silence()
        if at is None:
            return 0
        top = self.session.state_at(at).frames[-1]
        return top.cancels if isinstance(top, WindowFrame) else 0

    def reopen(self) -> bool:
        """Ask again who answers what was done last."""
        session, at = self.session, self._silence()
        if at is None:
            return False
        done = []
        for n in range(self._group_start(), at):
            state, intent = session.state_at(n), session.steps[n].intent
            assert isinstance(intent, Chosen)
            done.append(find_option(session.system, state, intent.option, intent.seat or None))
        if not self.undo():
            return False
        self._reopened = session.cursor + len(done)
        return self.attempt(lambda: session.choose_all(done))

    def _group_start(self) -> int:
        """Where the steps begin that were done last as one thing."""
        steps, first = self.session.steps, self.session.cursor - 1
        while first and steps[first].group and steps[first - 1].group == steps[first].group:
            first -= 1
        return first

    def _silence(self) -> int | None:
        """The first step of the last thing done that says that nobody answers."""
        session = self.session
        if not self.unseen or not self.live or session.cursor == 0:
            return None
        first = self._group_start()
        intents = [step.intent for step in session.steps[first : session.cursor]]
        chosen = [intent.option for intent in intents if isinstance(intent, Chosen)]
        if len(chosen) < len(intents) or "pass" not in chosen[1:]:
            return None
        return first + chosen.index("pass", 1)

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
        return bool(self._quiet()) or super()._automatic(pending)

    def _quiet(self) -> list[Option]:
        """What the table does not say, where chance has come in between."""
        if not self.unseen or not self.live or self.session.cursor == self._reopened:
            return []
        return list(unasked(self.pending, self.state, self._pausing))

    def _act(self) -> None:
        if quiet := self._quiet():
            self.attempt(lambda: self.session.choose_all(quiet))
        else:
            super()._act()

    def until_next(self) -> int | None:
        if isinstance(self.pending, Roll) or self._quiet():
            return 0
        wait = super().until_next()
        return min(wait, ANSWER_MS) if wait is not None and isinstance(self.pending, Together) else wait

    def undo(self) -> bool:
        """Take back the last decision, and the shuffles that it led to."""
        done = super().undo()
        while done and (isinstance(self.pending, Roll) or self._quiet()) and self.session.cursor > 0:
            done = super().undo()
        return done


def unasked(pending: Pending, state: State, pausing: int = 0) -> Iterator[Option]:
    """The answers that a real table does not give; `pausing`: the turn in which the held weapon is told."""
    top = state.frames[-1] if state.frames else None
    choices = choices_of(pending)
    if top is None and state.phase == HOLD and state.turn != pausing:
        held = state.seats[state.active].held
        holds = [option for option in choices[0].options if isinstance(option, Hold)]
        yield from holds if len(holds) == 1 else [one for one in holds if one.weapon == held]
    if not isinstance(top, WindowFrame) or top.kind in ("torment", "pipe"):
        return
    waiting = {choice.seat for choice in choices}
    given = dict(zip(top.seats, top.answers, strict=True)).get(top.target)
    if top.kind == "action" and top.target >= 0:
        ghost = state.seats[top.target].kind == SPIRIT
        dodgers = any(state.seats[LETTERS.index(seat)].kind == SPIRIT for seat in waiting)
        if LETTERS[top.target] in waiting or (ghost and dodgers) or isinstance(given, BurnDraw | Soul):
            return  # the attacked one's answer is told
    for choice in choices:
        yield from (option for option in choice.options if isinstance(option, Pass))
