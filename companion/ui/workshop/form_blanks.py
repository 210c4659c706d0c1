"""Blanks for numbers among words and for cells, and which blank a field gets."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker

from companion.model.core.words import say
from companion.ui.kit.choices import ChoiceWord, RadioGroup
from companion.ui.kit.fields import Spin, WrittenLine
from companion.ui.kit.layouts import FlowRow
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr

from .form_controls import (
    OPEN,
    Control,
    FlagControl,
    FormContext,
    NumberControl,
    PickControl,
    PickSeveralControl,
    SpokenControl,
    SpotControl,
    WordsControl,
    WrittenControl,
)
from .form_shapes import (
    Field,
    Flag,
    Number,
    NumberGroup,
    NumberOrWord,
    OneOf,
    Repeated,
    Translations,
    Written,
)


class NumberOrWordControl(Control):
    """A number, or one of a few words; left open, neither."""

    NUMBER = "#"

    def __init__(self, writing: FormContext, field: Field, shape: NumberOrWord) -> None:
        self.shape, self.flow, self.spin = shape, FlowRow(), Spin()
        ids = [*([OPEN] if field.optional else []), self.NUMBER, *shape.values]
        self.words = {id: ChoiceWord() for id in ids}
        super().__init__(writing, field, (self.flow, 1), self.spin, proxy=self.words[ids[0]])
        self._group = RadioGroup(self)
        for id, word in self.words.items():
            self._group.addButton(word)
            word.clicked.connect(lambda _=False, id=id: self._chosen(id))
            self.flow.add(word)
        self.spin.setRange(shape.number.least, shape.number.most)
        self.spin.setFixedWidth(fonts.px(64))
        self.spin.setKeyboardTracking(False)
        says(self.spin, name=self.label)
        self.spin.valueChanged.connect(lambda value: self.typed.emit(value))

    def _chosen(self, id: str) -> None:
        self.changed.emit(None if id == OPEN else self.spin.value() if id == self.NUMBER else id)

    def show_value(self, value: Any) -> None:
        number = isinstance(value, int)
        self._group.mark(self.words.get(OPEN if value is None else self.NUMBER if number else str(value)))
        with QSignalBlocker(self.spin):
            self.spin.setValue(value if number else self.spin.minimum())
        self.spin.setVisible(number)
        super().show_value(value)

    def retranslate(self) -> None:
        lexicon = self.writing.lexicon
        for id, word in self.words.items():
            said = self.left_open if id == OPEN else lexicon.number(self.field) if id == self.NUMBER else None
            word.say(tr(said if said is not None else lexicon.word(self.field, id)))
        self.flow.refresh()


class TokensControl(Control):
    """Numbers, and words where the type has some, one after the other with commas."""

    def __init__(self, writing: FormContext, field: Field, number: Number, words: Sequence[str] = ()) -> None:
        self.edit, self._number, self._words = WrittenLine(), number, words
        super().__init__(writing, field, self.edit, proxy=self.edit)
        self.edit.editingFinished.connect(self._finished)
        says(self.edit, name=self.label)

    def show_value(self, value: Any) -> None:
        self.held = list(value or ())
        self.edit.setText(", ".join(str(one).upper() if isinstance(one, str) else str(one) for one in self.held))

    def _finished(self) -> None:
        found: list[int | str] = []
        for part in self.edit.text().replace(",", " ").split():
            if part.isdecimal() and self._number.least <= int(part) <= self._number.most:
                found.append(int(part))
            elif part.lower() in self._words:
                found.append(part.lower())
        if found != self.held:
            self.changed.emit(found)
        else:
            self.show_value(self.held)


class CellsControl(Control):
    """Cells as the rules write them: ``(3,4) (5,0)``; or one of them."""

    def __init__(self, writing: FormContext, field: Field, *, many: bool = False) -> None:
        self.edit, self._many = WrittenLine(), many
        super().__init__(writing, field, self.edit, proxy=self.edit)
        self.edit.editingFinished.connect(self._finished)
        says(self.edit, name=self.label, hint=say("(column,row)"))

    def show_value(self, value: Any) -> None:
        self.held = value
        cells = (value or []) if self._many else [value] if value is not None else []
        self.edit.setText(" ".join(f"({column},{row})" for column, row in cells))

    def _finished(self) -> None:
        found = [[int(column), int(row)] for column, row in re.findall(r"(\d{1,2})\D+(\d{1,2})", self.edit.text())]
        wanted = found if self._many else found[0] if found else None
        if wanted != self.held and (self._many or wanted is not None or self.field.optional):
            self.changed.emit(wanted)
        else:
            self.show_value(self.held)


def control_for(writing: FormContext, field: Field, pointer: Callable[[], str]) -> Control | None:
    """The blank for a field; None where it takes more than one."""
    made = _control(writing, field, pointer)
    if made is not None:
        made.pointer = pointer
    return made


def _control(writing: FormContext, field: Field, pointer: Callable[[], str]) -> Control | None:
    offered = writing.offered(field, pointer()) is not None
    match field.shape:
        case Flag():
            return FlagControl(writing, field)
        case Number() as shape:
            return NumberControl(writing, field, shape)
        case NumberOrWord() as shape:
            return NumberOrWordControl(writing, field, shape)
        case Repeated(Number() as number):
            return TokensControl(writing, field, number)
        case Repeated(NumberOrWord(number, values)):
            return TokensControl(writing, field, number, values)
        case OneOf(values) if len(values) + field.optional <= 4 and not offered:
            return WordsControl(writing, field, values)
        case Translations(most):
            return SpokenControl(writing, field, most)
        case NumberGroup():
            return CellsControl(writing, field) if writing.typed_cells else SpotControl(writing, field, pointer)
        case Written() if not offered:
            return WrittenControl(writing, field)
        case OneOf() | Written():
            return PickControl(writing, field)
        case Repeated(OneOf(values)):
            return WordsControl(writing, field, values, many=True)
        case Repeated(Written()):
            return PickSeveralControl(writing, field) if offered else WrittenControl(writing, field, many=True)
        case Repeated(NumberGroup()):
            if writing.typed_cells:
                return CellsControl(writing, field, many=True)
            return SpotControl(writing, field, pointer, many=True)
    return None
