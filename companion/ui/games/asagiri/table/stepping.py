"""Doing the next step: what the red button and Space do at the table."""

from __future__ import annotations

from typing import Protocol

from companion.ui.games.asagiri.board.view import BoardView
from companion.ui.games.asagiri.controller.game import Game
from companion.ui.games.asagiri.controller.next_step import NextStep, next_step
from companion.ui.games.asagiri.dice.tray import DiceTray
from companion.ui.games.asagiri.draft.page import DraftPage
from companion.ui.games.asagiri.fight.slip import FightSlip
from companion.ui.kit.keys.focus import offer_keys
from companion.ui.play.timeline import TimelineBar

from .end_slip import EndSlip
from .turn_bar import TurnBar


class Table(Protocol):
    """The parts of a table in which a next step can lie."""

    game: Game
    bar: TurnBar
    board: BoardView
    dice: DiceTray
    draft: DraftPage
    end: EndSlip
    fight: FightSlip
    timeline: TimelineBar

    def dice_first(self) -> None:
        """Bring the dice of the roll asked for into sight."""


def take_step(table: Table) -> None:
    """Do the obvious next thing; nothing while somebody else acts."""
    game = table.game
    if table.end.isVisible():
        table.end.press()
        return
    if game.pace.land():
        table.board.skip()
        return
    step = next_step(game)
    if step is not None and step.reads:
        table.fight.go_on()
        return
    if game.dials.answer(True) or step is None:
        return
    if step.leaves and table.bar.replay.playing:
        table.bar.replay.stop()
    elif step.leaves:
        table.timeline.close_bar()
    elif step.resumes:
        game.resume()
    elif step.rolls:
        _roll(table)
    elif step.options and game.choose(*step.options):
        _follow(table, step)


def _roll(table: Table) -> None:
    """Roll, or bring the keys to where the dice are typed."""
    game = table.game
    if game.state.frames:
        table.fight.go_on()
        return
    table.dice_first()
    if game.state.stage == "scenario":
        if game.dice_entry == "typed" or table.draft.scenario is None:
            table.draft.focus_first()
        else:
            table.draft.scenario.draw()
    elif game.dice_entry == "typed":
        table.dice.focus_entry()
    else:
        table.dice.roll()


def _follow(table: Table, step: NextStep) -> None:
    """The keys go to where the game goes on."""
    game = table.game
    if step.selects >= 0:
        game.select(step.selects)
    if step.then_rolls and game.to_roll() is not None:
        table.dice.roll()
    if game.to_roll() is None or game.dice_entry != "typed" or not table.dice.focus_entry():
        offer_keys(table.board)
