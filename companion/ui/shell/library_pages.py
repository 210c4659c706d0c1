"""Beside the list: the tags of games, a page about several of them, and what is said where there are none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QStringListModel, Qt, Signal, SignalInstance
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from companion.model.core.words import say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import LEFT, FlowRow, Gap, vbox
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated
from companion.ui.play.storage import LibraryEntry
from companion.ui.shell import library_filters as words

MOST_LETTERS = 40
OFFERED = 6
"""So many of the tags used most are offered for a click."""


class TagLine(QWidget):
    """`added` and `removed` carry a tag."""

    added = Signal(str)
    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
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
        self._box, self._offer_box = FlowRow(self), FlowRow(self)
        vbox(self._box, self.line, self._offer_box, on=self, spacing=4)

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

    def _fill(
        self, box: FlowRow, before: dict[str, InkButton], tags: list[str], sign: str, signal: SignalInstance
    ) -> dict[str, InkButton]:
        for slip in before.values():
            box.drop(slip)
        made: dict[str, InkButton] = {}
        for tag in tags:
            words = say("Remove the tag “{tag}”", tag=tag) if sign == "close" else say("Add the tag “{tag}”", tag=tag)
            made[tag] = slip = InkButton(tag, "quiet", self, sign=sign, tip=words, name=words)
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


NAMED = 6
"""So many of the games are named."""


class SeveralPage(Translated, QWidget):
    """`wanted` carries `export`, `folder` or `delete`; tags are put on all of the games, or taken off all of them."""

    wanted = Signal(str)
    tagged = Signal(str)
    untagged = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: Sequence[LibraryEntry] = ()
        self._count = 0
        self.heading = Heading("", self, level=2)
        self._names = Label(self)
        self._label = Label(self, font="small", text=say("Tags they all have"))
        self.tags = TagLine(self)
        self.tags.added.connect(self.tagged)
        self.tags.removed.connect(self.untagged)
        self.export = InkButton(say("Export as one archive…"), "primary", self, sign="export", deed="library.export")
        self.folder = InkButton(say("Export to a folder…"), "quiet", self, sign="folder")
        self.delete = InkButton(say("Delete"), "quiet", self, sign="trash")
        buttons = {"export": self.export, "folder": self.folder, "delete": self.delete}
        for what, button in buttons.items():
            button.clicked.connect(partial(self.wanted.emit, what))
        vbox(
            self.heading,
            self._names,
            Gap(8),
            self._label,
            self.tags,
            1,
            *((button, LEFT) for button in buttons.values()),
            on=self,
            spacing=8,
        )
        self.retranslate()

    def show_entries(
        self, entries: Sequence[LibraryEntry], count: int, common: Sequence[str], known_tags: Sequence[str]
    ) -> None:
        """Show these games, the first of `count`, and the tags that all of them have."""
        self._entries, self._count = entries, count
        self.tags.show_tags(common, known_tags)
        self.retranslate()

    def retranslate(self) -> None:
        self.heading.setText(tr(words.games(self._count)))
        names = [entry.game.name for entry in self._entries[:NAMED]]
        more = self._count - len(names)
        self._names.setText(
            "\n".join([*names, tr(say("and {games} more", games=words.games(more)))] if more else names)
        )


class BlankPage(QWidget):
    """A page that is about nothing yet: the sign of ink, faintly."""

    def paintEvent(self, event: QPaintEvent) -> None:
        with ink.painting(self) as pen:
            font = fonts.font("display", 5.5)
            pen.setFont(font)
            pen.setPen(palette.current().color("ink", 0.07))
            pen.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "墨")


class EmptyPage(Translated, QWidget):
    """Says what the list is for. `wanted` carries `clear`, `take`, `learn` or `new`."""

    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searching = False
        self.heading = Heading("", self, level=2)
        self._line = Label(self)
        self.first = InkButton("", "primary", self)
        self.second = InkButton(say("Import games…"), "quiet", self, sign="folder")
        self.first.clicked.connect(lambda: self.wanted.emit("clear" if self._searching else "new"))
        self.second.clicked.connect(lambda: self.wanted.emit("take"))
        self.learn = InkButton(say("Learn to play"), "quiet", self, sign="star")
        self.learn.clicked.connect(lambda: self.wanted.emit("learn"))
        vbox(
            self.heading,
            self._line,
            (self.first, LEFT),
            (self.learn, LEFT),
            (self.second, LEFT),
            1,
            on=self,
            spacing=10,
            margins=(14, 28, 14, 0),
        )
        self.retranslate()

    def tell(self, *, searching: bool) -> None:
        """Say why there is nothing; `searching`: there may be games, but none like that."""
        self._searching = searching
        self.retranslate()

    def retranslate(self) -> None:
        if self._searching:
            self.heading.setText(tr(say("Nothing found")))
            self._line.setText(tr(say("No game matches this search. Try fewer words or filters.")))
            self.first.setText(tr(say("Show all")))
        else:
            self.heading.setText(tr(say("No games yet")))
            what = say("Every game you play is kept here, up to its last step: go on with it, watch it again, look up "
                       "what happened, print its report. Game files can be dropped here, too.")  # fmt: skip
            self._line.setText(tr(what))
            self.first.setText(tr(say("New game…")))
        for button in (self.learn, self.second):
            button.setVisible(not self._searching)

    def setFocus(self, *args: Any) -> None:
        self.first.setFocus(*args)
