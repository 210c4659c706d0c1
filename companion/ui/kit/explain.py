"""Words that explain themselves: terms and ids of rules in whatever the window says, marked and led to their page.

One `explainer` for the whole window, as `tr` is its one translator. Text stays text: marks are painted over it, nothing
out of a file becomes markup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QCursor,
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextLayout,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.core.refusal import Failure
from companion.model.core.words import LINK, say
from companion.ui.kit.background_task import BackgroundTask
from companion.ui.kit.inside import inside
from companion.ui.kit.theme import palette
from companion.ui.kit.theme.palette import Role
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label

if TYPE_CHECKING:
    from companion.model.help.library import HelpLibrary
    from companion.model.help.page import Link
    from companion.model.help.terms import Mention

    _AnyWidget = QWidget
else:
    _AnyWidget = object

MOST_LETTERS = 4_000
"""Of a text that is looked through; a longer one is no sentence."""


class Explainer(QObject):
    """Knows the help pages, and which game's words hold. `wanted`: somebody wants to read about this link."""

    wanted = Signal(object)
    failed = Signal(object)
    """The pages cannot be read; a `Message` that says why."""

    def __init__(self) -> None:
        super().__init__()
        self.make: Callable[[], HelpLibrary | None] = lambda: None
        self._library: HelpLibrary | None = None
        self._found: dict[tuple[str, str], Sequence[Mention]] = {}
        self.section = ""
        """The game whose words hold first; its manual's always do."""

    def use(self, make: Callable[[], HelpLibrary | None]) -> None:
        """Where the pages come from (it may raise Failure); made when something is first explained."""
        self.make, self._library = make, None
        self._found.clear()

    @property
    def waits(self) -> bool:
        """Whether the pages have not been read yet."""
        return self._library is None

    @property
    def library(self) -> HelpLibrary | None:
        if self._library is None:
            try:
                self._library = self.make()
            except Failure as wrong:
                self.failed.emit(wrong.why)
        return self._library

    def know(self, library: HelpLibrary | None) -> None:
        """The pages have been read meanwhile, beside the window."""
        if self._library is None:
            self._library = library
            self._found.clear()

    def speak_of(self, section: str) -> None:
        """Whose words hold from now on: a game's id."""
        if section != self.section:
            self.section = section
            self._found.clear()

    def mentions(self, text: str) -> Sequence[Mention]:
        """The terms and rules that a text names, in its order."""
        key = (text, tr.language)
        found = self._found.get(key)
        if found is None:
            library = self._library if text and len(text) <= MOST_LETTERS else None
            if self._library is None:
                return ()  # nothing waits for pages to be read
            found = library.glossary(tr.language, self.section).find(text) if library is not None else ()
            if len(self._found) > 2_000:
                self._found.clear()
            self._found[key] = found
        return found

    def about(self, link: Link) -> tuple[str, str]:
        """What a link is called, and what that means: a term's sentence, a rule's title. Empty for an unknown one."""
        library = self.library
        if library is None:
            return "", ""
        if link.kind == "term":
            term = library.term(link.target, tr.language, self.section)
            return ("", "") if term is None else (term.title, term.meaning)
        place = library.place(link, self.section)
        page = library.page(tr.language, place.section, place.name) if place is not None else None
        if place is None or page is None:
            return "", ""
        title = next((head.title for head in page.headings if place.anchor in head.anchors), page.title)
        return (link.target, title) if link.kind == "rule" else (title, "")

    def tip(self, link: Link) -> str:
        """The same in one line."""
        name, meaning = self.about(link)
        return tr(say("{term}: {meaning}", term=name, meaning=meaning)) if meaning else name

    def tips(self, text: str) -> str:
        """What a text names, a line each, and how to read more where a click means something else."""
        from companion.ui.kit import keys  # the home screen has none, and is painted first

        found = [tip for one in self.mentions(text) if (tip := self.tip(one.link))]
        if found and (cap := keys.shown("keys")):
            found.append(tr(say("{cap}: read more", cap=cap)))
        return "\n".join(found)

    def links_in(self, texts: Iterable[str]) -> list[Link]:
        """What several texts name, each once; the pages are read, if they are not yet."""
        if self.library is None:
            return []
        return list(dict.fromkeys(one.link for text in texts for one in self.mentions(text)))


explainer = Explainer()
"""The one explainer of this process."""


class TermLoader(QObject):
    """Reads the words of the game that is looked at in a thread: that takes as long as ten frames."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task = BackgroundTask(self)
        self._task.done.connect(self._loaded)

    def start(self) -> None:
        """Unless they are known already."""
        if explainer.waits and not self._task.busy:
            make, language, section = explainer.make, tr.language, explainer.section

            def read() -> HelpLibrary | None:
                library = make()
                if library is not None:
                    library.glossary(language, section)
                return library

            self._task.run(read, Failure)

    def _loaded(self, library: object) -> None:
        if isinstance(library, Failure):
            explainer.failed.emit(library.why)
        else:
            explainer.know(library)  # type: ignore[arg-type]


# --- where the words stand -----------------------------------------------------------------------------------------


class Laid:
    """A text as `QPainter.drawText` and labels lay it out, wrapped at a width: where its letters stand."""

    def __init__(
        self, text: str, font: QFont, width: float, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft
    ) -> None:
        self._paragraphs: list[tuple[int, QTextLayout]] = []
        option = QTextOption(align & Qt.AlignmentFlag.AlignHorizontal_Mask)
        option.setWrapMode(QTextOption.WrapMode.WordWrap)
        metrics, y, start = QFontMetricsF(font), 0.0, 0
        for paragraph in text.split("\n"):
            layout = QTextLayout(paragraph, font)
            layout.setTextOption(option)
            layout.beginLayout()
            while (line := layout.createLine()).isValid():
                line.setLineWidth(width)
                line.setPosition(QPointF(0, y))
                y += line.height() + metrics.leading()
            layout.endLayout()
            self._paragraphs.append((start, layout))
            start += len(paragraph) + 1
        self.height = y - metrics.leading()

    def rects(self, start: int, end: int) -> list[QRectF]:
        """Where these letters stand, a rectangle for each line; their lower edge lies under the base line."""
        parts = (line_rects(layout, start - first, end - first) for first, layout in self._paragraphs)
        return [rect for part in parts for rect in part]


def line_rects(layout: QTextLayout, start: int, end: int) -> Iterator[QRectF]:
    """Where letters of a text that is laid out stand, a rectangle for each line."""
    for n in range(layout.lineCount()):
        line = layout.lineAt(n)
        begin, stop = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
        if begin < stop:
            left, right = _x(line, begin), _x(line, stop)
            yield QRectF(left, line.y(), right - left, line.height())


def _x(line: QTextLine, letter: int) -> float:
    found = line.cursorToX(letter)
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def _laid(text: str, font: QFont, width: float, align: Qt.AlignmentFlag) -> Laid:
    return Laid(text, font, width, align)


def linked(text: str) -> tuple[str, tuple[Mention, ...]]:
    """A text with links as help pages write them, ``[control zones](term:control-zone)``: its words, its links."""
    from companion.model.help.page import Link
    from companion.model.help.terms import Mention

    plain, found, at = "", [], 0
    for match in LINK.finditer(text):
        plain += text[at : match.start()]
        found.append(Mention(len(plain), len(plain) + len(match[1]), Link(match[2], match[3])))
        plain += match[1]
        at = match.end()
    return plain + text[at:], tuple(found)


def places(
    text: str,
    font: QFont,
    room: QRectF,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    links: Sequence[Mention] = (),
) -> list[tuple[QRectF, Link]]:
    """Where the terms of a text stand that is drawn in a room, wrapped; `links` are those that it names itself."""
    mentions = [*links]
    for one in explainer.mentions(text):
        if not any(one.start < other.end and other.start < one.end for other in links):
            mentions.append(one)
    if not mentions:
        return []
    laid = _laid(text, font, room.width(), align)
    top = room.top()
    if align & Qt.AlignmentFlag.AlignVCenter:
        top += (room.height() - laid.height) / 2
    elif align & Qt.AlignmentFlag.AlignBottom:
        top += room.height() - laid.height
    return [
        (rect.translated(room.left(), top), one.link)
        for one in mentions
        for rect in laid.rects(one.start, one.end)
    ]  # fmt: skip


def underline(
    pen: QPainter, marks: Iterable[tuple[QRectF, Link]], role: Role = "faded", *, lit: Link | None = None
) -> None:
    """Dots under the terms; a line under the one that is pointed at."""
    theme = palette.current()
    for rect, link in marks:
        dots = QPen(theme.color("vermilion" if link == lit else role), 1.2 if link == lit else 1.0)
        dots.setStyle(Qt.PenStyle.SolidLine if link == lit else Qt.PenStyle.DotLine)
        pen.setPen(dots)
        pen.drawLine(QPointF(rect.left(), rect.bottom() - 0.5), QPointF(rect.right(), rect.bottom() - 0.5))


Places: TypeAlias = list[tuple[QRectF, "Link"]]


class Marks:
    """What the mouse does on words that are painted and lead somewhere: it points at them and clicks.

    Whoever has painted them passes its events on (`takes`), and dots them (`paint`).
    """

    lit: Link | None = None

    def __init__(self, widget: QWidget, places: Callable[[], Places]) -> None:
        """`places`: where they stand on the widget, asked anew each time."""
        self._widget, self.places = widget, places

    def at(self, point: QPointF) -> Link | None:
        return next((link for rect, link in self.places() if rect.adjusted(-2, -1, 2, 2).contains(point)), None)

    def paint(self, pen: QPainter, role: Role = "faded") -> None:
        underline(pen, self.places(), role, lit=self.lit)

    def takes(self, event: QEvent) -> bool:
        """Follow the pointer; True for a click that leads somewhere, which means nothing else then."""
        kind = event.type()
        if kind == QEvent.Type.Leave:
            self._point(None)
        elif isinstance(event, QMouseEvent):
            link = self.at(event.position())
            if kind == QEvent.Type.MouseMove:
                self._point(link)
            elif link is not None and event.button() == Qt.MouseButton.LeftButton:
                if kind == QEvent.Type.MouseButtonRelease:
                    explainer.wanted.emit(link)
                return True
        return False

    def _point(self, link: Link | None) -> None:
        if link != self.lit:
            self.lit = link
            if link is None:
                self._widget.unsetCursor()
            else:
                self._widget.setCursor(Qt.CursorShape.PointingHandCursor)
            self._widget.update()


class MarkedWords(_AnyWidget):
    """Mixed into a widget (before its Qt class) that paints `marks`: the mouse points at them and clicks."""

    marks: Marks

    def follow_pointer(self, event: QEvent) -> None:
        """The pointer has moved, or left."""
        self.marks.takes(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.follow_pointer(event)
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.follow_pointer(event)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.marks.takes(event):
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self.marks.takes(event):
            super().mouseReleaseEvent(event)


class TermLabel(MarkedWords, Label):
    """A label whose terms and ids of rules explain themselves: dotted, told on rest, opened by a click.

    By keys they are reached from the list of keys and words (`?`), which reads every such label that is seen.
    """

    mark_role: Role = "faded"

    def __init__(self, parent: QWidget | None = None, **look: object) -> None:
        """As a `Label`."""
        super().__init__(parent, **look)  # type: ignore[arg-type]
        self.marks = Marks(self, self._places)
        self._own_tip = self._said = ""
        self._links: Sequence[Mention] = ()
        """Of a text that names its links itself."""
        self.setMouseTracking(True)

    def show_linked(self, text: str) -> None:
        """Show a text that names its links itself, as help pages do (`linked`)."""
        self._said, self._links = linked(text)
        self.setText(self._said)

    def _places(self) -> Places:
        room = QRectF(self.contentsRect())
        room.adjust(self.margin(), self.margin(), -self.margin(), -self.margin())
        if not self.wordWrap():
            room.setWidth(max(room.width(), 10_000.0))
        links = self._links if self.text() == self._said else ()
        return places(self.text(), self.font(), room, self.alignment(), links)

    def follow_pointer(self, event: QEvent) -> None:
        before = self.marks.lit
        super().follow_pointer(event)
        now = self.marks.lit
        if now != before:
            if before is None:
                self._own_tip = self.toolTip()
            self.setToolTip(self._own_tip if now is None else explainer.tip(now))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.marks.places():
            pen = QPainter(self)
            self.marks.paint(pen, self.mark_role)
            pen.end()


@runtime_checkable
class PaintsWords(Protocol):
    """A widget whose words are painted, and so are no labels: `?` lists the terms among them."""

    def painted_words(self, at: QPointF | None) -> str:
        """What stands at a point of it; None: at what has the keys, or all of it where nothing has."""


def said_on(screen: QWidget | None) -> list[str]:
    """Everything that explains itself on a screen, as far as it is seen: first what is pointed at, then what has the
    keys.
    """
    if screen is None:
        return []
    texts = [_pointed_at(screen)]
    held = screen.window().focusWidget()
    if held is not None:
        texts += [held.accessibleName(), held.accessibleDescription()]
        texts += [held.painted_words(None)] if isinstance(held, PaintsWords) else []
    texts += [label.text() for label in screen.findChildren(TermLabel) if label.isVisible()]
    for widget in inside(screen, QWidget):
        if widget is not held and isinstance(widget, PaintsWords) and widget.isVisible():
            texts.append(widget.painted_words(None))
    return [text for text in texts if text]


def _pointed_at(screen: QWidget) -> str:
    at = QCursor.pos()
    widget = QApplication.widgetAt(at)
    while widget is not None and (widget is screen or screen.isAncestorOf(widget)):
        if isinstance(widget, PaintsWords):
            return widget.painted_words(QPointF(widget.mapFromGlobal(at)))
        widget = widget.parentWidget()
    return ""
