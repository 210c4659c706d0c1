"""The pages beside the map: forms chapter by chapter, and the tiles to lay."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure.record import Adventure, Floor, Party
from companion.model.games.asagiri.state import cards
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import ChoiceWord, RadioGroup
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.picture_grid import PictureButton, PictureGrid
from companion.ui.kit.theme import fonts, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Label, Translated, discard
from companion.ui.workshop import PackContext, name_of
from companion.ui.workshop.form import RecordForm
from companion.ui.workshop.form_controls import FormContext
from companion.ui.workshop.form_shapes import StructType
from companion.ui.workshop.panels import RecordPanel

from .adventure_laying import free_place, with_tile, without_floor
from .adventure_map import FloorMap, Tool

SIDE = 82


class TileChip(PictureButton):
    """One tile. `taken`: a drag has begun; `carried` and `let_go` follow it; `laid`: Enter lays it down by itself."""

    taken = Signal()
    carried = Signal(QMouseEvent)
    let_go = Signal(QMouseEvent)
    laid = Signal()

    def __init__(self, id: str, tile: cards.Tile) -> None:
        super().__init__()
        self.id, self._tile = id, tile
        self._press: QPoint | None = None
        self._dragging = False
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.retranslate()

    def retranslate(self) -> None:
        self.say(tr(Name.of(self._tile.name)))

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(SIDE), fonts.px(SIDE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.laid.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._press, self._dragging = event.position().toPoint(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is None:
            return
        moved = (event.position().toPoint() - self._press).manhattanLength()
        if not self._dragging and moved >= QApplication.startDragDistance():
            self._dragging = True
            self.taken.emit()
        if self._dragging:
            self.carried.emit(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragging, self._press, self._dragging = self._dragging, None, False
        if dragging:
            self.setDown(False)
            self.let_go.emit(event)
        else:
            super().mouseReleaseEvent(event)

    def paint(self, pen: QPainter, theme: Theme) -> None:
        area = QRectF(self.rect()).adjusted(5, 4, -5, -6)
        sheet = ink.rough_rect(area.adjusted(-2, -2, 2, 2), self.id, 0.6, 24)
        self.paint_sheet(pen, sheet, 3, 0.6, 1.4)
        picture = tile_picture(self._tile, 0, area.width(), dpr=self.devicePixelRatioF())
        pen.drawPixmap(area, picture, QRectF(picture.rect()))
        self.paint_rim(pen, sheet)


class TileGrid(PictureGrid[TileChip]):
    """All tiles of the packs, one's own first. The signals carry a tile's id first, where they carry something."""

    taken = Signal(str)
    carried = Signal(QMouseEvent)
    let_go = Signal(QMouseEvent)
    laid = Signal(str)
    pressed = Signal(str)

    def __init__(self, bench: PackContext) -> None:
        known = {id: _tile(data) for id, data in bench.every("tile").items() if name_of(data)}
        super().__init__([TileChip(id, tile) for id, tile in known.items() if tile is not None], gap=2, below=2)
        for chip in self.every:
            chip.taken.connect(lambda id=chip.id: self.taken.emit(id))
            chip.carried.connect(self.carried)
            chip.let_go.connect(self.let_go)
            chip.clicked.connect(lambda _=False, id=chip.id: self.pressed.emit(id))
            chip.laid.connect(lambda id=chip.id: self.laid.emit(id))

    def chip(self, id: str) -> TileChip | None:
        return next((chip for chip in self.every if chip.id == id), None)


def _tile(data: Json) -> cards.Tile | None:
    try:
        return read(data, cards.Tile)
    except InvalidInput:
        return None


TOOLS: tuple[tuple[Tool, str, Message], ...] = (
    ("tile", "map", say("Tiles")),
    ("wall", "wall", say("Wall")),
    ("door", "door", say("Door")),
    ("stairs", "stairs", say("Stairs")),
)
PARTY = ("name", "briefing", "goals", "least", "deploy", "band", "limit", "ending")
TOOL_WORDS: Mapping[Tool, Message] = {
    "tile": say("Drag tiles onto the map; turn them with R or the wheel. Everything on a tile moves with it."),
    "wall": say("Drag along the lines; the right button removes walls, even those of tiles."),
    "door": say("Drag along the lines; the right button removes walls and doors."),
    "stairs": say("Click a square, then the square on another floor where the stairs end."),
}
FLOOR_NAMES = (say("Ground floor"), say("Upper floor"), say("Third floor"))


class FloorsPanel(Translated, RecordPanel):
    """Which floors there are, what the hand holds, the tiles to lay, and the stairs. `tool_wanted` carries a tool."""

    tool_wanted = Signal(str)

    def __init__(self, writing: FormContext, map: FloorMap) -> None:
        super().__init__(writing, (Adventure, "", ("stairs",)))
        self._map = map
        self.name = RecordForm(writing, Floor, lambda: f"/floors/{map.floor}", only=("name",))
        map.floor_shown.connect(lambda _: self.name.refresh())
        self.tools: dict[Tool, ChoiceWord] = {}
        self._group = RadioGroup(self)
        for tool, sign, _ in TOOLS:
            word = self.tools[tool] = ChoiceWord(sign)
            self._group.addButton(word)
            word.clicked.connect(lambda _=False, tool=tool: self.tool_wanted.emit(tool))
        self.line = Label(font="small")
        self.tiles = TileGrid(writing.bench)
        left = say("Turn left")
        self.turn_left = InkButton("", "quiet", sign="turn-left", deed="adventure.turn_left", key_in_tip=True,
                                   name=left, tip=left, clicked=lambda: map.hand.turn(3))  # fmt: skip
        self.turn_right = InkButton(say("Turn"), "quiet", sign="turn-right", deed="adventure.turn_right")
        self.away = InkButton(say("Remove"), "quiet", sign="trash", key="Del", clicked=lambda: map.hand.delete())
        turns = hbox(self.turn_left, self.turn_right, self.away, 1, spacing=0)
        tools = hbox(*self.tools.values(), 1, spacing=0)
        self.column.insertLayout(0, vbox(self.name, tools, self.line, self.tiles, turns, spacing=8))
        self.tiles.taken.connect(map.take_tile)
        self.tiles.pressed.connect(map.take_tile)
        self.tiles.carried.connect(map.carry_to)
        self.tiles.let_go.connect(self._let_go)
        self.tiles.laid.connect(self.lay)
        self.turn_right.clicked.connect(lambda: map.hand.turn(1))
        self.retranslate()

    def _let_go(self, event: QMouseEvent) -> None:
        """A tile was dragged from the pictures: onto the map, or back."""
        if self._map.rect().contains(self._map.mapFromGlobal(event.globalPosition()).toPoint()):
            self._map.carry_to(event)
            self._map.hand.release()
        else:
            self._map.hand.escape()
        self._map.update()

    def lay(self, id: str) -> None:
        """Lay a tile beside the others."""
        map, draft = self._map, self._writing.draft
        data = self._writing.bench.find("tile", id)
        size = len(data["rows"]) if isinstance(data, dict) else 8
        draft.change(with_tile(draft.record, map.floor, id, free_place(size, map.laid)), tr(say("Place a tile")))
        map.use("tile", f"/floors/{map.floor}/tiles/{len(map.laid) - 1}")
        map.frame()

    def show_tool(self, tool: Tool) -> None:
        self._group.mark(self.tools.get(tool))
        for widget in (self.tiles, self.turn_left, self.turn_right, self.away):
            widget.setVisible(tool == "tile")
        self.line.setText(tr(TOOL_WORDS.get(tool, say("Choose a tool."))))

    def refresh(self) -> None:
        super().refresh()
        self.name.refresh()

    def retranslate(self) -> None:
        for tool, _, words in TOOLS:
            self.tools[tool].say(tr(words))
        self.show_tool(self._map.tool)


class FloorTabs(Translated, QWidget):
    """The floors as words above the map, and a way to add one or take the one shown away."""

    def __init__(self, writing: FormContext, map: FloorMap) -> None:
        super().__init__()
        self._writing, self._map = writing, map
        self.words: list[ChoiceWord] = []
        gone = say("Remove this floor")
        self.add = InkButton(say("Floor"), "quiet", sign="plus", tip=say("Add a floor"), clicked=self._add)
        self.away = InkButton("", "quiet", sign="close", name=gone, tip=gone, clicked=self._remove)
        self._row = hbox(self.add, self.away, 1, on=self, spacing=4)
        writing.draft.changed.connect(self.retranslate)
        map.floor_shown.connect(lambda _: self.retranslate())
        self.retranslate()

    def retranslate(self) -> None:
        """As many words as there are floors."""
        count = len(self._map.floors)
        while len(self.words) > count:
            word = self.words.pop()
            self._row.removeWidget(word)
            discard(word)
        while len(self.words) < count:
            word = ChoiceWord("", self)
            word.setAutoExclusive(True)
            word.clicked.connect(partial(self._show, len(self.words)))
            self._row.insertWidget(len(self.words), word)
            self.words.append(word)
        for n, word in enumerate(self.words):
            told: Message | Name = FLOOR_NAMES[n] if n < len(FLOOR_NAMES) else say("Floor {n}", n=n + 1)
            names = name_of(self._writing.value(f"/floors/{n}"))
            word.say(tr(Name.of(names) if names else told))
            word.setChecked(n == self._map.floor)
        self.away.setVisible(count > 1)
        self.add.setEnabled(count < 8)

    def _show(self, n: int, _checked: bool = False) -> None:
        self._map.show_floor(n)
        self.retranslate()

    def _add(self) -> None:
        """A floor begins with the first tile of the one below."""
        draft = self._writing.draft
        floors = list(draft.record.get("floors", []))
        first = self._map.laid[0].id if self._map.laid else ""
        made = {**draft.record, "floors": [*floors, {"tiles": [{"tile": first, "at": [0, 0]}]}]}
        draft.change(made, tr(say("Add a floor")))
        self._show(len(floors))

    def _remove(self) -> None:
        floor, draft = self._map.floor, self._writing.draft
        draft.change(without_floor(draft.record, floor), tr(say("Remove a floor")))
        self._show(max(0, floor - 1))


CHAPTER_FIELDS: Mapping[str, tuple[StructType, str, tuple[str, ...]]] = {
    "story": (Adventure, "", ("intro", "teaches", "draw")),
    "zones": (Adventure, "", ("zones",)),
    "one": (Party, "/sides/0", PARTY),
    "two": (Party, "/sides/1", PARTY),
    "things": (Adventure, "", ("objects", "caches", "captives")),
    "course": (Adventure, "", ("begins", "deploys", "turns", "then", "priority", "zeni_loses", "alone_loses",
                               "reinforcements", "rules")),
    "after": (Adventure, "", ("number", "facts", "links")),
}  # fmt: skip
"""By chapter: the fields that its page shows; the floors have a page of their own."""


def panel_of(chapter: str, writing: FormContext, map: FloorMap) -> RecordPanel:
    """The page of a chapter."""
    return FloorsPanel(writing, map) if chapter == "floors" else RecordPanel(writing, CHAPTER_FIELDS[chapter])
