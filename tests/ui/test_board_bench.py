"""A busy board is drawn fast enough to move."""

from __future__ import annotations

from typing import Any

from companion.model.games.asagiri.rules import options as o
from companion.ui.games.asagiri.bench import busy_frame_ms, slowest_frame

from .test_board_kit import TWO, check_synced, game_of, position, view_of


def test_the_slowest_of_a_few_frames(qtbot: Any) -> None:
    game = game_of()
    view = view_of(qtbot, game)
    game.choose(o.Activate(0))
    slowest = busy_frame_ms(view, 6)
    assert 0 < slowest < 500
    check_synced(view)
    assert view.layers.zones.masks[1]
    assert view.layers.vision.squares


def test_a_position_is_enough(qtbot: Any) -> None:
    game = game_of(position(*TWO))
    assert slowest_frame(game.state) > 0
    game.close()
