"""The Oni's side of the table, the track and the row of activations, as somebody sees, hears and walks over them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import ONI
from companion.ui.games.chronicles.oni.column import OniColumn
from companion.ui.games.chronicles.oni.parts import OverlayButton, PartsWidget
from companion.ui.games.chronicles.oni.strip import ActivationStrip
from companion.ui.games.chronicles.oni.track_bar import TrackBar
from companion.ui.kit.translator import tr
from tests.chronicles.tables import CONTENT, active, begun, changed, demon, known, oni_acts, out, played

from .test_cards_kit import hold
from .tour_kit import TRANSLATIONS


@pytest.fixture
def column(qtbot: Any) -> OniColumn:
    made = hold(qtbot, OniColumn())
    made.resize(300, 560)
    return made


@pytest.fixture
def bar(qtbot: Any) -> TrackBar:
    made = hold(qtbot, TrackBar())
    made.resize(1240, 64)
    return made


@pytest.fixture
def strip(qtbot: Any) -> ActivationStrip:
    made = hold(qtbot, ActivationStrip())
    made.resize(640, 56)
    return made


def told(widget: PartsWidget) -> str:
    """Everything that is said anywhere: names, descriptions, tips."""
    words = [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
    for part in widget.parts():
        button = widget.part(part.id)
        assert button is not None
        words += [button.accessibleName(), button.accessibleDescription(), button.toolTip()]
    return "\n".join(words)


def words(widget: PartsWidget, id: str) -> str:
    button = widget.part(id)
    assert button is not None, [part.id for part in widget.parts()]
    return f"{button.accessibleName()}\n{button.accessibleDescription()}"


# the column -----------------------------------------------------------------------------------------------------------


def test_a_sheet_says_its_numbers_with_what_they_come_from(column: OniColumn) -> None:
    state = changed(begun(), {"oni.upgrades": ["t1-middle", "t3-up"], "turn": 4})
    column.show_state(state, None)
    said = words(column, "sheet:house:ashigaru")
    assert said.startswith("Ashigaru\nGuards\n")
    assert "Speed 2 (printed 1; +1 upgrade (turn 1))" in said
    assert "Attack: 3 combat dice, 1 action die (printed 3; " in said
    assert "perhaps +1 Hiroji-San, +1 upgrade (turn 3))" in said, "he gives it to those beside him"
    assert "Defense 3\nActions 2" in said


def test_whether_guards_can_act_depends_on_corruption_and_alert(column: OniColumn) -> None:
    state = begun()
    column.show_state(state, None)
    assert "Cannot be activated without corruption or the alert" in words(column, "sheet:house:ashigaru")
    assert "\nCan be activated" in words(column, "sheet:house:yurei")
    column.show_state(
        changed(state, {"oni.corruption.board": [{"piece": "T3"}], "oni.corruption.track": [4, 6, 8], "turn": 2}), None
    )
    assert "if a figure stands on a corrupted tile" in words(column, "sheet:house:ashigaru")
    assert "T3" in words(column, "corruption")
    column.show_state(changed(state, {"oni.alert": True}), None)
    assert "\nCan be activated" in words(column, "sheet:house:ashigaru")
    assert "The alert has been raised" in words(column, "alert")
    column.show_state(oni_acts(begun(), {"oni.activated": ["house:yurei"]}), None)
    assert "Activated in this turn" in words(column, "sheet:house:yurei")


def test_a_figure_says_its_damage_statuses_and_what_they_do(column: OniColumn) -> None:
    state = begun()
    one = next(figure for figure in state.figures if figure.card == "house:hiroji-san")
    hurt = {f"figures.{one.id}.damage": 2, f"figures.{one.id}.statuses": [{"kind": "poisoned"}]}
    column.show_state(changed(state, hurt), None)
    said = words(column, f"figure:{one.id}")
    assert "Damage 2 of 4" in said
    assert "poisoned" in said
    assert "−1 Poisoned" in said
    assert "poisoned" not in words(column, "sheet:house:hiroji-san"), "it is of the figure alone"


def test_the_demon_has_a_sheet_once_it_is_here(column: OniColumn) -> None:
    state = begun()
    column.show_state(state, None)
    assert column.part("sheet:house:oni-of-the-tide") is None
    column.show_state(changed(state, demon(state, "house:tide")), None)
    assert "The demon" in words(column, "sheet:house:oni-of-the-tide")


def test_the_event_hand_is_named_to_the_oni_alone(column: OniColumn) -> None:
    state = known()
    own = state.oni.hand
    column.show_state(SYSTEM.decode(SYSTEM.view(state, ONI), CONTENT), ONI)
    assert all(f"card:{card}" in [part.id for part in column.parts()] for card in own)
    for viewer in (None, "h1"):
        column.show_state(state, viewer)  # more than anybody should be given
        assert "2 event cards in hand" in words(column, "hand")
        assert "Blood rite" not in told(column)
        assert not [part for part in column.parts() if part.id.startswith("card:")]


def test_a_technique_face_down_is_named_to_the_oni_alone(column: OniColumn) -> None:
    laid = [{"sheet": "house:yurei", "card": "house:blood-rite"}]
    state = changed(known(), {"oni.techniques": laid, "oni.hand": ["house:thick-fog"], "stage": "techniques"})
    column.show_state(state, "h1")
    assert "A technique lies face down" in words(column, "sheet:house:yurei")
    assert "Blood rite" not in told(column)
    column.show_state(state, ONI)
    assert "Technique, face down: Blood rite" in words(column, "sheet:house:yurei")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("tracked", [False, True])
def test_any_position_is_shown_to_anybody(
    column: OniColumn, bar: TrackBar, strip: ActivationStrip, seed: int, tracked: bool
) -> None:
    state, rng = begun(3, tracked, seed), Random(seed)
    for _ in range(12):
        state = played(state, rng, 25)
        for viewer in (None, ONI, "h2"):
            for widget in (column, bar, strip):
                widget.show_state(state, viewer)
                assert all(part.name for part in widget.parts())
                assert not widget.grab().isNull()


def test_nothing_is_painted_anew_when_nothing_changed(column: OniColumn) -> None:
    state = begun()
    column.show_state(state, None)
    drawn = column._drawn
    column.show_state(changed(state, {"heroes.h1.actions": 2}), None)
    assert column._drawn == drawn
    column.show_state(changed(state, {"oni.alert": True}), None)
    assert column._drawn == drawn + 1


# keys and mouse -------------------------------------------------------------------------------------------------------


def test_arrows_walk_over_the_parts_and_enter_picks(column: OniColumn) -> None:
    column.show_state(begun(), None)
    column.show()
    assert QTest.qWaitForWindowActive(column)
    picked: list[str] = []
    by_hand: list[str] = []
    column.picked.connect(picked.append)
    column.by_hand.connect(by_hand.append)
    stops = [part.id for part in column.parts() if _button(column, part.id).focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert stops == ["sheet:house:ashigaru"], "Tab stops once"
    seen = set()
    _button(column, "sheet:house:ashigaru").setFocus()
    for key in (Qt.Key.Key_Down,) * 12 + (Qt.Key.Key_Left,) * 3 + (Qt.Key.Key_Right,) * 3:
        held = next(part.id for part in column.parts() if _button(column, part.id).hasFocus())
        seen.add(held.partition(":")[0])
        QTest.keyClick(_button(column, held), key)
    assert {"sheet", "figure", "hand", "corruption"} <= seen
    held = next(part.id for part in column.parts() if _button(column, part.id).hasFocus())
    QTest.keyClick(_button(column, held), Qt.Key.Key_Return)
    QTest.keyClick(_button(column, held), Qt.Key.Key_Menu)
    assert picked == by_hand == [held]


def _button(widget: PartsWidget, id: str) -> OverlayButton:
    found = widget.part(id)
    assert found is not None
    return found


def test_what_is_lit_has_another_edge(column: OniColumn) -> None:
    column.show_state(begun(), None)
    column.show()
    before = column.grab().toImage()
    column.light(frozenset(["sheet:house:yurei"]))
    lit = column.grab().toImage()
    column.chosen(frozenset(["sheet:house:yurei"]))
    assert before != lit != column.grab().toImage()


# the track ------------------------------------------------------------------------------------------------------------


def test_an_upgrade_says_what_it_does_and_whether_it_can_be_had(bar: TrackBar) -> None:
    bar.show_state(changed(begun(), {"turn": 3, "oni.upgrades": ["t1-middle", "t2-up"], "stage": "upgrade"}), None)
    assert words(bar, "upgrade:t3-up") == (
        "The upper guard upgrade of turn 3\nAll guards get +1 Attack.\nCan be taken in this turn."
    )
    assert "Taken: it works" in words(bar, "upgrade:t1-middle")
    assert "Out of reach." in words(bar, "upgrade:t2-down")
    assert "Can still be reached." in words(bar, "upgrade:t5-up")
    assert "The present turn." in words(bar, "turn:3")


def test_the_red_token_says_its_duty_from_the_start(bar: TrackBar) -> None:
    bar.show_state(begun(), None)
    assert "An accusation is due at the end of turn 4." in words(bar, "turn:4")
    assert "In this turn a corruption token enters the palace." in words(bar, "turn:2")
    assert "In this turn the Oni takes an upgrade for its creatures." in words(bar, "turn:2")
    red = {
        "turn": 4,
        "oni.corruption.track": [6, 8],
        "oni.corruption.board": [{"piece": "T1"}, {"piece": "T2", "red": True}],
    }
    bar.show_state(changed(begun(), {**red, "stage": "upgrade"}), None)
    assert "An accusation is due at the end of turn 4." in words(bar, "turn:4"), "still, though it lies on a tile"
    bar.show_state(changed(begun(), {**red, "turn": 5, "stage": "upgrade"}), None)
    assert "accusation" not in told(bar)


def test_a_closed_track_says_so(bar: TrackBar) -> None:
    bar.show_state(changed(begun(), {"oni.closed": True}), None)
    assert "The track is closed." in words(bar, "turn:5")
    assert "A corruption token" not in told(bar)


def test_a_click_on_an_upgrade_picks_it(bar: TrackBar) -> None:
    bar.show_state(begun(), None)
    bar.show()
    picked: list[str] = []
    bar.picked.connect(picked.append)
    QTest.mouseClick(_button(bar, "upgrade:t1-middle"), Qt.MouseButton.LeftButton)
    assert picked == ["upgrade:t1-middle"]


def test_all_is_said_again_in_another_language(bar: TrackBar, column: OniColumn, strip: ActivationStrip) -> None:
    state = begun()
    try:
        tr.load(TRANSLATIONS, "en")
        for widget in (bar, column, strip):
            widget.show_state(state, None)
        tr.set_language("fr")
        track = words(bar, "turn:2").splitlines()
        assert track[:2] == ["Tour 2", "Ce tour-ci, un pion Corruption entre dans le palais."]
        assert track[2:] == ["Ce tour-ci, l’Oni prend une amélioration pour ses créatures."]
        assert "Vitesse 2 (imprimé 1\u00a0; +1 amélioration (tour 1)" in words(column, "sheet:house:ashigaru")
        assert words(strip, "end") == "Fin de tour\nÀ venir."
    finally:
        tr.load(None)


# the row --------------------------------------------------------------------------------------------------------------


def test_the_row_names_the_cards_turned_and_no_others(strip: ActivationStrip) -> None:
    state = active(begun(heroes=3), "h2")
    strip.show_state(state, None)
    assert [part.id for part in strip.parts()] == [
        "figure:h2", "oni:1", "order:2", "oni:2", "order:3", "oni:3", "end",
    ]  # fmt: skip
    assert "Hero 1: Noburo\nIt is their turn." in words(strip, "figure:h2")
    assert "Okko" not in told(strip)
    strip.show_state(state, "h1")
    assert "Hero 2: Okko\nYet to come." in words(strip, "figure:h1")


def test_a_hero_that_is_out_leaves_the_row(strip: ActivationStrip) -> None:
    state = active(begun(heroes=3), "h2")
    strip.show_state(changed(state, out(state, "h3")), "h1")
    assert [part.id for part in strip.parts()] == ["figure:h2", "oni:1", "figure:h1", "oni:2", "end"]


def test_the_sheet_that_the_oni_activated_is_named(strip: ActivationStrip) -> None:
    frames = [{"type": "oni", "sheet": "house:yurei"}]
    strip.show_state(oni_acts(begun(), {"oni.activated": ["house:yurei"], "frames": frames}), None)
    assert "Activated: Yurei" in words(strip, "oni:1")
