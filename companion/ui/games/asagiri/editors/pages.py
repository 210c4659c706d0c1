"""Every kind of record the workshop edits, and the records of one pack, kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, folded, say
from companion.ui.games.asagiri.editors.adventure.editor import ADVENTURE
from companion.ui.games.asagiri.editors.cards.editor import CHARACTER, EQUIPMENT
from companion.ui.games.asagiri.editors.skills.sheet import SKILL
from companion.ui.games.asagiri.editors.tile.editor import TILE
from companion.ui.kit import keys
from companion.ui.kit.choices import Choices
from companion.ui.kit.layouts import vbox
from companion.ui.kit.panels import Heading
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label

from .editor import Editor
from .pack_context import PackContext
from .prints import WIDE, BlankPrint, Prints, RecordPrint, Sheet
from .sheets import BAND, BOARD, KAMI, SCENARIO

EDITORS = (CHARACTER, EQUIPMENT, SKILL, KAMI, TILE, BOARD, BAND, SCENARIO, ADVENTURE)


def editor_of(kind: str) -> Editor | None:
    """The editor of a kind of record, if there is one."""
    return next((editor for editor in EDITORS if editor.kind == kind), None)


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
        kind, words = self.filters.choice(), folded(self.search.text()).split()
        for prints in self._prints:
            prints.show_only([sheet for sheet in prints.every if self._fits(sheet, kind, words)])
        for name, heading in self.headings.items():
            heading.setVisible(bool(self.sections[name].shown))
        several = len(self.rest.shown) < len(self._editors) and not kind
        self.rest_heading.setVisible(bool(self.rest.shown) and several)
        for prints in self._prints:
            prints.setVisible(bool(prints.shown))
        if self.sheets:
            self._stop_at(self.sheets[0])

    def _fits(self, sheet: Sheet, kind: str, words: list[str]) -> bool:
        name = folded(sheet.text())
        found = isinstance(sheet, BlankPrint) or all(word in name for word in words)
        return found and kind in ("", sheet.editor.kind)

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
