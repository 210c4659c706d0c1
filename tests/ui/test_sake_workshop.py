"""The workshop of Saké & Samouraï in the real window: decks typed with few keys, pasted, chosen for a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.content.library import _shipped
from companion.model.content.workshop import Workshop
from companion.model.core.words import LANGUAGES, Words, say
from companion.model.games import record_kinds
from companion.model.games.sake.box import deck_table, records
from companion.model.games.sake.box.deck_draft import CardLine
from companion.model.games.sake.box.own_box import DECK, LOCATION, SHEET, TEXT
from companion.model.store.repository import Repository
from companion.resources import resources_dir
from companion.ui.games.sake.table.table import SakeTable
from companion.ui.games.sake.workshop.screen import SakeWorkshop
from companion.ui.kit.screen import ChoicePopup
from companion.ui.kit.translator import tr
from companion.ui.shell.window import MainWindow

from ..sake.test_sake_deck import HOUSE, TYPES, keys_for
from .rows import Row
from .sake_kit import deal
from .test_window_kit import FAST, click, press, window

CATALOGS = resources_dir() / "translations"


def box(folder: Path) -> StoredGames:
    """Games, and packs in a folder."""
    shipped = _shipped()
    return StoredGames(Repository("sqlite://"), shipped, Workshop(folder / "packs", record_kinds(), shipped))


@pytest.fixture
def w(qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    storage = box(tmp_path)
    with window(storage, FAST, CATALOGS) as made:
        yield made
    storage.close()


def workshop(w: MainWindow) -> SakeWorkshop:
    """Its screen, in front."""
    assert w.navigator is not None
    screens = w.navigator.screens("sake")
    screens.show_workshop()  # type: ignore[attr-defined]
    made: SakeWorkshop = screens.workshop  # type: ignore[attr-defined]
    assert w.stack.currentWidget() is made
    return made


class Strokes:
    """Presses keys wherever they go, and counts them."""

    def __init__(self) -> None:
        self.count = 0

    def press(self, *keys: Qt.Key | str) -> None:
        for key in keys:
            self.count += len(key) if isinstance(key, str) else 1
            press(key)


def typed_in(w: MainWindow, language: str, cards: Sequence[CardLine]) -> list[int]:
    """The keys that each card takes: real key events into the real editor."""
    tr.set_language(language)
    screen = workshop(w)
    screen.make(DECK)
    typed, counts = [], []
    for card in cards:
        strokes = Strokes()
        strokes.press(*keys_for(card, typed[-1] if typed else None, tr.words))
        typed.append(card)
        counts.append(strokes.count)
        assert screen.deck.draft.lines == tuple(typed)
    assert screen.at is not None
    assert screen.box.deck(screen.at[1]).lines == tuple(typed), "every card is kept as soon as it is complete"
    tr.set_language("en")
    return counts


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_takes_twelve_keys_at_most(w: MainWindow, language: str) -> None:
    assert max(typed_in(w, language, HOUSE[::12])[1:]) <= 12


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_deck_is_typed(w: MainWindow, language: str) -> None:
    counts = typed_in(w, language, HOUSE)
    assert max(counts[1:]) <= 12
    assert sum(counts) / len(counts) < 6, "most cards have the text of the one before"


def test_a_deck_is_pasted_looked_at_and_taken_whole(w: MainWindow) -> None:
    screen = workshop(w)
    screen.make(DECK)
    text = deck_table.write_table(HOUSE, TYPES, Words("fr", CATALOGS), "\t")
    QGuiApplication.clipboard().setText(text.replace("No-Dachi", "Nodacho", 1))
    QTest.keySequence(screen.deck.card, "Ctrl+V")
    QApplication.processEvents()
    assert screen.pages.currentWidget() is screen.table
    (line,) = screen.table.faults.rows.lines
    assert line.title == "Line 78, Card: There is no card “Nodacho”. Is “No-Dachi” meant?"
    assert not screen.table.replace.isEnabled()
    assert screen.box.workshop.manifests() == (), "nothing is half done"
    Row(screen.table.faults, "0").click()
    assert screen.table.text.textCursor().selectedText().startswith("Nodacho"), "the line at fault is marked"
    screen.table.text.insertPlainText(text.splitlines()[77])
    assert len(screen.table.preview.rows.lines) == 98
    click(screen.table.replace)
    assert screen.pages.currentWidget() is screen.deck
    assert screen.deck.draft.lines == HOUSE
    assert screen.deck.notes.text() == ""
    click(screen.deck.copy)
    assert QGuiApplication.clipboard().text() == deck_table.write_table(HOUSE, TYPES, tr.words, "\t")
    screen.undo()
    screen.redo()
    assert screen.deck.draft.lines == HOUSE


def test_a_table_goes_into_a_file_and_comes_back(w: MainWindow, tmp_path: Path) -> None:
    screen = workshop(w)
    screen.show_record(DECK, "house:deck")
    screen.exchange.save_table(tmp_path / "deck.csv")
    screen.make(DECK)
    screen.exchange.open_table(tmp_path / "deck.csv")
    click(screen.table.replace)
    assert screen.deck.draft.lines == HOUSE
    screen.exchange.open_table(tmp_path / "deck.csv")
    click(screen.table.add)
    assert len(screen.deck.draft.lines) == 196
    assert "98 cards too many" in screen.deck.notes.text()
    screen.exchange.save_table(tmp_path)
    (tmp_path / "odd.csv").write_bytes(b"\0\1\2")
    screen.exchange.open_table(tmp_path / "odd.csv")
    screen.exchange.open_table(tmp_path / "nowhere.csv")
    assert len(screen.deck.draft.lines) == 196


def test_cards_are_typed_over_taken_out_and_brought_back(w: MainWindow) -> None:
    screen = workshop(w)
    screen.exchange.paste(deck_table.write_table(HOUSE, TYPES, tr.words))
    screen.make(DECK)
    screen.exchange.paste(deck_table.write_table(HOUSE, TYPES, tr.words))
    click(screen.table.replace)
    editor = screen.deck
    press(Qt.Key.Key_Up, Qt.Key.Key_Up)
    assert editor.at == 96
    press(Qt.Key.Key_Right, Qt.Key.Key_Right, "9")
    assert editor.draft.lines[96].boxes == (HOUSE[96].attack, 9, HOUSE[96].move, HOUSE[96].drink)
    press(Qt.Key.Key_Delete)
    assert len(editor.draft.lines) == 97
    assert "One card is missing" in editor.notes.text()
    screen.undo()
    screen.undo()
    assert editor.draft.lines == HOUSE
    editor.cards.setFocus()
    press(Qt.Key.Key_Home)
    assert editor.at == 0
    press("5")
    assert editor.draft.lines[0].attack == 5, "what is typed on the list goes to its card"
    click(screen.delete)
    assert screen.at is not None
    assert not screen.box.is_own(screen.at[1])
    screen.undo()
    assert screen.deck.draft.lines[0].attack == 5


def test_a_typed_deck_is_chosen_for_a_new_game(w: MainWindow, tmp_path: Path) -> None:
    screen = workshop(w)
    screen.show_record(DECK, "house:deck")
    click(screen.duplicate)
    press(Qt.Key.Key_Up)
    screen.name.setFocus()
    screen.name.setText("Bruno's box")
    press(Qt.Key.Key_Return)
    id = screen.at[1] if screen.at else ""
    assert w.navigator is not None
    w.navigator.screens("sake").new_game()
    draft = w.navigator.screens("sake").draft  # type: ignore[attr-defined]
    assert [word.text() for word in draft.deck.words.values()] == ["The house deck", "Bruno's box"]
    click(draft.deck.words[id])
    for row in draft.rows:
        row.player.show_choice("person")
    click(draft.begin)
    table = w.navigator.table
    assert isinstance(table, SakeTable)
    assert table.screen.game.session.state.table.deck.id == id
    deal(table.screen)
    w.navigator.go_home()
    w.navigator.open_game(w.navigator.storage.games()[0].id)
    assert w.navigator.table is not None
    assert w.navigator.table.game.session.state.table.deck.id == id


def test_a_small_deck_says_for_how_many_it_is_enough(w: MainWindow) -> None:
    screen = workshop(w)
    screen.make(DECK)
    few = [line for line in HOUSE if line.type == "house:katana"][:4] + list(HOUSE[:40])
    screen.exchange.paste(deck_table.write_table(few, TYPES, tr.words))
    click(screen.table.replace)
    assert "enough for 3 to 4 players" in screen.deck.kinds.text()
    assert w.navigator is not None
    w.navigator.screens("sake").new_game()
    draft = w.navigator.screens("sake").draft  # type: ignore[attr-defined]
    click(next(word for word in draft.deck.words.values() if word.text() == "My deck"))
    click(draft.count.words["6"])
    assert draft._deck_words.text() == "Enough for 4 players at most."


def test_sheets_locations_and_texts_of_ones_own(w: MainWindow) -> None:
    screen = workshop(w)
    screen.make(SHEET)
    press("Bruno", Qt.Key.Key_Return)
    form = screen.forms[SHEET]
    click(form.life.words["6"])  # type: ignore[attr-defined]
    Row(form.ability, "iron").click()  # type: ignore[attr-defined]
    sheet = screen.box.record(*screen.at) if screen.at else None
    assert (sheet["name"], sheet["life"], sheet["ability"]) == ("Bruno", 6, "iron")
    screen.make(LOCATION)
    press("Bath", Qt.Key.Key_Return)
    Row(screen.forms[LOCATION].rule, "spring").click()  # type: ignore[attr-defined]
    screen.make(TEXT)
    press("War fan", Qt.Key.Key_Return)
    text = screen.forms[TEXT]
    click(text.texts.words["weapon"])  # type: ignore[attr-defined]
    kind = screen.box.record(*screen.at) if screen.at else None
    assert kind["weapon"] == {"attack": 2, "defence": 1, "range": 1}
    screen.make(DECK)
    press("war1111p")
    assert screen.deck.draft.lines[0].type == kind["id"], "it can be typed at once"
    assert w.navigator is not None
    content = w.navigator.storage.content
    assert records.sheet(content, sheet["id"], "").life == 6
    screen.remove(TEXT, kind["id"])
    assert screen.box.record(TEXT, kind["id"]) is not None, "a text that a card has is not deleted"


def test_each_game_brings_a_workshop_and_the_person_is_asked(w: MainWindow) -> None:
    assert w.book is not None
    assert w.home.below is not None
    click(w.home.below.corner["workshop"])
    (popup,) = w.findChildren(ChoicePopup)
    assert [line.id for line in popup.lines.rows.lines] == ["asagiri", "sake", "chronicles"]
    Row(popup.lines, "sake").click()
    assert isinstance(w.stack.currentWidget(), SakeWorkshop)


def test_a_pack_of_decks_goes_to_their_workshop(w: MainWindow, tmp_path: Path) -> None:
    """A file of somebody else's, opened from the menu: not the workshop of another game."""
    screen = workshop(w)
    screen.show_record(DECK, "house:deck")
    click(screen.duplicate)
    screen.exchange.export_pack(tmp_path / "mine.okko-pack")
    friend = box(tmp_path / "friend")
    with window(friend, FAST, CATALOGS) as other:
        assert other.navigator is not None
        other.navigator.open_file(tmp_path / "mine.okko-pack")
        shown = other.stack.currentWidget()
        assert isinstance(shown, SakeWorkshop)
        assert shown.deck.draft.lines == HOUSE
        assert not shown.deck.own
    friend.close()


def test_a_deck_is_begun_named_and_typed_by_keys_alone(w: MainWindow) -> None:
    press("e", modifier=Qt.KeyboardModifier.ControlModifier)
    press(Qt.Key.Key_Down, Qt.Key.Key_Return)
    screen = w.stack.currentWidget()
    assert isinstance(screen, SakeWorkshop)
    for _ in range(30):
        if screen.new.hasFocus():
            break
        press(Qt.Key.Key_Tab)
    press(Qt.Key.Key_Space)
    press(Qt.Key.Key_Return)  # "New deck" is the first line
    assert screen.deck.card.hasFocus()
    press("kat1111p", "1112b")
    assert [line.type for line in screen.deck.draft.lines] == ["house:katana"] * 2
    for _ in range(30):
        if screen.name.hasFocus():
            break
        press(Qt.Key.Key_Backtab)
    press("a", modifier=Qt.KeyboardModifier.ControlModifier)
    press("Evening", Qt.Key.Key_Return)
    assert screen.at is not None
    assert screen.box.deck(screen.at[1]).names["fr"] == "Evening"
    assert len(screen.box.deck(screen.at[1]).lines) == 2
    press("z", modifier=Qt.KeyboardModifier.ControlModifier)
    assert screen.shown_name == "My deck"
    press(Qt.Key.Key_Escape)
    assert w.stack.currentWidget() is w.home


def test_eight_players_fit_beside_a_deck_of_ones_own(w: MainWindow) -> None:
    screen = workshop(w)
    click(screen.duplicate)
    assert w.navigator is not None
    w.navigator.screens("sake").new_game()
    draft = w.navigator.screens("sake").draft  # type: ignore[attr-defined]
    click(draft.count.words["8"])
    QApplication.processEvents()
    assert w.room.verticalScrollBar().maximum() == 0
    rows = [row.mapTo(draft, QPoint()).y() for row in draft.rows]
    assert all(below - row >= draft.rows[0].height() for row, below in pairwise(rows)), "no row lies on another"


def test_the_deck_on_the_desk_is_printed(w: MainWindow) -> None:
    screen = workshop(w)
    click(screen.duplicate)
    click(screen.deck.print)
    assert w.navigator is not None
    press_ = w.navigator.screens("sake").press  # type: ignore[attr-defined]
    assert w.stack.currentWidget() is press_
    assert (press_.what, press_.deck) == ("cards", screen.shown_deck)
    press(Qt.Key.Key_Escape)
    assert w.stack.currentWidget() is screen


def test_the_first_card_taken_back_leaves_the_deck_to_be_typed(w: MainWindow) -> None:
    screen = workshop(w)
    screen.make(DECK)
    press("kat1111p")
    screen.undo()
    assert screen.deck.draft.lines == ()
    assert screen.deck.own
    press("yum1022b")
    assert [line.type for line in screen.deck.draft.lines] == ["house:yumi"]


def test_a_card_half_typed_is_still_there_when_one_comes_back(w: MainWindow) -> None:
    screen = workshop(w)
    screen.make(DECK)
    first, second = HOUSE[0], HOUSE[20]
    press(*keys_for(first, None, tr.words))
    deck = screen.shown_deck
    *begun, _ = keys_for(second, first, tr.words)
    press(*begun)
    half = screen.deck.card.entry
    assert half.type == second.type and half.card is None
    screen.show_record(DECK, "house:deck")
    assert w.navigator is not None
    w.navigator.go_home()
    workshop(w).show_record(DECK, deck)
    assert screen.deck.card.entry == half
    press(keys_for(second, first, tr.words)[-1])
    assert screen.deck.draft.lines[-1] == second and screen.deck.card.entry != half


def test_the_workshop_of_another_game_does_not_list_a_sake_box(w: MainWindow) -> None:
    """It was listed there as empty."""
    screen = workshop(w)
    screen.make(DECK)
    press(*keys_for(HOUSE[0], None, tr.words))
    assert w.navigator is not None
    asagiri: Any = w.navigator.screens("asagiri")
    asagiri.show_workshop()
    titles = [line.title for line in asagiri.workshop.list.lines.rows.lines]
    assert tr(say("My Saké box")) not in titles, titles
