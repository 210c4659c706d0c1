"""Two games that differ only in what a viewer may not know: the window shows and says the same, pixel by pixel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Roll, choices_of
from companion.model.core.session import Session
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.rules.events import AnswerGiven
from companion.model.games.sake.state.state import LETTERS, State
from companion.ui.games.sake.log import STYLE
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.play.log_panel import log_report
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow
from tests.sake.test_sake_hidden import with_other_fronts
from tests.sake.test_sake_properties import moments

from .blank_kit import seen
from .sake_kit import NAMES, house_games, on_table, screen_of, sit
from .test_window_kit import until, window

Shown = tuple[list[str], QImage]


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    storage = house_games()
    with window(storage) as made:
        yield made
    storage.close()


def orders(kept: range) -> list[list[str]]:
    """Two orders of the pile that agree in all backs and in the cards at these places."""
    storage = house_games()
    session = Session.new(SYSTEM, {"seats": [
        {"seat": "ABC"[n], "name": "", "sheet": f"house:{name}"} for n, name in enumerate(("goro", "tetsuo", "sayuri"))
    ]}, storage.content)  # fmt: skip
    roll, deck = session.pending, session.state.table.deck
    assert isinstance(roll, Roll)
    order = [str(face) for face in sorted(roll.dice[0].kind.faces)]
    Random(9).shuffle(order)
    other, places = list(order), [n for n in range(len(order)) if n not in kept]
    for back in (1, 2, 3):
        mine = [n for n in places if deck.back[deck.index[order[n]]] == back]
        for at, to in zip(mine, mine[1:] + mine[:1], strict=True):
            other[to] = order[at]
    storage.close()
    assert other != order
    return [order, other]


def both(w: MainWindow, kept: range, do: Callable[[SakeScreen], object]) -> list[Shown]:
    """What the window shows of two games when `do` is done."""
    found = []
    for order in orders(kept):
        screen = on_table(w, 3, order=order)
        do(screen)
        found.append(seen(w))
    return found


A = range(4)
"""The places of the first player's hand in the order of the pile."""


def test_a_covered_screen_shows_nothing_of_any_hand(w: MainWindow) -> None:
    one, other = both(w, range(0), lambda screen: None)
    assert one == other


def test_whoever_sits_down_sees_their_hand_and_no_other(w: MainWindow) -> None:
    one, other = both(w, A, lambda screen: sit(screen, "A"))
    assert one == other
    mine, theirs = both(w, range(0), lambda screen: sit(screen, "A"))
    assert mine != theirs, "else nothing is compared"


def test_being_asked_in_a_window_shows_nothing_to_the_next(w: MainWindow) -> None:
    """A moves; the screen is covered, then B looks: nothing of A's or C's hand is there."""

    def move(screen: SakeScreen) -> None:
        sit(screen, "A")
        card = screen.hand.cards[0].card
        screen.take(Part("card", card))
        screen.take(Part("box", "move"))
        screen.take(screen.parts[0])
        assert screen.covered
        assert not screen.hand.cards

    one, other = both(w, A, move)
    assert one == other


def test_the_second_window_is_for_everybody(w: MainWindow) -> None:
    found = []
    for order in orders(range(0)):
        screen = on_table(w, 3, order=order)
        sit(screen, "A")
        screen.toggle_second()
        found.append(seen(screen.second))
        screen.toggle_second()
        w.activateWindow()
        until(lambda: QApplication.activeWindow() is w)
    assert found[0] == found[1]


@pytest.mark.parametrize("covered", [True, False])
def test_what_was_answered_in_a_window_is_told_to_nobody_before_all_have(w: MainWindow, covered: bool) -> None:
    """B passes, or draws on the soul: C sees the same dots, and the same lines in the log.

    Whether the screens before had the time to be painted is not seen either.
    """
    found = []
    for answer, painted in (("pass", True), ("soul", False)):
        screen = on_table(w, 3, order=orders(range(0))[0])
        w.setUpdatesEnabled(painted)
        sit(screen, "A")
        for part in (Part("card", screen.hand.cards[0].card), Part("box", "move")):
            screen.take(part)
        screen.take(screen.parts[0])
        sit(screen, "B")
        assert screen.choice is not None
        screen.game.choose(next(option for option in screen.choice.options if option.kind == answer))
        assert screen.covered
        if not covered:
            sit(screen, "C")
            assert screen.ring.answers == {1: True, 2: False}
        w.setUpdatesEnabled(True)
        found.append(seen(w))
    assert found[0] == found[1]


def test_an_answer_that_stands_alone_in_the_log_is_told_as_that() -> None:
    """Without any event the log would name the option that was chosen."""
    assert STYLE.told([AnswerGiven(1)]) == [AnswerGiven(1)]


def moment(w: MainWindow, state: State, seat: str | None) -> list[Shown]:
    """All that a table shows and says at one moment: to whoever sits there, pointed at everywhere, and beside it."""
    assert w.navigator is not None
    storage, count = w.navigator.storage, state.count
    session = Session.load(SYSTEM, SYSTEM.encode(state), storage.content, 1)
    settings = GameSettings(NAMES[:count], ("person",) * count, bands=("",) * count, spent=(0.0,) * count)
    w.navigator.open_game(storage.keep_new(session, "Evening", settings).id)
    screen = screen_of(w)
    if seat is not None:
        screen.game.sit(seat)
    found = [seen(w)]
    screen.ring.setFocus()
    for part in () if screen.ring.geometry_ is None else screen.ring.geometry_.around():
        screen.ring.hover(part)
        found.append(([screen.note.text(), screen.ring.accessibleDescription()], found[0][1]))
    screen.ring.hover(None)
    screen.toggle_timeline()
    found.append(seen(w))
    screen.toggle_timeline()
    screen.second.setVisible(True)
    found.append(seen(screen.second))
    screen.second.setVisible(False)
    return [*found, ([w.windowTitle(), screen.second.windowTitle(), log_report("Evening", session)], found[0][1])]


def alike(w: MainWindow, seeds: range) -> int:
    """How many moments of random games looked the same with other fronts, covered and to who is asked."""
    compared = 0
    for seed in seeds:
        rng = Random(seed)
        asked = [state for state, _, _ in moments(seed) if state.turn and choices_of(SYSTEM.pending(state))]
        state = rng.choice(asked)
        choice = rng.choice(choices_of(SYSTEM.pending(state)))
        for seat in (None, choice.seat):
            other = with_other_fronts(state, None if seat is None else LETTERS.index(seat), rng)
            assert moment(w, state, seat) == moment(w, other, seat), (seed, seat)
            compared += 1
    w.activateWindow()
    until(lambda: QApplication.activeWindow() is w)
    return compared


def test_at_any_moment_no_panel_tells_what_its_viewer_may_not_know(w: MainWindow) -> None:
    """Ring, hand, slip, log, timeline, notes, tips, titles, the second window, the report: in random positions."""
    assert alike(w, range(2)) == 4


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_at_many_moments_no_panel_tells_what_its_viewer_may_not_know(w: MainWindow) -> None:
    assert alike(w, range(100, 160)) == 120
