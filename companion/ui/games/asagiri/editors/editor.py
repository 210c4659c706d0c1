"""The seam between the workshop and its editors.

An editor is one object for a kind of record: it says what the kind is called, draws its small picture, makes a new
record, and makes the widget (`Body`) that a person works in. It is entered into the list by `EDITORS` in
`companion.ui.games.asagiri.editors.pages`; nothing else of the workshop knows kinds.

The screen around the body brings the name in three languages, undo and redo, the findings and the way back. The body
shows `draft.record`, shows it again on `draft.changed`, and changes it by nothing but `draft.change(record, deed)`,
which keeps it on disk, checks it and can be undone. So a body holds no data of its own.

Where a record is a struct of typed fields, `companion.ui.games.asagiri.editors.forms` makes the blanks out of the
type: a body brings a `Lexicon` (what fields, nodes and words are called, what can be chosen, what a thing says of
itself) and shows a `Form` for a struct or a part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message
from companion.ui.games.asagiri.cards import portrait
from companion.ui.kit.theme import fonts
from companion.ui.kit.widget import Translated

if TYPE_CHECKING:
    from companion.ui.kit.keys import Context

    from .pack_context import PackContext, RecordDraft


class Body(Translated, QWidget):
    """What a person works in. The keys go to it when the editor opens: `setFocusProxy`."""

    def show_field(self, pointer: str) -> bool:
        """Bring the keys to the field at a JSON pointer (``/walls/2``); whether there is one."""
        return False

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        """What fixed keys do here, for the overview."""
        return ()

    @property
    def contexts(self) -> tuple[Context, ...]:
        """Whose keys of the table of keys hold here."""
        return ()


@dataclass(frozen=True, slots=True)
class Editor:
    """One kind of record; see the module."""

    kind: str
    """Its id in the packs: ``tile``."""
    one: Message
    """One of it ("Tile"), several ("Tiles"), and what makes one ("New tile")."""
    many: Message
    new: Message
    blank: Callable[[str, dict[str, str], PackContext], Json]
    """A new record with an id and a name that passes `check`; the bench knows what it may name."""
    body: Callable[[RecordDraft, PackContext], Body]
    paint: Callable[[QPainter, QRectF, Json, PackContext], None]
    """The small picture of a record; one with faults is drawn as far as it can be."""
    ratio: float = 1.0
    """Height of the picture as a share of its width."""
    play: Callable[[Json, PackContext, QWidget], None] | None = None
    """Ask beside a widget who plays, then let `bench.tried` know; None: it cannot be played at once."""


DRAWN = QSize(248, round(248 * portrait.RATIO))
"""The size a card is drawn at."""


@contextmanager
def shrunk(pen: QPainter, rect: QRectF) -> Iterator[None]:
    """Fit what is drawn at the size `DRAWN` into a rectangle; the picture grows with the text, not the text in it."""
    pen.translate(rect.topLeft())
    pen.scale(rect.width() / DRAWN.width(), rect.height() / DRAWN.height())
    with fonts.unscaled():
        yield


def sharp(pen: QPainter) -> float:
    """The pixel ratio of what is painted on."""
    device = pen.device()
    return device.devicePixelRatio() if device is not None else 1.0
