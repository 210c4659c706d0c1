"""The window of Okko: Era of the Asagiri."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.model.core.words import Message, say
from companion.ui.play.game_ui import (
    CommandList,
    GameAction,
    GameScreens,
    GameUI,
    HomeTile,
    JourneyStop,
    Meter,
    Shell,
    at_table,
)

if TYPE_CHECKING:
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QPainter, QPixmap
    from PySide6.QtWidgets import QWidget

    from companion.model.core.contract import Json
    from companion.model.core.record import Record
    from companion.model.core.session import Session
    from companion.model.phones import Face
    from companion.ui.kit.settings_table import Setting, SettingsPage
    from companion.ui.kit.theme.palette import Theme

    from .screens import AsagiriScreens
    from .table.game_table import AsagiriTable


def _screens(shell: Shell) -> GameScreens:
    from .screens import AsagiriScreens

    return AsagiriScreens(shell)


def _picture(header: Record, state: Any, side: int, dpr: float) -> QPixmap:
    from .board.pictures import thumbnail

    return thumbnail(header, state, side, dpr)


def _banner(pen: QPainter, place: QRectF, theme: Theme) -> None:
    from .banner import paint_duel

    paint_duel(pen, place, theme)


def _standing(state: Any) -> Message:
    from .board.pictures import where_it_stands

    return where_it_stands(state)


def _meters(state: Any, names: Sequence[str]) -> list[Meter]:
    both = zip(names, state.bands, state.table.limits, strict=True)
    return [Meter(say("Zeni lost by {name}", name=name), band.lost, most) for name, band, most in both]


def _seated(session: Session[Any]) -> Sequence[int]:
    from .table.game_table import exchanged

    return (1, 0) if exchanged(session) else (0, 1)


def _commands() -> list[CommandList]:
    from companion.model.games.asagiri.table.commands import grammar

    parts = [CommandList(part.title, [(line.words, line.example) for line in part.lines]) for part in grammar.MANUAL]
    return [CommandList(parts[0].title, parts[0].lines, grammar.HINT), *parts[1:]]


def _diagram(position: Json) -> QWidget:
    from .board.diagram import Diagram

    return Diagram(position)


def _phone(table: AsagiriTable) -> Face:
    from .phone import AsagiriFace

    return AsagiriFace(table.game, table.called)


def _settings() -> tuple[SettingsPage, Sequence[Setting]]:
    from .settings import settings

    return settings()


def _journey(screens: AsagiriScreens) -> Sequence[JourneyStop]:
    from .journey import journey

    return journey(screens)


GAME_UI = GameUI(
    "asagiri",
    say("Okko: Era of the Asagiri"),
    _screens,
    line=say("Two bands of demon hunters and monsters fight on the tiles of a board: a duel for two players."),
    banner=_banner,
    quick=say(
        "Two ready-made bands on a ready-made board, you against the computer: first the easy one, then, once you have "
        "finished a game, the normal one."
    ),
    tiles=(
        HomeTile(
            "table", "手", say("At the table"), say("You play with the real box; the app keeps track."),
            lambda screens: screens.new_game(screens.shell.keeper.settings.table_mode),
        ),
        HomeTile(
            "screen", "戦", say("On screen"),
            say("Play here, against a friend or the computer. The app enforces the rules."),
            lambda screens: screens.new_game("enforce"),
        ),
        HomeTile(
            "campaigns", "道", say("Campaigns"),
            say("A string of adventures with the same heroes, who heal, learn and die."),
            lambda screens: screens.show_campaigns(),
        ),
    ),
    actions=(
        GameAction("print", lambda screens: screens.show_print(), before="library"),
        GameAction("report", lambda screens: screens.show_report(), before="library", enabled=at_table),
        GameAction("campaigns", lambda screens: screens.show_campaigns(), before="library", gap=True),
        GameAction("bands", lambda screens: screens.show_bands()),
        GameAction(
            "workshop", lambda screens: screens.show_workshop(),
            enabled=lambda shell: shell.storage.workshop is not None,
        ),
        GameAction("figures", lambda screens: screens.show_charts()),
        GameAction("tables", lambda screens: screens.show_tables()),
        GameAction("reference", lambda screens: screens.show_print("reference"), "help", before="folder"),
    ),
    journey=_journey,
    picture=_picture,
    standing=_standing,
    phone=_phone,
    diagram=_diagram,
    meters=_meters,
    seated=_seated,
    commands=_commands,
    settings=_settings,
    report=lambda screens, id: screens.show_report(id),
    charts=lambda screens, id: screens.charts.show_stored(id),
)  # fmt: skip
