"""What it costs to record a turn of a table, measured at the real table screen."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QApplication

from companion.model.core.words import Words
from companion.ui.table.game import Game
from companion.ui.table.screen import TableScreen
from companion.ui.theme import motion

from .hands import HANDS, Hand, settle
from .script import FOLDER, Script, read_script

SIZE = (1280, 800)


def entry_inputs_per_fact() -> float | None:
    """Inputs per recorded fact of one full turn with the mouse, the best of the ways; None without the script."""
    if not FOLDER.is_dir():
        return None
    application = QApplication.instance() or QApplication(sys.argv[:1])
    hand = record(read_script("one_turn"), "mouse")
    application.processEvents()
    return hand.inputs / hand.facts


def record(script: Script, way: str) -> Hand:
    """A script entered by a hand at a table screen of its own; the hand has counted and knows the game."""
    game = Game(script.session(), Words())
    table = TableScreen(game)
    table.resize(*SIZE)
    table.show()
    table.activateWindow()
    was = motion.reduced()
    motion.set_reduced(True)
    try:
        settle(table.board.isVisible)
        hand = HANDS[way](table)
        hand.play(script.lines)
        settle()
    finally:
        motion.set_reduced(was)
        game.close()
        table.close()
        table.deleteLater()
        settle()
    return hand
