"""A table opened from disk, before anything has happened on it."""

from __future__ import annotations

from typing import Any

from companion.ui.games.asagiri.table.screen import TableScreen

from .test_board_kit import game_of
from .test_cards_kit import hold


def test_the_board_has_all_the_room_from_the_first_moment(qtbot: Any) -> None:
    screen = hold(qtbot, TableScreen(game_of()))
    screen.resize(1280, 800)
    with qtbot.waitExposed(screen):
        screen.show()
    assert not screen.draft.isVisible()
    assert screen.board.height() > screen.height() / 2
