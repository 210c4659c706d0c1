"""Hands on phones in the window: the switch, the codes, who has joined; the shared screen is the table then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import monotonic

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import SPECTATOR, Option, Over, choices_of
from companion.model.games.chronicles.rules.setup import QUICK
from companion.model.games.sake.state.frames import WindowFrame
from companion.model.games.sake.state.state import State
from companion.ui.games.blank.table import BlankScreen
from companion.ui.games.chronicles.screens import ChroniclesTable
from companion.ui.kit.theme import motion
from companion.ui.play import phones as play_phones
from companion.ui.play.phones import Phones
from companion.ui.play.phones_page import PhonesPage, SeatCode
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow
from tests.phones.kit import HOST, Phone, options

from .blank_kit import FOUR, NAMES, THREE
from .blank_kit import on_table as blank_on_table
from .sake_kit import house_games, later, on_table
from .test_window_kit import until, window


@pytest.fixture
def w(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    monkeypatch.setattr(play_phones, "local_addresses", lambda: [HOST])
    monkeypatch.setattr(Phones.__init__, "__defaults__", (None, lambda: [HOST]))
    monkeypatch.setattr("companion.model.phones.server.PORTS", (0,))
    monkeypatch.setattr("companion.model.phones.limits.MESSAGES", 10_000)
    storage, before = house_games(), motion.speed()
    with window(storage) as made:
        motion.set_speed("at_once")
        yield made
    storage.close()
    motion.set_speed(before)


def page_of(w: MainWindow) -> PhonesPage:
    assert w.book is not None and w.sheets is not None
    w.book["phones"].trigger()
    page = w.sheets.made["phones"].content
    assert isinstance(page, PhonesPage)
    return page


def code_of(page: PhonesPage, viewer: str) -> SeatCode:
    return next(code for code in page.codes if code.viewer == viewer)


def phones_of(w: MainWindow) -> Phones:
    assert w.navigator is not None
    phones = w.navigator.phones()
    assert phones is not None
    return phones


def scan(w: MainWindow, code: SeatCode) -> Phone:
    """A phone opens what the code says."""
    text = code.code.text
    phones, viewer = phones_of(w), code.viewer
    before = phones.count(viewer)
    assert phones._server is not None
    phone = Phone(phones._server)
    phone.take(text.partition("#")[2])
    until(lambda: phones.count(viewer) == before + 1)
    until(lambda: heard(phone))
    return phone


def heard(phone: Phone) -> bool:
    """Read what has come; whether there is a frame."""
    while True:
        try:
            phone.hear(0)
        except TimeoutError:
            return phone.view is not None


def after(phone: Phone, views: int) -> bool:
    heard(phone)
    return phone.views > views


def choose(phone: Phone, option: str) -> str:
    """Answer; the fault, if it was refused."""
    id = phone.send("game.choose", option=option, number=phone.view["number"])

    def answered() -> bool:
        heard(phone)
        return id in phone.answers

    until(answered)
    return str(phone.answers[id].get("error", {}).get("message", ""))


def test_nothing_listens_before_it_is_asked_for(w: MainWindow) -> None:
    on_table(w, 3)
    assert w.navigator is not None and w.navigator.table is not None
    assert w.navigator.table.phones is None
    page = page_of(w)
    assert not page.tick.isChecked() and page.codes == [] and not phones_of(w).on


def test_a_seat_is_taken_by_its_code_and_given_back(w: MainWindow) -> None:
    screen = on_table(w, 3)
    page = page_of(w)
    page.tick.setChecked(True)
    QApplication.processEvents()
    assert [code.viewer for code in page.codes] == ["A", "B", "C", SPECTATOR]
    code = code_of(page, "B")
    assert code.code.isVisible() and "#" in code.code.text and code.state.text() == "Nobody has scanned this code"
    first = code.code.text
    phone = scan(w, code)
    assert phone.view["seat"] == "B" and phone.view["name"] == "Camille"
    assert code.state.text() == "1 phone connected" and not code.code.isVisible() and code.code.text == ""
    code.show_code.click()
    assert code.code.isVisible() and code.code.text == first
    phone.close()
    until(lambda: code.state.text() == "The phone is asleep or away")
    assert "B" in screen.game.phones, "a sleeping phone keeps its seat"
    again = scan(w, code)
    code.renew.click()
    assert "B" not in screen.game.phones and code.code.text not in ("", first)
    assert again.closing() == 4003
    page.tick.setChecked(False)
    assert page.codes == [] and not phones_of(w).on


def test_a_code_can_be_read(w: MainWindow) -> None:
    """Every module as segno drew it, a quiet edge around, black on white in both themes."""
    on_table(w, 3)
    page = page_of(w)
    page.tick.setChecked(True)
    view = page.codes[0].code
    picture: QImage = view.grab().toImage()
    import segno

    rows = [list(row) for row in segno.make_qr(view.text, error="m").matrix]
    step = picture.width() // (len(rows) + 8)
    edge = (picture.width() - step * len(rows)) // 2
    assert step >= 3
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            shade = picture.pixelColor(edge + x * step + step // 2, edge + y * step + step // 2).lightness()
            assert (shade < 60) is bool(dark), (x, y)
    assert all(picture.pixelColor(x, 2).lightness() > 240 for x in range(picture.width()))
    page.tick.setChecked(False)


def test_the_screen_is_the_table_while_phones_hold_hands(w: MainWindow) -> None:
    """No cover for seats with a phone, no hand of anybody on the screen; others still sit down."""
    screen = on_table(w, 3)
    game = screen.game
    page = page_of(w)
    page.tick.setChecked(True)
    asked = game.to_sit[0]
    game.sit(asked)
    assert screen.hand.cards
    phone = scan(w, code_of(page, asked))
    assert game.at_screen == SPECTATOR and not screen.covered and not screen.hand.cards
    assert phone.view["nodes"] and len(phone.view["hand"]) >= 4
    assert choose(phone, "end_phase") == ""
    page.tick.setChecked(False)


@pytest.mark.parametrize("hands", [THREE, FOUR])
def test_phones_and_the_screen_play_one_game(w: MainWindow, hands: dict[str, list[int]]) -> None:
    """A phone or two, the others at the screen, in camps too: to the end, each answered where it sits."""
    screen = blank_on_table(w, hands)
    page = page_of(w)
    page.tick.setChecked(True)
    held = {seat: scan(w, code_of(page, seat)) for seat in list(hands)[: len(hands) // 2]}
    acted = set[str]()
    play_on(screen, held, Random(3), acted)
    assert acted == set(hands)
    for phone in held.values():
        until(lambda phone=phone: heard(phone) and "over" in phone.view)
    assert {phone.view["name"].split()[0] for phone in held.values()} == set(NAMES[: len(held)])


def play_on(screen: BlankScreen, held: dict[str, Phone], rng: Random, acted: set[str]) -> None:
    """Answer on the phones and at the screen, until the game is over."""
    game, end = screen.game, monotonic() + 60
    while not isinstance(game.session.pending, Over):
        assert monotonic() < end, "this never ends"
        if screen.covered:
            assert not held.keys() & set(game.to_sit)
            game.sit(rng.choice(game.to_sit))
        elif game.choices and game.at_screen not in held:
            acted.add(game.choices[0].seat)
            game.choose(rng.choice(game.options))
        elif game.to_roll() is not None and game.at_screen in (game.to_roll().seen_by or game.seats):
            game.roll()
        for seat, phone in held.items():
            until(lambda phone=phone: heard(phone))
            if "nodes" in phone.view and not choose(phone, rng.choice(options(phone.view["nodes"]))):
                acted.add(seat)
            elif "roll" in phone.view:
                id = phone.send("game.roll", number=phone.view["number"])
                until(lambda phone=phone, id=id: heard(phone) and id in phone.answers)
            QApplication.processEvents()


def test_while_the_past_is_looked_at_phones_wait(w: MainWindow) -> None:
    screen = on_table(w, 3)
    page = page_of(w)
    page.tick.setChecked(True)
    phone = scan(w, code_of(page, screen.game.to_sit[0]))
    option = options(phone.view["nodes"])[0]
    screen.game.look(0)
    assert choose(phone, option) == "The table is looking at the past. Wait a moment."
    page.tick.setChecked(False)


def test_who_looks_on_lets_everything_pass_from_the_phone(w: MainWindow) -> None:
    """SCR-8: said once on the phone, known at the table, taken back the same way."""
    screen = on_table(w, 3)
    later(screen, attacked)
    game = screen.game
    seat = next(c.seat for c in choices_of(game.session.pending) if game.may_let_pass(c.seat))
    page = page_of(w)
    page.tick.setChecked(True)
    phone = scan(w, code_of(page, seat))
    assert [one["on"] for one in phone.view["switches"]] == [False]
    for on in (True, False):
        id = phone.send("seat.switch", id="let_pass", on=on)
        until(lambda id=id: heard(phone) and id in phone.answers)
        assert "result" in phone.answers[id] and (seat in game.passing) is on
    id = phone.send("seat.switch", id="win", on=True)
    until(lambda: heard(phone) and id in phone.answers)
    assert "error" in phone.answers[id]
    page.tick.setChecked(False)


def attacked(state: State) -> bool:
    """Somebody is attacked, and somebody else is asked as well."""
    top = state.frames[-1] if state.frames else None
    return isinstance(top, WindowFrame) and top.kind == "action" and len(top.seats) > 1


def test_leaving_the_table_lets_phones_go(w: MainWindow) -> None:
    on_table(w, 3)
    page = page_of(w)
    page.tick.setChecked(True)
    phone = scan(w, code_of(page, "A"))
    assert w.navigator is not None
    w.navigator.go_home()
    assert phone.closing() == 4000
    assert w.book is not None and not w.book["phones"].isEnabled()


def test_without_a_network_it_says_so(w: MainWindow) -> None:
    on_table(w, 3)
    page = page_of(w)
    phones_of(w)._addresses = lambda: ["8.8.8.8"]
    page.tick.setChecked(True)
    assert "8.8.8.8" in page.wrong.text() and page.wrong.isVisible() and not page.tick.isChecked()


def test_only_private_addresses_are_found() -> None:
    from companion.model.phones.limits import is_private

    found: Sequence[str] = play_phones.local_addresses()
    assert found and all(is_private(host) for host in found)


@pytest.mark.parametrize("held", [("h1",), ("h1", "oni"), ("h2", "oni")])
def test_heroes_without_a_phone_are_played_at_the_screen(w: MainWindow, held: tuple[str, ...]) -> None:
    """SEA-1, §34.11: a phone answers for its own seat alone, also where heroes hide nothing from each other."""
    said = {**QUICK, "options": {"places": "spaces"}}
    settings = GameSettings(("Olga", "Anna", "Marco"), ("person",) * 3, bands=("",) * 3)
    assert w.navigator is not None
    w.navigator.screens("chronicles").begin(said, settings)
    table = w.navigator.table
    assert isinstance(table, ChroniclesTable)
    page, game = page_of(w), table.game
    page.tick.setChecked(True)
    phones = {seat: scan(w, code_of(page, seat)) for seat in held}
    rng, sat, end = Random(1), set[str](), monotonic() + 60
    while game.session.state.turn < 2:
        assert monotonic() < end, f"nobody is asked: {game.session.pending}"
        if game.to_sit:
            assert not phones.keys() & set(game.to_sit)
            sat.add(game.to_sit[0])
            game.sit(game.to_sit[0])
        elif game.to_roll() is not None:
            game.roll()
        elif game.choices:
            game.choose(forwards([one for choice in game.choices for one in choice.options], rng))
        for phone in phones.values():
            until(lambda phone=phone: heard(phone))
            if "nodes" in phone.view:
                ids = options(phone.view["nodes"])
                choose(phone, rng.choice([id for id in ids if id == "ready"] or ids))
        QApplication.processEvents()
    assert sat == {"h1", "h2", "oni"} - {*held}
    page.tick.setChecked(False)


def forwards(found: Sequence[Option], rng: Random) -> Option:
    """Whose plan is ready lets it be."""
    on = [one for one in found if one.kind not in ("unplay", "reopen", "take_technique", "rearrange")]
    return rng.choice([one for one in on if one.kind == "ready"] or on)
