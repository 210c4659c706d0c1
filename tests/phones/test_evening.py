"""Evenings with phones, killed in the middle and gone on with: six in all ways at once, two camps with a phone each."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import SPECTATOR, Over, Roll, choices_of
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import ONI, State
from companion.model.protocol import words as catalog
from companion.ui.play.phones import Phones
from tests.chronicles.secrets import Told, names_of
from tests.chronicles.sensible import Sensible
from tests.ui.blank_kit import said
from tests.ui.chronicles_players import table_of as chronicles_table
from tests.ui.players import Sitting, click, settle

from .browser import CHROMIUM, Browser, Page, see, touch_option
from .evening import CAMPS, ON_PHONES, ON_SCREEN, attend, look_on, only_here, switch_on, table_of

TOUCHABLE = """
(() => {
  const open = document.getElementById("sheet")?.open;
  const all = open ? "#sheet .choice:not(.back), #sheet .cards .card" : "#choices .choice, #hand .card.usable";
  if (document.querySelector("[inert]") || document.readyState !== "complete") return [];
  let found = [...document.querySelectorAll(all)].filter((one) => !one.disabled && one.offsetParent);
  if (open && !found.length) found = [...document.querySelectorAll("#sheet .back")];
  document.querySelectorAll("[data-touch]").forEach((one) => delete one.dataset.touch);
  found.forEach((one, n) => (one.dataset.touch = n));
  return found.map((one) => one.innerText);
})()
"""
LIKED = {"Drink": 60.0, "Attack": 6.0, "Pass": 6.0, "Confirm": 6.0, "End": 0.4, "Burn": 0.1}


def touch(page: Page, rng: Random) -> bool:
    """Touch something that the phone offers; whether it offers anything."""
    words = page.do(TOUCHABLE)
    if not words:
        return False
    weights = [next((weight for begin, weight in LIKED.items() if word.startswith(begin)), 1.0) for word in words]
    n = rng.choices(range(len(words)), weights)[0]
    page.tap_if_there(f'[data-touch="{n}"]')
    return True


class FirstPart(NamedTuple):
    """What there was of an evening until the computer was switched off at the wall."""

    shown: int
    """Steps."""
    used: set[str]
    """The phones that were touched."""
    heard: dict[str, list[str]]
    """What came over the wire of each."""


def first_part(
    folder: Path, browser: Browser, rng: Random, decisions: int, seats: Sequence[str], *game: str
) -> FirstPart:
    """Play until so many steps are shown besides those that were there at first, and no longer."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.phones.evening", str(folder), *game],
        stdout=subprocess.PIPE, text=True, cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    said: queue.Queue[Any] = queue.Queue()
    assert child.stdout is not None
    lines, used = child.stdout, set[str]()
    reader = threading.Thread(target=lambda: [said.put(json.loads(line)) for line in lines], daemon=True)
    reader.start()
    try:
        addresses = said.get(timeout=120)
        pages = {seat: browser.page(addresses[seat]) for seat in seats}
        begun = shown = said.get(timeout=120)["cursor"]
        end = time.monotonic() + 600
        while shown < begun + decisions:
            assert time.monotonic() < end and child.poll() is None, f"the evening stands still at {shown}"
            used |= {seat for seat, page in pages.items() if touch(page, rng)}
            while not said.empty():
                shown = said.get()["cursor"]
    finally:
        child.kill()
        child.wait()
        reader.join()
        lines.close()
    while not said.empty():
        shown = said.get()["cursor"]
    for page in pages.values():
        page.until("document.documentElement.dataset.line === 'away'")
        page.kill()
    return FirstPart(shown, used, {seat: page.heard for seat, page in pages.items()})


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="there is no Chromium here")
def test_six_play_to_the_end_though_the_computer_is_killed(qapp: QApplication, tmp_path: Path) -> None:
    rng = Random(3)
    with Browser() as browser:
        shown, sat, _ = first_part(tmp_path, browser, rng, 40, ON_PHONES, "sake")
        only_here()
        sitting = Sitting(tmp_path)
        below = sitting.window.home.below
        assert below is not None
        click(below.go_on)
        screen = table_of(sitting)
        settle()
        session = screen.game.session
        assert session.cursor >= shown, "what was shown is lost"
        phones = switch_on(sitting)
        pages = {seat: browser.page(phones.address(seat)) for seat in ON_PHONES}
        settle(lambda: set(ON_PHONES) <= set(screen.game.phones))
        end = time.monotonic() + 1200
        while not isinstance(screen.game.pending, Over):
            assert time.monotonic() < end, "this never ends"
            attend(screen, rng)
            sat |= {screen.game.at_screen or ""}
            sat |= {seat for seat, page in pages.items() if touch(page, rng)}
        for seat, page in pages.items():
            page.meanwhile = QApplication.processEvents
            page.until("document.body.classList.contains('over')")
            assert ("You have won" in page.text("#ask")) is (seat in screen.game.pending.winners)
            assert page.wrong == []
        assert {*ON_SCREEN, *ON_PHONES} <= sat
        assert screen.standings.isVisible()
        sitting.close()


@pytest.mark.timeout(1800)
@pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="there is no Chromium here")
@pytest.mark.parametrize("left", [40, pytest.param(0, marks=pytest.mark.soak)])
def test_two_camps_play_chronicles_by_phones_to_the_score_though_the_computer_is_killed(
    qapp: QApplication, tmp_path: Path, left: int
) -> None:
    """Done when: each camp has its own phone, the window is public, and no wire brings a card of the other camp.

    `left`: they sit down so many steps before the end; 0: at the beginning.
    """
    mind = Sensible()
    with Browser() as browser:
        first = first_part(tmp_path, browser, Random(3), 12, CAMPS, "chronicles", str(left))
        assert first.used <= set(CAMPS)
        only_here()
        sitting = Sitting(tmp_path)
        below = sitting.window.home.below
        assert below is not None
        click(below.go_on)
        screen = chronicles_table(sitting.window).screen
        settle()
        session = screen.game.session
        assert session.cursor >= first.shown, "what was shown is lost"
        watch = Told(session)
        for seat, heard in first.heard.items():
            assert heard
            search(watch, seat, heard)
        phones = switch_on(sitting)
        pages = {seat: browser.page(phones.address(seat)) for seat in CAMPS}
        for page in pages.values():
            page.meanwhile = QApplication.processEvents
        settle(lambda: set(CAMPS) <= screen.game.phones)
        read: dict[str, int] = {}
        while not isinstance(session.pending, Over):
            cursor = session.cursor
            answer(phones, session, pages, mind)
            settle(lambda cursor=cursor: session.cursor > cursor)
            look_on(screen)
            for seat, page in pages.items():
                page.do("0")  # what has come is read
                search(watch, seat, page.heard[read.get(seat, 0) :])
                read[seat] = len(page.heard)
            window = screen.window()
            for card in watch.hidden_from(SPECTATOR):
                assert not [
                    text for text in said(window) if any(name in text for name in names_of(session.state, card))
                ]
        for seat, page in pages.items():
            page.until("document.body.classList.contains('over')")
            assert ("You have won" in page.text("#ask")) is (seat in session.pending.winners)
            assert page.wrong == []
        assert screen.memoirs.isVisible()
        assert session.state.oni.demon in ("slain", "escaped")
        sitting.close()


def answer(phones: Phones, session: Session[State], pages: dict[str, Page], mind: Sensible) -> None:
    """The one who is asked touches what leads to the answer, or rolls, once the phone shows the game as it stands."""
    pending = session.pending
    seat = (pending if isinstance(pending, Roll) else choices_of(pending)[0]).seat
    assert phones._desk is not None
    page, frame = pages[seat], json.loads(phones._desk.frame(seat, catalog("en")))["params"]
    if isinstance(pending, Roll):
        see(page, frame)
        page.touch(".choice.roll")
    else:
        option = mind.decide(session.state, choices_of(pending)[0])
        touch_option(page, frame, SYSTEM.option_id(session.state, option))


def search(watch: Told, seat: str, heard: Sequence[str]) -> None:
    """Nothing that came over a phone's wire names a card that the other camp hides from it."""
    for card in watch.hidden_from(seat):
        assert not [text for text in heard if f'"{card}"' in text], (seat, card)
    if seat != ONI:
        assert not [text for text in heard if "Guilty host" in text], seat
