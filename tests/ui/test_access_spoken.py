"""What is said to those who listen, as a screen reader gets it: a notification in the tree, and lines to go through.

Orca 43 does not hear Qt's announcements; that it speaks notifications was tried with it (see `theme/spoken.py`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from shiboken6 import isValid

from companion.model.core.refusal import Refusal
from companion.model.core.session import Session
from companion.model.core.words import Words, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.resources import resources_dir
from companion.ui.games.asagiri.board.queries import figure_menu
from companion.ui.games.asagiri.cards.large import LargeCard
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.accessibility import go_round

from .test_cards_kit import LIBRARY, duel, game_of, hold, person, position, reckoned
from .test_window_kit import until
from .tree_kit import DESCRIPTION, NAME, Role, find, names, root, walk


@pytest.fixture
def listening() -> Iterator[None]:
    """As with a screen reader."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def table(qtbot: Any, data: dict[str, Any] | None = None, **more: Any) -> TableScreen:
    """A table at which a fight can begin."""
    screen = hold(qtbot, TableScreen(game_of(data or duel(), **more), ("Hub", "Sato")))
    screen.resize(1280, 800)
    screen.show()
    screen.activateWindow()
    until(lambda: QApplication.activeWindow() is screen)
    return screen


def beginning(qtbot: Any, **more: Any) -> TableScreen:
    """Hub is to roll next: one die."""
    a, b = [person("a1", "okko", [3, 3])], [person("b1", "oni-warau", [3, 6], "N")]
    screen = table(qtbot, position(a, b, aside_a=1, phase="B"), **more)
    screen.game.choose(o.EndActivations())
    return screen


def last(screen: TableScreen) -> str:
    return screen.voice.heard[-1]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Hub: roll 1 inspiration die. Press Space."),
        ("fr", "Hub\N{NO-BREAK SPACE}: lancer 1 dé d’inspiration. Appuyez sur Space."),
        ("it", "Hub: lancia 1 dado ispirazione. Premi Space."),
    ],
)
def test_a_pending_roll_is_announced_with_who_how_many_and_the_key(qtbot: Any, language: str, words: str) -> None:
    screen = beginning(qtbot)
    screen.game.undo()
    screen.game.set_words(Words(language, resources_dir() / "translations"))
    screen.game.choose(o.EndActivations())
    assert last(screen).endswith(words)


def test_dice_to_be_typed_are_asked_for(qtbot: Any) -> None:
    screen = beginning(qtbot, dice="typed")
    assert last(screen).endswith("Hub: roll 1 inspiration die. Type the dice.")


def test_a_fight_is_told_to_its_meaning_each_thing_once(qtbot: Any) -> None:
    screen = table(qtbot)
    game = screen.game
    game.choose(o.Activate(0))
    game.choose(o.Attack(4))
    while o.Pass() in game.options:
        game.choose(o.Pass())
    assert last(screen).endswith("Roll a die for Okko and one for Oni Warau. Press Space.")
    game.roll((6, 5))
    assert "Okko wins by " in last(screen) and "(CBT" not in last(screen)
    assert last(screen).count("retreats") <= 1


def test_the_same_question_is_asked_once(qtbot: Any) -> None:
    screen = table(qtbot)
    screen.game.choose(o.Activate(3))
    assert last(screen).endswith("Hub: Move and act.")
    assert screen.game.move(3, screen.game.state.figures[3].at + 1)
    assert "movement point" in last(screen) and "Move and act" not in last(screen)
    screen.game.undo()
    assert last(screen).startswith("Undone: ")


def test_what_was_said_is_a_notification_that_comes_into_view(qtbot: Any, listening: None, monkeypatch: Any) -> None:
    shown = []
    update = QAccessible.updateAccessibility

    def watch(event: Any) -> None:
        if event.type() == QAccessible.Event.ObjectShow:
            shown.append(event.accessibleInterface().text(NAME))
        update(event)

    monkeypatch.setattr("companion.ui.kit.accessibility.QAccessible.updateAccessibility", watch)
    screen = table(qtbot)
    screen.game.choose(o.Activate(0))
    until(lambda: bool(shown) or sys.platform != "linux")
    said = find(screen, Role.Notification, "Okko is activated.", starts=True).text(NAME)
    assert shown in ([said], [])
    screen.game.refused.emit(Refusal("MOV-1", say("You cannot.")))
    until(lambda: any("You cannot." in n.text(NAME) for n in walk(root(screen)) if n.role() == Role.Notification))


def test_the_last_events_are_gone_through_line_by_line(qtbot: Any) -> None:
    screen = table(qtbot)
    QTest.keyClick(screen, Qt.Key.Key_F6)
    screen.game.choose(o.Activate(3))
    screen.game.move(3, screen.game.state.figures[3].at + 1)
    record = screen.text.record
    record.setFocus()
    assert find(screen, Role.EditableText, "Last events").state().readOnly
    assert record.textCursor().block().text() == screen.voice.heard[-1]
    QTest.keyClick(record, Qt.Key.Key_Up)
    assert record.textCursor().block().text() == screen.voice.heard[-2]
    before = screen.game.session.cursor
    QTest.keyClick(record, Qt.Key.Key_Space)  # the next step: nobody writes there
    assert screen.game.session.cursor > before
    record.setFocus()
    QTest.keyClick(record, Qt.Key.Key_Tab)
    assert not record.hasFocus()


def inside(screen: TableScreen, panel: QWidget) -> bool:
    held = screen.focusWidget()
    return held is not None and (held is panel or panel.isAncestorOf(held))


def test_a_fight_that_opens_says_so_takes_the_keys_and_gives_them_back(qtbot: Any) -> None:
    screen = table(qtbot)
    game = screen.game
    screen.board.setFocus()
    game.choose(o.Activate(0))
    game.choose(o.Attack(4))
    assert find(screen, Role.Dialog, "Combat")
    assert inside(screen, screen.fight)
    read = names(screen, Role.StaticText)
    assert any(words.startswith("attacker Okko: ") for words in read), "who fights, with every modifier"
    while o.Pass() in game.options:
        QTest.keyClick(screen.focusWidget(), Qt.Key.Key_Space)  # the next step, on its button
        assert inside(screen, screen.fight)
    assert screen.fight.button.hasFocus()
    game.roll((6, 1))
    while game.state.frames:
        game.choose(game.options[0])
    assert screen.fight.isVisible() and any("Oni Warau is disabled" in words for words in screen.voice.heard)
    assert screen.board.hasFocus(), "Space is the next step, not the way out of the result"


@pytest.mark.parametrize("key", ["log", "settings", "skills", "advice"])
def test_a_slip_that_opens_by_key_has_a_title_the_keys_and_gives_them_back(qtbot: Any, key: str) -> None:
    screen = table(qtbot)
    screen.game.select(0)
    screen.board.setFocus()
    slip = getattr(screen, key)
    getattr(screen, f"toggle_{key}")()
    assert [n.text(NAME) for n in walk(root(screen)) if n.role() == Role.Dialog] == [slip.accessibleName()]
    assert slip.accessibleName() and inside(screen, slip)
    QTest.keyClick(screen.focusWidget(), Qt.Key.Key_Escape)
    assert not slip.isVisible() and screen.board.hasFocus()


def test_what_lies_behind_a_deleted_widget_stays_alive(qtbot: Any) -> None:
    """PySide takes the next widget in the focus chain for a child of the one it was asked of."""
    screen = table(qtbot)
    game = screen.game
    game.choose(o.Activate(0))
    game.choose(o.Attack(4))  # makes lines, and looks where the keys can go
    go_round(screen.fight, forward=True)
    while o.Pass() in game.options:
        game.choose(o.Pass())
    game.roll((1, 1))
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert isValid(screen.board.caption._room)
    assert isValid(screen.board.viewport())


def test_odds_are_words_with_who_wins(qtbot: Any) -> None:
    screen = table(qtbot)
    game = screen.game
    game.choose(o.Activate(0))
    game.choose(o.Attack(4))
    reckoned(qtbot, screen.fight.odds)
    told = find(screen, Role.StaticText, "Okko wins ", starts=True).text(NAME)
    assert re.fullmatch(
        r"Okko wins \d+%, draw \d+%, Oni Warau wins \d+%\. Oni Warau: disabled .*\. Okko: .*retreats \d+%", told
    ), told


def test_a_choice_says_its_key_what_it_costs_and_its_odds(qtbot: Any) -> None:
    screen = table(qtbot)
    game = screen.game
    game.choose(o.Activate(0))
    game.choose(o.Attack(4))
    said = [n.text(NAME) for n in walk(root(screen.fight)) if n.role() == Role.Button]
    assert any(re.match(r"1, Attack \+1, chance \d+%, then \d+%, fire die from", words) for words in said), said


def test_of_several_words_one_is_chosen_as_by_radio_buttons(qtbot: Any) -> None:
    screen = table(qtbot)
    screen.board.setFocus()
    screen.toggle_settings()
    radios = {n.text(NAME): n.state().checked for n in walk(root(screen.settings)) if n.role() == Role.RadioButton}
    assert radios["Enforce rules"] and not radios["Advise"]
    dial = screen.settings.mode
    dial.stops["enforce"].setFocus()
    QTest.keyClick(dial.stops["enforce"], Qt.Key.Key_Left)
    assert screen.game.session.mode == "assist" and dial.stops["assist"].hasFocus()
    assert find(screen.settings, Role.RadioButton, "Advise").state().checked


def test_dice_equipment_and_cost_are_in_the_tree(qtbot: Any) -> None:
    screen = table(qtbot)
    every = "Dice of Hub: fire, tori, air, 1 set aside"
    felt = find(screen, Role.Grouping, every)
    assert felt.state().focusable
    screen.game.choose(o.Activate(0))
    screen.dice.surface.setFocus()
    assert screen.dice.surface.accessibleName().startswith("fire, die 1 of 4, ")
    QTest.keyClick(screen.dice.surface, Qt.Key.Key_Right)
    QTest.keyClick(screen.dice.surface, Qt.Key.Key_Right)
    assert find(screen, Role.Grouping, "air, die 3 of 4, ", starts=True)
    assert find(screen, Role.Grouping, "air, die 3", starts=True).text(DESCRIPTION) == every
    okko = find(screen, Role.Grouping, "Okko, ", starts=True).text(NAME)
    assert "fire in reserve" in okko and okko.endswith(" zeni")
    oni = find(screen, Role.Grouping, "Oni Warau, ", starts=True)
    assert "equipment: Demon mask" in oni.text(NAME)
    assert "Crushing blows (tori): " in oni.text(DESCRIPTION), "what pays for a skill"


def test_a_side_of_the_board_is_chosen_by_its_number(qtbot: Any) -> None:
    session = Session.new(SYSTEM, {"quick": True}, LIBRARY, 3)
    screen = hold(qtbot, TableScreen(AsagiriController(session, Words("en")), ("Hub", "Sato")))
    screen.show()
    game = screen.game
    while game.state.stage == "first":
        game.roll()
    until(lambda: bool(screen.voice.heard) and "side" in last(screen))
    assert last(screen).endswith("Choose a side of the board. 1 north, 2 east, 3 south, 4 west.")
    assert find(screen, Role.Button, "Take the west side")
    QTest.keyClick(screen, Qt.Key.Key_2)
    assert game.state.stage == "deploy" and game.state.side == 1
    assert not screen.bar.sides.isVisible()


def test_a_question_answered_at_once_is_not_said(qtbot: Any, listening: None) -> None:
    screen = table(qtbot)
    game = screen.game
    game.choose(o.Activate(0))
    game.choose(o.Attack(4))
    while o.Pass() in game.options:
        game.choose(o.Pass())
    game.roll((6, 5))
    until(lambda: any("wins by" in words for words in names(screen, Role.Notification)))
    said = find(screen, Role.Notification, "Okko is activated", starts=True).text(NAME)
    assert "Roll a die" not in said and "Move and act" not in said


def test_the_large_card_is_read_whole(qtbot: Any) -> None:
    screen = table(qtbot)
    card = LargeCard(screen.game, 4, screen)
    told = find(screen, Role.Dialog, "The card of Oni Warau. Oni Warau, vigilant, Attack 5", starts=True).text(NAME)
    assert "Crushing blows (tori): " in told
    QTest.keyClick(card, Qt.Key.Key_Escape)


def test_a_menu_says_what_it_is_about(qtbot: Any) -> None:
    screen = table(qtbot)
    screen.game.choose(o.Activate(0))
    screen.dice.surface.setFocus()
    QTest.keyClick(screen.dice.surface, Qt.Key.Key_Return)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and root(menu).role() == Role.PopupMenu
    assert root(menu).text(NAME) == "Several choices"
    menu.close()
    about = figure_menu(screen.game, 4, screen)
    assert root(about).text(NAME) == "Oni Warau"
    about.deleteLater()
