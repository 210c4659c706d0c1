"""A game on the screen, whatever game it is: the one object that widgets look at and act through.

It holds the session and says what changed. Widgets never change a state themselves: they call a method here, and redraw
when a part that they show was touched. With it, what any table has beside its game: the thread in which automatic
players think, so that the window never waits, and its sounds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QEvent, QObject, QThread, Signal, Slot
from PySide6.QtWidgets import QWidget

from companion.model.bots import Bot, BotFault, Decision, ask_bot
from companion.model.core.chance import Face
from companion.model.core.contract import Choice, Content, Correction, Option, Over, Pending, Roll, System, options_of
from companion.model.core.refusal import Refusal, attempted
from companion.model.core.session import Session
from companion.model.core.timeline import LOG, Change, parts_of
from companion.model.core.words import Message, Name, Words
from companion.ui.kit.background_task import let_end
from companion.ui.kit.sound import play

S = TypeVar("S")


class StandIn(Protocol):
    """Takes what a person does in place of the game, while something else is asked (the past is put right)."""

    by_hand: bool
    """Things are put anywhere, and rules are not asked."""

    @property
    def takes_steps(self) -> bool:
        """Whether it waits for options or dice; otherwise none are offered."""

    def point(self, at: int) -> bool:
        """A place was clicked; False: that means what it always does."""

    def choose(self, options: Sequence[Option]) -> None:
        """Options were chosen."""

    def roll(self, faces: Sequence[Face | None] | None) -> None:
        """Dice were rolled or typed."""

    def correct(self, corrections: Sequence[Correction], rule: str | None) -> None:
        """The table was changed by hand."""


class Controller(QObject, Generic[S]):
    """See the module. Signals carry plain values."""

    changed = Signal(object)
    """A `Change`: what happened, after it was kept, and which parts it touched."""
    refused = Signal(object)
    """A `Refusal`: something was tried that the rules forbid."""
    failed = Signal(object)
    """A `Message`: something could not be done (the disk is full, a card is missing)."""
    settings_changed = Signal()
    """Mode, dice entry, automatic players or language changed."""

    def __init__(self, session: Session[S], words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.words = words

    # what there is to see ------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session[S]:
        """What is played."""
        return self._session

    @property
    def state(self) -> S:
        """The state shown."""
        return self.session.state

    @property
    def pending(self) -> Pending:
        """What the game waits for."""
        return self.session.pending

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen now; nothing while an earlier step is only looked at."""
        pending = self.pending
        return options_of(pending) if isinstance(pending, Choice) and not self.session.looking else ()

    def options_like(self, kind: type[Option]) -> list[Option]:
        return [option for option in self.options if isinstance(option, kind)]

    def to_roll(self) -> Roll | None:
        """The roll that a person has to make now."""
        pending = self.pending
        return pending if isinstance(pending, Roll) and not self.session.looking else None

    def over(self) -> Over | None:
        """The end, when it has come."""
        pending = self.pending
        return pending if isinstance(pending, Over) else None

    def say(self, message: Message | Name | str) -> str:
        """Words of the model in the window's language."""
        return self.words(message)

    # what a person does: True when it was done ---------------------------------------------------------------------

    def choose(self, *options: Option) -> bool:
        """Do these, one after the other, as one thing to undo."""
        return self.attempt(lambda: self.session.choose_all(options))

    def retype(self, faces: Sequence[Face]) -> bool:
        """Correct the roll that was just entered."""
        return self.attempt(lambda: self.session.retype(tuple(faces)))

    def undo(self) -> bool:
        """Take the last thing back."""
        return self.attempt(lambda: self.session.undo_group())

    def redo(self) -> bool:
        """Do again what was taken back."""
        return self.attempt(lambda: self.session.redo_group())

    def jump(self, cursor: int) -> bool:
        """Go to the place after `cursor` steps; what was done after it can be redone."""
        return self.attempt(lambda: self.session.jump(cursor))

    def look(self, cursor: int | None) -> bool:
        """Show another moment (None: the present) without going there: see `Session.look`."""
        return self.attempt(lambda: self.session.look(cursor))

    def attempt(self, do: Callable[[], object]) -> bool:
        """Do something that may be refused or fail, and tell the person if it does."""
        why = attempted(do)
        if isinstance(why, Refusal):
            self.refused.emit(why)
        elif why is not None:
            self.failed.emit(why)
        return why is None

    # who shows it --------------------------------------------------------------------------------------------------

    def keep_current(
        self, panel: QWidget, rewrite: Callable[[], object], *parts: str, unseen: bool = False
    ) -> Callable[..., None]:
        """Have `rewrite` called when one of these parts of the game was touched (no parts: any), or a setting.

        Only while `panel` is to be seen: what it missed is made up for when it is shown; with `unseen`, also while it
        is hidden, for panels that show themselves. Returns what else may call for it, to be connected to other signals.
        """
        unknown = set(parts) - parts_of(self.state) - {LOG}
        if unknown:
            raise ValueError(f"no parts of this game: {sorted(unknown)}")
        current = _Current(panel, rewrite, frozenset(parts), unseen)
        self.changed.connect(current.follow)
        self.settings_changed.connect(current.renew)
        return current.renew


class _Current(QObject):
    """Keeps one panel as the game is."""

    def __init__(self, panel: QWidget, rewrite: Callable[[], object], parts: frozenset[str], unseen: bool) -> None:
        super().__init__(panel)
        self._panel, self._rewrite, self._parts, self._unseen = panel, rewrite, parts, unseen
        self._missed = False
        if not unseen:
            panel.installEventFilter(self)

    @Slot(object)
    def follow(self, change: Change) -> None:
        if not self._parts or not self._parts.isdisjoint(change.touched):
            self.renew()

    def renew(self, *_: object) -> None:
        panel = self._panel
        self._missed = not (self._unseen or panel.isWindow() or panel.isVisibleTo(panel.window()))
        if not self._missed:
            self._rewrite()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._missed and event.type() in (QEvent.Type.Show, QEvent.Type.ShowToParent):
            self.renew()
        return False


class TableSounds(QObject):
    """Hears a game. `landed` is for whoever has dice fall."""

    def __init__(
        self,
        game: Controller[Any],
        turn: str,
        dice: Collection[str],
        falling: Callable[[], bool],
        parent: QObject,
    ) -> None:
        """`turn`, `dice`: the kinds of events that begin a turn and that come of dice; `falling`: they lie not yet."""
        super().__init__(parent)
        self._turn, self._dice, self._falls = turn, dice, falling
        self._falling = False
        game.changed.connect(self._changed)
        game.refused.connect(lambda _: play("no"))

    def landed(self) -> None:
        """The dice are heard when they come to rest."""
        if self._falling and not self._falls():
            self._falling = False
            play("dice")

    def _changed(self, change: Change) -> None:
        self._falling = self._falls()
        kinds = {event.kind for event in change.events} if change.cause in ("choose", "roll", "retype") else set()
        if self._turn in kinds:
            play("turn")
        elif not kinds.isdisjoint(self._dice) and not self._falling:
            play("dice")


PATIENCE_S = 2.0
"""How long a player may think; it answers with the best it has found by then."""


class _Question:
    """Something that is thought about; who asked may give it up."""

    def __init__(self, think: Callable[[Callable[[], bool]], object]) -> None:
        self._think = think
        self.open = True
        self.answer: object = None

    def think(self) -> object:
        return self._think(lambda: not self.open)


class _Thinker(QObject):
    done = Signal(object)
    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.asked.connect(self._think)

    @Slot(object)
    def _think(self, question: _Question) -> None:
        if question.open:
            question.answer = question.think()
        self.done.emit(question)


class Worker(QObject):
    """One thread, one question at a time; `done` brings the answer to the asking thread."""

    done = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._question: _Question | None = None
        self._thread: QThread | None = None
        self._thinker: _Thinker | None = None

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer."""
        return self._question is not None

    def ask(
        self, bot: Bot, system: System[Any], state: object, choice: Choice, rng: Random, content: Content | None = None
    ) -> None:
        """Let `bot` decide; refused while another question is open."""

        def think(stopped: Callable[[], bool]) -> Decision | BotFault:
            try:
                return ask_bot(bot, system, state, choice, rng, PATIENCE_S, content)
            except BotFault as fault:
                return fault

        self.think(think)

    def think(self, think: Callable[[Callable[[], bool]], object]) -> None:
        """Have something thought about, told whether the question was given up; refused while another one is open."""
        assert not self.busy
        if self._thinker is None:
            self._thread = QThread()
            self._thinker = _Thinker()
            self._thinker.moveToThread(self._thread)
            self._thinker.done.connect(self._answered)
            self._thread.start()
        self._question = _Question(think)
        self._thinker.asked.emit(self._question)

    @Slot(object)
    def _answered(self, question: _Question) -> None:
        # an answer may lie in the queue of events when its question is given up: it is told apart here, not there
        if question is self._question:
            self._question = None
            self.done.emit(question.answer)

    def forget(self) -> None:
        """Give up the question; its answer, even one that is under way already, reaches nobody."""
        if self._question is not None:
            self._question.open = False
            self._question = None

    def stop(self) -> None:
        """Give up the question. Nobody waits for the thread: it ends when it has thought the question through."""
        self.forget()
        if self._thread is not None and self._thinker is not None:
            self._thinker.done.disconnect(self._answered)
            let_end(self._thread, with_=self._thinker)
            self._thread = self._thinker = None
