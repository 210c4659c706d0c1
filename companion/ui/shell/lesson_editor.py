"""A lesson of one's own: a game of the library cut into steps, whose words are typed; or one that was kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import Signal

from companion.model.content.lesson_draft import (
    DraftStep,
    can_begin_with,
    lesson_of,
    seats_of,
    steps_again,
    steps_of,
)
from companion.model.content.lesson_session import decides
from companion.model.content.library import called
from companion.model.core.refusal import Failure, RuleBroken
from companion.model.core.words import Name, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fields import RuledPaper, WrittenLine
from companion.ui.kit.layouts import fold, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.screen import ChoicePopup, Screen
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label

if TYPE_CHECKING:
    from companion.model.content.lesson import Lesson
    from companion.model.content.workshop import Workshop
    from companion.model.core.contract import Content, System
    from companion.model.core.session import Session

NEW = "\n"
"""The line of a pack yet to be made."""


class LessonEditor(Screen):
    """See the module. `kept` carries the id of the lesson that was written; `told` a sentence for the person."""

    kept = Signal(str)
    told = Signal(object)

    def __init__(self, workshop: Workshop, content: Callable[[], Content]) -> None:
        """`content`: the packs as they are when the lesson is kept."""
        super().__init__(title=say("New lesson"))
        self._workshop, self._content = workshop, content
        self._system: System[Any] | None = None
        self._session: Session[Any] | None = None
        """The game that it is made of; None: a lesson was taken up."""
        self._kept: Lesson | None = None
        self._name: Callable[[str], str] = str
        self.seat = ""
        self.steps: list[DraftStep] = []
        self.at = 0
        """The step whose words are typed."""
        back = InkButton(say("Back"), "quiet", self, sign="chevron-left", clicked=self.leave)
        self.head = Heading("", self)
        hint = say(
            "Each step is one decision of the learner, with what others did before it. Type what you would say about "
            "it, leave out the steps before and after, and keep the lesson in a pack of your own."
        )
        left, right = PaperPanel(self, margin=12, seed=61), PaperPanel(self, margin=14, seed=62)
        self.list = says(ListView(left), name=say("Steps"))
        self.list.chosen.connect(lambda id: self.go(int(id)))
        self.whose = InkButton("", "quiet", left, sign="person", clicked=self._ask_seat)
        self.first = InkButton(say("Begin with this step"), "quiet", left, clicked=self._cut_before)
        self.last = InkButton(say("End with this step"), "quiet", left, clicked=self._cut_after)
        vbox(self.whose, (self.list, 1), hbox(self.first, self.last, 1, spacing=2), on=left, spacing=4)
        self.title = says(WrittenLine(right), name=say("Name"), hint=say("Name of the lesson"))
        self.teaches = says(WrittenLine(right), name=say("Teaches"), hint=say("What it teaches, in one sentence"))
        self.title.setMaxLength(120)
        self.teaches.setMaxLength(120)
        self.deed = Label(right, role="vermilion", font="strong")
        self.words = says(RuledPaper(right), name=say("Words of the step"), hint=say("What you say about it"))
        self.task = says(WrittenLine(right), name=say("Task"), hint=say("What to do now, in one short sentence"))
        self.task.setMaxLength(120)
        self.words.textChanged.connect(self._typed)
        self.task.textEdited.connect(self._typed)
        self.keep = InkButton("", "primary", right, clicked=self._keep)
        vbox(self.title, self.teaches, self.deed, self.words, self.task, 1, hbox(1, self.keep), on=right, spacing=10)
        vbox(hbox(back, 1), self.head, Label(self, text=hint), (fold((left, 1), (right, 1), spacing=18, most=700), 1),
             on=self, spacing=8, margins=(60, 14, 60, 18))  # fmt: skip

    def begin(self, session: Session[Any], title: str, name: Callable[[str], str]) -> bool:
        """Cut this game into steps; False when it cannot be, and the person has been told why.

        `name`: what the player of a seat is called.
        """
        self._system, self._session, self._kept, self._name = session.system, session, None, name
        self.title.setText(title[:120])
        self.teaches.clear()
        return any(self._take(seat) for seat in seats_of(session)[:1])

    def take_up(self, system: System[Any], lesson: Lesson) -> bool:
        """Go on with a lesson that was kept; False when its moves do not fit, and the person has been told why."""
        try:
            steps = steps_again(system, lesson, self._content(), tr.language)
        except (Failure, RuleBroken) as wrong:
            self.told.emit(wrong.refusal.why if isinstance(wrong, RuleBroken) else wrong.why)
            return False
        self._system, self._session, self._kept = system, None, lesson
        self.title.setText(Name.of(lesson.name).in_language(tr.language))
        self.teaches.setText(Name.of(lesson.teaches).in_language(tr.language))
        self.seat, self.steps = lesson.seat, steps
        self.go(0)
        return True

    def _take(self, seat: str) -> bool:
        assert self._session is not None
        try:
            steps = steps_of(self._session, seat)
        except Failure as wrong:
            self.told.emit(wrong.why)
            return False
        if not steps:
            self.told.emit(say("This player has not decided anything in this game."))
            return False
        self.seat, self.steps = seat, steps
        self.go(0)
        return True

    def go(self, at: int) -> None:
        """To the words of a step."""
        self.at = max(0, min(at, len(self.steps) - 1))
        step = self.steps[self.at]
        self.words.blockSignals(True)
        self.words.setPlainText(step.words)
        self.words.blockSignals(False)
        self.task.setText(step.task)
        self._show()

    def _show(self) -> None:
        new = self._kept is None
        self.head.setText(tr(say("New lesson") if new else say("Edit a lesson")))
        self.keep.setText(tr(say("Keep the lesson…") if new else say("Keep the lesson")))
        self.whose.setVisible(new)  # the moves of a kept lesson are one learner's
        self.whose.setText(tr(say("Learner: {name}", name=self._name(self.seat))))
        self.deed.setText(self._done(self.steps[self.at]))
        self.list.show_lines([self._line(n, step) for n, step in enumerate(self.steps)])
        self.first.setEnabled(self.at > 0 and can_begin_with(self.steps, self.at))
        after = self.steps[self.at + 1 : self.at + 2]
        assert self._system is not None
        self.last.setEnabled(any(decides(self._system.pending(step.before), self.seat) for step in after))

    def _done(self, step: DraftStep) -> str:
        if step.deeds:
            return "; ".join(tr(deed) for deed in step.deeds)
        if any(move.undo for move in step.moves):
            return tr(say("Undo"))
        free = step.kept is not None and step.kept.free
        return tr(say("Watch") if step.moves else say("Play freely") if free else say("Read"))

    def _line(self, n: int, step: DraftStep) -> Line:
        done = self._done(step)
        sign = "check" if step.words or step.task else "pen"
        return Line(str(n), f"{n + 1}. {done}", step.task or step.words[:80], sign=sign, chosen=n == self.at)

    def _typed(self, *_: object) -> None:
        words, task = self.words.toPlainText()[:900], self.task.text()
        self.steps[self.at] = replace(self.steps[self.at], words=words, task=task)
        self._show()

    def _cut_before(self) -> None:
        self.steps = self.steps[self.at :]
        self.go(0)

    def _cut_after(self) -> None:
        self.steps = self.steps[: self.at + 1]
        self.go(self.at)

    def _ask_seat(self) -> None:
        if self._session is not None:
            lines = [Line(seat, self._name(seat), chosen=seat == self.seat) for seat in seats_of(self._session)]
            popup = ChoicePopup(lines, self.whose, name=tr(say("Who is the learner?")))
            popup.chosen.connect(self._take)
            popup.popup(self.whose)

    def _keep(self) -> None:
        """In its pack, or in one that is asked for."""
        if self._kept is not None:
            self.keep_in(self._kept.id.partition(":")[0])
            return
        own = [one.manifest for one in self._workshop.manifests() if one.own and one.manifest is not None]
        lines = [Line(one.namespace, tr(called({"name": one.name}, one.namespace))) for one in own]
        popup = ChoicePopup([*lines, Line(NEW, tr(say("New pack")), sign="plus")], self.keep, name=tr(say("Pack")))
        popup.chosen.connect(self.keep_in)
        popup.popup(self.keep)

    def keep_in(self, namespace: str) -> None:
        """Write the lesson into a pack of one's own, or (`NEW`) into one made for it."""
        assert self._system is not None
        packs, title = self._workshop, self.title.text().strip() or tr(say("New lesson"))
        try:
            if namespace == NEW:
                namespace = packs.create(tr(say("My lessons")), tuple(dict.fromkeys(("en", tr.language))))
            manifest = packs.find(namespace).manifest
            if manifest is not None and self._session is not None:  # the packs whose cards the game has
                used = [one for one in self._session.header.packs if one != namespace]
                packs.describe(namespace, needs=list(dict.fromkeys((*manifest.needs, *used))))
            id = packs.new_id(namespace, "lesson", title) if self._kept is None else self._kept.id
            record = lesson_of(
                self._system, self.seat, self.steps, id=id, name=title, teaches=self.teaches.text().strip(),
                language=tr.language, content=self._content(), kept=self._kept,
            )  # fmt: skip
            packs.save(namespace, "lesson", record)
        except Failure as wrong:
            self.told.emit(wrong.why)
            return
        except RuleBroken as wrong:
            self.told.emit(wrong.refusal.why)
            return
        self.told.emit(say("“{name}” is kept: it stands among the lessons.", name=Name.of(title)))
        self.kept.emit(id)

    def retranslate(self) -> None:
        if self.steps:
            self._show()
