"""The tags of a game, or those that several have in common: slips to take off, and a line to write another one on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QCompleter, QLineEdit, QVBoxLayout, QWidget

from companion.model.core.words import say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import Flow
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Translated

MOST_LETTERS = 40
OFFERED = 6
"""So many of the tags used most are offered for a click."""


class TagLine(Translated, QWidget):
    """`added` and `removed` carry a tag."""

    added = Signal(str)
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """No tags yet."""
        super().__init__(parent)
        self._tags: Sequence[str] = ()
        self._all: Sequence[str] = ()
        self.slips: dict[str, InkButton] = {}
        self.offers: dict[str, InkButton] = {}
        self.line = says(QLineEdit(self), name=say("New tag, then Enter"), hint=say("New tag, then Enter"))
        self.line.setMaxLength(MOST_LETTERS)
        self._known = QStringListModel(self)
        completer = QCompleter(self._known, self)
        completer.setCompletionMode(QCompleter.CompletionMode.InlineCompletion)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.line.setCompleter(completer)
        self.line.returnPressed.connect(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(4))
        self._box, self._offer_box = Flow(self), Flow(self)
        column.addWidget(self._box)
        column.addWidget(self.line)
        column.addWidget(self._offer_box)
        self.retranslate()

    def show_tags(self, tags: Sequence[str], known: Sequence[str]) -> None:
        """Show these; `known`: every tag there is, the most used first."""
        if (list(tags), list(known)) == (list(self._tags), list(self._all)):
            return
        self._tags, self._all = tags, known
        self._known.setStringList([tag for tag in known if tag not in tags])
        held = next((tag for tag, slip in self.slips.items() if slip.hasFocus()), None)
        self.slips = self._fill(self._box, self.slips, list(tags), "close", self.removed)
        offered = [tag for tag in known if tag not in tags][:OFFERED]
        self.offers = self._fill(self._offer_box, self.offers, offered, "plus", self.added)
        if held is not None and held not in self.slips:
            self.line.setFocus()
        self.retranslate()

    def _fill(
        self, box: Flow, before: dict[str, InkButton], tags: list[str], sign: str, signal: SignalInstance
    ) -> dict[str, InkButton]:
        for slip in before.values():
            box.drop(slip)
        made: dict[str, InkButton] = {}
        for tag in tags:
            made[tag] = slip = InkButton(tag.replace("&", "&&"), "quiet", self, sign=sign)
            slip.clicked.connect(lambda _=False, tag=tag: signal.emit(tag))
            box.add(slip)
            slip.show()
        box.setVisible(bool(made))
        box.refresh()
        return made

    def _add(self) -> None:
        tag = " ".join(self.line.text().split())
        self.line.clear()
        if tag and tag not in self._tags:
            self.added.emit(tag)

    def retranslate(self) -> None:
        for tag, slip in self.slips.items():
            slip.setToolTip(tr(say("Remove the tag “{tag}”", tag=tag)))
            slip.setAccessibleName(tr(say("Remove the tag “{tag}”", tag=tag)))
        for tag, slip in self.offers.items():
            slip.setToolTip(tr(say("Add the tag “{tag}”", tag=tag)))
            slip.setAccessibleName(tr(say("Add the tag “{tag}”", tag=tag)))
