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
from companion.ui.games.asagiri.controller.game import Game


class Checking(QObject):
    """At most one check at a time; the board shows the table as it is seen so far. `changed` after each answer."""

    changed = Signal()
    by_hand = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._game = game
        self.check: Check | None = None
        self.questions: tuple[Question, ...] = ()
        self.number = 0
        """How many questions are answered."""
        self.found: tuple[missing_step_search.Explanation, ...] = ()
        """What would explain the differences, the likeliest first; once everything is answered."""
        self._before: Check | None = None

    @property
    def question(self) -> Question | None:
        """What is asked now; None when nothing is checked or everything is answered."""
        return self.questions[self.number] if self.check is not None and self.number < len(self.questions) else None

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
        if self.question is None or self.check is None:
            return
        question = self.question
        if question.kind == "figure" and question.who in self.check.crowded():
            self._game.failed.emit(say("Two figures are on the same square."))
            return
        self.number += 1
        if self.question is None:
            if self.check.crowded():
                self.number = next(
                    n for n, asked in enumerate(self.questions) if asked.who in (self.check.crowded() or ())
                )
                self._game.failed.emit(say("Two figures are on the same square."))
            else:
                self.found = missing_step_search.explanations(self._game.session, self.check)
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

    def point(self, at: int) -> bool:
        """The figure asked about stands on another square."""
        question, check = self.question, self.check
        if check is None:
            return False
        if question is not None and question.kind == "figure" and at >= 0:
            self._seen(check.put(question.who, at, check.figures[question.who].facing))
        return True

    def shift(self, dx: int, dy: int) -> None:
        """The figure asked about stands a square further this way; one that was out comes to the middle."""
        question, check = self.question, self.check
        if question is None or check is None or question.kind != "figure":
            return
        board, figure = check.state.table.board, check.figures[question.who]
        if figure.at < 0:
            self._seen(check.put(question.who, len(board.squares) // 2, figure.facing))
            return
        column, row, floor = board.squares[figure.at]
        at = board.index.get((column + dx, row + dy, floor), -1)
        if at >= 0:
            self._seen(check.put(question.who, at, figure.facing))

    def turn(self, by: int) -> None:
        """It looks another way."""
        question, check = self.question, self.check
        if question is not None and check is not None and question.kind == "figure":
            figure = check.figures[question.who]
            if figure.at >= 0:
                self._seen(check.put(question.who, figure.at, (figure.facing + by) % 4))

    def flip(self) -> None:
        """Its card shows the other face."""
        question, check = self.question, self.check
        if question is not None and check is not None and question.kind == "figure":
            now = check.figures[question.who].state
            self._seen(check.turned(question.who, "shaken" if now == "vigilant" else "vigilant"))

    def take_off(self) -> None:
        """It is out of the game."""
        question, check = self.question, self.check
        if question is not None and check is not None and question.kind == "figure":
            self._seen(check.turned(question.who, "disabled"))

    def next_die(self) -> None:
        """Another die lies in reserve on its card: none, then each element in turn."""
        question, check = self.question, self.check
        if question is not None and check is not None and question.kind == "figure":
            faces: tuple[Element | None, ...] = (None, *ELEMENTS)
            now = faces.index(check.figures[question.who].reserve)
            self._game.attempt(lambda: self._seen(check.reserved(question.who, faces[(now + 1) % len(faces)])))

    def add_die(self, element: Element) -> None:
        """One more die of an element in the pool, taken from those set aside while there are any."""
        question, check = self.question, self.check
        if question is not None and check is not None and question.kind == "band":
            pool = (*check.bands[question.band].pool, element)
            self._game.attempt(lambda: self._seen(check.counted(question.band, pool=pool)))

    def clear_dice(self) -> None:
        """No die in the pool: all are set aside."""
        question, check = self.question, self.check
        if question is not None and check is not None and question.kind == "band":
            self._seen(check.counted(question.band, pool=()))

    def zeni(self, by: int) -> None:
        """More zeni are lost, or fewer."""
        question, check = self.question, self.check
        if question is not None and check is not None and question.kind == "band":
            self._seen(check.counted(question.band, lost=max(0, check.bands[question.band].lost + by)))

    def choose(self, options: Sequence[Option]) -> None:
        """Nothing is played while the table is checked; a square that was meant by a move counts as seen."""
        steps = [option for option in options if isinstance(option, o.Step)]
        if not steps:
            raise UnknownOption(say("You are checking the table: answer the question first."))
        self.point(steps[-1].at)

    def roll(self, faces: Sequence[Face | None] | None) -> None:
        """Nothing is rolled."""
        raise UnknownOption(say("You are checking the table: answer the question first."))

    def correct(self, corrections: Sequence[Correction], rule: str | None) -> None:
        """A hand put something right on the board or on a card: it is seen so, whatever was asked."""
        check = self.check
        for correction in corrections:
            if check is None:
                return
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
                    raise UnknownOption(say("You are checking the table: answer the question first."))
        if check is not None:
            self._seen(check)

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

    @property
    def square(self) -> int:
        """Where to look on the board; -1: nowhere."""
        question, check = self.question, self.check
        return (
            check.figures[question.who].at if check is not None and question is not None and question.who >= 0 else -1
        )

    def _over(self) -> None:
        self.check, self.questions, self.number, self.found = None, (), 0, ()
        self._game.stand_in = None
        self._game.suppose(None)
        self.changed.emit()
