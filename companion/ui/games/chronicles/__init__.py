"""The window of Okko Chronicles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.model.core.words import Message, say
from companion.ui.play.game_ui import GameAction, GameScreens, GameUI, HomeTile, Meter, Shell, at_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter, QPixmap

    from companion.model.core.record import Record
    from companion.model.games.chronicles.state.state import State
    from companion.model.phones import Face
    from companion.ui.games.chronicles.screens import ChroniclesTable
    from companion.ui.kit.theme.palette import Theme


def _screens(shell: Shell) -> GameScreens:
    from .screens import ChroniclesScreens

    return ChroniclesScreens(shell)


def _picture(record: Record, state: State, side: int, ratio: float) -> QPixmap:
    from .drawing.palace import thumbnail

    return thumbnail(state, side, ratio)


def _banner(pen: QPainter, place: QRectF, theme: Theme) -> None:
    from .drawing.palace import paint_palace

    paint_palace(pen, place, theme)


def _standing(state: State) -> Message:
    from .vocabulary import standing

    return standing(state)


def _meters(state: State, names: Sequence[str]) -> list[Meter]:
    from companion.model.games.chronicles.state.state import LAST_COLUMN, WRONG_MOST

    found = [Meter(say("Turn of the track"), min(state.turn, LAST_COLUMN), LAST_COLUMN)]
    if state.table.investigation:
        found.append(Meter(say("Wrong accusations"), state.wrong, WRONG_MOST))
    return found


def _phone(table: ChroniclesTable) -> Face:
    from .phone import ChroniclesFace
    from .vocabulary import seat_name

    return ChroniclesFace(table.game, lambda seat: seat_name(table.game.session.state, table.opened.settings, seat))


GAME_UI = GameUI(
    "chronicles",
    say("Okko Chronicles"),
    _screens,
    line=say("Heroes in a palace against an Oni who hides behind one of its hosts: two to five players."),
    tiles=(
        HomeTile(
            "chronicles-table", "鬼", say("At the table"),
            say("You play with the real box; the app keeps track, counts and keeps the notebook."),
            lambda screens: screens.new_game("track"),
        ),
        HomeTile(
            "chronicles-screen", "水", say("On screen"),
            say("Play here, with friends or against an Oni that the app plays. The app enforces the rules."),
            lambda screens: screens.new_game("enforce"),
        ),
    ),
    actions=(
        GameAction("print", lambda screens: screens.show_print(), before="library", asks=True),
        GameAction("report", lambda screens: screens.show_report(), before="library", enabled=at_table),
        GameAction("reference", lambda screens: screens.show_print("reference"), "help", before="folder", asks=True),
        GameAction("figures", lambda screens: screens.show_charts(), asks=True),
        GameAction(
            "workshop", lambda screens: screens.show_workshop(), asks=True,
            enabled=lambda shell: shell.storage.workshop is not None,
        ),
    ),
    banner=_banner,
    quick=say("Two heroes against an Oni that the app plays."),
    seats=5,
    picture=_picture,
    standing=_standing,
    meters=_meters,
    report=lambda screens, id: screens.show_report(id),
    charts=lambda screens, id: screens.charts.show_stored(id),
    phone=_phone,
)  # fmt: skip
