"""Beside each other on the desk: a record in parts of its form, and what it looks like in the game."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Json
from companion.ui.kit.layouts import fold, vbox
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.widget import follow

from . import Body, PackContext, RecordDraft
from .form import BlankRow, RecordForm
from .form_controls import FormContext
from .form_shapes import Lexicon, StructType

Paint = Callable[[QPainter, QRectF, Json, PackContext], None]


class CardPreview(QWidget):
    """What the record looks like in the game, as large as there is room."""

    def __init__(self, draft: RecordDraft, bench: PackContext, paint: Paint, ratio: float) -> None:
        """`ratio`: of its height to its width."""
        super().__init__()
        self._draft, self._bench, self._paint, self._ratio = draft, bench, paint, ratio
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        draft.changed.connect(self.update)
        bench.changed.connect(self.update)
        follow(self)

    def refresh(self) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(330), round(fonts.px(330) * self._ratio))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(190), round(fonts.px(190) * self._ratio))

    def paintEvent(self, event: QPaintEvent) -> None:
        wide = min(float(self.width()), self.height() / self._ratio)
        high = wide * self._ratio
        with ink.painting(self) as pen:
            place = QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)
            self._paint(pen, place, self._draft.record, self._bench)


def _always(pointer: str) -> Callable[[], str]:
    return lambda: pointer


class RecordPanel(QWidget):
    """One page: forms for parts of the record, below each other; it scrolls when there is no room."""

    def __init__(self, writing: FormContext, *parts: tuple[StructType, str, tuple[str, ...] | None]) -> None:
        """`parts`: struct, pointer, and which of its fields (None: all)."""
        super().__init__()
        self._writing = writing
        self.forms = [(at, RecordForm(writing, struct, _always(at), only=only)) for struct, at, only in parts]
        page = QWidget()
        self.column = vbox(*(form for _, form in self.forms), 1, on=page, margins=(0, 0, 10, 6), spacing=8)
        self.area = ScrollColumn(page, self)
        vbox(self.area, on=self)

    def refresh(self) -> None:
        """Show what the record holds now."""
        for _, form in self.forms:
            form.refresh()

    def show_field(self, pointer: str) -> bool:
        """Bring the keys to a field; whether this page has it."""
        for base, form in self.forms:
            if pointer.startswith(base + "/") and form.show_field(pointer[len(base) + 1 :].split("/")):
                if (focus := self.focusWidget()) is not None:
                    self.area.ensureWidgetVisible(focus)
                return True
        return False


class FormBody(Body):
    """A form made out of a record's type, and its likeness."""

    def __init__(
        self,
        draft: RecordDraft,
        bench: PackContext,
        lexicon: Lexicon,
        struct: StructType,
        paint: Paint,
        ratio: float,
        *,
        only: tuple[str, ...] | None = None,
        typed_cells: bool = False,
    ) -> None:
        """`only`: these fields, in this order; `ratio`: of the likeness's height to its width.

        `typed_cells`: there is no map to point at cells on.
        """
        super().__init__()
        self.draft = draft
        self.writing = FormContext(draft, bench, lexicon, self)
        self.writing.typed_cells = typed_cells
        self.likeness = CardPreview(draft, bench, paint, ratio)
        self.panel = RecordPanel(self.writing, (struct, "", only))
        fold((self.likeness, 40), (self.panel, 60), on=self, spacing=26, most=520)
        draft.changed.connect(self.panel.refresh)
        first = next(iter(self.panel.forms[0][1].rows.values()))
        self.setFocusProxy(first.control if isinstance(first, BlankRow) else first)
        self.panel.refresh()

    def show_field(self, pointer: str) -> bool:
        return self.panel.show_field(pointer)
