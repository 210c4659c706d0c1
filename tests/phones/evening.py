"""Six people at Saké & Samouraï: two hand one screen over, two have phones, two are the computer's.

``python -m tests.phones.evening FOLDER`` begins the evening at the real window, as a process that somebody may kill. It
prints a line of JSON with the addresses of the phones, and then one for each decision that it has shown.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from random import Random

from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Over, Roll
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.games.sake.table.table import SakeTable
from companion.ui.play import phones as play_phones
from companion.ui.play.phones import Phones
from companion.ui.play.storage import GameSettings
from tests.ui.players import Sitting, settle
from tests.ui.sake_kit import NAMES, SHEETS, deal, sit, take, wished

from .kit import HOST

SEATS, ON_SCREEN, ON_PHONES = "ABCDEF", "AB", "CD"


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


def main() -> None:
    """See the module."""
    app = QApplication(sys.argv[:1])
    only_here()
    sitting = Sitting(Path(sys.argv[1]))
    screen = begin(sitting)
    phones = switch_on(sitting)
    settle()
    print(json.dumps({seat: phones.address(seat) for seat in ON_PHONES}), flush=True)
    settle(lambda: set(ON_PHONES) <= set(screen.game.phones), 120)
    rng, before = Random(11), -1
    while not isinstance(screen.game.pending, Over):
        attend(screen, rng)
        if (now := screen.game.session.cursor) != before:
            before = now
            print(json.dumps({"cursor": now}), flush=True)
    del app


if __name__ == "__main__":
    main()
