"""A game of Asagiri on the screen: what is looked at, who plays, and the ways of a table beside those of any game.

Automatic players think in a worker thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from random import Random
from typing import get_args

from PySide6.QtCore import QObject, QTimer, Signal

from companion.model.bots import Bot, Thought
from companion.model.bots.asked import BotFault
from companion.model.core.chance import Face
from companion.model.core.contract import Choice, Content, Correction, Option, Over, Pending, Roll, options_of
from companion.model.core.journal import touched_parts
from companion.model.core.record import Dice, Mode, Noted
from companion.model.core.record import DiceMode as DiceEntry
from companion.model.core.refusal import Refusal
from companion.model.core.revision import Revision
from companion.model.core.session import Change, Session
from companion.model.core.words import Message, Words, say
from companion.model.games.asagiri.rules.options import DoIt
from companion.model.games.asagiri.state.state import Figure, State
from companion.model.games.asagiri.table import routes
from companion.model.games.asagiri.table.corrections import Place
from companion.ui.play.bot_worker import Worker
from companion.ui.play.controller import Controller

from .automation import Dialling
from .help import ALLOWED, HELPS, Help
from .pace import Pace
from .phase_end import Ending
from .stand_in import StandIn

ENTRIES: tuple[DiceEntry, ...] = get_args(DiceEntry)
"""From the one that leaves nothing to a person to the one that leaves it everything."""
_BACK = ("undo", "redo", "jump", "revise")
"""What a person does to the log, in which no decision lies: automatic players wait for the next one."""


class Game(Controller[State]):
    """See the module."""

    selected = Signal(int)
    """The figure looked at, or -1."""
    odds_asked = Signal(int)
    """A person wants to know how a fight with this figure would end."""
    noted = Signal()
    """A note or a bookmark changed."""
    seated = Signal()
    """The bands have changed seats: whoever sits at the screen stays where they were."""
    thinking = Signal(bool)
    """An automatic player began or stopped thinking."""

    def __init__(
        self,
        session: Session[State],
        words: Words,
        parent: QObject | None = None,
        *,
        content: Content | None = None,
    ) -> None:
        """Show `session`; every seat is a person until `give_to` says otherwise. `content` has the cards' pictures."""
        super().__init__(session, words, parent)
        self.content = content
        self.selection = -1
        self.bots: dict[str, Bot] = {}
        self.paused = False
        """Automatic players wait: a person went back through the game and has decided nothing since."""
        self._unseen = False
        self._closed = False
        self.animated = True
        self.near = 0
        """The band whose player sits at the screen: at its left, and at the bottom of the board."""
        self.stand_in: StandIn | None = None
        self._supposed: State | None = None
        self._rng = Random()
        self._worker = Worker(self)
        self._worker.done.connect(self._bot_decided)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._bot_turn)
        self._asked: State | None = None
        """The position that an automatic player thinks about."""
        self._by_itself = False
        """What is being done is done by an automatic player."""
        self.pace = Pace(self)
        self.ending = Ending(self)
        self.pace.changed.connect(self._wake)
        self.dials = Dialling(self)
        self.changed.connect(self.dials.moved_on)
        session.subscribe(self._on_change)

    # what there is to see ------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state shown: that of the session's cursor, or a supposed one."""
        return super().state if self._supposed is None else self._supposed

    @property
    def pending(self) -> Pending:
        """What the game waits for."""
        return super().pending if self._supposed is None else self.session.system.pending(self._supposed)

    @property
    def live(self) -> bool:
        """Whether the present is shown, and what is done is done to the game."""
        return not self._closed and self._supposed is None and self.stand_in is None and not self.session.looking

    @property
    def waits(self) -> bool:
        """Whether it is an automatic player's turn, and it waits for a person to let it go on."""
        return self.paused and self.live and self._automatic(self.pending)

    @property
    def goes_on(self) -> bool:
        """Whether nothing is asked of the person but to go on, which Enter does, too."""
        return self.pace.falling or self.pace.holding or self.waits

    def idle_words(self, seat: str) -> Message:
        """What the automatic player called `seat` does while it is its turn."""
        return (
            say("{seat} is waiting: you went back", seat=seat) if self.waits else say("{seat} is thinking", seat=seat)
        )

    @property
    def help(self) -> Help:
        """What help both players have agreed upon; all, as long as nothing was said."""
        agreed = self.session.agreed()
        return agreed if agreed in HELPS else "all"

    def allows(self, what: str) -> bool:
        """Whether a help (`odds`, `threat`, `advice`, `hint`) is agreed."""
        return what in ALLOWED[self.help]

    @property
    def tracking(self) -> bool:
        """Whether the table may do everything by hand."""
        return self.session.mode != "enforce" or (self.stand_in is not None and self.stand_in.by_hand)

    @property
    def dice_entry(self) -> DiceEntry:
        """How the dice asked for are entered; without any: how all are, where that is the same for all.

        Of several ways in one roll the one that leaves most to the person.
        """
        pending, dice = self.pending, self.session.dice
        if isinstance(pending, Roll):
            modes = self.session.dice_modes(pending)
            return next((mode for mode in ENTRIES[::-1] if mode in modes), "virtual")
        return dice if isinstance(dice, str) else "ask"

    def rolled_here(self) -> tuple[int, ...]:
        """The dice of the roll asked for that nobody types."""
        pending = self.pending
        modes = self.session.dice_modes(pending) if isinstance(pending, Roll) else ()
        return tuple(n for n, mode in enumerate(modes) if mode == "virtual")

    @property
    def options(self) -> tuple[Option, ...]:
        """Every option of the person to act; empty while an automatic player is to act."""
        pending = self.pending
        if self.stand_in.by_hand if self.stand_in is not None else self.session.looking:
            return ()  # a table that is checked, or the past that is only looked at
        return options_of(pending) if isinstance(pending, Choice) and self._mine(pending) else ()

    def _mine(self, pending: Choice) -> bool:
        """Whether a person answers: automatic players have no say in what the past was."""
        return pending.seat not in self.bots or self.stand_in is not None

    def to_roll(self) -> Roll | None:
        """The dice a person has to roll or type now."""
        pending = self.pending
        return pending if isinstance(pending, Roll) and not self._automatic(pending) else None

    def name(self, who: int) -> str:
        """The name of a figure in the window's language."""
        return self.words(self.state.table.called[who])

    def figure(self, who: int) -> Figure:
        """What happens to a figure."""
        return self.state.figures[who]

    # what a person does --------------------------------------------------------------------------------------------

    def select(self, who: int) -> None:
        """Look at a figure (-1: at none)."""
        if who != self.selection:
            self.selection = who
            self.selected.emit(who)

    def choose(self, *options: Option) -> bool:
        """Do these, one after the other, as one thing to undo; False when a rule refuses (said by `refused`)."""
        if self.stand_in is not None:
            stand_in = self.stand_in
            return self.attempt(lambda: stand_in.choose(options))
        return super().choose(*options)

    def roll(self, faces: Sequence[Face | None] | None = None, *, first: Sequence[Option] = ()) -> bool:
        """Roll the dice asked for, or take the `faces` a person typed; the seed's where one is None.

        `first`: chosen before, as one thing to undo with the roll (nothing more is announced).
        """
        if first and not self.choose(*first):
            return False
        if self.stand_in is not None:
            stand_in = self.stand_in
            return self.attempt(lambda: stand_in.roll(faces))
        return self.attempt(lambda: self.session.roll(faces, join=bool(first)))

    def enter_roll(
        self,
        first: Sequence[Option],
        corrections: Sequence[Correction],
        faces: Sequence[Face],
        rule: str | None = None,
    ) -> bool:
        """Take dice that a table has rolled in its own way, and what that says of others, as one thing to undo."""
        if self.stand_in is not None:
            return self.roll(faces)

        def do() -> None:
            session, begin = self.session, self.session.cursor
            for correction in corrections:
                session.edit(correction, rule, join=session.cursor > begin)
            for option in first:
                session.choose(option, join=session.cursor > begin)
            if faces:
                session.roll(faces, join=session.cursor > begin)

        return self.attempt(do)

    def retype(self, faces: Sequence[Face]) -> bool:
        """Correct the roll that was just entered."""
        if self.stand_in is not None:
            return self.roll(faces)
        return super().retype(faces)

    def correct(self, *corrections: Correction, rule: str | None = None) -> bool:
        """Change the table by hand; `rule` is the one that this overrides."""
        against = rule is not None or not self.tracking
        if self.stand_in is not None:
            stand_in = self.stand_in
            return self.attempt(lambda: stand_in.correct(corrections, rule))

        return self.attempt(lambda: self.session.edit_all(corrections, rule, override=against))

    def move(self, who: int, at: int, facing: int | None = None) -> bool:
        """Bring a figure to a square, by the rules; refused when it is out of reach."""
        way = routes.route(self.state, who, at, facing)
        if isinstance(way, Refusal):
            self.refused.emit(way)
            return False
        return self.choose(*way) if way else True

    def move_by_hand(self, who: int, at: int, facing: int) -> bool:
        """A figure was put down somewhere on the table: as steps if the rules allow, else as an override."""
        if self.stand_in is not None and self.stand_in.by_hand:
            return self.correct(Place(who, at, facing))
        way = routes.route(self.state, who, at, facing)
        if not isinstance(way, Refusal):
            return self.choose(*way) if way else True
        return self.override((routes.by_hand(self.state, who, at, facing),), way)

    def override(self, corrections: Sequence[Correction], against: Refusal) -> bool:
        """Change the table by hand against a rule, which assist mode names."""
        done = self.correct(*corrections, rule=against.rule)
        if done:
            self.dials.broken(against)
        return done

    def look_up(self, what: str, about: str = "") -> bool:
        """A person looks at a help: noted in the log, once until something is done; False when it is not agreed."""
        if not self.allows(what):
            return False
        noted = f"{what}:{about}" if about else what
        session = self.session
        behind = takewhile(lambda step: isinstance(step.intent, Noted), reversed(session.steps[: session.present]))
        known = any(step.intent == Noted("help", noted) for step in behind)
        return known or self.attempt(lambda: session.note("help", noted))

    def agree_help(self, level: Help) -> None:
        """Both players agree upon the help that is allowed from now on."""
        if level != self.help and self.attempt(lambda: self.session.note("agreed", level)):
            self.settings_changed.emit()

    def pointed(self, at: int) -> bool:
        """Whether a click on a square was meant for something other than the game."""
        return self.stand_in is not None and self.stand_in.point(at)

    def look(self, cursor: int | None) -> bool:
        return cursor == (self.session.cursor if self.session.looking else None) or super().look(cursor)

    def suppose(self, state: State | None) -> None:
        """Show a table that could have been; None: no longer. Nothing of the game changes."""
        if state is not self._supposed:
            shown, self._supposed = self.state, state
            cursor = self.session.cursor
            self.changed.emit(Change(cursor, cursor, (), "look", touched_parts(shown, self.state)))
            self._wake()

    def accept(self, revision: Revision[State]) -> bool:
        """Make a proposed past the past."""
        return self.attempt(lambda: self.session.accept(revision))

    def restore(self) -> None:
        """Bring back the log as it was before the past was last put right."""
        self.attempt(self.session.restore)

    def annotate(self, index: int, *, note: str | None, bookmark: bool) -> bool:
        """Write beside a step."""
        done = self.attempt(lambda: self.session.annotate(index, note=note, bookmark=bookmark))
        self.noted.emit()
        return done

    def resume(self) -> None:
        """Let automatic players go on after the person went back."""
        self.paused = False
        self.settings_changed.emit()
        self._wake()

    def switch(self, mode: Mode) -> None:
        """From now on, everything by hand, by hand with reminders, or only what the rules allow."""
        self.dials.switch(mode)

    def give_to(self, seat: str, bot: Bot | None) -> None:
        """Give a seat to an automatic player, or back to a person."""
        if bot is None:
            self.bots.pop(seat, None)
        else:
            self.bots[seat] = bot
        self.settings_changed.emit()
        self._wake()

    def set_dice(self, dice: Dice) -> None:
        """Who rolls from now on: for all, by player, or by player and kind of roll."""
        if dice != self.session.dice and self.attempt(lambda: self.session.set_dice(dice)):
            self.settings_changed.emit()

    def sit(self, near: int) -> None:
        """The player of this band sits at the screen, whatever letter the rules give it."""
        if near != self.near:
            self.near = near
            self.seated.emit()

    def set_words(self, words: Words) -> None:
        """Change the language."""
        self.words = words
        self.settings_changed.emit()

    def see(self, seen: bool) -> None:
        """The table is shown, or another screen in its place: nobody plays on a table that nobody sees."""
        self._unseen = not seen
        self._wake()

    def start(self) -> None:
        """Begin: automatic players act, unless the game was left after going back."""
        self.paused = bool(self.bots) and self.session.redoable
        self._wake()

    def close(self) -> None:
        """Put the game away, which is on disk already: nothing is done to it any more, whatever still comes."""
        self._closed = True
        self._wake()
        self._worker.stop()

    def attempt(self, do: Callable[[], object]) -> bool:
        return not self._closed and super().attempt(do)

    # automatic players ---------------------------------------------------------------------------------------------

    def _automatic(self, pending: Pending) -> bool:
        """Whether no person sees to this: an automatic player decides, or rolls dice that are all virtual."""
        if isinstance(pending, Roll):
            return pending.seat in self.bots and self.dice_entry == "virtual"
        return isinstance(pending, Choice) and pending.seat in self.bots

    @property
    def automatic(self) -> bool:
        """Whether what comes next comes by itself."""
        return self._automatic(self.pending)

    def _on_change(self, change: Change) -> None:
        if change.cause in _BACK:
            self.paused = bool(self.bots) and (change.cause == "revise" or self.session.redoable)
        elif change.cause not in ("look", "note"):
            self.paused = False
        self.pace.note(change, by_itself=self._by_itself)
        self.changed.emit(change)
        self._wake()

    def _wake(self) -> None:
        """Let the automatic player whose turn it is act soon; a thought about another position is given up."""
        acts = self.live and not self.paused and not self._unseen and self.automatic
        if self._worker.busy and not (acts and self.session.state is self._asked):
            self._worker.forget()
            self.thinking.emit(False)
        ends = self.live and isinstance(self.pending, Over)  # the last fight is read too
        wait = self.pace.until_next() if (acts and not self._worker.busy) or ends else None
        if wait is None:
            self._timer.stop()
        else:
            self._timer.start(wait)

    def _bot_turn(self) -> None:
        self.pace.read()
        self._timer.stop()
        self._alone(self._act)

    def _alone(self, do: Callable[[], object]) -> None:
        """Do something that no person does."""
        self._by_itself = True
        try:
            do()
        finally:
            self._by_itself = False

    def _act(self) -> None:
        pending = self.pending
        if isinstance(pending, Roll):
            self.roll()
        elif isinstance(pending, Choice) and isinstance(pending.options[0], DoIt):
            self.choose(pending.options[0])  # automatic players keep to the rules
        elif isinstance(pending, Choice):
            self._asked = self.session.state
            self.thinking.emit(True)
            system, state = self.session.system, self.state
            self._worker.ask(self.bots[pending.seat], system, state, pending, Random(self._rng.random()))

    def _bot_decided(self, thought: Thought | BotFault) -> None:
        self.thinking.emit(False)
        pending = self.pending
        assert isinstance(pending, Choice)  # else the question had been given up
        if isinstance(thought, BotFault):
            self.give_to(pending.seat, None)
            self.failed.emit(
                say("The computer player has stopped working: a human now plays {seat}.", seat=pending.seat)
            )
            raise thought  # a bug of ours: the report is written by whoever catches everything
        self._alone(lambda: self.choose(thought.option))
