"""The scenario editor of Okko Chronicles: tiles laid, doors, start zones, tokens, figures; checked as one goes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.core.words import Name
from companion.model.games.chronicles.box.records import SheetFrom
from companion.ui.games.chronicles.board.tile_face import Side
from companion.ui.games.chronicles.screens import ChroniclesScreens
from companion.ui.games.chronicles.workshop import scenario_sketch as sketch
from companion.ui.games.chronicles.workshop.scenario_editor import ScenarioBody
from companion.ui.games.chronicles.workshop.scenario_paper import scenario_document
from companion.ui.games.chronicles.workshop.screen import ChroniclesWorkshop
from companion.ui.kit.paper.pdf_writer import pdf
from companion.ui.kit.paper.sheets import PAPERS
from companion.ui.kit.translator import tr
from companion.ui.workshop.record_editor import RecordEditor
from tests.chronicles.tables import CONTENT

from .chronicles_workshop_kit import opened_workshop
from .editor_kit import drag
from .test_window_kit import press

KEY = Qt.Key
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
WELL: Any = CONTENT.find("chronicles_scenario", "house:the-well-of-mists")


def tile(id: str) -> Any:
    return CONTENT.find("chronicles_tile", id)


def standing(record: Any) -> dict[str, tuple[str, str, tuple[int, int]]]:
    """What stands where: piece, and cell of the tile as printed, by pointer."""
    pieces = sketch.pieces_of(record, tile)
    found = {}
    for mark in sketch.marks_of(record):
        piece = sketch.piece_at(pieces, mark.at)
        assert piece is not None
        local = (mark.at[0] - piece.at[0], mark.at[1] - piece.at[1])
        wide, high = piece.printed
        back = sketch.grid.turned(local, (piece.face.columns, piece.face.rows), -piece.turns % 4)
        assert 0 <= back[0] < wide
        assert 0 <= back[1] < high
        found[mark.pointer] = (piece.name, mark.id, back)
    return found


@given(st.integers(0, 5), st.integers(-30, 30), st.integers(20, 40), st.integers(0, 3))
def test_what_stands_on_a_tile_goes_along(n: int, column: int, row: int, turns: int) -> None:
    pieces = sketch.pieces_of(WELL, tile)
    moved = sketch.moved_piece(WELL, pieces[n], (column, row), turns)
    assert standing(moved) == standing(WELL)
    corners = [piece.at for piece in sketch.pieces_of(moved, tile)]
    assert all(at >= 0 for corner in corners for at in corner)
    again = sketch.pieces_of(moved, tile)[n]
    assert again.turns == turns


@given(st.integers(0, 5), st.integers(0, 3))
def test_a_tile_turned_about_and_back_is_as_it_was(n: int, turns: int) -> None:
    piece = sketch.pieces_of(WELL, tile)[n]
    turned = sketch.moved_piece(WELL, piece, piece.at, turns)
    back = sketch.moved_piece(turned, sketch.pieces_of(turned, tile)[n], piece.at, 0)
    assert list(sketch.marks_of(back)) == list(sketch.marks_of(WELL))
    assert {door.side for door in sketch.doors_of(back)} == {door.side for door in sketch.doors_of(WELL)}


def test_brd_5_a_side_becomes_an_open_door_a_closed_one_and_a_wall_again() -> None:
    side = Side(5, 3, "E")
    record = WELL
    states = []
    for _ in range(3):
        record = sketch.with_door(record, side)
        states.append(next((door.state for door in sketch.doors_of(record) if door.side == side), None))
    assert states == ["open", "closed", None]
    assert record["doors"] == WELL["doors"]


def test_brd_4_a_door_joins_two_tiles() -> None:
    pieces = sketch.pieces_of(WELL, tile)
    assert sketch.joins(pieces, Side(5, 2, "E"))
    assert not sketch.joins(pieces, Side(2, 2, "E"))
    assert not sketch.joins(pieces, Side(17, 2, "E"))


def test_tst_5_tested_spaces_of_missions_and_objectives_are_the_boards() -> None:
    cells = set(sketch.tested_cells(WELL, CONTENT.find))
    assert {(14, 8), (15, 8), (5, 4), (16, 0), (5, 8)} <= cells


@given(st.recursive(st.none() | st.integers() | st.text(max_size=4), lambda inner: st.lists(inner, max_size=3) |
       st.dictionaries(st.sampled_from(["pieces", "doors", "sites", "host", "figures", "at", "tile", "sheet", "side"]),
                       inner, max_size=3)))  # fmt: skip
def test_a_scenario_with_faults_is_read_as_far_as_it_can_be(record: Any) -> None:
    pieces = sketch.pieces_of(record, tile)
    assert sketch.size_of(pieces) >= (1, 1)
    assert list(sketch.marks_of(record)) is not None
    assert list(sketch.doors_of(record)) is not None
    assert list(sketch.tested_cells(record, CONTENT.find)) is not None


def fresh(screen: ChroniclesWorkshop) -> tuple[RecordEditor, ScenarioBody]:
    screen.make("chronicles_scenario")
    desk = screen.desk
    assert desk is not None
    body = desk.body
    assert isinstance(body, ScenarioBody)
    body.setFocus()
    QApplication.processEvents()
    return desk, body


def on_desk(screen: ChroniclesWorkshop) -> tuple[RecordEditor, ScenarioBody]:
    """The house scenario, copied."""
    screen.show_pack("house")
    screen.copy("chronicles_scenario", "house:the-well-of-mists")
    desk = screen.desk
    assert desk is not None
    body = desk.body
    assert isinstance(body, ScenarioBody)
    QApplication.processEvents()
    return desk, body


def broken(desk: RecordEditor) -> list[str]:
    return [finding.pointer for finding in desk.draft.findings if finding.broken]


def test_a_scenario_is_laid_out_by_mouse(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        assert broken(desk) == []
        map_ = body.map
        body.tiles.every[1].click()
        assert [piece["name"] for piece in desk.draft.record["pieces"]] == ["T1", "T2"]
        assert desk.draft.record["pieces"][1]["at"] == [6, 0]

        def click(x: float, y: float, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
            QTest.mouseClick(map_, button, pos=map_.pixel_of((x, y)).toPoint())

        drag(map_, map_.pixel_of((8.5, 2.5)), map_.pixel_of((3.5, 8.5)))
        assert desk.draft.record["pieces"][1]["at"] == [1, 6]
        press("r")
        assert desk.draft.record["pieces"][1]["turns"] == 1
        desk.draft.undo()
        desk.draft.undo()
        assert desk.draft.record["pieces"][1]["at"] == [6, 0]
        body.tools.words["door"].click()
        click(6.0, 2.5)
        assert desk.draft.record["doors"] == [{"at": [5, 2], "side": "E"}]
        click(6.0, 2.5)
        assert desk.draft.record["doors"][0]["state"] == "closed"
        body.tools.words["start"].click()
        zone = sketch.zone_at(map_.pieces, (6, 0))
        click(6.5, 0.5)
        assert zone in desk.draft.record["start"]
        click(6.5, 0.5)
        assert zone not in desk.draft.record["start"]
        body.tools.words["site"].click()
        body.sites.words["clue"].click()
        spaces = [(x, y) for y in range(6) for x in range(6) if map_.pieces[0].face.space((x, y)) == "o"]
        for x, y in spaces[:3]:
            click(x + 0.5, y + 0.5)
        assert desk.draft.record["sites"]["clue"] == [list(at) for at in spaces[:3]]
        click(spaces[0][0] + 0.5, spaces[0][1] + 0.5)
        assert desk.draft.record["sites"]["clue"] == [list(at) for at in spaces[1:3]]
        body.tools.words["figure"].click()
        body.take_sheet("house:ninja")
        body.heroes.more.click()
        click(spaces[4][0] + 0.5, spaces[4][1] + 0.5)
        assert desk.draft.record["figures"] == [{"sheet": "house:ninja", "at": list(spaces[4]), "heroes": 2}]
        assert desk.draft.record["sheets"] == [{"sheet": "house:ninja", "heroes": 2}]
        assert tr(Name.of(CONTENT.find("chronicles_sheet", "house:ninja")["names"])) in map_.words_of(spaces[4])
        click(spaces[4][0] + 0.5, spaces[4][1] + 0.5, Qt.MouseButton.RightButton)
        assert "figures" not in desk.draft.record


def test_a_scenario_is_laid_out_by_keys(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        body.map.lay("house:gate-hall")
        body.map.setFocus()
        for _ in range(7):
            press(KEY.Key_Right)
        assert body.map.at == (6, 0)
        press(KEY.Key_Left, modifier=SHIFT)
        assert desk.draft.record["doors"] == [{"at": [5, 0], "side": "E"}]
        press("r")
        assert desk.draft.record["pieces"][1]["turns"] == 1
        press(KEY.Key_Down, modifier=CONTROL)
        assert desk.draft.record["pieces"][1]["at"] == [6, 1]
        assert body.map.at == (6, 1)
        body.use("start")
        press(KEY.Key_Return)
        assert len(desk.draft.record["start"]) == 2
        body.use("tile")
        press(KEY.Key_Delete)
        assert len(desk.draft.record["pieces"]) == 1


def test_what_the_check_finds_is_marked_on_the_board(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = on_desk(screen)
        assert broken(desk) == []
        record = desk.draft.record
        desk.draft.change({**record, "doors": [*record["doors"], {"at": [2, 2], "side": "E"}]}, "x")
        assert broken(desk) == [f"/doors/{len(record['doors'])}"]
        assert list(body.map.flagged) == [Side(2, 2, "E")]
        desk.draft.change({**record, "figures": [*record["figures"], {"sheet": "house:yurei", "at": [3, 1]}]}, "x")
        assert list(body.map.flagged) == [(3, 1)]
        desk.draft.change({**record, "sites": {**record["sites"], "clue": [[4, 0]]}}, "x")
        assert (4, 0) in list(body.map.flagged)
        pieces = [*record["pieces"][:-1], {**record["pieces"][-1], "at": [11, 6]}]
        desk.draft.change({**record, "pieces": pieces}, "x")
        assert (11, 6) in list(body.map.flagged)
        assert body.show_field("/pieces/5/at")
        assert body.show_field("/story")


def test_the_form_reads_short_sheets_and_offers_zones(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = on_desk(screen)
        row = body.panel.forms[0][1].rows["sheets"]
        assert [slip.head.text() for slip in row.slips][:1] == ["Ashigaru"]  # type: ignore[attr-defined]
        assert isinstance(desk.draft.record["sheets"][0], str)
        start = body.panel.forms[0][1].rows["start"].control  # type: ignore[attr-defined]
        assert "T6.e" in [one.value for one in start.offered]
        row._append_new(SheetFrom)  # type: ignore[attr-defined]
        assert desk.draft.record["sheets"][0] == {"sheet": "house:ashigaru"}


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_map_is_printed(qtbot: QtBot, tmp_path: Path, language: str) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        document = scenario_document(WELL, screen.bench, PAPERS[0], tr.speaking(language))
        assert document.count == 1
        assert len(pdf(document)) > 50_000


def test_printing_leads_to_the_paper_and_back(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (made, screen):
        _, body = on_desk(screen)
        body.print.click()
        QApplication.processEvents()
        assert made.navigator is not None
        screens = made.navigator.screens("chronicles")
        assert isinstance(screens, ChroniclesScreens)
        assert screens.paper is not None
        assert screens.paper.printable is not None
        target = tmp_path / "map.pdf"
        screens.paper.save_pdf(target)
        qtbot.waitUntil(target.exists)
        screens.paper.back.click()
        assert made.navigator.front is screen
