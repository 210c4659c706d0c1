"""Which adventures a new campaign leads through, in which order, and with the cards of which packs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from companion.model.core.words import Message, Name, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fold_layout import fold, vbox
from companion.ui.kit.label import Label
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr

OWN, BATTLE = "own", "battle"
MOST = 40
"""Chapters of a campaign."""


class RoadPage(QWidget):
    """Which adventures, in which order. `changed` when something is decided."""

    changed = Signal()

    def __init__(
        self,
        records: dict[str, Any],
        boxes: Mapping[str, Message | Name],
        parent: QWidget | None = None,
    ) -> None:
        """Of the adventures `records`, by their ids; with the cards of `boxes`, called as they are, by namespaces."""
        super().__init__(parent)
        self._records = records
        self._boxes_words = Label(self, font="small")
        self._called = boxes
        self.boxes = {name: QCheckBox(self) for name in boxes}
        for box in self.boxes.values():
            box.setChecked(True)
            box.clicked.connect(lambda on, box=box: self._take_box(box, on))
        packs = list(dict.fromkeys(id.partition(":")[0] for id in records))
        packs.sort(key=lambda pack: pack != "house")
        sources: list[tuple[str, Message | str, str]] = [
            (pack, say("The built-in campaign") if pack == "house" else say("Campaign of {pack}", pack=pack), "map")
            for pack in packs
        ]
        sources.append((OWN, say("Our own list"), "pen"))
        self.sources = Choices(say("Which adventures?"), sources, self, large=True, upright=True)
        self.source = packs[0] if packs else OWN
        self.own: list[str] = [id for id in records if id.startswith("house:")] or [""]
        self.at = 0
        """The chapter of the own list that the tools are about."""
        self.lines = ListView(self)
        self.lines.chosen.connect(lambda n: self._mark(int(n)))
        self._words = Label(self)
        self.add = InkButton("", "secondary", self, sign="plus")
        self.up = InkButton("", "quiet", self, sign="arrow-up")
        self.down = InkButton("", "quiet", self, sign="arrow-down")
        self.remove = InkButton("", "quiet", self, sign="trash")
        self.sources.chosen.connect(self.choose)
        self.add.clicked.connect(self.ask)
        self.up.clicked.connect(lambda: self.move_by(-1))
        self.down.clicked.connect(lambda: self.move_by(1))
        self.remove.clicked.connect(self.drop)
        self._lay_out()
        self.show_road()

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.addWidget(self.sources)
        left.addWidget(self._words)
        left.addSpacing(fonts.px(18))
        for widget in (self._boxes_words, *self.boxes.values()):
            left.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
            widget.setVisible(len(self.boxes) > 1)
        left.addStretch(1)
        self.lines.setMinimumHeight(fonts.px(180))
        fold(
            (left, 4),
            (vbox((self.lines, 1), fold(self.add, self.up, self.down, self.remove, 1, spacing=4)), 7),
            on=self,
            spacing=40,
            most=460,
        )

    @property
    def chapters(self) -> list[str]:
        """The adventures in their order; empty: a battle without one."""
        return (
            list(self.own) if self.source == OWN else [id for id in self._records if id.startswith(f"{self.source}:")]
        )

    def setup(self) -> dict[str, Any]:
        """As a set-up writes it."""
        road = {"chapters": self.chapters} if self.source == OWN else {"pack": self.source}
        taken = [name for name, box in self.boxes.items() if box.isChecked()]
        return road if len(taken) == len(self.boxes) else {**road, "packs": taken}

    def choose(self, source: str) -> None:
        """A pack's campaign, or a list of one's own, which begins as what was shown."""
        if source == OWN and self.source != OWN:
            self.own = self.chapters
            self.at = min(self.at, max(0, len(self.own) - 1))
        self.source = source
        self._decided()

    def _take_box(self, box: QCheckBox, on: bool) -> None:
        """One box at least is played with."""
        if not on and not any(other.isChecked() for other in self.boxes.values()):
            box.setChecked(True)
        self._decided()

    def _decided(self) -> None:
        self.show_road()
        self.changed.emit()

    def show_road(self) -> None:
        """Show what has been decided, in the language of the window."""
        own, chapters = self.source == OWN, self.chapters
        self.sources.show_choice(self.source)
        shown = []
        for n, id in enumerate(chapters):
            record = self._records.get(id)
            title = tr(Name.of(record.name)) if record is not None else tr(say("A battle without an adventure"))
            words = tr(Name.of(record.teaches)) if record is not None and record.teaches is not None else ""
            shown.append(Line(str(n), title, words, str(n + 1), chosen=own and n == self.at))
        self.lines.setAccessibleName(tr(say("Adventures")))
        self.lines.show_lines(shown)
        about = (say("Any adventures from your packs, in any order, and battles without an adventure.") if own
                 else say("In the order of the pack: each adventure remembers the earlier ones."))  # fmt: skip
        self._words.setText(tr(about))
        self._boxes_words.setText(tr(say("Cards to play with")))
        for name, box in self.boxes.items():
            box.setText(tr(self._called[name]))
        for button, words_ in (
            (self.add, say("Add a chapter…")), (self.up, say("Move up")), (self.down, say("Move down")),
            (self.remove, say("Remove")),
        ):  # fmt: skip
            button.setText(tr(words_))
            button.setVisible(own)
        self.add.setEnabled(len(self.own) < MOST)
        self.up.setEnabled(self.at > 0)
        self.down.setEnabled(self.at < len(self.own) - 1)
        self.remove.setEnabled(len(self.own) > 1)

    def _mark(self, n: int) -> None:
        self.at = n
        self.show_road()

    def ask(self) -> None:
        """Which adventure comes after the one marked?"""
        lines = [Line(BATTLE, tr(say("A battle without an adventure")), sign="sword")]
        lines += [Line(id, tr(Name.of(record.name)), value=str(record.number)) for id, record in self._records.items()]
        popup = ChoicePopup(lines[:16], self, name=tr(say("Which adventure?")))
        popup.chosen.connect(lambda id: self.put("" if id == BATTLE else id))
        popup.popup(self.add)

    def put(self, chapter: str) -> None:
        """Add a chapter after the one marked."""
        self.own.insert(self.at + 1, chapter)
        self.at += 1
        self._decided()

    def move_by(self, way: int) -> None:
        """Bring the chapter marked forward or back."""
        to = self.at + way
        if 0 <= to < len(self.own):
            self.own[self.at], self.own[to] = self.own[to], self.own[self.at]
            self.at = to
            self._decided()

    def drop(self) -> None:
        """Leave the chapter marked out."""
        if len(self.own) > 1:
            self.own.pop(self.at)
            self.at = min(self.at, len(self.own) - 1)
            self._decided()
