"""The tile editor by mouse and by keys: paint, draw walls, undo, save, reopen; findings that lead somewhere."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.ui.games.asagiri.editors.tile_canvas import TileCanvas
from companion.ui.games.asagiri.editors.tile_editor import TileBody
from companion.ui.workshop.record_editor import RecordEditor
from companion.ui.workshop.screen import WorkshopScreen

from .editor_kit import desk_of, drag, new_workshop, opened_workshop
from .rows import rows
from .test_window_kit import click, press

KEY = Qt.Key
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def fresh(screen: WorkshopScreen) -> tuple[RecordEditor, TileBody, TileCanvas]:
    """A new tile on the desk, the keys on it."""
    blank = screen.pages.blank("tile")
    assert blank is not None
    click(blank)
    desk = desk_of(screen)
    body = desk.body
    assert isinstance(body, TileBody)
    body.setFocus()
    QApplication.processEvents()
    return desk, body, body.canvas


def at(canvas: TileCanvas, x: float, y: float) -> QPointF:
    """A pixel over a place of the tile, in squares."""
    return canvas.pixel_of((x, y))


def squares(desk: RecordEditor) -> list[str]:
    found: list[str] = desk.draft.record["rows"]
    return found


def test_a_new_tile_is_named_painted_walled_undone_and_kept(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        blank = screen.pages.blank("tile")
        assert blank is not None
        click(blank)
        desk = desk_of(screen)
        assert desk.name.edit.hasFocus()
        press("Kitchen")
        press(KEY.Key_Return)
        body = desk.body
        assert isinstance(body, TileBody)
        canvas = body.canvas
        assert canvas.hasFocus()
        drag(canvas, at(canvas, 1.5, 1.5), at(canvas, 3.5, 1.5))
        assert squares(desk)[1] == ".hhh...."
        press("w")
        drag(canvas, at(canvas, 0.5, 3.0), at(canvas, 4.5, 3.0))
        assert desk.draft.record["walls"] == [[[n, 2], "S"] for n in range(5)]
        press("d")
        drag(canvas, at(canvas, 2.5, 3.02), at(canvas, 2.5, 3.02))
        assert desk.draft.record["doors"] == [[[2, 2], "S"]]
        press("z", modifier=CONTROL)
        assert "doors" not in desk.draft.record
        assert len(desk.draft.record["walls"]) == 5
        press("z", modifier=CONTROL)
        press("z", modifier=CONTROL)
        assert squares(desk) == ["........"] * 8
        press("z", modifier=CONTROL | SHIFT)
        press("z", modifier=CONTROL | SHIFT)
        record = desk.draft.record
        press(KEY.Key_Escape)
        assert screen.desk is None
    with opened_workshop(tmp_path) as (_, screen):
        sheet = screen.pages.sheet("tile", record["id"])
        assert sheet is not None
        assert sheet.text() == "Kitchen"
        click(sheet)
        assert desk_of(screen).draft.record["rows"] == record["rows"]
        assert desk_of(screen).draft.record["name"] == {"en": "Kitchen", "fr": "Kitchen", "it": "Kitchen"}
    workshop = new_workshop(tmp_path)
    assert [workshop.check(one.namespace) for one in workshop.manifests()] == [[]]


def test_the_whole_tile_by_keys(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, _, canvas = fresh(screen)
        press(KEY.Key_Down)
        assert canvas.at == (0, 0)
        press("b", KEY.Key_Right, "h", KEY.Key_Right, KEY.Key_Return, KEY.Key_Down, "s")
        assert squares(desk)[:2] == ["bhh.....", "..s....."]
        press(KEY.Key_Right, modifier=SHIFT)
        press(KEY.Key_Down, modifier=CONTROL)
        assert (desk.draft.record["walls"], desk.draft.record["doors"]) == ([[[2, 1], "E"]], [[[2, 1], "S"]])
        press(KEY.Key_Right, modifier=SHIFT)
        assert "walls" not in desk.draft.record
        press(KEY.Key_Delete, "n")
        assert squares(desk)[1] == ".. ....."
        assert "doors" not in desk.draft.record, "a door beside a gap goes with the square"
        press(KEY.Key_Left, KEY.Key_Left, KEY.Key_Left, KEY.Key_Left)
        assert canvas.at == (0, 1)


def test_a_quick_hand_loses_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    """Press and release are all that the window may hear of."""
    with opened_workshop(tmp_path) as (_, screen):
        desk, _, canvas = fresh(screen)
        for start, end in (((0.5, 0.5), (7.5, 0.5)), ((2.0, 2.5), (2.0, 6.5))):
            QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=at(canvas, *start).toPoint())
            QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=at(canvas, *end).toPoint())
            press("w")
        assert squares(desk)[0] == "hhhhhhhh"
        assert len(desk.draft.record["walls"]) == 5


def test_the_right_button_takes_away(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body, canvas = fresh(screen)
        click(body.paints.every[3])
        drag(canvas, at(canvas, 0.5, 0.5), at(canvas, 4.5, 0.5))
        assert squares(desk)[0] == "bbbbb..."
        drag(canvas, at(canvas, 1.5, 0.5), at(canvas, 2.5, 0.5), button=Qt.MouseButton.RightButton)
        assert squares(desk)[0] == "b..bb..."
        click(body.tools["wall"])
        drag(canvas, at(canvas, 2.0, 2.5), at(canvas, 2.0, 5.5))
        assert len(desk.draft.record["walls"]) == 4
        drag(canvas, at(canvas, 2.02, 3.5), at(canvas, 2.02, 4.5), button=Qt.MouseButton.RightButton)
        assert desk.draft.record["walls"] == [[[1, 2], "E"], [[1, 5], "E"]]


def test_rectangle_fill_and_looks(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body, canvas = fresh(screen)
        press("r", "a")
        drag(canvas, at(canvas, 5.5, 5.5), at(canvas, 7.5, 6.5))
        assert squares(desk)[5:] == [".....aaa", ".....aaa", "........"]
        press("h")
        click(body.looks.every[1])
        press("p")
        drag(canvas, at(canvas, 0.5, 0.5), at(canvas, 0.5, 0.5))
        assert desk.draft.record["drawings"] == [{"at": [0, 0], "look": "table"}]
        press("f", "c")
        drag(canvas, at(canvas, 6.5, 5.5), at(canvas, 6.5, 5.5))
        assert squares(desk) == ["h......."] + ["........"] * 7


def test_walls_stand_on_the_edge_of_the_tile_too_cmp_1(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, _, canvas = fresh(screen)
        press("w")
        drag(canvas, at(canvas, -0.05, 0.5), at(canvas, -0.05, 1.5))
        drag(canvas, at(canvas, 7.5, 8.05), at(canvas, 7.5, 8.05))
        assert desk.draft.record["walls"] == [[[-1, 0], "E"], [[-1, 1], "E"], [[7, 7], "S"]]
        assert desk.draft.findings == ()


def test_a_turned_view_paints_where_it_is_seen(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, _, canvas = fresh(screen)
        press("t")
        corner = canvas.area().topRight() + QPointF(-canvas.cell() / 2, canvas.cell() / 2)
        drag(canvas, corner, corner)
        assert squares(desk)[0] == "h......."
        press("m")
        assert squares(desk)[0] == ".......h"


def test_a_sealed_room_is_told_and_the_line_leads_there(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, _, canvas = fresh(screen)
        assert not desk.findings.lines.by_id
        high = canvas.height()
        press("w")
        corners = [(2.0, 2.5), (2.0, 2.0), (2.5, 2.0), (3.0, 2.0), (3.0, 2.5), (3.0, 3.0), (2.5, 3.0)]
        drag(canvas, *(at(canvas, x, y) for x, y in corners))
        assert len(desk.draft.record["walls"]) == 4
        assert [line.text() for line in rows(desk.findings.lines)] == ["No way leads to C3."]
        assert rows(desk.findings.lines)[0].isVisible()
        assert canvas.height() == high, "the tile stays where it is while it is drawn"
        click(rows(desk.findings.lines)[0])
        assert canvas.flagged == (2, 2)
        assert canvas.hasFocus()
        press("d")
        drag(canvas, at(canvas, 2.5, 3.0), at(canvas, 2.5, 3.0))
        assert not desk.findings.lines.by_id


def test_a_name_that_is_gone_is_told_and_nothing_is_lost(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body, canvas = fresh(screen)
        desk.name.edit.setFocus()
        desk.name.edit.selectAll()
        press(KEY.Key_Delete)
        desk.keep_now()
        assert desk.findings.lines.by_id
        body.setFocus()
        click(rows(desk.findings.lines)[0])
        assert desk.name.edit.hasFocus()
        press("Hall")
        desk.keep_now()
        assert not desk.findings.lines.by_id
        body.setFocus()
        drag(canvas, at(canvas, 0.5, 0.5), at(canvas, 0.5, 0.5))
        kept = new_workshop(tmp_path).records(screen.bench.pack, "tile")[desk.draft.id]
        assert kept["name"]["fr"] == "Hall"
        assert kept["rows"][0] == "h......."


def test_languages_never_written_in_follow_the_one_that_is(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, _, _ = fresh(screen)
        desk.name.edit.setFocus()
        desk.name.edit.selectAll()
        press("Hall")
        click(desk.name.language.words["fr"])
        desk.name.edit.selectAll()
        press("Salle")
        click(desk.name.language.words["en"])
        desk.name.edit.setCursorPosition(4)
        press("s")
        assert desk.draft.record["name"] == {"en": "Halls", "fr": "Salle", "it": "Halls"}
        desk.draft.undo()
        assert desk.draft.record["name"]["en"] == "Tile", "letters of a name are undone together"


def test_size_setting_and_floor(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body, canvas = fresh(screen)
        click(body.size_.less)
        click(body.size_.less)
        assert len(squares(desk)) == 6
        click(body.setting.words["indoor"])
        assert desk.draft.record["setting"] == "indoor"
        click(body.grounds.every[0])
        assert desk.draft.record["ground"] == "tatami"
        click(body.setting.words["outdoor"])
        assert "ground" not in desk.draft.record, "no mats in a garden"
        QTest.mouseMove(canvas, at(canvas, 5.5, 0.5).toPoint())
        assert body.line.text() == "F1: clear"
        click(canvas, at(canvas, 5.5, 0.5).toPoint())
        assert body.line.text() != "F1: clear", "the brush has just painted here"
