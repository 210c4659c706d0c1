"""The pages beside the map: what is said in words, chapter by chapter, and the tiles to lay."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.model.core.words import Message, Name, say
from companion.model.games.asagiri.adventure.record import Adventure, Floor, Party
from companion.ui.games.asagiri.editors.forms.form import Form
from companion.ui.games.asagiri.editors.forms.shapes import StructType
from companion.ui.games.asagiri.editors.forms.writing import Writing
from companion.ui.games.asagiri.editors.seam import name_of
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import ChoiceWord
from companion.ui.kit.label import Label
from companion.ui.kit.radio_group import RadioGroup
from companion.ui.kit.scroll_column import ScrollColumn
from companion.ui.kit.theme import fonts

from .laying import free_place, with_tile, without_floor
from .map import FloorMap, Tool
from .tileshelf import TileShelf

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
