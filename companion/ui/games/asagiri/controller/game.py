"""A game of Asagiri on the screen: what is looked at, and the ways of its table beside those of any game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import QObject, Signal

from companion.model.core.chance import Face
from companion.model.core.contract import Choice, Content, Correction, Option, Over
from companion.model.core.record import Mode, Noted
from companion.model.core.refusal import Refusal
from companion.model.core.session import Change, Session
from companion.model.core.words import Words
from companion.model.games.asagiri.rules.options import DoIt
from companion.model.games.asagiri.state.state import SEATS, Figure, State
from companion.model.games.asagiri.table import corrections
from companion.ui.games.asagiri.controller.automation import ALLOWED, HELPS, Help
from companion.ui.games.asagiri.controller.pace import PhaseEndQuestion
from companion.ui.play.game_controller import GameController

from .automation import Dialling
from .pace import Pace


class AsagiriController(GameController[State]):
    """See the module."""

    selected = Signal(int)
    """The figure looked at, or -1."""
    odds_asked = Signal(int)
    """A person wants to know how a fight with this figure would end."""

    def __init__(
        self,
        session: Session[State],
        words: Words,
        parent: QObject | None = None,
        *,
        content: Content | None = None,
    ) -> None:
        super().__init__(session, words, parent, content=content)
        self.selection = -1
        self.pace = Pace(self)
        self.ending = PhaseEndQuestion(self)
        self.selected.connect(self.ending.dismiss)
        self.pace.changed.connect(self._wake)
        self.dials = Dialling(self)
        self.changed.connect(self.dials.moved_on)

    # what there is to see ------------------------------------------------------------------------------------------

    @property
    def near(self) -> int:
        """The band whose player sits at the screen: at its left, and at the bottom of the board. -1: nobody does."""
        return SEATS.index(self.at_screen) if self.at_screen in SEATS else -1

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

    def move(self, who: int, at: int, facing: int | None = None) -> bool:
        """Bring a figure to a square, by the rules; refused when it is out of reach."""
        way = corrections.route(self.state, who, at, facing)
        if isinstance(way, Refusal):
            self.refused.emit(way)
            return False
        return self.choose(*way) if way else True

    def move_by_hand(self, who: int, at: int, facing: int) -> bool:
        """A figure was put down somewhere on the table: as steps if the rules allow, else as an override."""
        if self.stand_in is not None and self.stand_in.by_hand:
            return self.correct(corrections.Place(who, at, facing))
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

    def pointed(self, at: int) -> bool:
        """Whether a click on a square was meant for something other than the game."""
        return self.stand_in is not None and self.stand_in.point(at)

    def switch(self, mode: Mode) -> None:
        self.dials.switch(mode)

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
