"""Takes the pictures of docs/pictures from the real window: home, bands, board, combat, end, charts, campaign, library.

``make pictures`` runs it, without a screen. Who plays is the greedy player, from a fixed seed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.app.program import Program
from companion.model.bots import Greedy
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.session import Session
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.stack import Fight
from companion.ui.games.asagiri.bands import BandRoster
from companion.ui.games.asagiri.new_game import ChosenTile
from companion.ui.games.asagiri.new_game.screen import NewGameScreen
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.theme import motion, palette
from companion.ui.shell.window import MainWindow

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"


def settle(seconds: float) -> None:
    """Let the window paint."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)


def play(session: Session[object], until: Callable[[Session[object]], bool]) -> None:
    """Both seats by the greedy player."""
    bot, rng = Greedy(), Random(2)
    while not until(session) and not isinstance(session.pending, Over):
        pending = session.pending
        if isinstance(pending, Roll):
            session.roll()
        else:
            assert isinstance(pending, Choice)
            session.choose(bot.think(SYSTEM, session.state, pending, rng).option)


def in_fight(session: Session[object]) -> bool:
    """In the middle of a fight, both dice still to fall, some turns in."""
    state = session.state
    return state.turn >= 3 and bool(state.frames) and isinstance(state.frames[-1], Fight)


def step(times: int = 1) -> None:
    """Press Space: do the expected next thing."""
    for _ in range(times):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Space)
        settle(0.3)


def campaign(window: MainWindow, take: Callable[..., None]) -> None:
    """The house campaign: its road, its first battle, and what comes after it."""
    assert window.navigator is not None
    window.navigator.enter("campaigns")
    settle(0.5)
    step()
    take("campaign")
    step()
    host = window.navigator.table
    assert host is not None
    host.game.paused = True
    play(host.game.session, lambda s: False)
    host.screen.end.announce()
    step(4)
    take("after")
    window.navigator.go_home()


def main() -> int:
    """Take them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    motion.set_reduced(True)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder), "en")
        window = program.window
        window.painted.connect(program.go_on)
        window.resize(1280, 800)
        window.show()
        while program.storage is None:
            settle(0.05)
        assert window.navigator is not None
        settle(1.0)

        def take(name: str, *, night: bool = False) -> None:
            palette.set_theme("night" if night else "paper")
            shown = window.stack.currentWidget()
            if isinstance(shown, TableScreen):
                shown.board.skip()
                shown.board.finish_floor()
            settle(2.0)
            window.grab().save(str(FOLDER / f"{name}.png"))
            print(name)

        take("home")
        take("home-night", night=True)
        palette.set_theme("paper")
        window.navigator.new_game("enforce")
        settle(0.5)
        screen = window.stack.currentWidget()
        assert isinstance(screen, NewGameScreen)
        hunters = (
            BandRoster("Okko's companions").with_card("house:okko").with_card("house:noburo", "house:gourd-of-sake")
        )
        oni = BandRoster("The laughing horde").with_card("house:oni-warau").with_card("house:oni-bushi")
        names = ("moon-garden", "tatami-house", "inn-hall", "temple-court")
        tiles = tuple(ChosenTile(f"house:{name}", n) for n, name in enumerate(names))
        screen._set(replace(screen.draft, rosters=(hunters, oni), tiles=tiles))
        for step, name in ((1, "bands"), (2, "tiles")):
            screen.go(step)
            take(name)
        window.navigator.go_home()
        window.navigator.quick_start("enforce")
        settle(0.5)
        table = window.stack.currentWidget()
        assert isinstance(table, TableScreen)
        game = table.game
        game.paused = True
        for seat in "AB":
            game.give_to(seat, None)
        table.set_names(("Hub", "Laurent"))
        play(game.session, lambda s: s.state.turn == 2 and s.state.active is not None and s.state.active.points > 3)
        assert game.state.active is not None
        game.select(game.state.active.who)
        take("board")
        take("board-night", night=True)
        play(game.session, in_fight)
        take("combat")
        play(game.session, lambda s: False)
        table.end.announce()
        take("end")
        window.navigator.screens("asagiri").show_charts()
        settle(1.0)
        take("charts")
        window.navigator.go_home()
        campaign(window, take)
        window.navigator.show_library()
        take("library")
        window.close()
        program.close()
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main())
