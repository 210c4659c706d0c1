"""The screen of the help: contents and search beside a page, back and forward; the game waits behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from companion.model.core.words import Message, say
from companion.model.help.library import MANUAL, HelpLibrary, Place
from companion.model.help.page import Link
from companion.model.help.search import Hit
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import Gap, hbox, vbox
from companion.ui.kit.list_view import WRAP, Line, LineDelegate, ListView
from companion.ui.kit.panels import Heading
from companion.ui.kit.screen import Screen
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, discard
from companion.ui.shell.help.page_view import Draw, PageView

MEASURE = 700
"""The widest a line of text gets, in pixels at text scale 1: some ninety letters."""
SIDE = 290


@lru_cache(maxsize=1024)
def _rooms(title: str, words: str, font: fonts.FontRole, width: int, scale: float) -> tuple[QRect, QRect]:
    """All rows are measured at each page that is turned; at one `scale` of text they stay as they are."""
    left, wide, top = fonts.px(12), max(40, width - fonts.px(20)), fonts.px(4)
    room = QRect(0, 0, wide, 10_000)
    above = QFontMetrics(fonts.font(font)).boundingRect(room, WRAP, title).height()
    below = QFontMetrics(fonts.font("small")).boundingRect(room, WRAP, words).height() if words else 0
    return QRect(left, top, wide, above), QRect(left, top + above + 1, wide, below)


class ContentsDelegate(LineDelegate):
    """Pages in plain small rows, so that a game's contents are seen at once; what was found has its words below."""

    gap = 14

    def _rooms(self, line: Line, width: int) -> tuple[QRect, QRect]:
        """Where title and words stand in a row at (0, 0)."""
        return _rooms(line.title, line.words, self._font(line), width, fonts.text_scale())

    @staticmethod
    def _font(line: Line) -> fonts.FontRole:
        return "strong" if line.words else "text"

    def height(self, line: Line, width: int) -> int:
        return self._rooms(line, width)[1].bottom() + fonts.px(4)

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        title, words = (room.translated(box.topLeft().toPoint()) for room in self._rooms(line, round(box.width())))
        ink.write(pen, title, line.title, fonts.font(self._font(line)), theme.color("ink"), WRAP)
        ink.write(pen, words, line.words, fonts.font("small"), theme.color("faded"), WRAP)


class HelpScreen(Screen):
    """Reads pages out of `library`; `draw` gives a game's way to draw positions."""

    contexts = ("help",)

    def __init__(self, library: HelpLibrary, titles: Mapping[str, Message], draw: Callable[[str], Draw | None]) -> None:
        """`titles`: of the sections that are games."""
        super().__init__(title=say("Help"))
        self._library, self._titles, self._draw = library, titles, draw
        self._past: list[tuple[Place, int]] = []
        self._ahead: list[tuple[Place, int]] = []
        self.place: Place | None = None
        self.page: PageView | None = None
        self._hits: Sequence[Hit] = ()
        side = QWidget(self)
        side.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._side = side
        self.search = says(QLineEdit(side), name=say("Search the help"), hint=say("Search the help"))
        self.search.setMaxLength(80)
        self.search.textChanged.connect(self._fill)
        self.search.returnPressed.connect(self._first)
        self.found = Label(side, font="small")
        self.contents = says(ListView(side), name=say("Contents"))
        self.contents.searches = True
        self.contents.set_delegate(ContentsDelegate(self.contents))
        self.contents.chosen.connect(self._chosen)
        vbox(
            Heading(say("Help"), side, level=2, kanji="道"),
            self.search,
            self.found,
            (self.contents, 1),
            on=side,
            spacing=8,
        )
        self.back = InkButton("", "quiet", self, sign="arrow-left", name=say("Page before"), tip=say("Page before"))
        self.forward = InkButton("", "quiet", self, sign="arrow-right", name=say("Page after"), tip=say("Page after"))
        self.back.clicked.connect(self.go_back)
        self.forward.clicked.connect(self.go_forward)
        self.keys_ = InkButton("", "quiet", self, sign="help", name=say("Keys"), tip=say("Keys"))
        self.close_ = InkButton(say("Close"), "secondary", self, sign="close", key="Esc", clicked=self.leave)
        self.area = ScrollColumn(parent=self, gap=12)
        self.area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        top = hbox(self.back, self.forward, 1, self.keys_, self.close_, spacing=6)
        self._reading = QWidget(self)
        vbox(top, (self.area, 1), on=self._reading, spacing=10)
        hbox(1, side, Gap(28), (self._reading, 100), 1, on=self, margins=(34, 22, 30, 16))
        self.bind({"help.find": self.search.setFocus, "help.back": self.go_back, "help.forward": self.go_forward})
        self._show_buttons()
        self._fill()

    # where one is --------------------------------------------------------------------------------------------------

    def open_at(self, place: Place) -> None:
        """Begin to read here; the way back begins anew."""
        self._past, self._ahead = [], []
        self.place = None
        self.search.clear()
        self.go(place)

    def go(self, place: Place) -> None:
        """Turn to a page, at a heading of it."""
        if place == self.place:
            self._scroll(place)
            return
        if self.place is not None:
            self._past.append((self.place, self._at))
            self._ahead.clear()
        self._show(place)

    @property
    def _at(self) -> int:
        return self.area.verticalScrollBar().value()

    def go_back(self) -> None:
        if self._past and self.place is not None:
            self._ahead.append((self.place, self._at))
            self._show(*self._past.pop())

    def go_forward(self) -> None:
        if self._ahead and self.place is not None:
            self._past.append((self.place, self._at))
            self._show(*self._ahead.pop())

    def _show(self, place: Place, at: int | None = None) -> None:
        same = self.place is not None and (self.place.section, self.place.name) == (place.section, place.name)
        self.place = place
        if not same or self.page is None:
            self._turn(place)
        self._mark()
        self._show_buttons()
        if at is not None:
            QTimer.singleShot(0, self, lambda: self.area.verticalScrollBar().setValue(at))
        else:
            QTimer.singleShot(0, self, lambda: self._scroll(place))

    def _turn(self, place: Place) -> None:
        page = self._library.page(tr.language, place.section, place.name)
        if page is None:
            return
        library, section = self._library, place.section
        width = self.page.width() if self.page is not None else 0  # pages are as wide as each other
        view = PageView(
            page,
            lambda name: library.position(section, name),
            self._draw(section),
            lambda rule: library.enforcement(rule, section),
            width=width,
        )
        view.followed.connect(self.follow)
        view.reached.connect(self._reveal)
        held = self.page is not None and self.page.isAncestorOf(self.window().focusWidget() or self)
        if self.page is not None:
            discard(self.page)
        self.page = view
        self.area.column.insertWidget(0, view)
        self._measure()
        if held:
            self.setFocus()
        self.setAccessibleDescription(page.title)

    def follow(self, link: Link) -> None:
        """Go where a link of the page leads."""
        place = self._library.place(link, self.place.section if self.place is not None else "")
        if place is not None:
            self.go(place)

    def _scroll(self, place: Place) -> None:
        if self.page is not None and place == self.place:
            self._lay_out()
            top = self.page.y() + self.page.top_of(place.anchor) if place.anchor else 0
            self.area.verticalScrollBar().setValue(max(0, top - fonts.px(6)))

    def _lay_out(self) -> None:
        """Lay a new page out at once: a heading stands where it stays when all texts above it have their height."""
        inside = self.area.widget()
        if inside is None or self.page is None:
            return
        for _ in range(2):  # the first gives the texts their width and so their height, the second the page its own
            QCoreApplication.sendEvent(self.page, QEvent(QEvent.Type.LayoutRequest))
            QCoreApplication.sendEvent(inside, QEvent(QEvent.Type.LayoutRequest))
        inside.resize(inside.width(), max(inside.sizeHint().height(), self.area.viewport().height()))

    def _reveal(self, rect: QRect) -> None:
        if self.page is not None:
            at = rect.center() + self.page.pos()
            self.area.ensureVisible(at.x(), at.y(), 0, fonts.px(60))

    # contents and search -------------------------------------------------------------------------------------------

    def _fill(self, *_: object) -> None:
        words = self.search.text().strip()
        section = self.place.section if self.place is not None else ""
        self._hits = self._library.search(words, tr.language, section) if words else ()
        lines = [self._hit_line(n, hit) for n, hit in enumerate(self._hits)] if words else self._content_lines()
        self.contents.show_lines(lines)
        self.found.setVisible(bool(words) and not self._hits)
        self.found.setText(tr(say("Nothing found. Try fewer letters.")))

    def _hit_line(self, n: int, hit: Hit) -> Line:
        where = hit.page if hit.heading != hit.page else self._title(hit.section)
        words = f"{where} — {hit.snippet}" if hit.snippet else where
        return Line(f"hit {n}", hit.heading, words)

    def _content_lines(self) -> list[Line]:
        found: list[Line] = []
        for section in self._library.sections:
            if section != MANUAL and section not in self._titles:
                continue
            names = self._library.names(section)
            if names:
                found.append(Line("", self._title(section), heading=True))
            for name in names:
                page = self._library.page(tr.language, section, name)
                chosen = self.place is not None and (section, name) == (self.place.section, self.place.name)
                title = page.title if page is not None else name
                found.append(Line(f"page {section}/{name}", title, chosen=chosen))
        return found

    def _title(self, section: str) -> str:
        return tr(self._titles.get(section, say("The program")))

    def _mark(self) -> None:
        if not self.search.text().strip() and self.place is not None:
            self._fill()
            self.contents.hold(f"page {self.place.section}/{self.place.name}")

    def _first(self) -> None:
        """Enter in the search: to the first page found, which then has the keys."""
        if self._hits:
            self._chosen("hit 0")
            self.contents.setFocus(Qt.FocusReason.TabFocusReason)

    def _chosen(self, id: str) -> None:
        kind, _, rest = id.partition(" ")
        if kind == "hit":
            hit = self._hits[int(rest)]
            self.go(Place(hit.section, hit.name, hit.anchor))
        else:
            section, _, name = rest.partition("/")
            self.go(Place(section, name))

    # the rest ------------------------------------------------------------------------------------------------------

    def _show_buttons(self) -> None:
        self.back.setEnabled(bool(self._past))
        self.forward.setEnabled(bool(self._ahead))

    def _measure(self) -> None:
        self._side.setFixedWidth(min(fonts.px(SIDE), max(fonts.px(130), min(self.width(), self.window().width()) // 3)))
        self._reading.setMaximumWidth(fonts.px(MEASURE + 30))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def retranslate(self) -> None:
        if self.place is not None:
            self._turn(self.place)
        self._fill()

    def leave(self) -> None:
        if self.search.text():
            self.search.clear()
            self._mark()
        else:
            super().leave()

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        texts = [part for part in self.page.parts if part.focusPolicy()] if self.page is not None else []
        (texts[0] if texts else self.contents).setFocus(reason)

    def keys(self) -> list[tuple[str, Sequence[str]]]:
        """What keys do here that cannot be bound anew."""
        return [(tr(say("Scroll")), ("Up", "Down", "PgUp", "PgDown"))]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar, page = self.area.verticalScrollBar(), self.area.viewport().height() - fonts.px(40)
        steps = {
            Qt.Key.Key_Down: fonts.px(50), Qt.Key.Key_Up: -fonts.px(50), Qt.Key.Key_PageDown: page,
            Qt.Key.Key_PageUp: -page, Qt.Key.Key_Space: page, Qt.Key.Key_Home: -bar.maximum(),
            Qt.Key.Key_End: bar.maximum(),
        }  # fmt: skip
        step = steps.get(Qt.Key(event.key()))
        if step is not None and not event.modifiers():
            bar.setValue(bar.value() + step)
        elif event.key() == Qt.Key.Key_Backspace:
            self.go_back()
        else:
            super().keyPressEvent(event)


def page_for(screen: QWidget | None) -> str:
    """The page that fits what is in front: the mark `help_page` (``asagiri/fighting``) of what has the keys, of what
    it lies in, and of the screen. Empty: none of them has one.
    """
    held = screen.window().focusWidget() if screen is not None else None
    while held is not None:
        page = getattr(held, "help_page", "")
        if page:
            return str(page)
        held = held.parentWidget() if held is not screen else None
    return str(getattr(screen, "help_page", "")) if screen is not None else ""


def place_of(library: HelpLibrary, page: str, section: str) -> Place | None:
    """Where to open the help: a page by its mark, else the first page of a section."""
    found = library.place(Link("page", page), section) if page else None
    return found or library.first(section)
