"""The slip that puts a step of the past right: first what happened instead, then what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from companion.model.core.chance import Face
from companion.model.core.contract import Roll
from companion.model.core.record import Chosen
from companion.model.core.revision import Misfit
from companion.model.core.words import Message, say
from companion.model.games.asagiri.table.table_check import differences
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.games.asagiri.dice.entry import DiceEntry
from companion.ui.kit.buttons import ButtonKind, InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, KeyedPanel, Rule
from companion.ui.kit.theme import fonts

from .amending import Amending

MOST_SHOWN = 9
"""Differences that are shown; the others are counted."""
_KINDS: dict[str, ButtonKind] = {"accept": "primary", "back": "quiet", "cancel": "quiet"}
_OPTION = Qt.ItemDataRole.UserRole


class ChangeSlip(KeyedPanel):
    """Follows an `Amending`. Enter takes what is marked, Backspace goes a question back, Escape leaves all alone."""

    accessible_role = QAccessible.Role.Dialog

    def __init__(self, game: Game, amending: Amending, parent: QWidget | None = None) -> None:
        """Empty while nothing is put right."""
        super().__init__(parent, margin=10, seed=23)
        self._game, self._amending = game, amending
        self._heading = Heading("", self, level=3)
        self._heading.setWordWrap(True)
        self._what = Label(self, role="ink")
        self._why = Label(self, font="small", role="vermilion")
        self._hint = Label(self, font="small")
        self.list = QListWidget(self)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(self._take)
        self.list.itemClicked.connect(self._take)
        self.dice = DiceEntry(game.say, self, upright=True, size=40)
        self.dice.entered.connect(self._thrown)
        self.dice.left.connect(amending.cancel)
        self._rule = Rule(self)
        self._end = Label(self, font="small")
        self._table = QWidget(self)
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(fonts.px(8))
        self._cells: list[Label] = []
        self.buttons: dict[str, InkButton] = {}
        self._rows = QVBoxLayout()
        self._rows.setSpacing(2)
        for names in (
            ("accept",),
            ("suggested",),
            ("keep",),
            ("drop",),
            ("missing",),
            ("settle",),
            ("back",),
            ("cancel",),
        ):
            row = QHBoxLayout()
            for name in names:
                button = InkButton("", _KINDS.get(name, "secondary"), self)
                button.clicked.connect(partial(self._press, name))
                self.buttons[name] = button
                row.addWidget(button, 1)
            self._rows.addLayout(row)
        column = QVBoxLayout(self)
        column.setSpacing(6)
        for widget in (self._heading, self._what, self._why, self._hint, self.dice):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self._rule)
        column.addWidget(self._end)
        column.addWidget(self._table)
        column.addStretch(0)
        column.addLayout(self._rows)
        amending.changed.connect(self.rewrite)
        game.settings_changed.connect(self.rewrite)
        self.rewrite()

    def _press(self, name: str, _checked: bool = False) -> None:
        amending = self._amending
        doings: dict[str, Callable[[], object]] = {
            "accept": amending.accept,
            "suggested": amending.suggested,
            "keep": amending.keep,
            "drop": amending.drop,
            "missing": lambda: amending.insert(not amending.inserting),
            "settle": amending.settle,
            "back": amending.back,
            "cancel": amending.cancel,
        }
        doings[name]()

    # showing -----------------------------------------------------------------------------------------------------

    def rewrite(self, *_: object) -> None:
        """Show the question that is open now."""
        amending = self._amending
        if not amending.going_on:
            return
        misfit = amending.misfit
        if amending.revision is None:
            self._ask_change()
        elif misfit is not None:
            self._ask_misfit(misfit)
        else:
            self._ask_agreement()
        self._offer()
        self._compare()
        self._name_buttons(misfit)
        self.setAccessibleName(self._heading.text())
        focus: QWidget = self.list if not self.list.isHidden() else self.dice
        if amending.done:
            focus = self.buttons["accept"]
        if self.isVisible():
            focus.setFocus()

    def _ask_change(self) -> None:
        game, amending = self._game, self._amending
        self._heading.setText(game.say(say("What happened instead?")))
        what = self._told(amending.begin, amending.end)
        words = (
            say("A step is missing before “{what}”.", what=what)
            if amending.inserting
            else say("Instead of: {what}", what=what)
        )
        self._what.setText(game.say(words))
        self._why.setText("")
        rolls = isinstance(game.pending, Roll)
        hint = say("Type what the dice showed.") if rolls else say("Show it on the board, or choose it here.")
        self._hint.setText(game.say(hint))

    def _ask_misfit(self, misfit: Misfit) -> None:
        game, amending = self._game, self._amending
        revision = amending.revision
        assert revision is not None
        number = len(revision.misfits) - len(revision.open) + 1
        self._heading.setText(
            game.say(say("Later steps: {number} of {all}", number=number, all=max(number, len(revision.misfits))))
        )
        if misfit.kind == "asked":
            words = say("The game now asks a new question. The next step was: {what}",
                        what=self._told(misfit.index, misfit.end))  # fmt: skip
        elif misfit.kind == "dice":
            words = say("Different dice are rolled now: {what}", what=self._told(misfit.index, misfit.end))
        elif misfit.kind == "over":
            words = say(
                "The game would now be over here. The next step was: {what}", what=self._told(misfit.index, misfit.end)
            )
        else:
            words = say("No longer possible: {what}", what=self._told(misfit.index, misfit.end))
        self._what.setText(game.say(words))
        refusal = misfit.refusal
        named = refusal.rule != "TABLE"
        why = say("{why} ({rule})", why=refusal.why, rule=refusal.rule) if named else refusal.why
        self._why.setText("" if misfit.kind in ("asked", "dice", "over") else game.say(why))
        hint = (
            say("Answer it on the board, or choose here.")
            if misfit.kind == "asked"
            else say("Did it happen anyway? If not, show on the board what happened instead.")
        )
        self._hint.setText(game.say(hint))

    def _ask_agreement(self) -> None:
        game, revision = self._game, self._amending.revision
        assert revision is not None
        self._heading.setText(game.say(say("Apply this correction?")))
        count = len(revision.misfits)
        words = (
            say("All later steps still fit.")
            if not count
            else say("Every step that no longer fitted has been settled.")
        )
        self._what.setText(game.say(words))
        self._why.setText("")
        self._hint.setText(game.say(say("The board shows how the table would look now.")))

    def _told(self, begin: int, end: int) -> Message:
        """Steps in words: the first one, and how many come with it."""
        session = self._game.session
        what = session.describe_step(begin)
        count = end - begin - 1
        return say("{what} (and {count} more)", what=what, count=count) if count > 0 else what

    def _offer(self) -> None:
        """What can be chosen now, or the dice to type."""
        game, amending = self._game, self._amending
        pending = game.pending
        rolls = isinstance(pending, Roll) and not amending.done
        self.dice.setVisible(rolls)
        if isinstance(pending, Roll) and rolls:
            self.dice.ask(pending.dice, faces=self._faces(len(pending.dice)))
        self.list.clear()
        for option in amending.offered():
            line = QListWidgetItem(game.say(game.session.system.label(game.state, option)))
            line.setData(_OPTION, option)
            line.setFont(fonts.font("small"))
            self.list.addItem(line)
        self.list.setVisible(self.list.count() > 0)
        self.list.setAccessibleName(game.say(say("Possible steps")))
        if self.list.count():
            self.list.setCurrentRow(0)

    def _faces(self, count: int) -> tuple[Face, ...]:
        """The faces that are put right."""
        amending = self._amending
        misfit = amending.misfit
        index = amending.begin if amending.revision is None else misfit.index if misfit is not None else -1
        if index < 0 or (amending.revision is None and amending.inserting):
            return ()
        faces = self._game.session.steps[index].result.faces or ()
        return faces if len(faces) == count else ()

    def _compare(self) -> None:
        """How the table would end, beside how it stands."""
        for cell in self._cells:
            cell.hide()
            cell.deleteLater()
        self._cells = []
        game, revision = self._game, self._amending.revision
        for widget in (self._rule, self._end, self._table):
            widget.setVisible(revision is not None)
        if revision is None:
            return
        found = differences(revision.before, revision.state)
        same = say("The table ends up as it is now.")
        self._end.setText(game.say(say("At the end: now → after the correction") if found else same))
        shown = found[:MOST_SHOWN]
        for row, difference in enumerate(shown):
            self._cell(row, 0, game.say(difference.what), "ink")
            self._cell(row, 1, game.say(difference.then), "faded")
            self._cell(row, 2, "→", "faded")
            self._cell(row, 3, game.say(difference.now), "ink")
        if len(found) > len(shown):
            self._cell(len(shown), 0, game.say(say("and {count} more", count=len(found) - len(shown))), "faded")
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(3, 1)

    def _cell(self, row: int, column: int, words: str, role: str) -> None:
        cell = Label(self._table, font="small", role="ink" if role == "ink" else "faded", wrap=column in (1, 3))
        cell.setText(words)
        self._cells.append(cell)
        self._grid.addWidget(cell, row, column)
        cell.show()

    def _name_buttons(self, misfit: Misfit | None) -> None:
        game, amending = self._game, self._amending
        revision = amending.revision
        first = revision is None
        shown = {
            "accept": amending.done,
            "suggested": misfit is not None and misfit.suggested.way in ("first", "change"),
            "keep": misfit is not None and bool(misfit.kept) and misfit.kind not in ("asked", "dice"),
            "drop": (first and not amending.inserting) or (misfit is not None and misfit.kind != "asked"),
            "missing": first,
            "settle": revision is not None and len(revision.open) > 1,
            "back": not first,
            "cancel": True,
        }
        words = {
            "accept": say("Apply"),
            "suggested": self._suggestion(misfit),
            "keep": say("It did happen"),
            "drop": say("Delete this step"),
            "missing": say("Change this step") if amending.inserting else say("Insert a step before"),
            "settle": say("All as suggested"),
            "back": say("Previous question"),
            "cancel": say("Cancel"),
        }
        keys_ = {
            "accept": "↵",
            "suggested": "S",
            "keep": "K",
            "drop": "D",
            "missing": "M",
            "settle": "A",
            "back": "⌫",
            "cancel": "Esc",
        }
        for name, button in self.buttons.items():
            button.setVisible(shown[name])
            button.setText(game.say(words[name]))
            button.setAccessibleName(game.say(words[name]))
            button.set_key(keys_[name])
        if misfit is not None:
            best = misfit.suggested.way
            for name in ("suggested", "keep", "drop"):
                mine = best == name or (name == "suggested" and best in ("first", "change"))
                self.buttons[name].set_kind("primary" if mine else "secondary")
        else:
            self.buttons["drop"].set_kind("secondary")

    def _suggestion(self, misfit: Misfit | None) -> Message:
        """What the app would answer."""
        revision = self._amending.revision
        if misfit is None or revision is None or not misfit.suggested.steps:
            return say("As suggested")
        step = misfit.suggested.steps[0]
        if step.result.faces:
            faces = tuple(Message(face) if isinstance(face, str) else face for face in step.result.faces)
            return say("Dice: {faces}", faces=faces)
        if isinstance(step.intent, Chosen):
            system, state = self._game.session.system, revision.state_at(misfit.place)
            return system.label(state, system.option_of(state, step.intent.option))
        return say("Roll it here")

    # hearing -----------------------------------------------------------------------------------------------------

    def _take(self, item: QListWidgetItem) -> None:
        self._game.choose(item.data(_OPTION))

    def _thrown(self, faces: tuple[Face, ...]) -> None:
        self._game.roll(faces)

    _KEYS: ClassVar[dict[Qt.Key, str]] = {
        Qt.Key.Key_S: "suggested",
        Qt.Key.Key_K: "keep",
        Qt.Key.Key_D: "drop",
        Qt.Key.Key_M: "missing",
        Qt.Key.Key_A: "settle",
        Qt.Key.Key_Backspace: "back",
        Qt.Key.Key_Escape: "cancel",
    }

    def meant(self, event: QKeyEvent) -> Callable[[], object] | None:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return None
        if self.dice.isVisible() and self.dice.handles(event):
            return None
        name = self._KEYS.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._amending.done:
            name = "accept"
        button = self.buttons.get(name or "")
        return button.click if button is not None and button.isVisible() else None
