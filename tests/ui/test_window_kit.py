"""A whole window over a shelf in memory. Helpers for the tests of home, new game and window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from companion.app.storage import StoredGames
from companion.model.content.library import Library
from companion.model.core.contract import Choice, Roll
from companion.model.core.registry import Registry
from companion.model.core.session import Session
from companion.model.store.repository import Repository
from companion.ui.games import GAMES
from companion.ui.kit.settings import Settings, SettingsService
from companion.ui.kit.theme import fonts, motion, palette
from companion.ui.kit.translator import tr
from companion.ui.play.game_ui import GameUI
from companion.ui.play.storage import GameSettings
from companion.ui.shell.window import MainWindow
from tests.patience import PATIENCE

from .rows import Row

LIBRARY = Library.load(Path(__file__).parents[2] / "data" / "house")
FAST = Settings(theme="paper", language="en", reduced_motion=True)


def new_shelf() -> StoredGames:
    """An empty shelf in memory."""
    return StoredGames(Repository("sqlite://"), LIBRARY)


@contextmanager
def window(
    storage: StoredGames | None = None,
    settings: Settings = FAST,
    folder: Path | None = None,
    *,
    small: bool = True,
    games: Registry[GameUI] = GAMES,
) -> Iterator[MainWindow]:
    """An equipped window, shown, at 1280 × 800 (`small`) or as it opens; all is put back and put away afterwards."""
    before = (palette.current(), fonts.text_scale(), motion.reduced())
    own = storage is None
    kept = storage if storage is not None else new_shelf()
    tr.load(folder)
    keeper = SettingsService(settings)
    made = MainWindow(keeper, games)
    if small:
        made.resize(1280, 800)
    try:
        made.show()
        QTest.qWaitForWindowExposed(made)
        made.activateWindow()
        until(lambda: QApplication.activeWindow() is made)
        made.equip(kept)
        QApplication.processEvents()
        yield made
    finally:
        made.close()
        made.deleteLater()
        keeper.deleteLater()
        if own:
            kept.close()
        palette.set_theme(before[0])
        fonts.set_text_scale(before[1])
        motion.set_reduced(before[2])
        QApplication.processEvents()


def until(done: Callable[[], object]) -> None:
    """Let the window work until something holds."""
    end = monotonic() + PATIENCE
    while not done():
        assert monotonic() < end, "this never came"
        QTest.qWait(10)


def press(*keys: Qt.Key | str, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press keys, one after the other, wherever the keys go now; a text is typed."""
    for key in keys:
        target = QApplication.focusWidget() or QApplication.activeWindow()
        assert target is not None
        if isinstance(key, str):
            QTest.keyClicks(target, key, modifier)
        else:
            QTest.keyClick(target, key, modifier)
        QApplication.processEvents()


def click(widget: QWidget | Row, at: QPoint | None = None) -> None:
    """Click into the middle of a widget or row, or at a point of it; it must be there to be clicked."""
    assert widget.isVisible(), widget
    assert widget.isEnabled(), widget
    if isinstance(widget, Row):
        widget.click()
        return
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at or widget.rect().center())
    QApplication.processEvents()


def begun(storage: StoredGames, name: str = "Anna against Marco", steps: int = 0, **more: Any) -> int:
    """A quick game on the shelf, some decisions old; its number."""
    opened = storage.begin({"quick": True}, GameSettings(**more), name)
    play(opened.session, steps)
    return opened.entry.id


def play(session: Session[Any], steps: int) -> None:
    """Play some decisions anyhow."""
    rng = Random(7)
    for _ in range(steps):
        pending = session.pending
        if isinstance(pending, Roll):
            session.roll()
        elif isinstance(pending, Choice):
            session.choose(rng.choice(pending.options))
