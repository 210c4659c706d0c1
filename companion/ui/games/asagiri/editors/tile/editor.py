"""Floor tiles, for the workshop."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, say
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.draft import Draft
from companion.ui.games.asagiri.editors.seam import Body

from .body import TileBody
from .sketch import Sketch, blank


class TileEditor:
    """The `Editor` of tiles."""

    kind = "tile"
    one: Message = say("Tile")
    many: Message = say("Tiles")
    new: Message = say("New tile")
    ratio = 1.0

    def blank(self, id: str, name: dict[str, str], bench: Bench) -> Json:
        """An empty floor of eight squares by eight, as the tiles of the box (CMP-1)."""
        return blank().written({"id": id, "name": name})

    def body(self, draft: Draft, bench: Bench, parent: QWidget) -> Body:
        return TileBody(draft, bench, parent)

    def paint(self, pen: QPainter, rect: QRectF, record: Json, bench: Bench) -> None:
        sketch = Sketch.read(record)
        device = pen.device()
        dpr = device.devicePixelRatio() if device is not None else 1.0
        picture = tile_picture(sketch.tile(str(record.get("id", ""))), 0, rect.width(), dpr=dpr)
        pen.drawPixmap(rect, picture, QRectF(picture.rect()))
