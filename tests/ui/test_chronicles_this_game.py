"""How a game of Okko Chronicles is played, changed in the middle of it, in the real window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.bots import Automaton, Greedy
from companion.model.core.session import Session
from companion.model.games.chronicles import SYSTEM
from companion.ui.games.chronicles.this_game import ThisGamePage
from companion.ui.kit.choices import SmallDial
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Toast

from .chronicles_kit import chronicles_table, later
from .test_window_kit import press, until


def turn(dial: SmallDial, stop: int) -> None:
    """A click on a stop."""
    wide = dial.width() / 3
    QTest.mouseClick(dial, Qt.MouseButton.LeftButton, pos=QPoint(round(wide * (stop + 0.5)), dial.height() // 2))


def click_line(rows: ListView, id: str) -> None:
    """A click on a line."""
    n = next(n for n, line in enumerate(rows.rows.lines) if line.id == id)
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualRect(rows.rows.index(n, 0)).center())


def value(rows: ListView, id: str) -> str:
    """What a line says at its right."""
    return next(line.value for line in rows.rows.lines if line.id == id)


def test_what_is_set_in_the_middle_counts_is_undone_and_replayed(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True) as table:
        game, screen = table.game, table.screen
        later(game, "hero")
        screen.window().resize(1280, 800)
        press("g")
        page = screen.settings
        until(page.isVisible)
        before = game.session.cursor

        turn(page.things["wounds"], 1)
        assert game.state.table.options.dials.wounds == "remind"
        assert page.things["wounds"].accessibleName() == "Wounds for damage: remind"
        click_line(page.keepers, "order")
        assert game.state.table.options.keepers.order == "app"
        assert value(page.keepers, "order") == "in the app"
        click_line(page.options, "alert_by")
        assert game.state.table.options.alert_by == "side"
        page.dice.words["ask"].click()
        assert game.session.dice == "ask"
        again = Session.replay(SYSTEM, game.session.save(), game.content)
        assert (again.state, again.diverged, again.dice) == (game.session.state, None, "ask")

        while game.session.cursor > before:
            game.undo()
        assert game.state.table.options.dials.wounds == "do"
        assert value(page.keepers, "order") == "on the table"
        assert value(page.options, "alert_by") == "a hero"
        press("g")
        assert not page.isVisible()


def test_to_advise_is_to_ask_before_every_duty_and_each_mode_remembers_its_own(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True, places="spaces") as table:
        game, page = table.game, table.screen.settings
        later(game, "hero")
        table.screen.toggle_settings()
        assert page.turn("stealth", "off")
        page.mode.stops["assist"].click()
        assert {page.stop_of(id) for id in page.things} == {"remind"}
        page.mode.stops["enforce"].click()
        assert game.session.mode == "enforce"
        assert {page.stop_of(id) for id in page.things} == {"do"}
        assert not any(part.isEnabled() for part in (*page.things.values(), page.keepers, page.options, page.places))
        assert not page.turn("stealth", "off")
        page.mode.stops["track"].click()
        assert {id for id in page.things if page.stop_of(id) != "do"} == {"stealth"}
        assert game.state.table.options.enforcement == "track"
        game.undo()
        assert game.session.mode == "enforce"


def refused_enforcement(page: ThisGamePage) -> None:
    page.mode.stops["enforce"].click()


def refused_keeper(page: ThisGamePage) -> None:
    click_line(page.keepers, "events")


@pytest.mark.parametrize(
    ("do", "why"), [(refused_enforcement, "Without places"), (refused_keeper, "does not know these cards")]
)
def test_what_cannot_be_is_said(qapp: QApplication, do: Callable[[ThisGamePage], None], why: str) -> None:
    with chronicles_table(2, tracked=True) as table:
        later(table.game, "hero")
        before = table.game.session.cursor
        do(table.screen.settings)
        assert table.game.session.cursor == before
        assert any(why in toast.accessibleName() for toast in table.screen.window().findChildren(Toast))
        assert table.screen.settings.mode.stops["track"].isChecked()


def test_a_seat_is_given_to_the_computer_and_taken_back(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=True) as table:
        game, page = table.game, table.screen.settings
        game.see(False)
        page.players["oni"].words["greedy"].click()
        assert isinstance(game.bots["oni"], Greedy)
        page.players["oni"].words["person"].click()
        assert "oni" not in game.bots


def test_an_oni_played_by_the_rules_stays_with_them(qapp: QApplication) -> None:
    with chronicles_table(2, tracked=False, oni="automatic") as table:
        table.game.see(False)
        assert isinstance(table.game.bots["oni"], Automaton)
        assert not table.screen.settings.players["oni"].isEnabled()
