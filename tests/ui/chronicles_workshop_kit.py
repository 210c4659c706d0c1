"""The workshop of Okko Chronicles in a real window over a folder of packs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.content.workshop import Workshop
from companion.model.games.chronicles.checks.kinds import KINDS
from companion.model.store.repository import Repository
from companion.ui.games.chronicles.screens import ChroniclesScreens
from companion.ui.games.chronicles.workshop.screen import ChroniclesWorkshop
from companion.ui.shell.window import MainWindow
from tests.chronicles.tables import CONTENT

from .test_window_kit import FAST, window


def new_workshop(folder: Path) -> Workshop:
    """The packs of a data folder."""
    return Workshop(folder / "packs", KINDS, CONTENT)


@contextmanager
def opened_workshop(folder: Path, settings: Any = FAST) -> Iterator[tuple[MainWindow, ChroniclesWorkshop]]:
    """A window that shows the workshop of a folder."""
    storage = StoredGames(Repository("sqlite://"), CONTENT, new_workshop(folder))
    with window(storage, settings) as made:
        assert made.navigator is not None
        screens = made.navigator.screens("chronicles")
        assert isinstance(screens, ChroniclesScreens)
        screens.show_workshop()
        assert screens.workshop is not None
        QApplication.processEvents()
        yield made, screens.workshop
    storage.close()
