"""The home screen: doors, quick start, the last game and the earlier ones."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from companion.model.core.contract import Roll
from companion.model.core.registry import Registry
from companion.model.core.session import Session
from companion.model.core.words import say
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.turn import side_of
from companion.ui.games import GAMES
from companion.ui.games.asagiri.table.game_table import exchanged
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.panels import Toast
from companion.ui.kit.translator import when
from companion.ui.play.game_ui import game_id
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow

from .rows import rows
from .sake_kit import house_games, on_table
from .test_window_kit import FAST, begun, click, new_shelf, play, press, until, window
from .tour_kit import TRANSLATIONS, cut, settle

KEY = Qt.Key


def test_arrows_go_between_the_doors_and_enter_goes_through(qtbot: QtBot) -> None:
    with window() as w:
        doors = w.home.doors
        assert doors["learn"].hasFocus()
        press(KEY.Key_Right)
        assert doors["table"].hasFocus()
        press(KEY.Key_Right)
        assert doors["screen"].hasFocus()
        press(KEY.Key_Right)
        assert doors["campaigns"].hasFocus()
        press(KEY.Key_Right)
        assert doors["learn"].hasFocus()
        press(KEY.Key_Left, KEY.Key_Return)
        assert w.navigator is not None
        assert w.navigator.screens("asagiri").campaigns is not None
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").campaigns.list
        press(KEY.Key_Escape)
        assert w.stack.currentWidget() is w.home


def test_bands_lie_behind_the_campaigns_and_in_the_menu(qtbot: QtBot) -> None:
    with window() as w:
        click(w.home.doors["campaigns"])
        assert w.navigator is not None
        assert w.navigator.screens("asagiri").campaigns is not None
        assert w.navigator.screens("asagiri").campaigns.list is not None
        click(w.navigator.screens("asagiri").campaigns.list.to_bands)
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").bands
        assert w.book is not None
        w.book["campaigns"].trigger()
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").campaigns.list
        w.book["bands"].trigger()
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").bands


@pytest.mark.parametrize(("door", "mode", "players"), [
    ("table", "assist", ("person", "person")),
    ("screen", "enforce", ("person", "greedy")),
])  # fmt: skip
def test_a_door_leads_to_a_new_game_of_its_kind(qtbot: QtBot, door: str, mode: str, players: tuple[str, str]) -> None:
    with window() as w:
        click(w.home.doors[door])
        assert w.navigator is not None
        assert w.navigator.screens("asagiri").draft is not None
        assert w.stack.currentWidget() is w.navigator.screens("asagiri").draft
        assert (
            w.navigator.screens("asagiri").draft.draft.mode,
            w.navigator.screens("asagiri").draft.draft.players,
        ) == (mode, players)


def test_q_begins_at_once_against_the_easy_computer(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        press("q")
        assert w.navigator is not None
        assert w.navigator.table is not None
        opened = w.navigator.table.opened
        assert opened.settings.players == ("person", "random")
        assert opened.session.mode == "enforce"
        assert opened.entry.name == "Okko's companions against The laughing horde"
        assert isinstance(opened.session.pending, Roll)
        assert set(w.navigator.table.game.bots) == {"B"}
    storage.close()


def test_the_only_person_who_gave_no_name_is_meant_as_you(qtbot: QtBot) -> None:
    """Before the roll for A and after it, whichever seat they have then, in labels as in sentences (SET-1)."""
    storage = new_shelf()
    with window(storage) as w:
        press("q")
        assert w.navigator is not None
        host = w.navigator.table
        assert host is not None
        game = host.game
        assert game.player("A") == "You"
        game.roll((2, 5))  # the person has seat B now
        assert (game.player("A"), game.player("B")) == ("Computer (easy)", "You")
        assert game.say(say("End of {band}'s phase", band="B")) == "End of your phase"
        assert game.say(say("{band} rolled {faces}", band="A", faces="x")) == "Computer (easy) rolled x"
        assert game.say(say("Turn {turn} · {band}'s phase", turn=2, band=game.player("B"))) == "Turn 2 · your phase"
        assert host.screen.bands[1].accessibleName() == "Your band"
        assert game.say(say("starting squares of band {band}", band="B")).endswith("band B"), "by the rules"
    storage.close()


def test_the_last_game_names_no_seat(qtbot: QtBot) -> None:
    storage = new_shelf()
    begun(storage, steps=30)
    with window(storage) as w:
        below = w.home.below
        assert below is not None
        assert below._line.text().startswith("Turn ")
        assert "phase" not in below._line.text()
    storage.close()


@pytest.mark.parametrize("key", ["c", " "])
def test_c_goes_on_with_the_last_game_and_space_is_the_next_step_here_too(qtbot: QtBot, key: str) -> None:
    storage = new_shelf()
    game = begun(storage, steps=30, names=("Anna", "Marco"))
    with window(storage) as w:
        below = w.home.below
        assert below is not None
        assert below.title.text() == "Anna against Marco"
        press(key)
        assert w.navigator is not None
        assert w.navigator.table is not None
        assert w.navigator.table.opened.entry.id == game
        assert w.navigator.table.game.session.cursor == 30
        assert w.windowTitle().startswith("Anna against Marco")
        w.navigator.go_home()
        assert w.windowTitle() == "Okko Companion"
        assert w.navigator.table is None
    storage.close()


def test_a_game_goes_on_where_it_was_left_without_being_saved(qtbot: QtBot) -> None:
    storage = new_shelf()
    game = begun(storage)
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.open_game(game)
        assert w.navigator.table is not None
        w.navigator.table.game.roll()
        cursor = w.navigator.table.game.session.cursor
        w.navigator.go_home()
        w.navigator.open_game(game)
        assert w.navigator.table.game.session.cursor == cursor
    storage.close()


def test_who_plays_follows_the_bands_when_they_change_seats(qtbot: QtBot) -> None:
    """SET-1: the band that rolls higher becomes A; its player and name go with it, and come back with undo."""
    storage = new_shelf()
    settings = GameSettings(("Anna", "Marco"), ("person", "greedy"), dice="typed")
    opened = storage.begin({"quick": True}, settings, "x")
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.open_table(lambda: opened)
        host = w.navigator.table
        assert host is not None
        host.game.paused = True
        assert host.game.roll((2, 5))
        assert exchanged(host.game.session)
        assert set(host.game.bots) == {"A"}
        assert host.opened.settings.players == ("person", "greedy")
        table = host.screen
        assert [column.band for column in table.columns] == [1, 0]  # Anna stays at the left
        near, far = table.columns
        qtbot.waitUntil(lambda: near.mapTo(table, QPoint()).x() < far.mapTo(table, QPoint()).x())
        host.game.undo()
        assert set(host.game.bots) == {"B"}
        assert [column.band for column in table.columns] == [0, 1]
        host.game.redo()
        w.navigator.go_home()
        w.navigator.open_game(opened.entry.id)
        again = w.navigator.table
        assert again is not None
        assert set(again.game.bots) == {"A"}
        assert [column.band for column in again.screen.columns] == [1, 0]
        again.game.paused = True
        again.game.choose(o.Side(2))  # the computer takes the south: Anna's side is the north, and lies at the bottom
        geometry = again.screen.board.canvas.geometry
        assert geometry.seen(side_of(again.game.state, 1)) == 2
        again.screen.board.turn_board(1)
        again.game.undo()
        again.game.redo()
        assert geometry.turn != again.screen.board.canvas.geometry.turn  # who turns it by hand has it turned
    storage.close()


def test_a_change_of_players_at_the_table_is_kept(qtbot: QtBot) -> None:
    storage = new_shelf()
    game = begun(storage)
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.open_game(game)
        assert w.navigator.table is not None
        w.navigator.table.game.paused = True
        w.navigator.table.game.set_dice("ask")
        w.navigator.table.game.switch("track")
        w.navigator.go_home()
    opened = storage.open(game)
    assert (opened.settings.dice, opened.settings.mode) == ("ask", "track")
    storage.close()


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_home_fits_a_window_of_800_by_600(qtbot: QtBot, language: str) -> None:
    """Doors with all their words, the last game, and the small things by name; nothing scrolls."""
    storage = new_shelf()
    begun(storage, "The inn at night")
    begun(storage, steps=30)
    with window(storage, replace(FAST, language=language), TRANSLATIONS) as w:
        w.resize(800, 600)
        settle()
        below = w.home.below
        assert below is not None
        assert not cut(w)
        assert w.room.verticalScrollBar().maximum() == 0
        buttons = [button for button in below.findChildren(InkButton) if button.isVisible()]
        assert all(button.text() for button in buttons if button.parentWidget() is below)
    storage.close()


# --- the list of earlier games -------------------------------------------------------------------------------------


def test_earlier_games_are_opened_renamed_and_thrown_away(qtbot: QtBot) -> None:
    storage = new_shelf()
    first = begun(storage, "First", 12)
    begun(storage, "Second", 12)
    with window(storage) as w:
        below = w.home.below
        assert below is not None
        assert [game.text() for game in rows(below.games)] == ["First"]
        rows(below.games)[0].setFocus()
        press(KEY.Key_F2)
        editor = QApplication.focusWidget()
        assert editor is not None
        press("The inn at night", KEY.Key_Return)
        assert [game.text() for game in rows(below.games)] == ["The inn at night"]
        rows(below.games)[0].setFocus()
        press(KEY.Key_Delete)
        assert not below.games.by_id
        assert first not in [entry.id for entry in storage.games()]
        toast = next(toast for toast in w.findChildren(Toast) if toast.isVisible())
        toast.acted.emit()
        assert [game.text() for game in rows(below.games)] == ["The inn at night"]
        toast.close()
        rows(below.games)[0].setFocus()
        press(KEY.Key_Return)
        assert w.navigator is not None
        assert w.navigator.table is not None
        assert w.navigator.table.opened.entry.id == first
    storage.close()


def test_escape_leaves_the_old_name(qtbot: QtBot) -> None:
    storage = new_shelf()
    begun(storage, "First")
    begun(storage, "Second")
    with window(storage) as w:
        below = w.home.below
        assert below is not None
        below.tools.rename(rows(below.games)[0].id)
        press("x", KEY.Key_Escape)
        assert [game.text() for game in rows(below.games)] == ["First"]
        assert w.stack.currentWidget() is w.home
    storage.close()


def test_what_is_thrown_away_is_gone_after_the_program_ends(qtbot: QtBot, tmp_path: Path) -> None:
    from companion.app.storage import StoredGames
    from companion.model.store.repository import Repository

    from .test_window_kit import LIBRARY

    storage = StoredGames(Repository(tmp_path / "okko.sqlite"), LIBRARY)
    game = begun(storage)
    storage.delete(game)
    storage.close()
    again = StoredGames(Repository(tmp_path / "okko.sqlite"), LIBRARY)
    assert again.games() == []
    again.close()


def test_a_game_goes_into_a_file_and_comes_back(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = new_shelf()
    begun(storage, "First", 20)
    begun(storage, "Second")
    path = tmp_path / "first.okko-game"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with window(storage) as w:
        below = w.home.below
        assert below is not None
        below.tools.do("export", rows(below.games)[0].id)
        assert path.is_file()
        assert w.navigator is not None
        w.navigator.open_file(path)
        assert w.navigator.table is not None
        assert w.navigator.table.opened.entry.name == "first"
        assert w.navigator.table.game.session.cursor == 20
        assert len(storage.games()) == 3
        toast = next(
            toast for toast in w.findChildren(Toast) if "already have this game as “First”" in toast.accessibleName()
        )
        toast.acted.emit()
        assert w.navigator.table.opened.entry.name == "First", "once is enough"
        assert [entry.name for entry in storage.games()] == ["Second", "First"]
    storage.close()


def test_a_file_that_holds_no_game_is_refused_with_a_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"format": "okko-record/1", "system": "asagiri", "seed": 1, "steps": 3}')
    with window() as w:
        assert w.navigator is not None
        w.navigator.open_file(path)
        assert w.stack.currentWidget() is w.home
        toast = next(toast for toast in w.findChildren(Toast) if toast.isVisible())
        assert toast.accessibleName().startswith("This game cannot be played:")
        toast.close()


def test_a_game_that_cannot_be_played_to_its_end_is_offered_as_far_as_it_can(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = new_shelf()
    game = begun(storage, steps=10)
    with storage.repository._database.writing() as connection:
        connection.exec_driver_sql(
            'UPDATE step SET intent = \'{"kind":"chosen","option":"nonsense"}\' WHERE "index" = 6'
        )
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.open_game(game)
        assert w.navigator.table is None
        toast = next(toast for toast in w.findChildren(Toast) if toast.isVisible())
        toast.acted.emit()
        toast.close()
        host: Any = w.navigator.table
        assert host is not None
        assert host.game.session.cursor == 6
        assert host.opened.entry.id != game
    storage.close()


# --- small things --------------------------------------------------------------------------------------------------


def test_when_is_the_time_today_and_the_day_before() -> None:
    now = datetime(2026, 11, 21, 18, 0)
    assert when(datetime(2026, 11, 21, 9, 5), "fr", now) == "09:05"
    assert when(datetime(2026, 11, 20, 9, 5), "it", now) == "20/11/26"


def test_the_landscape_follows_the_theme(qtbot: QtBot) -> None:
    with window() as w:
        until(lambda: not w.home._land.isNull())
        day = w.home._land.toImage().pixelColor(640, 5).lightness()
        w.keeper.change(theme="night")
        until(lambda: not w.home._land.isNull())
        assert w.home._land.toImage().pixelColor(640, 5).lightness() < day - 60


def test_the_thumbnail_shows_the_figures(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = new_shelf()
    game = begun(storage, steps=40)
    with window(storage) as w:
        below = w.home.below
        assert below is not None
        assert below.thumbnail.isVisible()
        assert below.thumbnail.draw is not None
        assert any(figure.at >= 0 for figure in below.thumbnail.draw.args[1].figures)
        click(below.thumbnail)
        assert w.navigator is not None
        assert w.navigator.table is not None
        session = w.navigator.table.game.session
        play(session, 5)
        played = storage.repository.game(game).cursor
        with monkeypatch.context() as patch:
            patch.setattr(Session, "replay", None)
            w.navigator.go_home()  # it is shown as it was put away, however long it was played
        assert below.thumbnail.draw.args[1] == session.state
        assert played == session.cursor
    storage.close()


def test_nobody_is_called_a_before_the_roll_for_a(qtbot: QtBot) -> None:
    """SET-1: until the dice have fallen people are called by where they sit."""
    storage = new_shelf()
    opened = storage.begin({"quick": True}, GameSettings(("", ""), ("person", "person"), dice="typed"), "x")
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.open_table(lambda: opened)
        host = w.navigator.table
        assert host is not None

        def said() -> str:
            widgets = [widget for widget in host.screen.findChildren(QWidget) if widget.isVisible()]
            shown = [widget.accessibleName() for widget in widgets]
            labels = [label.text() for label in host.screen.findChildren(QLabel) if label.isVisible()]
            return "\n".join((*shown, *labels, *host.names()))

        host.screen.toggle_settings()
        assert "First player" in said()
        assert "Player A" not in said()
        assert "Player B" not in said()
        assert host.game.roll((2, 5))
        assert host.names() == ("", "")
        assert "First player" not in said()
        assert "Player A" in said()
        host.game.undo()
        assert host.names() == ("First player", "Second player")
    storage.close()


def shown(w: MainWindow) -> list[str]:
    """The doors of the game chosen; the one to the lessons stands there always."""
    assert w.home.doors["learn"].isVisible()
    return [id for id, door in w.home.doors.items() if door.isVisible() and id != "learn"]


def test_a_game_is_chosen_by_its_picture_and_its_doors_stand_below(qtbot: QtBot) -> None:
    with window() as w:
        home = w.home
        assert list(home.panels) == ["asagiri", "sake", "chronicles"]
        assert home.panels["asagiri"].isChecked() and shown(w) == ["table", "screen", "campaigns"]
        click(home.panels["sake"])
        assert shown(w) == ["sake-table", "sake-screen"]
        assert home.below is not None and home.below._line.text().startswith("Four samurai")
        click(home.doors["sake-table"])
        assert w.navigator is not None
        assert w.navigator.screens("sake").draft.mode.choice() == "track"


def test_the_door_of_chronicles_leads_to_its_new_game(qtbot: QtBot) -> None:
    with window() as w:
        click(w.home.panels["chronicles"])
        assert shown(w) == ["chronicles-table", "chronicles-screen"]
        assert w.home.below is not None and w.home.below._line.text().startswith("Two heroes")
        click(w.home.doors["chronicles-table"])
        assert w.navigator is not None
        draft = w.navigator.screens("chronicles").draft
        assert w.stack.currentWidget() is draft
        assert draft.mode.choice() == "track"


def test_games_and_doors_are_reached_with_arrows(qtbot: QtBot) -> None:
    with window() as w:
        home = w.home
        press(KEY.Key_Up)
        assert home.panels["asagiri"].hasFocus()
        press(KEY.Key_Right)
        assert home.panels["sake"].hasFocus() and shown(w) == ["sake-table", "sake-screen"]
        press(KEY.Key_Right)
        assert home.panels["chronicles"].hasFocus() and shown(w) == ["chronicles-table", "chronicles-screen"]
        press(KEY.Key_Right)
        assert home.panels["asagiri"].isChecked(), "round again"
        press(KEY.Key_Left, KEY.Key_Left, KEY.Key_Down, KEY.Key_Right, KEY.Key_Right, KEY.Key_Return)
        assert w.navigator is not None
        assert w.navigator.screens("sake").draft.mode.choice() == "enforce"


def test_whoever_listens_hears_which_game_is_chosen(qtbot: QtBot) -> None:
    with window() as w:
        panel = w.home.panels["sake"]
        spoken = QAccessible.queryAccessibleInterface(panel)
        assert spoken.role() == QAccessible.Role.RadioButton and not spoken.state().checked
        assert spoken.text(QAccessible.Text.Name) == "Saké & Samouraï"
        assert "three to eight players" in spoken.text(QAccessible.Text.Description)
        panel.click()
        assert spoken.state().checked


def test_home_shows_the_doors_of_the_game_that_was_looked_at_last(qtbot: QtBot) -> None:
    storage = house_games()
    with window(storage) as w:
        on_table(w, 3)
        assert w.navigator is not None
        w.navigator.go_home()
        assert w.home.panels["sake"].isChecked() and shown(w)[0] == "sake-table"
        kept = w.keeper.settings
    with window(storage, kept) as w:
        assert shown(w)[0] == "sake-table", "the next time, too"
    storage.close()


def test_each_game_has_its_own_picture(qtbot: QtBot) -> None:
    with window() as w:
        until(lambda: all(panel._picture is not None for panel in w.home.panels.values()))
        pictures = [panel.grab().toImage() for panel in w.home.panels.values()]
        assert all(one != other for n, one in enumerate(pictures) for other in pictures[:n])


def test_quick_start_begins_the_game_that_is_chosen(qtbot: QtBot) -> None:
    storage = house_games()
    with window(storage) as w:
        click(w.home.panels["sake"])
        press("q")
        assert w.navigator is not None and w.navigator.table is not None
        opened = w.navigator.table.opened
        assert opened.entry.system == "sake"
        assert opened.settings.players == ("person", "greedy", "greedy", "greedy")
        assert all(w.navigator.table.names())
    storage.close()


def test_quick_start_of_chronicles_is_two_heroes_against_an_oni_that_the_app_plays(qtbot: QtBot) -> None:
    storage = house_games()
    with window(storage) as w:
        click(w.home.panels["chronicles"])
        press("q")
        assert w.navigator is not None and w.navigator.table is not None
        state = w.navigator.table.game.state
        assert [hero.card for hero in state.heroes] == ["house:okko", "house:noshin"]
        assert (state.table.options.oni, state.table.options.places) == ("automatic", "spaces")
        assert w.navigator.table.opened.session.mode == "enforce"
        until(lambda: w.navigator.table.game.choices)
        assert not w.navigator.table.game.to_sit, "nobody hides anything from anybody at the screen"
    storage.close()


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (3840, 2160)])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_one_game_or_three_fit_on_home(qtbot: QtBot, size: tuple[int, int], count: int) -> None:
    some = GAMES["sake"]
    more = []
    for n in range(count):
        tiles = tuple(dataclasses.replace(one, id=f"{one.id}{n}") for one in some.tiles)
        more.append(dataclasses.replace(some, id=f"g{n}", tiles=tiles))
    games = Registry({one.id: (lambda one=one: one) for one in more}, "GAME_UI", game_id, ".window")
    with window(games=games) as w:
        w.resize(*size)
        settle()
        panels = [panel for panel in w.home.panels.values() if panel.isVisible()]
        assert len(panels) == (count if count > 1 else 0)
        places = [one.geometry() for one in (*panels, *(w.home.doors[id] for id in shown(w)))]
        for n, place in enumerate(places):
            assert w.home.rect().contains(place)
            assert not any(place.intersects(other) for other in places[:n])
        assert w.room.verticalScrollBar().maximum() == 0


def test_the_landscape_is_painted_anew_for_larger_text(qtbot: QtBot) -> None:
    """Drawn out to another height, its sun was an egg."""
    with window() as w:
        until(lambda: w.home._land_fits())
        w.keeper.change(text_scale=1.5)
        until(lambda: w.home._land_fits())
        assert w.home._land.height() == w.home.band_height()
