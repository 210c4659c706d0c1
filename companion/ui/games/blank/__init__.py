"""The window of the toy game, which proves that a game's window needs nothing of another game's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.model.core.words import Message, say
from companion.ui.play.game_ui import GameScreens, GameUI, HomeTile, Shell

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

    from companion.model.core.record import Record
    from companion.model.games.blank.state import State


def _screens(shell: Shell) -> GameScreens:
    from companion.ui.games.blank.table import BlankScreens

    return BlankScreens(shell)


def _report(screens: GameScreens, id: int) -> None:
    from companion.ui.play.log_panel import show_log_report

    show_log_report(screens.shell, id)


def _standing(state: State) -> Message:
    from companion.ui.games.blank.sheet import standing

    return standing(state)


def _picture(record: Record, state: State, side: int, ratio: float) -> QPixmap:
    from .sheet import picture

    return picture(record, state, side, ratio)


LINE = say("Cards picked in secret, by three players or two camps.")
TILES = (HomeTile("blank", "手", say("Blank"), LINE, lambda screens: screens.new_game()),)
GAME_UI = GameUI(
    "blank", say("Blank"), _screens, TILES, offered=False, seats=3, picture=_picture, standing=_standing, report=_report
)
