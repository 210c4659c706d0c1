"""The blanks of a form: one value each. They look like words on paper, not like a form's boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from companion.model.content.library import slug
from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, plural, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import ChoiceWord, RadioGroup
from companion.ui.kit.fields import RuledPaper, Spin, Tick, WordButton, WrittenLine
from companion.ui.kit.layouts import LEFT, FlowRow, Part, hbox, vbox
from companion.ui.kit.list_view import Line
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Translated, discard
from companion.ui.workshop import PackContext, RecordDraft

from .form_shapes import (
    NOTHING,
    Alternative,
    Field,
    Lexicon,
    Number,
    OneOf,
    value_at,
    with_value,
)

OPEN = "\x00"
"""The line of a picker that leaves a field open."""


class FormContext(QObject):
    """What all parts of a form share: the record, the words, and whom to ask for a square of the map.

    `spot_wanted`: somebody wants to point at a square for the field at a pointer; `squares_wanted`: to paint several.
    `looked_at`: a part of the record has the keys, so that whoever draws it can show it.
    """

    spot_wanted = Signal(str)
    squares_wanted = Signal(str)
    looked_at = Signal(str)

    def __init__(self, draft: RecordDraft, bench: PackContext, lexicon: Lexicon, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.draft, self.bench, self.lexicon = draft, bench, lexicon
        self.spot_words: Callable[[Any], str] = str
        """Says a square; whoever draws the map sets it."""
        self.typed_cells = False
        """Cells are typed in numbers; else they are pointed at on a map."""

    def say(self, words: Message | Name | str) -> str:
        """In the language of the window; a text as it is."""
        return words if isinstance(words, str) else tr(words)

    @property
    def record(self) -> Json:
        """The record as the form reads it."""
        return self.draft.record

    def value(self, pointer: str, otherwise: Any = None) -> Any:
        return value_at(self.record, pointer, otherwise)

    def put(self, pointer: str, value: Json, deed: Message | None = None, *, merge: bool = False) -> None:
        """Write a value; `merge`: letters of one word are one change."""
        record = with_value(self.record, pointer, value)
        above, _, name = pointer.rpartition("/")
        while name and above.rpartition("/")[2] in self.lexicon.inline and value_at(record, above) == {}:
            record = with_value(record, above, NOTHING)
            above, _, name = above.rpartition("/")
        self.draft.change(record, tr(deed if deed is not None else say("Change")), merge=pointer if merge else "")

    def put_field(self, pointer: str, field: Field, value: Json, *, merge: bool = False) -> None:
        """Write a field of the struct at `pointer`; what goes without saying is left out."""
        bare = not field.required and (value == field.default or (value is None and not field.optional))
        self.put(f"{pointer}/{field.name}", NOTHING if bare else value, self.lexicon.label(field), merge=merge)

    def offered(self, field: Field, at: str) -> Sequence[Alternative] | None:
        return self.lexicon.choices_at(field, self.record, at)


class Control(Translated, QWidget):
    """One blank. `changed` carries what a person wants it to hold."""

    changed = Signal(object)
    typed = Signal(object)
    """The same for one letter more: the next is undone with it."""

    def __init__(self, writing: FormContext, field: Field, *parts: Part, proxy: QWidget) -> None:
        """`parts` side by side; the keys go to `proxy`."""
        super().__init__()
        self.writing, self.field = writing, field
        self.pointer: Callable[[], str] = str
        """Where its value is written."""
        self.held: Any = None
        """What the record holds."""
        hbox(*parts, on=self)
        self.setFocusProxy(proxy)

    def show_value(self, value: Any) -> None:
        """Show what the record holds; nothing is emitted."""
        self.held = value
        self.retranslate()

    @property
    def offered(self) -> Sequence[Alternative] | None:
        return self.writing.offered(self.field, self.pointer())

    @property
    def label(self) -> Message:
        return self.writing.lexicon.label(self.field)

    @property
    def left_open(self) -> Message:
        return self.writing.lexicon.left_open(self.field)

    def choose(
        self, offered: Sequence[Alternative], below: QWidget, do: Callable[[Any], None], *, width: int = 330
    ) -> None:
        """Let a person choose one of those offered; None, where the field may be left open."""
        say_ = self.writing.say
        lines = [
            Line(str(n), say_(one.title), say_(one.words), one.note, one.sign, chosen=one.value == self.held)
            for n, one in enumerate(offered)
        ]
        if self.field.optional:
            lines.insert(0, Line(OPEN, tr(self.left_open), chosen=self.held is None))
        picker = ChoicePopup(lines, below, name=tr(self.label), find=tr(say("Search")), width=width)
        picker.chosen.connect(lambda id: do(None if id == OPEN else offered[int(id)].value))
        picker.popup(below)


class PickControl(Control):
    """One of several, chosen on a slip: what the lexicon offers, else what the type allows."""

    def __init__(self, writing: FormContext, field: Field) -> None:
        self.word = WordButton()
        super().__init__(writing, field, self.word, proxy=self.word)
        self.word.clicked.connect(lambda: self.choose(self._choices(), self.word, self.changed.emit))

    def _choices(self) -> Sequence[Alternative]:
        found, shape, lexicon = self.offered, self.field.shape, self.writing.lexicon
        if found is None and isinstance(shape, OneOf):
            found = [Alternative(value, lexicon.word(self.field, value)) for value in shape.values]
        return found or ()

    def retranslate(self) -> None:
        if self.held is None:
            self.word.say(tr(self.left_open), faded=True)
            return
        found = next((one.title for one in self._choices() if one.value == self.held), str(self.held))
        self.word.say(self.writing.say(found))


class WordsControl(Control):
    """A few words, all of them seen: one is chosen, or with `many` any of them."""

    def __init__(self, writing: FormContext, field: Field, values: Sequence[str], *, many: bool = False) -> None:
        self.words: dict[str | None, ChoiceWord] = {value: ChoiceWord() for value in values}
        if field.optional and not many:
            self.words[None] = ChoiceWord()
        self.flow, self._many = FlowRow(), many
        super().__init__(writing, field, self.flow, proxy=next(iter(self.words.values())))
        self._group = RadioGroup(self)
        for value, word in self.words.items():
            if many:
                word.clicked.connect(lambda: self.changed.emit([one for one in values if self.words[one].isChecked()]))
            else:
                self._group.addButton(word)
                word.clicked.connect(lambda _=False, value=value: self.changed.emit(value))
            self.flow.add(word)
        self.retranslate()

    def show_value(self, value: Any) -> None:
        if not self._many:
            self._group.mark(self.words.get(value))
            return
        for known, word in self.words.items():
            word.setChecked(known in (value or ()))

    def retranslate(self) -> None:
        for value, word in self.words.items():
            word.say(tr(self.left_open if value is None else self.writing.lexicon.word(self.field, value)))
        self.flow.refresh()


class NumberControl(Control):
    """A whole number within the bounds of its type; left open, it is a dash."""

    def __init__(self, writing: FormContext, field: Field, shape: Number) -> None:
        self.spin = Spin()
        super().__init__(writing, field, self.spin, 1, proxy=self.spin)
        self.spin.setRange(shape.least - field.optional, shape.most)
        self.spin.setFixedWidth(fonts.px(84))
        self.spin.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.spin.setKeyboardTracking(False)
        if field.optional:
            self.spin.setSpecialValueText("—")
        says(self.spin, name=self.label)
        self.spin.valueChanged.connect(lambda value: self.typed.emit(None if value < shape.least else value))

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self.spin):
            self.spin.setValue(value if isinstance(value, int) else self.spin.minimum())


class FlagControl(Control):
    """Yes or no, said by its own label."""

    def __init__(self, writing: FormContext, field: Field) -> None:
        self.box = Tick()
        super().__init__(writing, field, self.box, proxy=self.box)
        self.box.clicked.connect(lambda on: self.changed.emit(bool(on)))
        self.retranslate()

    def show_value(self, value: Any) -> None:
        self.box.setChecked(bool(value))

    def retranslate(self) -> None:
        self.box.say(tr(self.label))


class SpokenControl(Control):
    """Words in several languages: those of the language that is being written in. Others that say the same follow.

    One line for a name, a few for a text.
    """

    def __init__(self, writing: FormContext, field: Field, most: int) -> None:
        self.edit: QLineEdit | RuledPaper = RuledPaper() if most > 200 else WrittenLine()
        super().__init__(writing, field, self.edit, proxy=self.edit)
        self._most = most
        if isinstance(self.edit, RuledPaper):
            self.edit.textChanged.connect(lambda: self._written(self._text()))
        else:
            self.edit.setMaxLength(most)
            self.edit.textEdited.connect(self._written)
        says(self.edit, name=self.label, hint=self.left_open if field.optional else None)
        writing.bench.writing_changed.connect(self._in_language)  # a method: the bench outlives this field

    def _in_language(self) -> None:
        self.show_value(self.held)

    def _text(self) -> str:
        return self.edit.toPlainText() if isinstance(self.edit, RuledPaper) else self.edit.text()

    def show_value(self, value: Any) -> None:
        self.held = {key: str(word) for key, word in value.items()} if isinstance(value, dict) else {}
        words = self.held.get(self.writing.bench.writing, "")
        if self._text().strip() != words.strip():
            with QSignalBlocker(self.edit):
                (self.edit.setPlainText if isinstance(self.edit, RuledPaper) else self.edit.setText)(words)

    def _written(self, text: str) -> None:
        self.held = self.writing.bench.spoken(self.held or {}, text.strip()[: self._most])
        self.typed.emit(dict(self.held) if self.held or self.field.required else None)


class WrittenControl(Control):
    """A word of the record's own, or several with commas."""

    def __init__(self, writing: FormContext, field: Field, *, many: bool = False) -> None:
        self.edit, self._many = WrittenLine(), many
        super().__init__(writing, field, self.edit, proxy=self.edit)
        self.edit.editingFinished.connect(self._finished)
        says(self.edit, name=self.label, hint=self.left_open if many or field.optional else None)

    def show_value(self, value: Any) -> None:
        self.held = value
        words = ", ".join(str(word) for word in value or ()) if self._many else str(value or "")
        if self.edit.text() != words:
            self.edit.setText(words)

    def _finished(self) -> None:
        words = list(dict.fromkeys(word for part in self.edit.text().split(",") if (word := slug(part, ""))))
        wanted: Any = words if self._many else (words[0] if words else None)
        if wanted != self.held and (wanted or self._many or self.field.optional):
            self.changed.emit(wanted)
        else:
            self.show_value(self.held)


class SpotControl(Control):
    """A square in words, and a way to point at it on the map; of several (`many`) how many, and a way to paint them."""

    def __init__(self, writing: FormContext, field: Field, pointer: Callable[[], str], *, many: bool = False) -> None:
        """`pointer`: where the square is written."""
        self._many, wanted = many, writing.squares_wanted if many else writing.spot_wanted
        tip = say("Paint the squares on the map") if many else say("Pick a square on the map")
        self.word = InkButton("", "quiet", sign="brush" if many else "crosshair", tip=tip)
        self.clear = InkButton("", "quiet", sign="close", name=say("No square"))
        super().__init__(writing, field, self.word, self.clear, 1, proxy=self.word)
        self.word.clicked.connect(lambda: wanted.emit(pointer()))
        self.clear.clicked.connect(lambda: self.changed.emit(None))
        self.retranslate()

    def retranslate(self) -> None:
        if self._many:
            words = tr(plural("{count} square", "{count} squares", len(self.held or ())))
        else:
            words = tr(self.left_open) if self.held is None else self.writing.spot_words(self.held)
        self.word.setText(words)
        self.clear.setVisible(self.field.optional and self.held is not None and not self._many)


class PickSeveralControl(Control):
    """What is chosen out of many, one below the other; a click takes it away, the last line adds one more."""

    def __init__(self, writing: FormContext, field: Field) -> None:
        self.chosen: list[InkButton] = []
        self.add = InkButton(say("Add"), "quiet", sign="plus", clicked=self.open)
        self._column = vbox((self.add, LEFT), spacing=0)
        super().__init__(writing, field, self._column, proxy=self.add)
        says(self.add, name=say("Add: {what}", what=self.label))

    def show_value(self, value: Any) -> None:
        super().show_value([str(one) for one in value] if isinstance(value, list | tuple) else [])

    def retranslate(self) -> None:
        names = {one.value: self.writing.say(one.title) for one in self.offered or ()}
        held = self.held or []
        while len(self.chosen) > len(held):
            button = self.chosen.pop()
            self._column.removeWidget(button)
            discard(button)
        while len(self.chosen) < len(held):
            button, n = InkButton("", "quiet", self, sign="close"), len(self.chosen)
            button.clicked.connect(lambda _=False, n=n: self._take_away(n))
            self._column.insertWidget(n, button, 0, LEFT)
            button.show()
            self.chosen.append(button)
        for button, id in zip(self.chosen, held, strict=True):
            button.setText(names.get(id, id))
            button.setAccessibleName(tr(say("Take away: {name}", name=names.get(id, id))))

    def _take_away(self, n: int) -> None:
        self.changed.emit([one for at, one in enumerate(self.held) if at != n])
        self.add.setFocus()

    def open(self) -> None:
        """Let a person choose one more."""
        offered = [one for one in self.offered or () if one.value not in self.held]
        self.choose(offered, self.add, lambda value: self.changed.emit([*self.held, value]), width=400)
