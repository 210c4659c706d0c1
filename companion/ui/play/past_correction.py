"""Putting a step of the past right: what is going on meanwhile. The table shows the moment; what is done there is the
answer instead of a step of the game, until the person agrees to all of it or leaves everything as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from companion.model.core.chance import Face
from companion.model.core.contract import Correction, Option, Roll
from companion.model.core.record import Mark, Rolled, Source, Step
from companion.model.core.refusal import UnknownOption
from companion.model.core.revision import Answer, Misfit, Revision, by_hand, chosen, thrown
from companion.model.core.words import say

from .game_controller import GameController

S = TypeVar("S")


class PastCorrection(QObject, Generic[S]):
    """At most one correction of the past at a time. `changed` comes whenever something else is asked, or nothing."""

    changed = Signal()
    by_hand = False

    def __init__(self, game: GameController[S]) -> None:
        super().__init__(game)
        self._game = game
        self.begin, self.end = -1, -1
        """The steps that are changed: from `begin` to before `end`; -1: none."""
        self.inserting = False
        """Something is put in before them instead."""
        self.revision: Revision[S] | None = None

    # where we are

    @property
    def going_on(self) -> bool:
        """Whether a step is being put right."""
        return self.begin >= 0

    @property
    def misfit(self) -> Misfit | None:
        """The question that is open, if the change has been made and one is."""
        return self.revision.open[0] if self.revision is not None and self.revision.open else None

    @property
    def done(self) -> bool:
        """Whether everything is answered, and only the person's word is missing."""
        return self.revision is not None and not self.revision.open

    @property
    def takes_steps(self) -> bool:
        return not self.done

    @property
    def corrected(self) -> Step | None:
        """The step of the log that is asked about; None where something is put in, or all is answered."""
        misfit = self.misfit
        at = self.begin if self.revision is None else misfit.index if misfit is not None else -1
        return self._game.session.steps[at] if at >= 0 and not (self.revision is None and self.inserting) else None

    def offered(self) -> tuple[Option, ...]:
        """What could be chosen now, in the order in which it is offered."""
        return () if self.done else self._game.options

    def start(self, index: int) -> None:
        """Ask what happened instead of a step: with the others of its group, but a roll by itself."""
        steps = self._game.session.steps
        if self.going_on:
            self.cancel()
        if not 0 <= index < len(steps):
            return
        begin, end = index, index + 1
        group = steps[index].group
        if group and type(steps[index].intent) is not Rolled:
            while begin and steps[begin - 1].group == group and type(steps[begin - 1].intent) is not Rolled:
                begin -= 1
            while end < len(steps) and steps[end].group == group and type(steps[end].intent) is not Rolled:
                end += 1
        self.begin, self.end, self.inserting, self.revision = begin, end, False, None
        self._game.stand_in = self
        self._show()

    def insert(self, on: bool) -> None:
        """Something was forgotten before the step, or (off) the step itself was another one."""
        self.inserting = on
        self._show()

    # what a person does; the first four are called by the game in place of doing it

    def point(self, at: int) -> bool:
        return False

    def choose(self, options: Sequence[Option]) -> None:
        """These happened; raises RuleBroken when one is refused."""
        self._answer(chosen(self._game.session.system, self._game.state, options, self._game.session.mode))

    def roll(self, faces: Sequence[Face | None] | None) -> None:
        """The dice showed these faces; raises UnknownOption where there are none, or one is missing."""
        if not isinstance(self._game.pending, Roll):
            raise UnknownOption(say("There are no dice to roll now."))
        if faces is None or None in faces:
            raise UnknownOption(say("Type what the dice showed."))
        old = None if self.inserting or self.corrected is None else self.corrected
        if old is not None and type(old.intent) is not Rolled:
            old = None
        known = tuple(face for face in faces if face is not None)
        mark: Mark = "enforced" if self._game.session.mode == "enforce" else "observed"
        typed: Source = "typed"
        step = thrown(old or Step(Rolled(), mark=mark), known, None if old else (typed,) * len(known))
        self._answer((step,))

    def correct(self, corrections: Sequence[Correction], rule: str | None) -> None:
        """The table was put so by hand."""
        mark: Mark = "overridden" if rule is not None or self._game.session.mode == "enforce" else "observed"
        self._answer(by_hand(self._game.session.system, self._game.state, corrections, mark=mark, rule=rule))

    def drop(self) -> None:
        """It did not happen at all."""
        if self.revision is None:
            self._game.attempt(lambda: self._propose(()))
        else:
            self.reply(Answer("drop"))

    def reply(self, answer: Answer | None) -> None:
        """Answer the open question; None: as the app would have it."""
        revision = self.revision
        if revision is not None:
            self._game.attempt(lambda: self._follow(revision.answer(answer)))

    def settle(self) -> None:
        """All that is left as the app would have it."""
        if self.revision is not None:
            self._follow(self.revision.settled())

    def back(self) -> None:
        """One answer back; from the first question back to the change itself."""
        revision = self.revision
        if revision is not None:
            self._follow(revision.back() if len(revision.misfits) > len(revision.open) else None)

    def accept(self) -> None:
        """Agreed: the past is as proposed, in one go."""
        revision = self.revision
        if revision is not None and not revision.open:
            self._over()
            if not self._game.accept(revision):
                self._game.look(None)

    def cancel(self) -> None:
        """Everything stays as it was."""
        if self.going_on:
            self._over()
            self._game.look(None)

    # inside

    def _answer(self, steps: Sequence[Step]) -> None:
        misfit = self.misfit
        if self.revision is None:
            self._propose(steps)
        elif misfit is not None:
            way = Answer("first" if misfit.kind == "asked" else "change", tuple(steps))
            self._follow(self.revision.answer(way))
        else:
            raise UnknownOption(say("First decide whether to apply this correction."))

    def _propose(self, steps: Sequence[Step]) -> None:
        removed = 0 if self.inserting else self.end - self.begin
        self._follow(self._game.session.revise(self.begin, steps, removed=removed))

    def _follow(self, revision: Revision[S] | None) -> None:
        self.revision = revision
        self._show()

    def _show(self) -> None:
        game, revision, misfit = self._game, self.revision, self.misfit
        if revision is None:
            game.suppose(None)
            game.look(self.begin)
        else:
            game.suppose(revision.state if misfit is None else revision.state_at(misfit.place))
        self.changed.emit()

    def _over(self) -> None:
        self.begin, self.end, self.revision = -1, -1, None
        self._game.stand_in = None
        self._game.suppose(None)
        self.changed.emit()
