"""A window that plays Okko Chronicles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from PySide6.QtWidgets import QApplication

from companion.app.storage import StoredGames
from companion.model.core.contract import Roll, choices_of
from companion.model.games.chronicles.state.state import State
from companion.model.store.repository import Repository
from companion.ui.games.chronicles.controller import ChroniclesController
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


def later(
    game: ChroniclesController, stage: str, frame: str = "", seed: int = 1, never: Sequence[str] = (),
    when: Callable[[State], object] = lambda state: True,
) -> None:  # fmt: skip
    """Play on unseen until this is asked; `frame`: what is being resolved; `never`: kinds that are not
    chosen where there is anything else; `when`: what has to hold besides.
    """
    rng = Random(seed)
    game.see(False)
    game.blockSignals(True)  # shown once, at the end
    for _ in range(3000):
        state, pending = game.session.state, game.session.pending
        top = type(state.frames[-1]).__name__ if state.frames else ""
        if (state.stage, top if frame else "") == (stage, frame) and not isinstance(pending, Roll) and when(state):
            break
        if isinstance(pending, Roll):
            game.session.roll()
            continue
        choice = rng.choice(choices_of(pending))
        back = ("unplay", "reopen", "take_technique")
        left = [one for one in choice.options if one.kind not in back]
        # who only wanders need not come to the end in thousands of decisions, who fights has it after a thousand
        ends = [one for one in left if one.kind in ("attack", "escape")] if stage == "over" else []
        game.session.choose(rng.choice(ends or [one for one in left if one.kind not in never] or left))
    else:
        raise AssertionError(f"{stage} {frame} never came")
    game.blockSignals(False)
    game.settings_changed.emit()
    game.see(True)
    QApplication.processEvents()
