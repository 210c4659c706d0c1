"""The tool in use on a tile and what it paints; cells in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from PySide6.QtCore import QObject, Signal

from companion.model.core.words import Message, say
from companion.model.games.chronicles.box.records import Cell
from companion.ui.games.chronicles.board.tile_face import VOID, Side, TileFace, side_of
from companion.ui.kit.translator import tr
from companion.ui.workshop.strokes import CellBrush, CellFill, CellRectangle, Put, Stroke

from .tile_sketch import PLAIN, WallRun, space_area, with_space, with_zone, zone_area

Tool: TypeAlias = Literal["zone", "space", "wall", "photo"]
TOOLS: Mapping[Tool, tuple[Message, str]] = {
    "zone": (say("Zones"), "zone"), "space": (say("Spaces"), "crosshair"), "wall": (say("Walls"), "wall"),
    "photo": (say("Photo"), "picture"),
}  # fmt: skip
"""Name and icon of each; their keys are 1 to 4."""
Shape: TypeAlias = Literal["brush", "rectangle", "fill"]
SHAPES: Mapping[Shape, tuple[Message, str]] = {
    "brush": (say("Brush"), "brush"), "rectangle": (say("Rectangle"), "rectangle"), "fill": (say("Fill"), "fill"),
}  # fmt: skip
SPACES: Mapping[str, Message] = {
    "o": say("normal space"), "i": say("interaction space"),
    "g": say("guard reinforcement, +1"), "G": say("guard reinforcement, +3"),
    "d": say("creature reinforcement, +1"), "D": say("creature reinforcement, +3"),
    "w": say("space in water"), "x": say("no space"),
}  # fmt: skip
"""Kinds of space by their letters (§28), in the order in which they are offered."""
SHORT: Mapping[str, Message] = {
    "o": say("Normal"), "i": say("Interaction"), "g": say("Guards +1"), "G": say("Guards +3"),
    "d": say("Creatures +1"), "D": say("Creatures +3"), "w": say("Water"), "x": say("None"),
}  # fmt: skip
"""The same as they are called beside their picture."""
_SIDES: Mapping[Literal["N", "E", "S", "W"], Message] = {
    "N": say("wall to the north"), "E": say("wall to the east"), "S": say("wall to the south"),
    "W": say("wall to the west"),
}  # fmt: skip


class TileHand(QObject):
    """See the module; `changed` after anything else is held."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tool: Tool = "zone"
        self.shape: Shape = "brush"
        self.zone = "b"
        self.space = "i"

    def take(self, tool: Tool) -> None:
        self.tool = tool
        self.changed.emit()

    def take_shape(self, shape: Shape) -> None:
        self.shape = shape
        self.changed.emit()

    def dip(self, letter: str) -> None:
        """Paint this zone, or this kind of space, from now on."""
        if self.tool == "space":
            self.space = letter
        else:
            self.tool, self.zone = "zone", letter
        self.changed.emit()

    @property
    def letter(self) -> str:
        return self.space if self.tool == "space" else self.zone

    def means(self, letter: str) -> str | None:
        """What a typed letter paints with this tool; None: nothing."""
        if self.tool == "space":
            return letter if letter in SPACES else letter.lower() if letter.lower() in SPACES else None
        if self.tool == "zone":
            letter = VOID if letter == "." else letter.lower()
            return letter if letter == VOID or (letter.isascii() and letter.isalpha() and len(letter) == 1) else None
        return None

    def put(self, letter: str) -> Put[TileFace]:
        """What painting a letter does."""
        if self.tool == "space":
            return lambda face, cells: with_space(face, cells, letter)
        return lambda face, cells: with_zone(face, cells, letter)

    def stroke(self, face: TileFace, *, erase: bool = False) -> Stroke[TileFace] | None:
        """What a press begins; `erase`: the right button's: void, a plain space, no wall."""
        if self.tool == "photo":
            return None
        if self.tool == "wall":
            return WallRun(face, erase=erase)
        put = self.put((PLAIN if self.tool == "space" else VOID) if erase else self.letter)
        if self.shape == "rectangle":
            return CellRectangle(face, put, face.has)
        if self.shape == "fill":
            area = space_area if self.tool == "space" else zone_area
            return CellFill(face, put, lambda at: area(face, at))
        return CellBrush(face, put)


def cell_words(face: TileFace, cell: Cell) -> str:
    """A cell, what is there, and the walls around it."""
    column, row = cell
    place = say("Cell ({column},{row})", column=column, row=row)
    if face.zone(cell) == VOID:
        return tr(say("{place}: no floor", place=place))
    what = say(
        "{place}: zone {zone}, {space}", place=place, zone=face.zone(cell).upper(), space=SPACES[face.space(cell)]
    )
    sides = [words for way, words in _SIDES.items() if side_of(cell, way) in face.walls]
    return "\u00a0· ".join([tr(what), *map(tr, sides)])


def side_at(cell: Cell, direction: int) -> Side:
    """The side of a cell in a direction, clockwise from north."""
    ways: tuple[Literal["N", "E", "S", "W"], ...] = ("N", "E", "S", "W")
    return side_of(cell, ways[direction % 4])


def deed_of(tool: Tool, *, erase: bool) -> Message:
    """What a stroke did, for undo."""
    if tool == "wall":
        return say("Remove walls") if erase else say("Draw a wall")
    return say("Place spaces") if tool == "space" else say("Paint zones")
