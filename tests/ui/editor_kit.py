"""The workshop in a real window over a folder of packs; helpers for the tests of the editors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.app.storage import StoredGames
from companion.model.content.workshop import Workshop
from companion.model.games.asagiri.state.record_kinds import KINDS
from companion.model.store.repository import Repository
from companion.ui.shell.window import MainWindow
from companion.ui.workshop.record_editor import RecordEditor
from companion.ui.workshop.screen import WorkshopScreen

from .test_window_kit import FAST, LIBRARY, window


def new_workshop(folder: Path) -> Workshop:
    """The packs of a data folder."""
    return Workshop(folder / "packs", KINDS, LIBRARY)


def shelf_over(folder: Path) -> StoredGames:
    """A shelf with a workshop in a folder."""
    return StoredGames(Repository("sqlite://"), LIBRARY, new_workshop(folder))


@contextmanager
def opened_workshop(folder: Path, settings: Any = FAST) -> Iterator[tuple[MainWindow, WorkshopScreen]]:
    """A window that shows the workshop of a folder."""
    storage = shelf_over(folder)
    with window(storage, settings) as made:
        assert made.navigator is not None
        made.navigator.screens("asagiri").show_workshop()
        screen = made.navigator.screens("asagiri").workshop
        assert screen is not None
        QApplication.processEvents()
        yield made, screen
    storage.close()


def desk_of(screen: WorkshopScreen) -> RecordEditor:
    """What lies on the desk."""
    assert screen.desk is not None
    return screen.desk


def drag(
    widget: QWidget,
    *points: QPointF,
    button: Qt.MouseButton = Qt.MouseButton.LeftButton,
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    """Press at the first point, move over the others in small steps, let go at the last."""
    at = [point.toPoint() for point in points]
    QTest.mousePress(widget, button, modifier, at[0])
    for start, end in pairwise(at):
        for n in range(1, 9):
            QTest.mouseMove(widget, start + (end - start) * (n / 8))
    QTest.mouseRelease(widget, button, modifier, at[-1])
    QApplication.processEvents()
