"""Overlays answer the model's own functions."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsPathItem

from companion.model.games.asagiri.rules import movement
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.lines import sight
from companion.model.games.asagiri.state.board import members
from companion.model.games.asagiri.state.vocabulary import FigureId, SquareId
from companion.model.games.asagiri.table import corrections
from companion.ui.games.asagiri.board.canvas import CachedPath
from companion.ui.games.asagiri.board.descriptions import describe_sight, describe_square

from .test_board_kit import SHOT, TWO, at, figure, game_of, point, position, spot, view_of


def test_the_reach_of_ones_own_is_what_the_rules_allow_now(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.select(0)
    found = corrections.reachable(game.state, 0)
    shown = view.layers.reach.squares
    assert set(shown) == {r.at for r in found} - {game.state.figures[0].at}
    for square, reached in shown.items():
        assert reached.cost == min(r.cost for r in found if r.at == square)
        assert reached.stops == any(r.stops for r in found if r.at == square)
    game.move(0, at(game, 2, 3))
    left = {r.at for r in corrections.reachable(game.state, 0)} - {at(game, 2, 3)}
    assert set(view.layers.reach.squares) == left


def test_the_reach_of_an_enemy_is_that_of_a_movement_of_its_own(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.select(2)
    expected = {r.at for r in movement.reach(game.state, 2, 4)} - {game.state.figures[2].at}
    assert set(view.layers.reach.squares) == expected


def test_one_that_has_been_activated_shows_no_reach(qtbot: Any) -> None:
    game = game_of(position([figure("a1", [2, 4], activated=True)], TWO[1]))
    view = view_of(qtbot, game)
    game.select(0)
    assert not view.layers.reach.squares


def test_enemy_zones_show_while_a_figure_is_active(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    assert view.layers.zones.masks == (0, 0)
    game.choose(o.Activate(0))
    assert view.layers.zones.masks == (0, game.state.zone_against(0))
    view.set_show_zones(False)
    assert view.layers.zones.masks == (0, 0)
    view.set_show_zones(None)
    assert view.layers.zones.masks[1]
    game.choose(o.EndActivation())
    view.set_show_zones(True)
    assert view.layers.zones.masks == (0, game.state.zone_against(0))


def test_zones_are_lines_of_the_stone_of_their_band(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    seen = []
    for who in (0, 2):
        view.layers.zones.show([who])
        _, lines = view.layers.zones.items
        assert isinstance(lines, QGraphicsPathItem)
        tile = lines.brush().textureImage()
        inked = [pixel for n in range(tile.width()) if (pixel := tile.pixelColor(n, tile.height() // 2)).alpha() > 90]
        core = max(inked, key=lambda pixel: pixel.alpha())
        casing = min(inked, key=lambda pixel: pixel.alpha())
        seen.append((core.lightness(), casing.lightness()))
    (white, dark), (black, light) = seen
    assert white > dark + 100 and light > black + 100
    assert white > black + 100


def test_the_field_of_vision(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.select(0)
    assert not view.layers.vision.squares
    view.set_show_vision(True)
    assert list(view.layers.vision.squares) == game.state.table.board.vision(game.state.figures[0].at, 0)
    game.select(-1)
    assert not view.layers.vision.squares


def test_a_line_of_fire_is_shown_while_a_key_is_held(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.select(0)
    point(view, 2, 0)
    assert view.layers.line.sight is None
    QTest.keyPress(view, Qt.Key.Key_Control)
    state = game.state
    expected = sight(state.table.board, at(game, 2, 4), at(game, 2, 0), state.occupied())
    assert view.layers.line.sight == expected
    assert expected.blocked_by is not None
    QTest.keyRelease(view, Qt.Key.Key_Control)
    assert view.layers.line.sight is None
    view.set_show_lines(True)
    assert view.layers.line.ends == (at(game, 2, 4), at(game, 2, 0))


def test_an_archer_aims_by_itself_and_cover_is_marked(qtbot: Any) -> None:
    archer = figure("a1", [1, 4], skills=[SHOT])
    game = game_of(position([archer], [figure("b1", [1, 0], "S")]))
    view = view_of(qtbot, game)
    game.select(0)
    point(view, 1, 0)
    found = view.layers.line.sight
    assert found is not None
    assert found.blocked_by is None
    assert found.cover == 1
    strokes, *beside = sorted(view.layers.line.items, key=lambda item: not isinstance(item, CachedPath))
    assert isinstance(strokes, CachedPath)
    assert len(beside) == 2  # the distance, a +1
    point(view, 3, 3)
    assert view.layers.line.sight is None
    assert not view.layers.line.items


def test_whoever_strikes_with_a_sword_is_not_told_why_no_shot_is_possible(qtbot: Any) -> None:
    game = game_of(position([figure("a1", [2, 2], "S", skills=[SHOT])], [figure("b1", [2, 3]), figure("b2", [5, 5])]))
    view = view_of(qtbot, game)
    game.choose(o.Activate(0))
    view.layers.hover(at(game, 2, 3))
    assert o.Attack(1) in game.options
    assert view.layers.line.ends is None and view.caption.isHidden()
    view.layers.hover(at(game, 5, 5))  # out of a sword's reach: that is about shooting
    assert "control zone" in view.caption.text()


def test_every_kind_of_obstacle_stops_the_stroke_on_the_board(qtbot: Any) -> None:
    walls = [[[2, 3], "S"], [[3, 4], "E"]]
    for turn in range(4):
        game = game_of(position([figure("a1", [2, 4])], TWO[1], walls=walls))
        view = view_of(qtbot, game)
        view.turn_board(turn)
        game.select(0)
        view.set_show_lines(True)
        for square in view.canvas.geometry.squares:
            view.layers.hover(square)
            if view.layers.line.sight is not None:
                area = view.canvas.geometry.area
                (sheet,) = (item for item in view.layers.line.items if isinstance(item, CachedPath))
                halo = sheet.shapes[0]
                assert halo.fill == view.canvas.theme.color("surface", 0.55)
                assert area.adjusted(-9, -9, 9, 9).contains(halo.path.boundingRect())


def test_f_shows_the_lines_to_all_enemies_at_once_and_words_say_why(qtbot: Any) -> None:
    archer = figure("a1", [1, 5], skills=[SHOT])
    enemies = [figure("b1", [1, 1], "S"), figure("b2", [5, 0], "S"), figure("b3", [1, 3], "S")]
    game = game_of(position([archer], enemies))
    view = view_of(qtbot, game)
    game.select(0)
    QTest.keyClick(view, Qt.Key.Key_F)
    shown = {found.target: found for found in view.layers.lines.aimed}
    assert set(shown) == {1, 2, 3}
    assert (shown[1].refusal and shown[1].refusal.rule, shown[2].refusal, shown[3].refusal) == ("SHT-4", None, None)
    assert view.caption.isHidden()
    point(view, 1, 1)
    assert "b3 on B4" in view.caption.text()
    assert "SHT-4" in view.caption.text()
    assert not view.caption.geometry().contains(view.spot(at(game, 1, 1)))
    point(view, 5, 0)
    assert "distance 5, range 6" in view.caption.text()
    QTest.keyClick(view, Qt.Key.Key_F)
    assert not view.layers.lines.items
    view.layers.hover(-1)
    assert view.caption.isHidden()


def test_the_keyboard_hears_what_the_lines_show(qtbot: Any) -> None:
    archer = figure("a1", [1, 4], skills=[SHOT])
    game = game_of(position([archer], [figure("b1", [1, 0], "S")]))
    view = view_of(qtbot, game)
    game.select(0)
    view.keys.go(at(game, 1, 0))
    assert "Cover 1: +1 from B2 (SHT-5)" in view.accessibleDescription()
    assert "Cover 1: +1 from B2 (SHT-5)" in view.caption.text()


def test_lines_are_drawn_anew_only_when_something_changed(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.select(0)
    view.set_show_lines(True)
    point(view, 0, 5)
    before = view.layers.lines.items
    assert before
    point(view, 1, 5)
    assert view.layers.lines.items == before
    view.turn_board(1)
    assert view.layers.lines.items != before


def test_the_way_under_the_pointer(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.select(0)
    point(view, 2, 2)
    assert view.layers.path.way == view.layers.reach.squares[at(game, 2, 2)].path
    assert view.layers.path.way[-1] == (at(game, 2, 2), 0)
    point(view, 5, 0)
    assert view.layers.path.way == ()


def test_hovering_shows_three_controlled_squares(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    point(view, 2, 1)
    assert list(members(view.layers.hover_zone.mask)) == [at(game, 1, 2), at(game, 2, 2), at(game, 3, 2)]
    point(view, 0, 5)
    assert view.layers.hover_zone.mask == 0


def test_nothing_speaks_of_reach_while_a_fight_is_on(qtbot: Any) -> None:
    game = game_of(position([figure("a1", [2, 2])], [figure("b1", [2, 1], "S")], active={"id": "a1"}))
    view = view_of(qtbot, game)
    game.select(0)
    assert view.layers.reach.squares
    game.choose(o.Attack(1))
    assert not view.layers.reach.squares
    assert not view.layers.targets.attacked


def test_smoke_is_seen_heard_and_stops_the_stroke(qtbot: Any) -> None:
    skill = {"id": "test:smoke", "name": {"en": "Smoke"}, "when": ["activation"], "action": True,
             "effects": [{"type": "lay", "name": "smoke", "within": 3, "smoke": 1}]}  # fmt: skip
    game = game_of(position([figure("a1", [2, 4], skills=[skill, SHOT])], [figure("b1", [2, 0], "S")]))
    view = view_of(qtbot, game)
    clear = view.grab().toImage()
    game.correct(corrections.SetSquareToken(SquareId(at(game, 2, 2)), "smoke", True))
    middle = view.grab().toImage()
    for column, row, hidden in ((2, 2, True), (1, 1, True), (5, 5, False)):
        corner = spot(view, column, row) - QPoint(18, 18)
        assert (clear.pixel(corner) != middle.pixel(corner)) == hidden, (column, row)
        assert ("smoke" in describe_square(game, at(game, column, row)).split(". ")) == hidden
    assert "smoke on C4" in describe_sight(game, FigureId(0), SquareId(at(game, 2, 0)))
