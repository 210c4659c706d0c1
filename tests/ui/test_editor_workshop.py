"""The workshop's shelf: packs, records, copies out of the box, what is thrown away, one file out and in again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from companion.ui.games.asagiri.new_game import ChosenTile
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.shell.window import MainWindow
from companion.ui.workshop.record_lists import Sheet
from companion.ui.workshop.screen import WorkshopScreen

from .editor_kit import desk_of, new_workshop, opened_workshop
from .rows import Row, row, rows
from .test_window_kit import click, press, window

KEY = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


def popup(w: MainWindow) -> ChoicePopup:
    """The slip over the window."""
    return next(slip for slip in w.findChildren(ChoicePopup) if slip.isVisible())


def notes(screen: WorkshopScreen) -> list[Toast]:
    return [toast for toast in screen.findChildren(Toast) if toast.isVisible()]


def tiles(screen: WorkshopScreen) -> list[Sheet]:
    """The tiles of the pack shown, and the empty sheet."""
    return screen.pages.sections["tile"].shown


def copy_of(w: MainWindow, screen: WorkshopScreen, id: str = "house:inn-hall") -> str:
    """A tile of the house box in a pack of one's own; its id. The shelf is shown."""
    click(row(screen.list.lines, "house"))
    sheet = screen.pages.sheet("tile", id)
    assert sheet is not None
    click(sheet)
    slip = popup(w)
    click(rows(slip.lines)[0])
    made = desk_of(screen).draft.id
    press(KEY.Key_Escape)
    return made


def test_nothing_is_written_before_something_is_made(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        assert w.stack.currentWidget() is screen
        press(KEY.Key_Escape)
        assert w.stack.currentWidget() is w.home
    assert list(tmp_path.iterdir()) == []


def test_the_way_there_by_mouse_and_by_key(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        press(KEY.Key_Escape)
        assert w.home.below is not None
        click(w.home.below.corner["workshop"])
        Row(w.findChildren(ChoicePopup)[-1].lines, "asagiri").click()  # another game has one too
        assert w.stack.currentWidget() is screen
        press(KEY.Key_Escape)
        press("e", modifier=CONTROL)
        press(KEY.Key_Return)
        assert w.stack.currentWidget() is screen


def test_without_a_data_folder_there_is_no_workshop(qtbot: QtBot) -> None:
    with window() as w:
        assert w.book is not None
        assert not w.book["workshop"].isEnabled()


def test_a_tile_of_the_house_is_copied_and_changed(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        made = copy_of(w, screen)
        pack = made.partition(":")[0]
        assert [one.namespace for one in screen.workshop.manifests()] == [pack]
        assert screen.bench.pack == pack
        house = screen.workshop.base.find("tile", "house:inn-hall")
        record = screen.workshop.records(pack, "tile")[made]
        assert house is not None
        assert record["rows"] == house["rows"]
        assert record["name"] == house["name"]
        assert screen.workshop.check(pack) == []
        second = copy_of(w, screen)
        assert second.partition(":")[0] == pack, "the pack of one's own is offered before a new one"
        assert second != made


def test_another_one_like_it_and_away_and_back(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        made = copy_of(w, screen)
        sheet = screen.pages.sheet("tile", made)
        assert sheet is not None
        assert sheet.hasFocus()
        press("d")
        names = [sheet.text() for sheet in tiles(screen)]
        assert names == ["Hall of the inn", "Hall of the inn (copy)", "New tile"]
        press(KEY.Key_Delete)
        assert len(tiles(screen)) == 2
        press("z", modifier=CONTROL)
        assert [sheet.text() for sheet in tiles(screen)] == names
        first = screen.pages.sheet("tile", made)
        assert first is not None
        QTest.mouseClick(first, Qt.MouseButton.RightButton, pos=first.rect().center())
        QApplication.processEvents()
        click(row(popup(w).lines, "away"))
        assert screen.pages.sheet("tile", made) is None
        note = notes(screen)[-1]
        assert note._button is not None
        click(note._button)
        assert screen.pages.sheet("tile", made) is not None


def test_the_three_dots_ask_what_can_be_done(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        made = copy_of(w, screen)
        sheet = screen.pages.sheet("tile", made)
        assert sheet is not None
        click(sheet, sheet.more().center().toPoint())
        click(row(popup(w).lines, "again"))
        assert len(tiles(screen)) == 3
        press(KEY.Key_Menu)
        assert set(popup(w).lines.by_id) == {"open", "again", "away"}
        press(KEY.Key_Escape)


def test_arrows_go_over_the_sheets(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        click(row(screen.list.lines, "house"))
        sheets = tiles(screen)
        sheets[0].setFocus()
        assert sheets[0].hasFocus()
        press(KEY.Key_Right, KEY.Key_Right)
        assert sheets[2].hasFocus()
        press(KEY.Key_Left, KEY.Key_Down)
        assert sheets[min(1 + screen.pages.sections["tile"].columns, len(sheets) - 1)].hasFocus()


def test_kinds_and_words_are_looked_for(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        click(row(screen.list.lines, "house"))
        whole = len(screen.pages.sheets)
        click(screen.pages.filters.words["tile"])
        assert {sheet.editor.kind for sheet in screen.pages.sheets} == {"tile"}
        screen.setFocus()
        press("f", modifier=CONTROL)
        assert screen.pages.search.hasFocus()
        press("INN")
        assert [sheet.text() for sheet in screen.pages.sheets] == ["Hall of the inn"]
        press(KEY.Key_Return)
        assert screen.pages.sheets[0].hasFocus()
        screen.pages.search.clear()
        click(screen.pages.filters.words[""])
        assert len(screen.pages.sheets) == whole


def test_one_file_out_and_into_another_data_folder(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.okko-pack"
    with opened_workshop(tmp_path / "one") as (w, screen):
        made = copy_of(w, screen)
        screen.card.name.edit.setFocus()
        screen.card.name.edit.selectAll()
        press("Our tiles")
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
        click(screen.card.export)
        assert file.is_file()
        assert row(screen.list.lines, screen.bench.pack).line.title == "Our tiles"
    with opened_workshop(tmp_path / "two") as (w, screen):
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
        click(screen.list.take_in)
        assert screen.pages.sheet("tile", made) is not None
        assert not screen.own
        assert screen.card.title.text() == "Our tiles"
        # a new game of the second folder lays the tile
        assert w.navigator is not None
        w.navigator.new_game("enforce")
        draft = w.navigator.screens("asagiri").draft
        assert draft is not None
        draft.at = 2
        draft._show()
        draft.board.tiles[made].click()
        assert ChosenTile(made) in draft.draft.tiles
        # once more: it is there already
        w.navigator.screens("asagiri").show_workshop()
        click(screen.list.take_in)
        note = notes(screen)[-1]
        assert "already installed" in note.accessibleName()
        assert note._button is not None
        click(note._button)
        click(screen.card.adopt)
        assert screen.own


def test_a_file_that_is_no_pack_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    bad = tmp_path / "bad.okko-pack"
    bad.write_bytes(b"no archive at all")
    with opened_workshop(tmp_path / "one") as (_, screen):
        screen.take_in(bad)
        assert notes(screen)[-1].accessibleName()
        assert screen.workshop.manifests() == ()


def test_a_pack_may_be_dropped_on_the_workshop(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "mine.okko-pack"
    with opened_workshop(tmp_path / "one") as (w, screen):
        copy_of(w, screen)
        screen.export(file)
    with opened_workshop(tmp_path / "two") as (_, screen):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file))])
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        event: Any = QDropEvent(QPointF(9, 9), Qt.DropAction.CopyAction, data, left, none)
        screen.dropEvent(event)
        assert len(screen.workshop.manifests()) == 1


def test_a_pack_is_laid_aside_thrown_away_and_brought_back(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        made = copy_of(w, screen)
        pack = screen.bench.pack
        click(screen.card.switch)
        assert screen.workshop.library().find("tile", made) is None
        assert "· off" in row(screen.list.lines, pack).line.words
        click(screen.card.switch)
        assert screen.workshop.library().find("tile", made) is not None
        click(screen.card.remove)
        assert screen.workshop.manifests() == ()
        assert screen.bench.pack == ""
        note = notes(screen)[-1]
        assert note._button is not None
        click(note._button)
        assert screen.bench.pack == pack
        assert screen.pages.sheet("tile", made) is not None


def test_a_new_pack_is_named_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        click(screen.list.new)
        assert screen.card.name.edit.hasFocus()
        press("Temple of rain")
        assert screen.bench.manifest is not None
        assert screen.bench.manifest.name["it"] == "Temple of rain"


def test_a_fault_is_marked_told_and_leads_to_its_place(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        made = copy_of(w, screen)
        pack = screen.bench.pack
    file = next((tmp_path / "packs" / pack / "tiles").glob("*.json"))
    file.write_text(file.read_text().replace('"doors": [', '"doors": [[[0, 0], "S"], [[30, 0], "E"], '))
    assert [one.pointer for one in new_workshop(tmp_path).check(pack)] == ["/doors/1"]
    with opened_workshop(tmp_path) as (_, screen):
        sheet = screen.pages.sheet("tile", made)
        assert sheet is not None
        assert sheet.faults == 1
        assert sheet.accessibleDescription() == "One problem"
        line = rows(screen.card.findings.lines)[0]
        assert line.view.height() >= line.view.heightForWidth(line.view.viewport().width()), (
            "the whole sentence is seen"
        )
        click(line)
        desk = desk_of(screen)
        assert desk.draft.id == made
        assert [line.text() for line in rows(desk.findings.lines)] == ["The tile has no such square."]
        desk.body.setFocus()
        press(KEY.Key_Down, "h")  # any change writes the tile as it is drawn
        assert not desk.findings.lines.by_id


def test_what_is_to_be_put_right_in_a_pack_names_the_file_and_the_thing(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        screen.make("character")
        desk = desk_of(screen)
        desk.draft.change({**desk.draft.record, "name": {"en": "Nobody's guard"}}, "name")
        press(KEY.Key_Escape)
        told = [line.text() for line in rows(screen.card.findings.lines) if line.line.data.pointer == "/zeni"]
        assert len(told) == 1 and told[0].startswith("Nobody's guard (characters/") and "no stats yet" in told[0]
        assert next(line for line in rows(screen.card.findings.lines) if line.text() == told[0]).line.sign == "info"


def test_the_language_of_the_window_changes_every_word(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        copy_of(w, screen)
        tr.set_language("fr")
        QApplication.processEvents()
        assert tiles(screen)[0].text() == "La salle de l’auberge"
        click(tiles(screen)[0])
        assert desk_of(screen).name.edit.text() == "La salle de l’auberge"
        tr.set_language("it")
        QApplication.processEvents()


def test_a_game_going_on_keeps_what_it_was_begun_with(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        copy_of(w, screen)
        assert w.navigator is not None
        press(KEY.Key_Escape)
        w.navigator.quick_start()
        host = w.navigator.table
        assert host is not None
        w.navigator.screens("asagiri").show_workshop()
        assert w.navigator.table is None
        assert len(w.navigator.storage.games()) == 1
