"""A page about several games chosen at once: their tags, their files, or away with them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.words import say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated
from companion.ui.play.storage import LibraryEntry

from . import words
from .tags import TagLine

NAMED = 6
"""So many of the games are named."""


class SeveralPage(Translated, QWidget):
    """`wanted` carries `export`, `folder` or `delete`; tags are put on all of the games, or taken off all of them."""

    wanted = Signal(str)
    tagged = Signal(str)
    untagged = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        """No games yet."""
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
        self.export.clicked.connect(lambda: self.wanted.emit("export"))
        self.folder = InkButton(say("Export to a folder…"), "quiet", self, sign="folder")
        self.folder.clicked.connect(lambda: self.wanted.emit("folder"))
        self.delete = InkButton(say("Delete"), "quiet", self, sign="trash")
        self.delete.clicked.connect(lambda: self.wanted.emit("delete"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(8))
        column.addWidget(self.heading)
        column.addWidget(self._names)
        column.addSpacing(fonts.px(8))
        column.addWidget(self._label)
        column.addWidget(self.tags)
        column.addStretch(1)
        column.addWidget(self.export, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.folder, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.delete, 0, Qt.AlignmentFlag.AlignLeft)
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
