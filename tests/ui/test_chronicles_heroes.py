"""The heroes' sheets: what they say, what the keys reach, what they never tell."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import State
from companion.model.games.chronicles.wire import position
from companion.resources import resources_dir
from companion.ui.games.chronicles.heroes import HeroColumn
from companion.ui.games.chronicles.heroes.parts import PaintedPart
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from tests.chronicles.tables import CONTENT, HEROES, active, begun, changed, known, laid, out, played

NAMES = {"h1": "Anna", "h2": "Bertrand", "h3": "Chiara", "h4": "Daichi"}


def column(qtbot: Any, state: State, viewer: str | None = None, size: tuple[int, int] = (300, 640)) -> HeroColumn:
    shown = HeroColumn(NAMES.__getitem__)
    qtbot.addWidget(shown)
    shown.resize(*size)
    shown.show_state(state, viewer)
    shown.show()
    return shown


def at(shown: HeroColumn, where: str, seat: str = "h1") -> PaintedPart:
    return shown.sheets[seat].parts[where]


def told(part: PaintedPart) -> str:
    return f"{part.accessibleName()} | {part.accessibleDescription()}"


def everything(shown: HeroColumn) -> str:
    """All that can be read or heard."""
    parts = [part for sheet in shown.sheets.values() for part in sheet.parts.values()]
    return "\n".join(f"{told(one)} {one.toolTip()} {one.painted_words(None)} {one.key}" for one in parts)


def seen_by(state: State, viewer: str) -> State:
    return position.decode(SYSTEM.view(state, viewer), CONTENT)


def test_a_sheet_says_who_it_is_and_whose(qtbot: Any) -> None:
    shown = column(qtbot, active(known(2), "h1"))
    said = told(at(shown, "head"))
    assert said.startswith("Okko | Anna. samurai.")
    assert "Active. 3 actions left." in said
    assert "Active" not in told(at(shown, "head", "h2"))


def test_numbers_of_the_turn_name_their_sources(qtbot: Any) -> None:
    state = known(1)
    state = active(state, "h1", {**laid(state, "h1", right="house:okko-1")})
    shown = column(qtbot, state)
    attack = told(at(shown, "stat-attack"))
    assert attack.startswith("Attack: 3 combat dice and "), attack
    assert "3 on the sheet." in attack
    assert "house:" not in everything_said(shown)
    assert "the table decides" in attack  # against creatures and demons alone


def everything_said(shown: HeroColumn) -> str:
    return "\n".join(told(part) + part.toolTip() for sheet in shown.sheets.values() for part in sheet.parts.values())


def test_a_status_and_what_it_costs_are_told(qtbot: Any) -> None:
    state = active(known(1), "h1", {"figures.h1.statuses": [{"kind": "poisoned", "turned": True}]})
    shown = column(qtbot, state)
    assert "−1 from Poisoned" in told(at(shown, "stat-defense"))
    assert told(at(shown, "statuses")) == "Statuses | Poisoned, turned: it goes at the end of this turn."


def test_damage_as_high_as_health_means_a_wound(qtbot: Any) -> None:
    shown = column(qtbot, active(known(1), "h1", {"figures.h1.damage": 3}))
    assert told(at(shown, "health")).startswith("Damage: 3 of 4 | No wound in hand")
    shown.show_state(active(known(1), "h1", {"figures.h1.damage": 4}), None)
    assert "A wound is drawn at the end of the turn." in told(at(shown, "health"))


def test_a_hero_out_of_the_fight_keeps_nothing_but_its_name(qtbot: Any) -> None:
    state = known(2)
    shown = column(qtbot, changed(state, out(state, "h2")))
    assert list(shown.sheets["h2"].parts) == ["head"]
    assert "Out of the fight." in told(at(shown, "head", "h2"))


def test_plans_count_at_once_for_who_knows_them_and_are_told_to_nobody_else(qtbot: Any) -> None:
    state = changed(begun(2), {})
    while state.stage != "plans":
        state = played(state, Random(1), 1)
    state = SYSTEM.apply(state, SYSTEM.option_by(state, "play:house:okko-1:right", "h1")).state
    ours = column(qtbot, seen_by(state, "h2"))
    assert "Technique (right): " in told(at(ours, "plan-right"))
    name = at(ours, "plan-right").accessibleName().partition(": ")[2]
    theirs = column(qtbot, seen_by(state, "oni"))
    assert told(at(theirs, "plan-right")).startswith("A card laid face down")
    assert "plan-left" not in theirs.sheets["h1"].parts  # it may be this one
    assert name not in everything(theirs)
    assert "house:okko-1" not in everything(theirs)
    assert told(at(ours, "stat-attack")) != told(at(theirs, "stat-attack"))


def test_the_oni_is_told_no_card_and_no_wound_in_a_hand(qtbot: Any) -> None:
    state = known(2)
    wound = next(iter(state.table.box.wounds))
    state = active(state, "h1", {"heroes.h1.hand": [*state.hero("h1").hand, wound]})
    name = state.table.box.wounds[wound].names["en"]
    assert name in everything(column(qtbot, seen_by(state, "h2"), "h2"))
    theirs = everything(column(qtbot, seen_by(state, "oni"), "oni"))
    assert "1 wound in hand" in theirs
    assert name not in theirs
    assert not [card for card in state.hero("h1").hand if card in theirs]


def test_keys_go_over_all_parts_and_enter_picks(qtbot: Any) -> None:
    shown = column(qtbot, active(known(2), "h1"))
    picked: list[str] = []
    shown.picked.connect(picked.append)
    assert sum(part.focusPolicy() == Qt.FocusPolicy.StrongFocus for part in shown.parts()) == 1
    at(shown, "head").setFocus()
    for _ in shown.parts():
        QTest.keyClick(shown.window().focusWidget(), Qt.Key.Key_Return)
        QTest.keyClick(shown.window().focusWidget(), Qt.Key.Key_Right)
    assert picked == [part.key for part in shown.parts()]
    assert {"figure:h1", "figure:h2", "card:house:katana"} <= set(picked)
    QTest.keyClick(shown.window().focusWidget(), Qt.Key.Key_Down)
    assert shown.window().focusWidget() is at(shown, "head", "h2")


def test_what_can_be_chosen_is_lit(qtbot: Any) -> None:
    shown = column(qtbot, active(known(1), "h1"))
    shown.light(frozenset(("card:house:katana",)))
    assert [part.key for part in shown.parts() if part.lit] == ["card:house:katana"]
    by_hand: list[str] = []
    shown.by_hand.connect(by_hand.append)
    QTest.keyClick(at(shown, "object-0"), Qt.Key.Key_Menu)
    assert by_hand == ["card:house:katana"]


@pytest.mark.parametrize("heroes", [1, 2, 3, 4])
def test_every_part_lies_whole_on_its_sheet_and_over_no_other(qtbot: Any, heroes: int) -> None:
    state = played(begun(heroes), Random(heroes), 90)
    shown = column(qtbot, state)
    for sheet in shown.sheets.values():
        assert shown.rect().contains(sheet.geometry())
        parts = [(where, part) for where, part in sheet.parts.items() if not part.isHidden()]
        assert len(parts) == len(sheet.parts)
        for n, (where, part) in enumerate(parts):
            assert sheet.rect().contains(part.geometry()), where
            if "head" not in where and where != "statuses":
                for other, one in parts[n + 1 :]:
                    assert not part.geometry().intersects(one.geometry()), (where, other)


def test_with_large_text_sheets_fold_and_open_where_one_looks(qtbot: Any) -> None:
    fonts.set_text_scale(1.5)
    try:
        shown = column(qtbot, active(known(4), "h2"), size=(450, 640))
        assert [seat for seat, sheet in shown.sheets.items() if not sheet.folded] == ["h2"]
        QTest.mouseClick(at(shown, "head", "h4"), Qt.MouseButton.LeftButton)
        assert [seat for seat, sheet in shown.sheets.items() if not sheet.folded] == ["h4"]
        assert all(sheet.geometry().bottom() <= 640 for sheet in shown.sheets.values())
    finally:
        fonts.set_text_scale(1.0)


def test_what_stays_is_not_painted_anew(qtbot: Any) -> None:
    state = active(known(len(HEROES)), "h1")
    shown = column(qtbot, state)
    qtbot.wait(1)
    painted: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PaintedPart, "update", lambda part: painted.append(part.key))
        shown.show_state(changed(state, {"figures.h2.damage": 1}), None)
    assert painted == ["health:h2"]


def test_another_language_is_spoken_at_once(qtbot: Any) -> None:
    shown = column(qtbot, active(known(1), "h1"))
    english = told(at(shown, "stat-speed"))
    tr.load(resources_dir() / "translations", "fr")
    try:
        QApplication.sendEvent(shown, QEvent(QEvent.Type.LanguageChange))
        assert told(at(shown, "stat-speed")).startswith("Vitesse")
    finally:
        tr.load(None)
    QApplication.sendEvent(shown, QEvent(QEvent.Type.LanguageChange))
    assert told(at(shown, "stat-speed")) == english
