"""What a person does to the board, however it was asked for: click, drop, turn, menus. Choices go through the game."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from companion.model.core.contract import Option
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.table.commands import Answer, Byhand, Choosing, strike

from . import asks, menu
from .clicks import Confirm, Do, Go, Meaning, Nothing, Pick, Select, meaning
from .display import BoardDisplay
from .drag import Drag
from .pointer import Pointer
from .tray import DeployTray


class Deeds:
    """`aimed` is the square that is crossed out when the game refuses."""

    def __init__(self, view: BoardDisplay, tray: DeployTray, pointer: Pointer) -> None:
        self.view, self.game = view, view.game
        self.tray, self.pointer = tray, pointer
        self.aimed = -1
        self.closes_first: Callable[[], bool] = lambda: False
        """Escape is for what lies open besides, if this returns True."""
        self._confirm: Meaning | None = None

    def forget(self) -> None:
        """What waited to be confirmed no longer does."""
        self._confirm = None

    def click(self, at: int) -> None:
        """A click on a square (-1: beside the board)."""
        view = self.view
        view.skip()
        if self.game.pointed(at):
            return
        wanted = meaning(self.game, at, self.tray.facing)
        confirmed, self._confirm = self._confirm, None
        if isinstance(wanted, Confirm):
            if confirmed != wanted:
                self._confirm = wanted
                view.hint.emit(wanted.why)
                self.pointer.slip.say(self.game.say(wanted.why), view.spot(at))
                return
            wanted = wanted.then
        self.pointer.slip.hide()
        match wanted:
            case Nothing():
                pass
            case Select(who):
                self.game.select(who)
            case Go(who, square):
                self.aimed = square
                self.game.move(who, square)
            case Do(options):
                self.choose(*options, aimed=at)
            case Pick(first, ways):
                self._popup(menu.choice_menu(self.game, first, ways, view), view.global_of(at))
        self.aimed = -1

    def choose(self, *options: Option, aimed: int = -1) -> None:
        """Choose options; when they are refused, `aimed` is crossed out."""
        self.aimed = aimed
        self.game.choose(*options)
        self.aimed = -1

    def turn(self, by: int) -> None:
        """Turn the figure in the hand, those in the tray, or the selected one, by quarter-turns."""
        game, view = self.game, self.view
        if self.pointer.drag is not None:
            self.pointer.turn(by)
            return
        if asks.deployable(game):
            self.tray.facing = (self.tray.facing + by) % 4
            self.tray.update()
            return
        who = game.selection
        if who < 0 or game.state.figures[who].at < 0:
            return
        view.skip()
        figure = game.state.figures[who]
        facing = (figure.facing + by) % 4
        if game.tracking:
            game.move_by_hand(who, figure.at, facing)
        elif asks.own(game, who):
            first = () if asks.acting(game) == who else (o.Activate(who),)
            self.choose(*first, o.Turn(facing), aimed=figure.at)

    def go(self, who: int, at: int, facing: int) -> None:
        """A figure to a square and facing: by the rules, at a table by hand when they refuse."""
        self.aimed = at
        self.game.move_by_hand(who, at, facing) if self.game.tracking else self.game.move(who, at, facing)
        self.aimed = -1

    def drop(self, drag: Drag) -> None:
        """A figure was put down; what comes of it is shown without the way that the hand has gone already."""
        verdict = drag.verdict
        self.view.still, self.aimed = True, drag.at
        try:
            done = self.strike(verdict.strikes, drag.at) if verdict is not None and verdict.strikes else drag.drop()
        finally:
            self.view.still, self.aimed = False, -1
        if not done:
            self.view.stage.sync()
            self.view.layers.refresh()

    def set_upon(self, at: int) -> bool:
        """The selected figure upon the enemy on a square; whether there are such two."""
        game = self.game
        who, enemy = game.selection if game.selection >= 0 else asks.acting(game), asks.standing(game.state, at)
        if min(who, enemy) < 0 or game.state.band_of(who) == game.state.band_of(enemy):
            return False
        return self.strike(strike(game.state, who, enemy), at)

    def strike(self, ways: tuple[Answer, ...], at: int) -> bool:
        """A figure was set upon an enemy: the attack or a shot (of several ways the person picks one), or why not."""
        game, first = self.game, ways[0]
        if isinstance(first, Choosing) and len(ways) > 1:
            options = [way.options for way in ways if isinstance(way, Choosing)]
            made = menu.choice_menu(game, options[0][:-1], tuple(way[-1] for way in options), self.view)
            self._popup(made, self.view.global_of(at))
            return False
        if isinstance(first, Choosing):
            return game.choose(*first.options)
        if isinstance(first, Byhand) and game.tracking:
            return game.override(first.instead.corrections, first.refusal)
        game.refused.emit(first.refusal if isinstance(first, Byhand) else first)
        return False

    def menu_at(self, at: int, where: QPoint) -> None:
        """The right button: by hand, what can be done to a figure or a square; else look at the figure."""
        who = asks.standing(self.game.state, at)
        if who >= 0:
            self.game.select(who)
        view = self.view
        if not self.game.tracking and who >= 0:
            self._popup(menu.odds_menu(self.game, who, view), where)
        if not self.game.tracking or at < 0:
            return
        self._popup(
            menu.figure_menu(self.game, who, view) if who >= 0 else menu.square_menu(self.game, at, view), where
        )

    def _popup(self, made: QMenu, where: QPoint) -> None:
        if not made.actions():
            made.deleteLater()
            return
        made.aboutToHide.connect(made.deleteLater)
        self.game.changed.connect(made.close)
        made.popup(where)

    def escape(self) -> bool:
        """Put back what is in the hand, else look at nothing; whether there was anything to leave."""
        self.pointer.slip.hide()
        if self.pointer.drag is not None:
            self.pointer.cancel()
        elif self.closes_first():
            return True
        elif self.game.selection >= 0 and not asks.deployable(self.game):
            self.game.select(-1)
        else:
            return False
        return True
