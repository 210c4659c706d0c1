"""An evening of six in the real window: two hand the screen over, two hold phones, two are played by the program."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from random import Random
from time import monotonic
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Over, Roll
from companion.model.protocol import words as catalog
from companion.ui.games.sake.screen import SakeScreen
from companion.ui.play.phones import Phones
from companion.ui.shell.window import MainWindow
from tests.phones.browser import CHROMIUM, Browser, Page, touch_option
from tests.phones.kit import options, wished

from .sake_kit import on_table, screen_of
from .test_phones_window import page_of, phones_of, w
from .test_window_kit import until

__all__ = ["w"]
HELD = "CD"


@pytest.fixture
def browser() -> Iterator[Browser]:
    with Browser() as made:
        yield made


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="there is no Chromium here")
def test_an_evening_of_six(w: MainWindow, browser: Browser) -> None:
    """Put away in the middle and gone on with: the codes of before are worthless, new ones are scanned."""
    screen = on_table(w, 6, ("person", "person", "person", "person", "random", "random"))
    rng, sat = Random(4), set[str]()
    pages = scan(w, browser)
    play(w, screen, pages, rng, sat, 60)
    assert w.navigator is not None and w.navigator.table is not None
    id, cursor = w.navigator.table.opened.entry.id, screen.game.session.cursor
    w.navigator.go_home()
    for page in pages.values():
        page.until("document.documentElement.dataset.line !== 'open'")
        page.kill()
    w.navigator.open_game(id)
    screen = screen_of(w)
    assert screen.game.session.cursor == cursor and not phones_of(w).on
    pages = scan(w, browser)
    play(w, screen, pages, rng, sat, 5000)
    assert sat == {"A", "B"} and isinstance(screen.game.session.pending, Over)
    for page in pages.values():
        page.until("document.body.classList.contains('over')")
    assert screen.standings.isVisible()


def scan(w: MainWindow, browser: Browser) -> dict[str, Page]:
    page_of(w).tick.setChecked(True)
    phones, pages = phones_of(w), dict[str, Page]()
    for seat in HELD:
        page = pages[seat] = browser.page(phones.address(seat))
        page.meanwhile = QApplication.processEvents
        until(lambda seat=seat: phones.count(seat) == 1, 30_000)
    assert w.sheets is not None
    w.sheets.close_all()
    return pages


def frame(phones: Phones, seat: str) -> Any:
    assert phones._desk is not None
    return json.loads(phones._desk.frame(seat, catalog("en")))["params"]


def play(
    w: MainWindow,
    screen: SakeScreen,
    pages: dict[str, Page],
    rng: Random,
    sat: set[str],
    most: int,
) -> None:
    """Answer where each sits, until the game is over or has so many steps."""
    game, phones, end = screen.game, phones_of(w), monotonic() + 1500
    session = game.session
    while not isinstance(session.pending, Over) and session.cursor < most:
        assert monotonic() < end, "this never ends"
        QApplication.processEvents()
        if isinstance(session.pending, Roll) or game.automatic:
            continue
        if screen.covered:
            assert set(game.to_sit).isdisjoint(HELD)
            game.sit(rng.choice(game.to_sit))
        elif game.choices:
            assert game.at_screen not in HELD
            sat.add(game.at_screen)
            ids = {session.system.option_id(game.state, option): option for option in game.options}
            game.choose(ids[wished(list(ids), rng)])
        for seat, page in pages.items():
            shown = frame(phones, seat)
            if "nodes" in shown:
                assert not screen.hand.cards or game.at_screen not in HELD
                cursor = session.cursor
                touch_option(page, shown, wished(options(shown["nodes"]), rng))
                until(lambda cursor=cursor: session.cursor > cursor)
