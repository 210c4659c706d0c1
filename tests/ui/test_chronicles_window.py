"""What somebody sees in the window of Okko Chronicles who plays it from the first turn on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Roll
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.state.frames import AccuseFrame
from companion.model.games.chronicles.state.state import Placed, State, replace
from companion.model.games.chronicles.table.corrections import Set
from companion.ui.games.chronicles.book.memoirs import MemoirsPage
from companion.ui.games.chronicles.book.notebook import NotebookPage
from companion.ui.games.chronicles.book.suspects import per_cent
from companion.ui.games.chronicles.log import STYLE
from companion.ui.games.chronicles.screens import ChroniclesTable
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import motion
from tests.chronicles.tables import known

from .chronicles_board_kit import click_cell, spot, table_with_board
from .chronicles_kit import chronicles_table, later
from .test_window_kit import click, press, until


def kinds(table: ChroniclesTable) -> set[str]:
    return {getattr(line.data, "kind", "") for line in table.screen.options.rows.lines}


def sit(table: ChroniclesTable) -> None:
    if table.game.to_sit:
        table.game.sit(table.game.to_sit[0])
    QApplication.processEvents()


def ordering(table: ChroniclesTable) -> ChroniclesTable:
    later(table.game, "order")
    sit(table)
    return table


def test_cards_of_a_hand_are_no_lines_as_well_when_the_screen_was_handed_over() -> None:
    with chronicles_table(2, tracked=False, places="spaces") as table:
        later(table.game, "plans")
        assert table.screen.covered, "somebody else sits here"
        sit(table)
        assert not table.screen.plan.isHidden()
        assert not kinds(table)


def test_STR_5_initiative_cards_are_dragged_into_order() -> None:
    with chronicles_table(3, tracked=False, places="spaces") as table:
        row = ordering(table).screen.decision.order
        assert "order" not in kinds(table)
        first, last = row.cards["h1"], row.cards["h3"]
        assert first.accessibleName() == "Okko, 1 of 3"
        start = first.rect().center()
        QTest.mousePress(first, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(first, start + QPoint(40, 4))
        QTest.mouseMove(first, first.mapFromGlobal(last.mapToGlobal(last.rect().center())))
        QTest.mouseRelease(first, Qt.MouseButton.LeftButton, pos=first.rect().center())
        assert row.order == ["h2", "h3", "h1"]
        assert first.accessibleName() == "Okko, 3 of 3"
        cursor = table.game.session.cursor
        press(Qt.Key.Key_Space)
        assert table.game.state.order == ("h2", "h3", "h1")
        table.game.undo()
        assert table.game.session.cursor == cursor, "laid as one thing"


def test_STR_5_initiative_cards_are_put_in_order_by_keys() -> None:
    with chronicles_table(2, tracked=False, places="spaces") as table:
        row = ordering(table).screen.decision.order
        assert row.cards["h1"].hasFocus()
        QTest.keyClick(row.cards["h1"], Qt.Key.Key_Right)
        assert row.order == ["h2", "h1"]
        assert row.cards["h1"].hasFocus()
        press(Qt.Key.Key_Space)
        assert table.game.state.order == ("h2", "h1")


def test_ATK_6_a_push_is_clicked_on_the_board_and_no_row_of_buttons() -> None:
    with table_with_board({"h1": (4, 3), "h2": (5, 3), "hiroji-san-1": (4, 4)}) as table:
        view = table.screen.board.view
        assert view is not None
        click_cell(view, (4, 4))
        pending = table.game.pending
        assert isinstance(pending, Roll)
        table.game.roll([2] * len(pending.dice))
        QApplication.processEvents()
        pushes = [one for one in table.game.options if one.kind == "push"]
        assert pushes
        assert list(table.screen.slip._buttons) == ["leave"]
        to = pushes[0].at  # type: ignore[attr-defined]
        click_cell(view, to)
        figure = table.game.state.figure("hiroji-san-1")
        assert figure is not None
        assert figure.at == to


def test_several_ways_are_offered_beside_the_place_that_was_clicked() -> None:
    with chronicles_table(2, tracked=False, places="spaces") as table:
        view = table.screen.board.view
        assert view is not None
        view.settle()
        at = (2, 2)
        click_cell(view, at)
        popup = next(one for one in table.screen.window().findChildren(ChoicePopup) if one.isVisible())
        clicked = view.viewport().mapTo(table.screen.window(), spot(view, at))
        slip = popup._slip.geometry()
        assert abs(slip.left() - clicked.x()) < 80
        assert abs(slip.top() - clicked.y()) < 80
        popup.close()


def test_where_to_begin_is_asked_for_by_name_before_the_first_turn() -> None:
    with chronicles_table(2, tracked=False, places="spaces") as table:
        assert table.screen.prompt.text() == "Choose where Okko begins on the board"


def test_a_page_has_the_middle_to_itself_where_nothing_is_asked_and_there_is_no_board() -> None:
    """As when the game is over: the memoirs are read, and no empty list lies above them."""
    with chronicles_table(2) as table:
        later(table.game, "hero")
        sit(table)
        table.screen.leaf.show_choice("memoirs")
        table.screen._turn_to("memoirs")
        table.game.look(1)
        QApplication.processEvents()
        assert not table.game.choices
        assert table.screen.memoirs.height() > table.screen.height() / 2


def test_a_chance_that_is_nearly_none_is_not_told_as_one_in_a_hundred() -> None:
    assert per_cent(Fraction(5, 139968)) == "<1%"
    assert per_cent(Fraction(1, 100)) == "1%"
    assert per_cent(Fraction(999, 1000)) == ">99%"
    assert per_cent(Fraction(1)) == "100%"


def finished() -> State:
    return replace(known(2), stage="over", memoirs=(Placed("alert", "red"), Placed("unmasked", "blue")))


def test_the_scroll_of_the_memoirs_unrolls_at_the_end_once_and_not_with_reduced_motion(qtbot: Any) -> None:
    before = motion.reduced()
    try:
        for reduced in (False, True):
            motion.set_reduced(reduced)
            page = MemoirsPage()
            qtbot.addWidget(page)
            page.show_state(finished(), None)
            page.show()
            chapters = [view for view in page.views if view.entry.grows]
            assert len(chapters) == 2
            assert all(view.share < 1 for view in chapters) != reduced
            until(lambda chapters=chapters: all(view.share == 1 for view in chapters))
            page.hide()
            page.show()
            assert all(view.share == 1 for view in chapters), "it has been read"
    finally:
        motion.set_reduced(before)


def test_the_running_points_can_be_hidden_until_the_end(qtbot: Any) -> None:
    page = MemoirsPage()
    qtbot.addWidget(page)
    page.show_state(replace(finished(), stage="hero"), None)
    page.show()
    points = next(view for view in page.views if view.entry.key == "points")
    assert "2 points" in points.accessibleDescription() or "1 point" in points.accessibleDescription()
    click(page.fold)
    assert "point" not in points.accessibleDescription()
    assert points.accessibleName() == "The points stay hidden until the end."
    page.show_state(finished(), None)
    assert "point" in points.accessibleDescription()
    assert page.fold.isHidden()


def test_STR_4_one_sees_whose_hand_is_planned_and_the_step_is_that_it_is_ready() -> None:
    with chronicles_table(2, tracked=False, places="spaces") as table:
        later(table.game, "plans")
        sit(table)
        screen = table.screen
        assert screen.prompt.text().startswith("Okko: lay one or two cards")
        assert screen.step.isHidden()
        screen._pick(screen.heroes, "figure:h2")
        assert screen.prompt.text().startswith("Noburo: lay one or two cards")
        click(screen.plan.parts()[0])
        assert screen.step.text() == "Plan ready"
        press(Qt.Key.Key_Space)
        assert table.game.state.hero("h2").plan.ready
        assert not table.game.state.hero("h1").plan.ready


def test_the_log_tells_a_way_and_a_plan_in_one_line_each() -> None:
    with table_with_board({"h1": (0, 0), "h2": (1, 1)}) as table:
        told = [line.title for line in table.screen.log.list.rows.lines]
        assert sum("Initiative cards are laid face down" in one for one in told) == table.game.state.turn
        view = table.screen.board.view
        assert view is not None
        view.settle()
        click_cell(view, (4, 4))
        last = table.screen.log.list.rows.lines[-1].title
        assert last.endswith("moves to column 5, row 5")
        assert "enters zone" not in last
        assert not any("End of turn" in one for one in told)
        for one in told:
            assert one.count("is planning") == len(set(one.split(" · ")) & {"Okko is planning", "Noburo is planning"})


def test_the_log_tells_nothing_twice() -> None:
    moved, drawn = e.FigureMoved("ninja-1", (1, 2)), se.SurpriseResolved("house:a-trap")
    told = STYLE.told([
        e.OrderSet("h1"), e.PlanChanged("h1"), e.OrderSet("h2"), e.HeroReady("h1"), e.ActivationBegan("oni"),
        e.SheetActivated("house:ninja"), e.FigureActed("ninja-1"), moved, e.FigureActed("ninja-2"),
        e.ObjectMoved("h1", "house:katana", "left"), e.ObjectMoved("h1", "house:katana", "right"),
        se.ClueDrawn("h1", "house:a-trap"), drawn,
    ])  # fmt: skip
    assert list(told) == [
        e.OrderSet("h1"), e.HeroReady("h1"), e.SheetActivated("house:ninja"), moved, e.FigureActed("ninja-2"),
        e.ObjectMoved("h1", "house:katana", "right"), drawn,
    ]  # fmt: skip


def test_STR_6_an_event_card_is_dragged_onto_a_sheet_or_clicked_and_the_sheet_chosen() -> None:
    with chronicles_table(2, tracked=False, places="spaces") as table:
        later(table.game, "techniques", when=lambda state: state.oni.hand)
        sit(table)
        column, card = table.screen.oni, table.game.state.oni.hand[0]
        sheets = [one.sheet for one in table.game.options if one.kind == "technique" and one.card == card]
        held, onto, away = column.part(f"card:{card}"), column.part(f"sheet:{sheets[-1]}"), column.part("discard")
        assert held is not None and onto is not None and away is not None
        click(held)
        popup = next(one for one in table.screen.window().findChildren(ChoicePopup) if one.isVisible())
        assert len(popup.lines.rows.lines) == len(sheets)
        popup.close()
        for there in (away, onto):
            assert not table.game.state.oni.techniques, "it was let go elsewhere"
            at = held.mapFromGlobal(there.mapToGlobal(there.rect().center()))
            QTest.mousePress(held, Qt.MouseButton.LeftButton, pos=held.rect().center())
            QTest.mouseMove(held, held.rect().center() + QPoint(40, 10))
            QTest.mouseMove(held, at)
            QTest.mouseRelease(held, Qt.MouseButton.LeftButton, pos=at)
        assert [(one.sheet, one.card) for one in table.game.state.oni.techniques] == [(sheets[-1], card)]


def test_COR_3_the_tile_to_be_corrupted_is_clicked_anywhere() -> None:
    with chronicles_table(2, tracked=False, places="spaces") as table:
        later(table.game, "corruption", never=("accuse_host", "accuse_nature"))
        sit(table)
        view = table.screen.board.view
        assert view is not None
        view.settle()
        assert not table.game.state.oni.corruption
        click_cell(view, (14, 8))
        assert [one.piece for one in table.game.state.oni.corruption] == ["T6"]


def test_BRD_5_a_reinforced_door_is_clicked_and_its_test_rolled_in_the_slip() -> None:
    with table_with_board({"h1": (5, 2), "h2": (4, 2)}) as table:
        doors = SYSTEM.encode(table.game.state)["doors"]
        test = {"characteristic": "mental", "difficulty": 3}
        barred = [{**one, "state": "reinforced", "test": test} if one["at"] == [5, 2] else one for one in doors]
        assert table.game.correct(Set("doors", barred))
        QApplication.processEvents()
        view = table.screen.board.view
        assert view is not None
        view.settle()
        click_cell(view, (5, 2), dx=0.48)
        assert not table.screen.slip.isHidden()
        assert "3 test dice: difficulty 3" in table.screen.slip.accessibleDescription()
        table.game.roll([0, 0, 0])
        QApplication.processEvents()
        assert next(one for one in table.game.state.layout.doors if one.at == (5, 2)).state == "open"
        assert "Passed" in table.screen.slip.accessibleDescription()


def test_ACC_1_a_suspect_is_accused_by_a_click_on_the_page_of_the_end_of_the_turn() -> None:
    with chronicles_table(2, tracked=False, places="spaces") as table:
        later(table.game, "accusation")
        sit(table)
        screen = table.screen
        assert screen.leaf.choice() == "ending"
        assert kinds(table) == {"no_accusation"}
        lit = [view for view in screen.ending.views if view.lit]
        assert len(lit) == len(table.game.state.suspects) + len(table.game.state.natures)
        assert lit[0].hasFocus()
        assert "can be chosen now" in lit[0].accessibleDescription()
        host = lit[0].entry.id.partition(":")[2]
        QTest.keyClick(lit[0], Qt.Key.Key_Return)
        assert host in [one.host for one in table.game.state.frames if isinstance(one, AccuseFrame)]
        table.game.undo()
        screen.leaf.show_choice("notebook")
        screen._turn_to("notebook")
        assert {"accuse_host", "accuse_nature"} <= kinds(table), "elsewhere they are lines"


def test_INV_12_the_notebook_says_whose_knowledge_it_is_to_the_oni(qtbot: Any) -> None:
    page = NotebookPage()
    qtbot.addWidget(page)
    state = known(2)
    for viewer, told in (("oni", True), ("h1", False)):
        page.show_state(state, viewer)
        assert any("as far as the Oni has seen" in view.accessibleName() for view in page.views) == told
