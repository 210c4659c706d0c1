"""Preferences: applied at once, kept for the next start, never in the way when they make no sense."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from companion.app.program import FILE, Program
from companion.model.store import peek_settings
from companion.model.store.repository import Repository
from companion.ui.games import GAMES
from companion.ui.kit import settings as window_settings
from companion.ui.kit.panels import Toast
from companion.ui.kit.settings import PREFIX, Settings, SettingsService, cleaned, kept, system_language
from companion.ui.kit.theme import fonts, motion, palette
from companion.ui.kit.translator import Translator, tr
from companion.ui.shell.about import AboutSheet
from companion.ui.shell.keys_page import KeysOverview
from companion.ui.shell.settings_book import SettingsBook
from companion.ui.shell.window import MainWindow

from .rows import row
from .test_window_kit import FAST, click, new_shelf, press, until, window

KEY = Qt.Key
FRENCH = {
    "At the table": "À table",
    "On screen": "À l’écran",
    "Enforce rules": "Arbitrer",
    "Quick start": "Partie éclair",
    "Players": "Joueurs",
    "Dark theme": "Thème sombre",
    "Settings": "Réglages",
    "Only one civilian per band.": "Un seul civil au plus par bande.",
    "Total: {spent} zeni; the budget is {budget}.": "La bande coûte {spent} zeni ; le budget est {budget}.",
}


@pytest.fixture
def catalogs(tmp_path: Path) -> Path:
    """A folder with a French catalog of a few sentences."""
    catalog = Catalog("fr")
    for english, french in FRENCH.items():
        catalog.add(english, french)
    path = tmp_path / "fr" / "LC_MESSAGES" / "okko.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalog)
    return tmp_path


# --- language ------------------------------------------------------------------------------------------------------


def test_the_language_changes_while_running(qtbot: QtBot, catalogs: Path) -> None:
    with window(folder=catalogs) as w:
        assert w.navigator is not None
        assert w.book is not None
        assert w.sheets is not None
        w.navigator.new_game("enforce")
        screen = w.navigator.screens("asagiri").draft
        assert screen is not None
        screen.go(1)
        screen.bands.gallery.added.emit("house:courtesan")
        merchant = screen.bands.gallery.cards["house:merchant"]
        w.book["language.fr"].trigger()
        assert w.home.doors["table"].text() == "À table"
        assert w.book["night"].text() == "Thème sombre"
        assert w.home.below is not None
        assert w.home.below.quick_start.text() == "Partie éclair"
        assert merchant.accessibleDescription() == "Un seul civil au plus par bande."
        assert merchant.accessibleName().startswith("Marchand")
        assert screen.players.choices["mode"].words["enforce"].text() == "Arbitrer"
        assert screen.path.accessibleName() == "Bands"
        w.sheets.toggle("settings")
        sheet = w.sheets.made["settings"]
        assert sheet.accessibleName() == "Réglages"
        assert isinstance(sheet.content, SettingsBook)
        sheet.content.open_page("language")
        sheet.content.rows["language"].control.words["en"].click()
        assert sheet.accessibleName() == "Settings"
        assert merchant.accessibleDescription() == "Only one civilian per band."
        assert w.keeper.settings.language == "en"


def test_a_game_on_the_table_changes_its_language(qtbot: QtBot, catalogs: Path) -> None:
    with window(folder=catalogs) as w:
        assert w.navigator is not None
        w.navigator.quick_start()
        host = w.navigator.table
        assert host is not None
        host.game.paused = True
        w.keeper.change(language="fr")
        assert host.game.words.language == "fr"


def test_every_word_of_the_window_comes_from_the_catalog(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalog that answers everything with a mark: what is not marked was not said through it."""

    monkeypatch.setattr(Translator, "__call__", lambda self, message: f"§{self.words(message)}")
    keeper = SettingsService(FAST)
    panel, about = SettingsBook(keeper, games=[GAMES["asagiri"]]), AboutSheet()
    unmarked = []
    for page in (panel, about):
        for child in page.findChildren(QWidget):
            words = child.property("text") or child.property("placeholderText")
            if isinstance(words, str) and words and "§" not in words:
                unmarked.append(words)
        page.deleteLater()
    keeper.deleteLater()
    motion.set_reduced(False)
    known = {"English", "Français", "Italiano", "100%", "16"}
    assert {words for words in unmarked if not words.startswith("Okko Companion ")} <= known


def test_the_language_of_the_command_line_holds_until_another_is_chosen(qtbot: QtBot) -> None:
    keeper = SettingsService(Settings(language="it"), "fr")
    assert tr.language == "fr"
    keeper.change(reduced_motion=True)
    assert tr.language == "fr"
    keeper.change(language="it")
    assert tr.language == "it"
    motion.set_reduced(False)


@pytest.mark.parametrize(("named", "language"), [("fr_CH.UTF-8", "fr"), ("it", "it"), ("de_DE", "en"), ("C", "en")])
def test_the_systems_language(monkeypatch: pytest.MonkeyPatch, named: str, language: str) -> None:
    monkeypatch.setenv("LC_ALL", named)
    assert system_language() == language


# --- look ----------------------------------------------------------------------------------------------------------


def test_light_text_and_motion_by_keys(qtbot: QtBot) -> None:
    with window() as w:
        press(KEY.Key_D, modifier=Qt.KeyboardModifier.ControlModifier)
        assert palette.current().name == "night"
        press(KEY.Key_D, modifier=Qt.KeyboardModifier.ControlModifier)
        assert palette.current().name == "paper"
        press(KEY.Key_Plus, modifier=Qt.KeyboardModifier.ControlModifier)
        assert fonts.text_scale() == 1.15
        press(KEY.Key_0, modifier=Qt.KeyboardModifier.ControlModifier)
        press(KEY.Key_Minus, modifier=Qt.KeyboardModifier.ControlModifier)
        assert fonts.text_scale() == 0.9
        assert w.book is not None
        w.book["still"].trigger()
        assert not motion.reduced()


def test_text_grows_with_a_large_window(qtbot: QtBot) -> None:
    with window() as w:
        assert fonts.text_scale() == 1.0
        w.resize(3840, 2160)
        until(lambda: fonts.text_scale() == 2.0)
        w.resize(1920, 1080)
        until(lambda: fonts.text_scale() == 1.0)


@pytest.mark.parametrize(("scale", "screen"), [
    (1.0, (1920, 1080)),
    (1.3, (2560, 1440)),
    (2.0, (3840, 2160)),
    (4.0, (7680, 4320)),
])  # fmt: skip
def test_a_window_on_a_large_screen_opens_as_large_in_proportion(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, scale: float, screen: tuple[int, int]
) -> None:
    """Without a device pixel ratio of the system: text and icons are of the size they have on 1920 × 1080."""

    class Large:
        def size(self) -> QSize:
            return QSize(*screen)

        def availableGeometry(self) -> QRect:
            return QRect(QPoint(), self.size())

    monkeypatch.setattr(MainWindow, "screen", lambda _: Large())
    with window(small=False) as w:
        assert fonts.text_scale() == scale
        assert w.size() == QSize(round(1280 * scale), round(800 * scale))
        w.keeper.change(text_scale=1.5)
        assert fonts.text_scale() == 1.5 * scale, "the setting multiplies"


def test_preferences_are_reached_with_mouse_and_keys(qtbot: QtBot) -> None:
    with window() as w:
        assert w.home.below is not None
        assert w.sheets is not None
        click(w.home.below.corner["settings"])
        sheet = w.sheets.made["settings"]
        assert sheet.isVisible()
        panel: Any = sheet.content
        assert isinstance(panel, SettingsBook)
        panel.open_page("look")
        click(panel.rows["theme"].control.words["night"])
        assert palette.current().name == "night"
        click(panel.rows["reduced_motion"].control)
        click(panel.rows["text_scale"].control.larger)
        panel.open_page("play")
        panel.rows["first_name"].control.setFocus()
        press("Anna")
        for id in ("slow", "fast", "at_once"):
            click(panel.rows["enemy_speed"].control.words[id])
            assert motion.speed() == id
        panel.open_page("asagiri")
        click(panel.rows["dice"].control.words["ask"])
        careful = panel.rows["ask_unacted"].control
        panel.area.ensureWidgetVisible(careful)
        click(careful)
        assert not window_settings.asks()
        settings = w.keeper.settings
        assert settings == msgspec.structs.replace(
            FAST, theme="night", first_name="Anna", reduced_motion=False, text_scale=1.15, dice="ask",
            enemy_speed="at_once", ask_unacted=False,
        )  # fmt: skip
        click(careful)
        motion.set_speed("wait")
        press(KEY.Key_Escape)
        until(lambda: not sheet.isVisible())


def test_the_overview_lists_every_key(qtbot: QtBot) -> None:
    with window() as w:
        assert w.sheets is not None
        press("?")
        sheet = w.sheets.made["keys"]
        assert isinstance(sheet.content, KeysOverview)
        words = {line.title for line in sheet.content.lines.rows.lines}
        assert {"Quick start", "Full screen", "Choose a way to play", "On this screen", "Everywhere"} <= words
        w.sheets.toggle("about")
        assert not sheet.isVisible() or sheet._leaving
        about = w.sheets.made["about"].content
        assert isinstance(about, AboutSheet)
        font = next(n for n, part in enumerate(about.parts) if part.name == "Inter")
        about.lines.chosen.emit(str(font))
        assert about.reader.title.text() == "Inter"
        assert "SIL OPEN FONT LICENSE" in about.reader.text.toPlainText()
        click(about.reader.back)
        assert about.lines.isVisible()


# --- kept ----------------------------------------------------------------------------------------------------------


def test_settings_are_there_again_at_the_next_start(qtbot: QtBot, tmp_path: Path) -> None:
    first = start(tmp_path)
    first.keeper.change(theme="night", language="it", text_scale=0.9, first_name="Anna")
    first.window.setGeometry(5, 20, 788, 620)  # within the screen there is
    first.window.close()
    first.close()
    assert peek_settings(tmp_path / FILE)[PREFIX + "theme"] == "night"
    second = start(tmp_path)
    settings = second.keeper.settings
    assert (settings.theme, settings.language, settings.text_scale) == ("night", "it", 0.9)
    assert tr.language == "it"
    assert palette.current().name == "night"
    assert second.window.size().toTuple() == (788, 620)
    second.window.close()
    second.close()
    for program in (first, second):
        program.window.deleteLater()
        program.keeper.deleteLater()
    palette.set_theme("paper")
    fonts.set_text_scale(1.0)


def start(folder: Path) -> Program:
    """A program over a folder, run until it is equipped."""
    program = Program(folder, None)
    program.window.painted.connect(program.go_on)
    program.window.show()
    until(lambda: program.window.navigator is not None)
    return program


def test_a_change_before_the_shelf_is_open_is_kept_later(qtbot: QtBot) -> None:
    keeper = SettingsService(FAST)
    keeper.change(first_name="Anna")
    found: list[Settings] = []
    keeper.keep = found.append
    keeper.keep_now()
    keeper.keep_now()
    assert [settings.first_name for settings in found] == ["Anna"]
    motion.set_reduced(False)


def test_settings_round_trip_through_the_store() -> None:
    settings = Settings("night", "fr", 1.5, True, "AAAA", "ask", "Anna", "Marco", {"MOV-5": "off"})
    repository = Repository("sqlite://")
    repository.set_settings(kept(settings))
    assert cleaned(repository.settings()) == settings
    repository.close()


@given(
    st.dictionaries(
        st.sampled_from([PREFIX + name for name in Settings.__struct_fields__]),
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers()),
    )
)
def test_no_rubbish_stops_the_window(data: dict[str, object]) -> None:
    settings = cleaned(data)
    assert settings.theme in ("system", "paper", "night")
    assert 0.5 <= settings.text_scale <= 3.0
    assert msgspec.convert(msgspec.to_builtins(settings), Settings) == settings


def test_a_geometry_that_is_none_leaves_the_window_usable(qtbot: QtBot) -> None:
    with window(settings=msgspec.structs.replace(FAST, geometry="bm9uc2Vuc2U=")) as w:
        assert w.width() >= 800
        assert w.rect().contains(QPoint(400, 300))


# --- bands ---------------------------------------------------------------------------------------------------------


def test_bands_are_kept_copied_changed_and_thrown_away(qtbot: QtBot) -> None:
    storage = new_shelf()
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.screens("asagiri").show_bands()
        screen = w.navigator.screens("asagiri").bands
        assert screen is not None
        row(screen.lines, "house:band-12-oni").click()
        assert screen.column.roster.members[0].card == "house:oni-bushi"
        screen.copy_band()
        (entry,) = storage.bands()
        assert entry.name == "Shadows at dusk (copy)"
        assert entry.budget == 12
        screen.column.remove(0)
        screen.column.keep_band()
        (entry,) = storage.bands()
        assert len(entry.members) == 3
        screen.undo()
        assert len(screen.column.roster.members) == 4
        screen.redo()
        screen.delete_band()
        assert list(storage.bands()) == []
        toast = next(toast for toast in screen.findChildren(Toast) if toast.accessibleName().endswith("deleted."))
        toast.acted.emit()
        assert [entry.name for entry in storage.bands()] == ["Shadows at dusk (copy)"]
        for toast in screen.findChildren(Toast):
            toast.close()
        press(KEY.Key_Escape)
        assert w.stack.currentWidget() is w.home
    storage.close()
    QApplication.processEvents()
