"""Saké & Samouraï beside a real table in the real window: told, put right, checked, killed, handed to the rules."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.content.library import _shipped
from companion.model.core.contract import Over, Roll, choices_of
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state.options import SEAT_AS_TARGET
from companion.model.store.repository import Repository
from companion.ui.games.sake.question.composer import Part
from companion.ui.games.sake.question.free_hand import changes
from companion.ui.games.sake.table.screen import SakeScreen
from companion.ui.kit.screen import ChoicePopup
from companion.ui.shell.window import MainWindow

from .rows import Row
from .sake_kit import house_games, on_table, screen_of, take, wished
from .sake_tracked import FILE, FOLLOW
from .test_window_kit import click, press, until, window


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    storage = house_games()
    with window(storage) as made:
        yield made
    storage.close()


def followed(w: MainWindow, count: int = 3) -> SakeScreen:
    return on_table(w, count, mode="track", **FOLLOW)


def wounds(screen: SakeScreen) -> list[int]:
    return [len(seat.wounds) for seat in screen.game.state.seats]


def struck(w: MainWindow) -> SakeScreen:
    """Bruno has gone to Camille and struck her with a 2; she has answered with a 1, and the turn is hers."""
    screen = followed(w, 5)
    screen.take(Part("place", ("left", 2)))
    screen.take(Part("target", SEAT_AS_TARGET + 1))
    press("2")
    press("1")
    assert wounds(screen) == [0, 2, 0, 0, 0], "2 + Katana 3 + heavy 1, less 1 + Katana 2 + iron 1"
    press(Qt.Key.Key_Space)
    return screen


def correct(screen: SakeScreen, words: str) -> None:
    """Point at a line of the log and say that it was not so."""
    line = next(line for line in screen.log.list.rows.lines if words in line.title)
    Row(screen.log.list, line.id).click()
    click(screen.log.change)
    assert screen.at_table.change.isVisible()


def test_what_is_told_in_three_inputs_is_an_attack_with_its_answer(w: MainWindow) -> None:
    """TRK-10."""
    screen = struck(w)
    assert screen.game.state.active == 1
    assert SYSTEM.encode(screen.game.state)["seats"][0]["hand"] == ["?"] * 4
    assert not any("a card, a card" in line.title for line in screen.log.list.rows.lines), "nobody wants to read that"


def test_a_defence_told_wrongly_is_put_right_a_turn_later(w: MainWindow) -> None:
    screen = struck(w)
    correct(screen, "Camille defends")
    press("0")
    assert screen.at_table.past.done
    assert wounds(screen) == [0, 3, 0, 0, 0], "the table is shown as it would be"
    click(screen.at_table.change.buttons["accept"])
    assert (wounds(screen), screen.game.state.active) == ([0, 3, 0, 0, 0], 1)
    correct(screen, "Bruno attacks")
    press(Qt.Key.Key_Escape)
    assert not screen.at_table.busy
    assert wounds(screen) == [0, 3, 0, 0, 0]


def test_what_no_longer_fits_is_asked_about(w: MainWindow) -> None:
    """He had gone the other way: the attack cannot have been, and is let go."""
    screen = struck(w)
    correct(screen, "Bruno moves")
    screen.take(Part("place", ("right", 1)))
    assert screen.at_table.past.misfit is not None
    for _ in range(9):
        if screen.at_table.past.misfit is None:
            break
        press(Qt.Key.Key_D) if screen.at_table.change.buttons["drop"].isVisible() else press(Qt.Key.Key_S)
    click(screen.at_table.change.buttons["accept"])
    assert wounds(screen) == [0] * 5
    assert [line.steps for line in screen.game.state.lines] == [4, 3, 3, 3, 2]


def test_an_interruption_is_told_after_the_move_that_it_stopped(w: MainWindow) -> None:
    screen = followed(w, 3)
    kinds = {kind.id.partition(":")[2]: n for n, kind in enumerate(screen.table.deck.types)}
    stagger, double = (screen.types.buttons[kinds[id]] for id in ("stagger", "double-vision"))
    assert not stagger.isEnabled()
    screen.take(Part("place", ("left", 2)))
    assert screen.game.state.lines[0].steps == 1
    assert (stagger.isEnabled(), double.isEnabled()) == (True, False)
    click(stagger)
    assert [part.kind for part in screen.parts] == ["who", "who"]
    take(screen, Part("who", 2), "keys")
    assert (screen.game.state.lines[0].steps, len(screen.game.state.seats[2].hand)) == (3, 3)
    assert screen.game.state.plays == 1, "a cancelled card costs its play (TUR-7)"


def test_whoever_is_not_asked_burns_or_draws_at_any_time(w: MainWindow) -> None:
    """NOW-1, by the free hand."""
    screen = followed(w, 3)
    game = screen.game
    found = changes(game.state, Part("target", SEAT_AS_TARGET + 2), "David", free=True)
    soul = next(one for one in found if one.correction.kind == "instant")
    game.correct(soul.correction)
    assert (len(game.state.seats[2].life), len(game.state.seats[2].hand), game.state.soul) == (3, 4, 4)
    assert "draws 1 card from life" in screen.log.list.rows.lines[-1].title, "and throws one away (PIL-4)"
    found = changes(game.state, Part("target", SEAT_AS_TARGET + 2), "David", free=True)
    assert not any(one.correction.kind == "instant" for one in found), "once a turn"


def test_the_table_is_checked_and_put_right_in_one_click(w: MainWindow) -> None:
    screen = struck(w)
    game, before = screen.game, screen.game.state
    press("y")
    page = screen.at_table.check_page
    assert page.isVisible()
    assert not page.mend.isEnabled()
    page.spins[0, "life"].setValue(3)
    page.spins[0, "wounds"].setValue(2)
    page.spins[1, "steps"].setValue(5)
    click(page.spots[2, "sheet"])
    assert "14 sake counters; the game has 13" in page.wrong.text()
    assert not page.mend.isEnabled()
    page.spins[-1, "masu"].setValue(10)
    assert "2 sake out of the game" in page.rest.text()
    row = page._held
    assert row is not None
    click(page.mend)
    assert not page.isVisible()
    now = game.state
    assert ([len(seat.life) for seat in now.seats], now.lines[1].steps) == ([3, 3, 4, 6, 4], 5)
    assert (now.masu, now.gone, len(now.seats[2].sake)) == (10, 2, 1)
    assert "Corrected by hand: Bruno, David, " in screen.log.list.rows.lines[-1].title
    game.undo()
    assert game.state == before


def test_a_checked_table_that_is_right_is_left_alone(w: MainWindow) -> None:
    screen = struck(w)
    cursor = screen.game.session.cursor
    press("y")
    press(Qt.Key.Key_Space)
    press(Qt.Key.Key_Escape)
    assert (screen.at_table.page, screen.game.session.cursor) == (None, cursor)
    screen.at_table.check_table()
    page = screen.at_table.check_page
    deck = screen.table.deck
    page._offer_gear(4, page.mend)
    popup = w.findChild(ChoicePopup)
    assert popup is not None
    Row(popup.lines, str(next(n for n, kind in enumerate(deck.types) if kind.id.endswith("yumi")))).click()
    click(page.mend)
    assert [deck.ids[card] for card in screen.game.state.seats[4].gear] == ["yumi-1", "katana-5"] or (
        {deck.ids[card] for card in screen.game.state.seats[4].gear} == {"yumi-1", "katana-5"}
    )


def test_in_mid_game_the_app_takes_over_when_it_knows_every_hand(w: MainWindow) -> None:
    """Each hand is told with nobody else at the screen; what nobody can know is dealt by chance (TRK-8)."""
    screen = followed(w, 3)
    screen.take(Part("place", ("left", 2)))
    click(screen.at_table.mode)
    page, told = screen.at_table.hands_page, 0
    for seat in range(3):
        assert not page.types.isVisible(), "covered until the player says so"
        assert page.mine.rows.lines == []
        click(page.sit)
        assert not page.next.isEnabled()
        while not page.next.isEnabled():
            click([button for button in page.types.buttons.values() if button.isEnabled()][2 * told % 20])
            if page.copies.rows.lines:
                Row(page.copies, page.copies.rows.lines[-1].id).click()
            told += 1
        assert len(page.mine.rows.lines) == (3 if seat == 0 else 4)
        click(page.next)
    game = screen.game
    until(lambda: not isinstance(game.pending, Roll))
    assert (game.session.mode, game.unseen) == ("enforce", False)
    assert all(card >= 0 for seat in game.state.seats for card in (*seat.hand, *seat.life))
    assert screen.covered, "hands are hidden again"
    deck, hands = game.state.table.deck, [card for seat in game.state.seats for card in seat.hand]
    log = "\n".join(line.title for line in screen.log.list.rows.lines)
    assert not any(deck.ids[card] in log for card in hands), "no hand is in the log"


def test_a_followed_table_killed_before_a_sake_is_placed_goes_on(qapp: QApplication, tmp_path: Path) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.ui.sake_tracked", str(tmp_path)],
        capture_output=True, text=True, timeout=200, cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip
    assert child.returncode == -signal.SIGKILL, child.stderr[-3000:]
    shown = json.loads(child.stdout.splitlines()[-1])
    again = StoredGames(Repository(tmp_path / FILE), _shipped())
    with window(again) as w:
        press("c")
        screen = screen_of(w)
        session = screen.game.session
        assert json.loads(json.dumps(SYSTEM.encode(session.state))) == shown["state"]
        assert (session.cursor, {step.mark for step in session.steps}) == (shown["cursor"], {"observed"})
        take(screen, Part("spot", (1, screen.table.seats[1].gear[0])), "mouse")
        assert len(screen.game.state.seats[1].sake) == 1
    again.close()


def told_on(screen: SakeScreen, rng: Random, until_masu: int) -> None:
    """What people do, entered unseen, until so little is left in the Masu."""
    game = screen.game
    game.see(False)
    while game.session.state.masu > until_masu and not isinstance(game.session.pending, Over):
        pending = game.session.pending
        if isinstance(pending, Roll):
            game.session.roll()
            continue
        options = [one for one in rng.choice(choices_of(pending)).options if one.kind != "show"] or (
            choices_of(pending)[0].options
        )
        weights = [{"drink": 30.0, "end_phase": 0.3, "burn_draw": 0.1, "soul": 0.1}.get(o.kind, 1.0) for o in options]
        game.session.choose(rng.choices(options, weights)[0])
    game.see(True)
    QApplication.processEvents()


@pytest.mark.parametrize("way", [pytest.param("mouse", marks=pytest.mark.soak), "keys"])
def test_a_followed_game_of_unknown_hands_is_told_to_its_end(w: MainWindow, way: str) -> None:
    """The last sake, the Fatal Round and the end are told in the window; at night everything from the first card."""
    screen, rng = followed(w, 3), Random(5)
    told_on(screen, rng, 1 if way == "keys" else 8)
    for _ in range(3000):
        if isinstance(screen.game.pending, Over):
            break
        assert not screen.covered
        if screen.parts and rng.random() < 0.5:
            take(screen, _plain(screen, rng), way)  # type: ignore[arg-type]
        elif screen.step.isVisible():
            press(Qt.Key.Key_Space)
        QApplication.processEvents()
    assert screen.standings.isVisible()
    assert SYSTEM.missing(screen.game.state) is not None or not any(s.hand for s in screen.game.state.seats)
    assert {step.mark for step in screen.game.session.steps} == {"observed"}


def _plain(screen: SakeScreen, rng: Random) -> Part:
    """Cards are told as they are played, and nothing else of a hand."""
    rare = (Part("act", "show"), Part("act", "pause"))
    return wished([part for part in screen.parts if part not in rare] or screen.parts, rng)
