"""The packs, and the records of one pack as small pictures, kind by kind."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.content.pack_folder import Listed
from companion.model.content.workshop import Workshop
from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, folded, has_words, plural, say
from companion.ui.kit import keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import LEFT, hbox, vbox
from companion.ui.kit.list_view import Line, ListView
from companion.ui.kit.panels import Heading
from companion.ui.kit.picture_grid import PictureButton, PictureGrid
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated
from companion.ui.workshop import Editor, PackContext, name_of

WIDE = 116
"""Pixels of a picture at text scale 1."""
ROOM = 9
"""Around a picture."""
MOST_PICTURES = 300

_pictures: OrderedDict[object, QPixmap] = OrderedDict()


def picture_of(editor: Editor, record: Json, bench: PackContext, wide: int, dpr: float) -> QPixmap:
    """The small picture of a record, painted once for what it holds and how the window looks."""
    theme = palette.current()
    key = (
        editor.kind, msgspec.json.encode(record), bench.pack, wide, dpr, theme.name, fonts.text_scale(),
        tr.language, bench.stamp,
    )  # fmt: skip
    found = _pictures.get(key)
    if found is None:
        high = wide * editor.ratio
        found = ink.blank(wide, high, dpr)
        with ink.painting(found) as pen:
            editor.paint(pen, QRectF(0, 0, wide, high), record, bench)
        _pictures[key] = found
        while len(_pictures) > MOST_PICTURES:
            _pictures.popitem(last=False)
    else:
        _pictures.move_to_end(key)
    return found


class Sheet(PictureButton):
    """A record's picture with its name below. `focused` says that it has the keys."""

    focused = Signal()
    asked = Signal()
    """What can be done with it?"""
    again = Signal()
    thrown = Signal()

    def __init__(self, editor: Editor, bench: PackContext) -> None:
        super().__init__()
        self.editor, self.bench = editor, bench

    @property
    def area(self) -> QRectF:
        wide = fonts.px(WIDE)
        return QRectF((self.width() - wide) / 2, fonts.px(ROOM), wide, round(wide * self.editor.ratio))

    def sizeHint(self) -> QSize:
        wide = fonts.px(WIDE)
        lines = 2 * QFontMetrics(fonts.font("small")).height()
        return QSize(wide + 2 * fonts.px(ROOM), round(wide * self.editor.ratio) + 2 * fonts.px(ROOM) + lines)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Menu:
            self.asked.emit()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.thrown.emit()
        elif keys.meant("workshop", event) == "workshop.again":
            self.again.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def more(self) -> QRectF:
        """Where a click asks what can be done; nowhere, where nothing can."""
        return QRectF()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.RightButton or self.more().contains(event.position()):
            self.setFocus()
            self.asked.emit()
            return
        super().mousePressEvent(event)

    def _paint_name(self, pen: QPainter) -> None:
        self.paint_name(pen, QRectF(2, self.area.bottom() + fonts.px(7), self.width() - 4, self.height()))


class RecordPrint(Sheet):
    """One record; `faults`: how much of it is to be put right."""

    def __init__(self, editor: Editor, id: str, record: Json, bench: PackContext, faults: int = 0) -> None:
        super().__init__(editor, bench)
        self.id, self.record, self.faults = id, record, faults
        self.retranslate()

    def retranslate(self) -> None:
        names = name_of(self.record)
        self.setText(tr(Name.of(names)) if names else self.id)
        self.setAccessibleName(self.text())
        told = plural("One problem", "{count} problems", self.faults)
        words = tr(told) if self.faults else ""
        self.setAccessibleDescription(words)
        self.setToolTip(f"{self.text()}\n{words}" if words else self.text())
        self.update()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        area = self.area
        sheet = ink.rough_rect(area.adjusted(-3, -3, 3, 3), self.id, 0.7, 30)
        if self.editor.ratio <= 1.2:  # a card has paper of its own
            self.paint_sheet(pen, sheet, 4, 0.8, 1.8)
        picture = picture_of(self.editor, self.record, self.bench, round(area.width()), self.devicePixelRatioF())
        pen.drawPixmap(area, picture, QRectF(picture.rect()))
        self.paint_rim(pen, sheet)
        if self.lit:
            self._paint_more(pen)
        if self.faults:
            self._paint_faults(pen, area)
        self._paint_name(pen)

    def more(self) -> QRectF:
        side = fonts.px(26)
        box = QRectF(0, 0, side, side)
        box.moveBottomRight(self.area.bottomRight() - QPointF(fonts.px(3), fonts.px(3)))
        return box

    def _paint_more(self, pen: QPainter) -> None:
        """Three dots on a slip, while it is looked at."""
        theme, box, side = palette.current(), self.more(), fonts.px(16)
        pen.setPen(QPen(theme.color("ink", 0.35), 1))
        pen.setBrush(theme.color("surface", 0.94))
        pen.drawPath(ink.rough_rect(box, "more", 0.5, 20))
        dots = icons.pixmap("more", theme.color("ink"), side, self.devicePixelRatioF())
        pen.drawPixmap(box.center() - QPointF(side / 2, side / 2), dots)

    def _paint_faults(self, pen: QPainter, area: QRectF) -> None:
        theme, side = palette.current(), fonts.px(24)
        disc = QRectF(0, 0, side, side)
        disc.moveCenter(area.topRight() + QPointF(-fonts.px(4), fonts.px(4)))
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion"))
        pen.drawPath(ink.rough_disc(disc.center(), side / 2, self.id[-6:], 0.03))
        sign = fonts.px(13)
        mark = icons.pixmap("warning", theme.color("on_vermilion"), sign, self.devicePixelRatioF())
        pen.drawPixmap(disc.center() - QPointF(sign / 2, sign / 2 + 1), mark)


class BlankPrint(Sheet):
    """An empty sheet with a plus in ink: a click makes a new record."""

    def __init__(self, editor: Editor, bench: PackContext) -> None:
        super().__init__(editor, bench)
        self.retranslate()

    def retranslate(self) -> None:
        self.setText(tr(self.editor.new))
        self.setAccessibleName(self.text())
        self.update()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        area = self.area
        lit = self.lit
        shape = ink.rough_rect(area, "blank", 0.8, 30)
        pen.setBrush(theme.color("surface", 0.8 if lit else 0.4))
        colour = theme.color("vermilion" if lit else "faded", 1.0 if lit else 0.7)
        dashes = QPen(colour, 1.6, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
        dashes.setDashPattern([5, 4])
        pen.setPen(dashes)
        pen.drawPath(shape)
        pen.setPen(Qt.PenStyle.NoPen)
        pen.setBrush(theme.color("vermilion" if lit else "ink"))
        middle, arm = area.center(), fonts.px(15)
        rng = random.Random(4)
        for start, end in (
            (QPointF(-arm, 0), QPointF(arm, -1)), (QPointF(0, -arm), QPointF(1, arm)),
        ):  # fmt: skip
            line = ink.line(
                ((middle + start).x(), (middle + start).y()), (middle.x(), middle.y()),
                ((middle + end).x(), (middle + end).y()),
            )  # fmt: skip
            pen.drawPath(ink.brush_stroke(line, fonts.px(5), rng, rough=0.08))
        self._paint_name(pen)


class Prints(PictureGrid[Sheet]):
    """Sheets in rows as wide as there is room."""

    def count_columns(self, fit: int) -> int:
        """Where nothing is yet, the ways to begin lie in rows of one length."""
        if len(self.shown) > fit and all(isinstance(sheet, BlankPrint) for sheet in self.shown):
            rows = -(-len(self.shown) // fit)
            return -(-len(self.shown) // rows)
        return fit


Records = Callable[[str], Mapping[str, Json]]


class Pages(QWidget):
    """`made` carries a kind, all others kind and id: `opened` and `asked` (what can be done with it?), `again`
    (another one like it) and `thrown` (away).
    """

    opened = Signal(str, str)
    asked = Signal(str, str)
    again = Signal(str, str)
    thrown = Signal(str, str)
    made = Signal(str)

    def __init__(self, editors: Sequence[Editor], bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editors, self._bench = tuple(editors), bench
        self.line = Label(self)
        options = [("", say("All"), ""), *((editor.kind, editor.many, "") for editor in self._editors)]
        self.filters = Choices(say("Kinds"), options, self, flowing=True)
        self.filters.show_choice("")
        self.filters.chosen.connect(lambda _: self._filter())
        self.search = says(QLineEdit(self), name=say("Search by name"), hint=say("Search"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self.focus_first)
        page = QWidget()
        self.headings = {editor.kind: Heading(editor.many, page, level=3) for editor in self._editors}
        self.sections = {editor.kind: Prints(below=12) for editor in self._editors}
        self.rest_heading = Heading(say("Create"), page, level=3)
        self.rest = Prints(below=12)
        """Empty sheets of the kinds of which there is nothing yet."""
        pairs = zip((*self.headings.values(), self.rest_heading), self._prints, strict=True)
        vbox(*(part for pair in pairs for part in pair), 1, on=page, margins=(0, 0, 8, 0), spacing=2)
        self.area = ScrollColumn(page, self)
        vbox(self.search, self.filters, self.line, (self.area, 1), on=self, spacing=6)
        for prints in self._prints:
            prints.reached.connect(self._show_sheet)
            prints.left.connect(partial(self._step_over, prints))
        keys.action("workshop.find", self, lambda: self.search.setFocus(Qt.FocusReason.ShortcutFocusReason))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(fonts.px(WIDE + 40), 0))

    def show_records(
        self, records: Records, faults: Callable[[str, str], int], *, own: bool, line: Message | None
    ) -> None:
        """Show a pack: `own` ones get an empty sheet for each kind; `line` stands above."""
        self.line.setText(tr(line) if line is not None else "")
        self.line.setVisible(line is not None)
        rest: list[Sheet] = []
        for editor in self._editors:
            found = records(editor.kind)
            known = [self._sheet(editor, id, record, faults(editor.kind, id)) for id, record in found.items()]
            sheets: list[Sheet] = sorted(known, key=lambda sheet: (folded(sheet.text()), sheet.text()))
            if own:
                blank = BlankPrint(editor, self._bench)
                blank.clicked.connect(lambda _=False, kind=editor.kind: self.made.emit(kind))
                (sheets if known else rest).append(blank)
            self._fill(self.sections[editor.kind], sheets)
        self._fill(self.rest, rest)
        self._filter()

    def _fill(self, prints: Prints, sheets: list[Sheet]) -> None:
        for sheet in sheets:
            sheet.focused.connect(lambda sheet=sheet: self._stop_at(sheet))
        prints.fill(sheets)

    def _filter(self, *_: object) -> None:
        """Show the kind chosen, and what the search finds; empty sheets are always there to be taken."""
        kind, typed = self.filters.choice(), self.search.text()
        for prints in self._prints:
            prints.show_only([sheet for sheet in prints.every if self._fits(sheet, kind, typed)])
        for name, heading in self.headings.items():
            heading.setVisible(bool(self.sections[name].shown))
        several = len(self.rest.shown) < len(self._editors) and not kind
        self.rest_heading.setVisible(bool(self.rest.shown) and several)
        for prints in self._prints:
            prints.setVisible(bool(prints.shown))
        if self.sheets:
            self._stop_at(self.sheets[0])

    def _fits(self, sheet: Sheet, kind: str, typed: str) -> bool:
        return (isinstance(sheet, BlankPrint) or has_words(sheet.text(), typed)) and kind in ("", sheet.editor.kind)

    def _sheet(self, editor: Editor, id: str, record: Json, faults: int) -> RecordPrint:
        sheet = RecordPrint(editor, id, record, self._bench, faults)
        sheet.clicked.connect(lambda: self.opened.emit(editor.kind, id))
        sheet.asked.connect(lambda: self.asked.emit(editor.kind, id))
        sheet.again.connect(lambda: self.again.emit(editor.kind, id))
        sheet.thrown.connect(lambda: self.thrown.emit(editor.kind, id))
        return sheet

    @property
    def sheets(self) -> list[Sheet]:
        return [sheet for prints in self._prints for sheet in prints.shown]

    @property
    def _prints(self) -> list[Prints]:
        return [*self.sections.values(), self.rest]

    def sheet(self, kind: str, id: str) -> RecordPrint | None:
        found = (sheet for sheet in self.sections[kind].every if isinstance(sheet, RecordPrint) and sheet.id == id)
        return next(found, None)

    def blank(self, kind: str) -> BlankPrint | None:
        found = (sheet for sheet in self.sheets if isinstance(sheet, BlankPrint) and sheet.editor.kind == kind)
        return next(found, None)

    def bring_into_view(self, kind: str, id: str) -> None:
        sheet = self.sheet(kind, id)
        if sheet is not None:
            if sheet not in self.sheets:
                self.filters.show_choice("")
                self.search.clear()
                self._filter()
            self._show_sheet(sheet)

    def focus_first(self) -> None:
        if self.sheets:
            self.sheets[0].setFocus(Qt.FocusReason.TabFocusReason)

    def _stop_at(self, sheet: Sheet) -> None:
        """Of all sheets, let the Tab key stop at this one."""
        for other in self.sheets:
            policy = Qt.FocusPolicy.StrongFocus if other is sheet else Qt.FocusPolicy.ClickFocus
            if other.focusPolicy() != policy:
                other.setFocusPolicy(policy)

    def _step_over(self, prints: Prints, sheet: Sheet, dx: int, dy: int) -> None:
        """From one kind to the next."""
        every, within = self.sheets, prints.shown.index(sheet)
        at = every.index(sheet) + (dx or (len(prints.shown) - within if dy > 0 else -(within + 1)))
        if 0 <= at < len(every):
            every[at].setFocus(Qt.FocusReason.TabFocusReason)
            self._show_sheet(every[at])

    def _show_sheet(self, sheet: Sheet) -> None:
        self.area.ensureWidgetVisible(sheet, 0, fonts.px(16))


def listed_packs(workshop: Workshop, editors: Sequence[Editor]) -> list[Listed]:
    """The packs that hold something of this game, or nothing yet."""
    edited = {editor.kind for editor in editors}
    return [one for one in workshop.manifests() if not (kinds := workshop.kinds_in(one.namespace)) or kinds & edited]


class PackList(Translated, QWidget):
    """`chosen` carries a namespace."""

    chosen = Signal(str)

    def __init__(self, workshop: Workshop, editors: Sequence[Editor], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workshop, self._editors = workshop, editors
        self._chosen = ""
        heading = Heading(say("Workshop"), self, level=2, kanji="筆")
        self.lines = says(ListView(self), name=say("Workshop"))
        self.lines.chosen.connect(self.chosen)
        self.new = InkButton(say("New pack"), "secondary", self, sign="plus")
        self.take_in = InkButton(say("Import…"), "quiet", self, sign="folder", tip=say("Import a pack file"))
        self.back = InkButton(say("Home"), "quiet", self, sign="chevron-left")
        tools = hbox(self.new, self.take_in, 1, spacing=0)
        vbox(heading, (self.lines, 1), tools, (self.back, LEFT), on=self, spacing=6)
        self.retranslate()

    def retranslate(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        listed = listed_packs(self._workshop, self._editors)
        lines: list[Line] = []
        for title, packs in (
            (say("Your packs"), [one.namespace for one in listed if one.own]),
            (say("Packs of others"), [one.namespace for one in listed if not one.own]),
            (say("Built-in"), [pack.manifest.namespace for pack in self._workshop.base.packs]),
        ):
            if packs:
                lines += [Line("", tr(title), heading=True), *map(self._line, packs)]
        self.lines.show_lines(lines)
        self.lines.mark(self._chosen)

    def _line(self, namespace: str) -> Line:
        """A pack: its name, what is in it, whether something is to be put right."""
        shipped = next((pack for pack in self._workshop.base.packs if pack.manifest.namespace == namespace), None)
        if shipped is not None:
            counts = {editor.kind: len(shipped.records.get(editor.kind, {})) for editor in self._editors}
            return Line(namespace, tr(Name.of(shipped.manifest.name)), self._counted(counts), sign="cards")
        listed = self._workshop.find(namespace)
        if listed.manifest is None:
            return Line(namespace, namespace, tr(say("This pack cannot be read.")), sign="warning")
        counts = {editor.kind: len(self._workshop.records(namespace, editor.kind)) for editor in self._editors}
        words = self._counted(counts) or tr(say("Empty"))
        if not listed.on:
            words = tr(say("{words} · off", words=words))
        sign = "warning" if any(found.broken for found in self._workshop.check(namespace)) else "folder"
        return Line(
            namespace,
            tr(Name.of(listed.manifest.name)),
            words,
            sign="brush" if listed.own and sign != "warning" else sign,
        )

    def _counted(self, counts: dict[str, int]) -> str:
        parts = [f"{tr(editor.many)}\u00a0{counts[editor.kind]}" for editor in self._editors if counts[editor.kind]]
        return "\u00a0· ".join(parts)  # no line begins with a point

    def choose(self, namespace: str) -> None:
        self._chosen = namespace
        self.lines.mark(namespace)
