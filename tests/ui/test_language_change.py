"""Every screen, told to speak another language while it is shown and while it is hidden, says what a new one says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget

from companion.app.storage import StoredGames
from companion.model.core.words import say
from companion.ui.games import GAMES
from companion.ui.games.asagiri.bands.screen import BandsScreen
from companion.ui.games.asagiri.campaign.list_screen import CampaignsScreen
from companion.ui.games.asagiri.campaign.new_campaign import BeginScreen
from companion.ui.games.asagiri.campaign.tables import TablesPage
from companion.ui.games.asagiri.cards.large import LargeCard
from companion.ui.games.asagiri.new_game.screen import NewGameScreen
from companion.ui.games.asagiri.print.screen import PrintScreen
from companion.ui.games.asagiri.print.subjects import CountList
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.charts.screen import ChartsScreen
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading
from companion.ui.kit.screen import Screen
from companion.ui.kit.settings import SettingsService
from companion.ui.kit.theme import motion
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label
from companion.ui.play.storage import LibrarySearch
from companion.ui.shell.about import AboutSheet, NewsSheet
from companion.ui.shell.home import HomeScreen
from companion.ui.shell.keys_page import KeysOverview
from companion.ui.shell.library_game import PAUSE_MS
from companion.ui.shell.library_screen import LibraryScreen
from companion.ui.shell.settings_book import SettingsBook

from .test_cards_kit import hold
from .test_window_kit import FAST, begun, new_shelf, window
from .tour_kit import TRANSLATIONS, card, settle, touring

Make = Callable[[StoredGames, SettingsService], QWidget]


def home(storage: StoredGames, _: SettingsService) -> QWidget:
    games = {id: GAMES[id] for id in GAMES}
    made = HomeScreen(games.values())
    made.furnish(storage, games)
    return made


def key_list(_: StoredGames, keeper: SettingsService) -> QWidget:
    made = KeysOverview(keeper, lambda: ((), ()), [GAMES["asagiri"].commands])
    made.retranslate()
    return made


SCREENS: dict[str, Make] = {
    "home": home,
    "library": lambda storage, _: LibraryScreen(storage, GAMES),
    "bands": lambda storage, _: BandsScreen(storage),
    "new game": lambda storage, keeper: NewGameScreen(storage, keeper),
    "campaigns": lambda storage, _: CampaignsScreen(storage),
    "new campaign": lambda storage, keeper: BeginScreen(storage, keeper),
    "tables": lambda *_: TablesPage(),
    "print": lambda storage, _: PrintScreen(storage),
    "charts": lambda *_: ChartsScreen(),
    "settings": lambda _, keeper: SettingsBook(keeper, games=[GAMES["asagiri"]]),
    "keys": key_list,
    "about": lambda *_: AboutSheet(),
    "news": lambda *_: NewsSheet(),
}


def said(screen: QWidget) -> set[str]:
    """Everything that a screen says, hidden parts too, to eyes and to ears."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    found = []
    for widget in (screen, *screen.findChildren(QWidget)):
        if isinstance(widget, CountList):  # a card to be printed has its own language
            continue
        if isinstance(widget, ListView):
            found += [f"row: {words}" for one in widget.by_id.values() for words in (one.title, one.words) if words]
        words = [widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()]
        if isinstance(widget, QLabel | QAbstractButton):
            words.append(widget.text())
        if isinstance(widget, QLineEdit):
            words.append(widget.placeholderText())
        found += [f"{type(widget).__name__}: {text}" for text in words if text]
    return set(found)


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_told_another_language_says_what_a_new_one_says(qtbot: Any, name: str) -> None:
    tr.load(TRANSLATIONS)
    storage, keeper = new_shelf(), SettingsService(FAST)
    begun(storage, "Anna against Marco", steps=20, names=("Anna", "Marco"), bands=("Guards", "Shadows"))

    def made() -> Any:
        screen: Any = hold(qtbot, SCREENS[name](storage, keeper))
        screen.resize(1280, 800)
        if hasattr(screen, "enter"):
            screen.enter()
        return screen

    def pair() -> tuple[set[str], set[str]]:
        """What is said by a hidden one and by one that is shown."""
        screens.append(made())
        screens.append(made())
        screens[-1].show()
        QTest.qWait(PAUSE_MS + 50)  # a list looks at what is chosen a moment later
        settle()
        return said(screens[-2]), said(screens[-1])

    screens: list[Any] = []
    english = pair()
    tr.set_language("fr")
    settle()
    changed = said(screens[0]), said(screens[1])
    fresh = pair()
    assert fresh[0] != english[0]
    for was, now in zip(changed, fresh, strict=True):
        assert was == now, f"left: {sorted(was - now)}, missing: {sorted(now - was)}"
    motion.set_reduced(False)
    keeper.deleteLater()
    storage.close()


def test_words_given_as_messages_are_said_again(qtbot: Any) -> None:
    tr.load(TRANSLATIONS)
    page = hold(qtbot, QWidget())
    label, heading = Label(page, text=say("Cancel")), Heading(say("Campaigns"), page)
    button = InkButton(say("Undo"), parent=page, deed="undo", tip=say("Undo"), name=say("Undo and redo"))
    line = says(QLineEdit(page), name=say("Search by name"), hint=say("Search"))
    tr.set_language("fr")
    assert (label.text(), heading.text(), heading.accessibleName()) == ("Annuler", "Campagnes", "Campagnes")
    assert (button.text(), button.accessibleName()) == ("Annuler", "Annuler et rétablir")
    assert button.toolTip().startswith("Annuler (Ctrl+")
    assert (line.accessibleName(), line.placeholderText()) == ("Chercher par nom", "Chercher")


def test_what_was_given_another_text_since_keeps_it(qtbot: Any) -> None:
    tr.load(TRANSLATIONS)
    page = hold(qtbot, QWidget())
    button = InkButton(say("Undo"), parent=page)
    button.setText("Anna")
    tr.set_language("fr")
    assert (button.text(), button.accessibleName()) == ("Anna", "Anna")


def test_escape_leaves_a_screen_and_its_actions_have_their_keys(qtbot: Any) -> None:
    screen = hold(qtbot, Screen(title=say("Bands")))
    left: list[str] = []
    screen.left.connect(lambda: left.append("left"))
    screen.bind({"table.log": lambda: left.append("log")})
    screen.show()
    screen.activateWindow()
    qtbot.waitUntil(screen.isActiveWindow)
    screen.setFocus()
    QTest.keyClick(screen, Qt.Key.Key_H)
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert left == ["log", "left"]
    assert screen.accessibleName() == "Bands"
    assert screen.grab().toImage().pixelColor(3, 3) != QColor("white")


def test_a_game_is_called_in_the_language_of_the_window_until_somebody_renames_it(qtbot: Any) -> None:
    storage = new_shelf()
    with window(storage, FAST, TRANSLATIONS) as w:
        w.navigator.quick_start("track")
        assert w.windowTitle().startswith("Okko's companions against The laughing horde")
        w.keeper.change(language="fr")
        assert w.windowTitle().startswith("Les compagnons d’Okko contre La horde rieuse")
        assert w.navigator.table.bands() == ("Les compagnons d’Okko", "La horde rieuse")
        w.keeper.change(language="en")
        w.navigator.go_home()
        id = w.home.below.last().id

        def home_and_library() -> tuple[str, str, str]:
            w.navigator.go_home()
            title = w.home.below.title.text()
            w.navigator.show_library(id)
            return title, w.navigator.library.page.name.text(), w.navigator.library.games.index(0).data()

        assert set(home_and_library()) == {"Okko's companions against The laughing horde"}
        w.keeper.change(language="fr")
        french = "Les compagnons d’Okko contre La horde rieuse"
        assert w.navigator.library.page.name.text() == french
        assert set(home_and_library()) == {french}
        assert (
            storage.library.found(LibrarySearch(text="laughing"))
            == storage.library.found(LibrarySearch(text="rieuse"))
            == (id,)
        )
        storage.rename(id, "Rainy day")
        w.keeper.change(language="it")
        assert set(home_and_library()) == {"Rainy day"}
    storage.close()


def test_a_large_card_is_read_in_two_languages_side_by_side(qtbot: object, tmp_path: Path) -> None:
    with touring(tmp_path, msgspec.structs.replace(FAST, language="en")) as w:
        card(w)
        alone = w.findChildren(LargeCard)[0]
        assert alone.twin is None
        alone.close()
        w.keeper.change(second_language="it")
        card(w)
        both = w.findChildren(LargeCard)[-1]
        assert both.twin is not None
        assert not both.card.geometry().intersects(both.twin.geometry())
        assert both.rect().contains(both.card.geometry())
        assert both.rect().contains(both.twin.geometry())
        own, other = both.card.face.vigilant.skills, both.twin.face.vigilant.skills
        assert [line.id for line in own] == [line.id for line in other]
        assert [line.words for line in own] != [line.words for line in other]
        both.turn_over()
        assert both.twin.status.condition == both.card.status.condition == "shaken"
        both.close()
        w.keeper.change(second_language="en")
        card(w)
        assert w.findChildren(LargeCard)[-1].twin is None, "twice the same language is once too often"
