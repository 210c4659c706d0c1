"""The hand of a hero who plans: sides by keys, clicks and dragging; what lies there goes back first."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from companion.model.core.contract import Option, choices_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import State
from companion.ui.games.chronicles.heroes import PlanHand
from companion.ui.games.chronicles.heroes.plan_card import Carried
from tests.chronicles.tables import changed, known

SEAT = "h1"


def options(state: State) -> list[Option]:
    return [one for choice in choices_of(SYSTEM.pending(state)) if choice.seat == SEAT for one in choice.options]


class Table:
    """Does at once what the hand wants."""

    def __init__(self, qtbot: Any, state: State) -> None:
        self.state, self.wanted = state, list[str]()
        self.hand = PlanHand()
        qtbot.addWidget(self.hand)
        self.hand.resize(1000, 200)
        self.hand.show_plan(state, SEAT, options(state))
        self.hand.wanted.connect(self._do)
        self.hand.show()

    def _do(self, text: str) -> None:
        self.wanted.append(text)
        if text != "ready":
            self.state = SYSTEM.apply(self.state, SYSTEM.option_by(self.state, text, SEAT)).state
            self.hand.show_plan(self.state, SEAT, options(self.state))

    def side(self, card: str, side: str) -> Carried:
        return next(one for one in self.hand.parts() if (one.card, one.side) == (card, side))


def planning(fields: dict[str, Any] | None = None) -> State:
    state = changed(known(2), {"stage": "plans", **(fields or {})})
    assert options(state)
    return state


def click(part: Carried) -> None:
    QTest.mouseClick(part, Qt.MouseButton.LeftButton)


def drag(part: Carried, to: Carried) -> None:
    start = part.rect().center()
    QTest.mousePress(part, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(part, start + QPoint(40, 10))
    there = part.mapFromGlobal(to.mapToGlobal(to.rect().center()))
    QTest.mouseMove(part, there)
    QTest.mouseRelease(part, Qt.MouseButton.LeftButton, pos=there)


def test_each_side_says_its_name_and_what_it_does(qtbot: Any) -> None:
    table = Table(qtbot, planning())
    part = table.side("house:okko-1", "right")
    assert part.accessibleName().endswith(", Technique (right)")
    assert "Attack" in part.accessibleDescription()
    assert table.hand.accessibleName() == "Hand of Okko"
    weak = next(card for card in table.hand.cards if card.card == "house:okko-8")
    assert list(weak.sides) == ["left"]  # a weakness has only a talent


def test_a_click_lays_that_side_and_another_takes_it_back(qtbot: Any) -> None:
    table = Table(qtbot, planning())
    click(table.side("house:okko-1", "right"))
    click(table.side("house:okko-3", "left"))
    assert table.wanted == ["play:house:okko-1:right", "play:house:okko-3:left"]
    click(table.hand.places["right"])
    assert table.wanted[2:] == ["unplay:house:okko-1"]


def test_a_card_takes_the_place_of_one_that_lies_there(qtbot: Any) -> None:
    table = Table(qtbot, planning())
    click(table.side("house:okko-1", "right"))
    click(table.side("house:okko-2", "right"))
    assert table.wanted[1:] == ["unplay:house:okko-1", "play:house:okko-2:right"]
    assert table.state.hero(SEAT).plan.right == "house:okko-2"


def test_keys_alone_lay_a_plan(qtbot: Any) -> None:
    table = Table(qtbot, planning())
    table.hand.parts()[0].setFocus()
    QTest.keyClick(table.hand.window().focusWidget(), Qt.Key.Key_Right)
    held = table.hand.window().focusWidget()
    assert isinstance(held, Carried)
    QTest.keyClick(held, Qt.Key.Key_Return)
    assert table.wanted == [f"play:{held.card}:{held.side}"]
    assert table.hand.window().focusWidget() in table.hand.parts()
    QTest.keyClick(table.hand.window().focusWidget(), Qt.Key.Key_Down)
    assert table.hand.window().focusWidget() in table.hand.parts()
    assert sum(part.focusPolicy() == Qt.FocusPolicy.StrongFocus for part in table.hand.parts()) == 1


def test_a_card_is_dragged_to_its_place_and_out_of_it(qtbot: Any) -> None:
    table = Table(qtbot, planning())
    drag(table.side("house:okko-2", "left"), table.hand.places["right"])
    assert table.wanted == ["play:house:okko-2:right"]
    drag(table.hand.places["right"], table.side("house:okko-1", "left"))
    assert table.wanted[1:] == ["unplay:house:okko-2"]
    drag(table.side("house:okko-8", "left"), table.hand.places["right"])  # a weakness goes left alone
    assert len(table.wanted) == 2


def test_ready_and_the_object_that_counts(qtbot: Any) -> None:
    state = planning(
        {"heroes.h1.hands": {"right": "house:katana", "left": "house:tessen"}, "heroes.h1.marked": "right"}
    )
    table = Table(qtbot, state)
    assert not table.hand.ready.isVisible()
    click(table.side("house:okko-1", "right"))
    table.hand.ready.click()
    assert [slot for slot, one in table.hand.marks.items() if one.isVisible()] == ["left"]
    table.hand.marks["left"].click()
    assert table.wanted[1:] == ["ready", "mark:left"]


def test_wounds_are_planned_on_the_side_that_they_name(qtbot: Any) -> None:
    hand = [*known(2).hero(SEAT).hand, "house:limp"]
    table = Table(qtbot, planning({"heroes.h1.hand": hand}))
    wound = next(card for card in table.hand.cards if card.card == "house:limp")
    assert list(wound.sides) == [table.state.table.box.wounds["house:limp"].side]
