"""The table of Saké & Samouraï as a stranger sees it: nothing is cut off, lost or left unsaid."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Choice
from companion.model.games.sake.state import free_spots
from companion.ui.shell.window import MainWindow

from .sake_kit import house_games, later, on_table, sit
from .test_window_kit import window


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    storage = house_games()
    with window(storage) as made:
        yield made
    storage.close()


def test_every_line_that_can_be_chosen_is_seen_whole(w: MainWindow) -> None:
    """Words that wrap to a second line once cost the last line its lower half."""
    screen = on_table(w, 5)
    later(screen, lambda state: state.active is not None and len(free_spots(state.seats[state.active])) < 2)
    sit(screen, screen.game.to_sit[0])
    titles = [line.title for line in screen.options.rows.lines]
    assert "Burn a sake: play one card more" in titles, "the longest line"
    assert screen.options.verticalScrollBar().maximum() == 0
    assert screen.options.height() >= screen.options.heightForWidth(screen.options.width())


def test_nothing_but_the_window_comes_up_while_the_screen_goes_from_hand_to_hand(w: MainWindow) -> None:
    """A button that gave way in the moment it was made once came up as a window of its own, and took the keys."""
    screen = on_table(w, 3)
    session, asked = screen.game.session, set[str]()
    while len(asked) < 3:  # faster than any event is worked off
        asked.update(screen.game.to_sit)
        pending = session.pending
        assert isinstance(pending, Choice)
        session.choose(next(one for one in pending.options if one.kind in ("end_phase", "hold", "discard")))
    QApplication.processEvents()
    assert [one for one in QApplication.topLevelWidgets() if one.isVisible()] == [w]
