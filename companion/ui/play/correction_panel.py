"""The panel that puts a step of the past right: first what happened instead, then what follows from it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QListWidget, QListWidgetItem, QWidget

from companion.model.core.chance import HIDDEN, Die, Face
from companion.model.core.contract import Roll
from companion.model.core.record import Chosen
from companion.model.core.revision import KEEP, Misfit
from companion.model.core.words import Message, Name, say
from companion.ui.kit.buttons import ButtonKind, InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.panels import Heading, KeyedPanel, Rule
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, discard
from companion.ui.play.game_controller import GameController
from companion.ui.play.past_correction import PastCorrection

MOST_SHOWN = 9
"""Differences that are shown; the others are counted."""
_BUTTONS: tuple[tuple[str, Qt.Key | None, str, ButtonKind, Message], ...] = (
    ("accept", None, "↵", "primary", say("Apply")),
    ("suggested", Qt.Key.Key_S, "S", "secondary", say("As suggested")),
    ("keep", Qt.Key.Key_K, "K", "secondary", say("It did happen")),
    ("drop", Qt.Key.Key_D, "D", "secondary", say("Delete this step")),
    ("missing", Qt.Key.Key_M, "M", "secondary", say("Insert a step before")),
    ("settle", Qt.Key.Key_A, "A", "secondary", say("All as suggested")),
    ("back", Qt.Key.Key_Backspace, "⌫", "quiet", say("Previous question")),
    ("cancel", Qt.Key.Key_Escape, "Esc", "quiet", say("Cancel")),
)
_MISFITS = {
    "asked": say("The game now asks a new question. The next step was: {what}"),
    "dice": say("Different dice are rolled now: {what}"),
    "over": say("The game would now be over here. The next step was: {what}"),
}
"""What no longer fits and is against no rule."""
_OPTION = Qt.ItemDataRole.UserRole


class DifferenceWords(Protocol):
    """One thing that lies otherwise on one of two tables."""

    @property
    def what(self) -> Name | Message | str:
        """What it is called."""

    @property
    def then(self) -> Message | str:
        """How it is on the first."""

    @property
    def now(self) -> Message | str:
        """How it is on the second."""


class DiceField(QWidget):
    """Where the faces of real dice are typed; a game has its own."""

    entered = Signal(tuple)
    left = Signal()
    """Esc with nothing typed: the person would rather not."""

    @abstractmethod
    def ask(self, dice: Sequence[Die], *, faces: Sequence[Face] = ()) -> None:
        """Ask for these dice; `faces`: a roll to be put right instead of a new one."""

    @abstractmethod
    def handles(self, event: QKeyEvent) -> bool:
        """Whether a key is for the dice."""


class DifferenceList(QWidget):
    """Differences of two tables, a row each."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(fonts.px(8))
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(3, 1)
        self._cells: list[Label] = []

    def compare(self, found: Iterable[DifferenceWords], more: int = 0) -> None:
        """Show these, and say how `many` more there are."""
        discard(*self._cells)
        self._cells = []
        rows: list[tuple[Name | Message | str, ...]] = [(one.what, one.then, "→", one.now) for one in found]
        if more:
            rows.append((say("and {count} more", count=more),))
        for row, words in enumerate(rows):
            for at, word in enumerate(words):
                faded = at in (1, 2) or len(words) == 1
                cell = Label(self, font="small", role="faded" if faded else "ink", wrap=at in (1, 3))
                cell.setText(word if isinstance(word, str) else tr(word))
                self._grid.addWidget(cell, row, at)
                self._cells.append(cell)
                cell.show()


class StepList(QListWidget):
    """What can be chosen instead. Letters are those of the buttons below: Qt would look for a line by them."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text():
            event.ignore()
        else:
            super().keyPressEvent(event)


class CorrectionPanel(KeyedPanel):
    """Follows a `PastCorrection`. Enter takes what is marked, Backspace goes back, Escape leaves all alone."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(
        self,
        game: GameController[Any],
        correction: PastCorrection[Any],
        dice: DiceField,
        differences: Callable[[Any, Any], Sequence[DifferenceWords]],
        parent: QWidget | None = None,
        *,
        listed: bool = True,
    ) -> None:
        """Empty while nothing is put right. `differences`: of two states, as people compare tables.

        `listed`: what could be chosen is listed here; else the table offers it as it always does.
        """
        super().__init__(parent, margin=10, seed=23)
        self._game, self._correction, self._differences = game, correction, differences
        self._listed = listed
        self._heading = Heading("", self, level=3)
        self._heading.setWordWrap(True)
        self._what = Label(self, role="ink")
        self._why = TermLabel(self, font="small", role="vermilion")
        self._hint = Label(self, font="small")
        self.list = says(StepList(self), name=say("Possible steps"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._take)
        self.dice = dice
        self.dice.entered.connect(game.roll)
        self.dice.left.connect(correction.cancel)
        self._rule, self._end, self._table = Rule(self), Label(self, font="small"), DifferenceList(self)
        doings: dict[str, Callable[[], object]] = {
            "accept": correction.accept,
            "suggested": partial(correction.reply, None),
            "keep": partial(correction.reply, KEEP),
            "drop": correction.drop,
            "missing": lambda: correction.insert(not correction.inserting),
            "settle": correction.settle,
            "back": correction.back,
            "cancel": correction.cancel,
        }
        self.buttons = {name: InkButton(words, kind, self, key=cap) for name, _, cap, kind, words in _BUTTONS}
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _=False, do=doings[name]: do())
        vbox(
            self._heading, self._what, self._why, self._hint, dice, (self.list, 1), self._rule, self._end, self._table,
            0, vbox(*self.buttons.values(), spacing=2), on=self, spacing=6, margins=None,
        )  # fmt: skip
        correction.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)

    # showing

    def rewrite(self, *_: object) -> None:
        """Show the question that is open now."""
        correction = self._correction
        if not correction.going_on:
            return
        misfit, revision = correction.misfit, correction.revision
        if revision is None:
            self._ask_change()
        elif misfit is not None:
            self._ask_misfit(misfit, len(revision.misfits) - len(revision.open) + 1, len(revision.misfits))
        else:
            fits = say("Every step that no longer fitted has been settled.") if revision.misfits else None
            board = say("The board shows how the table would look now.")
            if not self._listed:
                board = say("The table is shown as it would be now.")
            self._ask(say("Apply this correction?"), fits or say("All later steps still fit."), board)
        self._offer()
        self._compare()
        self._name_buttons(misfit)
        if self.isVisible() and (self._listed or correction.done):
            some = self.dice if self.list.isHidden() else self.list
            (self.buttons["accept"] if correction.done else some).setFocus()

    def _ask(self, title: Message, what: Message, hint: Message, why: Message | None = None) -> None:
        say_ = self._game.say
        for label, words in ((self._heading, title), (self._what, what), (self._hint, hint), (self._why, why)):
            label.setText(say_(words) if words is not None else "")
        self.setAccessibleName(self._heading.text())

    def _ask_change(self) -> None:
        correction = self._correction
        what = self._told(correction.begin, correction.end)
        missing, instead = say("A step is missing before “{what}”.", what=what), say("Instead of: {what}", what=what)
        rolls = isinstance(self._game.pending, Roll)
        here = say("Show it on the board, or choose it here.") if self._listed else say("Enter it as always.")
        hint = say("Type what the dice showed.") if rolls else here
        self._ask(say("What happened instead?"), missing if correction.inserting else instead, hint)

    def _ask_misfit(self, misfit: Misfit, number: int, count: int) -> None:
        asked, refusal = _MISFITS.get(misfit.kind), misfit.refusal
        told = ("what", self._told(misfit.index, misfit.end))
        why: Message | None = None
        if asked is None:
            named = refusal.rule != "TABLE"
            why = say("{why} ({rule})", why=refusal.why, rule=refusal.rule) if named else refusal.why
        hint = say("Did it happen anyway? If not, show on the board what happened instead.")
        if not self._listed:
            hint = say("Did it happen anyway? If not, enter what happened instead.")
        if misfit.kind == "asked":
            hint = (
                say("Answer it on the board, or choose here.") if self._listed else say("Enter the answer as always.")
            )
        what = Message((asked or say("No longer possible: {what}")).key, (told,))
        self._ask(say("Later steps: {number} of {all}", number=number, all=max(number, count)), what, hint, why)

    def _told(self, begin: int, end: int) -> Message:
        """Steps in words: the first one, and how many come with it."""
        what, count = self._game.session.describe_step(begin, self._game.viewer), end - begin - 1
        return say("{what} (and {count} more)", what=what, count=count) if count > 0 else what

    def _offer(self) -> None:
        game, correction, pending = self._game, self._correction, self._game.pending
        rolls = isinstance(pending, Roll) and not correction.done
        self.dice.setVisible(rolls)
        if isinstance(pending, Roll) and rolls:
            old = correction.corrected
            faces = (old.result.faces or ()) if old is not None else ()
            self.dice.ask(pending.dice, faces=faces if len(faces) == len(pending.dice) else ())
        self.list.clear()
        for option in correction.offered() if self._listed else ():
            line = QListWidgetItem(game.say(game.session.system.label(game.state, option)))
            line.setData(_OPTION, option)
            line.setFont(fonts.font("small"))
            self.list.addItem(line)
        self.list.setVisible(self._listed and self.list.count() > 0)
        self.list.setCurrentRow(0)

    def _compare(self) -> None:
        game, revision = self._game, self._correction.revision
        for widget in (self._rule, self._end, self._table):
            widget.setVisible(revision is not None)
        if revision is not None:
            found = self._differences(revision.before, revision.state)
            same = say("The table ends up as it is now.")
            self._end.setText(game.say(say("At the end: now → after the correction") if found else same))
            self._table.compare(found[:MOST_SHOWN], max(0, len(found) - MOST_SHOWN))

    def _name_buttons(self, misfit: Misfit | None) -> None:
        game, correction, revision = self._game, self._correction, self._correction.revision
        first = revision is None
        best: str = misfit.suggested.way if misfit is not None else ""
        best = "suggested" if best in ("first", "change") else best
        shown = {
            "accept": correction.done,
            "suggested": best == "suggested",
            "keep": misfit is not None and bool(misfit.kept) and misfit.kind not in ("asked", "dice"),
            "drop": (first and not correction.inserting) or (misfit is not None and misfit.kind != "asked"),
            "missing": first,
            "settle": revision is not None and len(revision.open) > 1,
            "back": not first,
        }
        for name, button in self.buttons.items():
            button.setVisible(shown.get(name, True))
            if name in ("suggested", "keep", "drop"):
                button.set_kind("primary" if name == best else "secondary")
        insert = say("Change this step") if correction.inserting else say("Insert a step before")
        self.buttons["missing"].setText(game.say(insert))
        self.buttons["suggested"].setText(game.say(self._suggestion(misfit)))

    def _suggestion(self, misfit: Misfit | None) -> Message:
        revision = self._correction.revision
        if misfit is None or revision is None or not misfit.suggested.steps:
            return say("As suggested")
        step = misfit.suggested.steps[0]
        if step.result.faces:
            faces = tuple(Message(face) if isinstance(face, str) else face for face in step.result.faces)
            return say("Dice: {faces}", faces=faces)
        if isinstance(step.intent, Chosen):
            system, state = self._game.session.system, revision.state_at(misfit.place)
            option = system.option_of(state, step.intent.option)
            known = not self._game.hidden or option in self._correction.offered()
            return system.label(state, option) if known else say("As suggested")
        return say("Roll it here")

    # hearing

    def _take(self, item: QListWidgetItem) -> None:
        self._game.choose(item.data(_OPTION))

    def meant(self, event: QKeyEvent) -> Callable[[], object] | None:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return None
        if self.dice.isVisible() and self.dice.handles(event):
            return None
        name = next((name for name, key, *_ in _BUTTONS if key == event.key()), "")
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not self._correction.done:  # one Enter chooses, another agrees
                return partial(self._take, self.list.currentItem()) if self.list.hasFocus() else None
            name = "accept"
        button = self.buttons.get(name)
        return button.click if button is not None and button.isVisible() else None


class FaceChoices(DiceField):
    """The faces of each die as words to click; keys fill them in order."""

    def __init__(
        self, owner: Callable[[str], str], may_hide: Callable[[], bool], parent: QWidget | None = None
    ) -> None:
        """`owner`: what the owner of a die is called; `may_hide`: whether a face may be kept from the app."""
        super().__init__(parent)
        self._owner, self._may_hide = owner, may_hide
        self._dice: tuple[Die, ...] = ()
        self.faces: list[Choices] = []
        """The faces of each die, by their texts."""
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(fonts.px(14))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def ask(self, dice: Sequence[Die], *, faces: Sequence[Face] = ()) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            assert widget is not None
            widget.setParent(None)
            widget.deleteLater()
        self._dice = tuple(dice)
        self.faces = [self._line(row, die) for row, die in enumerate(dice)]
        for words, face in zip(self.faces, faces, strict=False):
            words.show_choice(str(face))

    def _line(self, row: int, die: Die) -> Choices:
        name = Label(self, role="ink", wrap=False)
        name.setText(self._owner(die.owner))
        hidden = (HIDDEN,) if die.kind.may_hide and self._may_hide() else ()
        options: list[tuple[str, Message | str, str]] = [(str(f), _word(f), "") for f in (*die.kind.faces, *hidden)]
        faces = Choices(say("Die of {name}", name=name.text()), options, self, large=True)
        faces.chosen.connect(self._enter)
        self._grid.addWidget(name, row, 0)
        self._grid.addWidget(faces, row, 1)
        return faces

    def _enter(self, _: str = "") -> None:
        """All faces are there: that is the roll."""
        chosen = [faces.choice() for faces in self.faces]
        if all(chosen):
            by_text: dict[str, Face] = {str(face): face for die in self._dice for face in die.kind.faces}
            self.entered.emit(tuple(by_text.get(text, HIDDEN) for text in chosen))

    def handles(self, event: QKeyEvent) -> bool:
        return any(event.text() in faces.words for faces in self.faces)

    def type(self, event: QKeyEvent) -> bool:
        """Take a key as the next face, or as the first of a roll that is put right; False when it is none."""
        faces = next((one for one in self.faces if not one.choice()), next(iter(self.faces), None))
        if faces is None or event.text() not in faces.words:
            return False
        faces.show_choice(event.text())
        self._enter()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif not self.type(event):
            super().keyPressEvent(event)


class DiceEntry(QWidget):
    """Asks for the roll that the player at the screen has to see to: rolled here, or entered face by face."""

    def __init__(self, game: GameController[Any], owner: Callable[[str], str], parent: QWidget | None = None) -> None:
        """`owner`: what the owner of a die is called."""
        super().__init__(parent)
        self._game = game
        self._dice: tuple[Die, ...] = ()
        self.field = FaceChoices(owner, lambda: game.tracking, self)
        self.field.entered.connect(self._enter)
        self.roll = InkButton(say("Roll"), "primary", self, deed="table.step", sign="dice", clicked=self.roll_here)
        hbox(self.field, self.roll, on=self, spacing=14)
        self.hide()

    @property
    def typed(self) -> bool:
        """Whether faces are entered; else the app rolls."""
        return self._game.dice_entry != "virtual"

    def refresh(self) -> None:
        """Ask for what has to be rolled now, or go away."""
        roll = self._game.to_roll()
        dice = () if roll is None else roll.dice
        if dice != self._dice:
            self._dice = dice
            self.field.ask(dice)
        self.field.setVisible(self.typed)
        self.roll.setVisible(self._game.dice_entry != "typed")
        self.setVisible(bool(dice))

    def roll_here(self) -> None:
        """Have the app roll."""
        if self._game.to_roll() is not None:
            self._game.roll()

    def _enter(self, faces: tuple[Face, ...]) -> None:
        self._dice = ()  # the same dice may be asked for again
        if not self._game.roll(faces):
            self.refresh()

    def type(self, event: QKeyEvent) -> bool:
        """Take a key as the next face; False when it is none."""
        return self.isVisible() and self.typed and self.field.type(event)


def _word(face: Face) -> Message | str:
    return Message(face) if isinstance(face, str) and face != HIDDEN else str(face)
