"""A whole game of the toy in a process that has done nothing else. Run by test_blank_games."""

from __future__ import annotations

import sys
from dataclasses import replace
from random import Random

from PySide6.QtWidgets import QApplication

from companion.model.core.contract import Over
from companion.model.core.registry import Registry
from companion.ui.games import GAMES
from companion.ui.play.game_ui import game_id

from .blank_kit import THREE, on_table
from .test_blank_games import play_on
from .test_window_kit import click, window


def main(*only: str) -> None:
    """Play it, and tell which modules of Asagiri are loaded. `only`: the games that are installed; none: all."""
    QApplication.instance() or QApplication([])
    alone = Registry({"blank": lambda: replace(GAMES["blank"], offered=True)}, "GAME_UI", game_id, ".window")
    with window(games=alone if only else GAMES) as w:
        if only:
            click(w.home.doors["blank"])
            assert w.stack.currentWidget() is not w.home
        screen = on_table(w, THREE)
        play_on(screen, "keys", Random(5))
        print("over" if isinstance(screen.game.pending, Over) else "not over")
        navigator = w.navigator
        assert navigator is not None
        assert navigator.table is not None
        id = navigator.table.opened.entry.id
        navigator.go_home()
        navigator.show_library(id)
        navigator.games["blank"].report(navigator.screens("blank"), id)
    print(sorted(name for name in sys.modules if "asagiri" in name))


if __name__ == "__main__":
    main(*sys.argv[1:])
