"""Run as a process of its own: tracks a table at the real window, says what it shows, and kills itself.

``python -m tests.ui.tracked_table FOLDER`` prints one line of JSON, the state shown last, before it dies.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.table.corrections import SetDice, SetState
from companion.ui.games.asagiri.table.screen import TableScreen

from .players import Mouse, Sitting, settle


def type_dice(table: TableScreen, text: str) -> None:
    """One key a face, wherever the dice are asked for."""
    table.step()
    settle()
    QTest.keyClicks(QApplication.focusWidget() or table, text)
    settle()


def drag(table: TableScreen, start: int, end: int) -> None:
    """A figure is taken from a square and put down on another, in small steps as a hand does."""
    board = table.board
    a, b = (board.mapFromScene(board.canvas.geometry.centre(square)) for square in (start, end))
    view = board.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=a)
    for n in range(1, 11):
        QTest.mouseMove(view, a + QPoint((b.x() - a.x()) * n // 10, (b.y() - a.y()) * n // 10))
        settle()
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=b)
    settle()


def main() -> None:
    """See the module."""
    app = QApplication(sys.argv[:1])
    sitting = Sitting(Path(sys.argv[1]))
    assert sitting.window.navigator is not None
    sitting.window.navigator.quick_start("assist")
    table = sitting.table
    game = table.game
    for seat in "AB":
        game.give_to(seat, None)
    game.set_dice("typed")
    settle()
    type_dice(table, "52")
    mouse = Mouse(table)
    while game.state.stage in ("side", "deploy"):
        mouse.next_step()
    type_dice(table, "ffwt" + "t" * (len(game.pending.dice) - 4))
    assert game.state.stage == "activations", game.state.stage
    table.dice.correct_roll()  # the third die was an air: it is typed over
    settle()
    QTest.keyClicks(QApplication.focusWidget() or table, "ffat" + "t" * (len(game.state.bands[0].pool) - 4))
    assert game.state.bands[0].pool[:4] == ("fire", "fire", "air", "tori"), game.state.bands[0].pool
    figures = game.state.on_board(0)
    first, second = figures[0], figures[1]
    here = game.state.figures[first].at
    column, _, floor = game.state.table.board.squares[here]
    near = next(option.at for option in game.options_like(o.Step) or _steps(game, first) if isinstance(option, o.Step))
    drag(table, here, near)
    assert game.state.figures[first].at == near, "a legal drag moves the figure"
    far = game.state.table.board.index[(column, 8, floor)]
    drag(table, game.state.figures[second].at, far)
    assert game.state.figures[second].at == far, "a hand may break a rule"
    game.correct(SetState(first, "shaken"))
    QTest.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert game.state.figures[first].state == "vigilant"
    game.correct(SetState(first, "shaken"), SetDice(1, (), 3))
    settle()
    last = [
        step.result.sources for step in game.session.steps if step.result.sources and "corrected" in step.result.sources
    ]
    shown = {
        "state": SYSTEM.encode(game.state),
        "cursor": game.session.cursor,
        "marks": [step.mark for step in game.session.steps],
        "sources": ["typed", "corrected"] if last and "typed" in last[0] else [],
    }
    print(json.dumps(shown), flush=True)
    del app
    os.kill(os.getpid(), signal.SIGKILL)


def _steps(game: object, who: int) -> list[o.Step]:
    """The steps a figure could take if it were activated."""
    state = game.state
    after = SYSTEM.apply(state, o.Activate(who)).state
    return [option for option in SYSTEM.pending(after).options if isinstance(option, o.Step)]


if __name__ == "__main__":
    main()
