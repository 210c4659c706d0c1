"""What is going on while the table is checked: the question asked, what is seen so far, and what would explain it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from companion.model.core.chance import Face
from companion.model.core.contract import Correction, Option
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.core.words import say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.vocabulary import ELEMENTS, Element
from companion.model.games.asagiri.table import missing_step_search
from companion.model.games.asagiri.table.corrections import Place, SetDice, SetLosses, SetReserve, SetState
from companion.model.games.asagiri.table.table_check import Check, Question
from companion.ui.games.asagiri.controller.game import AsagiriController

_FIRST = say("You are checking the table: answer the question first.")
_CROWDED = say("Two figures are on the same square.")


class TableCheck(QObject):
    """At most one check at a time; the board shows the table as it is seen so far. `changed` after each answer."""

    changed = Signal()
    by_hand = True

    def __init__(self, game: AsagiriController) -> None:
        super().__init__(game)
        self._game = game
        self.check: Check | None = None
        self.questions: tuple[Question, ...] = ()
        self.number = 0
        """How many questions are answered."""
        self.found: tuple[missing_step_search.Explanation, ...] = ()
        """What would explain the differences, the likeliest first; once everything is answered."""

    @property
    def question(self) -> Question | None:
        """What is asked now; None when nothing is checked or everything is answered."""
        return self.questions[self.number] if self.check is not None and self.number < len(self.questions) else None

    @property
    def square(self) -> int:
        """Where to look on the board; -1: nowhere."""
        asked = self._asked("figure")
        return -1 if asked is None else asked[0].figures[asked[1].who].at

    def start(self, quarters: int = 0) -> None:
        """Begin with the first row of a board that lies turned by `quarters`.

        A table that is being put together cannot be checked.
        """
        game = self._game
        if self.check is not None or not game.live:
            return
        if game.state.draft is not None:
            game.failed.emit(say("There is no table to check yet."))
            return
        self.check = Check.begin(game.state, quarters)
        self.questions, self.number, self.found = self.check.questions(), 0, ()
        game.stand_in = self
        self._show()

    def yes(self) -> None:
        """It is as shown: the next question."""
        question, check = self.question, self.check
        if question is None or check is None:
            return
        crowded = check.crowded()
        if question.kind == "figure" and question.who in crowded:
            self._game.failed.emit(_CROWDED)
            return
        self.number += 1
        if self.question is None and crowded:
            self.number = next(n for n, asked in enumerate(self.questions) if asked.who in crowded)
            self._game.failed.emit(_CROWDED)
        elif self.question is None:
            self.found = missing_step_search.explanations(self._game.session, check)
        self._show()

    def all_else(self) -> None:
        """Everything not asked yet is as shown."""
        if self.question is not None:
            self.number = len(self.questions) - 1
            self.yes()

    def back(self) -> None:
        """The question before."""
        if self.check is not None and self.number:
            self.number, self.found = self.number - 1, ()
            self._show()

    def cancel(self) -> None:
        """Everything stays as it was believed."""
        if self.check is not None:
            self._over()

    # how it is instead

    def _asked(self, kind: str) -> tuple[Check, Question] | None:
        """What is seen so far and what is asked, if it is asked about a ``figure``, or a ``band``."""
        question, check = self.question, self.check
        fits = check is not None and question is not None and question.kind == kind
        return (check, question) if fits and check is not None and question is not None else None

    def point(self, at: int) -> bool:
        """The figure asked about stands on another square."""
        asked = self._asked("figure")
        if asked is not None and at >= 0:
            check, who = asked[0], asked[1].who
            self._seen(check.put(who, at, check.figures[who].facing))
        return self.check is not None

    def shift(self, dx: int, dy: int) -> None:
        """The figure asked about stands a square further this way; one that was out comes to the middle."""
        asked = self._asked("figure")
        if asked is None:
            return
        check, who = asked[0], asked[1].who
        board, figure = check.state.table.board, check.figures[who]
        at = len(board.squares) // 2
        if figure.at >= 0:
            column, row, floor = board.squares[figure.at]
            at = board.index.get((column + dx, row + dy, floor), -1)
        if at >= 0:
            self._seen(check.put(who, at, figure.facing))

    def turn(self, by: int) -> None:
        """It looks another way."""
        asked = self._asked("figure")
        if asked is not None and self.square >= 0:
            check, who = asked[0], asked[1].who
            self._seen(check.put(who, self.square, (check.figures[who].facing + by) % 4))

    def flip(self) -> None:
        """Its card shows the other face."""
        if (asked := self._asked("figure")) is not None:
            check, who = asked[0], asked[1].who
            self._seen(check.turned(who, "shaken" if check.figures[who].state == "vigilant" else "vigilant"))

    def take_off(self) -> None:
        """It is out of the game."""
        if (asked := self._asked("figure")) is not None:
            self._seen(asked[0].turned(asked[1].who, "disabled"))

    def next_die(self) -> None:
        """Another die lies in reserve on its card: none, then each element in turn."""
        if (asked := self._asked("figure")) is not None:
            check, who = asked[0], asked[1].who
            faces: tuple[Element | None, ...] = (None, *ELEMENTS)
            face = faces[(faces.index(check.figures[who].reserve) + 1) % len(faces)]
            self._game.attempt(lambda: self._seen(check.reserved(who, face)))

    def add_die(self, element: Element) -> None:
        """One more die of an element in the pool, taken from those set aside while there are any."""
        if (asked := self._asked("band")) is not None:
            check, band = asked[0], asked[1].band
            pool = (*check.bands[band].pool, element)
            self._game.attempt(lambda: self._seen(check.counted(band, pool=pool)))

    def clear_dice(self) -> None:
        """No die in the pool: all are set aside."""
        if (asked := self._asked("band")) is not None:
            self._seen(asked[0].counted(asked[1].band, pool=()))

    def zeni(self, by: int) -> None:
        """More zeni are lost, or fewer."""
        if (asked := self._asked("band")) is not None:
            check, band = asked[0], asked[1].band
            self._seen(check.counted(band, lost=max(0, check.bands[band].lost + by)))

    # called by the game in place of doing it

    def choose(self, options: Sequence[Option]) -> None:
        """Nothing is played while the table is checked; a square that was meant by a move counts as seen."""
        steps = [option for option in options if isinstance(option, o.Step)]
        if not steps:
            raise UnknownOption(_FIRST)
        self.point(steps[-1].at)

    def roll(self, faces: Sequence[Face | None] | None) -> None:
        raise UnknownOption(_FIRST)

    def correct(self, corrections: Sequence[Correction], rule: str | None) -> None:
        """A hand put something right on the board or on a card: it is seen so, whatever was asked."""
        check = self.check
        if check is None:
            return
        for correction in corrections:
            match correction:
                case Place(who=who, at=at, facing=facing):
                    check = check.put(who, at, facing) if at >= 0 else check.turned(who, "disabled")
                case SetState(who=who, state=state):
                    check = check.turned(who, state)
                case SetReserve(who=who, element=element):
                    check = check.reserved(who, element)
                case SetDice(band=band, faces=pool):
                    check = check.counted(band, pool=pool)
                case SetLosses(band=band, zeni=zeni):
                    check = check.counted(band, lost=zeni)
                case _:
                    raise UnknownOption(_FIRST)
        self._seen(check)

    # the end

    def explain(self, number: int) -> None:
        """Yes, that is what was missed: it is entered, and what it does not explain is put by hand."""
        if self.check is None or not 0 <= number < len(self.found):
            return
        guess, game = self.found[number], self._game
        self._over()
        if game.accept(missing_step_search.accepted(game.session, guess)) and guess.left:
            game.correct(*guess.left)

    def plain(self) -> None:
        """Whatever happened: the table is put as it is seen, by hand, as one thing to undo."""
        check, game = self.check, self._game
        if check is None:
            return
        try:
            corrections = check.corrections()
        except InvalidInput as wrong:
            game.failed.emit(wrong.why)
            return
        self._over()
        if corrections:
            game.correct(*corrections)

    def _seen(self, check: Check) -> None:
        self.check, self.found = check, ()
        self._show()

    def _show(self) -> None:
        if self.check is not None:
            self._game.select(-1)
            self._game.suppose(self.check.seen)
        self.changed.emit()

    def _over(self) -> None:
        self.check, self.questions, self.number, self.found = None, (), 0, ()
        self._game.stand_in = None
        self._game.suppose(None)
        self.changed.emit()
