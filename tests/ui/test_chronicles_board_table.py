"""Playing on the board of a table of Okko Chronicles: moving, attacking, the board in words, depths of place."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Roll
from companion.model.games.chronicles.rules.totals import is_demon
from companion.model.games.chronicles.state.frames import AttackFrame
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.table.corrections import Set
from companion.ui.games.chronicles.board.view import BoardView
from companion.ui.games.chronicles.by_hand import changes
from companion.ui.games.chronicles.screens import ChroniclesTable
from companion.ui.kit.list_view import Line

from .chronicles_board_kit import click_cell, point_at, table_with_board
from .chronicles_kit import chronicles_table, later
from .test_chronicles_table import settled
from .test_window_kit import press


def board(table: ChroniclesTable) -> BoardView:
    view = table.screen.board.view
    assert view is not None
    view.settle()
    return view


def active(state: State) -> str:
    assert state.next is not None
    return state.next


def at(table: ChroniclesTable, id: str) -> object:
    figure = table.game.state.figure(id)
    assert figure is not None
    return figure.at


def test_a_click_on_a_far_space_plays_the_whole_way_and_is_one_thing_to_undo() -> None:
    """MOV-1, DEC-2: go, go, stand; the action is spent once."""
    with table_with_board({"h1": (0, 0), "h2": (1, 1)}) as table:
        who = active(table.game.state)
        before, actions = at(table, who), table.game.state.hero(who).actions
        steps = table.game.session.cursor
        click_cell(board(table), (4, 4))
        assert at(table, who) == (4, 4)
        assert table.game.state.hero(who).actions == actions - 1
        assert table.game.session.cursor == steps + 3
        table.game.undo()
        assert at(table, who) == before


def test_moving_is_on_the_board_and_not_in_the_list() -> None:
    with table_with_board({"h1": (0, 0), "h2": (1, 1)}) as table:
        offered = {option.kind for option in table.game.options}
        assert {"go", "stand"} <= offered
        lines = table.screen.options.rows.lines
        assert not {getattr(line.data, "kind", "") for line in lines} & {"go", "stand"}


def test_zone_by_zone() -> None:
    """A click on furniture means its zone: the figure is under way, and the rest of the way is lit."""
    with table_with_board({"h1": (0, 0), "h2": (1, 1)}) as table:
        who = active(table.game.state)
        click_cell(board(table), (1, 4))
        assert at(table, who) == "T1.c"
        click_cell(board(table), (0, 4))
        assert at(table, who) == (0, 4)


def test_an_opponent_is_clicked_to_attack_and_its_odds_are_told_before() -> None:
    """ATK-1: pointing says dice and chance, a click opens the slip."""
    with table_with_board({"h1": (0, 0), "h2": (1, 1), "ashigaru-1": (0, 1)}) as table:
        told = point_at(board(table), (0, 1))
        assert told.startswith("Attack Ashigaru 1: ")
        assert "against Defense" in told
        click_cell(board(table), (0, 1))
        assert isinstance(table.game.state.frames[-1], AttackFrame)
        assert table.screen.slip.isVisible()


def test_everything_by_keys_alone() -> None:
    with table_with_board({"h1": (0, 0), "h2": (1, 1)}) as table:
        who = active(table.game.state)
        view = board(table)
        view.setFocus()
        start = at(table, who)
        press(Qt.Key.Key_Return)
        assert view.cursor_at == start
        press(Qt.Key.Key_Down)
        assert "Move within the zone" in view.accessibleDescription()
        press(Qt.Key.Key_Return)
        assert at(table, who) == view.cursor_at


def test_the_board_in_words_names_tiles_zones_and_who_stands_there() -> None:
    """F6; a zone is chosen there as on the board."""
    with table_with_board({"h1": (0, 0), "h2": (1, 1), "ashigaru-1": (5, 0)}) as table:
        screen = table.screen
        screen.toggle_text()
        QApplication.processEvents()
        lines = {line.id: f"{line.title} {line.words}" for line in screen.board.text.rows.lines}
        assert len(lines) == 6 + 25
        assert lines["tile:T3"].startswith("T3 Archive")
        assert "forbidden: stealth 3" in lines["tile:T3"]
        assert "5,0: Ashigaru 1" in lines["zone:T1.b"]
        assert "an opponent stops you there" in lines["zone:T1.b"]
        who = active(table.game.state)
        screen.board.text.chosen.emit("zone:T1.c")
        assert at(table, who) == "T1.c"
        screen.toggle_text()
        assert screen.board.isVisible()


def test_without_places_the_table_is_as_it_was() -> None:
    with chronicles_table(2, tracked=False) as table:
        assert not table.screen.table.with_board
        assert table.screen.board.view is None
        assert table.screen.log.isVisible()


def test_tab_4_the_depth_of_place_may_change_in_mid_game() -> None:
    """The board comes and goes; with zones figures lie in their zones."""
    with table_with_board({"h1": (0, 0), "h2": (1, 1)}) as table:
        screen = table.screen
        assert screen.board.isVisible()
        assert screen.log.isVisible()
        figures = [one.id for one in table.game.state.figures]
        for id in figures:
            table.game.correct(Set(f"figures.{id}.at", "T1.a"))
        table.game.correct(Set("options.places", "zones"))
        QApplication.processEvents()
        view = board(table)
        cells = [view.canvas.geometry.cell_at(view.items_.items[id].item.pos()) for id in figures]
        assert {view.canvas.geometry.zone_at(cell) for cell in cells if cell is not None} == {"T1.a"}
        table.game.correct(Set("options.places", "none"))
        QApplication.processEvents()
        assert not screen.board.isVisible()
        assert screen.log.isVisible()
        table.game.correct(Set("options.places", "zones"))
        QApplication.processEvents()
        assert screen.board.isVisible()


def test_at_1280_by_800_all_of_the_board_is_seen_with_cells_of_30_and_more() -> None:
    """§34.2: while somebody acts, and while an attack is resolved; nothing is scrolled away."""
    with table_with_board({"h1": (0, 0), "h2": (1, 1), "ashigaru-1": (0, 1)}) as table:
        view = board(table)
        assert view.canvas.cell >= 36
        assert not view.camera.can_pan
        click_cell(view, (0, 1))
        QApplication.processEvents()
        assert view.canvas.cell >= 30
        assert not view.camera.can_pan
        for part in (view, table.screen.heroes, table.screen.oni, table.screen.slip, table.screen.log):
            corner = part.mapTo(table.screen, part.rect().bottomRight())
            assert corner.y() <= table.screen.height()
            assert corner.x() <= table.screen.width()


def test_the_board_stands_still_whatever_is_asked() -> None:
    """Few lines or many, a roll, the slip of an attack, a hand that is planned with: each has a place of its own."""
    rng = Random(3)
    with chronicles_table(2, tracked=False, places="spaces") as table:
        game, screen, places, asked = table.game, table.screen, set(), set()
        later(game, "plans")
        for _ in range(160):
            if game.to_sit:
                game.sit(game.to_sit[0])
            elif isinstance(game.pending, Roll):
                game.roll()
            else:
                fights = [one for one in game.options if one.kind in ("attack", "shoot")]
                game.choose(rng.choice(fights or [one for one in game.options if one.kind not in ("unplay", "reopen")]))
            settled(table)
            QApplication.processEvents()
            view = screen.board.view
            if view is not None and view.isVisible():
                at = view.mapTo(screen, view.rect().topLeft())
                places.add((at.x(), at.y(), view.width(), view.height(), view.canvas.cell))
                asked |= {len(screen.options.rows.lines), game.state.stage}
                asked |= {name for name in ("slip", "plan", "dice") if getattr(screen, name).isVisible()}
        assert {"slip", "plan", "dice", "plans", "hero", "oni", 0, 1, 9} <= asked
        assert len(places) == 1


def test_with_the_demon_and_four_heroes_the_log_shows_six_lines_and_nothing_is_cut() -> None:
    with chronicles_table(4, tracked=False, places="spaces") as table:
        later(table.game, "hero", when=lambda state: any(is_demon(state, one) for one in state.figures))
        screen = table.screen
        assert len([part for part in screen.oni.parts() if part.id.startswith("sheet:")]) == 5
        log = screen.log.list
        assert log.viewport().height() >= 6 * log.delegate.row_height(Line("1", "The Oni has won"), log.width())
        assert screen.oni.height() >= screen.oni.minimumSizeHint().height()
        for part in (screen.oni, screen.log, screen.heroes, screen.options):
            assert screen.rect().contains(part.mapTo(screen, part.rect().bottomRight()))


def test_the_second_window_shows_the_board_and_follows_the_game() -> None:
    """Nothing can be chosen there, and its game holds no secret; it goes with the table."""
    with table_with_board({"h1": (0, 0), "h2": (1, 1)}) as table:
        *pages, last = table.board_actions()
        assert last is table.second.action and last.isEnabled()
        assert last.text() == "Second window"
        assert [page.text() for page in pages][:2] == ["Board", "Board as text"]
        table.second.action.trigger()
        window = table.second.window
        assert window is not None
        assert window.isVisible()
        who = active(table.game.state)
        click_cell(board(table), (1, 4))
        click_cell(board(table), (0, 4))
        assert window.board.items_.items[who].item.pos() == window.board.canvas.geometry.centre((0, 4))
        assert window.board.state is not None
        assert window.board.state.oni.guilty in (None, "?")
        table.second.action.trigger()
        assert table.second.window is None
        table.second.toggle()


def test_the_table_puts_a_figure_anywhere_by_hand() -> None:
    """A right click on a space: whoever acts is put there, whatever the rules say."""
    with table_with_board({"h1": (0, 0), "h2": (1, 1)}) as table:
        who = active(table.game.state)
        parts: list[str] = []
        table.screen.board.by_hand.connect(parts.append)
        view = board(table)
        view.by_hand.emit(view.parts_at((16, 6))[0])
        assert parts == ["cell:16,6"]
        change = changes(table.game.state, parts[0])[0]
        table.game.correct(change.correction)
        assert at(table, who) == (16, 6)


def test_FIG_7_figures_that_may_act_are_listed_by_number() -> None:
    """One that came back into play stands last among the figures of the table, not in the list."""
    with table_with_board({"h1": (0, 0), "h2": (1, 1), "yurei-1": (9, 2), "yurei-2": (7, 5)}) as table:
        game = table.game
        assert game.correct(Set("figures.yurei-1", None))
        assert game.correct(Set("figures.yurei-1", {"card": "house:yurei", "group": "creature", "at": [9, 2]}))
        assert [one.id for one in game.state.figures if one.card == "house:yurei"] == ["yurei-2", "yurei-1"]
        while game.state.stage == "hero":
            game.choose(next(one for one in game.options if one.kind == "end_activation"))
            game.sit(game.to_sit[0] if game.to_sit else str(game.at_screen))
        figures = [line.data.figure for line in table.screen.options.rows.lines if line.data.kind == "figure"]
        assert figures == ["yurei-1", "yurei-2"]
