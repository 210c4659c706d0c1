"""What all parts of a form share: the record on the desk, the words, and whom to ask for a square of the map."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, Name, say
from companion.ui.games.asagiri.editors.bench import Bench, Draft
from companion.ui.games.asagiri.editors.forms.shapes import One, StructType
from companion.ui.kit.list_lines import Line
from companion.ui.kit.popup import ChoicePopup
from companion.ui.kit.translator import tr

from .shapes import NOTHING, Field, Lexicon, value_at, with_value


class Writing(QObject):
    """`spot_wanted`: somebody wants to point at a square for the field at a pointer; `squares_wanted`: to
    paint several. `looked_at`: a part of the record has the keys, so that whoever draws it can show it.
    """

    spot_wanted = Signal(str)
    squares_wanted = Signal(str)
    looked_at = Signal(str)

    def __init__(self, draft: Draft, bench: Bench, lexicon: Lexicon, parent: QObject | None = None) -> None:
        """Write on `draft` in the words of `lexicon`."""
        super().__init__(parent)
        self.draft, self.bench, self.lexicon = draft, bench, lexicon
        self.spot_words: Callable[[Any], str] = str
        """Says a square; whoever draws the map sets it."""

    def say(self, words: Message | Name | str) -> str:
        """In the language of the window; a text as it is."""
        return words if isinstance(words, str) else tr(words)

    def value(self, pointer: str, otherwise: Any = None) -> Any:
        return value_at(self.draft.record, pointer, otherwise)

    def held(self, pointer: str, field: Field) -> Any:
        return self.value(f"{pointer}/{field.name}", field.default)

    def put(self, pointer: str, value: Json, deed: Message | None = None, *, merge: bool = False) -> None:
        """Write a value; `merge`: letters of one word are one change."""
        words = self.say(deed if deed is not None else say("Change"))
        record = with_value(self.draft.record, pointer, value)
        self.draft.change(record, words, merge=pointer if merge else "")

    def put_field(self, pointer: str, field: Field, value: Json, *, merge: bool = False) -> None:
        """Write a field of the struct at `pointer`; what goes without saying is left out."""
        bare = not field.required and value == field.default
        deed = self.lexicon.label(field)
        self.put(f"{pointer}/{field.name}", NOTHING if bare else value, deed, merge=merge)


class Row(QWidget):
    """A labelled part of a form; `field` is the one it fills in."""

    def __init__(self, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field

    @abstractmethod
    def refresh(self) -> None:
        """Show what the record holds now."""

    @abstractmethod
    def retell(self) -> None:
        """Say the words again."""

    @abstractmethod
    def show_field(self, rest: list[str]) -> bool:
        """Bring the keys to a place below this field; whether there is one."""


def choose_struct(
    writing: Writing,
    shape: One,
    below: QWidget,
    do: Callable[[StructType], None],
    *,
    chosen: StructType | None = None,
) -> None:
    """Let a person choose what kind of node it is to be."""
    say_, lexicon = writing.say, writing.lexicon
    lines = []
    for n, struct in enumerate(shape.types):
        told = lexicon.line(struct)
        words = say_(told) if told is not None else ""
        lines.append(Line(str(n), say_(lexicon.title(struct)), words, chosen=struct is chosen))
    picker = ChoicePopup(lines, below, name=say_(say("Choose")), find=say_(say("Search")), width=380)
    picker.chosen.connect(lambda id: do(shape.types[int(id)]))
    picker.popup(below)
