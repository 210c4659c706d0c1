"""The window of Okko: Era of the Asagiri."""

from __future__ import annotations

from companion.model.core.words import say
from companion.ui.play.game_ui import GameScreens, GameUI, Shell


def _screens(shell: Shell) -> GameScreens:
    from .screens import AsagiriScreens

    return AsagiriScreens(shell)


GAME_UI = GameUI("asagiri", say("Okko: Era of the Asagiri"), _screens)
