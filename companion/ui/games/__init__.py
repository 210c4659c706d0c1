"""The windows of the games, one package each: found here by id, imported when somebody first opens the game."""

from __future__ import annotations

from companion.model.core.registry import Registry
from companion.ui.play.game_ui import GameUI, game_id


def _asagiri() -> GameUI:
    from .asagiri import GAME_UI

    return GAME_UI


def _blank() -> GameUI:
    from .blank import GAME_UI

    return GAME_UI


def _chronicles() -> GameUI:
    from .chronicles import GAME_UI

    return GAME_UI


def _sake() -> GameUI:
    from .sake import GAME_UI

    return GAME_UI


GAMES: Registry[GameUI] = Registry(
    {"asagiri": _asagiri, "sake": _sake, "chronicles": _chronicles, "blank": _blank},
    "GAME_UI",
    game_id,
    suffix=".window",
)
"""A package installed beside the program adds the entry point ``<id>.window`` to the group `registry.GROUP`."""
