"""What it costs to record a game of a table, measured at the real table screen: every click and key."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QApplication

from companion.model.core.words import Words
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.theme import motion

from .hands import HANDS, Hand, settle
from .script import FOLDER, Script, read_script

SIZE = (1280, 800)


GAME = "four_turns"
"""The game that is measured."""


def per_fact(way: str) -> float | None:
    """Inputs per recorded fact of a game of four turns, entered in one of the ways; None without the script."""
    if not FOLDER.is_dir():
        return None
    application = QApplication.instance() or QApplication(sys.argv[:1])
    hand = record(read_script(GAME), way)
    application.processEvents()
    return hand.inputs / hand.facts


def record(script: Script, way: str) -> Hand:
    """A script entered by a hand at a table screen of its own; the hand has counted and knows the game."""
    game = Game(script.session(), Words())
    table = TableScreen(game)
    table.resize(*SIZE)
    table.setUpdatesEnabled(False)  # the hands ask where things are, they need no picture
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
