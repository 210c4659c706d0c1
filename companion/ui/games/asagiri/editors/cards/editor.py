"""Profile cards and equipment cards, for the workshop."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, say
from companion.ui.games.asagiri.cards import gear, portrait
from companion.ui.games.asagiri.cards.face import FRESH
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.draft import Draft
from companion.ui.games.asagiri.editors.seam import Body
from companion.ui.games.asagiri.editors.small import DRAWN, sharp, shrunk
from companion.ui.kit.theme import palette

from .body import CharacterBody, EquipmentBody
from .known import drawn_character, drawn_gear
from .record import blank_character, blank_equipment, unwritten


class CharacterEditor:
    """The `Editor` of profile cards."""

    kind = "character"
    one: Message = say("Character")
    many: Message = say("Characters")
    new: Message = say("New character")
    ratio = portrait.RATIO

    def blank(self, id: str, name: dict[str, str], bench: Bench) -> Json:
        return blank_character(id, name)

    def body(self, draft: Draft, bench: Bench, parent: QWidget) -> Body:
        return CharacterBody(draft, bench, parent)

    def paint(self, pen: QPainter, rect: QRectF, record: Json, bench: Bench) -> None:
        face = drawn_character(record, bench)
        blank = unwritten(record, "vigilant")
        with shrunk(pen, rect):
            portrait.paint(pen, DRAWN, face, FRESH, palette.current(), sharp(pen), tray=False, unwritten=blank)


class EquipmentEditor:
    """The `Editor` of equipment cards."""

    kind = "equipment"
    one: Message = say("Equipment")
    many: Message = say("Equipment")
    new: Message = say("New equipment")
    ratio = portrait.RATIO

    def blank(self, id: str, name: dict[str, str], bench: Bench) -> Json:
        return blank_equipment(id, name)

    def body(self, draft: Draft, bench: Bench, parent: QWidget) -> Body:
        return EquipmentBody(draft, bench, parent)

    def paint(self, pen: QPainter, rect: QRectF, record: Json, bench: Bench) -> None:
        with shrunk(pen, rect):
            gear.paint(pen, DRAWN, drawn_gear(record, bench), palette.current())
