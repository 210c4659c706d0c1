"""Kami, scenario cards, ready bands and ready boards: made, changed, checked and used by whoever owns the box."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.core.words import Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import kami
from companion.model.games.asagiri.state.scenarios import EFFECTS
from companion.ui.games.asagiri.bands import Box
from companion.ui.games.asagiri.editors.sheets import BoardBody, SheetBody, SheetLexicon
from companion.ui.games.asagiri.new_game import bare_plan, middle_of, token_on, token_places, with_token
from companion.ui.games.asagiri.new_game.preview import BoardPreview
from companion.ui.kit.screen import ChoicePopup
from companion.ui.workshop.form_controls import PickSeveralControl
from companion.ui.workshop.screen import WorkshopScreen

from .editor_kit import desk_of, opened_workshop
from .rows import rows
from .test_window_kit import click, press

KEY = Qt.Key


def made(screen: WorkshopScreen, kind: str) -> Any:
    """A new record of a kind on the desk, without faults."""
    screen.make(kind)
    QApplication.processEvents()
    assert faults(screen) == []
    return desk_of(screen).body


def record(screen: WorkshopScreen) -> dict[str, Any]:
    found: dict[str, Any] = desk_of(screen).draft.record
    return found


def faults(screen: WorkshopScreen) -> list[str]:
    desk = desk_of(screen)
    desk.keep_now()
    found = screen.bench.findings(desk.editor.kind, desk.draft.id)
    return [Words("en")(one.what) for one in found if one.broken]


def control(body: SheetBody, pointer: str) -> Any:
    """The blank of a field."""
    assert body.show_field(pointer)
    found: Any = body.panel.forms[0][1]
    for part in pointer.split("/")[1:]:
        row = found.rows[part]
        found = row.form if hasattr(row, "form") else row.control
    return found


def pick(word: str) -> None:
    """Choose a line of the slip that is open by what it says."""
    picker = next(
        one for one in QApplication.topLevelWidgets() for one in one.findChildren(ChoicePopup) if one.isVisible()
    )
    click(next(line for line in rows(picker.lines) if line.line.title == word))


def test_kar_3_an_owner_types_a_kami_and_sorcerers_summon_it(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = made(screen, "kami")
        assert isinstance(body, SheetBody)
        control(body, "/stats/attack").changed.emit(6)
        skills = control(body, "/stats/skills")
        assert isinstance(skills, PickSeveralControl) and [b.text() for b in skills.chosen] == ["Influence"]
        click(skills.add)
        pick("Drowning wave")
        assert record(screen)["stats"]["skills"] == ["house:influence", "house:drowning-wave"]
        told = [Words("en")(found.what) for found in screen.bench.findings("kami", desk_of(screen).draft.id)]
        assert any("KAR-4" in why for why in told), "fire does not pay for water"
        click(skills.chosen[1])
        skills.open()
        pick("Cleansing flame")
        assert faults(screen) == [] and not screen.bench.findings("kami", desk_of(screen).draft.id)
        id, content = desk_of(screen).draft.id, screen.bench.content
        band = [{"card": "house:mountain-yamabushi"}]
        tiles = content.find("board", next(board for board, _ in content.every("board")))["tiles"]
        state = SYSTEM.new({"bands": {"A": band, "B": band}, "tiles": tiles}, content)
        form = kami.form(state, 0, "fire")
        assert form is not None and form.card == id and form.vigilant.attack == 6, "one's own before the program's"


def test_kar_6_an_owner_types_a_scenario_card_and_it_is_drawn(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = made(screen, "scenario")
        control(body, "/story").typed.emit({"en": "Rain falls."})
        effects = body.panel.forms[0][1].rows["effects"]
        assert [slip.head.text() for slip in effects.slips] == ["The game lasts 8 turns."]
        click(effects.add)
        pick("Short sight")
        assert record(screen)["effects"] == [{"type": "turns", "turns": 8}, {"type": "sight", "range": 4}]
        assert faults(screen) == []
        content, id = screen.bench.content, desk_of(screen).draft.id
        state = SYSTEM.new({"draft": {"scenarios": [id]}}, content)
        assert state.draft is not None and [card.id for card in state.draft.scenarios] == [id]
        lexicon = SheetLexicon(screen.bench)
        for effect in EFFECTS:
            desk_of(screen).draft.change({**record(screen), "effects": [lexicon.fresh(effect, {})]}, "")
            assert faults(screen) == [], effect


def test_bnd_1_an_owner_composes_a_ready_band_and_rules_are_told(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = made(screen, "band")
        members = body.panel.forms[0][1].rows["members"]
        click(members.add)
        assert len(record(screen)["members"]) == 2 and faults(screen) == []
        control(body, "/budget").changed.emit(2)
        assert any("BND-1" in why for why in faults(screen))
        control(body, "/budget").changed.emit(16)
        assert faults(screen) == []
        id = desk_of(screen).draft.id
        assert id in [band.id for band in Box(screen.bench.content).ready_bands]
        screen.close_desk()
        assert screen.pages.sheet("band", id) is not None


def test_cmp_1_kar_5_an_owner_lays_a_board_with_door_tokens(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = made(screen, "board")
        assert isinstance(body, BoardBody)
        click(body.step.right_turn)
        assert record(screen)["tiles"][0]["turns"] == 1
        click(body.step.doors)
        lay_somewhere(body.step.preview, "doors")
        assert len(record(screen)["doors"]) == 1 and faults(screen) == []
        desk_of(screen).draft.undo()
        assert "doors" not in record(screen)
        desk_of(screen).draft.redo()
        id = desk_of(screen).draft.id
        board = next(board for board in Box(screen.bench.content).ready_boards if board.id == id)
        assert len(board.doors) == 1
        screen.close_desk()
        screen.open("board", id, "/doors/0")
        assert body_of(screen).step.doors.isChecked(), "a finding about a token leads to the tokens"


def body_of(screen: WorkshopScreen) -> BoardBody:
    body = desk_of(screen).body
    assert isinstance(body, BoardBody)
    return body


def lay_somewhere(preview: BoardPreview, kind: str) -> None:
    """Click on the first side where such a token may lie."""
    plan = bare_plan(preview._box, preview.draft)
    assert plan is not None
    edge = next(edge for edge in token_places(plan)
                if token_on(with_token(preview.draft, plan, edge), edge) == kind)  # fmt: skip
    x, y = middle_of(edge)
    at = preview.area().topLeft() + QPointF(x, y) * (preview.area().width() / len(plan.rows))
    QTest.mouseClick(preview, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at.toPoint())
    QApplication.processEvents()
    assert preview.edge == edge and token_on(preview.draft, edge) == kind


def test_kar_5_tokens_are_laid_by_keys_alone(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        body = made(screen, "board")
        body.step.doors.setFocus()
        press(KEY.Key_Return)
        preview = body.step.preview
        assert preview.hasFocus() and preview.edge is not None
        before = preview.edge
        press(KEY.Key_Right)
        assert middle_of(preview.edge)[0] > middle_of(before)[0]
        press(KEY.Key_Return)
        assert token_on(preview.draft, preview.edge)
        assert "door token" in preview.accessibleName()
        press(KEY.Key_Space)
        assert not token_on(preview.draft, preview.edge)
        press(KEY.Key_Down)
        assert middle_of(preview.edge)[1] > middle_of(before)[1] - 1
        click(body.step.doors)
        assert preview.edge is None
