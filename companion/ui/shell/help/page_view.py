"""A page of the help as widgets: prose, and positions that the game's own board draws."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import Failure
from companion.model.core.words import Message, say
from companion.model.help.ledger import Enforcement
from companion.model.help.page import Block, Diagram, Heading, Page, Prose
from companion.ui.kit.layouts import Gap, vbox
from companion.ui.kit.panels import Heading as Title
from companion.ui.kit.panels import Rule
from companion.ui.kit.rich_text import PageText
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label

Draw = Callable[[Json], QWidget]
"""A game's own widget for an `okko-position/1`; raises Failure when it cannot be read."""
HIGH = 320
"""Of a picture, in pixels at text scale 1."""
MARKS: dict[Enforcement, Message] = {
    "enforced": say("enforced"),
    "reminded": say("reminded of"),
    "yours": say("yours to watch"),
}


class DiagramView(QWidget):
    """A position, drawn when it first comes into sight, and its caption."""

    followed = Signal(object)

    def __init__(
        self, diagram: Diagram, path: Path | None, draw: Draw | None, parent: QWidget, *, width: int = 0
    ) -> None:
        super().__init__(parent)
        self._path, self._draw = path, draw
        self.board: QWidget | None = None
        self._room = QWidget(self)
        self._room.setFixedHeight(fonts.px(HIGH))
        vbox(on=self._room)
        self.caption = PageText(f'<p class="mark">{diagram.html}</p>', self, width=width)
        self.caption.setAccessibleName(diagram.text)
        self.caption.followed.connect(self.followed)
        vbox(Gap(4), self._room, self.caption, Gap(6), on=self, spacing=6)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.board is None:
            QTimer.singleShot(0, self, self.make)

    def make(self) -> None:
        """Have the game draw it, once; say why that cannot be."""
        room = self._room.layout()
        if self.board is not None or room is None:
            return
        try:
            if self._path is None or self._draw is None:
                raise Failure(say("This game draws no positions."))
            self.board = self._draw(json.loads(self._path.read_text("utf-8")))
        except (Failure, OSError, ValueError) as wrong:
            label = Label(self, role="shaken")
            why = wrong.why if isinstance(wrong, Failure) else str(wrong)
            label.setText(tr(say("This picture cannot be drawn: {why}", why=why)))
            self.board = label
        self.board.setAccessibleDescription(self.caption.accessibleName())
        room.addWidget(self.board)


class PageView(QWidget):
    """All of a page. `followed` carries the `Link` that somebody takes, `reached` a rectangle to scroll to."""

    followed = Signal(object)
    reached = Signal(object)

    def __init__(
        self,
        page: Page,
        position: Callable[[str], Path | None],
        draw: Draw | None,
        enforcement: Callable[[str], Enforcement | None],
        parent: QWidget | None = None,
        *,
        width: int = 0,
    ) -> None:
        """`position`: the file of a position by its name; `enforcement`: what the program does about a rule; `width`:
        as wide as it will be, where that is known.
        """
        super().__init__(parent)
        self.page = page
        self._enforcement = enforcement
        self.setAccessibleName(page.title)
        self.title = Title(page.title, self, level=1)
        self.title.setWordWrap(True)
        self.parts: list[PageText | DiagramView] = []
        for run in _runs(page.blocks):
            if isinstance(run, Diagram):
                self.parts.append(DiagramView(run, position(run.position), draw, self, width=width))
            else:
                text = PageText("".join(map(self._html, run)), self, width=width)
                text.setAccessibleName(page.title)
                text.moved.connect(lambda rect, text=text: self.reached.emit(rect.translated(text.pos())))
                self.parts.append(text)
        for part in self.parts:
            part.followed.connect(self.followed)
        vbox(self.title, Rule(self, weight=2.2), Gap(10), *self.parts, 1, on=self, spacing=0)

    def _html(self, block: Heading | Prose) -> str:
        if isinstance(block, Prose):
            return block.html
        level = max(2, min(4, block.level))
        names = "".join(f'<a name="{escape(anchor)}"></a>' for anchor in block.anchors)
        marks = [self._mark(anchor) for anchor in block.anchors if self._enforcement(anchor) is not None]
        mark = f' <small><span class="mark">&nbsp; {" &nbsp; ".join(marks)}</span></small>' if marks else ""
        return f"<h{level}>{names}{escape(block.title)}{mark}</h{level}>"

    def _mark(self, rule: str) -> str:
        found = self._enforcement(rule)
        return escape(f"{rule} · {tr(MARKS[found])}" if found is not None else rule)

    def top_of(self, anchor: str) -> int:
        """How far down an anchor stands; 0 for one that is not there."""
        for part in self.parts:
            if isinstance(part, PageText):
                top = part.top_of(anchor)
                if top is not None:
                    return part.y() + top
        return 0


def _runs(blocks: Sequence[Block]) -> Iterator[list[Heading | Prose] | Diagram]:
    held: list[Heading | Prose] = []
    for block in blocks:
        if isinstance(block, Diagram):
            if held:
                yield held
            held = []
            yield block
        else:
            held.append(block)
    if held:
        yield held
