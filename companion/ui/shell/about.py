"""What this program is, whose work is in it and under which licences, and what is new in this version."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import msgspec
from PySide6.QtCore import Signal, qVersion
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from companion import __version__
from companion.model.core.words import Message, say
from companion.model.help.library import MANUAL, HelpLibrary
from companion.model.help.page import Heading as PageHeading
from companion.model.help.page import Prose
from companion.resources import changelog, resources_dir
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import LEFT, TOP, FlowRow, Gap, OnePage, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading, Rule
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated, discard, follow

NEWS = "whats-new"
"""The page of the manual that tells what is new."""
KINDS: dict[str, Message] = {"program": say("Program"), "font": say("Fonts"), "library": say("Libraries")}
CREDITS: tuple[tuple[Message, Message], ...] = (
    (
        say("The games"),
        say("The board games belong to their authors and publishers. This is an unofficial companion: it contains "
            "none of their pictures or texts, and it does not replace the boxes."),
    ),
    (say("Pictures and sounds"), say("Icons, figures, tiles, the landscape and the sounds are made for this program.")),
)  # fmt: skip


class ShippedPart(msgspec.Struct, frozen=True):
    """A part that ships, as `packaging/credits.py` lists it; `texts` are files beside the list."""

    kind: str
    name: str
    licence: str
    home: str
    texts: tuple[str, ...]
    package: str = ""

    def text(self) -> str:
        """The whole of its licences."""
        return "\n\n\n".join((licences() / name).read_text("utf-8").strip() for name in self.texts)


def licences() -> Path:
    """The folder of the licences of all parts."""
    return resources_dir() / "licences"


def shipped_parts() -> list[ShippedPart]:
    """Every part that ships, in the order in which it is shown."""
    return msgspec.json.decode((licences() / "parts.json").read_bytes(), type=list[ShippedPart])


class ReadOnlyText(QPlainTextEdit):
    """A long text to read: arrows and Page Down scroll it, Tab goes on."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        follow(self)
        self.refresh()

    def refresh(self) -> None:
        self.setFont(fonts.font("small"))
        self.setStyleSheet("QPlainTextEdit { background: transparent; border: none; padding: 0; }")


class TextPage(QWidget):
    """A text with its title, and the way back."""

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.back = InkButton(say("Back"), "quiet", self, sign="chevron-left", clicked=self.left)
        self.title = Heading("", self, level=3)
        self.title.setWordWrap(True)
        self._home = Label(self, font="small")
        self.text = ReadOnlyText(self)
        vbox((self.back, LEFT), self.title, self._home, (self.text, 1), on=self, spacing=6)

    def show_text(self, title: str, text: str, home: str = "") -> None:
        self.title.setText(title)
        self.text.setAccessibleName(title)
        self._home.setText(home)
        self._home.setVisible(bool(home))
        self.text.setPlainText(text)
        self.text.setFocus()


SHORT = 16
"""Letters of a licence's name that have room beside the part's."""


def _line(n: int, part: ShippedPart) -> Line:
    short = len(part.licence) <= SHORT
    return Line(str(n), part.name, "" if short else part.licence, value=part.licence if short else "")


class AboutSheet(Translated, OnePage):
    """`wanted` carries the id of an action: what is new, or a report of a problem."""

    scrolls = True
    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        first = QWidget()
        version = Label(first, role="ink", font="name")
        version.setText(f"Okko Companion {__version__}")
        lead = Label(first, text=say("For the table, the screen, or both. Qt {version}.", version=qVersion()))
        self.news = InkButton(say("What's new"), "secondary", first, sign="star")
        self.news.clicked.connect(lambda: self.wanted.emit("news"))
        self.problem = InkButton(say("Report a problem…"), "secondary", first, sign="warning")
        self.problem.clicked.connect(lambda: self.wanted.emit("problem"))
        credits: list[Label | Gap] = []
        for name, words in CREDITS:
            credits += [Gap(8), Label(first, role="ink", font="strong", text=name), Label(first, text=words)]
        self.parts = shipped_parts()
        self.lines = says(ListView(first, grows=True), name=say("Parts and their licences"))
        self.lines.chosen.connect(self._read)
        vbox(
            version, lead, Gap(4), FlowRow(first, (self.news, self.problem)), Rule(first, weight=2.2),
            *credits, Gap(12),
            Label(first, role="ink", font="strong", text=say("Parts and their licences")),
            Label(first, font="small", text=say("Choose one to read its licence.")), self.lines, 1,
            on=first, spacing=3, margins=(0, 0, 6, 0),
        )  # fmt: skip
        self.reader = TextPage(self)
        self.reader.left.connect(self._back)
        self.addWidget(ScrollColumn(first, self))
        self.addWidget(self.reader)
        self.retranslate()

    def retranslate(self) -> None:
        lines: list[Line] = []
        for kind, title in KINDS.items():
            lines.append(Line("", tr(title), heading=True))
            mine = [(n, part) for n, part in enumerate(self.parts) if part.kind == kind]
            lines += [_line(n, part) for n, part in mine]
        self.lines.show_lines(lines)

    def _read(self, id: str) -> None:
        part = self.parts[int(id)]
        self.setCurrentWidget(self.reader)
        self.reader.show_text(part.name, part.text(), part.home)

    def _back(self) -> None:
        self.setCurrentIndex(0)
        self.lines.setFocus()


_ITEM = re.compile(r"<li>(?:<p>)?")
_TAG = re.compile(r"<[^>]*>")


def paragraphs(html: str) -> list[str]:
    """The paragraphs and items of a help page's prose as plain sentences; an item begins with a bullet."""
    marked = _TAG.sub("", re.sub(r"</?(p|ul|ol)>|</li>", "\n", _ITEM.sub("\n• ", html)))
    return [unescape(line).strip() for line in marked.splitlines() if line.strip().strip("•")]


class NewsSheet(Translated, OnePage):
    """What is new in this version: a page of the manual, and the way to the list of all changes."""

    scrolls = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = HelpLibrary([resources_dir() / "help"])
        self._first = QWidget()
        self._version = Label(self._first, font="small")
        self._words: list[QWidget] = []
        self.all = InkButton(say("All changes, in English"), "quiet", self._first, sign="scroll")
        self.all.clicked.connect(self._read)
        self._column = vbox(self._version, 1, (self.all, LEFT), on=self._first, spacing=4, margins=(0, 0, 6, 0))
        self.reader = TextPage(self)
        self.reader.left.connect(lambda: self.setCurrentIndex(0))
        self.addWidget(ScrollColumn(self._first, self))
        self.addWidget(self.reader)
        self.retranslate()

    def retranslate(self) -> None:
        self._version.setText(tr(say("Version {version}", version=__version__)))
        discard(*self._words)
        self._words = []
        page = self._library.page(tr.language, MANUAL, NEWS)
        for block in page.blocks if page is not None else ():
            if isinstance(block, PageHeading):
                heading = Heading(block.title, self._first, level=3)
                heading.setWordWrap(True)
                self._words.append(heading)
            elif isinstance(block, Prose):
                self._words += [self._sentence(words) for words in paragraphs(block.html)]
        for n, widget in enumerate(self._words):
            self._column.insertWidget(n + 1, widget)
            widget.show()
        self.all.setVisible(changelog() is not None)

    def _sentence(self, words: str) -> QWidget:
        """A paragraph; an item stands beside its bullet."""
        line, text = QWidget(self._first), Label(role="ink")
        bullet, _, rest = words.rpartition("• ")
        text.setText(rest)
        mark = Label(role="vermilion", wrap=False)
        mark.setText(bullet + "•" if words != rest else "")
        mark.setVisible(words != rest)
        hbox((mark, TOP), (text, 1), on=line, spacing=8, margins=(0, 2, 0, 2))
        return line

    def _read(self) -> None:
        path = changelog()
        if path is not None:
            self.setCurrentWidget(self.reader)
            self.reader.show_text(tr(say("All changes")), path.read_text("utf-8"))
