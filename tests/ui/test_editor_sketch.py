"""A tile under the brush: strokes, walls, mirrors. What comes out always passes the check."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.games.asagiri.state.board import Edge
from companion.model.games.asagiri.state.cards import Tile
from companion.model.games.asagiri.state.record_kinds import KINDS
from companion.ui.games.asagiri.editors.tile_sketch import (
    LETTERS,
    Brush,
    EdgeRun,
    Fill,
    FillRectangle,
    Sketch,
    around,
    blank,
    eraser,
)
from companion.ui.workshop.strokes import Stroke, side_near

TILE = next(kind for kind in KINDS if kind.id == "tile")
BASE = {"id": "mine:tile", "name": {"en": "Tile"}}


def problems(sketch: Sketch) -> list[str]:
    record = msgspec.convert(sketch.written(BASE), Tile)
    return [problem.what.key for problem in TILE.problems(record)]


places = st.tuples(st.integers(-2, 10), st.integers(-2, 10))
points = st.tuples(st.floats(-1.5, 9.5), st.floats(-1.5, 9.5))
edges = st.builds(Edge, st.integers(-2, 9), st.integers(-2, 9), st.sampled_from("ES"))


@st.composite
def sketches(draw: st.DrawFn) -> Sketch:
    """A tile after some strokes."""
    made = blank(draw(st.integers(2, 9)))
    for _ in range(draw(st.integers(0, 6))):
        what = draw(st.sampled_from(("paint", "wall", "door", "erase")))
        if what == "paint":
            look = draw(st.sampled_from((None, "table", "boulder", "tatami")))
            made = made.painted(draw(st.lists(places, max_size=9)), draw(st.sampled_from(LETTERS)), look)
        else:
            barrier: Any = None if what == "erase" else what
            made = made.with_barriers(draw(st.lists(edges, max_size=9)), barrier)
    return made


@given(sketches(), st.integers(2, 12))
def test_whatever_is_drawn_passes_the_check(sketch: Sketch, size: int) -> None:
    for made in (sketch, sketch.mirrored(), sketch.resized(size), sketch.resized(size).mirrored()):
        assert problems(made) == []


@given(sketches())
def test_what_is_written_is_read_again(sketch: Sketch) -> None:
    assert Sketch.read(sketch.written(BASE)) == sketch
    assert Sketch.read(msgspec.to_builtins(sketch.tile("mine:tile"))) == sketch


@given(sketches())
def test_two_mirrors_give_the_tile_again(sketch: Sketch) -> None:
    assert sketch.mirrored().mirrored() == sketch


@given(sketches(), st.lists(points, min_size=1, max_size=6), st.sampled_from(("brush", "box", "fill", "wall", "door")))
def test_no_stroke_leaves_the_tile_faulty(sketch: Sketch, way: list[tuple[float, float]], tool: str) -> None:
    stroke: Stroke[Sketch] = {
        "brush": lambda: Brush(sketch, " "), "box": lambda: FillRectangle(sketch, "b"),
        "fill": lambda: Fill(sketch, "a"),
        "wall": lambda: EdgeRun(sketch, "wall"), "door": lambda: EdgeRun(sketch, "door"),
    }[tool]()  # fmt: skip
    for point in way:
        stroke.to(point)
        assert problems(stroke.sketch) == []


@pytest.mark.parametrize("broken", [None, [], "x", {}, {"rows": 3}, {"rows": ["..", "...x"]},
    {"rows": [".h"], "walls": [1, [[0, 0], "N"], [[0, 0], "E"]], "doors": [[[5, 5], "S"]], "drawings": [{"at": 9}]},
    {"rows": ["."] * 200},
])  # fmt: skip
def test_a_broken_record_is_drawn_as_far_as_it_can_be(broken: Any) -> None:
    sketch = Sketch.read(broken)
    assert {len(row) for row in sketch.rows} == {sketch.size}
    assert problems(sketch) == []


def test_a_wall_follows_the_pointer_around_a_corner() -> None:
    run = EdgeRun(blank(), "wall")
    for point in ((2.05, 1.5), (2.1, 2.6), (1.95, 3.0), (2.6, 3.1), (4.4, 2.95)):
        run.to(point)
    assert run.sketch.walls == {Edge(1, 1, "E"), Edge(1, 2, "E"), Edge(2, 2, "S"), Edge(3, 2, "S"), Edge(4, 2, "S")}


def test_going_back_takes_back() -> None:
    run = EdgeRun(blank(), "wall")
    for point in ((0.5, 1.0), (3.5, 1.0), (1.5, 1.0)):
        run.to(point)
    assert run.sketch.walls == {Edge(0, 0, "S"), Edge(1, 0, "S")}


def test_a_run_that_begins_on_a_wall_takes_walls_away_and_leaves_doors() -> None:
    sketch = blank().with_barriers([Edge(n, 0, "S") for n in range(4)], "wall")
    sketch = sketch.with_barriers([Edge(2, 0, "S")], "door")
    run = EdgeRun(sketch, "wall")
    for point in ((0.5, 1.0), (3.5, 1.0)):
        run.to(point)
    assert run.erases
    assert (run.sketch.walls, run.sketch.doors) == (frozenset(), {Edge(2, 0, "S")})
    right = eraser(sketch, edges=True)
    for point in ((0.5, 1.0), (3.5, 1.0)):
        right.to(point)
    assert (right.sketch.walls, right.sketch.doors) == (frozenset(), frozenset())


def test_a_door_takes_the_place_of_a_wall_and_needs_two_squares() -> None:
    sketch = blank().with_barriers([Edge(1, 1, "E")], "wall").with_barriers([Edge(1, 1, "E")], "door")
    assert (sketch.walls, sketch.doors) == (frozenset(), {Edge(1, 1, "E")})
    assert sketch.painted([(2, 1)], " ").doors == frozenset()
    assert blank().with_barriers([Edge(-1, 0, "E"), Edge(7, 0, "E")], "door").doors == {
        Edge(-1, 0, "E"), Edge(7, 0, "E"),
    }  # fmt: skip


@given(points, edges)
def test_the_side_meant_is_one_of_those_around_the_square(point: tuple[float, float], last: Edge) -> None:
    for found in (side_near(point), side_near(point, last)):
        if found is not None:
            x, y = int(point[0] // 1), int(point[1] // 1)
            assert Edge(*found) in {edge for _, edge in around((x, y))}


def test_a_fill_stops_at_walls() -> None:
    sketch = blank(4).with_barriers([Edge(1, n, "E") for n in range(4)], "wall")
    fill = Fill(sketch, "a")
    fill.to((0.5, 0.5))
    assert fill.sketch.rows == ("aa..",) * 4
