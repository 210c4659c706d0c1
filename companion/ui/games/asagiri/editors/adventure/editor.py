"""Adventures, for the workshop."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Message, say
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.draft import Draft
from companion.ui.games.asagiri.editors.seam import Body
from companion.ui.kit.theme import palette
from companion.ui.kit.translator import tr

from .body import AdventureBody
from .laying import floors_of
from .marks import band_of, zone_colour, zones_of
from .trial import Trial

BUDGET = 12
TURNS = 8


class AdventureEditor:
    """The `Editor` of adventures."""

    kind = "adventure"
    one: Message = say("Adventure")
    many: Message = say("Adventures")
    new: Message = say("New adventure")
    ratio = 1.0

    def blank(self, id: str, name: dict[str, str], bench: Bench) -> Json:
        """Four tiles of the first ready board, two bands that fight each other: it can be played at once."""
        board = next((data for _, data in bench.content.every("board")), None)
        tiles = [dict(tile) for tile in board["tiles"]] if isinstance(board, dict) else []
        size = _size(bench, str(tiles[0]["tile"])) if tiles else 8
        for n, tile in enumerate(tiles):
            tile["at"] = [n % 2 * size, n // 2 * size]
        if not tiles:
            first = next((tile for tile, _ in bench.content.every("tile")), "")
            tiles, size = [{"tile": first, "at": [0, 0]}], _size(bench, first)
        wide = 2 * size if len(tiles) == 4 else size
        free = [square for square in _squares(bench, tiles) if square[1] in (0, 1, wide - 2, wide - 1)]
        words = (say("South"), say("North"))
        zones = [
            self._zone(f"start-{side}", bench, words[n], [
                [x, y, 0] for x, y in free if (y >= wide - 2) == (n == 0)
            ])
            for n, side in enumerate(("one", "two"))
        ]  # fmt: skip
        return {
            "id": id,
            "name": name,
            "intro": self._said(bench, say("Describe here how the adventure begins.")),
            "sides": [self._side(bench, n) for n in (0, 1)],
            "floors": [{"tiles": tiles}],
            "zones": zones,
            "turns": TURNS,
        }

    def _said(self, bench: Bench, words: Message) -> dict[str, str]:
        return dict.fromkeys(bench.languages, tr(words))

    def _zone(self, id: str, bench: Bench, words: Message, squares: list[list[int]]) -> dict[str, Any]:
        return {"id": id, "name": self._said(bench, words), "squares": squares}

    def _side(self, bench: Bench, n: int) -> dict[str, Any]:
        """One of two sides: a ready band of the packs, and the other band to be beaten."""
        ready = [data for _, data in bench.content.every("band") if data.get("budget") == BUDGET][:2]
        band = ready[n] if n < len(ready) else None
        members = [{key: value for key, value in member.items() if value is not None}
                   for member in (band["members"] if band is not None else ())]  # fmt: skip
        name = band["name"] if band is not None else self._said(bench, say("Side {n}", n=n + 1))
        names = {code: name.get(code) or next(iter(name.values())) for code in bench.languages}
        return {
            "name": names,
            "briefing": self._said(bench, say("Describe here what this side wants.")),
            "band": {"budget": BUDGET, "suggested": members},
            "goals": [{"when": {"type": "eliminate", "side": ("two", "one")[n]}}],
            "deploy": ("start-one", "start-two")[n],
        }

    def body(self, draft: Draft, bench: Bench, parent: QWidget) -> Body:
        return AdventureBody(draft, bench, parent)

    def play(self, record: Json, bench: Bench, anchor: QWidget) -> None:
        Trial(record, bench, anchor, bench.tried.emit).ask()

    def paint(self, pen: QPainter, rect: QRectF, record: Json, bench: Bench) -> None:
        floors = floors_of(record, lambda id: bench.find("tile", id))
        laid = floors[0] if floors else []
        if not laid:
            return
        columns, rows = (max(tile.at[axis] + tile.size for tile in laid) for axis in (0, 1))
        cell = rect.width() / max(1, columns, rows)
        left = rect.left() + (rect.width() - columns * cell) / 2
        top = rect.top() + (rect.height() - rows * cell) / 2
        device = pen.device()
        dpr = device.devicePixelRatio() if device is not None else 1.0
        pen.fillRect(rect, palette.current().color("sunken"))
        for tile in laid:
            where = QRectF(left + tile.at[0] * cell, top + tile.at[1] * cell, tile.size * cell, tile.size * cell)
            if tile.tile is not None:
                picture = tile_picture(tile.tile, tile.turns, where.width(), dpr=dpr)
                pen.drawPixmap(where, picture, QRectF(picture.rect()))
        pen.setPen(Qt.PenStyle.NoPen)
        for n, _, squares in zones_of(record):
            colour = zone_colour(n, band_of(record, n))
            colour.setAlphaF(0.4)
            for column, row, floor in squares:
                if floor == 0:
                    pen.fillRect(QRectF(left + column * cell, top + row * cell, cell, cell), colour)


def _size(bench: Bench, id: str) -> int:
    data = bench.find("tile", id)
    return len(data["rows"]) if isinstance(data, dict) else 8


def _squares(bench: Bench, tiles: list[Any]) -> list[tuple[int, int]]:
    """The squares of the ground floor that somebody can stand on."""
    laid = floors_of({"floors": [{"tiles": tiles}]}, lambda id: bench.find("tile", id))[0]
    return [
        (tile.at[0] + column, tile.at[1] + row)
        for tile in laid
        for row, line in enumerate(tile.plan.rows)
        for column, letter in enumerate(line)
        if letter not in " b"
    ]
