"""The slip of an attack or a test: dice to take and why, typed totals, dice rolled again, the result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.core.contract import choices_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.box.upgrade_words import upgrade_turn
from companion.model.games.chronicles.state.frames import AttackFrame
from companion.model.games.chronicles.state.state import State, replace
from companion.ui.games.chronicles.slip import DiceSlip

from ..chronicles.tables import active, begun, changed, choose, thrown
from ..chronicles.test_chronicles_burst import burst, volley


@contextmanager
def shown(state: State, *options: str) -> Iterator[DiceSlip]:
    slip = DiceSlip()
    slip.resize(460, 240)
    slip.show_state(state, "h1", options)
    slip.show()
    QApplication.processEvents()
    try:
        yield slip
    finally:
        slip.close()
        slip.deleteLater()


def offered(state: State) -> list[str]:
    return [SYSTEM.option_id(state, one) for choice in choices_of(SYSTEM.pending(state)) for one in choice.options]


def attacked(tracked: bool = False) -> State:
    return choose(active(begun(2, tracked)), "attack:ashigaru-1", "h1")


def test_the_dice_of_an_attack_are_told_with_their_reasons_and_the_chance(qapp: QApplication) -> None:
    with shown(attacked(tracked=True)) as slip:
        assert slip.accessibleName() == "Okko attacks Ashigaru 1"
        told = slip.accessibleDescription()
        assert "3 black dice: Okko 3" in told
        assert "1 red die: Katana +1" in told
        assert "Defense 3: Ashigaru 3" in told
        assert "Chance: 86% (1253/1458)" in told


def test_a_reason_names_an_upgrade_by_its_turn_and_a_power_as_ones_own(qapp: QApplication) -> None:
    """The sentence of an upgrade has its number already."""
    board = changed(begun(), {"oni.upgrades": ["t1-middle", "t3-up"], "turn": 4})
    with shown(choose(active(board), "attack:ashigaru-1", "h1")) as slip:
        assert "Defense 3: Ashigaru 3" in slip.accessibleDescription()
    track = board.table.box.tracks[board.table.track]
    up = next(one.id for column in track.columns for one in column.guards if one.effects[0].stat == "defense")
    with shown(choose(active(changed(board, {"oni.upgrades": [up]})), "attack:ashigaru-1", "h1")) as slip:
        assert f"Defense 4: Ashigaru 3 · upgrade (turn {upgrade_turn(track, up)}) +1" in slip.accessibleDescription()


def test_a_total_is_given_with_the_last_digit_it_can_have(qapp: QApplication) -> None:
    state, asked = attacked(tracked=True), list[str]()
    with shown(state, *offered(state)) as slip:
        slip.wanted.connect(asked.append)
        slip.setFocus()
        QTest.keyClick(slip, Qt.Key.Key_1)
        assert "Total: 1" in slip.accessibleDescription()
        assert not asked, "four dice and KI may have shown 10 to 14"
        QTest.keyClick(slip, Qt.Key.Key_Backspace)
        one, two, enter = Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_Return
        for keys in ((one, enter), (one, two), (Qt.Key.Key_5,), (Qt.Key.Key_0,)):
            slip.show_state(state, "h1", ())
            slip.show_state(state, "h1", offered(state))
            for key in keys:
                QTest.keyClick(slip, key)
        assert asked == ["total:1", "total:12", "total:5", "total:0"]
        asked.clear()
        slip.show_state(state, "h1", ())
        QTest.keyClick(slip, Qt.Key.Key_3)
        QTest.keyClick(slip, Qt.Key.Key_Return)
        assert not asked


def test_only_what_was_given_is_wanted(qapp: QApplication) -> None:
    asked: list[str] = []
    with shown(attacked(tracked=True), "total:4", "roll_here") as slip:
        slip.wanted.connect(asked.append)
        slip.setFocus()
        QTest.keyClick(slip, Qt.Key.Key_9)
        QTest.keyClick(slip, Qt.Key.Key_Return)
        assert not asked
        QTest.keyClick(slip, Qt.Key.Key_4)
        button = next(one for one in slip.answers.words if one.text() == "Let the app roll")  # type: ignore[attr-defined]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert asked == ["total:4", "roll_here"]


def test_faces_ki_and_the_result_are_shown_and_stay(qapp: QApplication) -> None:
    state = attacked()
    state = choose(state, "roll_here", "h1") if "roll_here" in offered(state) else state
    with shown(state) as slip:
        first = thrown(state, "ki", 0, 1, 1)
        slip.show_state(first.state, "h1")
        slip.tell(first.events)
        assert "Rolled: KI, 0, 1, 1" in slip.accessibleDescription()
        assert "Chance: 67% (2/3)" in slip.accessibleDescription() or "Chance: 100%" in slip.accessibleDescription()
        last = thrown(first.state, 2)
        slip.show_state(last.state, "h1")
        slip.tell((*first.events, *last.events))
        told = slip.accessibleDescription()
        assert "Rolled: 2" in told
        assert "A hit with 5" in told
        assert "Chance: 86%" in told, "what was expected before the dice lay there"


def test_dice_are_clicked_to_be_rolled_again(qapp: QApplication) -> None:
    state, asked = attacked(tracked=True), list[str]()
    frame = state.frames[-1]
    assert isinstance(frame, AttackFrame)
    chosen = replace(frame, step="reroll", faces=(0, 2, 1, 1), rerolls=1)
    state = replace(state, frames=(*state.frames[:-1], chosen))
    with shown(state, *offered(state)) as slip:
        slip.wanted.connect(asked.append)
        assert slip.focusPolicy() == Qt.FocusPolicy.StrongFocus
        QTest.keyClick(slip, Qt.Key.Key_1)
        words = [one.text() for one in slip.answers.words]  # type: ignore[attr-defined]
        assert words == ["Roll 1 die again", "Keep the dice"]
        QTest.mouseClick(slip.answers.words[0], Qt.MouseButton.LeftButton)
        assert asked == ["reroll:0"]


def test_without_an_attack_nothing_is_rolled(qapp: QApplication) -> None:
    with shown(begun(2)) as slip:
        assert slip.accessibleName() == "Nothing is being rolled."


def test_ATK_7_a_volley_tells_its_dice_and_each_figure_with_its_defense_and_chance(qapp: QApplication) -> None:
    state = burst(volley(), "yurei-1", "ninja-1", "h1")
    with shown(state) as slip:
        assert slip.accessibleName() == "Setsuka lets fly at a whole zone"
        told = slip.accessibleDescription()
        assert "3 black dice: Setsuka 3" in told
        assert "Defense 4–5: Yurei 1 4: " in told
        assert "Okko 4: " in told
        hit = thrown(state, 2, 2, 0)
        slip.tell(hit.events)
        slip.show_state(hit.state, "h4")
        assert "Rolled: 2, 2, 0" in slip.accessibleDescription()
        assert slip.accessibleDescription().endswith("2 of 3 are hit")


def test_a_result_stands_beside_the_chance_that_it_had(qapp: QApplication) -> None:
    """Not beside the certainty that it is once the dice lie there."""
    state = attacked(tracked=False)
    with shown(state) as slip:
        hit = thrown(state, 2, 2, 2, 2)
        slip.tell(hit.events)
        slip.show_state(hit.state, "h1")
        assert "Chance: 86%" in slip.accessibleDescription()
