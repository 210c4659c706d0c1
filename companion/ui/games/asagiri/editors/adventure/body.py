"""The desk for one adventure: chapters on the left, the map in the middle, the page of the chapter on the right."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.words import Message, Name, say
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.draft import Draft
from companion.ui.games.asagiri.editors.forms.paths import value_at
from companion.ui.games.asagiri.editors.forms.writing import Writing
from companion.ui.games.asagiri.editors.seam import Body, name_of
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fold_layout import FoldLayout, OnePage
from companion.ui.kit.keys import Context
from companion.ui.kit.label import Label
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr

from .hands import HANDS
from .lexicon import AdventureLexicon
from .map import FloorMap, Tool
from .panels import FloorsPanel, FloorTabs, Panel, panels
from .trial import Trial

CHAPTERS: tuple[tuple[str, Message, str], ...] = (
    ("story", say("Story"), "book"),
    ("floors", say("Floors"), "map"),
    ("zones", say("Zones"), "zone"),
    ("one", say("First side"), "flag"),
    ("two", say("Second side"), "flag"),
    ("things", say("Objects"), "tray"),
    ("course", say("Course"), "hourglass"),
    ("after", say("Facts and links"), "scroll"),
)
OF_FIELD = {
    "intro": "story", "teaches": "story", "draw": "story", "number": "story", "floors": "floors", "stairs": "floors",
    "zones": "zones", "objects": "things", "caches": "things", "captives": "things", "facts": "after", "links": "after",
}  # fmt: skip
LONGEST = 25
"""Letters of a chapter's name: the map needs the room."""
PAINTED = re.compile(r"^/(zones/\d+|caches/\d+)$")
ADVICE: dict[Tool, Message] = {
    "look": say("Click something to change it; drag figures and objects to other squares."),
    "tile": say("Drag tiles, turn them with R or the wheel; Delete removes one."),
    "paint": say("Paint squares; the right button erases them."),
    "spot": say("Click the square you mean; Escape cancels."),
    "wall": say("Drag along the lines between squares."),
    "door": say("Drag along the lines between squares."),
    "stairs": say("Click a square, change the floor, then click the square where the stairs end."),
}


class AdventureBody(Body):
    """See the module."""

    def __init__(self, draft: Draft, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft, self._bench = draft, bench
        self.lexicon = AdventureLexicon(bench)
        self.lexicon.look_at(draft.record)
        self.writing = Writing(draft, bench, self.lexicon, self)
        self.writing.spot_words = self.lexicon.spot
        self.chapters = Choices(say("Chapters"), CHAPTERS, self, upright=True)
        self.play = InkButton(say("Play it now"), "primary", self, sign="play")
        self.map = FloorMap(self.writing, HANDS, self)
        self.tabs = FloorTabs(self.writing, self.map, self)
        self.line = Label(self, align=Qt.AlignmentFlag.AlignHCenter)
        self.stack = OnePage(self)
        self._makers = panels(self.writing, self.map)
        self.pages: dict[str, Panel] = {}
        self.chapter = ""
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.map)
        self.retranslate()
        self.show_chapter("story")

    def _lay_out(self) -> None:
        row = FoldLayout(self, most=460)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.px(16))
        left = QVBoxLayout()
        left.setSpacing(fonts.px(4))
        left.addWidget(self.chapters)
        left.addStretch(1)
        left.addWidget(self.play, 0, Qt.AlignmentFlag.AlignLeft)
        row.addLayout(left)
        middle = QVBoxLayout()
        middle.setSpacing(fonts.px(2))
        middle.addWidget(self.tabs)
        middle.addWidget(self.map, 1)
        middle.addWidget(self.line)
        row.addLayout(middle, 1)
        self.stack.setFixedWidth(fonts.px(372))
        row.addWidget(self.stack)

    def _connect(self) -> None:
        self.chapters.chosen.connect(self.show_chapter)
        self.play.clicked.connect(self.try_it)
        self.map.selected.connect(self._selected)
        self.map.hovered.connect(self._hovered)
        self.map.ended.connect(self._ended)
        self.writing.looked_at.connect(self._looked_at)
        self.writing.spot_wanted.connect(self._spot_wanted)
        self.writing.squares_wanted.connect(lambda pointer: self._use("paint", pointer))
        self._draft.changed.connect(self._show)
        self._draft.checked.connect(self._show_play)
        self._bench.writing_changed.connect(self._show)

    def show_chapter(self, name: str) -> Panel:
        if name not in self.pages:
            page = self.pages[name] = self._makers[name]()
            self.stack.addWidget(page)
            if isinstance(page, FloorsPanel):
                page.tool_wanted.connect(self._use)
        page = self.pages[name]
        if name != self.chapter:
            self.chapter = name
            self._use("tile" if name == "floors" else "look", "")
        self.stack.setCurrentWidget(page)
        self.chapters.show_choice(name)
        page.refresh()
        return page

    def _use(self, tool: str, pointer: str | None = None) -> None:
        known: Tool = next(one for one in ADVICE if one == tool)
        self.map.use(known, pointer)
        page = self.pages.get("floors")
        if isinstance(page, FloorsPanel):
            page.show_tool(known)
        self._hovered("")

    def _chapter_of(self, pointer: str) -> str:
        parts = pointer.split("/")[1:]
        if parts[:1] == ["sides"]:
            return "two" if parts[1:2] == ["1"] else "one"
        return OF_FIELD.get(parts[0] if parts else "", "course")

    def _selected(self, pointer: str) -> None:
        """Something on the map was pressed: open its page."""
        if not pointer or pointer.startswith("/floors/"):
            return
        page = self.show_chapter(self._chapter_of(pointer))
        page.show_field(pointer)
        self.map.pointer = pointer
        self.map.setFocus()

    def _looked_at(self, pointer: str) -> None:
        """A slip of a page was opened: show its part of the map."""
        self.map.show_pointer(pointer)
        if PAINTED.match(pointer):
            self._use("paint", f"{pointer}/{'squares' if pointer.startswith('/zones') else 'places'}")
        elif self.map.tool in ("paint", "spot"):
            self._use("look")

    def _spot_wanted(self, pointer: str) -> None:
        self._use("spot", pointer)
        self.map.setFocus()

    def _ended(self) -> None:
        self._use("tile" if self.chapter == "floors" else "look")

    def _show(self) -> None:
        self.lexicon.look_at(self._draft.record)
        for name, word in (("one", 0), ("two", 1)):
            names = name_of(value_at(self._draft.record, f"/sides/{word}"))
            if names:
                called = tr(Name.of(names))
                shown = called if len(called) <= LONGEST else called[: LONGEST - 1].rstrip() + "…"
                self.chapters.words[name].say(shown)
                self.chapters.words[name].setToolTip(called)
        if self.chapter:
            self.pages[self.chapter].refresh()

    def _show_play(self) -> None:
        broken = any(found.broken for found in self._draft.findings)
        self.play.setEnabled(not broken)
        self.play.setToolTip(tr(say("Fix the problems below first.")) if broken else "")

    def _hovered(self, words: str) -> None:
        self.line.setText(words or tr(ADVICE[self.map.tool]))

    def retranslate(self) -> None:
        self.tabs.retell()
        for page in self.pages.values():
            page.retell()
        self._hovered("")
        self._show()
        self._show_play()

    def try_it(self) -> None:
        self._draft.keep_now()
        Trial(self._draft.record, self._bench, self.play, self._bench.tried.emit).ask()

    def show_field(self, pointer: str) -> bool:
        page = self.show_chapter(self._chapter_of(pointer))
        if pointer.startswith("/floors/"):
            parts = pointer.split("/")
            if len(parts) > 2 and parts[2].isdigit():
                self.map.show_floor(int(parts[2]))
            self.map.pointer = "/".join(parts[:5])
            self.map.setFocus()
            self.map.update()
            return True
        return page.show_field(pointer)

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        return [
            (tr(say("Move across the map, or move the tile")), ["←", "→", "↑", "↓"]),
            (tr(say("Move the tile by its own width")), ["Shift+←↑→↓"]),
            (tr(say("Delete the selection")), [tr(say("Del"))]),
            (tr(say("Tool")), ["Enter"]),
            (tr(say("Move an entry up or down")), ["Alt+↑↓"]),
        ]

    @property
    def contexts(self) -> tuple[Context, ...]:
        return ("adventure",)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(1180), fonts.px(640))
