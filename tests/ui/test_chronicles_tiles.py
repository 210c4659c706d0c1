"""Tiles as they are drawn: turned as the rules turn them, walled where the rules wall them in."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from companion.model.games.chronicles.board.board import board_of, cells_of, shape_of
from companion.model.games.chronicles.board.layout import Layout
from companion.model.games.chronicles.box.records import Door, Piece, Tile, Wall
from companion.model.grid import members
from companion.ui.games.chronicles.board.tile_face import VOID, Side, TileFace, runs, side_of
from companion.ui.games.chronicles.board.tile_painter import (
    paint_door,
    paint_walls,
    space_colour,
    tile_pixmap,
    wash_of,
)
from companion.ui.kit.theme import ink, palette
from companion.ui.kit.theme.palette import NIGHT, PAPER, contrast


@st.composite
def tiles(draw: st.DrawFn) -> Tile:
    wide, high = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    row = st.text("abc.", min_size=wide, max_size=wide)
    zones = tuple(draw(st.lists(row, min_size=high, max_size=high)))
    spaces = tuple(draw(st.lists(st.text("oigGdDwx", min_size=wide, max_size=wide), min_size=high, max_size=high)))
    cells = st.tuples(st.integers(0, wide - 1), st.integers(0, high - 1))
    sides = draw(st.lists(st.tuples(cells, st.sampled_from("NESW")), max_size=8))
    inside = [
        (at, side) for at, side in sides if all(0 <= c < wide and 0 <= r < high for c, r in side_of(at, side).cells)
    ]
    return Tile(id="x:x", names={"en": "x"}, zones=zones, spaces=spaces, walls=tuple(Wall(*one) for one in inside))


sides = st.frozensets(st.builds(Side, st.integers(-1, 5), st.integers(-1, 5), st.sampled_from("ES")), max_size=20)


@given(tiles(), st.integers(0, 3))
def test_brd_2_a_face_turned_has_its_cells_where_the_rules_lay_them(tile: Tile, turns: int) -> None:
    lying = TileFace.of(tile).turned(turns)
    cells = list(cells_of(Piece("x:x", (0, 0), "T", turns), shape_of(tile)))
    assert len(cells) == lying.columns * lying.rows
    for at, zone, letter in cells:
        assert zone == lying.zone(at)
        assert zone == VOID or letter == lying.space(at)


@given(tiles(), st.integers(0, 3))
def test_brd_6_zones_are_neighbours_where_a_white_line_is_drawn(tile: Tile, turns: int) -> None:
    face = TileFace.of(tile).turned(turns)
    drawn = {frozenset(face.zone(cell) for cell in side.cells) for side in face.borders()}
    board = board_of(Layout((Piece("x:x", (0, 0), "T", turns),)), {"x:x": tile})
    beside = [(zone, board.zones[n]) for at, zone in enumerate(board.zones) for n in members(board.next_to[at])]
    assert drawn == {frozenset((one[2:], other[2:])) for one, other in beside}


@given(tiles())
def test_brd_1_void_and_the_edge_are_walled_in(tile: Tile) -> None:
    face = TileFace.of(tile)
    around = Counter(side for r in range(face.rows) for c in range(face.columns) if face.zone((c, r)) != VOID
                     for side in (side_of((c, r), way) for way in ("N", "E", "S", "W")))  # fmt: skip
    assert set(face.edges()) == {side for side, times in around.items() if times == 1}


@given(tiles(), st.integers(0, 3), st.integers(0, 3))
def test_brd_2_quarter_turns_add_up(tile: Tile, first: int, second: int) -> None:
    face = TileFace.of(tile)
    assert face.turned(first).turned(second) == face.turned(first + second)
    assert face.turned(4) == face


@given(sides)
def test_runs_cover_every_side_once(chosen: frozenset[Side]) -> None:
    covered: Counter[Side] = Counter()
    for (x, y), (to_x, to_y) in runs(chosen):
        assert (x == to_x) != (y == to_y)
        covered.update(Side(x - 1, at, "E") for at in range(y, to_y))
        covered.update(Side(at, y - 1, "S") for at in range(x, to_x))
    assert set(covered) == chosen
    assert all(times == 1 for times in covered.values())
    ends = {(end, start[0] == end[0]) for start, end in runs(chosen)}
    assert all((start, start[0] == end[0]) not in ends for start, end in runs(chosen))  # none goes on in another


def near(one: QColor, other: QColor, far: int = 40) -> bool:
    return max(abs(a - b) for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)) <= far


FACE = TileFace(("aab", "a.b", "aab"), ("oig", "dxG", "owD"), frozenset({Side(1, 0, "E")}), mission=True, forbidden=3)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("theme", [PAPER, NIGHT])
def test_spaces_show_their_colours_however_the_tile_lies(qapp: QApplication, theme: palette.Theme, turns: int) -> None:
    cell = 60
    image = tile_pixmap(FACE, cell, turns, theme).toImage()
    assert (image.width(), image.height()) == (180, 180)
    lying = FACE.turned(turns)
    for row in range(3):
        for column in range(3):
            letter = lying.space((column, row))
            spot = image.pixelColor(round((column + 0.5) * cell), round((row + 0.5 + 0.12) * cell))
            if lying.zone((column, row)) == VOID:
                assert spot.alpha() == 0
            elif letter in "oid":
                assert near(spot, space_colour(letter, theme)), (letter, spot.name())


def test_walls_are_thick_with_a_dark_core(qapp: QApplication) -> None:
    image = tile_pixmap(FACE, 60, theme=PAPER).toImage()
    assert near(image.pixelColor(120, 30), PAPER.color("figure_ink"), 60)
    assert any(near(image.pixelColor(x, 30), PAPER.color("vermilion")) for x in range(121, 126))


def test_tiles_laid_together_paint_their_edges_once(qapp: QApplication) -> None:
    whole = tile_pixmap(FACE, 60, theme=PAPER).toImage()
    floor_only = tile_pixmap(FACE, 60, theme=PAPER, edges=False).toImage()
    edge, away = (0, 90), (60 + 90, 90)
    assert near(whole.pixelColor(*edge), PAPER.color("figure_ink"), 60)
    assert not near(floor_only.pixelColor(*edge), PAPER.color("figure_ink"), 60)
    assert whole.pixelColor(*away) == floor_only.pixelColor(*away)


def test_a_picture_is_painted_once(qapp: QApplication) -> None:
    assert tile_pixmap(FACE, 33) is tile_pixmap(FACE, 33)
    assert tile_pixmap(FACE, 33) is not tile_pixmap(FACE, 33, letters=True)


def test_the_margin_shows_the_whole_wall(qapp: QApplication) -> None:
    pixmap = tile_pixmap(FACE, 40, margin=10, dpr=2.0)
    assert pixmap.deviceIndependentSize().toTuple() == (140, 140)
    assert pixmap.toImage().pixelColor(2 * 8, 2 * 30).alpha() > 0


@pytest.mark.parametrize("state", ["open", "closed", "reinforced"])
def test_brd_4_each_state_of_a_door_looks_different(qapp: QApplication, state: str) -> None:
    def drawn(how: str) -> QImage:
        pixmap = ink.blank(60, 60)
        with ink.painting(pixmap) as pen:
            paint_walls(pen, [Side(0, 0, "S")], 30, QPointF(15, 0), PAPER)
            paint_door(pen, Side(0, 0, "S"), 30, how, QPointF(15, 0), PAPER)  # type: ignore[arg-type]
        return pixmap.toImage()

    assert all(drawn(state) != drawn(other) for other in ("open", "closed", "reinforced") if other != state)


@pytest.mark.parametrize("theme", [PAPER, NIGHT])
def test_marks_can_be_read_on_their_spaces_and_letters_on_their_washes(theme: palette.Theme) -> None:
    for letter in "gGdD":
        assert contrast(space_colour(letter, theme), theme.color("on_element")) >= 4.5
    for zone in "abcdefg":
        assert contrast(wash_of(zone, theme), theme.color("on_element")) >= 3


def test_door_sides_are_the_boards() -> None:
    door = Door((5, 2), "E")
    assert side_of(door.at, door.side) == side_of((6, 2), "W") == Side(5, 2, "E")


@pytest.mark.parametrize("cell", range(4, 14))
def test_small_cells_are_drawn_without_complaint(qapp: QApplication, cell: int) -> None:
    face = TileFace(("aaaa",) * 4, ("xxxx", "xoxo", "wxxw", "xxxx"))
    assert tile_pixmap(face, cell).width() == 4 * cell
