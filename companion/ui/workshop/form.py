"""A page of blanks for one struct, made out of its type. A node inside it is a page on the page, a list of things is
slips of paper: each says what it is, and opens to be filled in.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from companion.model.core.words import Message, Name, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fields import WordButton, WrittenLine
from companion.ui.kit.layouts import LEFT, TOP, Gap, hbox, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated, discard

from .form_blanks import control_for
from .form_controls import Control, FlagControl, FormContext
from .form_shapes import Field, One, Repeated, StructType, fields_of, struct_of, tag_field
from .form_slips import SlipHead

LABEL = 104
"""Width of the labels at text scale 1."""


class FormRow(Translated, QWidget):
    """A labelled part of a form; `field` is the one it fills in."""

    def __init__(self, writing: FormContext, field: Field) -> None:
        super().__init__()
        self._writing, self.field = writing, field

    @abstractmethod
    def refresh(self) -> None:
        """Show what the record holds now."""

    @abstractmethod
    def show_field(self, rest: list[str]) -> bool:
        """Bring the keys to a place below this field; whether there is one."""


class BlankRow(FormRow):
    """A label and one control."""

    def __init__(self, writing: FormContext, field: Field, control: Control, pointer: Callable[[], str]) -> None:
        """`pointer`: of the struct that the field is of."""
        super().__init__(writing, field)
        self.control, self._pointer = control, pointer
        if isinstance(control, FlagControl):  # it says its label itself
            hbox(Gap(LABEL + 8), (control, 1), on=self, spacing=8)
        else:
            label = Label(text=writing.lexicon.label(field), font="small")
            label.setFixedWidth(fonts.px(LABEL))
            label.setContentsMargins(0, fonts.px(5), 0, 0)
            hbox((label, TOP), (control, 1), on=self, spacing=8)
        control.changed.connect(lambda value: writing.put_field(pointer(), field, value))
        control.typed.connect(lambda value: writing.put_field(pointer(), field, value, merge=True))

    def refresh(self) -> None:
        held = self._writing.value(f"{self._pointer()}/{self.field.name}", self.field.default)
        self.control.show_value(held)

    def show_field(self, rest: list[str]) -> bool:
        self.control.setFocus(Qt.FocusReason.OtherFocusReason)
        return True


def _heading(writing: FormContext, field: Field) -> Label:
    return Label(text=writing.lexicon.label(field), role="ink", font="name", scale=14 / 18)


def choose_struct(
    writing: FormContext,
    of: One,
    at: str,
    below: QWidget,
    do: Callable[[StructType], None],
    chosen: StructType | None = None,
) -> None:
    """Let a person choose what kind of node it is to be at `at`; without asking, where there is but one."""
    lexicon = writing.lexicon
    types = lexicon.nodes_at(of, writing.draft.record, at)
    if len(types) == 1:
        do(types[0])
        return
    lines = [
        Line(str(n), tr(lexicon.title(struct)), writing.say(lexicon.line(struct) or ""), chosen=struct is chosen)
        for n, struct in enumerate(types)
    ]
    picker = ChoicePopup(lines, below, name=tr(say("Choose")), find=tr(say("Search")), width=380)
    picker.chosen.connect(lambda id: do(types[int(id)]))
    picker.popup(below)


class NodeRow(FormRow):
    """One node: which one it is, can be exchanged where its type leaves a choice; and its own page, set in a little."""

    def __init__(
        self, writing: FormContext, field: Field, of: One, at: Callable[[], str], *, titled: bool = False
    ) -> None:
        """`at`: the pointer of the node itself; `titled`: below the label of its field."""
        super().__init__(writing, field)
        self._at, self._of = at, of
        self._struct: StructType | None = None
        self.form: RecordForm | None = None
        self.which = WordButton()
        self.add = InkButton(say("Add"), "quiet", sign="plus", clicked=lambda: self._choose(self.add))
        self.remove = InkButton("", "quiet", sign="close", name=say("Remove"), tip=say("Remove"))
        self.which.clicked.connect(lambda: self._choose(self.which))
        self.remove.clicked.connect(lambda: self._put(None))
        head = hbox((self.which, 1), self.add, 0 if len(of.types) > 1 else 1, self.remove, spacing=0)
        self._column = vbox(head, margins=(2, 0, 0, 0), spacing=2)
        if titled:
            vbox(_heading(writing, field), self._column, on=self, margins=(0, 4, 0, 0), spacing=2)
        else:
            self.setLayout(self._column)

    def retranslate(self) -> None:
        if self._struct is not None:
            self.which.say(tr(self._writing.lexicon.title(self._struct)))

    def refresh(self) -> None:
        value = self._writing.value(self._at())
        inline = self.field.name in self._writing.lexicon.inline
        struct = struct_of(self._of, value if value is not None else {}) if value is not None or inline else None
        if struct is not self._struct:
            self._rebuild(struct)
        self.add.setVisible(struct is None)
        self.remove.setVisible(
            struct is not None and not inline and not self.field.required and not isinstance(self.field.shape, Repeated)
        )
        self.which.setVisible(struct is not None and len(self._of.types) > 1)
        if self.form is not None:
            self.form.refresh()

    def _rebuild(self, struct: StructType | None) -> None:
        if self.form is not None:
            self._column.removeWidget(self.form)
            discard(self.form)
        self._struct, self.form = struct, None
        if struct is not None:
            self.form = RecordForm(self._writing, struct, self._at)
            self._column.addWidget(self.form)
            self.form.show()  # at once: the keys may have to go there
            self.retranslate()

    def _put(self, value: object) -> None:
        if isinstance(self.field.shape, Repeated):
            self._writing.put(self._at(), value, self._writing.lexicon.label(self.field))
        else:
            self._writing.put_field(self._at().rpartition("/")[0], self.field, value)

    def _choose(self, below: QWidget) -> None:
        choose_struct(self._writing, self._of, self._at(), below, self._exchange, self._struct)

    def _exchange(self, struct: StructType) -> None:
        """Another kind of node; what both of them say stays said."""
        if struct is self._struct:
            return
        made = self._writing.lexicon.fresh_at(struct, self._writing.draft.record, self._at())
        before = self._writing.value(self._at())
        if isinstance(before, dict) and self._struct is not None:
            shared = {field.name: field.shape for field in fields_of(self._struct)}
            for field in fields_of(struct):
                same = field.name != tag_field(struct) and shared.get(field.name) == field.shape
                if same and field.name in before:
                    made[field.name] = before[field.name]
        self._put(made)

    def show_field(self, rest: list[str]) -> bool:
        if self.form is not None and self.form.rows:
            return self.form.show_field(rest)
        (self.which if self.which.isVisible() else self.add).setFocus(Qt.FocusReason.OtherFocusReason)
        return True


class ListItem(Translated, QWidget):
    """One thing of a list."""

    def __init__(self, writing: FormContext, field: Field, of: One, at: Callable[[], str]) -> None:
        """`at`: its pointer now."""
        super().__init__()
        self._writing, self._field, self._of, self.at = writing, field, of, at
        self.head = SlipHead(self)
        self.up, self.down, self.away = (
            InkButton("", "quiet", self, sign=sign, name=words, tip=words)
            for sign, words in (
                ("chevron-up", say("Move up")), ("chevron-down", say("Move down")), ("trash", say("Delete")),
            )
        )  # fmt: skip
        self.node: NodeRow | None = None
        tools = [(button, TOP) for button in (self.up, self.down, self.away)]
        for button, _ in tools:
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = hbox((self.head, 1), *tools, spacing=0)
        self._column = vbox(row, on=self, margins=(4, 2, 6, 4), spacing=4)
        self.set_open(False)
        palette.theme_changed.connect(self.update)

    def set_open(self, on: bool) -> None:
        self.head.open = on
        self.head.refresh()
        for button in (self.up, self.down, self.away):
            button.setVisible(on)
        if on and self.node is None:
            self.node = NodeRow(self._writing, self._field, self._of, self.at)
            self._column.addLayout(hbox(self.node, margins=(16, 0, 0, 4)))
        if self.node is not None:
            self.node.setVisible(on)
            self.refresh()
        self.update()

    def retranslate(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        value = self._writing.value(self.at())
        struct = struct_of(self._of, value) or self._of.types[0]
        said = self._writing.lexicon.sentence_at(value, struct, self._writing.draft.record, self.at())
        self.head.say(self._writing.say(said))
        if self.node is not None and self.head.open:
            self.node.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            if self.head.open:
                pen.fillRect(self.rect(), theme.color("surface", 0.7))
                pen.fillRect(QRectF(0, fonts.px(3), fonts.px(3), self.height() - fonts.px(6)), theme.color("vermilion"))
            else:
                pen.setPen(QPen(theme.color("hairline"), 1))
                end = QPointF(self.width() - fonts.px(8), self.height() - 1)
                pen.drawLine(QPointF(fonts.px(8), self.height() - 1), end)


class ItemsRow(FormRow):
    """A list of nodes: its label, its slips, and a way to add one."""

    def __init__(
        self, writing: FormContext, field: Field, shape: Repeated, of: One, pointer: Callable[[], str]
    ) -> None:
        """`pointer`: of the struct that the list is of."""
        super().__init__(writing, field)
        self._shape, self._of, self._pointer = shape, of, pointer
        self.slips: list[ListItem] = []
        self._open = -1
        self._box = vbox(spacing=0, margins=None)
        self.add = InkButton(writing.lexicon.title(of.types[0]) if len(of.types) == 1 else say("Add"), "quiet",
                             sign="plus")  # fmt: skip
        self.add.clicked.connect(
            lambda: choose_struct(writing, of, f"{self._at()}/{len(self._values())}", self.add, self._append_new)
        )
        self.line: WrittenLine | None = None
        """A thing typed in words; below it what it would say."""
        self.said = Label(self, font="small")
        self.said.hide()
        column = vbox(_heading(writing, field), self._box, on=self, margins=(0, 4, 0, 0), spacing=1)
        if example := writing.lexicon.example(of, self._at()):
            told = say("Type it: {example}", example=example)
            self.line = line = says(WrittenLine(self), name=told, hint=told)
            line.textEdited.connect(self._explain)
            line.returnPressed.connect(lambda: self.type_thing(line.text()))
            column.addLayout(hbox((line, 1), self.add, spacing=6))
            column.addWidget(self.said)
        else:
            column.addWidget(self.add, 0, LEFT)

    def _at(self) -> str:
        return f"{self._pointer()}/{self.field.name}"

    def _explain(self, text: str) -> None:
        """Say what is typed would say."""
        at = f"{self._at()}/{len(self._values())}"
        lexicon, record = self._writing.lexicon, self._writing.draft.record
        made = lexicon.parsed(text, record, at)
        words: Message | Name | str = say("This is not understood yet.")
        if made is not None:
            words = lexicon.sentence_at(made, struct_of(self._of, made) or self._of.types[0], record, at)
        self.said.setText(self._writing.say(words))
        self.said.setVisible(bool(text))

    def type_thing(self, text: str) -> None:
        """Add what is typed to the list; nothing happens while it cannot be read."""
        values = self._values()
        made = self._writing.lexicon.parsed(text, self._writing.draft.record, f"{self._at()}/{len(values)}")
        if made is not None and len(values) < self._shape.most:
            if self.line is not None:
                self.line.clear()
            self.said.hide()
            self._put([*values, made])

    def _values(self) -> list[Any]:
        found = self._writing.value(self._at(), [])
        return list(found) if isinstance(found, list | tuple) else []

    def refresh(self) -> None:
        count = len(self._values())
        while len(self.slips) > count:
            slip = self.slips.pop()
            self._box.removeWidget(slip)
            discard(slip)
        while len(self.slips) < count:
            self._append(len(self.slips))
        if self._open >= count:
            self._open = -1
        for n, slip in enumerate(self.slips):
            if slip.head.open != (n == self._open):
                slip.set_open(n == self._open)
            slip.refresh()
            slip.up.setEnabled(n > 0)
            slip.down.setEnabled(n < count - 1)
            slip.away.setEnabled(count > self._shape.least)
        self.add.setEnabled(count < self._shape.most)

    def _append(self, n: int) -> None:
        slip = ListItem(self._writing, self.field, self._of, lambda: f"{self._at()}/{n}")
        slip.head.clicked.connect(lambda: self.open_item(-1 if self._open == n else n))
        slip.head.stepped.connect(lambda way: self._step(n + way))
        slip.head.moved.connect(lambda way: self._move(n, way))
        slip.head.thrown.connect(lambda: self._throw(n))
        slip.up.clicked.connect(lambda: self._move(n, -1))
        slip.down.clicked.connect(lambda: self._move(n, 1))
        slip.away.clicked.connect(lambda: self._throw(n))
        self.slips.append(slip)
        self._box.addWidget(slip)
        slip.show()

    def open_item(self, n: int) -> None:
        """Open one thing of the list, and close the others; -1: all are closed."""
        self._open = n
        for at, slip in enumerate(self.slips):
            if slip.head.open != (at == n):
                slip.set_open(at == n)
        if n >= 0:
            self._writing.looked_at.emit(f"{self._at()}/{n}")

    def _step(self, n: int) -> None:
        if 0 <= n < len(self.slips):
            self.slips[n].head.setFocus(Qt.FocusReason.TabFocusReason)

    def _append_new(self, struct: StructType) -> None:
        values = self._values()
        made = self._writing.lexicon.fresh_at(struct, self._writing.draft.record, f"{self._at()}/{len(values)}")
        self._open = len(values)
        self._put([*values, made])
        self.open_item(len(values))
        self.show_field([str(len(values))])

    def _move(self, n: int, way: int) -> None:
        values = self._values()
        if 0 <= n + way < len(values):
            values[n], values[n + way] = values[n + way], values[n]
            if self._open == n:
                self._open = n + way
            self._put(values)
            self._step(n + way)

    def _throw(self, n: int) -> None:
        values = self._values()
        if len(values) > self._shape.least:
            del values[n]
            if self._open >= n:
                self._open = -1 if self._open == n else self._open - 1
            self._put(values)
            self._step(min(n, len(self.slips) - 1))

    def _put(self, values: list[Any]) -> None:
        self._writing.put_field(self._pointer(), self.field, values)

    def show_field(self, rest: list[str]) -> bool:
        if not rest or not rest[0].isdigit() or int(rest[0]) >= len(self.slips):
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        n = int(rest[0])
        self.open_item(n)
        node = self.slips[n].node
        return node is not None and node.show_field(rest[1:])


class RecordForm(QWidget):
    """The page of one struct. `only`: of these fields, in this order."""

    def __init__(
        self,
        writing: FormContext,
        struct: StructType,
        at: Callable[[], str],
        *,
        only: tuple[str, ...] | None = None,
    ) -> None:
        """`at`: the pointer of the struct, asked whenever something is written: lists move things."""
        super().__init__()
        self._writing, self._at = writing, at
        known = {field.name: field for whole in fields_of(struct) for field in _parts(whole)}
        names = only if only is not None else tuple(known)
        self.rows = {name: _row(writing, known[name], at) for name in names if writing.lexicon.shown(known[name])}
        vbox(*self.rows.values(), on=self, spacing=5)
        if not self.rows:
            self.hide()

    def refresh(self) -> None:
        """Show what the record holds now."""
        lexicon, record = self._writing.lexicon, self._writing.draft.record
        for name, row in self.rows.items():
            fits = lexicon.fits(row.field, record, f"{self._at()}/{name}")
            if row.isHidden() == fits:
                row.setVisible(fits)
            if fits:
                row.refresh()

    def show_field(self, rest: list[str]) -> bool:
        """Bring the keys to a field, by the parts of its pointer below this struct; whether there is one."""
        if len(rest) > 1 and "/".join(rest[:2]) in self.rows:  # lists of lists have a row each
            return self.rows["/".join(rest[:2])].show_field(rest[2:])
        row = self.rows.get(rest[0]) if rest else next(iter(self.rows.values()), None)
        return row is not None and row.show_field(rest[1:])


LISTS = 2
"""As many lists as a list of lists has."""


def _parts(field: Field) -> Iterator[Field]:
    """A list of lists as a field for each of them (``versions/0``)."""
    if isinstance(field.shape, Repeated) and isinstance(field.shape.of, Repeated):
        for n in range(LISTS):
            yield replace(field, name=f"{field.name}/{n}", shape=field.shape.of, required=True)
    else:
        yield field


def _row(writing: FormContext, field: Field, at: Callable[[], str]) -> FormRow:
    match field.shape:
        case One() as of:
            return NodeRow(writing, field, of, lambda: f"{at()}/{field.name}", titled=True)
        case Repeated(One() as of) as shape:
            return ItemsRow(writing, field, shape, of, at)
    control = control_for(writing, field, lambda: f"{at()}/{field.name}")
    assert control is not None, f"no blank for {field}"
    return BlankRow(writing, field, control, at)
