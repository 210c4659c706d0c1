"""The board of Okko Chronicles to test with: alone, and in a table whose figures stand where a test wants them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Json
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.table.corrections import Set
from companion.model.grid import Cell
from companion.ui.games.chronicles.board.view import BoardView
from companion.ui.games.chronicles.screens import ChroniclesTable
from companion.ui.kit.scene import CELL

from .chronicles_kit import chronicles_table
from .test_chronicles_table import to_stage


@contextmanager
def board_of(state: State, width: int = 760, height: int = 520) -> Iterator[BoardView]:
    """A board alone, shown."""
    laid = places.laid(state)
    assert laid is not None
    view = BoardView(laid)
    view.resize(width, height)
    view.show_state(state, None)
    view.show()
    QTest.qWaitForWindowExposed(view)
    view.settle()
    try:
        yield view
    finally:
        view.close()
        view.deleteLater()
        QApplication.processEvents()


@contextmanager
def table_with_board(
    figures: Mapping[str, Cell], more: Mapping[str, Json] | None = None, **options: Any
) -> Iterator[ChroniclesTable]:
    """A hero's activation, these figures on the board; those of the Oni of which nothing is said are gone."""
    with chronicles_table(2, tracked=False, places="spaces", **options) as table:
        to_stage(table, "hero")
        state = table.game.state
        spare = iter(((6, 11), (8, 11), (9, 11), (11, 11)))
        for one in state.figures:
            at = f"figures.{one.id}"
            if one.id in figures:
                assert table.game.correct(Set(f"{at}.at", [*figures[one.id]]))
            elif one.camp == "oni":
                assert table.game.correct(Set(at, None))
            else:
                assert table.game.correct(Set(f"{at}.at", [*next(spare)]))
        for at, value in (more or {}).items():
            assert table.game.correct(Set(at, value))
        QApplication.processEvents()
        yield table


def spot(view: BoardView, cell: Cell, dx: float = 0.0, dy: float = 0.0) -> QPoint:
    """A point of a cell in the viewport; `dx`, `dy` in cells from its middle."""
    centre = view.canvas.geometry.centre(cell)
    centre.setX(centre.x() + dx * CELL)
    centre.setY(centre.y() + dy * CELL)
    return view.mapFromScene(centre)


def click_cell(view: BoardView, cell: Cell, dx: float = 0.0, dy: float = 0.0) -> None:
    """Click on a cell."""
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot(view, cell, dx, dy))
    QApplication.processEvents()


def point_at(view: BoardView, cell: Cell) -> str:
    """Let the pointer rest on a cell; what is said then."""
    QTest.mouseMove(view.viewport(), spot(view, cell))
    QApplication.processEvents()
    return view.caption.text()
