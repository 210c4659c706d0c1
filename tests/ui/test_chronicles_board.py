"""The board of Okko Chronicles alone: what is drawn, pointed at, clicked and told of a state."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.games.chronicles.insight.ways import ways
from companion.model.games.chronicles.rules import play
from companion.model.games.chronicles.state.state import Corruption, State, replace
from companion.ui.games.chronicles.bench import slowest_frame
from companion.ui.games.chronicles.board.view import BoardView
from companion.ui.games.chronicles.board.words import short_of
from companion.ui.games.chronicles.drawing.palace import thumbnail
from companion.ui.kit.theme import motion
from tests.chronicles.boards import on_board

from .chronicles_board_kit import board_of, click_cell, point_at
from .test_window_kit import press

NOSHIN = "h3"
FIGURES = {NOSHIN: [1, 1], "ashigaru-1": [5, 0], "ashigaru-2": [2, 7], "yurei-1": [9, 2]}
TOKENS = {"host-1": [4, 0], "clue-1": [3, 4], "chest-1": [2, 11]}


def state() -> State:
    return on_board(NOSHIN, FIGURES, TOKENS)


def picks(view: BoardView) -> list[str]:
    """What is picked from now on."""
    found: list[str] = []
    view.picked.connect(found.append)
    return found


def offered(view: BoardView, of: State) -> None:
    """Show where the active figure can come to."""
    pending = play.pending(of)
    view.show_ways(ways(of, pending.options))  # type: ignore[union-attr]


def test_everything_stands_where_the_state_has_it() -> None:
    """A figure is in the middle of its cell; a figure known by its zone alone lies among its cells."""
    shown = state()
    with board_of(shown) as view:
        geometry = view.canvas.geometry
        for one in shown.figures:
            assert not isinstance(one.at, str)
            assert view.items_.items[one.id].item.pos() == geometry.centre(one.at)
        known = replace(shown, figures=tuple([replace(one, at="T1.b") for one in shown.figures]))
        view.show_state(known, None)
        spots = [view.items_.items[one.id].item.pos() for one in known.figures]
        assert len({(spot.x(), spot.y()) for spot in spots}) == len(spots)
        assert {geometry.zone_at(geometry.cell_at(spot) or (0, 0)) for spot in spots} == {"T1.b"}


def test_a_click_means_the_nearest_thing_that_can_be_chosen() -> None:
    """Figure before cell, cell before zone; what cannot be chosen is no click at all."""
    with board_of(state()) as view:
        found = picks(view)
        click_cell(view, (5, 0))
        assert found == []
        view.light(frozenset({"figure:ashigaru-1", "zone:T1.b", "cell:0,0", "token:clue-1", "tile:T3"}))
        for cell in ((5, 0), (4, 1), (0, 0), (3, 4), (14, 4), (9, 9)):
            click_cell(view, cell)
        assert found == ["figure:ashigaru-1", "zone:T1.b", "cell:0,0", "token:clue-1", "tile:T3"]


def test_doors_are_clicked_on_their_side() -> None:
    with board_of(state()) as view:
        found = picks(view)
        view.light(frozenset({"door:5,2,E"}))
        click_cell(view, (5, 2), 0.42)
        click_cell(view, (6, 2), -0.42)
        click_cell(view, (5, 2), -0.3)
        assert found == ["door:5,2,E", "door:5,2,E"]


def test_ways_are_lit_and_told() -> None:
    """A far space can be clicked; the zone says how far it is, and whether an opponent stops the mover there."""
    shown = state()
    with board_of(shown) as view:
        found = picks(view)
        offered(view, shown)
        assert point_at(view, (4, 4)) == "T1.d: 2 zones to go"
        assert "an opponent stops you there" in point_at(view, (4, 1))
        click_cell(view, (4, 4))
        click_cell(view, (16, 10))
        assert found == ["cell:4,4"]
        assert (4, 4) in view.reach.cells
        assert (3, 4) not in view.reach.cells, "a clue lies there"


def test_the_line_to_an_opponent_stops_at_what_blocks_it() -> None:
    """BRD-7, BRD-8: free within the zone beside, blocked by a wall further on."""
    with board_of(on_board(NOSHIN, {NOSHIN: [0, 0], "ashigaru-1": [2, 0], "ashigaru-2": [5, 0]}, {})) as view:
        assert point_at(view, (2, 0)) == "Line of fire to Ashigaru 1"
        assert view.line.ends == ((0, 0), (2, 0))
        assert "a wall or closed door" in point_at(view, (5, 0)) or "in the way" in point_at(view, (5, 0))
        point_at(view, (0, 4))
        assert view.line.ends is None


def test_keys_alone_find_and_choose_everything() -> None:
    """The arrows move the cursor from cell to cell, Enter chooses, Tab goes on to what can be chosen, Esc leaves."""
    with board_of(state()) as view:
        found = picks(view)
        view.light(frozenset({"figure:ashigaru-2", "cell:2,1"}))
        view.setFocus()
        press(Qt.Key.Key_Right)
        assert view.cursor_at == (1, 1), "it begins where the active figure stands"
        press(Qt.Key.Key_Right)
        press(Qt.Key.Key_Return)
        assert found == ["cell:2,1"]
        assert view.step_target(1)
        assert view.cursor_at == (2, 7)
        assert not view.step_target(1)
        press(Qt.Key.Key_Return)
        assert found[-1] == "figure:ashigaru-2"
        press(Qt.Key.Key_Escape)
        assert view.cursor_at is None


def test_the_cursor_says_cell_zone_and_who_stands_there() -> None:
    shown = state()
    with board_of(shown) as view:
        view.go((5, 0))
        told = view.accessibleDescription()
        assert told.startswith("5,0 in T1.b; Ashigaru 1")
        assert "wall: north, east" in told
        view.go((3, 4))
        assert "clue" in view.accessibleDescription()
        view.go((9, 9))
        assert "plain space" in view.accessibleDescription()
        view.go((5, 2))
        assert "open door" in view.accessibleDescription()


def test_only_what_changed_is_painted_anew() -> None:
    """The same tiles keep their picture; of the figures only the one that was hurt gets another."""
    shown = state()
    with board_of(shown) as view:
        floor, before = view.floor.picture().cacheKey(), pictures(view)
        hurt = [replace(one, damage=1) if one.id == NOSHIN else one for one in shown.figures]
        view.show_state(replace(shown, figures=tuple(hurt)), None)
        assert view.floor.picture().cacheKey() == floor
        assert [id for id, key in pictures(view).items() if key != before[id]] == [NOSHIN]
        stained = replace(shown, oni=replace(shown.oni, corruption=(Corruption("T4", red=True),)))
        view.show_state(stained, None)
        assert view.floor.picture().cacheKey() != floor


def pictures(view: BoardView) -> dict[str, int]:
    return {id: item.item.pixmap().cacheKey() for id, item in view.items_.items.items()}


def test_the_whole_board_is_seen_and_can_be_enlarged_and_moved() -> None:
    with board_of(state()) as view:
        assert view.canvas.cell >= 40
        assert not view.camera.can_pan
        view.setFocus()
        press(Qt.Key.Key_Plus)
        assert not view.camera.fitted
        assert view.canvas.cell > 45
        press(Qt.Key.Key_0)
        assert view.camera.fitted


def test_motion_ends_where_the_state_is_and_respects_reduced_motion() -> None:
    """A figure goes along its zones, and stands at the end; with reduced motion it is there at once."""
    shown = state()
    after = shown
    pending = play.pending(shown)
    events = []
    for option in ways(shown, pending.options)["T1.d"].to((4, 4)) or ():  # type: ignore[union-attr]
        applied = play.apply(after, option)
        after = applied.state
        events += applied.events
    with board_of(shown) as view:
        centre = view.canvas.geometry.centre((4, 4))
        motion.set_reduced(False)
        view.show_state(after, None, events)
        assert view.items_.busy
        assert view.items_.items[NOSHIN].item.pos() != centre
        view.items_.animator.skip()
        assert view.items_.items[NOSHIN].item.pos() == centre
        motion.set_reduced(True)
        view.show_state(shown, None, events)
        assert not view.items_.busy
    motion.set_reduced(False)


def test_two_heroes_are_told_apart_by_their_letters() -> None:
    shown = on_board(NOSHIN, FIGURES, TOKENS, heroes=4)
    letters = [short_of(shown, one) for one in shown.figures if one.group == "hero"]
    assert letters == ["Okk", "Nob", "Nos", "Set"]


def test_the_language_of_the_window_is_spoken() -> None:
    """What was told before is told anew; nothing is left behind."""
    with board_of(state()) as view:
        view.retranslate()
        QApplication.processEvents()
        assert view.accessibleName() == "Board"
        QTest.qWait(1)


def test_the_small_picture_of_a_stored_game_shows_its_board() -> None:
    """Home and library: with places the tiles and who stands there, without them the palace as before."""
    shown = state()
    picture = thumbnail(shown, 120, 2.0).toImage()
    moved = [replace(one, at=(16, 2)) if one.id == "yurei-1" else one for one in shown.figures]
    assert picture.size().toTuple() == (240, 240)
    assert thumbnail(replace(shown, figures=tuple(moved)), 120, 2.0).toImage() != picture
    options = replace(shown.table.options, places="none")
    palace = replace(shown, table=replace(shown.table, options=options))
    assert thumbnail(palace, 120, 2.0).toImage() != picture


def test_a_frame_of_a_busy_board_at_4k_takes_no_longer_than_a_glance() -> None:
    """Measured as `okko-companion bench` does, on whatever machine: several times what it is meant to take."""
    assert slowest_frame(steps=6) < 120
