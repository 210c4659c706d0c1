"""A game of Asagiri on the screen: its selection, its automatic players and their pace."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import QObject, QTimer, Signal

from companion.model.core.chance import Face
from companion.model.core.contract import Choice, Content, Correction, Option, Over
from companion.model.core.record import Mode, Noted
from companion.model.core.refusal import Refusal
from companion.model.core.session import Change, Session
from companion.model.core.words import Message, Name, Words, plural, say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import CombatRolled, ShotRolled
from companion.model.games.asagiri.rules.options import DoIt
from companion.model.games.asagiri.state.stack import Fight
from companion.model.games.asagiri.state.state import SEATS, Figure, State, band_of_seat
from companion.model.games.asagiri.state.vocabulary import NO_BAND, NO_FIGURE, BandId, Facing, FigureId, SquareId
from companion.model.games.asagiri.table import corrections
from companion.ui.games.asagiri.automation import ALLOWED, HELPS, Dialling
from companion.ui.games.asagiri.naming import YOU, addressed
from companion.ui.kit import settings
from companion.ui.kit.theme import motion
from companion.ui.kit.theme.motion import Speed
from companion.ui.play.game_controller import BETWEEN_MS, GameController
from companion.ui.play.storage import Help

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
        if settings.asks() and not self.asked and game.live and game.session.mode == "enforce":
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


class AsagiriController(GameController[State]):
    """See the module."""

    selected = Signal(int)
    """The figure looked at, or -1."""
    odds_asked = Signal(int)
    """A person wants to know how a fight with this figure would end."""
    named = Signal()
    """The players are called otherwise now: bands may have changed seats."""

    def __init__(
        self,
        session: Session[State],
        words: Words,
        parent: QObject | None = None,
        *,
        content: Content | None = None,
    ) -> None:
        super().__init__(session, words, parent, content=content)
        self.selection = NO_FIGURE
        self.names = ("", "")
        """Of the players of A and B."""
        self.pace = Pace(self)
        self.ending = PhaseEndQuestion(self)
        self.selected.connect(self.ending.dismiss)
        self.pace.changed.connect(self._wake)
        self.dials = Dialling(self)
        self.changed.connect(self.dials.moved_on)

    def name_players(self, names: tuple[str, str]) -> None:
        self.names = names
        self.named.emit()

    def say(self, message: Message | Name | str) -> str:
        if isinstance(message, Message):
            message = addressed(message, self.names, self.words(YOU))
        return super().say(message)

    def player(self, seat: str) -> str:
        """What the player of a seat is called: the seat's letter, where nobody said."""
        return self.names[SEATS.index(seat)] or seat

    def called(self, seat: str) -> str:
        """The same for a sentence: “Player A” where nobody said."""
        return self.names[SEATS.index(seat)] or self.say(say("Player {seat}", seat=seat))

    # what there is to see ------------------------------------------------------------------------------------------

    @property
    def near(self) -> BandId:
        """The band whose player sits at the screen: at its left, and at the bottom of the board. -1: nobody does."""
        return band_of_seat(self.at_screen) if self.at_screen in SEATS else NO_BAND

    @property
    def goes_on(self) -> bool:
        return self.pace.falling or self.pace.holding or super().goes_on

    @property
    def help(self) -> Help:
        """What help both players have agreed upon; all, as long as nothing was said."""
        agreed = self.session.agreed()
        return agreed if agreed in HELPS else "all"

    def allows(self, what: str) -> bool:
        """Whether a help (`odds`, `threat`, `advice`, `hint`) is agreed."""
        return what in ALLOWED[self.help]

    def name(self, who: int) -> str:
        return self.words(self.state.table.called[who])

    def figure(self, who: int) -> Figure:
        return self.state.figures[who]

    # what a person does --------------------------------------------------------------------------------------------

    def select(self, who: FigureId) -> None:
        """Look at a figure (-1: at none)."""
        if who != self.selection:
            self.selection = who
            self.selected.emit(who)

    def enter_roll(
        self,
        first: Sequence[Option],
        wanted: Sequence[Correction],
        faces: Sequence[Face],
        rule: str | None = None,
    ) -> bool:
        """Take dice that a table has rolled in its own way, and what that says of others, as one thing to undo."""
        if self.stand_in is not None:
            return self.roll(faces)

        def do() -> None:
            session, begin = self.session, self.session.cursor
            for correction in wanted:
                session.edit(correction, rule, join=session.cursor > begin)
            for option in first:
                session.choose(option, join=session.cursor > begin)
            if faces:
                session.roll(faces, join=session.cursor > begin)

        return self.attempt(do)

    def move(self, who: FigureId, at: SquareId, facing: Facing | None = None) -> bool:
        """Bring a figure to a square, by the rules; refused when it is out of reach."""
        way = corrections.route(self.state, who, at, facing)
        if isinstance(way, Refusal):
            self.refused.emit(way)
            return False
        return self.choose(*way) if way else True

    def move_by_hand(self, who: FigureId, at: SquareId, facing: Facing) -> bool:
        """A figure was put down somewhere on the table: as steps if the rules allow, else as an override."""
        if self.stand_in is not None and self.stand_in.by_hand:
            return self.correct(corrections.PlaceFigure(who, at, facing))
        way = corrections.route(self.state, who, at, facing)
        if not isinstance(way, Refusal):
            return self.choose(*way) if way else True
        return self.override((corrections.by_hand(self.state, who, at, facing),), way)

    def override(self, wanted: Sequence[Correction], against: Refusal) -> bool:
        """Change the table by hand against a rule, which assist mode names."""
        done = self.correct(*wanted, rule=against.rule)
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

    def pointed(self, at: SquareId) -> bool:
        """Whether a click on a square was meant for something other than the game."""
        return self.stand_in is not None and self.stand_in.point(at)

    def set_in(self, mode: Mode) -> Sequence[Correction]:
        return self.dials.set_in(mode)

    # automatic players ---------------------------------------------------------------------------------------------

    def until_next(self) -> int | None:
        return self.pace.until_next()

    def takes_unasked(self, choice: Choice) -> Option | None:
        return choice.options[0] if isinstance(choice.options[0], DoIt) else None  # they keep to the rules

    def _on_change(self, change: Change) -> None:
        self.pace.note(change, by_itself=self._by_itself)
        super()._on_change(change)

    def _wake(self) -> None:
        super()._wake()
        wait = self.pace.until_next() if self.live and isinstance(self.pending, Over) else None
        if wait is not None:  # the last fight is read too
            self._timer.start(wait)

    def _bot_turn(self) -> None:
        self.pace.read()
        super()._bot_turn()
