"""Several things out of many, each by its name: skills on a card, marks."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.words import say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.list_lines import Line
from companion.ui.kit.popup import ChoicePopup

from .controls import Control
from .shapes import Field
from .writing import Writing


class PickSeveralControl(Control):
    """What is chosen, one below the other; a click takes it away, the last line adds one more."""

    def __init__(self, writing: Writing, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(writing, field, parent)
        self._held: list[str] = []
        self.chosen: list[InkButton] = []
        self.add = InkButton("", "quiet", self, sign="plus")
        self.add.clicked.connect(self.open)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self.add)
        self.retell()

    def show_value(self, value: Any) -> None:
        self._held = [str(one) for one in value] if isinstance(value, list | tuple) else []
        self.retell()

    def retell(self) -> None:
        say_ = self.writing.say
        offered = {one.value: one for one in self.writing.lexicon.choices(self.field, self.writing.draft.record) or ()}
        while len(self.chosen) > len(self._held):
            button = self.chosen.pop()
            self._column.removeWidget(button)
            button.hide()
            button.deleteLater()
        while len(self.chosen) < len(self._held):
            button = InkButton("", "quiet", self, sign="close")
            n = len(self.chosen)
            button.clicked.connect(lambda _=False, n=n: self._take_away(n))
            self._column.insertWidget(n, button, 0, Qt.AlignmentFlag.AlignLeft)
            button.show()
            self.chosen.append(button)
        for button, id in zip(self.chosen, self._held, strict=True):
            name = say_(offered[id].title) if id in offered else id
            button.setText(name)
            button.setAccessibleName(say_(say("Take away: {name}", name=name)))
        self.add.setText(say_(say("Add")))
        self.add.setAccessibleName(say_(say("Add: {what}", what=self.writing.lexicon.label(self.field))))

    def _take_away(self, n: int) -> None:
        self.changed.emit([one for at, one in enumerate(self._held) if at != n])
        self.add.setFocus()

    def open(self) -> None:
        say_ = self.writing.say
        offered = [one for one in self.writing.lexicon.choices(self.field, self.writing.draft.record) or ()
                   if one.value not in self._held]  # fmt: skip
        lines = [Line(str(n), say_(one.title), say_(one.words), one.note, one.sign) for n, one in enumerate(offered)]
        name = say_(self.writing.lexicon.label(self.field))
        picker = ChoicePopup(lines, self.add, name=name, find=say_(say("Search")), width=400)
        picker.chosen.connect(lambda id: self.changed.emit([*self._held, offered[int(id)].value]))
        picker.popup(self.add)
