"""A window that plays Okko Chronicles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.app.storage import StoredGames
from companion.model.store.repository import Repository
from companion.ui.games.chronicles.screens import ChroniclesScreens, ChroniclesTable
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow
from tests.chronicles.tables import CONTENT, setup

from .test_window_kit import until, window


@contextmanager
def chronicles_window() -> Iterator[tuple[MainWindow, ChroniclesScreens]]:
    """A window with the shipped packs, and the game's screens in it."""
    with window(StoredGames(Repository("sqlite://"), CONTENT)) as made:
        assert made.navigator is not None
        screens = made.navigator.screens("chronicles")
        assert isinstance(screens, ChroniclesScreens)
        yield made, screens


@contextmanager
def chronicles_table(heroes: int = 2, tracked: bool = True, **options: Any) -> Iterator[ChroniclesTable]:
    """A game on the table of a window."""
    with chronicles_window() as (made, screens):
        said = setup(heroes, tracked, **options)
        settings = GameSettings(
            ("Olga", "Anna", "Marco")[: heroes + 1],
            ("person",) * (heroes + 1),
            "track",
            "virtual",
            ("",) * (heroes + 1),
        )
        screens.begin(said, settings)
        assert made.navigator is not None
        table = made.navigator.table
        assert isinstance(table, ChroniclesTable)
        until(lambda: table.game.choices or table.game.to_sit)
        yield table
