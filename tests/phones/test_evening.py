"""A whole game of six in all ways at once, killed in the middle and gone on with."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Over
from tests.ui.players import Sitting, click, settle

from .browser import CHROMIUM, Browser, Page
from .evening import ON_PHONES, ON_SCREEN, attend, only_here, switch_on, table_of

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
    if page.do(f"document.querySelector('[data-touch=\"{n}\"]') !== null"):
        page.tap(f'[data-touch="{n}"]')
    return True


def first_part(folder: Path, browser: Browser, rng: Random, decisions: int) -> tuple[int, set[str]]:
    """The evening until the computer is switched off at the wall: the decisions shown, the phones that were used."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.phones.evening", str(folder)],
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
        pages = {seat: browser.page(addresses[seat]) for seat in ON_PHONES}
        shown, end = 0, time.monotonic() + 600
        while shown < decisions:
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
    return shown, used


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="there is no Chromium here")
def test_six_play_to_the_end_though_the_computer_is_killed(qapp: QApplication, tmp_path: Path) -> None:
    rng = Random(3)
    with Browser() as browser:
        shown, sat = first_part(tmp_path, browser, rng, 100)
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
        settle(lambda: set(ON_PHONES) <= set(screen.game.phones), 60)
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
