"""The screens of Asagiri in one window."""

from __future__ import annotations

from companion.ui.play.game_ui import GameScreens


class AsagiriScreens(GameScreens):
    """See the module."""
