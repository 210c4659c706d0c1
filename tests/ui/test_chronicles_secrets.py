"""Two games that differ only in what a viewer may not know: the window shows and says the same, to the pixel (§30)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.core.contract import Choice, Over, Roll, choices_of
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import ONI, State
from companion.ui.games.chronicles.board.display import BoardDisplay
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow
from tests.chronicles.sensible import Sensible
from tests.chronicles.tables import CONTENT, setup

from .blank_kit import seen
from .chronicles_kit import chronicles_window
from .chronicles_players import table_of
from .test_window_kit import until

Shown = tuple[list[str], QImage]


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    with chronicles_window() as (made, _):
        yield made


def positions(seed: int) -> list[State]:
    """A position of each stage of a game of two heroes, as somebody is asked in it."""
    session, mind, found = Session.new(SYSTEM, setup(2, places="spaces"), CONTENT, seed), Sensible(), dict[str, State]()
    rng = Random(seed)
    while not isinstance(session.pending, Over):
        if isinstance(session.pending, Roll):
            session.roll()
            continue
        state, choice = session.state, rng.choice(choices_of(session.pending))
        if state.turn and (state.stage not in found or rng.random() < 0.1):
            found[state.stage] = state
        session.choose(mind.decide(state, choice), seat=choice.seat)
    return list(found.values())


def moment(w: MainWindow, state: State, seat: str | None) -> list[Shown]:
    """All that a table shows and says to whoever sits there, on each of its pages; None: it is covered."""
    assert w.navigator is not None
    storage = w.navigator.storage
    session = Session.load(SYSTEM, SYSTEM.encode(state), storage.content, seed=1)
    settings = GameSettings(("Olga", "Anna", "Marco"), ("person",) * 3, bands=("",) * 3)
    w.navigator.open_game(storage.keep_new(session, "Evening", settings).id)
    table = table_of(w)
    until(lambda: table.game.to_sit)
    if seat is not None:
        table.game.sit(seat)
    found = [at_rest(w, table.screen.board.view)]
    for leaf in () if seat is None else ("text", "notebook", "missions", "memoirs", "ending"):
        table.screen.leaf.show_choice(leaf)
        table.screen._turn_to(leaf)
        found.append(at_rest(w, table.screen.board.view))
    table.second.toggle()
    assert table.second.window is not None
    found.append(at_rest(table.second.window, table.second.window.board))
    table.second.toggle()
    w.activateWindow()
    until(lambda: QApplication.activeWindow() is w)
    return found


def at_rest(window: QWidget, board: BoardDisplay | None) -> Shown:
    """What a window shows when its board has its size, and is painted for it."""
    assert board is not None
    before, shown = None, seen(window)
    while shown != before:
        QTest.qWait(60)
        board.settle()
        before, shown = shown, seen(window)
    return shown


def alike(w: MainWindow, seeds: range, most: int) -> int:
    """How many moments looked the same in another world, covered and to who is asked."""
    compared = 0
    for seed in seeds:
        rng, states = Random(seed), positions(seed)
        for state in rng.sample(states, min(most, len(states))):
            choice = rng.choice(choices_of(SYSTEM.pending(state)))
            for sits, knows in ((choice.seat, choice.seat), (None, ONI), (None, "h1")):
                world = SYSTEM.sample_world(SYSTEM.view(state, knows), knows, rng, CONTENT)
                if not _asks_the_same(state, world, choice):
                    continue  # what follows by itself when it is loaded
                assert moment(w, state, sits) == moment(w, world, sits), (seed, state.stage, sits, knows)
                compared += 1
    return compared


def _asks_the_same(state: State, world: State, choice: Choice) -> bool:
    loaded = [Session.load(SYSTEM, SYSTEM.encode(one), CONTENT, seed=1).state for one in (state, world)]
    views = [SYSTEM.view(one, choice.seat) for one in loaded]
    seats = [[one.seat for one in choices_of(SYSTEM.pending(one))] for one in loaded]
    return seats[0] == seats[1] and (choice.seat not in seats[0] or views[0] == views[1])


def test_at_any_moment_no_page_tells_what_its_viewer_may_not_know(w: MainWindow) -> None:
    """The table, its pages, the second window: a plan, a wound, an event card, the guilty host."""
    assert alike(w, range(1), 2) >= 4


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_at_many_moments_no_page_tells_what_its_viewer_may_not_know(w: MainWindow) -> None:
    assert alike(w, range(10, 16), 8) > 60
