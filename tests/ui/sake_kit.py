"""Saké & Samouraï on the table of a whole window: people who use mouse or keys, and games that differ in secrets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Literal

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.content.library import _shipped
from companion.model.core.chance import Face
from companion.model.core.contract import Over, Roll, choices_of
from companion.model.games.sake.state.state import State
from companion.model.store.repository import Repository
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.games.sake.table.table import SakeTable
from companion.ui.play.storage import GameSettings, Mode, Player
from companion.ui.shell.window import MainWindow

from .rows import Row
from .test_window_kit import click, press

Way = Literal["mouse", "keys"]
NAMES = ("Bruno", "Camille", "David", "Alain", "Ewa", "Flora", "Gil", "Hana")
SHEETS = ("goro", "tetsuo", "sayuri", "hayate", "daigo", "benjiro", "shizuka", "kiyomi")


def house_games(where: str | Path = "sqlite://") -> StoredGames:
    """No game yet; the house box with all its cards. In memory, unless it is said where."""
    return StoredGames(Repository(where), _shipped())


def on_table(
    w: MainWindow,
    count: int = 3,
    players: tuple[Player, ...] = (),
    order: Sequence[str] = (),
    mode: Mode = "enforce",
    **options: Any,
) -> SakeScreen:
    """A new game on the table, dealt (in the `order` of the pile); who is not named in `players` is a person."""
    seats = [{"seat": "ABCDEFGH"[n], "name": NAMES[n], "sheet": f"house:{SHEETS[n]}"} for n in range(count)]
    who = (*players, *("person",) * (count - len(players)))
    settings = GameSettings(NAMES[:count], who, mode, bands=("",) * count, spent=(0.0,) * count)
    assert w.navigator is not None
    id = w.navigator.storage.begin({"seats": seats, "options": options}, settings, "Evening", "sake").entry.id
    w.navigator.open_game(id)
    screen = screen_of(w)
    if order:
        assert screen.game.roll(order), "the app has dealt by itself already"
    else:
        deal(screen)
    QApplication.processEvents()
    return screen


def screen_of(w: MainWindow) -> SakeScreen:
    """The table of the game in the window."""
    assert w.navigator is not None
    table = w.navigator.table
    assert isinstance(table, SakeTable)
    return table.screen


def deal(screen: SakeScreen, seed: int = 3) -> None:
    """Shuffle what is to be shuffled, always alike."""
    rng = Random(seed)
    while isinstance(roll := screen.game.pending, Roll):
        screen.game.roll(_shuffled(roll, rng))
    QApplication.processEvents()


def _shuffled(roll: Roll, rng: Random) -> list[Face]:
    faces = sorted(roll.dice[0].kind.faces)
    rng.shuffle(faces)
    return faces[: len(roll.dice)]


def sit(screen: SakeScreen, seat: str, way: Way = "keys") -> None:
    """The player of a seat takes the screen."""
    if way == "keys":
        press(seat.lower())
    else:
        click(screen.cover.buttons[seat])
    assert screen.game.at_screen == seat


def take(screen: SakeScreen, part: Part, way: Way) -> None:
    """Take a step of the decision that is shown, as a person does."""
    assert part in screen.parts
    card = screen.hand.card(part.value) if part.kind == "card" else None
    line = next((line for line in screen.options.rows.lines if line.data == part), None)
    place = screen.ring.place_of(part)
    if way == "keys":
        if part in screen.digits:
            press(screen.digits[part])
        elif part.kind == "type" and not screen.composer.taken:
            screen.types.buttons[part.value].setFocus()
            press(Qt.Key.Key_Return)
        elif card is not None:
            card.setFocus()
            press(Qt.Key.Key_Return)
        else:
            assert line is not None
            screen.options.setFocus()
            while screen.options.line is not line:
                press(Qt.Key.Key_Down)
            press(Qt.Key.Key_Return)
    elif card is not None:
        click(card, QPoint(card.width() // 2, 30))
    elif part.kind == "type" and not screen.composer.taken:
        click(screen.types.buttons[part.value])
    elif place is not None and screen.ring.at(place.center()) == part:
        QTest.mouseClick(screen.ring, Qt.MouseButton.LeftButton, pos=place.center().toPoint())
        QApplication.processEvents()
    else:
        assert line is not None, part
        Row(screen.options, line.id).click()


def play_on(screen: SakeScreen, way: Way, rng: Random, most: int = 4000) -> set[str]:
    """Hand the screen over and decide until the game is over; the seats that have sat there."""
    sat = set[str]()
    for _ in range(most):
        if isinstance(screen.game.pending, Over):
            return sat
        if isinstance(screen.game.pending, Roll):
            deal(screen, rng.randrange(1000))
        elif screen.covered:
            seat = rng.choice(list(screen.cover.buttons))
            sit(screen, seat, way)
            sat.add(seat)
        else:
            take(screen, wished(screen.parts, rng), way)
    raise AssertionError("this never ends")


def later(screen: SakeScreen, there: Callable[[State], bool], seed: int = 8) -> None:
    """Play on unseen until something holds."""
    game, rng = screen.game, Random(seed)
    game.see(False)
    game.blockSignals(True)  # shown once, at the end
    while not there(game.session.state):
        pending = game.session.pending
        assert not isinstance(pending, Over), "this never came"
        if isinstance(pending, Roll):
            game.session.roll(_shuffled(pending, rng))
        else:
            options = choices_of(pending)[0].options
            weights = [
                {"drink": 9.0, "end_phase": 0.3, "burn_draw": 0.1, "soul": 0.1}.get(o.kind, 1.0) for o in options
            ]
            game.session.choose(rng.choices(options, weights)[0])
    game.blockSignals(False)
    game.settings_changed.emit()
    game.see(True)
    QApplication.processEvents()


def wished(parts: list[Part], rng: Random) -> Part:
    """Rather drink, strike and pass than burn, so that games come to their end."""
    liked = {("box", "drink"): 60.0, ("box", "attack"): 6.0, ("act", "pass"): 6.0, ("act", "end_phase"): 0.4,
             ("act", "burn_draw"): 0.1, ("act", "burn_play"): 0.1, ("act", "soul"): 0.1}  # fmt: skip
    weights = [liked.get((part.kind, part.value), 1.0) if part.kind in ("box", "act") else 1.0 for part in parts]
    return rng.choices(parts, weights)[0]
