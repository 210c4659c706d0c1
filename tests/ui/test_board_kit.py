"""Games on small boards, and hands to play them with. Helpers for the tests of the board."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.content.library import Library
from companion.model.core.refusal import Refusal
from companion.model.core.session import Session
from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state.state import State
from companion.ui.games.asagiri.board import BoardView
from companion.ui.games.asagiri.board.figure_layer import figure_picture
from companion.ui.games.asagiri.controller import AsagiriController

LIBRARY = Library.load(Path(__file__).parents[2] / "data" / "house")
STATS = {"attack": 4, "defense": 4, "movement": 4, "willpower": 3}
ROWS = ["......", ".h....", "......", "......", "..a..b", "......"]
PAGES = 2
SHOT = {
    "id": "test:bow",
    "name": {"en": "Bow"},
    "element": None,
    "when": ["shot"],
    "effects": [{"type": "shot", "range": 6, "value": 3}],
}


def figure(id: str, at: list[int] | None, facing: str = "N", **more: Any) -> dict[str, Any]:
    """A figure with plain stats; `skills` on both faces."""
    skills = more.pop("skills", [])
    stats = {**STATS, **more.pop("stats", {})}
    face = {**stats, "skills": skills}
    return {
        "id": id, "name": f"Figure {id}", "zeni": 3, "at": at, "facing": facing, "silhouette": "ronin",
        "profile": {"vigilant": face, "shaken": face}, **more,
    }  # fmt: skip


def position(a: list[dict[str, Any]], b: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A position on `ROWS` (or `rows`, with `walls` and `doors`)."""
    board = {key: more.pop(key, default) for key, default in (("rows", ROWS), ("walls", []), ("doors", []))}
    where = {} if "floors" in more else {"board": board}
    bands = {
        seat: {"limit": 30, "aside": 4, "characters": deepcopy(characters)} for seat, characters in (("A", a), ("B", b))
    }
    for seat in bands:
        bands[seat] |= more.pop(f"band_{seat.lower()}", {})
    return {
        "format": "okko-position/1", "system": "asagiri", "bands": bands, "turn": 2, "phase": "A", "active": None,
        **where, **more,
    }  # fmt: skip


TWO = ([figure("a1", [2, 4]), figure("a2", [4, 4])], [figure("b1", [2, 1], "S"), figure("b2", [5, 2], "W")])


def game_of(place: dict[str, Any] | None = None, mode: str = "enforce") -> AsagiriController:
    """A game that begins from a position (by default `TWO`)."""
    wanted = position(*TWO) if place is None else place
    return AsagiriController(Session.load(SYSTEM, wanted, LIBRARY, 7, mode=mode), Words())


def new_game() -> AsagiriController:
    """A game at its deployment: band A has the south side."""
    game = AsagiriController(Session.new(SYSTEM, {"quick": True}, LIBRARY, 7), Words())
    while game.state.stage == "first":
        game.roll()
    game.choose(o.Side(2))
    return game


def view_of(qtbot: Any, game: AsagiriController, *, moving: bool = False) -> BoardView:
    """The board of a game, shown; without motion unless it is asked for."""
    view = BoardView(game)
    qtbot.addWidget(view)
    game.setParent(view)
    view.animations_enabled = moving
    view.resize(900, 760)
    with qtbot.waitExposed(view):
        view.show()
    view.figures.repaint()
    return view


def refusals(game: AsagiriController) -> list[Refusal]:
    """What is refused from now on."""
    found: list[Refusal] = []
    game.refused.connect(found.append)
    return found


def at(game: AsagiriController, column: int, row: int, floor: int = 0) -> int:
    """The square there."""
    return game.state.table.board.index[column, row, floor]


def spot(view: BoardView, column: int, row: int) -> QPoint:
    """The middle of a square in the viewport."""
    return view.spot(at(view.game, column, row, view.canvas.geometry.floor))


def click(view: BoardView, column: int, row: int, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    """Click on a square."""
    QTest.mouseClick(view.viewport(), button, pos=spot(view, column, row))


def point(view: BoardView, column: int, row: int) -> None:
    """Move the pointer over a square."""
    QTest.mouseMove(view.viewport(), spot(view, column, row) + QPoint(1, 1))
    QTest.mouseMove(view.viewport(), spot(view, column, row))


def drag(widget: QWidget, start: QPoint, end: QPoint, *, drop: bool = True) -> None:
    """Drag from a point of a widget to another one (which may lie outside of it)."""
    QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
    for k in range(1, 9):
        QTest.mouseMove(widget, start + (end - start) * (k / 8))
    if drop:
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=end)


def wheel(view: BoardView, steps: int, pos: QPoint) -> None:
    """Turn the wheel over a point: positive away from the person."""
    event = QWheelEvent(
        QPointF(pos), QPointF(view.viewport().mapToGlobal(pos)), QPoint(), QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def check_synced(view: BoardView) -> None:
    """Every figure is drawn where, and as, the state has it."""
    state: State = view.game.state
    if view._settle_timer.isActive():
        view.figures.repaint()  # the size of squares has changed a moment ago
    assert len(view.figures.tokens) == len(state.figures)
    for token, figure_ in zip(view.figures.tokens, state.figures, strict=True):
        assert token.shown == figure_
        seen = figure_.at >= 0 and view.canvas.geometry.has(figure_.at)
        assert token.item.isVisible() == seen
        if seen:
            assert token.item.pos() == view.canvas.centre(figure_.at)
            assert token.item.rotation() == 0
            assert token.item.scale() == 1
            assert token.item.opacity() == 1
            wanted = figure_picture(view.canvas, token.who, figure_, selected=token.selected)
            assert token.item.pixmap().cacheKey() == wanted.cacheKey()
