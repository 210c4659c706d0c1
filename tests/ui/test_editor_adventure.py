"""The adventure editor by mouse and by keys: tiles, zones, figures, goals, stairs, findings, play and come back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.ui.games.asagiri.editors.adventure_editor import AdventureBody
from companion.ui.games.asagiri.editors.adventure_laying import places
from companion.ui.games.asagiri.editors.adventure_panels import FloorsPanel
from companion.ui.games.asagiri.editors.floor_canvas import ZONE_COLOURS, band_of, zone_colour
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.theme import palette
from companion.ui.kit.translator import tr
from companion.ui.shell.window import MainWindow
from companion.ui.workshop.form import BlankRow, ItemsRow, RecordForm
from companion.ui.workshop.record_editor import RecordEditor
from companion.ui.workshop.screen import WorkshopScreen

from .editor_kit import desk_of, drag, new_workshop, opened_workshop
from .rows import rows
from .test_window_kit import LIBRARY, click, press, until

KEY = Qt.Key
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def fresh(screen: WorkshopScreen) -> tuple[RecordEditor, AdventureBody]:
    """A new adventure on the desk."""
    blank = screen.pages.blank("adventure")
    assert blank is not None
    screen.pages.area.ensureWidgetVisible(blank)
    click(blank)
    desk = desk_of(screen)
    body = desk.body
    assert isinstance(body, AdventureBody)
    QApplication.processEvents()
    return desk, body


def record(desk: RecordEditor) -> Any:
    return desk.draft.record


def square(body: AdventureBody, column: int, row: int) -> QPointF:
    return body.map.rect_of((column, row)).center()


def floors(body: AdventureBody) -> FloorsPanel:
    click(body.chapters.words["floors"])
    page = body.pages["floors"]
    assert isinstance(page, FloorsPanel)
    QApplication.processEvents()
    return page


def items(body: AdventureBody, chapter: str, name: str) -> ItemsRow:
    click(body.chapters.words[chapter])
    row = _row(body.pages[chapter].forms[0][1], name)
    assert isinstance(row, ItemsRow)
    return row


def _row(form: RecordForm, name: str) -> Any:
    if name in form.rows:
        return form.rows[name]
    band: Any = form.rows["band"]
    return band.form.rows[name]


def blank(row: ItemsRow, n: int, name: str) -> Any:
    """The control of a field of a slip."""
    node = row.slips[n].node
    assert node is not None
    assert node.form is not None
    found = node.form.rows[name]
    assert isinstance(found, BlankRow)
    return found.control


def slip_over(w: MainWindow) -> Any:
    return next(one for one in w.findChildren(ChoicePopup) if one.isVisible())


def pick(w: MainWindow, title: str) -> None:
    """Choose a line of the slip that lies over the window."""
    slip = slip_over(w)
    button = next(button for button in rows(slip.lines) if button.line.title == title)
    button.click()
    QApplication.processEvents()


# the whole way -----------------------------------------------------------------------------------------------------


def test_a_new_adventure_passes_the_check_and_can_be_played_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        desk, body = fresh(screen)
        assert desk.draft.findings == ()
        click(body.play)
        pick(w, "You play both sides")
        assert w.navigator is not None
        host = w.navigator.table
        assert host is not None
        state = host.game.state
        assert state.table.adventure is not None
        assert state.table.adventure.record.id == desk.draft.id
        game = host.opened.entry.id
        host.screen.left.emit()
        QApplication.processEvents()
        assert w.stack.currentWidget() is screen
        assert screen.desk is desk, "back at the desk"
        assert [entry.id for entry in w.navigator.storage.games()] == []
        note = next(toast for toast in w.findChildren(Toast) if toast.isVisible() and toast._button is not None)
        assert note._button is not None
        click(note._button)
        assert [entry.id for entry in w.navigator.storage.games()] == [game]
        assert not w.navigator.storage.workshop.check(screen.bench.pack)


def test_what_is_made_is_there_again(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        press("Rain over the inn")
        press(KEY.Key_Return)
        click(body.chapters.words["story"])
        story: Any = body.pages["story"].forms[0][1].rows["intro"]
        story.control.edit.setFocus()
        story.control.edit.selectAll()
        press("It rains.")
        press(KEY.Key_Escape)
        pack, id = screen.bench.pack, desk.draft.id
        sheet = screen.pages.sheet("adventure", id)
        assert sheet is not None
        assert sheet.text() == "Rain over the inn"
    kept = new_workshop(tmp_path)
    assert kept.records(pack, "adventure")[id]["intro"]["fr"] == "It rains."
    assert kept.check(pack) == []


# floors ------------------------------------------------------------------------------------------------------------


def test_a_tile_is_dragged_from_the_shelf_turned_moved_and_taken_away(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        page, map = floors(body), body.map
        chip = page.tiles.chip("house:inn-hall")
        assert chip is not None
        start = chip.rect().center()
        target = map.pixel_of((20.3, 4.4))
        QTest.mousePress(chip, Qt.MouseButton.LeftButton, pos=start)
        end = chip.mapFromGlobal(map.mapToGlobal(target.toPoint()))
        for n in range(1, 9):
            QTest.mouseMove(chip, start + (end - start) * (n / 8))
        assert body.map.hand.holds()
        body.map.hand.turn(1)
        QTest.mouseRelease(chip, Qt.MouseButton.LeftButton, pos=end)
        assert record(desk)["floors"][0]["tiles"][4] == {"tile": "house:inn-hall", "at": [16, 0], "turns": 1}
        assert desk.draft.findings == ()
        map.setFocus()
        press(KEY.Key_R)
        assert record(desk)["floors"][0]["tiles"][4]["turns"] == 2
        press(KEY.Key_Down)
        assert record(desk)["floors"][0]["tiles"][4]["at"] == [16, 1]
        press(KEY.Key_Up, modifier=SHIFT)
        assert record(desk)["floors"][0]["tiles"][4]["at"] == [16, 0], "the other zones went down by seven squares"
        assert record(desk)["floors"][0]["tiles"][0]["at"] == [0, 7]
        press(KEY.Key_Delete)
        assert len(record(desk)["floors"][0]["tiles"]) == 4
        assert record(desk)["floors"][0]["tiles"][0]["at"] == [0, 0]


def test_a_tile_is_laid_by_keys_and_by_two_clicks(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        page, map = floors(body), body.map
        chip = page.tiles.chip("house:temple-court")
        assert chip is not None
        chip.setFocus()
        press(KEY.Key_Return)
        assert len(record(desk)["floors"][0]["tiles"]) == 5
        click(chip)
        assert map.hand.holds()
        spot = map.pixel_of((-3.2, 4.1))
        QTest.mouseMove(map, spot.toPoint())
        QTest.mouseClick(map, Qt.MouseButton.LeftButton, pos=spot.toPoint())
        assert len(record(desk)["floors"][0]["tiles"]) == 6
        assert record(desk)["floors"][0]["tiles"][5]["at"] == [0, 0], "the floor begins where its tiles begin"
        assert record(desk)["floors"][0]["tiles"][0]["at"] == [8, 0]
        south = record(desk)["zones"][0]["squares"]
        assert min(place[0] for place in south) == 8, "zones lie where they lay"
        press("z", modifier=CONTROL)
        press("z", modifier=CONTROL)
        assert len(record(desk)["floors"][0]["tiles"]) == 4


def test_a_tile_never_lies_on_another(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        floors(body)
        before = record(desk)["floors"]
        drag(body.map, body.map.pixel_of((3, 3)), body.map.pixel_of((11, 3)))
        assert record(desk)["floors"] == before
        drag(body.map, body.map.pixel_of((3, 3)), body.map.pixel_of((3, -5.4)))
        assert record(desk)["floors"] != before


def test_walls_doors_and_openings_of_the_adventure(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        page, map = floors(body), body.map
        click(page.tools["wall"])
        drag(map, map.pixel_of((3.0, 0.5)), map.pixel_of((3.0, 2.5)))
        assert record(desk)["floors"][0]["walls"] == [[[2, 0], "E"], [[2, 1], "E"], [[2, 2], "E"]]
        click(page.tools["door"])
        drag(map, map.pixel_of((3.02, 1.5)), map.pixel_of((3.02, 1.5)))
        assert record(desk)["floors"][0]["doors"] == [[[2, 1], "E"]]
        wall = sorted(map.lines.tile_walls)[0]
        start, end = map.line_of(wall)
        click(page.tools["wall"])
        drag(map, (start + end) / 2, (start + end) / 2, button=Qt.MouseButton.RightButton)
        assert record(desk)["floors"][0]["openings"] == [[[wall.column, wall.row], wall.side]]
        assert desk.draft.findings == ()


def test_stairs_join_two_floors(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        page = floors(body)
        click(body.tabs.add)
        assert len(record(desk)["floors"]) == 2
        assert body.map.floor == 1
        click(body.tabs.words[0])
        click(page.tools["stairs"])
        click(body.map, square(body, 1, 4).toPoint())
        assert "stairs" not in record(desk)
        click(body.tabs.words[1])
        click(body.map, square(body, 2, 5).toPoint())
        assert record(desk)["stairs"] == [{"start": [1, 4, 0], "end": [2, 5, 1]}]
        assert [found.what.key for found in desk.draft.findings if found.broken] == []
        row: Any = page.forms[0][1].rows["stairs"]
        assert row.slips[0].head.text() == "B5/1 – C6/2"
        name: Any = page.name.rows["name"]
        name.control.edit.setFocus()
        press("Under the roof")
        assert record(desk)["floors"][1]["name"]["fr"] == "Under the roof"
        assert body.tabs.words[1].text() == "Under the roof"
        click(body.tabs.words[0])
        assert name.control.edit.text() == ""
        click(body.tabs.words[1])
        click(body.tabs.away)
        assert len(record(desk)["floors"]) == 1
        assert not record(desk).get("stairs")


# zones, figures, things --------------------------------------------------------------------------------------------


def test_a_zone_is_painted_and_taken_out_again(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        zones = items(body, "zones", "zones")
        click(zones.add)
        assert body.map.tool == "paint"
        zone = record(desk)["zones"][2]
        assert zone["name"]["en"] == "Zone 3"
        before = len(zone["squares"])
        drag(body.map, square(body, 1, 5), square(body, 4, 5))
        assert len(record(desk)["zones"][2]["squares"]) == before + 4
        drag(body.map, square(body, 1, 5), square(body, 2, 5), button=Qt.MouseButton.RightButton)
        assert len(record(desk)["zones"][2]["squares"]) == before + 2
        desk.draft.undo()
        assert len(record(desk)["zones"][2]["squares"]) == before + 4, "a stroke is taken back as a whole"
        blank(zones, 2, "exit").words["one"].click()
        assert record(desk)["zones"][2]["exit"] == ["one"]
        body.map.setFocus()
        press(KEY.Key_Down, KEY.Key_Return)
        assert [0, 0, 0] in record(desk)["zones"][2]["squares"]
        press(KEY.Key_Return)
        assert [0, 0, 0] not in record(desk)["zones"][2]["squares"]


def test_where_a_band_begins_is_of_the_colour_of_its_stones(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, _body = fresh(screen)
        first, second = record(desk)["sides"]
        first["deploy"], second["deploy"] = "elsewhere", first["deploy"]
        found = [band_of(record(desk), n) for n in (0, 1)]
        assert found == [1, None], "by the side that names it, not by its place in the list"
        assert zone_colour(0, found[0]) == palette.current().color("stone_black")
        assert zone_colour(1, found[1]) == palette.current().color(ZONE_COLOURS[1])


def test_a_figure_is_set_on_its_square_and_carried_to_another(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        desk, body = fresh(screen)
        fixed = items(body, "one", "fixed")
        click(fixed.add)
        click(blank(fixed, 0, "card").word)
        slip_over(w).search.setText("tikku")
        press(KEY.Key_Return)
        hired = record(desk)["sides"][0]["band"]["fixed"][0]
        assert hired["card"] == "house:tikku"
        assert hired["part"]
        click(blank(fixed, 0, "at").word)
        assert body.map.tool == "spot"
        click(body.map, square(body, 2, 9).toPoint())
        assert record(desk)["sides"][0]["band"]["fixed"][0]["at"] == [2, 9, 0]
        assert body.map.tool == "look"
        drag(body.map, square(body, 2, 9), square(body, 5, 9))
        assert record(desk)["sides"][0]["band"]["fixed"][0]["at"] == [5, 9, 0]
        assert blank(fixed, 0, "at").word.text() == "F10"
        click(body.chapters.words["course"])
        click(body.map, square(body, 5, 9).toPoint())
        assert body.chapter == "one", "a press on a figure opens its page"
        assert fixed.slips[0].head.open
        assert body.map.hasFocus()
        press(KEY.Key_R)
        assert record(desk)["sides"][0]["band"]["fixed"][0]["facing"] == "E"
        press(KEY.Key_Delete)
        assert not record(desk)["sides"][0]["band"]["fixed"]
        desk.draft.undo()
        assert fixed.slips[0].head.text() == "Tikku"


def test_goals_are_made_of_conditions_with_live_words(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        desk, body = fresh(screen)
        goals = items(body, "one", "goals")
        assert goals.slips[0].head.text() == "Every figure of Shadows at dusk is disabled"
        click(goals.add)
        node: Any = goals.slips[1].node
        when = node.form.rows["when"]
        when.which.setFocus()
        press(KEY.Key_Return)
        pick(w, "Hold a zone")
        condition = record(desk)["sides"][0]["goals"][1]["when"]
        assert condition == {"type": "hold", "side": "two", "zone": "start-one"}
        when.form.rows["turns"].control.spin.setFocus()
        press(KEY.Key_Up)
        assert goals.slips[1].head.text() == "Shadows at dusk: “South” held for 2 turns"
        click(when.form.rows["side"].control.word)
        pick(w, "Guardians of the shrine")
        assert goals.slips[1].head.text() == "Guardians of the shrine: “South” held for 2 turns"
        assert [found for found in desk.draft.findings if found.broken] == []


def test_things_hiding_places_and_captives(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        objects = items(body, "things", "objects")
        click(objects.add)
        thing = record(desk)["objects"][0]
        assert thing["id"] == "object-1"
        caches = items(body, "things", "caches")
        click(caches.add)
        assert record(desk)["caches"][0]["holds"] == "object-1"
        assert any("hidden" in found.what.key or found.broken for found in desk.draft.findings)
        objects.open_item(0)
        blank(objects, 0, "at").clear.click()
        captives = items(body, "things", "captives")
        click(captives.add)
        assert record(desk)["captives"][0]["part"]
        assert [tr(found.what) for found in desk.draft.findings if found.broken] == []


def test_a_finding_leads_to_its_page(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, body = fresh(screen)
        zones = items(body, "zones", "zones")
        zones.open_item(1)
        click(zones.slips[1].away)
        assert not body.play.isEnabled()
        line = next(line for line in rows(desk.findings.lines) if "zone" in line.text())
        click(line)
        assert body.chapter == "two"
        desk.draft.undo()
        until(body.play.isEnabled)


def test_the_picture_is_painted_by_the_board_itself(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        _, body = fresh(screen)
        until(lambda: body.map._ready is not None)
        body.map.grab()
        floors(body)
        assert body.map.room > 1


def test_the_language_changes_every_chapter(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_w, screen):
        _, body = fresh(screen)
        for chapter in body.chapters.words:
            body.show_chapter(chapter)
        tr.set_language("it")
        QApplication.processEvents()
        tr.set_language("en")
        assert body.play.text() == "Play it now"


HOUSE = sorted(id for id, _ in LIBRARY.every("adventure"))


@pytest.mark.parametrize("id", HOUSE)
def test_every_adventure_of_the_house_lies_on_the_desk(qtbot: QtBot, tmp_path: Path, id: str) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        screen.copy("adventure", id)
        desk = desk_of(screen)
        assert [tr(found.what) for found in desk.draft.findings if found.broken] == []
        before = record(desk)
        body: Any = desk.body
        for chapter in body.chapters.words:
            body.show_chapter(chapter)
            QApplication.processEvents()
        for floor in range(len(before["floors"])):
            body.map.show_floor(floor)
            body.map.grab()
        assert record(desk) == before, "looking changes nothing"
        for pointer, _ in places(before):
            assert body.show_field(pointer), pointer
