"""Last step of a game without an adventure: what will be done at the table, one after the other (KAR-6)."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from companion.model.core.words import say
from companion.ui.games.asagiri.new_game.stages import WIDE, Stages
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says
from companion.ui.kit.widget import Translated

from .draft import Draft


class RecruitsStep(Translated, QWidget):
    """`changed` carries the new `Draft`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Shows nothing until `show_draft`."""
        super().__init__(parent)
        self.draft = Draft()
        self.title = Heading(say("Draft bands"), self, level=1)
        self.stages = Stages(self)
        self.one_box = says(QCheckBox(self), say("One box: each card exists once"))
        self.one_box.toggled.connect(self._toggle)
        self.tie_break = says(
            QCheckBox(self), say("At equal zeni, the band with more valuable vigilant characters wins")
        )
        self.tie_break.toggled.connect(self._break_ties)
        self._words = Label(
            self,
            font="small",
            text=say("With two boxes each card exists twice, and both bands may recruit the same unique character."),
        )
        inner = QVBoxLayout()
        inner.setSpacing(fonts.px(12))
        inner.addStretch(1)
        inner.addWidget(self.title)
        inner.addWidget(Rule(self, weight=2.4, seed=9, role="vermilion"))
        inner.addWidget(self.stages)
        inner.addSpacing(fonts.px(8))
        inner.addWidget(self.one_box)
        inner.addWidget(self._words)
        inner.addWidget(self.tie_break)
        inner.addStretch(2)
        holder = QWidget(self)
        holder.setMaximumWidth(fonts.px(WIDE))
        holder.setLayout(inner)
        page = QHBoxLayout(self)
        page.addStretch(1)
        page.addWidget(holder, 100)
        page.addStretch(1)
        self.retranslate()

    def _toggle(self, on: bool) -> None:
        if on != self.draft.one_box:
            self.changed.emit(replace(self.draft, one_box=on))

    def _break_ties(self, on: bool) -> None:
        if on != self.draft.tie_break:
            self.changed.emit(replace(self.draft, tie_break=on))

    def show_draft(self, draft: Draft) -> None:
        self.draft = draft
        self.stages.budget = draft.draft_budget
        self.stages.refresh()
        self.one_box.blockSignals(True)
        self.one_box.setChecked(draft.one_box)
        self.one_box.blockSignals(False)
        self.tie_break.blockSignals(True)
        self.tie_break.setChecked(draft.tie_break)
        self.tie_break.blockSignals(False)

    def retranslate(self) -> None:
        self.stages.refresh()
