"""The check of the table: part by part what the app believes, what may be set instead, and what differs so far."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, say
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.table.corrections import Set
from companion.model.games.chronicles.table.table_check import believed, parts
from companion.ui.games.chronicles.by_hand import changes, differences
from companion.ui.games.chronicles.controller import ChroniclesController
from companion.ui.games.chronicles.table.board_area import has_board
from companion.ui.kit.layouts import vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.panels import Heading, PaperPanel
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label
from companion.ui.play.correction_panel import DifferenceList
from companion.ui.play.table_check import SeenTable


class CheckPage(PaperPanel):
    """Shows what differs so far. What is asked stands where a game's own questions do: `prompt` and `lines`."""

    help_page = "chronicles/the-table"

    def __init__(self, game: ChroniclesController, name: Callable[[str], str], parent: QWidget) -> None:
        """`name`: what the player of a seat is called."""
        super().__init__(parent, margin=16, seed=29)
        self._game, self._name = game, name
        self.table: SeenTable[State] = SeenTable(game)
        self.number = 0
        """How many parts have been looked at."""
        self._parts: tuple[str, ...] = ()
        self.heading, self.words, self.found = (
            Heading("", self, level=3),
            Label(self, font="small"),
            DifferenceList(self),
        )
        inside = QWidget(self)
        vbox(self.words, self.found, 1, on=inside, spacing=5, margins=(0, 0, 6, 0))
        vbox(self.heading, (ScrollColumn(inside, self, fade="surface"), 1), on=self, spacing=5, margins=None)

    @property
    def going_on(self) -> bool:
        """Whether the table is compared with what the app believes."""
        return self.table.seen is not None

    @property
    def part(self) -> str | None:
        """What is asked about; None: everything was looked at, or nothing is checked."""
        return self._parts[self.number] if self.going_on and self.number < len(self._parts) else None

    def toggle(self) -> None:
        """Begin, or stop and leave the app as it was."""
        if self.going_on:
            self.table.stop()
        else:
            self._parts, self.number = parts(self._game.state), 0
            self.table.start()

    # what is asked --------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Message:
        """What the app believes, or how the check ends."""
        seen, part = self.table.seen, self.part
        if seen is None or part is None:
            return say("Table check")
        question = believed(seen, part)
        if has_board(seen) and part.startswith("figure:"):
            return say("{question} If not, right-click where it stands.", question=question)
        return question

    def lines(self) -> list[Line]:
        """The answers: it is so; what may be set instead; then what ends the check."""
        seen, part = self.table.seen, self.part
        if seen is None:
            return []
        told: list[tuple[str, Message]] = []
        if part is not None:
            told = [("yes", say("Yes")), *((str(n), one.words) for n, one in enumerate(changes(seen, part)))]
            told.append(("rest", say("Everything else is right")))
        elif self.differs:
            told.append(("plain", say("Match the app to the table")))
        told.append(("stop", say("Stop checking") if part is not None or self.differs else say("Close")))
        if self.number:
            told.append(("back", say("Previous question")))
        return [Line(id, tr(words), value=str(n) if n < 10 else "") for n, (id, words) in enumerate(told, 1)]

    @property
    def differs(self) -> bool:
        """Whether anything lies otherwise than the app believes."""
        return bool(self.table.corrections())

    def answer(self, id: str) -> None:
        """Take a line."""
        seen, part = self.table.seen, self.part
        if id == "stop":
            self.table.stop()
        elif id == "plain":
            self.table.put_right()
        elif id in ("yes", "rest", "back"):
            self.number = {"yes": self.number + 1, "rest": len(self._parts), "back": max(0, self.number - 1)}[id]
            self.table.changed.emit()
        elif seen is not None and part is not None:
            self._game.correct(changes(seen, part)[int(id)].correction)

    def put(self, at: str) -> bool:
        """The figure asked about stands in the cell clicked (``cell:3,4``); False: no figure is asked about."""
        kind, _, figure = (self.part or "").partition(":")
        if kind != "figure" or not at.startswith("cell:"):
            return False
        column, _, row = at.removeprefix("cell:").partition(",")
        return self._game.correct(Set(f"figures.{figure}.at", [int(column), int(row)]))

    # showing --------------------------------------------------------------------------------------------------------

    def rewrite(self) -> None:
        """Show how far the check is, and what differs so far."""
        seen = self.table.seen
        if seen is None:
            return
        found = differences(self._name, self._game.session.state, seen)
        title = say("Table check: {number} of {all}", number=self.number + 1, all=len(self._parts))
        self.heading.setText(tr(title if self.part is not None else say("Table check")))
        asked = say("Set what lies otherwise; the app keeps the rest.") if self.part is not None else (
            say("The table matches the app.")
        )  # fmt: skip
        self.words.setText(tr(say("Differences: app → table") if found else asked))
        self.found.compare(found)
        self.setAccessibleName(self.heading.text())
        self.setAccessibleDescription(self.words.text())
