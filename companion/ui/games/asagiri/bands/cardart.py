"""Pictures of cards out of the box: painted once for a size, a theme and a language, then only copied."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QSize
from PySide6.QtGui import QPixmap

from companion.model.games.asagiri.state.vocabulary import Condition
from companion.ui.games.asagiri.cards import portrait, strip
from companion.ui.games.asagiri.cards.face import CardFace, CardStatus, face_of_card
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr

from .roster import Box

MOST = 240
"""Pictures kept."""


class CardArt:
    """Faces and pictures of the cards of a box."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._faces: dict[tuple[str, str | None, str], CardFace] = {}
        self._pictures: OrderedDict[object, QPixmap] = OrderedDict()

    def face(self, card: str, equipment: str | None = None) -> CardFace:
        """What is written on a card, in the language of the window."""
        key = (card, equipment, tr.language)
        if key not in self._faces:
            self._faces[key] = face_of_card(self.box.character(card), self.box.content, tr, equipment)
        return self._faces[key]

    def portrait(self, card: str, size: QSize, condition: Condition, dpr: float) -> QPixmap:
        """A whole card."""
        return self._picture("portrait", card, None, size, condition, dpr)

    def strip(self, card: str, equipment: str | None, size: QSize, dpr: float) -> QPixmap:
        """A card as a strip, with the slip of its equipment."""
        return self._picture("strip", card, equipment, size, "vigilant", dpr)

    def strip_height(self, card: str, equipment: str | None = None) -> int:
        """How high a strip is."""
        return strip.height(self.face(card, equipment))

    def _picture(
        self, kind: str, card: str, equipment: str | None, size: QSize, condition: Condition, dpr: float
    ) -> QPixmap:
        theme = palette.current()
        key = (
            kind,
            card,
            equipment,
            size.toTuple(),
            condition,
            dpr,
            theme.name,
            fonts.text_scale(),
            tr.language,
        )
        found = self._pictures.get(key)
        if found is None:
            found = ink.blank(size.width(), size.height(), dpr)
            pen = ink.painter(found)
            face, status = self.face(card, equipment), CardStatus(condition)
            paint = portrait.paint if kind == "portrait" else strip.paint
            paint(pen, size, face, status, theme, dpr, tray=False)
            pen.end()
            self._pictures[key] = found
            while len(self._pictures) > MOST:
                self._pictures.popitem(last=False)
        else:
            self._pictures.move_to_end(key)
        return found
