"""The report of a stored game by the ways that games share: from the library, kept as Markdown, and back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.content.library import _shipped
from companion.model.core.session import Session
from companion.model.store.repository import Repository
from tests.chronicles.test_chronicles_statistics import game
from tests.sake.test_sake_statistics import whole_game

from .test_window_kit import until, window

GAMES: dict[str, Callable[[], Session[Any]]] = {"sake": lambda: whole_game(1), "chronicles": lambda: game(5)}


@pytest.mark.parametrize("system", GAMES)
def test_the_report_of_a_stored_game_is_kept_as_markdown(qapp: QApplication, tmp_path: Path, system: str) -> None:
    storage = StoredGames(Repository("sqlite://"), _shipped())
    id = storage.repository.create(GAMES[system](), "One").id
    with window(storage) as w:
        assert w.navigator is not None
        w.navigator.show_library(id)
        library = w.navigator.library
        assert library is not None
        library.report_wanted.emit(id, system)
        press = w.navigator.screens(system).press
        assert w.stack.currentWidget() is press
        assert (press.what, press.chosen.text()) == ("report", "One")
        press.save_markdown(tmp_path / "one.md")
        until(lambda: (tmp_path / "one.md").exists() and not press.busy)
        assert (tmp_path / "one.md").read_text("utf-8").startswith("# One\n")
        press.left.emit()
        assert w.stack.currentWidget() is library
    storage.close()
