"""The blanks of a form: one value each. They look like words on paper, not like a form's boxes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from companion.model.content.writing import slug
from companion.model.core.contract import Json
from companion.model.core.words import plural, say
from companion.ui.kit.blanks import RuledPaper, Spin, Tick, WordButton, WrittenLine
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import ChoiceWord
from companion.ui.kit.flow import Flow
from companion.ui.kit.list_lines import Line
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.radio_group import RadioGroup
from companion.ui.kit.theme import fonts

from .shapes import Choice, Field, Number, Pick, Spoken
from .writing import Writing

OPEN = "\x00"
"""The line of a picker that leaves a field open."""


class Control(QWidget):
    """One blank. `changed` carries what a person wants it to hold."""

    changed = Signal(object)
    typed = Signal(object)
    """The same for one letter more: the next is undone with it."""

    def __init__(self, writing: Writing, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.writing, self.field = writing, field

    @abstractmethod
    def show_value(self, value: Any) -> None:
        """Show what the record holds; nothing is emitted."""

    def retell(self) -> None:
        """Say its words again: language or choices have changed."""


class PickControl(Control):
    """One of several, chosen on a slip."""

    def __init__(self, writing: Writing, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(writing, field, parent)
        self._value: Json = None
        self.word = WordButton(self)
        self.word.clicked.connect(self.open)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.word)
        self.setFocusProxy(self.word)

    def offered(self) -> Sequence[Choice]:
        found = self.writing.lexicon.choices(self.field, self.writing.draft.record)
        if found is not None:
            return found
        shape = self.field.shape
        values = shape.values if isinstance(shape, Pick) else ()
        return [Choice(value, self.writing.lexicon.word(self.field, value)) for value in values]

    def show_value(self, value: Any) -> None:
        self._value = value
        self.retell()

    def retell(self) -> None:
        if self._value is None:
            self.word.say(self.writing.say(self.writing.lexicon.left_open(self.field)), faded=True)
            return
        found = next((one for one in self.offered() if one.value == self._value), None)
        self.word.say(self.writing.say(found.title) if found is not None else str(self._value))

    def open(self) -> None:
        say_, offered = self.writing.say, self.offered()
        lines = [
            Line(str(n), say_(one.title), say_(one.words), one.note, one.sign, chosen=one.value == self._value)
            for n, one in enumerate(offered)
        ]
        if self.field.optional:
            words = say_(self.writing.lexicon.left_open(self.field))
            lines.insert(0, Line(OPEN, words, chosen=self._value is None))
        name = say_(self.writing.lexicon.label(self.field))
        picker = ChoicePopup(lines, self.word, name=name, find=say_(say("Search")))
        picker.chosen.connect(lambda id: self.changed.emit(None if id == OPEN else offered[int(id)].value))
        picker.popup(self.word)


class WordsControl(Control):
    """One of two or three words, all of them seen."""

    def __init__(self, writing: Writing, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(writing, field, parent)
        shape = field.shape
        values: tuple[str | None, ...] = shape.values if isinstance(shape, Pick) else ()
        if field.optional:
            values = (*values, None)
        self.words: dict[str | None, ChoiceWord] = {}
        self._group = RadioGroup(self)
        self.flow = Flow(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.flow)
        for value in values:
            word = ChoiceWord("", self)
            self._group.addButton(word)
            word.clicked.connect(lambda _=False, value=value: self.changed.emit(value))
            self.words[value] = word
            self.flow.add(word)
        self.setFocusProxy(next(iter(self.words.values())))
        self.retell()

    def show_value(self, value: Any) -> None:
        self._group.mark(self.words.get(value))

    def retell(self) -> None:
        for value, word in self.words.items():
            told = self.writing.lexicon.left_open(self.field) if value is None else (
                self.writing.lexicon.word(self.field, value))  # fmt: skip
            word.say(self.writing.say(told))
        self.flow.refresh()


class SeveralControl(Control):
    """Any of a few words."""

    def __init__(self, writing: Writing, field: Field, values: Sequence[str], parent: QWidget | None = None) -> None:
        """All of `values` are seen."""
        super().__init__(writing, field, parent)
        self._order = tuple(values)
        self.words: dict[str, ChoiceWord] = {}
        self.flow = Flow(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.flow)
        for value in values:
            word = ChoiceWord("", self)
            word.clicked.connect(self._clicked)
            self.words[value] = word
            self.flow.add(word)
        self.setFocusProxy(next(iter(self.words.values())))
        self.retell()

    def _clicked(self) -> None:
        self.changed.emit([value for value in self._order if self.words[value].isChecked()])

    def show_value(self, value: Any) -> None:
        chosen = value if isinstance(value, list | tuple) else ()
        for known, word in self.words.items():
            word.setChecked(known in chosen)

    def retell(self) -> None:
        for value, word in self.words.items():
            word.say(self.writing.say(self.writing.lexicon.word(self.field, value)))
        self.flow.refresh()


class NumberControl(Control):
    """A whole number; left open, it is a dash."""

    def __init__(self, writing: Writing, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(writing, field, parent)
        shape = field.shape
        assert isinstance(shape, Number)
        self._least = shape.least
        self.spin = Spin(self)
        self.spin.setRange(shape.least - (1 if field.optional else 0), shape.most)
        self.spin.setFixedWidth(fonts.px(84))
        self.spin.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.spin.setKeyboardTracking(False)
        self.spin.valueChanged.connect(self._stepped)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.spin)
        row.addStretch(1)
        self.setFocusProxy(self.spin)
        self.retell()

    def _stepped(self, value: int) -> None:
        self.typed.emit(None if value < self._least else value)

    def show_value(self, value: Any) -> None:
        self.spin.blockSignals(True)
        self.spin.setValue(value if isinstance(value, int) else self.spin.minimum())
        self.spin.blockSignals(False)

    def retell(self) -> None:
        if self.field.optional:
            self.spin.setSpecialValueText("—")
        self.spin.setAccessibleName(self.writing.say(self.writing.lexicon.label(self.field)))


class FlagControl(Control):
    """Yes or no, said by its own label."""

    def __init__(self, writing: Writing, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(writing, field, parent)
        self.box = Tick(self)
        self.box.clicked.connect(lambda on: self.changed.emit(bool(on)))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.box)
        self.setFocusProxy(self.box)
        self.retell()

    def show_value(self, value: Any) -> None:
        self.box.setChecked(bool(value))

    def retell(self) -> None:
        self.box.say(self.writing.say(self.writing.lexicon.label(self.field)))


class SpokenControl(Control):
    """Words in several languages: those of the language that is being written in. Others that say the same follow."""

    def __init__(self, writing: Writing, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(writing, field, parent)
        shape = field.shape
        assert isinstance(shape, Spoken)
        self._most = shape.most
        self._words: dict[str, str] = {}
        self.edit: QLineEdit | RuledPaper
        if shape.most > 200:
            self.edit = RuledPaper(self)
            self.edit.textChanged.connect(lambda: self._written(self._text()))
        else:
            self.edit = WrittenLine(self)
            self.edit.setMaxLength(shape.most)
            self.edit.textEdited.connect(self._written)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.edit)
        self.setFocusProxy(self.edit)
        writing.bench.writing_changed.connect(self._other_language)
        self.retell()

    def _text(self) -> str:
        return self.edit.toPlainText() if isinstance(self.edit, RuledPaper) else self.edit.text()

    def _show_text(self) -> None:
        words = self._words.get(self.writing.bench.writing, "")
        if self._text().strip() == words.strip():
            return
        self.edit.blockSignals(True)
        if isinstance(self.edit, RuledPaper):
            self.edit.setPlainText(words)
        else:
            self.edit.setText(words)
        self.edit.blockSignals(False)

    def _other_language(self) -> None:
        self._show_text()
        self.retell()

    def show_value(self, value: Any) -> None:
        self._words = {k: str(v) for k, v in value.items()} if isinstance(value, dict) else {}
        self._show_text()

    def _written(self, text: str) -> None:
        self._words = self.writing.bench.spoken(self._words, text.strip()[: self._most])
        wanted: Json = dict(self._words)
        self.typed.emit(wanted if wanted or self.field.required else None)

    def retell(self) -> None:
        self.edit.setAccessibleName(self.writing.say(self.writing.lexicon.label(self.field)))
        self.edit.setPlaceholderText(
            self.writing.say(self.writing.lexicon.left_open(self.field)) if self.field.optional else ""
        )


class WrittenControl(Control):
    """A word of the record's own, or several with commas."""

    def __init__(self, writing: Writing, field: Field, parent: QWidget | None = None, *, many: bool = False) -> None:
        """`many`: a list of words."""
        super().__init__(writing, field, parent)
        self._many = many
        self.edit = WrittenLine(self)
        self.edit.editingFinished.connect(self._finished)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.edit)
        self.setFocusProxy(self.edit)
        self._value: Any = None
        self.retell()

    def show_value(self, value: Any) -> None:
        self._value = value
        words = ", ".join(str(word) for word in value or ()) if self._many else str(value or "")
        if self.edit.text() != words:
            self.edit.setText(words)

    def _finished(self) -> None:
        words = [slug(word, "") for word in self.edit.text().split(",")]
        words = list(dict.fromkeys(word for word in words if word))
        wanted: Any = words if self._many else (words[0] if words else None)
        if wanted != self._value and (wanted or self._many or self.field.optional):
            self.changed.emit(wanted)
        else:
            self.show_value(self._value)

    def retell(self) -> None:
        self.edit.setAccessibleName(self.writing.say(self.writing.lexicon.label(self.field)))
        if self._many or self.field.optional:
            self.edit.setPlaceholderText(self.writing.say(self.writing.lexicon.left_open(self.field)))


class SpotControl(Control):
    """A square: in words, and a way to point at it on the map."""

    def __init__(
        self, writing: Writing, field: Field, pointer: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`pointer`: where the square is written."""
        super().__init__(writing, field, parent)
        self._value: Any = None
        self.word = InkButton("", "quiet", self, sign="crosshair")
        self.word.clicked.connect(lambda: writing.spot_wanted.emit(pointer()))
        self.clear = InkButton("", "quiet", self, sign="close")
        self.clear.clicked.connect(lambda: self.changed.emit(None))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.word)
        row.addWidget(self.clear)
        row.addStretch(1)
        self.setFocusProxy(self.word)
        self.retell()

    def show_value(self, value: Any) -> None:
        self._value = value
        self.retell()

    def retell(self) -> None:
        if self._value is None:
            self.word.setText(self.writing.say(self.writing.lexicon.left_open(self.field)))
        else:
            self.word.setText(self.writing.spot_words(self._value))
        self.word.setToolTip(self.writing.say(say("Pick a square on the map")))
        self.clear.setVisible(self.field.optional and self._value is not None)
        self.clear.setAccessibleName(self.writing.say(say("No square")))


class SquaresControl(Control):
    """Several squares: how many there are, and a way to paint them on the map."""

    def __init__(
        self, writing: Writing, field: Field, pointer: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`pointer`: where the squares are written."""
        super().__init__(writing, field, parent)
        self._count = 0
        self.word = InkButton("", "quiet", self, sign="brush")
        self.word.clicked.connect(lambda: writing.squares_wanted.emit(pointer()))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.word)
        row.addStretch(1)
        self.setFocusProxy(self.word)
        self.retell()

    def show_value(self, value: Any) -> None:
        self._count = len(value) if isinstance(value, list | tuple) else 0
        self.retell()

    def retell(self) -> None:
        self.word.setText(self.writing.say(plural("{count} square", "{count} squares", self._count)))
        self.word.setToolTip(self.writing.say(say("Paint the squares on the map")))


class PickSeveralControl(Control):
    """What is chosen, one below the other; a click takes it away, the last line adds one more."""

    def __init__(self, writing: Writing, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(writing, field, parent)
        self._held: list[str] = []
        self.chosen: list[InkButton] = []
        self.add = InkButton("", "quiet", self, sign="plus")
        self.add.clicked.connect(self.open)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self.add)
        self.retell()

    def show_value(self, value: Any) -> None:
        self._held = [str(one) for one in value] if isinstance(value, list | tuple) else []
        self.retell()

    def retell(self) -> None:
        say_ = self.writing.say
        offered = {one.value: one for one in self.writing.lexicon.choices(self.field, self.writing.draft.record) or ()}
        while len(self.chosen) > len(self._held):
            button = self.chosen.pop()
            self._column.removeWidget(button)
            button.hide()
            button.deleteLater()
        while len(self.chosen) < len(self._held):
            button = InkButton("", "quiet", self, sign="close")
            n = len(self.chosen)
            button.clicked.connect(lambda _=False, n=n: self._take_away(n))
            self._column.insertWidget(n, button, 0, Qt.AlignmentFlag.AlignLeft)
            button.show()
            self.chosen.append(button)
        for button, id in zip(self.chosen, self._held, strict=True):
            name = say_(offered[id].title) if id in offered else id
            button.setText(name)
            button.setAccessibleName(say_(say("Take away: {name}", name=name)))
        self.add.setText(say_(say("Add")))
        self.add.setAccessibleName(say_(say("Add: {what}", what=self.writing.lexicon.label(self.field))))

    def _take_away(self, n: int) -> None:
        self.changed.emit([one for at, one in enumerate(self._held) if at != n])
        self.add.setFocus()

    def open(self) -> None:
        say_ = self.writing.say
        offered = [one for one in self.writing.lexicon.choices(self.field, self.writing.draft.record) or ()
                   if one.value not in self._held]  # fmt: skip
        lines = [Line(str(n), say_(one.title), say_(one.words), one.note, one.sign) for n, one in enumerate(offered)]
        name = say_(self.writing.lexicon.label(self.field))
        picker = ChoicePopup(lines, self.add, name=name, find=say_(say("Search")), width=400)
        picker.chosen.connect(lambda id: self.changed.emit([*self._held, offered[int(id)].value]))
        picker.popup(self.add)
