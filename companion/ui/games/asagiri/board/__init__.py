"""The board: the floor and what stands on it, seen from above and acted on with mouse or keys.

`BoardView` is what a screen puts in its middle; its `DeployTray` comes with it. Everything drawn over the floor answers
pure functions of the model: nothing here computes a rule.
"""

from __future__ import annotations

from companion.ui.games.asagiri.board.pictures import Scenery, guessed, scenery_of_record, scenery_of_tiles

from .view import BoardView
from .widgets import DeployTray

__all__ = ["BoardView", "DeployTray", "Scenery", "guessed", "scenery_of_record", "scenery_of_tiles"]
