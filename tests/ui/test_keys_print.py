"""Keys and commands on paper: as they are bound now, from wherever one is, and back there."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from companion.model.core.words import LANGUAGES, Words
from companion.ui.games import GAMES
from companion.ui.kit import keys
from companion.ui.kit.paper.key_sheet import all_keys
from companion.ui.kit.paper.pdf_writer import pdf
from companion.ui.kit.paper.sheets import PAPERS
from companion.ui.shell.keys_page import KeysOverview
from companion.ui.shell.keys_print import KeysPrintScreen, commands

from . import pdfs
from .test_window_kit import click, window
from .tour_kit import TRANSLATIONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_with_a_key_is_printed(qapp: QApplication, language: str) -> None:
    words = Words(language, TRANSLATIONS)
    made = all_keys(words, PAPERS[0])
    text = " ".join(pdfs.text(sheet) for sheet in pdfs.read(pdf(made)))
    flat = "".join(text.split())
    missing = [deed.id for deed in keys.DEEDS if keys.bound(deed.id) and "".join(words(deed.title).split()) not in flat]
    assert missing == []
    assert made.count <= 3


def test_a_key_of_ones_own_is_printed_in_place_of_the_default(qtbot: QtBot) -> None:
    with window() as w:
        assert w.sheets is not None and w.navigator is not None
        w.sheets.toggle("keys")
        page = w.sheets.made["keys"].content
        assert isinstance(page, KeysOverview)
        assert w.keeper.rebind("library", "Ctrl+Alt+K") is None
        click(page.print)
        screen = w.stack.currentWidget()
        assert isinstance(screen, KeysPrintScreen)
        assert screen.printable is not None
        text = " ".join(pdfs.text(sheet) for sheet in pdfs.read(pdf(screen.printable)))
        assert "Ctrl+Alt+K" in text
        screen.left.emit()
        assert w.stack.currentWidget() is w.home
        w.keeper.change(keys={})


def test_the_commands_of_a_game_are_printed_with_examples(qapp: QApplication) -> None:
    game = GAMES["asagiri"]
    made = commands(game, Words("en"), PAPERS[1])
    text = " ".join(pdfs.text(sheet) for sheet in pdfs.read(pdf(made)))
    assert game.commands is not None
    words = Words("en")
    for part in game.commands():
        for _, example in part.lines:
            assert words(example).split()[0] in text
