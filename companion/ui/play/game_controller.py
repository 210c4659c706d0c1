"""A game that people and automatic players play, whatever game it is: who plays which seat and who sits at the screen.

Automatic players think in a worker thread. Where seats know different things, the screen belongs to one seat at a time:
what may be shown is what `viewer` may see, and it shows nobody's secrets until the next player says `sit`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar, get_args

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from companion.model.bots import Bot, BotFault, Decision, left_to_table
from companion.model.core.chance import Face
from companion.model.core.contract import (
    SPECTATOR,
    Choice,
    Content,
    Correction,
    Option,
    Pending,
    Roll,
    camps_of,
    choices_of,
)
from companion.model.core.record import Dice, DiceMode, Mode
from companion.model.core.revision import Revision
from companion.model.core.session import Session
from companion.model.core.timeline import Change, touched_parts
from companion.model.core.words import Capital, Message, Words, say
from companion.ui.kit.theme import motion
from companion.ui.kit.theme.motion import Speed

from .controller import Controller, StandIn, Worker

S = TypeVar("S")

ENTRIES: tuple[DiceMode, ...] = get_args(DiceMode)
"""From the one that leaves nothing to a person to the one that leaves it everything."""
BETWEEN_MS: dict[Speed, int] = {"wait": 420, "slow": 900, "fast": 200, "at_once": 0}
"""Between two decisions of automatic players, so that eyes can follow."""
_BACK = ("undo", "redo", "jump", "revise")
"""What a person does to the log, in which no decision lies: automatic players wait for the next one."""


class GameController(Controller[S]):
    """See the module."""

    noted = Signal()
    """A note or a bookmark changed."""
    seated = Signal()
    """Another player sits at the screen, or nobody."""
    thinking = Signal(bool)
    """An automatic player began or stopped thinking."""

    def __init__(
        self, session: Session[S], words: Words, parent: QObject | None = None, *, content: Content | None = None
    ) -> None:
        """Show `session`; every seat is a person until `give_to` says otherwise. `content` has the cards' pictures."""
        super().__init__(session, words, parent)
        self.content = content
        self.bots: dict[str, Bot] = {}
        self.paused = False
        """Automatic players wait: a person went back through the game and has decided nothing since."""
        self.animated = True
        self.stand_in: StandIn | None = None
        self.hidden = session.system.facts.hidden
        self.at_screen = SPECTATOR if self.hidden else self.seats[0]
        """The seat whose player sits at the screen; SPECTATOR: nobody."""
        self.phones: set[str] = set()
        """Seats whose player has the hand on a phone: nobody sits down for them, and the screen is the table."""
        self._unseen = False
        self._closed = False
        self._supposed: S | None = None
        self._rng = Random()
        self._worker = Worker(self)
        self._worker.done.connect(self._bot_decided)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._bot_turn)
        self._asked: S | None = None
        """The position that an automatic player thinks about."""
        self._by_itself = False
        """What is being done is done by an automatic player."""
        session.subscribe(self._on_change)

    # what there is to see ------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order of the table."""
        return self.session.system.seats(self.session.state)

    @property
    def state(self) -> S:
        """The state shown: that of the session's cursor, or a supposed one."""
        return super().state if self._supposed is None else self._supposed

    @property
    def pending(self) -> Pending:
        return super().pending if self._supposed is None else self.session.system.pending(self._supposed)

    @property
    def live(self) -> bool:
        """Whether the present is shown, and what is done is done to the game."""
        return not self._closed and self._supposed is None and self.stand_in is None and not self.session.looking

    @property
    def waits(self) -> bool:
        """Whether it is an automatic player's turn, and it waits for a person to let it go on."""
        return self.paused and self.live and self.automatic

    @property
    def goes_on(self) -> bool:
        """Whether nothing is asked of the person but to go on, which Enter does, too."""
        return self.waits

    def idle_words(self, seat: str | Capital) -> Message:
        """What the automatic player called `seat` does while it is its turn."""
        return (
            say("{seat} is waiting: you went back", seat=seat) if self.waits else say("{seat} is thinking", seat=seat)
        )

    @property
    def tracking(self) -> bool:
        """Whether the table may do everything by hand."""
        return self.session.mode != "enforce" or (self.stand_in is not None and self.stand_in.by_hand)

    @property
    def dice_entry(self) -> DiceMode:
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
    def choices(self) -> tuple[Choice, ...]:
        """What the player at the screen may decide now."""
        if not self.stand_in.takes_steps if self.stand_in is not None else self.session.looking:
            return ()  # a table that is checked, a correction to agree to, or the past that is only looked at
        return tuple(choice for choice in choices_of(self.pending) if self._mine(choice))

    @property
    def options(self) -> tuple[Option, ...]:
        """Every option of the player at the screen; none while only others are to act."""
        return tuple(option for choice in self.choices for option in choice.options)

    def to_roll(self) -> Roll | None:
        """The dice that the player at the screen has to roll or type now."""
        pending = self.pending
        if not isinstance(pending, Roll) or self._automatic(pending):
            return None
        if self.stand_in is not None and not self.stand_in.takes_steps:
            return None
        return pending if not self.hidden or self._sits(self._rollers(pending)) else None

    # who sits at the screen ----------------------------------------------------------------------------------------

    @property
    def viewer(self) -> str | None:
        """With whose eyes the screen shows the game; None: everything is open to all."""
        return self.at_screen if self.hidden else None

    @property
    def to_sit(self) -> tuple[str, ...]:
        """The seats of which one player has to take the screen before the game goes on; none: nobody has to."""
        if not self.hidden or not self.live:
            return ()
        pending = self.pending
        here = [one for one in choices_of(pending) if not self._open_to_all(one) and not self._on_phone(one)]
        groups = [self._answerers(choice) for choice in here]
        if (
            isinstance(pending, Roll)
            and not self._automatic(pending)
            and self.phones.isdisjoint(self._rollers(pending))
        ):
            groups = [self._rollers(pending)]
        asked = tuple(dict.fromkeys(seat for group in groups for seat in group if seat not in self.phones))
        return () if self.at_screen in asked or self.choices else asked

    def sit(self, seat: str) -> None:
        """The player of this seat sits at the screen now; SPECTATOR: nobody, and no secret is shown."""
        if seat != self.at_screen:
            self.at_screen = seat
            self.seated.emit()

    def tells_nothing(self, choice: Choice) -> bool:
        """Whether the options of a tracked table's choice hold nothing that its seat keeps to itself."""
        return False

    def _open_to_all(self, choice: Choice) -> bool:
        return self.tracking and self.tells_nothing(choice)

    def heard_by(self, step: int) -> str | None:
        """For whose ears the log describes a step of which no event is told; None: all may hear what was chosen."""
        session = self.session
        asked = choices_of(session.system.pending(session.state_at(step)))
        return None if asked and all(map(self._open_to_all, asked)) else self.viewer

    def _answerers(self, choice: Choice) -> tuple[str, ...]:
        """The persons who may answer: an automatic partner leaves it to them, and to anybody what the table knows."""
        left = left_to_table(self.session.system, self.state, choice, self.bots.get(choice.seat))
        seats = self.seats if left else self._seats_of(choice)
        return tuple(seat for seat in seats if seat not in self.bots)

    def _seats_of(self, choice: Choice) -> tuple[str, ...]:
        """Those of whom one answers at the screen: whom the rules ask, unless others know the same."""
        return self._asked_by_rules(choice)

    def _asked_by_rules(self, choice: Choice) -> tuple[str, ...]:
        camps = camps_of(self.session.system, self.state) if choice.camp else ()
        return next((camp.seats for camp in camps if camp.id == choice.camp), (choice.seat,))

    def _on_phone(self, choice: Choice) -> bool:
        """Whether a phone is asked this, which it is for its own seat alone."""
        return not self.phones.isdisjoint(self._asked_by_rules(choice))

    def _rollers(self, roll: Roll) -> tuple[str, ...]:
        """The persons of whom one has to see to a roll; none: whoever sits at the screen may."""
        if roll.seen_by is None or self.tracking:
            return ()
        return tuple(seat for seat in roll.seen_by if seat not in self.bots)

    def _sits(self, seats: tuple[str, ...]) -> bool:
        return not seats or self.at_screen in seats

    def _mine(self, choice: Choice) -> bool:
        """Whether the player at the screen answers: automatic players have no say in what the past was."""
        if self.stand_in is not None:
            return not self.hidden or self.at_screen in self._seats_of(choice) or self._open_to_all(choice)
        answerers = self._answerers(choice)
        return bool(answerers) and (not self.hidden or self.at_screen in answerers or self._open_to_all(choice))

    def keep_current(
        self, panel: QWidget, rewrite: Callable[[], object], *parts: str, unseen: bool = False
    ) -> Callable[..., None]:
        renew = super().keep_current(panel, rewrite, *parts, unseen=unseen)
        self.seated.connect(renew)
        return renew

    # what a person does --------------------------------------------------------------------------------------------

    def choose(self, *options: Option) -> bool:
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

    def retype(self, faces: Sequence[Face]) -> bool:
        return self.roll(faces) if self.stand_in is not None else super().retype(faces)

    def correct(self, *corrections: Correction, rule: str | None = None) -> bool:
        """Change the table by hand; `rule` is the one that this overrides."""
        against = rule is not None or not self.tracking
        if self.stand_in is not None:
            stand_in = self.stand_in
            return self.attempt(lambda: stand_in.correct(corrections, rule))
        return self.attempt(lambda: self.session.edit_all(corrections, rule, override=against))

    def look(self, cursor: int | None) -> bool:
        return cursor == (self.session.cursor if self.session.looking else None) or super().look(cursor)

    def suppose(self, state: S | None) -> None:
        """Show a table that could have been; None: no longer. Nothing of the game changes."""
        if state is not self._supposed:
            shown, self._supposed = self.state, state
            cursor = self.session.cursor
            self.changed.emit(Change(cursor, cursor, (), "look", touched_parts(shown, self.state)))
            self._wake()

    def accept(self, revision: Revision[S]) -> bool:
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
        if mode != self.session.mode and self.attempt(lambda: self.session.switch(mode, *self.set_in(mode))):
            self.settings_changed.emit()

    def set_in(self, mode: Mode) -> Sequence[Correction]:
        """What the table sets as the game goes on in a mode; under the rules nothing is."""
        return ()

    def last_in(self, mode: Mode) -> S | None:
        """The state when the game was last in a mode, up to now."""
        session = self.session
        return next((session.state_at(n) for n in range(session.cursor, -1, -1) if session.mode_at(n) == mode), None)

    def give_to(self, seat: str, bot: Bot | None) -> None:
        """Give a seat to an automatic player, or back to a person."""
        if bot is None:
            self.bots.pop(seat, None)
        else:
            self.bots[seat] = bot
        self._reseat()

    def hold(self, seat: str, on: bool) -> None:
        """A phone takes the hand of a seat, or it comes back to the screen."""
        (self.phones.add if on else self.phones.discard)(seat)
        self._reseat()

    def _reseat(self) -> None:
        self._stand_up()
        self.settings_changed.emit()
        self._wake()

    def set_dice(self, dice: Dice) -> None:
        """Who rolls from now on: for all, by player, or by player and kind of roll."""
        if dice != self.session.dice and self.attempt(lambda: self.session.set_dice(dice)):
            self.settings_changed.emit()

    def set_words(self, words: Words) -> None:
        """Change the language."""
        self.words = words
        self.settings_changed.emit()

    def see(self, seen: bool) -> None:
        """The table is shown, or another screen in its place: nobody plays on a table that nobody sees."""
        self._unseen = not seen
        self._wake()

    def start(self) -> None:
        """Begin: automatic players act, unless the game was left after going back; people with the same secrets sit
        down together.
        """
        self.paused = bool(self.bots) and self.session.redoable
        persons = [seat for seat in self.seats if seat not in self.bots]
        if self.hidden and persons and self.know_the_same(persons):
            self.sit(persons[0])
        self._wake()

    def know_the_same(self, seats: Sequence[str]) -> bool:
        """Whether the players of these seats keep nothing from each other."""
        return len(seats) == 1

    def close(self) -> None:
        """Put the game away, which is on disk already: nothing is done to it any more, whatever still comes."""
        self._closed = True
        self._wake()
        self._worker.stop()

    def attempt(self, do: Callable[[], object]) -> bool:
        return not self._closed and super().attempt(do)

    # automatic players ---------------------------------------------------------------------------------------------

    @property
    def automatic(self) -> bool:
        """Whether what comes next comes by itself."""
        return self._automatic(self.pending)

    def _automatic(self, pending: Pending) -> bool:
        """Whether no person sees to this: an automatic player decides, or rolls dice that are all virtual."""
        if isinstance(pending, Roll):
            return self.dice_entry == "virtual" and self.bots.keys() >= {pending.seat, *(pending.seen_by or ())}
        return self._bot_choice(pending) is not None

    def _bot_choice(self, pending: Pending) -> Choice | None:
        """The first decision that is left to an automatic player."""
        return next((choice for choice in choices_of(pending) if not self._answerers(choice)), None)

    def until_next(self) -> int | None:
        """Milliseconds until what comes by itself; None: not before a person goes on."""
        return BETWEEN_MS[motion.speed()] if self.animated else 0

    def takes_unasked(self, choice: Choice) -> Option | None:
        """What automatic players take without a thought."""
        return None

    def _on_change(self, change: Change) -> None:
        if change.cause in _BACK:
            self.paused = bool(self.bots) and (change.cause == "revise" or self.session.redoable)
        elif change.cause not in ("look", "note"):
            self.paused = False
        self._stand_up()
        self.changed.emit(change)
        self._wake()

    def _stand_up(self) -> None:
        """Whoever sits at the screen leaves it as soon as somebody else has to take it.

        Where others hold phones the screen is the table, and nobody's hand stays on it.
        """
        idle = self.at_screen in self.phones or not (self.choices or self.to_roll())
        shared = self.hidden and bool(self.phones) and idle
        if self.at_screen != SPECTATOR and (shared or self.to_sit):
            self.sit(SPECTATOR)

    def _wake(self) -> None:
        """Let the automatic player whose turn it is act soon; a thought about another position is given up."""
        acts = self.live and not self.paused and not self._unseen and self.automatic
        if self._worker.busy and not (acts and self.session.state is self._asked):
            self._worker.forget()
            self.thinking.emit(False)
        wait = self.until_next() if acts and not self._worker.busy else None
        if wait is None:
            self._timer.stop()
        else:
            self._timer.start(wait)

    def _bot_turn(self) -> None:
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
        choice = self._bot_choice(pending)
        if isinstance(pending, Roll):
            self.roll()
        elif choice is not None and (option := self.takes_unasked(choice)) is not None:
            self.choose(option)
        elif choice is not None:
            self._asked = self.session.state
            self.thinking.emit(True)
            system, state = self.session.system, self.state
            self._worker.ask(self.bots[choice.seat], system, state, choice, Random(self._rng.random()), self.content)

    def _bot_decided(self, thought: Decision | BotFault) -> None:
        self.thinking.emit(False)
        choice = self._bot_choice(self.pending)
        assert choice is not None  # else the question had been given up
        if isinstance(thought, BotFault):
            self.give_to(choice.seat, None)
            self.failed.emit(
                say("The computer player has stopped working: a human now plays {seat}.", seat=choice.seat)
            )
            raise thought  # a bug of ours: the report is written by whoever catches everything
        self._alone(lambda: self.choose(thought.option))
