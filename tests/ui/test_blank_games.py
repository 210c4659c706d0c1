"""Whole games of the toy in the real window, by mouse and keys: at one screen, at a real table, against bots."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from companion.app.program import FILE
from companion.app.storage import StoredGames
from companion.model.core.contract import UNKNOWN, Over
from companion.model.games.blank.play import Pick, Show
from companion.model.store.repository import Repository
from companion.ui.games.blank.new_game import NewGameScreen
from companion.ui.games.blank.table import BlankScreen
from companion.ui.kit.theme import motion
from companion.ui.play.log_panel import ReportScreen
from companion.ui.play.storage import Player
from companion.ui.shell.window import MainWindow

from .blank_kit import FOUR, THREE, Way, choose, on_table, people, pick, screen_of, sit
from .test_window_kit import LIBRARY, click, press, until, window

ROOT = Path(__file__).parents[2]


@pytest.fixture
def w(qapp: QApplication) -> Iterator[MainWindow]:
    with window() as made:
        yield made


@pytest.fixture
def at_once() -> Iterator[None]:
    before = motion.speed()
    motion.set_speed("at_once")
    yield
    motion.set_speed(before)


def play_on(screen: BlankScreen, way: Way, rng: Random) -> set[str]:
    """Hand the screen over, roll and decide until the game is over; the seats that have sat there."""
    game, sat = screen.game, set[str]()
    for _ in range(200):
        roll = game.to_roll()
        if isinstance(game.pending, Over):
            return sat
        if screen.covered:
            seat = rng.choice(list(screen.cover.buttons))
            sit(screen, seat, way)
            sat.add(seat)
        elif roll is not None:
            faces = [str(rng.choice(die.kind.faces)) for die in roll.dice]
            if not screen.dice.typed:
                press(Qt.Key.Key_Space) if way == "keys" else click(screen.dice.roll)
            elif way == "keys":
                press(*faces)
            else:
                for face, choices in zip(faces, screen.dice.field.faces, strict=True):
                    click(choices.words[face])
        else:
            shown = [row.id for row in screen.options.rows.lines]
            offered = [option for choice in game.choices for option in choice.options if option in screen._picks()
                       or f"{choice.seat} {game.session.system.option_id(game.state, option)}" in shown]  # fmt: skip
            choose(screen, rng.choice(offered), way)
    raise AssertionError("this never ends")


@pytest.mark.parametrize("way", ["mouse", "keys"])
@pytest.mark.parametrize(("hands", "dice"), [(THREE, "virtual"), (FOUR, "typed")], ids=["three", "camps"])
def test_a_whole_game_handed_from_player_to_player(
    w: MainWindow, hands: dict[str, list[int]], dice: str, way: Way
) -> None:
    screen = on_table(w, hands, settings=people(len(hands), dice=dice))
    assert play_on(screen, way, Random(5)) == set(hands)
    assert screen.prompt.text().startswith("The last round is over")
    log = " ".join(line.title for line in screen.log.list.rows.lines)
    assert all(f"{seat} has picked a card" in log for seat in hands)
    press(Qt.Key.Key_Space)
    assert w.stack.currentWidget() is w.home


def test_a_table_with_hands_that_the_app_does_not_know(w: MainWindow) -> None:
    """What is not known is shown as that; the table tells a card when it is turned up."""
    unknown: list[int | str] = ["?"] * 4
    screen = on_table(w, {"A": [1, 3, 5, 6], "B": unknown, "C": unknown}, settings=people(3, mode="track"))
    game = screen.game
    assert (screen.covered, game.at_screen) == (False, "A"), "whose hand the app knows holds it"
    assert [row.title for row in screen.options.rows.lines] == [
        "B: pick a card without telling the app",
        "C: pick a card without telling the app",
    ]
    choose(screen, Pick(2, UNKNOWN), "mouse")
    choose(screen, Pick(1, UNKNOWN))
    pick(screen, 6)
    assert screen.sheet.view["frames"][-1]["picks"] == [6, "?", "?"]
    assert "B has picked a card: ?" not in screen.sheet.accessibleDescription()
    assert "Bea (B) has picked a card: ?" in screen.sheet.accessibleDescription()
    assert [row.title for row in screen.options.rows.lines] == [f"B: turn up the {n}" for n in range(1, 7)]
    choose(screen, Show(1, 6), "mouse")
    press("4")
    assert "C turns up the 4" in screen.log.list.rows.lines[-1].title
    assert screen.dice.isVisible(), "A and B are tied"
    play_on(screen, "keys", Random(2))


def test_an_omen_kept_from_the_app_is_told_when_the_cards_are(w: MainWindow) -> None:
    unknown: dict[str, list[int | str]] = {seat: ["?"] * 3 for seat in "ABCD"}
    screen = on_table(w, unknown, settings=people(4, mode="track", dice="typed"))
    assert not screen.covered
    click(screen.dice.field.faces[0].words["?"])
    assert "Omen: ?" in screen.sheet.accessibleDescription()
    for seat in range(4):
        choose(screen, Pick(seat, UNKNOWN))
    for seat in range(4):
        choose(screen, Show(seat, seat + 1))
    assert [row.title for row in screen.options.rows.lines][:2] == ["Red: the omen was 1", "Red: the omen was 2"]
    play_on(screen, "mouse", Random(1))


@pytest.mark.parametrize(
    ("hands", "players", "only"),
    [
        (THREE, ("greedy", "random", "person"), "C"),
        (THREE, ("random", "greedy", "random"), "*"),
        (FOUR, ("random", "greedy", "person", "random"), "C"),
    ],
    ids=["one person", "none", "one with a partner"],
)
def test_automatic_players_play_to_the_end(
    at_once: None, w: MainWindow, hands: dict[str, list[int]], players: tuple[Player, ...], only: str
) -> None:
    """With a person among them nobody has to hand anything over; without one the game plays itself."""
    screen = on_table(w, hands, settings=people(len(hands), *players))
    game, rng = screen.game, Random(4)
    assert game.at_screen == only
    until(lambda: isinstance(game.pending, Over) or (_decide(screen, rng) and False))
    assert game.at_screen == only


def _decide(screen: BlankScreen, rng: Random) -> None:
    game = screen.game
    if game.choices:
        choose(screen, rng.choice(game.options))
    elif game.to_roll() is not None:
        press(Qt.Key.Key_Space)


def test_automatic_players_wait_for_who_has_gone_back(at_once: None, w: MainWindow) -> None:
    screen = on_table(w, THREE, settings=people(3, "greedy", "greedy"))
    game = screen.game
    until(lambda: game.session.cursor >= 2)
    click(screen.log.undo)
    assert (game.waits, screen.step.text()) == (True, "Let the computer continue")
    press(Qt.Key.Key_Space)
    until(lambda: game.session.cursor >= 2)


def test_a_moment_of_the_past_is_looked_at_and_left_by_space(w: MainWindow) -> None:
    screen = on_table(w, THREE)
    for seat, card in (("A", 6), ("B", 1), ("C", 2)):
        sit(screen, seat)
        pick(screen, card)
    screen.log.list.chosen.emit("1")
    assert (screen.prompt.text(), screen.game.options) == ("The past: step 1 of 3", ())
    press(Qt.Key.Key_Space)
    assert not screen.game.session.looking


def test_a_game_killed_midway_goes_on_covered(qapp: QApplication, tmp_path: Path) -> None:
    """Every step was kept before it was shown; whoever opens the game again sees no hand yet."""
    killed = StoredGames(Repository(tmp_path / FILE), LIBRARY)
    with window(killed) as w:
        screen = on_table(w, THREE)
        sit(screen, "A")
        pick(screen, 5)
        sit(screen, "B")
        before = screen.game.state
        (tmp_path / "copy").mkdir()
        for file in tmp_path.glob(f"{FILE}*"):
            (tmp_path / "copy" / file.name).write_bytes(file.read_bytes())  # as the disk is at this moment
    killed.close()
    again = StoredGames(Repository(tmp_path / "copy" / FILE), LIBRARY)
    with window(again) as w:
        press("c")
        screen = screen_of(w)
        assert (screen.game.state, screen.covered, screen.hand) == (before, True, [])
        assert list(screen.cover.buttons) == ["B", "C"]
        assert [screen._name(seat) for seat in "ABC"] == ["Ann (A)", "Bea (B)", "Cleo (C)"]
        play_on(screen, "keys", Random(3))
    again.close()


def test_a_game_is_replayed_as_a_spectator_saw_it_and_reported(w: MainWindow, tmp_path: Path) -> None:
    screen = on_table(w, THREE)
    play_on(screen, "keys", Random(8))
    navigator = w.navigator
    assert navigator is not None
    id, steps = navigator.table.opened.entry.id, screen.game.session.present
    navigator.go_home()
    navigator.replay(id)
    watched = screen_of(w)
    assert (watched.game.session.cursor, watched.covered, watched.hand) == (0, False, [])
    for step in range(1, steps + 1):
        watched.game.look(step)
        assert (watched.covered, watched.hand) == (False, [])
    navigator.go_home()
    navigator.games["blank"].report(navigator.screens("blank"), id)
    report = w.stack.currentWidget()
    assert isinstance(report, ReportScreen)
    lines = report.text.toPlainText().splitlines()
    assert (lines[0], lines[2]) == ("# Toy", f"1. {watched.log.list.rows.lines[0].title}")
    report.write(tmp_path / "toy.md")
    assert (tmp_path / "toy.md").read_text(encoding="utf-8") == report.text.toPlainText()


@pytest.mark.parametrize("way", ["mouse", "keys"])
def test_a_new_game_is_set_up_and_begun(w: MainWindow, way: Way) -> None:
    assert w.navigator is not None
    w.navigator.screens("blank").new_game("enforce")
    form = w.stack.currentWidget()
    assert isinstance(form, NewGameScreen)
    click(form.sides.words["camps"])
    assert [row.isVisible() for row in form.seats] == [True] * 4
    for row, name in zip(form.seats, ("Ann", "Bea", "Cleo", ""), strict=True):
        row.name.clear()
        row.name.setFocus()
        press(name)
    click(form.seats[1].player.words["greedy"])
    press(Qt.Key.Key_Return) if way == "keys" else click(form.begin)
    screen = screen_of(w)
    hands = screen.game.state.hands
    assert sorted(card for hand in hands for card in hand if card is not UNKNOWN) == sorted([*range(1, 7)] * 2)
    assert (screen._name("A"), screen._name("D"), list(screen.game.bots)) == ("Ann (A)", "Player D", ["B"])


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1 3 5 9", "Cards go from 1 to 6, 2 of each."),
        ("1 1 1", "Cards go from 1 to 6, 2 of each."),
        ("1 2 3 4 5", "Everybody holds 4 cards."),
    ],
)
def test_hands_that_the_deck_has_not_are_refused_where_they_are_typed(w: MainWindow, typed: str, why: str) -> None:
    assert w.navigator is not None
    w.navigator.screens("blank").new_game("track")
    form = w.stack.currentWidget()
    assert isinstance(form, NewGameScreen)
    form.seats[0].hand.setFocus()
    press(typed)
    assert (form.problem.text(), form.begin.isEnabled()) == (why, False)
    form.seats[0].hand.clear()
    press("6")
    click(form.begin)
    assert screen_of(w).game.state.hands[0] == (6, UNKNOWN, UNKNOWN, UNKNOWN)


FACADE = ["companion.ui.games.asagiri", "companion.ui.games.asagiri.banner"]


@pytest.mark.parametrize(("only", "loaded"), [((), FACADE), (("blank",), [])])
def test_a_whole_game_of_it_loads_nothing_of_asagiri(only: tuple[str, ...], loaded: list[str]) -> None:
    """In a process of its own: the window, its storage, a whole game by keys, the library, the report.

    Of a game that nobody has opened only the facade is read, which says what the home screen offers, and its picture
    there; where only the toy is installed, nothing.
    """
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.ui.blank_alone", *only]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (ran.stdout, ran.returncode) == (f"over\n{loaded}\n", 0), ran.stderr


def test_dice_that_are_rolled_again_are_asked_for_anew(w: MainWindow) -> None:
    screen = on_table(w, THREE, settings=people(3, dice="typed"))
    for seat, card in (("A", 6), ("B", 6), ("C", 2)):
        sit(screen, seat)
        pick(screen, card)
    press("3", "3")
    assert [faces.choice() for faces in screen.dice.field.faces] == ["", ""]
    press("2", "5")
    assert screen.game.session.cursor == 5
    assert "B wins the round" in screen.log.list.rows.lines[-1].title
