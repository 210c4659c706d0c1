"""What a hand does on the map of an adventure: one class for each tool. The map hands over presses, moves and keys."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPen

from companion.model.core.words import say
from companion.model.games.asagiri.state.board import FACINGS
from companion.ui.games.asagiri.editors.floor_canvas import Mark, zones_of
from companion.ui.games.asagiri.editors.tile_sketch import Barrier, EdgeRun, edge_near
from companion.ui.kit.theme import fonts, ink, palette
from companion.ui.workshop.form_shapes import NOTHING, value_at, with_value
from companion.ui.workshop.strokes import Point, between, place_of

from .adventure_laying import (
    FloorLines,
    Place,
    Square,
    TileOnFloor,
    beside,
    floors_of,
    moved_tile,
    snapped,
    with_tile,
    without_tile,
)
from .adventure_map import FloorMap, Hands, MapHand

FAR = 16
"""So many squares a tile may lie away from all others."""


class Looking(MapHand):
    """Selects what is pressed, and carries figures and things to other squares."""

    def __init__(self, map: FloorMap) -> None:
        super().__init__(map)
        self.over: Square | None = None

    def press(self, point: Point, square: Square, *, left: bool) -> None:
        if not left:
            return
        mark = self.map.mark_at(square)
        if mark is not None:
            self.mark, self.over = mark, square
            self.map.select(mark.pointer)
            return
        for n, _, squares in zones_of(self.map.record):
            if (*square, self.map.floor) in squares:
                self.map.select(f"/zones/{n}")
                return
        self.map.select("")

    def move(self, point: Point) -> None:
        if self.mark is not None:
            self.over = place_of(point)

    def release(self) -> None:
        mark, over, self.mark, self.over = self.mark, self.over, None, None
        if mark is None or over is None or (*over, self.map.floor) == mark.at:
            return
        if over in self.map.lines.squares:
            record = with_value(self.map.record, mark.spot, [*over, self.map.floor])
            self._change(record, say("Move to another square"))

    def turn(self, by: int) -> bool:
        mark = self._selected()
        if mark is None or mark.sort != "figure":
            return False
        facing = FACINGS[(FACINGS.index(mark.facing) + by) % 4] if mark.facing in FACINGS else "N"
        record = with_value(self.map.record, f"{mark.pointer}/facing", NOTHING if facing == "N" else facing)
        self._change(record, say("Turn a figure"))
        return True

    def delete(self) -> bool:
        """Take away what is selected: the figure, the thing, the stairs."""
        mark = self._selected()
        if mark is None:
            return False
        self._change(with_value(self.map.record, mark.pointer, NOTHING), say("Remove"))
        self.map.select("")
        return True

    def _selected(self) -> Mark | None:
        return next((mark for mark in self.map.marks if mark.pointer == self.map.pointer), None)

    def paint(self, pen: QPainter) -> None:
        if self.mark is not None and self.over is not None:
            self.map.paint_one(pen, self.mark, self.over)


class Laying(MapHand):
    """Takes tiles up, turns them, lays them down."""

    room = 4.0

    def __init__(self, map: FloorMap) -> None:
        super().__init__(map)
        self.held: TileOnFloor | None = None
        self.n = -1
        """Which tile of the floor is held; -1: a new one."""
        self._grip: Point = (0.0, 0.0)
        self._at: Point = (0.0, 0.0)

    def take(self, id: str) -> None:
        self.held = floors_of({"floors": [{"tiles": [{"tile": id, "at": [0, 0]}]}]}, self.map.tile_record)[0][0]
        self.n, self._grip = -1, (self.held.size / 2, self.held.size / 2)
        self._at = self.map.over or self.map.middle
        self.map.update()

    def enter(self, square: Square) -> None:
        self.press((square[0] + 0.5, square[1] + 0.5), square, left=True)
        self.escape()

    def press(self, point: Point, square: Square, *, left: bool) -> None:
        """Take up the tile that is there; the right button puts back what is held."""
        if self.held is not None:
            if not left:
                self.escape()
            return
        if not left:
            return
        laid = self.map.laid
        n = next((n for n in reversed(range(len(laid))) if laid[n].covers(*point)), -1)
        self.map.select(f"/floors/{self.map.floor}/tiles/{n}" if n >= 0 else "")
        if n >= 0:
            tile = self.held = laid[n]
            self.n, self._grip, self._at = n, (point[0] - tile.at[0], point[1] - tile.at[1]), point

    def move(self, point: Point) -> None:
        self._at = point

    def release(self) -> None:
        """Lay it down, where there is room; else it goes back."""
        if self.held is None:
            return
        landing, n, self.held = self._landing(), self.n, None
        map = self.map
        if landing is None:
            return
        if n < 0:
            self._change(with_tile(map.record, map.floor, landing.id, landing.at, landing.turns), say("Place a tile"))
            n = len(map.laid) - 1
        elif (landing.at, landing.turns) != (map.laid[n].at, map.laid[n].turns):
            made = moved_tile(map.record, map.floor, n, landing.at, landing.turns, map.tile_record)
            self._change(made, say("Move a tile"))
        map.frame()
        map.select(f"/floors/{map.floor}/tiles/{n}")

    def _landing(self) -> TileOnFloor | None:
        """Where the tile in the hand would lie down; None: nowhere."""
        assert self.held is not None
        others = [tile for n, tile in enumerate(self.map.laid) if n != self.n]
        at = (self._at[0] - self._grip[0], self._at[1] - self._grip[1])
        found = snapped(self.held, at, others)
        if any(found.overlaps(other) for other in others):
            return beside(self.held, at, others)
        near = not others or any(
            all(abs(found.at[axis] - other.at[axis]) <= FAR + max(found.size, other.size) for axis in (0, 1))
            for other in others
        )
        return found if near else None

    def selected(self) -> int:
        """The tile selected, or -1."""
        base, _, n = self.map.pointer.rpartition("/")
        there = base == f"/floors/{self.map.floor}/tiles" and n.isdigit() and int(n) < len(self.map.laid)
        return int(n) if there else -1

    def turn(self, by: int) -> bool:
        """Turn the tile in the hand around where it is held, else the one selected."""
        map, n = self.map, self.selected()
        if self.held is not None:
            x, y = self._grip
            for _ in range(by % 4):
                x, y = self.held.size - y, x
            self.held, self._grip = replace(self.held, turns=(self.held.turns + by) % 4), (x, y)
            return True
        if n < 0:
            return False
        tile = map.laid[n]
        made = moved_tile(map.record, map.floor, n, tile.at, tile.turns + by, map.tile_record)
        self._change(made, say("Turn a tile"))
        return True

    def arrow(self, dx: int, dy: int, *, far: bool) -> bool:
        """Move the selected tile by a square (`far`: by its own width), if nothing is in its way."""
        map, n = self.map, self.selected()
        if n < 0:
            return False
        tile = map.laid[n]
        by = tile.size if far else 1
        there = replace(tile, at=(tile.at[0] + dx * by, tile.at[1] + dy * by))
        if not any(there.overlaps(other) for m, other in enumerate(map.laid) if m != n):
            made = moved_tile(map.record, map.floor, n, there.at, tile.turns, map.tile_record)
            self._change(made, say("Move a tile"))
            map.frame()
        return True

    def delete(self) -> bool:
        """Take the selected tile off the floor; the last one stays."""
        map, n = self.map, self.selected()
        if n < 0 or len(map.laid) < 2:
            return False
        self._change(without_tile(map.record, map.floor, n, map.tile_record), say("Remove a tile"))
        map.frame()
        map.select("")
        return True

    def escape(self) -> bool:
        there, self.held = self.held is not None, None
        self.map.update()
        return there

    def holds(self) -> bool:
        return self.held is not None

    def lifted(self) -> tuple[int, ...]:
        """The tile in the hand, if it is one of the floor."""
        return (self.n,) if self.held is not None and self.n >= 0 else ()

    def paint(self, pen: QPainter) -> None:
        theme, map, n = palette.current(), self.map, self.selected()
        if self.held is not None:
            landing = self._landing()
            if landing is not None:
                pen.setBrush(theme.color("vermilion", 0.12))
                pen.setPen(QPen(theme.color("vermilion"), fonts.px(2.4)))
                pen.drawRect(map.area(landing.at, landing.size))
            pen.setOpacity(0.88 if landing is not None else 0.45)
            map.paint_tile(pen, self.held, (self._at[0] - self._grip[0], self._at[1] - self._grip[1]))
            pen.setOpacity(1.0)
        elif n >= 0:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(QPen(theme.color("vermilion"), fonts.px(3)))
            pen.drawPath(ink.rough_rect(map.area(map.laid[n].at, map.laid[n].size), "chosen", 1.0, 50))


class Painting(MapHand):
    """Puts squares into the list at the map's pointer; the right button takes them out. One square always stays."""

    crossed = True

    def __init__(self, map: FloorMap) -> None:
        super().__init__(map)
        self._adds: bool | None = None
        self._last: Point = (0.0, 0.0)
        self._stroke = 0

    def press(self, point: Point, square: Square, *, left: bool) -> None:
        self._adds, self._last = left, point
        self._stroke += 1
        self.move(point)

    def enter(self, square: Square) -> None:
        """By keys: in, or out again."""
        point = (square[0] + 0.5, square[1] + 0.5)
        self.press(point, square, left=(*square, self.map.floor) not in self._squares())
        self.release()

    def _squares(self) -> list[Place]:
        written = value_at(self.map.record, self.map.pointer)
        found = [tuple(place) for place in written if isinstance(place, list | tuple)] if written else []
        return [place for place in found if len(place) == 3]

    def move(self, point: Point) -> None:
        if self._adds is None:
            return
        last, self._last = self._last, point
        before = self._squares()
        made = list(before)
        for at in between(last, point):
            square = place_of(at)
            place = (*square, self.map.floor)
            if self._adds and square in self.map.lines.squares and place not in made:
                made.append(place)
            elif not self._adds and place in made and len(made) > 1:
                made.remove(place)
        if made != before:
            record = with_value(self.map.record, self.map.pointer, [list(place) for place in made])
            self._change(record, say("Paint squares"), f"{self.map.pointer} {self._stroke}")

    def release(self) -> None:
        self._adds = None

    def paint(self, pen: QPainter) -> None:
        self.map.paint_meant(pen)


class Pointing(MapHand):
    """Waits for the square that somebody asked for, to write it at the map's pointer."""

    crossed = True

    def press(self, point: Point, square: Square, *, left: bool) -> None:
        map = self.map
        if left and square in map.lines.squares:
            pointer = map.pointer
            self._change(with_value(map.record, pointer, [*square, map.floor]), say("Pick a square"))
            map.done(pointer.rpartition("/")[0])

    def escape(self) -> bool:
        self.map.done(self.map.pointer.rpartition("/")[0])
        return True

    def paint(self, pen: QPainter) -> None:
        self.map.paint_meant(pen)


class Stepping(MapHand):
    """Joins two squares of different floors by stairs: the first press is one foot, the second the other."""

    crossed = True

    def __init__(self, map: FloorMap) -> None:
        super().__init__(map)
        self.foot: Place | None = None

    def press(self, point: Point, square: Square, *, left: bool) -> None:
        map = self.map
        if not left or square not in map.lines.squares:
            return
        here = (*square, map.floor)
        if self.foot is None or self.foot[2] == map.floor:
            self.foot = here
            map.hovered.emit(
                map.writing.say(say("Now go to the other floor and click the square where these stairs end."))
            )
            return
        stairs = value_at(map.record, "/stairs", [])
        made = with_value(map.record, "/stairs", [*stairs, {"start": list(self.foot), "end": list(here)}])
        self.foot = None
        self._change(made, say("Draw stairs"))

    def escape(self) -> bool:
        there, self.foot = self.foot is not None, None
        self.map.update()
        return there

    def paint(self, pen: QPainter) -> None:
        if self.foot is not None and self.foot[2] == self.map.floor:
            self.map.paint_frame(pen, self.foot[:2])
        self.map.paint_meant(pen)


class Lining(MapHand):
    """Draws the adventure's own walls and doors along the lines; the right button opens walls, of the tiles too."""

    def __init__(self, map: FloorMap, barrier: Barrier) -> None:
        super().__init__(map)
        self._barrier: Barrier = barrier
        self.run: EdgeRun[FloorLines] | None = None

    def press(self, point: Point, square: Square, *, left: bool) -> None:
        self.run = EdgeRun(self.map.lines, self._barrier, erase=not left)
        self.run.to(point)

    def move(self, point: Point) -> None:
        if self.run is not None:
            self.run.to(point)

    def release(self) -> None:
        run, self.run = self.run, None
        if run is not None and run.sketch != run.before:
            deed = say("Draw a door") if self._barrier == "door" else say("Draw a wall")
            deed = say("Remove a wall") if run.erases else deed
            self._change(run.sketch.written(self.map.record, self.map.floor), deed)

    def paint(self, pen: QPainter) -> None:
        theme, map = palette.current(), self.map
        if self.run is None:
            edge = edge_near(map.over) if map.over is not None else None
            if edge is not None and map.lines.takes(edge, "wall"):
                colour = theme.color("vermilion", 0.8)
                pen.setPen(QPen(colour, fonts.px(4), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                pen.drawLine(*map.line_of(edge))
            return
        for edge in self.run.edges:
            if self.run.erases:
                pen.setPen(QPen(theme.color("surface"), fonts.px(5), Qt.PenStyle.DotLine, Qt.PenCapStyle.RoundCap))
                pen.drawLine(*map.line_of(edge))
            elif self._barrier == "door":
                map.paint_door(pen, edge)
            else:
                map.paint_wall(pen, edge)


HANDS: Hands = {
    "look": Looking,
    "tile": Laying,
    "paint": Painting,
    "spot": Pointing,
    "wall": lambda map: Lining(map, "wall"),
    "door": lambda map: Lining(map, "door"),
    "stairs": Stepping,
}
