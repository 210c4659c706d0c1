"""The window of Saké & Samouraï."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.model.core.words import Message, say
from companion.ui.play.game_ui import GameAction, GameScreens, GameUI, HomeTile, Meter, Shell, at_table

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter, QPixmap
    from PySide6.QtWidgets import QWidget

    from companion.model.core.contract import Json
    from companion.model.core.record import Record
    from companion.model.games.sake.state.state import State
    from companion.model.phones import Face
    from companion.ui.games.sake.table.table import SakeTable
    from companion.ui.kit.theme.palette import Theme


def _screens(shell: Shell) -> GameScreens:
    from .screens import SakeScreens

    return SakeScreens(shell)


def _picture(record: Record, state: State, side: int, ratio: float) -> QPixmap:
    from companion.ui.games.sake.drawing.thumbnail import thumbnail

    return thumbnail(state, side, ratio)


def _banner(pen: QPainter, place: QRectF, theme: Theme) -> None:
    from companion.ui.games.sake.drawing.thumbnail import paint_evening

    paint_evening(pen, place, theme)


def _standing(state: State) -> Message:
    from .vocabulary import standing

    return standing(state)


def _meters(state: State, names: Sequence[str]) -> list[Meter]:
    from companion.model.games.sake.state.state import counters

    return [Meter(say("Sake left in the Masu"), state.masu, counters(state.count))]


def _diagram(position: Json) -> QWidget:
    from companion.ui.games.sake.ring.diagram import Diagram

    return Diagram(position)


def _phone(table: SakeTable) -> Face:
    from .phone import SakeFace

    return SakeFace(table.game, table.called)


GAME_UI = GameUI(
    "sake",
    say("Saké & Samouraï"),
    _screens,
    line=say("Drunken samurai around one bowl of sake: three to eight players with hidden hands."),
    banner=_banner,
    quick=say("Four samurai around one bowl, you against three automatic players."),
    tiles=(
        HomeTile(
            "sake-table", "手", say("At the table"), say("You play with the real cards; the app keeps track."),
            lambda screens: screens.new_game("track"),
        ),
        HomeTile(
            "sake-screen", "花", say("On screen"),
            say("Play here, with friends or against the computer. The app deals and enforces the rules."),
            lambda screens: screens.new_game("enforce"),
        ),
    ),
    actions=(
        GameAction("print", lambda screens: screens.show_print(), before="library", asks=True),
        GameAction("report", lambda screens: screens.show_report(), before="library", enabled=at_table),
        GameAction("figures", lambda screens: screens.show_charts(), asks=True),
        GameAction(
            "workshop", lambda screens: screens.show_workshop(), asks=True,
            enabled=lambda shell: shell.storage.workshop is not None,
        ),
        GameAction("reference", lambda screens: screens.show_print("reference"), "help", before="folder", asks=True),
    ),
    seats=8,
    picture=_picture,
    standing=_standing,
    meters=_meters,
    report=lambda screens, id: screens.show_report(id),
    charts=lambda screens, id: screens.charts.show_stored(id),
    phone=_phone,
    diagram=_diagram,
)  # fmt: skip
