"""The toy game on the table of a whole window: hands that are known here, people who use mouse or keys."""

from __future__ import annotations

from typing import Any, Literal

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.model.core.contract import UNKNOWN, Option
from companion.ui.games.blank.table import BlankScreen, BlankTable
from companion.ui.kit.list_view import ListView
from companion.ui.play.storage import GameSettings, Player
from companion.ui.shell.window import MainWindow

from .rows import Row
from .test_window_kit import click, press

Way = Literal["mouse", "keys"]
THREE = {"A": [1, 3, 5, 6], "B": [1, 2, 4, 6], "C": [2, 3, 4, 5]}
FOUR = {"A": [1, 4, 6], "B": [2, 3, 5], "C": [1, 3, 6], "D": [2, 4, 5]}
NAMES = ("Ann", "Bea", "Cleo", "Dan")


def setup_of(hands: dict[str, list[Any]], rounds: int = 2) -> dict[str, Any]:
    """A set-up with these hands, in camps where there are four."""
    return {"rounds": rounds, "camps": len(hands) == 4, "hands": hands}


def people(count: int, *players: Player, **more: Any) -> GameSettings:
    """Who plays: persons, but for the first ones named."""
    who = (*players, *("person",) * (count - len(players)))
    return GameSettings(NAMES[:count], who, bands=("",) * count, **more)


def on_table(w: MainWindow, hands: dict[str, list[Any]], rounds: int = 2, **more: Any) -> BlankScreen:
    """A new game on the table; its screen."""
    settings = more.pop("settings", None) or people(len(hands), **more)
    assert w.navigator is not None
    id = w.navigator.storage.begin(setup_of(hands, rounds), settings, "Toy", "blank").entry.id
    w.navigator.open_game(id)
    return screen_of(w)


def screen_of(w: MainWindow) -> BlankScreen:
    """The toy's table in the window."""
    assert w.navigator is not None
    table = w.navigator.table
    assert isinstance(table, BlankTable)
    QApplication.processEvents()
    return table.screen


def sit(screen: BlankScreen, seat: str, way: Way = "keys") -> None:
    """The player of a seat takes the screen."""
    if way == "keys":
        press(seat.lower())
    else:
        click(screen.cover.buttons[seat])
    assert screen.game.at_screen == seat


def choose(screen: BlankScreen, option: Option, way: Way = "keys") -> None:
    """Whoever sits there takes an option that is offered."""
    game = screen.game
    card = getattr(option, "card", None)
    if option in screen._picks():
        n = next(n for n, button in enumerate(screen.hand) if button.face == (str(card) if card is UNKNOWN else card))
        press(str(card)) if way == "keys" else click(screen.hand[n])
        return
    choice = next(choice for choice in game.choices if option in choice.options)
    row = Row(screen.options, f"{choice.seat} {game.session.system.option_id(game.state, option)}")
    if way == "mouse":
        row.click()
    else:
        screen.options.setFocus()
        while screen.options.line is not row.line:
            press(Qt.Key.Key_Down)
        press(Qt.Key.Key_Return)


def pick(screen: BlankScreen, card: int, way: Way = "keys") -> None:
    """Whoever sits there picks a card of their hand."""
    choose(screen, next(option for option in screen._picks() if option.card == card), way)


def said(widget: QWidget) -> list[str]:
    """All that a window says, to eyes, mouse and ears, shown or not."""
    found = []
    for one in (widget, *widget.findChildren(QWidget)):
        text = getattr(one, "text", None)
        words = [text() if callable(text) else "", one.accessibleName(), one.accessibleDescription(), one.toolTip()]
        lines = [line.title + line.words + line.heard for line in one.rows.lines] if isinstance(one, ListView) else []
        found += [word for word in (*words, *lines) if word]
    return found


def seen(widget: QWidget) -> tuple[list[str], QImage]:
    """What a window shows and says."""
    QTest.mouseMove(widget, QPoint(1, 1))
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # screens of games before
    QApplication.processEvents()
    return sorted(said(widget)), widget.grab().toImage()
