"""A page of blanks for one struct, made out of its type. A node inside it is a page on the page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.model.core.words import say
from companion.ui.games.asagiri.editors.forms.controls import (
    NumberControl,
    PickControl,
    SeveralControl,
    SpokenControl,
    SpotControl,
    SquaresControl,
    WordsControl,
    WrittenControl,
)
from companion.ui.games.asagiri.editors.forms.items import ItemsRow
from companion.ui.games.asagiri.editors.forms.shapes import Flag, Number, Pick, Spoken, Spot, Written
from companion.ui.kit.blanks import WordButton
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.theme import fonts

from .controls import Control, FlagControl, PickSeveralControl
from .shapes import Field, Many, One, StructType, fields_of, struct_of, tag_field
from .writing import Row, Writing, choose_struct

LABEL = 104
"""Width of the labels at text scale 1."""


class BlankRow(Row):
    """A label and one control."""

    def __init__(self, writing: Writing, field: Field, control: Control, pointer: Callable[[], str]) -> None:
        """`pointer`: of the struct that the field is of."""
        super().__init__(field)
        self._writing, self.control, self._pointer = writing, control, pointer
        self.label = Label(self, font="small", wrap=True)
        self.label.setFixedWidth(fonts.px(LABEL))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(fonts.px(8))
        if isinstance(control, FlagControl):
            row.addSpacing(fonts.px(LABEL) + fonts.px(8))
            self.label.hide()
        else:
            row.addWidget(self.label, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(control, 1)
        control.changed.connect(lambda value: writing.put_field(pointer(), field, value))
        control.typed.connect(lambda value: writing.put_field(pointer(), field, value, merge=True))
        self.retell()

    def refresh(self) -> None:
        self.control.show_value(self._writing.held(self._pointer(), self.field))

    def retell(self) -> None:
        self.label.setText(self._writing.say(self._writing.lexicon.label(self.field)))
        self.label.setContentsMargins(0, fonts.px(5), 0, 0)
        self.control.retell()

    def show_field(self, rest: list[str]) -> bool:
        self.control.setFocus(Qt.FocusReason.OtherFocusReason)
        return True


class NodeRow(Row):
    """A node inside a struct: which one it is, and its own page, set in a little."""

    def __init__(self, writing: Writing, field: Field, pointer: Callable[[], str]) -> None:
        """`pointer`: of the struct that the field is of."""
        super().__init__(field)
        self._writing = writing
        self.label = Label(self, role="ink", font="name", scale=14 / 18)
        self.node = Node(writing, field, lambda: f"{pointer()}/{field.name}", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, fonts.px(4), 0, 0)
        column.setSpacing(fonts.px(2))
        column.addWidget(self.label)
        column.addWidget(self.node)
        self.retell()

    def refresh(self) -> None:
        self.node.refresh()

    def retell(self) -> None:
        self.label.setText(self._writing.say(self._writing.lexicon.label(self.field)))
        self.node.retell()

    def show_field(self, rest: list[str]) -> bool:
        return self.node.show_field(rest)


class Node(Row):
    """One node wherever it is written: what it is can be exchanged where its type leaves a choice."""

    def __init__(self, writing: Writing, field: Field, at: Callable[[], str], parent: QWidget | None = None) -> None:
        """`at`: the pointer of the node itself."""
        super().__init__(field, parent)
        shape = field.shape.of if isinstance(field.shape, Many) else field.shape
        assert isinstance(shape, One)
        self._writing, self._at, self._shape = writing, at, shape
        self._struct: StructType | None = None
        self.form: Form | None = None
        self.which = WordButton(self)
        self.which.clicked.connect(self._choose)
        self.which.setVisible(len(shape.types) > 1)
        self.add = InkButton("", "quiet", self, sign="plus")
        self.add.clicked.connect(self._add)
        self.remove = InkButton("", "quiet", self, sign="close")
        self.remove.clicked.connect(lambda: self._put(None))
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(0)
        head.addWidget(self.which, 1)
        head.addWidget(self.add)
        head.addStretch(0 if len(shape.types) > 1 else 1)
        head.addWidget(self.remove)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(fonts.px(2), 0, 0, 0)
        self._column.setSpacing(fonts.px(2))
        self._column.addLayout(head)
        self.retell()

    def retell(self) -> None:
        say_ = self._writing.say
        self.add.setText(say_(say("Add")))
        self.remove.setAccessibleName(say_(say("Remove")))
        self.remove.setToolTip(say_(say("Remove")))
        if self._struct is not None:
            self.which.say(say_(self._writing.lexicon.title(self._struct)))
        if self.form is not None:
            self.form.retell()

    def refresh(self) -> None:
        value = self._writing.value(self._at())
        struct = struct_of(self._shape, value) if value is not None else None
        if struct is not self._struct or (struct is not None and self.form is None):
            self._rebuild(struct)
        optional = self.field.optional and not isinstance(self.field.shape, Many)
        self.add.setVisible(struct is None)
        self.remove.setVisible(struct is not None and optional)
        self.which.setVisible(struct is not None and len(self._shape.types) > 1)
        if self.form is not None:
            self.form.refresh()

    def _rebuild(self, struct: StructType | None) -> None:
        if self.form is not None:
            self._column.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
        self._struct, self.form = struct, None
        if struct is not None:
            self.form = Form(self._writing, struct, self._at, self)
            self._column.addWidget(self.form)
            self.form.show()  # at once: the keys may have to go there
            self.which.say(self._writing.say(self._writing.lexicon.title(struct)))

    def _put(self, value: object) -> None:
        base, _, _ = self._at().rpartition("/")
        if isinstance(self.field.shape, Many):
            self._writing.put(self._at(), value, self._writing.lexicon.label(self.field))
        else:
            self._writing.put_field(base, self.field, value)

    def _add(self) -> None:
        if len(self._shape.types) > 1:
            self._choose()
        else:
            self._put(self._writing.lexicon.fresh(self._shape.types[0], self._writing.draft.record))

    def _choose(self) -> None:
        below = self.which if self.which.isVisible() else self.add
        choose_struct(self._writing, self._shape, below, self._exchange, chosen=self._struct)

    def _exchange(self, struct: StructType) -> None:
        """Another kind of node; what both of them say stays said."""
        if struct is self._struct:
            return
        made = self._writing.lexicon.fresh(struct, self._writing.draft.record)
        before = self._writing.value(self._at())
        if isinstance(before, dict) and self._struct is not None:
            shared = {field.name: field.shape for field in fields_of(self._struct)}
            tag = tag_field(struct)
            for field in fields_of(struct):
                if field.name != tag and field.name in before and shared.get(field.name) == field.shape:
                    made[field.name] = before[field.name]
        self._put(made)

    def show_field(self, rest: list[str]) -> bool:
        if self.form is not None and self.form.rows:
            return self.form.show_field(rest)
        (self.which if self.which.isVisible() else self.add).setFocus(Qt.FocusReason.OtherFocusReason)
        return True


class Form(QWidget):
    """The page of one struct. `only`: of these fields, in this order."""

    def __init__(
        self,
        writing: Writing,
        struct: StructType,
        at: Callable[[], str],
        parent: QWidget | None = None,
        *,
        only: tuple[str, ...] | None = None,
    ) -> None:
        """`at`: the pointer of the struct, asked whenever something is written: lists move things."""
        super().__init__(parent)
        self.rows: dict[str, Row] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(5))
        known = {field.name: field for field in fields_of(struct)}
        for name in only if only is not None else tuple(known):
            field = known[name]
            if not writing.lexicon.shown(field):
                continue
            self.rows[name] = _row(writing, field, at)
            column.addWidget(self.rows[name])
        if not self.rows:
            self.hide()

    def refresh(self) -> None:
        for row in self.rows.values():
            row.refresh()

    def retell(self) -> None:
        for row in self.rows.values():
            row.retell()

    def show_field(self, rest: list[str]) -> bool:
        if not rest:
            first = next(iter(self.rows.values()), None)
            return first is not None and first.show_field([])
        row = self.rows.get(rest[0])
        return row is not None and row.show_field(rest[1:])


def control_for(
    writing: Writing, field: Field, pointer: Callable[[], str], parent: QWidget | None = None
) -> Control | None:
    """The blank for a field; None where it takes more than one."""
    shape = field.shape
    offered = writing.lexicon.choices(field, writing.draft.record)
    if isinstance(shape, Flag):
        return FlagControl(writing, field, parent)
    if isinstance(shape, Number):
        return NumberControl(writing, field, parent)
    if isinstance(shape, Pick):
        few = len(shape.values) + field.optional <= 4 and offered is None
        return WordsControl(writing, field, parent) if few else PickControl(writing, field, parent)
    if isinstance(shape, Spoken):
        return SpokenControl(writing, field, parent)
    if isinstance(shape, Spot):
        return SpotControl(writing, field, pointer, parent)
    if isinstance(shape, Written):
        return PickControl(writing, field, parent) if offered is not None else WrittenControl(writing, field, parent)
    if isinstance(shape, Many) and isinstance(shape.of, Pick):
        return SeveralControl(writing, field, shape.of.values, parent)
    if isinstance(shape, Many) and isinstance(shape.of, Written) and offered is not None:
        return PickSeveralControl(writing, field, parent)
    if isinstance(shape, Many) and isinstance(shape.of, Written):
        return WrittenControl(writing, field, parent, many=True)
    if isinstance(shape, Many) and isinstance(shape.of, Spot):
        return SquaresControl(writing, field, pointer, parent)
    return None


def _row(writing: Writing, field: Field, at: Callable[[], str]) -> Row:
    if isinstance(field.shape, One):
        return NodeRow(writing, field, at)
    if isinstance(field.shape, Many) and isinstance(field.shape.of, One):
        return ItemsRow(writing, field, at, Node)
    control = control_for(writing, field, lambda: f"{at()}/{field.name}")
    assert control is not None, f"no blank for {field}"
    return BlankRow(writing, field, control, at)
