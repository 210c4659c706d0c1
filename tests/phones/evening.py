"""Evenings with phones at the real window, as processes that somebody may kill.

Six people at Saké & Samouraï: two hand one screen over, two have phones, two are the computer's.
Two at Okko Chronicles, each with a phone, and nobody at the screen.

``python -m tests.phones.evening FOLDER GAME [LEFT]`` prints a line of JSON with the addresses of the phones, and then
one for each decision that it has shown; `LEFT`: the game begins so many steps before its end.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Over, Roll, choices_of
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import ONI, State
from companion.ui.games.chronicles.table.screen import ChroniclesScreen
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.games.sake.table.table import SakeTable
from companion.ui.play import phones as play_phones
from companion.ui.play.phones import Phones
from companion.ui.play.storage import GameSettings
from tests.chronicles.sensible import Sensible
from tests.chronicles.tables import CONTENT, setup
from tests.ui.chronicles_players import table_of as chronicles_table
from tests.ui.players import Sitting, settle
from tests.ui.sake_kit import NAMES, SHEETS, deal, sit, take, wished

from .kit import HOST

SEATS, ON_SCREEN, ON_PHONES = "ABCDEF", "AB", "CD"
CAMPS = ("h1", ONI)
"""Who has a phone at Okko Chronicles."""


def only_here() -> None:
    """Phones may join from this computer alone."""
    from companion.model.phones import server

    play_phones.local_addresses = lambda: [HOST]
    Phones.__init__.__defaults__ = (None, lambda: [HOST])
    server.PORTS = (0,)  # type: ignore[assignment]


def begin(sitting: Sitting) -> SakeScreen:
    """A new game of six on the table."""
    seats = [{"seat": seat, "name": NAMES[n], "sheet": f"house:{SHEETS[n]}"} for n, seat in enumerate(SEATS)]
    players = ("person",) * 4 + ("greedy",) * 2
    settings = GameSettings(NAMES[:6], players, "enforce", bands=("",) * 6, spent=(0.0,) * 6)
    navigator = sitting.window.navigator
    assert navigator is not None
    id = navigator.storage.begin({"seats": seats, "options": {}}, settings, "Evening", "sake").entry.id
    navigator.open_game(id)
    return table_of(sitting)


def table_of(sitting: Sitting) -> SakeScreen:
    """The table in the window."""
    navigator = sitting.window.navigator
    assert navigator is not None
    settle(lambda: isinstance(navigator.table, SakeTable))
    assert isinstance(navigator.table, SakeTable)
    return navigator.table.screen


def switch_on(sitting: Sitting) -> Phones:
    """Phones can join."""
    assert sitting.window.navigator is not None
    phones = sitting.window.navigator.phones()
    assert phones is not None
    assert phones.switch(True) is None
    return phones


def attend(screen: SakeScreen, rng: Random) -> None:
    """What the two at the screen do, if it is for one of them: sit down, or take a step."""
    if isinstance(screen.game.pending, Roll):
        deal(screen, rng.randrange(1000))
    elif screen.covered:
        mine = [seat for seat, one in screen.cover.buttons.items() if one.isVisible()]
        assert set(mine) <= set(ON_SCREEN), "the hand of a phone is asked for at the screen"
        if mine:
            sit(screen, rng.choice(mine), rng.choice(("mouse", "keys")))
    elif screen.parts and not isinstance(screen.game.pending, Over):
        take(screen, wished(screen.parts, rng), rng.choice(("mouse", "keys")))
    settle()
    time.sleep(0.003)


def chronicles_game(left: int) -> Session[State]:
    """A game of Okko Chronicles so many steps before its end; 0: at its beginning."""
    whole = played(None)
    return played(whole.cursor - left) if left else played(0)


def played(steps: int | None) -> Session[State]:
    """So many steps of it; None: all."""
    session, mind = Session.new(SYSTEM, setup(1, places="spaces"), CONTENT, seed=7), Sensible()
    while not isinstance(session.pending, Over) and session.cursor != steps:
        if isinstance(session.pending, Roll):
            session.roll()
        else:
            choice = choices_of(session.pending)[0]
            session.choose(mind.decide(session.state, choice), seat=choice.seat)
    return session


def begin_chronicles(sitting: Sitting, left: int) -> ChroniclesScreen:
    """Two people sit down, or come back."""
    navigator = sitting.window.navigator
    assert navigator is not None
    settings = GameSettings(("Olga", "Anna"), ("person",) * 2, bands=("",) * 2)
    navigator.open_game(navigator.storage.keep_new(chronicles_game(left), "Evening", settings).id)
    return chronicles_table(sitting.window).screen


def look_on(screen: ChroniclesScreen) -> None:
    """Nobody sits at the screen: what it shows is for everybody."""
    assert not screen.covered, "somebody is asked to the screen though both have phones"
    assert not screen.game.choices
    settle()
    time.sleep(0.003)


def main() -> None:
    """See the module."""
    app = QApplication(sys.argv[:1])
    only_here()
    sitting = Sitting(Path(sys.argv[1]))
    rng = Random(11)
    if sys.argv[2] == "sake":
        screen, seats = begin(sitting), tuple(ON_PHONES)
        report(sitting, screen, seats, lambda: attend(screen, rng))
    else:
        board = begin_chronicles(sitting, int(sys.argv[3]))
        report(sitting, board, CAMPS, lambda: look_on(board))
    del app


def report(
    sitting: Sitting, screen: SakeScreen | ChroniclesScreen, seats: tuple[str, ...], do: Callable[[], None]
) -> None:
    """Let phones join; then until the game is over do what is done at the screen, and tell what is shown."""
    phones = switch_on(sitting)
    settle()
    print(json.dumps({seat: phones.address(seat) for seat in seats}), flush=True)
    settle(lambda: set(seats) <= set(screen.game.phones))
    before = -1
    while not isinstance(screen.game.pending, Over):
        do()
        if (now := screen.game.session.cursor) != before:
            before = now
            print(json.dumps({"cursor": now}), flush=True)


if __name__ == "__main__":
    main()
