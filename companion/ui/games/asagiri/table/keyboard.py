"""The table by keys: what Space does, which is the next step, where Tab goes, and what Escape closes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from companion.ui.games.asagiri.board.view import BoardView
from companion.ui.games.asagiri.controller.game import AsagiriController
from companion.ui.games.asagiri.controller.next_step import NextStep, next_step
from companion.ui.games.asagiri.dice.tray import DiceTray
from companion.ui.games.asagiri.draft.page import DraftPage
from companion.ui.games.asagiri.fight.panel import FightPanel
from companion.ui.kit.keys.focus import offer_keys
from companion.ui.kit.modal import go_round
from companion.ui.play.timeline import TimelineBar

from .end_panel import EndPanel
from .turn_bar import TurnBar


class Table(Protocol):
    """The parts of a table in which a next step can lie."""

    game: AsagiriController
    bar: TurnBar
    board: BoardView
    dice: DiceTray
    draft: DraftPage
    end: EndPanel
    fight: FightPanel
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
    game = table.game
    if step.selects >= 0:
        game.select(step.selects)
    if step.then_rolls and game.to_roll() is not None:
        table.dice.roll()
    if game.to_roll() is None or game.dice_entry != "typed" or not table.dice.focus_entry():
        offer_keys(table.board)


def tab_on(screen: QWidget, areas: Sequence[QWidget], *, forward: bool) -> bool:
    """Bring the keys to the next widget of a screen, area after area, and round again."""

    def area(widget: QWidget) -> int:
        return next((n for n, one in enumerate(areas) if one is widget or one.isAncestorOf(widget)), len(areas))

    return go_round(screen.window(), forward=forward, order=area)


class OpenedLast(QObject):
    """What lies open over a screen, in the order in which it was opened."""

    def __init__(self, screen: QWidget, closing: Mapping[QWidget, Callable[[], object]]) -> None:
        """Listen to everything that Escape closes; `closing`: how each is closed."""
        super().__init__(screen)
        self._closing = closing
        self._open = [widget for widget in closing if not widget.isHidden()]
        for widget in closing:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShowToParent and isinstance(watched, QWidget):
            self._open = [one for one in self._open if one is not watched] + [watched]
        return super().eventFilter(watched, event)

    def close_last(self) -> bool:
        """Close what was opened last; False when nothing is open."""
        self._open = [widget for widget in self._open if not widget.isHidden()]
        if self._open:
            self._closing[self._open[-1]]()
        return bool(self._open)
