"""The page in a real browser, each phone 390 × 844 and touched as a thumb does."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from companion.model.content.library import Library
from companion.model.core.contract import SPECTATOR, Over, Roll, choices_of
from companion.model.core.session import Session
from companion.model.games import SYSTEMS
from companion.model.phones import Face
from companion.model.protocol import words as catalog

from .browser import CHROMIUM, HIGH, WIDE, Browser, Page, touch_option
from .kit import Table, options, wished
from .test_phone_wire import sake

pytestmark = pytest.mark.skipif(CHROMIUM is None and not os.environ.get("CI"), reason="there is no Chromium here")
NAMES = dict(zip("ABCDEFGH", ("Bruno", "Camille", "Davide", "Alain", "Ewa", "Flora", "Gil", "Hana"), strict=True))
Json = Any


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as made:
        yield made


@pytest.fixture(autouse=True)
def nothing_wrong(browser: Browser) -> Iterator[None]:
    """No script may fail, and nothing may be asked that the page's own policy forbids."""
    yield
    pages, wrong = list(browser.pages.values()), list[str]()
    for page in pages:
        page.do("0")
        wrong += page.wrong
        page.kill()
    assert [one for one in wrong if not one.startswith("WebSocket connection to")] == []  # the table is gone by now


@pytest.fixture
def named(sake_face: Callable[..., Face]) -> Callable[..., Face]:
    return lambda game, name: sake_face(game, lambda seat: NAMES.get(seat, seat))


def last_answers(session: Session[Any], rng: Random, count: int) -> list[tuple[str, str]]:
    """Play a whole game, and go back over so many of its last answers: by whom, and what."""
    found: list[tuple[str, str, int]] = []
    while not isinstance(settled(session).pending, Over):
        choice = rng.choice(choices_of(session.pending))
        ids = {session.system.option_id(session.state, option): option for option in choice.options}
        option = wished(list(ids), rng)
        found.append((choice.seat, option, session.cursor))
        session.choose(ids[option])
    session.jump(found[-count][2])
    return [(seat, option) for seat, option, _ in found[-count:]]


def settled(session: Session[Any]) -> Session[Any]:
    """With what is shuffled done."""
    while isinstance(session.pending, Roll):
        session.roll()
    return session


class Players:
    """People with phones: they see a frame and touch what it offers."""

    def __init__(self, table: Table, browser: Browser, viewers: str, **media: str) -> None:
        self.table, self._browser, self._media = table, browser, media
        self.pages: dict[str, Page] = {}
        for viewer in viewers:
            self.scan(viewer)

    def scan(self, viewer: str) -> Page:
        before = self.table.presence.count(viewer)
        page = self.pages[viewer] = self._browser.page(self.table.server.address(viewer), **self._media)
        self.table.wait(lambda now: now.count(viewer) == before + 1)
        self.table.publish()
        page.until("document.getElementById('title').textContent !== ''")
        return page

    def frame(self, viewer: str) -> Json:
        return json.loads(self.table.desk.frame(viewer, catalog("en")))["params"]

    def choose(self, viewer: str, option: str) -> None:
        """Touch the steps that lead to an option, and wait until the table has it."""
        touch_option(self.pages[viewer], self.frame(viewer), option)
        self.table.pump()

    def play(self, rng: Random, most: int = 2000) -> int:
        """Decide at random until the game is over; how many answers it took."""
        session = self.table.session
        for count in range(most):
            if isinstance(settled(session).pending, Over):
                return count
            seat = rng.choice([choice.seat for choice in choices_of(session.pending)])
            self.answer(seat, wished(options(self.frame(seat)["nodes"]), rng))
        raise AssertionError("this never ends")

    def answer(self, seat: str, option: str) -> None:
        cursor = self.table.session.cursor
        self.choose(seat, option)
        assert settled(self.table.session).cursor > cursor, "the table has not got it"
        self.table.publish()


def test_eight_phones_play_to_the_end_with_one_killed_and_one_hostile(
    browser: Browser, named: Callable[..., Face]
) -> None:
    """The last twenty answers; `test_a_whole_game_of_eight_phones` (soak) plays them all."""
    session, rng = sake(8, 21), Random(6)
    answers = last_answers(session, rng, 20)
    with Table(session, named) as table:
        players = Players(table, browser, "ABCDEFGH")
        hostile(table, browser)
        for n, (seat, option) in enumerate(answers):
            players.answer(seat, option)
            if n == 10:
                hand = players.pages["C"].text("#hand")
                players.pages["C"].kill()
                table.wait(lambda now: now.count("C") == 0)
                assert players.scan("C").text("#hand") == hand
        assert isinstance(session.pending, Over)
        for seat, page in players.pages.items():
            page.until("document.body.classList.contains('over')")
            won = seat in session.pending.winners
            assert ("You have won" in page.text("#ask")) is won


HOSTILE = """
(async () => {
  const open = () => new Promise((done) => {
    const line = new WebSocket(`ws://${location.host}/socket`);
    line.onopen = () => done(line);
    line.onerror = line.onclose = () => done(null);
  });
  const said = [];
  for (const first of ["{", "x".repeat(3000), JSON.stringify({jsonrpc: "2.0", id: 1, method: "seat.take",
       params: {secret: "A".repeat(22)}})]) {
    const line = await open();
    if (!line) continue;
    line.onmessage = (event) => said.push(event.data);
    line.send(first);
    for (let n = 0; n < 300 && line.readyState === 1; n++) line.send("[[[[");
    await new Promise((done) => setTimeout(done, 60));
  }
  for (let n = 0; n < 60; n++) open();
  return said;
})()
"""


def hostile(table: Table, browser: Browser) -> None:
    """Somebody in the same network, without a code: garbage, guesses, many connections; and a site from elsewhere."""
    page = browser.page(f"http://127.0.0.1:{table.server.port}/")
    page.until("document.readyState === 'complete'")
    said = page.do(HOSTILE)
    assert said and all("game.view" not in one and "Traceback" not in one for one in said)
    page.go("data:text/html,<p>elsewhere")
    page.until("document.body?.innerText === 'elsewhere'")
    refused = (
        "new Promise((done) => { const line = new WebSocket('ws://127.0.0.1:%d/socket');"
        " line.onopen = () => done('open'); line.onerror = () => done('refused'); })"
    )
    assert page.do(refused % table.server.port) == "refused"
    assert table.asks.empty()
    page.wrong.clear()
    page.kill()


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_whole_game_of_eight_phones(browser: Browser, named: Callable[..., Face]) -> None:
    session, rng = settled(sake(8, 5)), Random(5)
    with Table(session, named) as table:
        players = Players(table, browser, "ABCDEFGH")
        assert players.play(rng) > 150
        assert isinstance(session.pending, Over)


def test_a_phone_comes_back_by_itself(browser: Browser, named: Callable[..., Face]) -> None:
    with Table(settled(sake(3, 4)), named) as table:
        page = Players(table, browser, "A").pages["A"]
        line = next(iter(table.server._phones.values())).connection
        table.server._call(line.transport.abort)
        table.wait(lambda now: now.count("A") == 0)
        page.until("document.documentElement.dataset.line === 'away'")
        assert "Trying again" in page.text("#line") and page.text("#hand") != ""
        table.wait(lambda now: now.count("A") == 1)
        page.until("document.documentElement.dataset.line === 'open'")


def test_a_phone_that_wakes_asks_whether_its_line_still_lives(browser: Browser, named: Callable[..., Face]) -> None:
    with Table(settled(sake(3, 4)), named) as table:
        page = Players(table, browser, "A").pages["A"]
        first = next(iter(table.server._phones))
        page.do("document.dispatchEvent(new Event('visibilitychange'))")
        time.sleep(0.2)
        assert list(table.server._phones) == [first], "an answer: nothing is thrown away"


def test_a_new_code_ends_the_old_page(browser: Browser, named: Callable[..., Face]) -> None:
    with Table(settled(sake(3, 4)), named) as table:
        page = Players(table, browser, "B").pages["B"]
        table.server.revoke("B")
        page.until("document.documentElement.dataset.line === 'revoked'")
        assert "Scan the new one" in page.text("#line")


FOUND = "[...document.querySelectorAll('%s')].filter((one) => %s).map((one) => one.innerText)"


def test_everything_fits_the_width_and_is_large_enough_to_touch(browser: Browser, named: Callable[..., Face]) -> None:
    """In three languages, by day and night: nothing runs over the edge, no button is smaller than a thumb."""
    with Table(settled(sake(5, 8)), named) as table:
        seat = choices_of(table.session.pending)[0].seat
        players = Players(table, browser, seat, prefers_color_scheme="dark")
        page = players.pages[seat]
        for language in ("en", "fr", "it"):
            page.do(
                f"(() => {{ const one = document.getElementById('language'); one.value = '{language}';"
                " one.dispatchEvent(new Event('change')); })()"
            )
            table.wait(lambda now, language=language: (seat, language) in now.wanted)
            table.publish()
            page.until(
                f"document.documentElement.lang === '{language}' && document.querySelectorAll('.card').length > 3"
            )
            assert page.do("document.documentElement.scrollWidth") <= WIDE
            small = (
                "[...document.querySelectorAll('button')].filter((one) => one.offsetParent && one.offsetHeight < 44)"
            )
            assert page.do(f"{small}.map((one) => one.innerText)") == []
            cut = "[...document.querySelectorAll('.card')].filter((one) => one.scrollHeight > one.clientHeight + 1)"
            assert page.do(f"{cut}.map((one) => one.innerText)") == []
        assert page.do("document.querySelector('nav').getBoundingClientRect().bottom") <= HIGH
        assert page.do("getComputedStyle(document.body).color") == "rgb(237, 230, 214)"


def test_a_hand_can_be_hidden(browser: Browser, named: Callable[..., Face]) -> None:
    with Table(settled(sake(3, 4)), named) as table:
        page = Players(table, browser, "A").pages["A"]
        name = page.text("#hand .card strong")
        page.tap("#hide")
        page.until("document.querySelector('#hand').classList.contains('hidden')")
        assert page.do("getComputedStyle(document.querySelector('#hand .card strong')).visibility") == "hidden"
        page.tap("#hand .card")
        page.until("!document.querySelector('#hand').classList.contains('hidden')")
        assert page.text("#hand .card strong") == name and not page.do("document.querySelector('dialog').open")


def test_who_looks_on_sees_the_table_and_no_hand(browser: Browser, named: Callable[..., Face]) -> None:
    with Table(settled(sake(4, 4)), named) as table:
        page = Players(table, browser, SPECTATOR).pages[SPECTATOR]
        assert page.text("#name") == "You are looking on"
        assert page.do("document.querySelectorAll('.card, .choice').length") == 0
        assert (
            page.do("[...document.querySelectorAll('.row h3')].map((one) => one.innerText)") == list(NAMES.values())[:4]
        )


def test_dice_are_rolled_or_typed_on_the_pad(browser: Browser) -> None:
    session = Session.new(SYSTEMS["blank"], {"camps": True}, Library.shipped(), 3, dice="ask")
    with Table(session) as table:
        assert isinstance(session.pending, Roll)
        seat = session.pending.seat
        page = Players(table, browser, seat).pages[seat]
        page.tap("details summary")
        page.tap(".pad .key:nth-of-type(4)")
        page.tap("details .choice.primary")
        table.pump()
        assert session.steps[-1].result.faces == (4,) and session.steps[-1].result.sources == ("typed",)


def test_a_name_is_text_and_nothing_else(browser: Browser, sake_face: Callable[..., Face]) -> None:
    evil = "<img src=x onerror=document.title='owned'>"
    with Table(settled(sake(3, 4)), lambda game, name: sake_face(game, lambda seat: evil)) as table:
        page = Players(table, browser, "A").pages["A"]
        assert page.text("#name").startswith(evil) and page.do("document.querySelector('img')") is None
        assert "owned" not in page.do("document.title").replace(evil, "")
