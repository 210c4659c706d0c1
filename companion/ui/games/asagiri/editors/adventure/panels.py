"""The pages beside the map: forms chapter by chapter, and the tiles to lay."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QHBoxLayout, QVBoxLayout, QWidget

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import read
from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure.record import Adventure, Floor, Party
from companion.model.games.asagiri.state import cards
from companion.ui.games.asagiri.board.pictures import tile_picture
from companion.ui.games.asagiri.editors.bench import Bench
from companion.ui.games.asagiri.editors.editor import name_of
from companion.ui.games.asagiri.editors.forms.form import Form
from companion.ui.games.asagiri.editors.forms.shapes import StructType
from companion.ui.games.asagiri.editors.forms.writing import Writing
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import ChoiceWord
from companion.ui.kit.label import Label
from companion.ui.kit.radio_group import RadioGroup
from companion.ui.kit.scroll_column import ScrollColumn
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated, follow

from .laying import free_place, with_tile, without_floor
from .map import FloorMap, Tool

SIDE = 82


class TileChip(Translated, QAbstractButton):
    """One tile. `taken`: a drag has begun; `carried` and `let_go` follow it; `laid`: Enter lays it down by itself."""

    taken = Signal()
    carried = Signal(QMouseEvent)
    let_go = Signal(QMouseEvent)
    laid = Signal()
    stepped = Signal(int, int)

    def __init__(self, id: str, tile: cards.Tile, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.id, self._tile, self._bench = id, tile, bench
        self._press: QPoint | None = None
        self._dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        follow(self)
        self.retranslate()

    def retranslate(self) -> None:
        words = tr(Name.of(self._tile.name))
        self.setText(words)
        self.setAccessibleName(words)
        self.setToolTip(words)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(SIDE), fonts.px(SIDE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {
            Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
        }.get(Qt.Key(event.key()))  # fmt: skip
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.laid.emit()
        elif step is not None:
            self.stepped.emit(*step)
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

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        with ink.painting(self) as pen:
            area = QRectF(self.rect()).adjusted(5, 4, -5, -6)
            sheet = ink.rough_rect(area.adjusted(-2, -2, 2, 2), self.id, 0.6, 24)
            ink.soft_shadow(pen, sheet, theme.color("shadow", 0.5 if theme.dark else 0.26), 3, 0.6, 1.4)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("surface"))
            pen.drawPath(sheet)
            picture = tile_picture(self._tile, 0, area.width(), dpr=self.devicePixelRatioF())
            pen.drawPixmap(area, picture, QRectF(picture.rect()))
            if self.hasFocus() or self.underMouse():
                pen.setBrush(Qt.BrushStyle.NoBrush)
                pen.setPen(QPen(theme.color("vermilion"), 2.6 if self.hasFocus() else 1.6))
                pen.drawPath(sheet)


class TileShelf(QWidget):
    """All tiles of the packs, one's own first. The signals carry a tile's id first, where they carry something."""

    taken = Signal(str)
    carried = Signal(QMouseEvent)
    let_go = Signal(QMouseEvent)
    laid = Signal(str)
    pressed = Signal(str)

    def __init__(self, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[TileChip] = []
        own = bench.records("tile") if bench.pack else {}
        for id, data in {**own, **dict(bench.content.every("tile"))}.items():
            tile = _tile(data)
            if tile is not None and name_of(data):
                self.chips.append(self._chip(TileChip(id, tile, bench, self)))
        follow(self)

    def _chip(self, chip: TileChip) -> TileChip:
        chip.taken.connect(lambda: self.taken.emit(chip.id))
        chip.carried.connect(self.carried)
        chip.let_go.connect(self.let_go)
        chip.clicked.connect(lambda: self.pressed.emit(chip.id))
        chip.laid.connect(lambda: self.laid.emit(chip.id))
        chip.stepped.connect(lambda dx, dy: self._step(chip, dx + dy * self._columns()))
        return chip

    def chip(self, id: str) -> TileChip | None:
        return next((chip for chip in self.chips if chip.id == id), None)

    def _columns(self) -> int:
        return max(1, self.width() // fonts.px(SIDE + 2))

    def refresh(self) -> None:
        self.lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def lay_out(self) -> None:
        columns, side = self._columns(), fonts.px(SIDE + 2)
        for n, chip in enumerate(self.chips):
            chip.setGeometry(n % columns * side, n // columns * side, fonts.px(SIDE), fonts.px(SIDE))
        self.setMinimumHeight(-(-len(self.chips) // columns) * side)

    def _step(self, chip: TileChip, by: int) -> None:
        at = self.chips.index(chip) + by
        if 0 <= at < len(self.chips):
            self.chips[at].setFocus(Qt.FocusReason.TabFocusReason)


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
FLOOR_NAMES = (say("Ground floor"), say("Upper floor"), say("Third floor"))


def _always(pointer: str) -> Callable[[], str]:
    return lambda: pointer


class Panel(QWidget):
    """One page: forms for parts of the record, below each other; it scrolls when there is no room."""

    def __init__(self, writing: Writing, parts: tuple[tuple[StructType, str, tuple[str, ...] | None], ...],
                 parent: QWidget | None = None) -> None:  # fmt: skip
        """`parts`: struct, pointer, and which of its fields (None: all)."""
        super().__init__(parent)
        self._writing = writing
        self.forms: list[tuple[str, Form]] = []
        page = QWidget()
        self.column = QVBoxLayout(page)
        self.column.setContentsMargins(0, 0, fonts.px(10), fonts.px(6))
        self.column.setSpacing(fonts.px(8))
        for struct, pointer, only in parts:
            form = Form(writing, struct, _always(pointer), page, only=only)
            self.forms.append((pointer, form))
            self.column.addWidget(form)
        self.column.addStretch(1)
        self.area = ScrollColumn(page, self)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.area)

    def refresh(self) -> None:
        for _, form in self.forms:
            form.refresh()

    def retell(self) -> None:
        for _, form in self.forms:
            form.retell()

    def show_field(self, pointer: str) -> bool:
        for base, form in self.forms:
            if pointer.startswith(base + "/"):
                found = form.show_field(pointer[len(base) + 1 :].split("/"))
                focus = self.focusWidget() if found else None
                if focus is not None:
                    self.area.ensureWidgetVisible(focus)
                if found:
                    return True
        return False


class FloorsPanel(Panel):
    """Which floors there are, what the hand holds, the tiles to lay, and the stairs. `tool_wanted` carries a tool."""

    tool_wanted = Signal(str)

    def __init__(self, writing: Writing, map: FloorMap, parent: QWidget | None = None) -> None:
        """Beside `map`."""
        super().__init__(writing, ((Adventure, "", ("stairs",)),), parent)
        self._map = map
        self.name = Form(writing, Floor, lambda: f"/floors/{map.floor}", self, only=("name",))
        self.column.insertWidget(0, self.name)
        map.floor_shown.connect(lambda _: self.name.refresh())
        self.tools: dict[Tool, ChoiceWord] = {}
        self._group = group = RadioGroup(self)
        tools = QHBoxLayout()
        tools.setSpacing(0)
        for tool, sign, _ in TOOLS:
            word = ChoiceWord(sign, self)
            group.addButton(word)
            word.clicked.connect(lambda _=False, tool=tool: self.tool_wanted.emit(tool))
            self.tools[tool] = word
            tools.addWidget(word)
        tools.addStretch(1)
        self.line = Label(self, font="small")
        self.tiles = TileShelf(writing.bench, self)
        self.turn_left = InkButton("", "quiet", self, sign="turn-left", deed="adventure.turn_left", key_in_tip=True)
        self.turn_right = InkButton("", "quiet", self, sign="turn-right", deed="adventure.turn_right")
        self.away = InkButton("", "quiet", self, sign="trash", key="Del")
        turns = QHBoxLayout()
        turns.setSpacing(0)
        for button in (self.turn_left, self.turn_right, self.away):
            turns.addWidget(button)
        turns.addStretch(1)
        self.column.insertLayout(1, tools)
        self.column.insertWidget(2, self.line)
        self.column.insertWidget(3, self.tiles)
        self.column.insertLayout(4, turns)
        self.tiles.taken.connect(map.take_tile)
        self.tiles.pressed.connect(map.take_tile)
        self.tiles.carried.connect(map.carry_to)
        self.tiles.let_go.connect(self._let_go)
        self.tiles.laid.connect(self.lay)
        self.turn_left.clicked.connect(lambda: map.hand.turn(3))
        self.turn_right.clicked.connect(lambda: map.hand.turn(1))
        self.away.clicked.connect(lambda: map.hand.delete())
        self.retell()

    def _let_go(self, event: QMouseEvent) -> None:
        """A tile was dragged from the pictures: onto the map, or back."""
        if self._map.rect().contains(self._map.mapFromGlobal(event.globalPosition()).toPoint()):
            self._map.carry_to(event)
            self._map.hand.release()
        else:
            self._map.hand.escape()
        self._map.update()

    def lay(self, id: str) -> None:
        map = self._map
        record = self._writing.draft.record
        data = self._writing.bench.find("tile", id)
        size = len(data["rows"]) if isinstance(data, dict) else 8
        made = with_tile(record, map.floor, id, free_place(size, map.laid))
        self._writing.draft.change(made, self._writing.say(say("Place a tile")))
        map.use("tile", f"/floors/{map.floor}/tiles/{len(map.laid) - 1}")
        map.frame()

    def show_tool(self, tool: Tool) -> None:
        self._group.mark(self.tools.get(tool))
        for widget in (self.tiles, self.turn_left, self.turn_right, self.away):
            widget.setVisible(tool == "tile")
        advice = {
            "tile": say("Drag tiles onto the map; turn them with R or the wheel. Everything on a tile moves with it."),
            "wall": say("Drag along the lines; the right button removes walls, even those of tiles."),
            "door": say("Drag along the lines; the right button removes walls and doors."),
            "stairs": say("Click a square, then the square on another floor where the stairs end."),
        }
        self.line.setText(self._writing.say(advice.get(tool, say("Choose a tool."))))

    def refresh(self) -> None:
        super().refresh()
        self.name.refresh()

    def retell(self) -> None:
        super().retell()
        self.name.retell()
        for tool, _, words in TOOLS:
            self.tools[tool].say(self._writing.say(words))
        self.turn_left.setAccessibleName(self._writing.say(say("Turn left")))
        self.turn_left.setToolTip(self._writing.say(say("Turn left")))
        self.turn_right.setText(self._writing.say(say("Turn")))
        self.away.setText(self._writing.say(say("Remove")))
        self.show_tool(self._map.tool)


class FloorTabs(QWidget):
    """The floors as words above the map, and a way to add one or take the one shown away."""

    def __init__(self, writing: Writing, map: FloorMap, parent: QWidget | None = None) -> None:
        """Over `map`."""
        super().__init__(parent)
        self._writing, self._map = writing, map
        self.words: list[ChoiceWord] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(fonts.px(4))
        self.add = InkButton("", "quiet", self, sign="plus")
        self.away = InkButton("", "quiet", self, sign="close")
        self.add.clicked.connect(self._add)
        self.away.clicked.connect(self._remove)
        self._row.addWidget(self.add)
        self._row.addWidget(self.away)
        self._row.addStretch(1)
        writing.draft.changed.connect(self.refresh)
        map.floor_shown.connect(lambda _: self.refresh())
        self.retell()

    def refresh(self) -> None:
        count = len(self._map.floors)
        while len(self.words) > count:
            word = self.words.pop()
            self._row.removeWidget(word)
            word.hide()
            word.deleteLater()
        while len(self.words) < count:
            word = ChoiceWord("", self)
            word.setAutoExclusive(True)
            word.clicked.connect(partial(self._show, len(self.words)))
            self._row.insertWidget(len(self.words), word)
            self.words.append(word)
        for n, word in enumerate(self.words):
            told: Message | Name = FLOOR_NAMES[n] if n < len(FLOOR_NAMES) else say("Floor {n}", n=n + 1)
            names = name_of(self._writing.value(f"/floors/{n}"))
            word.say(self._writing.say(Name.of(names) if names else told))
            word.setChecked(n == self._map.floor)
        self.away.setVisible(count > 1)
        self.add.setEnabled(count < 8)

    def _show(self, n: int, _checked: bool = False) -> None:
        self._map.show_floor(n)
        self.refresh()

    def _add(self) -> None:
        """A floor begins with the first tile of the one below."""
        record = self._writing.draft.record
        floors = list(record.get("floors", []))
        first = self._map.laid[0].id if self._map.laid else ""
        made = {**record, "floors": [*floors, {"tiles": [{"tile": first, "at": [0, 0]}]}]}
        self._writing.draft.change(made, self._writing.say(say("Add a floor")))
        self._show(len(floors))

    def _remove(self) -> None:
        floor = self._map.floor
        self._writing.draft.change(
            without_floor(self._writing.draft.record, floor), self._writing.say(say("Remove a floor"))
        )
        self._show(max(0, floor - 1))

    def retell(self) -> None:
        self.add.setText(self._writing.say(say("Floor")))
        self.add.setToolTip(self._writing.say(say("Add a floor")))
        self.away.setToolTip(self._writing.say(say("Remove this floor")))
        self.away.setAccessibleName(self._writing.say(say("Remove this floor")))
        self.refresh()


def panels(writing: Writing, map: FloorMap) -> dict[str, Callable[[], Panel]]:
    """Every chapter and how its page is made."""
    whole = Adventure

    def of(*only: str) -> Callable[[], Panel]:
        return lambda: Panel(writing, ((whole, "", only),))

    return {
        "story": of("intro", "teaches", "draw"),
        "floors": lambda: FloorsPanel(writing, map),
        "zones": of("zones"),
        "one": lambda: Panel(writing, ((Party, "/sides/0", PARTY),)),
        "two": lambda: Panel(writing, ((Party, "/sides/1", PARTY),)),
        "things": of("objects", "caches", "captives"),
        "course": of("begins", "deploys", "turns", "then", "priority", "zeni_loses", "alone_loses", "reinforcements",
                     "rules"),
        "after": of("number", "facts", "links"),
    }  # fmt: skip
