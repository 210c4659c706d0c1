"""Packing lists: every tile, figure and card of an adventure or a game, where the tiles lie, in three languages."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.content.library import Library
from companion.model.core.session import Session
from companion.model.core.words import LANGUAGES, Words
from companion.model.games.sake import SYSTEM as SAKE
from companion.model.games.sake.state.state import counters
from companion.ui.games.asagiri.print.packing_list import adventure_order, adventures, laid_tiles, packing_list
from companion.ui.games.asagiri.print.screen import PrintScreen
from companion.ui.games.asagiri.print.subjects import game_order
from companion.ui.games.sake.print.packing_list import packing_list as sake_packing_list
from companion.ui.kit.paper.document import PrintDocument
from companion.ui.kit.paper.pdf_writer import pdf
from companion.ui.kit.paper.sheets import PAPERS

from . import pdfs
from .test_cards_kit import hold
from .test_window_kit import begun, new_shelf
from .tour_kit import TRANSLATIONS

SHIPPED = Library.shipped()
ALL = [id for id, _ in adventures(SHIPPED)]


def said(made: PrintDocument) -> str:
    return " ".join(pdfs.text(sheet) for sheet in pdfs.read(pdf(made)))


@pytest.mark.parametrize("id", ALL)
def test_every_adventure_lists_its_tiles_where_they_lie(qapp: QApplication, id: str) -> None:
    order = adventure_order(SHIPPED, id)
    state = order.session.state_at(0)
    laid = laid_tiles(order.session.header, state)
    squares = {(x, y, floor) for x, y, floor in state.table.board.squares}
    record = SHIPPED.find("adventure", id)
    assert isinstance(record, dict)
    floors: list[dict] = record["floors"]  # type: ignore[type-arg, assignment]
    assert [one.tile.id for one in laid] == [tile["tile"] for floor in floors for tile in floor["tiles"]]
    for one in laid:
        size = one.tile.size
        corner = [(one.at[0] + dx, one.at[1] + dy, one.floor) for dx in (0, size - 1) for dy in (0, size - 1)]
        assert squares >= set(corner), "it lies on the board"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_adventure_names_everything_in_every_language(qapp: QApplication, language: str) -> None:
    words = Words(language, TRANSLATIONS)
    order = adventure_order(SHIPPED, "house:the-inn-at-night")
    made = packing_list(order, words, PAPERS[0])
    assert made.count == 1
    text = said(made)
    for kind, id in (
        ("tile", "house:inn-hall"),
        ("character", "house:fauche-le-vent"),
        ("character", "house:oni-bushi"),
    ):
        record = SHIPPED.find(kind, id)
        assert isinstance(record, dict)
        name = record["name"][language]  # type: ignore[index, call-overload]
        assert str(name) in text, name
    sides = SHIPPED.find("adventure", "house:the-inn-at-night")["sides"]  # type: ignore[index, call-overload]
    assert all(side["name"][language] in text for side in sides)  # type: ignore[index, call-overload, union-attr]


def test_a_game_lists_its_own_tiles_turns_and_equipment(qtbot: QtBot) -> None:
    shelf = new_shelf()
    id = begun(shelf, "Anna against Marco", steps=30, names=("Anna", "Marco"))
    made = packing_list(game_order(shelf.open(id)), Words("en"), PAPERS[1])
    text = said(made)
    for name in ("Anna", "Marco", "Bamboo grove", "a quarter-turn clockwise", "Okko", "Shuriken"):
        assert name in text
    screen = hold(qtbot, PrintScreen(shelf))
    screen.enter(None, "packing")
    assert screen.printable is None, "somebody has to say of which game"
    screen._chosen(adventure_order(shelf.content, "house:first-lanterns"))
    assert screen.what == "packing"
    assert screen.pick.chosen.text() == "The first lanterns"
    assert screen.printable is not None
    shelf.close()


def test_saké_lists_what_its_players_need(qapp: QApplication) -> None:
    words = Words("en")
    text = said(sake_packing_list(SHIPPED, None, "Saké & Samouraï", words, PAPERS[0]))
    assert all(str(counters(n)) in text for n in range(3, 9))
    session = Session.new(SAKE, {"quick": True, "players": 5}, SHIPPED, 1)
    made = sake_packing_list(SHIPPED, session, "Evening", words, PAPERS[0])
    assert made.count == 1
    text = said(made)
    assert "Sake in the Masu" in text
    for sheet in session.state_at(0).table.sheets:
        assert sheet is None or sheet.name in text
    assert f"The deck: {len(session.state_at(0).table.deck)} cards" in text
