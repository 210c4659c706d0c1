"""A list of things as slips of paper: each says what it is, and opens to be filled in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.words import say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.list_lines import WRAP
from companion.ui.kit.theme import fonts, icons, ink, palette
from companion.ui.kit.widget import follow

from .shapes import Field, Many, One, StructType, struct_of
from .writing import Row, Writing, choose_struct


class SlipHead(QAbstractButton):
    """What a thing says of itself; a click opens it. `stepped` asks for a neighbour, `thrown` for the basket."""

    stepped = Signal(int)
    thrown = Signal()
    moved = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.open = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)

    def say(self, words: str) -> None:
        if words != self.text():
            self.setText(words)
            self.setAccessibleName(words)
            self.refresh()

    def refresh(self) -> None:
        self._fit()
        self.update()

    def _fit(self) -> None:
        """As high as its sentence: a scroll area would not ask how high it is for its width."""
        room = QRect(0, 0, max(60, self.width() - fonts.px(30)), 10_000)
        font = fonts.font("strong" if self.open else "text")
        self.setFixedHeight(QFontMetrics(font).boundingRect(room, WRAP, self.text()).height() + fonts.px(12))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(220), fonts.px(30))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(80), fonts.px(28))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        way = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif way is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.moved.emit(way)
        elif way is not None:
            self.stepped.emit(way)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.thrown.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            if self.underMouse() or self.hasFocus():
                pen.fillRect(self.rect(), theme.color("ink", 0.05))
            side = fonts.px(11)
            sign = icons.pixmap("chevron-down" if self.open else "chevron-right", theme.color("faded"), side,
                                self.devicePixelRatioF())  # fmt: skip
            pen.drawPixmap(QPointF(fonts.px(7), fonts.px(9)), sign)
            pen.setFont(fonts.font("strong" if self.open else "text"))
            pen.setPen(theme.color("ink"))
            pen.drawText(
                QRectF(fonts.px(26), fonts.px(6), self.width() - fonts.px(30), self.height()), WRAP, self.text()
            )
            if self.hasFocus():
                pen.fillRect(QRectF(0, fonts.px(4), fonts.px(3), self.height() - fonts.px(8)), theme.color("vermilion"))


NodePage: TypeAlias = Callable[[Writing, Field, Callable[[], str], QWidget], Row]
"""Makes the page of one node, given its pointer."""


class Slip(QWidget):
    """One thing of a list."""

    def __init__(
        self, writing: Writing, field: Field, at: Callable[[], str], make: NodePage, parent: QWidget | None = None
    ) -> None:
        """`at`: its pointer now."""
        super().__init__(parent)
        self._writing, self._field, self.at, self._make = writing, field, at, make
        self.head = SlipHead(self)
        self.up = InkButton("", "quiet", self, sign="chevron-up")
        self.down = InkButton("", "quiet", self, sign="chevron-down")
        self.away = InkButton("", "quiet", self, sign="trash")
        self.node: Row | None = None
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.head, 1)
        for button in (self.up, self.down, self.away):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(fonts.px(4), fonts.px(2), fonts.px(6), fonts.px(4))
        self._column.setSpacing(fonts.px(4))
        self._column.addLayout(row)
        self.set_open(False)
        palette.theme_changed.connect(self.update)

    def set_open(self, on: bool) -> None:
        self.head.open = on
        self.head.refresh()
        for button in (self.up, self.down, self.away):
            button.setVisible(on)
        if on and self.node is None:
            self.node = self._make(self._writing, self._field, self.at, self)
            inset = QHBoxLayout()
            inset.setContentsMargins(fonts.px(16), 0, 0, fonts.px(4))
            inset.addWidget(self.node)
            self._column.addLayout(inset)
        if self.node is not None:
            self.node.setVisible(on)
            self.refresh()
        self.update()

    def refresh(self) -> None:
        shape = self._field.shape
        assert isinstance(shape, Many)
        assert isinstance(shape.of, One)
        value = self._writing.value(self.at())
        struct = struct_of(shape.of, value) or shape.of.types[0]
        self.head.say(self._writing.say(self._writing.lexicon.sentence(value, struct, self._writing.draft.record)))
        if self.node is not None and self.head.open:
            self.node.refresh()

    def retell(self) -> None:
        say_ = self._writing.say
        for button, words in ((self.up, say("Move up")), (self.down, say("Move down")),
                              (self.away, say("Delete"))):  # fmt: skip
            button.setAccessibleName(say_(words))
            button.setToolTip(say_(words))
        if self.node is not None:
            self.node.retell()
        self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            if self.head.open:
                pen.fillRect(self.rect(), theme.color("surface", 0.7))
                pen.fillRect(QRectF(0, fonts.px(3), fonts.px(3), self.height() - fonts.px(6)), theme.color("vermilion"))
            else:
                pen.setPen(QPen(theme.color("hairline"), 1))
                pen.drawLine(
                    QPointF(fonts.px(8), self.height() - 1), QPointF(self.width() - fonts.px(8), self.height() - 1)
                )


class ItemsRow(Row):
    """A list: its label, its slips, and a way to add one. `opened` carries the pointer of what is open."""

    def __init__(self, writing: Writing, field: Field, pointer: Callable[[], str], make: NodePage) -> None:
        """`pointer`: of the struct that the list is of."""
        super().__init__(field)
        self._make = make
        shape = field.shape
        assert isinstance(shape, Many)
        assert isinstance(shape.of, One)
        self._writing, self._shape, self._pointer = writing, shape, pointer
        self.label = Label(self, role="ink", font="name", scale=14 / 18)
        self.slips: list[Slip] = []
        self._open = -1
        self._box = QVBoxLayout()
        self._box.setSpacing(0)
        self.add = InkButton("", "quiet", self, sign="plus")
        self.add.clicked.connect(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, fonts.px(4), 0, 0)
        column.setSpacing(fonts.px(1))
        column.addWidget(self.label)
        column.addLayout(self._box)
        column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.retell()

    def _at(self) -> str:
        return f"{self._pointer()}/{self.field.name}"

    def _values(self) -> list[Any]:
        found = self._writing.value(self._at(), [])
        return list(found) if isinstance(found, list | tuple) else []

    def refresh(self) -> None:
        values = self._values()
        while len(self.slips) > len(values):
            slip = self.slips.pop()
            self._box.removeWidget(slip)
            slip.hide()
            slip.deleteLater()
        while len(self.slips) < len(values):
            self._append(len(self.slips))
        if self._open >= len(values):
            self._open = -1
        for n, slip in enumerate(self.slips):
            if slip.head.open != (n == self._open):
                slip.set_open(n == self._open)
            slip.refresh()
            slip.up.setEnabled(n > 0)
            slip.down.setEnabled(n < len(values) - 1)
            slip.away.setEnabled(len(values) > self._shape.least)
        self.add.setEnabled(len(values) < self._shape.most)

    def _append(self, n: int) -> None:
        slip = Slip(self._writing, self.field, lambda: f"{self._at()}/{n}", self._make, self)
        slip.head.clicked.connect(lambda: self.open_item(-1 if self._open == n else n))
        slip.head.stepped.connect(lambda way: self._step(n + way))
        slip.head.moved.connect(lambda way: self._move(n, way))
        slip.head.thrown.connect(lambda: self._throw(n))
        slip.up.clicked.connect(lambda: self._move(n, -1))
        slip.down.clicked.connect(lambda: self._move(n, 1))
        slip.away.clicked.connect(lambda: self._throw(n))
        slip.retell()
        self.slips.append(slip)
        self._box.addWidget(slip)
        slip.show()

    def retell(self) -> None:
        say_, lexicon = self._writing.say, self._writing.lexicon
        self.label.setText(say_(lexicon.label(self.field)))
        types = self._shape.of.types if isinstance(self._shape.of, One) else ()
        self.add.setText(say_(lexicon.title(types[0]) if len(types) == 1 else say("Add")))
        for slip in self.slips:
            slip.retell()

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

    def _add(self) -> None:
        shape = self._shape.of
        assert isinstance(shape, One)
        if len(shape.types) > 1:
            choose_struct(self._writing, shape, self.add, self._append_new)
        else:
            self._append_new(shape.types[0])

    def _append_new(self, struct: StructType) -> None:
        values = self._values()
        made = self._writing.lexicon.fresh(struct, self._writing.draft.record)
        self._open = len(values)
        self._put([*values, made])
        self.open_item(len(values))
        self.show_field([str(len(values))])

    def _move(self, n: int, way: int) -> None:
        values = self._values()
        if not 0 <= n + way < len(values):
            return
        values[n], values[n + way] = values[n + way], values[n]
        if self._open == n:
            self._open = n + way
        self._put(values)
        self._step(n + way)

    def _throw(self, n: int) -> None:
        values = self._values()
        if len(values) <= self._shape.least:
            return
        del values[n]
        if self._open >= n:
            self._open = -1 if self._open == n else self._open - 1
        self._put(values)
        self._step(min(n, len(self.slips) - 1))

    def _put(self, values: list[Any]) -> None:
        base, _, _ = self._at().rpartition("/")
        self._writing.put_field(base, self.field, values)

    def show_field(self, rest: list[str]) -> bool:
        if not rest or not rest[0].isdigit() or int(rest[0]) >= len(self.slips):
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)
            return True
        n = int(rest[0])
        self.open_item(n)
        node = self.slips[n].node
        return node is not None and node.show_field(rest[1:])
