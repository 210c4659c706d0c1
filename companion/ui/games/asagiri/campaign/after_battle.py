"""After a battle: one question after the other about both rosters, and all of it approved before it counts."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from random import Random

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Option
from companion.model.core.words import Message, say
from companion.model.games.asagiri.campaign.assistant import hurry
from companion.model.games.asagiri.campaign.chapter_page import chapter, chapter_words
from companion.model.games.asagiri.campaign.options import Ended
from companion.ui.games.asagiri.campaign import CampaignController, CampaignFaces
from companion.ui.games.asagiri.campaign.after_stations import ApprovalPanel, Reconsidering, StationBar
from companion.ui.games.asagiri.campaign.table_sheet import RollPanel
from companion.ui.games.asagiri.cards.card import CharacterCardFace
from companion.ui.games.asagiri.cards.face import CardStatus
from companion.ui.kit import keys, sound
from companion.ui.kit.accessibility import MEMORY, announce
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import CenteredColumn, Gap, fold, vbox
from companion.ui.kit.panels import Heading, Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.widget import Label
from companion.ui.play.this_game import DICE_WORDS, said_of

from .after_choices import ChoosePanel, ReplacePanel, SeekPanel
from .after_panel import CONDITIONS, ApprovedPanel, AssistantPanel, ResultPanel, sentences
from .after_questions import AfterQuestions

WIDE = 1560
"""Wider than this the page does not become, at text scale 1."""
STAGES = ("result", "facts", "after", "approve")


class AfterBattle(Screen):
    """See the module. `left`: back to the campaign, when all is approved or the person would rather not go on now.

    What the campaign refuses is said by whoever holds the page.
    """

    help_page = "asagiri/campaigns"

    contexts = ("after",)

    def __init__(self, controller: CampaignController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controller = controller
        self.faces = CampaignFaces(controller)
        self.questions = AfterQuestions(controller, self.faces)
        self.back_to = Reconsidering(controller)
        self._fallen: int | None = None
        """The step of the roll that lies on the table, until the person goes on."""
        self._falling = self._busy = self._ended = False
        self._actions: list[keys.KeyedAction] = []
        self._said = ""
        self.heard: deque[str] = deque(maxlen=MEMORY)
        """What screen readers were told last."""
        self._make()
        self._lay_out()
        self._connect()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.retranslate()

    def _make(self) -> None:
        c, f = self.controller, self.faces
        self._heading = Heading("", self, level=2, kanji="戦")
        self.back = InkButton(say("Campaign"), "quiet", self, sign="chevron-left", key="Esc", clicked=self.leave)
        self.undo_button = InkButton("", "quiet", self, sign="undo", deed="undo", key_in_tip=True, clicked=self.undo)
        self.redo_button = InkButton("", "quiet", self, sign="redo", deed="redo", key_in_tip=True, clicked=self.redo)
        self.dice = Choices(say("Dice"), [(id, words, "") for id, words in DICE_WORDS.items()], self)
        self.strip = StationBar(self)
        self.question = Heading("", self, level=2)
        self.rule = Label(self)
        self.honour = Label(self, font="small", align=Qt.AlignmentFlag.AlignHCenter)
        self.card: CharacterCardFace | None = None
        self.result = ResultPanel(c, f, self)
        self.rolling = RollPanel(c, f, self)
        self.choosing = ChoosePanel(c, f, self)
        self.seeking = SeekPanel(c, f, self)
        self.replacing = ReplacePanel(c, f, self)
        self.approval = ApprovalPanel(c, f, self)
        self.ending = ApprovedPanel(c, f, self)
        for panel in self.panels:
            panel.hide()
        self._panel: AssistantPanel = self.ending
        self.next = InkButton("", "primary", self, deed="after.next", clicked=self.go)
        self.chance = InkButton(say("Roll all the rest"), "quiet", self, sign="dice", deed="after.chance")

    @property
    def panels(self) -> tuple[AssistantPanel, ...]:
        return (self.result, self.rolling, self.choosing, self.seeking, self.replacing, self.approval, self.ending)

    @property
    def panel(self) -> AssistantPanel:
        return self._panel

    def _turn_to(self, panel: AssistantPanel) -> None:
        """Show another question: only this one takes room."""
        self._panel = panel
        for one in self.panels:
            one.setVisible(one is panel)

    def _lay_out(self) -> None:
        self._left = QWidget(self)
        self._left.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._card_box = vbox(self.honour, 1, on=self._left)
        vbox(
            fold(self.back, self._heading, 1, self.undo_button, self.redo_button, spacing=10),
            self.strip,
            (
                fold(
                    self._left,
                    (vbox(self.question, self.rule, Gap(6), *((panel, 1) for panel in self.panels), spacing=6), 1),
                    spacing=30,
                    most=4000,
                ),
                1,
            ),
            fold(self.chance, 1, self.dice, self.next, spacing=18),
            on=CenteredColumn(self, WIDE),
            spacing=10,
        )

    def _connect(self) -> None:
        c = self.controller
        c.changed.connect(self._changed)
        self.dice.chosen.connect(lambda id: c.set_dice(id))
        self.strip.chosen.connect(self.go_to)
        self.chance.clicked.connect(self.rest_by_chance)
        self.result.told.connect(self._tell_result)
        self.rolling.wanted.connect(lambda: self._roll(None))
        self.rolling.typed.connect(self._typed)
        self.rolling.rested.connect(self._rested)
        for asker in (self.choosing, self.seeking, self.replacing):
            asker.chosen.connect(self._choose)
        self.seeking.wanted.connect(self._draw)
        self.seeking.typed.connect(lambda id: self._roll(id))
        self.approval.approved.connect(self._approve)
        self.approval.wanted.connect(self.go_to)
        self.ending.undone.connect(self.undo)
        for panel in self.panels:
            panel.changed.connect(self._show_next)

        def act(id: str, do: Callable[[], object]) -> keys.KeyedAction:
            made = keys.action(id, self, do)
            self._actions.append(made)
            return made

        act("after.next", self.go)
        act("after.chance", self.rest_by_chance)
        for state in CONDITIONS:
            act(f"after.{state}", partial(self.result.put, state))
        act("after.spent", lambda: self.result.flip("spent"))
        act("after.used", lambda: self.result.flip("used"))
        for n in range(1, 10):
            act(f"after.choice.{n}", partial(self._number, n))

    @property
    def holding(self) -> bool:
        """Whether it still has something to show though nothing waits for approval: that all is approved."""
        return self._ended

    def refresh(self) -> None:
        c, stage = self.controller, self.controller.state.now.stage
        if self._fallen is not None and not self.questions.lies(self._fallen):
            self._fallen = None
        if stage not in STAGES and not self._ended:
            return
        self._ended = self._ended and stage not in STAGES
        panel = self._ask()
        self._turn_to(panel)
        for action in self._actions:
            action.setEnabled(self._means(action.id))
        self._show_strip()
        self.strip.setVisible(not self._ended)
        self.dice.show_choice(said_of(c.session.dice))
        self.dice.setVisible(stage == "after" and not self._ended)
        self.undo_button.setEnabled(c.session.cursor > 0)
        self.redo_button.setEnabled(c.session.cursor < len(c.session.steps))
        self.chance.setVisible(stage == "after" and self._fallen is None)
        self._show_words()
        self._show_card()
        self._show_next()
        self._tell_aloud()
        if self.isVisible():
            panel.begin()

    def _ask(self) -> AssistantPanel:
        if self._ended:
            self.ending.tell()
            return self.ending
        return self.questions.put(self, self._fallen, falling=self._falling)

    def _means(self, id: str) -> bool:
        """Whether an action of the keys means something with this question."""
        panel = self.panel
        if id == "after.next":
            return True
        if id == "after.chance":
            return self.controller.state.now.stage == "after" and self._fallen is None
        if id.startswith("after.choice."):
            return panel in (self.choosing, self.seeking)
        return panel is self.result

    def _show_words(self) -> None:
        t, state = self.controller.say, self.controller.state
        name = chapter_words(state, chapter(state))
        self._heading.setText(t(say("After the battle")) if self._ended else t(say("After: {chapter}", chapter=name)))
        for label in (self.question, self.rule):
            label.setVisible(not self._ended)
        if not self._ended:
            question, rule = self.questions.words(self._fallen)
            self.question.setText(t(question))
            self.rule.setText(t(rule))

    def _tell_aloud(self) -> None:
        """Screen readers hear what a roll has brought, once the die lies still, and then what is asked."""
        if not self.isVisible() or self._ended or self.rolling.die.tumbling:
            return
        asked = sentences([self.question.text()])
        words = asked if self._fallen is None else self.questions.came(self._fallen)
        if words != self._said:
            self._said = words
            self.heard.append(words)
            announce(self, words)

    def _rested(self) -> None:
        self._show_strip()
        self._show_card()
        self._tell_aloud()

    def _show_strip(self) -> None:
        still = not self.rolling.die.tumbling
        self.strip.tell(self.questions.stops(self._fallen, still=still) if not self._ended else [])

    def _show_card(self) -> None:
        found = self.questions.shown(self._fallen, still=not self.rolling.die.tumbling) if not self._ended else None
        self._left.setVisible(found is not None)
        if found is None:
            return
        face, condition, honour = found
        if self.card is None:
            self.card = CharacterCardFace(face, self._left, status=CardStatus(condition))
            self.card.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._card_box.insertWidget(0, self.card)
            self.card.show()
        else:
            self.card.set_animated(self.card.face.name == face.name)
            self.card.set_face(face)
            self.card.set_status(CardStatus(condition))
        self.honour.setText(honour)
        self.honour.setVisible(bool(honour))

    def _show_next(self) -> None:
        words = self._next_words()
        self.next.setVisible(words is not None)
        if words is not None:
            self.next.setText(self.controller.say(words))
        self.next.set_breathing(words is not None)

    def _next_words(self) -> Message | None:
        return self.panel.next_words()

    def _changed(self) -> None:
        if not self._busy:
            self._falling = False
            self.back_to.follow()
            self.refresh()

    def go(self) -> None:
        if self.panel.settle():
            return
        if self._ended:
            self.leave()
        elif self._fallen is not None:
            self._fallen = None
            self._finish()
        else:
            self.panel.go()

    def _do(self, do: Callable[[], bool]) -> bool:
        """Something of one's own: it shows when all of it is done."""
        self._busy = True
        try:
            return do()
        finally:
            self._busy = False

    def _tell_result(self, fates: list[Ended]) -> None:
        def do() -> bool:
            first = self.questions.result_began()
            return (self.controller.session.cursor == first or self.controller.jump(first)) and (
                self.controller.choose(*fates)
            )

        self._do(do)
        self._finish()

    def _choose(self, option: Option | str) -> None:
        self._do(lambda: self.controller.choose(option))
        self._finish()

    def _number(self, n: int) -> None:
        table = self.seeking.table if self.panel is self.seeking else self.choosing
        table.choose(n)

    def _roll(self, face: str | int | None) -> None:
        before = self.controller.session.cursor
        if self.controller.to_roll() is None:
            return
        if self._do(lambda: self.controller.roll(None if face is None else [face])):
            self._fallen, self._falling = before, face is None
            sound.play("dice")
        self.refresh()

    def _typed(self, face: str | int) -> None:
        """A face of a real die: the one asked for, or a better one than was typed."""
        if self._fallen is None:
            self._roll(face)
            return
        self._do(lambda: self.controller.retype([face]))
        self.refresh()

    def _draw(self) -> None:
        """All the cards that are wanted now, as one."""
        drawn, join = self.questions.drawing(), False
        while drawn and self.questions.drawing() == drawn:
            at = self.controller.session.cursor
            if not self._do(partial(self.controller.roll, join=join)):
                break
            self._fallen, join = at, True
        self.refresh()

    def rest_by_chance(self) -> None:
        """Everything up to the approval, rolled and chosen by chance, as one."""
        if self.controller.state.now.stage == "after":
            c = self.controller
            self._do(lambda: c.attempt(lambda: hurry(c.chronicle, Random())))
            self._finish()

    def _approve(self) -> None:
        self._ended = True  # whoever else is told of it knows that there is something left to show
        self._ended = self._do(lambda: self.controller.choose("approve"))
        self.back_to.forget()
        self.refresh()

    def go_to(self, station: str) -> None:
        """Back to a station of the way, to decide otherwise; the others stay as they are."""
        self._fallen = None
        self._do(lambda: self.back_to.go(station))
        self.refresh()

    def _finish(self) -> None:
        """What was decided otherwise is decided: the others stay as they were."""
        lost = 0

        def do() -> bool:
            nonlocal lost
            lost = self.back_to.finish()
            return True

        self._do(do)
        self.refresh()
        if lost and self.isVisible():
            words = say("The later answers no longer fit and are asked again.")
            Toast(self, self.controller.say(words)).popup()

    def undo(self) -> None:
        self._step(self.controller.undo)

    def redo(self) -> None:
        self._step(self.controller.redo)

    def _step(self, way: Callable[[], bool]) -> None:
        self._fallen = None
        way()
        if self.controller.state.now.stage not in STAGES and not self._ended:
            self.left.emit()

    def leave(self) -> None:
        """Back to the campaign; what was decided so far is kept."""
        if self._fallen is not None:
            self._fallen = None
            self._finish()
        self._ended = False
        self.left.emit()

    def retranslate(self) -> None:
        t = self.controller.say
        self.setAccessibleName(t(say("After the battle")))
        for button, words in ((self.undo_button, say("Undo")), (self.redo_button, say("Redo"))):
            button.setToolTip(t(words))
            button.setAccessibleName(t(words))
        self.strip.setAccessibleName(t(say("Everyone, one after the other")))
        for panel in self.panels:
            panel.retranslate()
        self.refresh()

    def keys(self) -> list[tuple[str, list[str]]]:
        t = self.controller.say
        return [
            (t(say("A die rolled by hand")), ["1", "…", "6"]),
            (t(say("An inspiration die rolled by hand")), ["F", "W", "A", "E", "T"]),
            (t(say("Next or previous one")), ["↑", "↓"]),
            (t(say("Another choice")), ["←", "→"]),
            (t(say("Choose, or go back to a character")), ["Enter"]),
            (t(say("Campaign")), ["Esc"]),
        ]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier & ~Qt.KeyboardModifier.ShiftModifier or (
            not self.panel.press(event)
        ):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self._ended:
            self.panel.begin()
