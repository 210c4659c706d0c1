"""Campaigns in the window: from the list into one, to its battle at the table, and back with the result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from companion.app.storage import StoredGames
from companion.model.core.record import Chosen
from companion.model.core.session import Session
from companion.model.games.asagiri.campaign import options as o
from companion.model.games.asagiri.table.automation import PRESETS
from companion.ui.games.asagiri.table.game_table import AsagiriTable
from companion.ui.kit.panels import Toast
from companion.ui.kit.screen import ChoicePopup

from .campaign_window_kit import begun, finish, mustered, ways_of
from .rows import row, rows
from .test_window_kit import click, new_shelf, press, until, window

KEY = Qt.Key


def finish_off(storage: StoredGames, host: AsagiriTable) -> Callable[[Session[Any]], object]:
    """Leave the table and play the game to its last step but one; what comes back does that one.

    On a table that shows every step a whole game takes long.
    """
    host.left.emit()
    session = storage.open(host.opened.entry.id).session
    finish(session)
    last = session.steps[-1]
    session.undo()
    if isinstance(last.intent, Chosen):
        option = last.intent.option
        return lambda shown: shown.choose(option)
    faces = last.result.faces
    return lambda shown: shown.roll(faces)


# --- the list ------------------------------------------------------------------------------------------------------


def test_from_home_one_press_of_space_begins_the_house_campaign_of_ten(qtbot: QtBot) -> None:
    with window() as w:
        click(w.home.doors["campaigns"])
        assert w.navigator is not None
        ways = w.navigator.screens("asagiri").campaigns
        assert ways is not None
        assert ways.list is not None
        assert ways.list.empty.isVisible()
        press(KEY.Key_Space)
        assert ways.screen is not None
        assert w.stack.currentWidget() is ways.screen
        assert len(ways.screen.road.stops) == 10
        assert [stop.stop.stands for stop in ways.screen.road.stops][:2] == ["now", "ahead"]


def test_both_rosters_stand_at_the_end_of_a_campaigns_row(qtbot: QtBot) -> None:
    with window() as w:
        begun(w)
        shown = ways_of(w).list.campaigns
        place = shown.visualRect(shown.model().index(0, 0))
        end = QRect(place.right() - 70, place.bottom() - 42, 50, 20)
        pixels = shown.viewport().grab(end).toImage()
        tones = {pixels.pixelColor(x, 10).lightness() for x in range(pixels.width())}
        assert max(tones) - min(tones) > 100, "a figure stands there"


def test_a_campaign_is_renamed_copied_thrown_away_and_brought_back_with_keys(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        begun(w, title="First")
        ways = ways_of(w)
        found = ways.list
        assert found is not None
        press(KEY.Key_F2)
        press("Lanterns", KEY.Key_Return)
        assert [line.title for line in found.campaigns.by_id.values()] == ["Lanterns"]
        press("c")
        assert sorted(line.title for line in found.campaigns.by_id.values()) == ["Lanterns", "Lanterns (copy)"]
        rows(found.campaigns)[0].setFocus()
        thrown = rows(found.campaigns)[0].text()
        press(KEY.Key_Delete)
        assert thrown not in [line.title for line in found.campaigns.by_id.values()]
        toast = found.findChild(Toast)
        assert toast is not None
        toast.acted.emit()
        assert sorted(line.title for line in found.campaigns.by_id.values()) == ["Lanterns", "Lanterns (copy)"]
        toast.close()
    storage.close()


def test_a_campaign_goes_into_a_file_and_out_of_it_with_every_branch(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage, path = new_shelf(), tmp_path / "Over the hills.okko-campaign"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    with window(storage) as w:
        screen = begun(w)
        mustered(screen)
        assert screen.controller.fork("What if")
        ways = ways_of(w)
        assert ways.list is not None
        press("s")
        assert path.exists()
        press("o")
        titles = [line.title for line in ways.list.campaigns.by_id.values()]
        assert sorted(titles) == ["A short one", "Over the hills"]
        taken = next(line for line in rows(ways.list.campaigns) if line.text() == "Over the hills")
        click(taken)
        assert ways.screen is not None
        assert [branch.name for branch in ways.screen.controller.chronicle.branches] == ["", "What if"]
        for toast in w.findChildren(Toast):
            toast.close()
    storage.close()


def test_a_file_that_holds_no_campaign_is_refused_by_the_field_at_fault(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "wrong.campaign.json"
    branch = '{"name": "", "origin": null, "at": 0, "cursor": 0, "steps": []}'
    path.write_text(f'{{"format": "okko-campaign/1", "record": {{}}, "branches": [{branch}], "current": 0}}')
    with window() as w:
        assert w.navigator is not None
        w.navigator.open_file(path)
        ways = w.navigator.screens("asagiri").campaigns
        assert ways is not None
        assert ways.list is not None
        said = [toast.accessibleName() for toast in w.findChildren(Toast)]
        assert any("campaign.record" in words for words in said), said
        assert not ways.list.campaigns.by_id
        for toast in w.findChildren(Toast):
            toast.close()


def test_what_is_left_of_a_campaign_damaged_on_disk_is_kept_by_one_press(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        mustered(begun(w))
        ways = ways_of(w)
        assert ways.list is not None
        with storage.repository.database.writing() as connection:
            connection.exec_driver_sql("""UPDATE branch_step SET intent = '{}' WHERE "index" = 3""")
        ways.list.refresh()
        click(rows(ways.list.campaigns)[0])
        assert ways.screen is None
        toast = w.findChildren(Toast)[-1]
        assert "can only be played in part: Step 4 is damaged on disk." in toast.accessibleName()
        toast.acted.emit()
        assert ways.screen is not None
        assert len(ways.screen.controller.session.steps) == 3
        for toast in w.findChildren(Toast):
            toast.close()
    storage.close()


# --- the battle ----------------------------------------------------------------------------------------------------


def test_cam_1_a_battle_played_at_the_table_comes_back_with_its_result(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        screen = begun(w)
        mustered(screen)
        press(KEY.Key_Space)
        assert w.navigator is not None
        host = w.navigator.table
        assert host is not None
        assert w.stack.currentWidget() is host.screen
        assert {c.member for c in host.game.state.table.characters} == {"A1", "A2", "B1", "B2"}
        campaign = storage.campaigns.all()[0].id
        assert [(g.branch, g.chapter) for g in storage.campaigns.games(campaign)] == [(0, 0)]
        last = finish_off(storage, host)
        press(KEY.Key_Space)
        host = w.navigator.table
        assert host is not None
        last(host.game.session)
        until(lambda: host.game.pace.holding)  # the fight that ended it is read first
        press(KEY.Key_Space)
        until(lambda: host.screen.end.isVisible())
        assert host.screen.end.leave.text() == "Back to the campaign"
        click(host.screen.end.leave)
        ways = w.navigator.screens("asagiri").campaigns
        assert ways is not None
        assert ways.screen is not None
        assert w.stack.currentWidget() is ways.screen
        assert ways.screen.stack.currentWidget() is ways.screen.after
        assert ways.screen.controller.proposed is not None
        ways.screen.undo()
        assert ways.screen.controller.state.now.stage == "battle"
    storage.close()


def test_a_battle_half_played_is_gone_on_with_and_one_thrown_away_is_begun_anew(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        screen = begun(w)
        mustered(screen)
        press(KEY.Key_Space)
        assert w.navigator is not None
        assert w.navigator.table is not None
        game = w.navigator.table.opened.entry.id
        w.navigator.table.left.emit()
        ways = w.navigator.screens("asagiri").campaigns
        assert ways is not None
        assert ways.screen is not None
        assert ways.screen.battle.main.text() == "Continue the battle"
        press(KEY.Key_Space)
        assert w.navigator.table is not None
        assert w.navigator.table.opened.entry.id == game
        w.navigator.table.left.emit()
        storage.delete(game)
        ways.screen.enter()
        assert ways.screen.battle.main.text() == "Play the battle"
        press(KEY.Key_Space)
        assert w.navigator.table is not None
        assert w.navigator.table.opened.entry.id != game
    storage.close()


def test_cam_1_who_has_won_a_battle_played_without_the_app_is_typed_in(qtbot: QtBot) -> None:
    with window() as w:
        screen = begun(w)
        mustered(screen)
        press("r")
        popup = w.findChild(ChoicePopup)
        assert popup is not None
        assert [line.text() for line in rows(popup.lines)] == [
            "Roster A won", "Roster B won", "No winner",
        ]  # fmt: skip
        click(row(popup.lines, "B"))
        assert screen.controller.state.now.winner == 1
        assert screen.stack.currentWidget() is screen.after
        assert [option.kind for option in screen.controller.options][:1] == ["ended"]


# --- the muster ----------------------------------------------------------------------------------------------------


def test_adv_3_the_muster_takes_members_recruits_and_says_by_which_rule_others_stay(qtbot: QtBot) -> None:
    with window() as w:
        screen = begun(w)
        muster = screen.muster
        assert not muster.ready.isEnabled()
        click(row(muster.lines, "A1"))
        assert [line.line.data.goes for line in rows(screen.rosters[0].lines)] == [True, False]
        click(muster.others)
        oni = row(muster.lines, "hire:house:oni-warau")
        assert not oni.isEnabled()
        assert "(BND-" in oni.line.refusal
        before = screen.controller.state
        click(row(muster.lines, "hire:house:wandering-ronin"))
        assert "A3" in screen.rosters[0].lines.by_id
        screen.undo()
        assert screen.controller.state == before
        while screen.controller.state.now.seat == 0:
            taken = [option for option in screen.controller.options if isinstance(option, o.Take)]
            if not taken:
                break
            assert screen.controller.choose(taken[0])
        press(KEY.Key_Space)
        assert screen.controller.state.now.seat == 1


@pytest.mark.parametrize("adventure", ["house:first-lanterns", "house:the-inn-at-night"])
def test_automatic_players_are_seated_for_a_battle_and_rosters_play_their_own_sides(
    qtbot: QtBot, adventure: str
) -> None:
    with window() as w:
        screen = begun(w, {"chapters": [adventure]})
        mustered(screen)
        click(screen.battle.sides[1].players.words["random"])
        assert screen.battle.mode.words["enforce"].isChecked(), "as the campaign is played"
        click(screen.battle.mode.words["track"])
        click(screen.battle.main)
        assert w.navigator is not None
        host = w.navigator.table
        assert host is not None
        assert host.game.session.mode == "track"
        assert host.game.state.table.dials == PRESETS["track"]
        assert host.opened.settings.players == ("person", "random")
        game = host.game
        record = game.state.table.adventure
        assert record is not None
        (bot,) = game.bots
        assert game.state.table.roles["AB".index(bot)] == 1
        mine = {c.member for n, c in enumerate(game.state.table.characters) if c.band == "AB".index(bot) and c.member}
        assert mine
        assert all(who.startswith("B") for who in mine)
        host.left.emit()
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").campaigns.screen


def test_a_result_of_another_band_is_refused_and_the_battle_can_be_played_anew(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        screen = begun(w)
        mustered(screen)
        click(screen.battle.main)
        assert w.navigator is not None
        assert w.navigator.table is not None
        first = w.navigator.table.opened.entry.id
        last = finish_off(storage, w.navigator.table)
        opened = storage.open(first)
        last(opened.session)
        assert opened.session.state.over
        assert w.navigator.screens("asagiri").campaigns is not None
        screen = w.navigator.screens("asagiri").campaigns.screen
        for _ in range(6):
            screen.undo()
        assert screen.controller.state.now.stage == "muster"
        assert screen.controller.choose("take:A1")
        assert screen.controller.choose("ready")
        mustered(screen)
        screen.enter()
        assert screen.battle.main.text() == "Use this result"
        click(screen.battle.main)
        assert screen.controller.state.now.stage == "battle"
        assert any("other characters than" in toast.accessibleName() for toast in w.findChildren(Toast))
        for toast in w.findChildren(Toast):
            toast.close()
        click(screen.battle.again)
        assert w.navigator.table is not None
        assert w.navigator.table.opened.entry.id != first
        assert {c.member for c in w.navigator.table.game.state.table.characters} == {"A1", "B1", "B2"}
    storage.close()


def test_the_time_machine_and_the_tables_are_reached_and_left_again(qtbot: QtBot) -> None:
    with window() as w:
        screen = begun(w)
        press("t")
        assert screen.stack.currentWidget() is screen.machine
        screen.leave()
        assert screen.stack.currentWidget() is screen.overview
        screen.controller.fork("Branch 1")
        shown = [label.text() for label in screen.findChildren(QLabel) if label.isVisible()]
        assert "Chapter 1 of 2 · Branch 1 (2 branches)" in shown
        screen.controller.switch(0)
        shown = [label.text() for label in screen.findChildren(QLabel) if label.isVisible()]
        assert "Chapter 1 of 2 · Original branch (2 branches)" in shown
        ways = ways_of(w)
        assert ways.list is not None
        click(ways.list.to_tables)
        assert w.navigator is not None
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").tables
        w.navigator.screens("asagiri").tables.left.emit()
        assert w.stack.currentWidget() is ways.list
