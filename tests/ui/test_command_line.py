"""The command line at the real table screen: typed, completed, corrected, remembered."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.table.commands import VERBS, Misunderstood
from companion.model.games.asagiri.table.commands.complete import complete
from companion.model.games.asagiri.table.commands.understand import CommandPlan
from companion.ui.games.asagiri.controller import AsagiriController
from companion.ui.games.asagiri.table.input import CommandInterpreter
from companion.ui.games.asagiri.table.screen import TableScreen
from tests.budget import examples
from tests.rules.test_commands import STATES

from .test_cards_kit import game_of, hold, person, position


def table_of(qtbot: Any, *, mode: str = "enforce", language: str = "en", **more: Any) -> TableScreen:
    """Okko and Noburo against an Oni Bushi that stands before Okko; four dice rolled."""
    place = position(
        [person("a1", "okko", [2, 4], "N"), person("a2", "noburo", [6, 6], "N")],
        [person("b1", "oni-bushi", [2, 3], "S"), person("b2", "crow-witch", [7, 0], "S")],
        **{"stage": "activations", "pool_a": ["fire", "air", "earth", "tori"], "aside_b": 4, **more},
    )
    game = game_of(place, mode=mode, dice="typed", language=language)
    table = hold(qtbot, TableScreen(game))
    table.resize(1280, 800)
    with qtbot.waitExposed(table):
        table.show()
    table.board.animations_enabled = False
    table.setFocus()
    return table


def type_(table: TableScreen, text: str, *, enter: bool = True) -> None:
    """Keys to whoever has them."""
    QTest.keyClicks(QApplication.focusWidget() or table, text)
    if enter:
        QTest.keyClick(QApplication.focusWidget() or table, Qt.Key.Key_Return)


def opened(qtbot: Any, **how: Any) -> TableScreen:
    table = table_of(qtbot, **how)
    QTest.keyClick(table.board, Qt.Key.Key_Slash)
    assert table.command.edit.hasFocus()
    return table


def test_a_line_moves_attacks_and_takes_the_dice(qtbot: Any) -> None:
    table = opened(qtbot)
    game = table.game
    type_(table, "attack okko oni")
    assert game.state.frames, "the fight is on"
    assert table.command.edit.hasFocus(), "the keys stay where one types"
    assert not table.command.edit.text()
    done = game.session.cursor
    type_(table, "")
    assert game.session.cursor == done, "Enter alone does nothing"
    type_(table, "4 2")  # the dice lie on the table: nobody announces more
    assert game.session.cursor > done
    assert game.to_roll() is None
    assert "4" in table.command.offers.says
    QTest.keyClick(table.command.edit, Qt.Key.Key_Escape)
    assert not table.command.isVisible()
    assert table.board.hasFocus()


def test_a_line_that_is_refused_changes_nothing_and_is_selected(qtbot: Any) -> None:
    table = opened(qtbot)
    type_(table, "noburo g6; okko zz4")
    assert table.game.session.cursor == 0, "a line is done whole or not at all"
    assert table.command.edit.selectedText() == "noburo g6; okko zz4"
    assert "ZZ4" in table.command.offers.says
    type_(table, "okko h8")
    assert table.command.edit.text() == "okko h8", "typing replaces what was refused"
    assert "MOV-5" in table.command.offers.says, "the rule is named"
    assert "Possible: " in table.command.offers.says, "and what would fit"
    QTest.keyClick(table.command.edit, Qt.Key.Key_Up)
    QTest.keyClick(table.command.edit, Qt.Key.Key_Up)
    assert table.command.edit.text() == "noburo g6; okko zz4"
    QTest.keyClick(table.command.edit, Qt.Key.Key_Down)
    QTest.keyClick(table.command.edit, Qt.Key.Key_Down)
    assert table.command.edit.text() == ""


def test_tab_takes_what_makes_sense_first(qtbot: Any) -> None:
    table = opened(qtbot)
    type_(table, "attaque okko ", enter=False)
    QTest.keyClick(table.command.edit, Qt.Key.Key_Tab)
    assert table.command.edit.text() == "attaque okko oni bushi "
    QTest.keyClick(table.command.edit, Qt.Key.Key_Tab)
    assert table.command.edit.text() != "attaque okko oni bushi "
    assert "CBT-1" in table.command.offers.says, "the rest comes with the rule against it"
    QTest.keyClick(table.command.edit, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(table.command.edit, Qt.Key.Key_Return)
    assert table.game.state.frames


def test_an_offer_is_clicked(qtbot: Any) -> None:
    table = opened(qtbot)
    type_(table, "att", enter=False)
    QApplication.processEvents()
    table.command.offers.grab()
    QTest.mouseClick(table.command.offers, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert table.command.edit.text() == "attack "


def test_at_a_table_a_hand_may_break_a_rule_and_it_is_noted(qtbot: Any) -> None:
    table = opened(qtbot, mode="track")
    type_(table, "okko h8 e")
    step = table.game.session.steps[-1]
    assert (step.mark, step.rule) == ("overridden", "MOV-5")
    type_(table, "flip noburo; reserve noburo e")
    assert table.game.state.figures[1].state == "shaken"
    assert table.game.state.figures[1].reserve == "earth"


def test_it_speaks_the_language_of_the_window_and_hears_all(qtbot: Any) -> None:
    table = opened(qtbot, language="fr")
    type_(table, "at", enter=False)
    assert table.command._words[0].text == "attaque"
    table.game.set_words(Words("en"))
    type_(table, "tacca okko oni", enter=True)
    assert table.game.state.frames


def test_the_line_never_lies_over_the_board(qtbot: Any) -> None:
    table = opened(qtbot)
    QApplication.processEvents()
    command = QRect(table.command.mapTo(table, QPoint()), table.command.size())
    assert not command.intersects(table.board.geometry())
    assert table.bar.geometry().contains(table.command.mapTo(table, table.command.rect().bottomRight()))
    QTest.keyClick(table, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert not table.command.isVisible(), "the same key puts it away"


def test_letters_typed_into_the_line_are_no_dice_until_enter_says_so(qtbot: Any) -> None:
    """`attack okko` was taken for air, tori, tori; the Enter behind `ffwt` chose something."""
    for dice in ("typed", "ask", "virtual"):
        table = opened(qtbot, stage="roll", pool_a=[], aside_a=4)
        game = table.game
        game.set_dice(dice)
        begun = game.session.cursor
        type_(table, "attack okko")
        assert game.session.cursor == begun
        assert table.command.edit.selectedText() == "attack okko"
        type_(table, "ffwt", enter=False)
        assert game.session.cursor == begun
        assert "fire, fire, water" in table.command.offers.enter, "what Enter would do is said before"
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        assert game.state.bands[0].pool == ("fire", "fire", "water", "tori")
        assert game.session.cursor == begun + 1
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Return):
            QTest.keyClick(QApplication.focusWidget(), key)
        assert game.session.cursor == begun + 1, "no button was meant"
        assert table.command.edit.hasFocus()
        table.close()


def test_the_keys_stay_in_the_line_whatever_happens(qtbot: Any) -> None:
    """Through a fight, a slip that asks, and a phase that ends and has dice rolled."""
    table = opened(qtbot, mode="track")
    game = table.game
    for line in ("okko oni", "42", "next", "end phase", "eatt", "help", "undo", "redo", "okko shaken", "noburo h8"):
        type_(table, line)
        assert table.command.edit.hasFocus(), line
        assert not table.command.edit.text(), (line, table.command.offers.says)
    assert game.state.figures[0].state == "shaken"


def test_undo_and_next_say_what_they_did(qtbot: Any) -> None:
    table = opened(qtbot)
    says = table.command.offers
    type_(table, "undo")
    assert says.says == "Nothing to undo"
    type_(table, "noburo g6")
    type_(table, "undo")
    assert says.says.startswith("Undone: ")
    assert "G6" in says.says
    type_(table, "redo")
    assert "Noburo" in says.says
    assert "G6" in says.says
    type_(table, "next", enter=False)
    preview = says.enter
    assert preview
    QTest.keyClick(table.command.edit, Qt.Key.Key_Return)
    assert says.says
    assert says.says != "Nothing to do"
    assert table.command.edit.hasFocus()


def test_two_numbers_count_without_enter_in_the_slip_too_however_dice_are_asked_for(qtbot: Any) -> None:
    for entry in ("typed", "ask"):
        table = table_of(qtbot)
        table.game.set_dice(entry)
        table.game.choose(o.Activate(0), o.Attack(2), o.Pass())
        assert table.game.to_roll() is not None
        type_(table, "42", enter=False)
        assert table.game.to_roll() is None, entry
        table.close()


def test_at_the_end_of_a_phase_a_letter_puts_its_die_on_the_selected_card(qtbot: Any) -> None:
    table = table_of(qtbot)
    type_(table, "nn", enter=False)  # figures could still act: the first N asks, the second says yes
    assert table.game.state.stage == "reserve"
    type_(table, "2e", enter=False)
    assert table.game.state.figures[1].reserve == "earth", "2 is Noburo, E is earth: no turn"


def test_the_keys_go_back_to_the_board_when_the_dice_are_told(qtbot: Any) -> None:
    table = table_of(qtbot, stage="roll", pool_a=[], aside_a=4)
    QTest.keyClick(table.board, Qt.Key.Key_Space)
    assert table.dice.entry.hasFocus()
    type_(table, "ffwt", enter=False)
    assert table.board.hasFocus()


# anything at all ---------------------------------------------------------------------------------------------------

SAID = [
    *(word for words in VERBS.values() for known in words.values() for word in known.split()),
    "okko", "noburo", "oni", "ninja", "tikku", "no", "ok", "on", "a", "e", "w", "f", "t", "n", "s", "b8", "c4", "d5",
    "g6", "zz9", "42", "4", "ffwt", "eatt", "tori", "air", "feu", ";", ",", "to", "is", "shaken",
    "vigilant", "disabled", "hors de combat", "reserve", "aside", "none", "ßé", "/", "?", "undo;", "x",
]  # fmt: skip


@settings(max_examples=examples(60), deadline=None)
@given(
    st.integers(0, len(STATES) - 1),
    st.one_of(
        st.lists(st.sampled_from(SAID) | st.sampled_from(SAID).map(lambda word: word[:3]), max_size=6).map(" ".join),
        st.integers(0, 500),
        st.text(max_size=30),
    ),
    st.sampled_from(["track", "enforce"]),
)
def test_a_line_does_what_its_preview_says_or_nothing(qapp: Any, which: int, said: str | int, mode: str) -> None:
    """Whatever is typed; a number stands for a command that the app itself names, with something behind it."""
    game = game_of(SYSTEM.encode(STATES[which]), mode=mode, dice="typed")
    doer = CommandInterpreter(
        game, {"next": game.redo, "undo": game.undo, "redo": game.redo, "roll": game.roll, "help": game.close}
    )
    text = said if isinstance(said, str) else named(game, said)
    start, cursor = game.state, game.session.cursor
    preview, planned = doer.preview(text), doer.look(text)
    told, done = doer.run(text)
    assert game.words(told)
    if isinstance(planned, Misunderstood):
        assert preview is None
        assert not done
    if not done:
        assert (game.state, game.session.cursor) == (start, cursor), text
    elif isinstance(planned, CommandPlan) and not planned.presses:
        assert game.state == planned.end, text
        assert preview is not None
        assert game.words(preview)
    game.close()


def named(game: AsagiriController, at: int) -> str:
    """One of the commands of the app, or two."""
    offered = [one.text for one in complete(game.state, "", free=game.tracking, language=("en", "fr", "it")[at % 3])]
    first = offered[at % len(offered)]
    return first if at % 4 else f"{first}; {offered[at // 7 % len(offered)]}"
