"""The whole way: a character with a skill of two conditions, a tile and an adventure are made in the editors, played,
given away as one file, and played somewhere else.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.ui.games.asagiri.editors.adventure_editor import AdventureBody
from companion.ui.games.asagiri.editors.tile_editor import TileBody
from companion.ui.shell.window import MainWindow
from companion.ui.workshop.screen import WorkshopScreen

from .editor_kit import desk_of, drag, new_workshop, opened_workshop
from .rows import row
from .test_editor_adventure import blank, fresh, items, pick, slip_over
from .test_editor_cards import keys, named, record
from .test_editor_skills import Desk
from .test_window_kit import click, press, until

KEY = Qt.Key


def watched(w: MainWindow) -> Any:
    """The trial on the table, played to its end by automatic players."""
    assert w.navigator is not None
    host = w.navigator.table
    assert host is not None
    w.keeper.change(enemy_speed="at_once")
    until(lambda: host.game.state.over)
    return host.game.state


def skill_of_two_conditions(screen: WorkshopScreen) -> str:
    """Against a shaken oni, while vigilant: +2 for a fire die."""
    desk = Desk(screen)
    keys("f", "2")
    desk.chip("/conditions", "add").setFocus()
    desk.pick("what the opp")
    desk.chip("/conditions", "add").setFocus()
    desk.pick("this char")
    assert [one["type"] for one in desk.record["conditions"]] == ["opponent", "own"]
    id: str = desk.record["id"]
    press(KEY.Key_Escape)
    return id


def character_with(screen: WorkshopScreen, name: str) -> str:
    """A mercenary of two zeni who has the skill of this name."""
    named(screen, "character", name)
    keys("2", "m", KEY.Key_Down, "4", "5", "3", "4")
    keys("storm", KEY.Key_Return)
    id: str = record(screen)["id"]
    while screen.desk is not None:
        press(KEY.Key_Escape)
    return id


def test_made_played_given_away_and_played_elsewhere(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "rain.okko-pack"
    with opened_workshop(tmp_path / "one") as (w, screen):
        storm = skill_of_two_conditions(screen)
        hero = character_with(screen, "Hanzo")
        assert screen.workshop.library().find("character", hero)["vigilant"]["skills"] == [storm]
        sheet = screen.pages.blank("tile")
        assert sheet is not None
        screen.pages.area.ensureWidgetVisible(sheet)
        click(sheet)
        press("Yard of rain")
        press(KEY.Key_Return)
        tile = desk_of(screen)
        assert isinstance(tile.body, TileBody)
        canvas = tile.body.canvas
        press("a", "r")
        drag(canvas, canvas.pixel_of((3.5, 3.5)), canvas.pixel_of((4.5, 4.5)))
        press(KEY.Key_Escape)
        _, body = fresh(screen)
        press("Nine days of rain")
        press(KEY.Key_Return)
        page = body.show_chapter("floors")
        QApplication.processEvents()
        chip = page.tiles.chip(tile.draft.id)
        chip.setFocus()
        press(KEY.Key_Return)
        desk = desk_of(screen)
        assert desk.draft.record["floors"][0]["tiles"][4]["tile"] == tile.draft.id
        fixed = items(body, "one", "fixed")
        click(fixed.add)
        click(blank(fixed, 0, "card").word)
        slip_over(w).search.setText("hanzo")
        press(KEY.Key_Return)
        course: Any = body.show_chapter("course").forms[0][1].rows["turns"]
        course.control.spin.setValue(1)
        assert desk.draft.record["turns"] == 1
        assert [found for found in desk.draft.findings if found.broken] == []
        click(body.play)
        pick(w, "Watch the computer play")
        state = watched(w)
        assert (16, 0, 0) in state.table.board.index, "the tile that was made is part of the board"
        assert hero in {character.card for character in state.table.characters}
        assert w.navigator is not None
        assert w.navigator.table is not None
        w.navigator.table.screen.left.emit()
        QApplication.processEvents()
        press(KEY.Key_Escape)
        assert screen.desk is None
        screen.export(file)
        made = screen.bench.pack
    with opened_workshop(tmp_path / "two") as (w, screen):
        screen.take_in(file)
        assert screen.workshop.check(made) == []
        adventure = next(iter(screen.workshop.records(made, "adventure")))
        sheet = screen.pages.sheet("adventure", adventure)
        assert sheet is not None
        screen.pages.area.ensureWidgetVisible(sheet)
        click(sheet)
        assert "play" in slip_over(w).lines.by_id
        click(row(slip_over(w).lines, "play"))
        pick(w, "Watch the computer play")
        state = watched(w)
        assert state.table.adventure.record.name["en"] == "Nine days of rain"
        hanzo = next(character for character in state.table.characters if character.card == hero)
        assert [len(skill.conditions) for skill in hanzo.vigilant.skills] == [2]
        assert w.navigator is not None
        assert w.navigator.table is not None
        w.navigator.table.screen.left.emit()
        QApplication.processEvents()
        assert w.stack.currentWidget() is screen


def test_a_trial_with_other_bands(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (w, screen):
        _, body = fresh(screen)
        assert isinstance(body, AdventureBody)
        click(body.play)
        pick(w, "With other bands…")
        lines = list(slip_over(w).lines.by_id)
        assert lines[0] == "suggested"
        click(row(slip_over(w).lines, "Shadows at dusk"))
        click(row(slip_over(w).lines, "suggested"))
        pick(w, "You play both sides")
        assert w.navigator is not None
        assert w.navigator.table is not None
        state = w.navigator.table.game.state
        ours = [str(one.name) for one in state.table.characters if one.band == state.table.roles.index(0)]
        house = screen.workshop.base.find("band", "house:band-12-oni")
        assert house is not None
        assert len(ours) == len(house["members"])
        w.navigator.table.screen.left.emit()
        QApplication.processEvents()


def test_everything_stays_on_disk_when_the_window_closes_in_the_middle_of_a_word(qtbot: QtBot, tmp_path: Path) -> None:
    with opened_workshop(tmp_path) as (_, screen):
        desk, _ = fresh(screen)
        press("Half a wo")
        pack, id = screen.bench.pack, desk.draft.id
    assert new_workshop(tmp_path).records(pack, "adventure")[id]["name"]["en"] == "Half a wo"
