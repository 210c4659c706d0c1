"""What a person does to the board, however it was asked for: click, drop, turn, menus. Choices go through the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QPoint

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules import refusals
from companion.model.games.asagiri.state.board import DIRECTIONS
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import (
    NO_FIGURE,
    NO_SQUARE,
    NORTH,
    Facing,
    FigureId,
    SquareId,
    turned_by,
)
from companion.model.games.asagiri.table import corrections
from companion.model.games.asagiri.table.commands import Answer, Byhand, ChooseIntent
from companion.model.games.asagiri.table.commands.intents import strike
from companion.ui.games.asagiri.controller import AsagiriController

from . import queries
from .display import BoardDisplay
from .pointer import Drag, Pointer
from .widgets import DeployTray


@dataclass(frozen=True)
class Nothing:
    """The click means nothing here."""


@dataclass(frozen=True)
class Select:
    """Look at a figure, or at none (-1)."""

    who: FigureId


@dataclass(frozen=True)
class GoThere:
    """Bring a figure to a square, by the rules."""

    who: FigureId
    at: SquareId


@dataclass(frozen=True)
class Do:
    """Choose these options, as one thing to undo."""

    options: tuple[Option, ...]


@dataclass(frozen=True)
class PickWay:
    """Several ways to do it: a person picks one. `first` comes before whichever is picked."""

    first: tuple[Option, ...]
    ways: tuple[Option, ...]


@dataclass(frozen=True)
class Confirm:
    """Possible, but it ends something: say `why`, and do `then` when it is clicked again."""

    why: Message
    then: GoThere | Do | PickWay


Meaning: TypeAlias = Nothing | Select | GoThere | Do | PickWay | Confirm


def meaning(game: AsagiriController, at: SquareId, deploy_facing: Facing = NORTH) -> Meaning:
    """What a click on the square `at` (-1: beside the board) means now."""
    state = game.state
    who = queries.standing(state, at)
    if at < 0:
        return Select(NO_FIGURE) if game.selection >= 0 else Nothing()
    if queries.retreating(game) >= 0:
        return _retreat(game, at, who)
    if queries.turning(game) >= 0:
        return _face(game, at, who)
    if queries.pickable(game):
        return Do((o.Pick(who),)) if who in queries.pickable(game) else Select(who) if who >= 0 else Nothing()
    if queries.places(game):
        return _place(game, at, who)
    if queries.deployable(game):
        return _deploy(game, at, who, deploy_facing)
    if not game.options or state.frames or state.stage != "activations":
        return Select(who) if who != game.selection else Nothing()
    return _figure(game, who) if who >= 0 else _ground(game, at)


def forbidden(game: AsagiriController, wanted: Meaning) -> Refusal | None:
    """The rule against what a click means, tried out to its end; None: it will be done."""
    match wanted:
        case Confirm(then=then):
            return forbidden(game, then)
        case GoThere(who, at):
            way = corrections.route(game.state, who, at, None)
            return way if isinstance(way, Refusal) else _first_forbidden(game.state, way)
        case Do(options):
            return _first_forbidden(game.state, options)
        case PickWay(first, ways):
            found = [_first_forbidden(game.state, (*first, one)) for one in ways]
            return None if None in found else found[0]
    return None


def _first_forbidden(state: State, options: Sequence[Option]) -> Refusal | None:
    for option in options:
        refused = refusals.check(state, option)
        if refused is not None:
            return refused
        state = SYSTEM.apply(state, option).state
    return None


def _retreat(game: AsagiriController, at: SquareId, who: FigureId) -> Meaning:
    option = o.Retreat(at)
    if who >= 0 and option not in game.options:
        return Select(who)
    return Do((option,))


def _face(game: AsagiriController, at: SquareId, who: FigureId) -> Meaning:
    state = game.state
    turning = queries.turning(game)
    for option in game.options:
        if isinstance(option, o.Face) and _towards(state, turning, option.facing) == at:
            return Do((option,))
    return Select(who) if who >= 0 else Nothing()


def _place(game: AsagiriController, at: SquareId, who: FigureId) -> Meaning:
    """A square for a skill; where the facing is free, a person picks it."""
    ways = tuple(option for option in game.options if isinstance(option, o.Place) and option.at == at)
    if len(ways) > 1:
        return PickWay((), ways)
    return Do(ways) if ways else Select(who) if who >= 0 else Nothing()


def _towards(state: State, who: FigureId, facing: Facing) -> SquareId:
    board = state.table.board
    column, row, floor = board.squares[state.figures[who].at]
    dx, dy = DIRECTIONS[2 * facing]
    return board.index.get((column + dx, row + dy, floor), NO_SQUARE)


def _deploy(game: AsagiriController, at: SquareId, who: FigureId, facing: Facing) -> Meaning:
    if who >= 0:
        return Select(who)
    chosen = queries.chosen_to_deploy(game)
    return Do((queries.deploys(game, chosen, at, facing),)) if chosen >= 0 else Nothing()


def _figure(game: AsagiriController, who: FigureId) -> Meaning:
    """A click on a figure: look at one's own, hit an enemy that can be hit, else look at it."""
    state, selected = game.state, game.selection
    if queries.own(game, who):
        return Select(who)
    actor = queries.acting(game)
    if actor < 0 or (selected >= 0 and selected != actor and queries.spent(game)):
        actor = selected
    if actor < 0 or not queries.own(game, actor):
        return Select(who)
    first: tuple[Option, ...] = () if queries.acting(game) == actor else (o.Activate(actor),)
    attack = [o.Attack(who)] if who in queries.attacks(game, actor) else []
    ways = (*attack, *queries.shots(game, actor).get(who, []))
    if len(ways) > 1:
        return PickWay(first, ways)
    if ways:
        return Do((*first, *ways))
    active = state.active
    if active is not None and active.who == actor and not active.acted and selected == actor:
        near = state.table.board.distance(state.figures[actor].at, state.figures[who].at, "chebyshev") <= 1
        if near:
            return Do((o.Attack(who),))  # the refusal says why not
    return Select(who)


def _ground(game: AsagiriController, at: SquareId) -> Meaning:
    who = game.selection
    if who < 0:
        who = queries.acting(game)
        if who < 0 or at not in {found.at for found in queries.reach(game, who)}:
            return Nothing()
    if game.figure(who).at < 0:
        return Select(NO_FIGURE)
    if not queries.own(game, who):
        return Select(NO_FIGURE)
    if queries.acting(game) == who or queries.spent(game) or not queries.can_begin(game, who):
        return GoThere(who, at)
    active = game.state.active
    if active is None or at not in {found.at for found in queries.reach(game, who)}:
        return GoThere(who, at)
    name = game.state.table.called[active.who]
    return Confirm(say("Click again to end {who}'s activation.", who=name), GoThere(who, at))


class BoardController:
    """`aimed` is the square that is crossed out when the game refuses."""

    def __init__(self, view: BoardDisplay, tray: DeployTray, pointer: Pointer) -> None:
        self.view, self.game = view, view.game
        self.tray, self.pointer = tray, pointer
        self.aimed = NO_SQUARE
        self.closes_first: Callable[[], bool] = lambda: False
        """Escape is for what lies open besides, if this returns True."""
        self._confirm: Meaning | None = None
        tray.picked.connect(self.game.select)
        tray.drag_began.connect(self._take_from_tray)
        tray.drag_moved.connect(self._carry)
        tray.drag_ended.connect(self._put_down)
        tray.turned.connect(self.turn)

    def forget(self) -> None:
        """What waited to be confirmed no longer does."""
        self._confirm = None

    def click(self, at: SquareId) -> None:
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
            case GoThere(who, square):
                self.aimed = square
                self.game.move(who, square)
            case Do(options):
                self.choose(*options, aimed=at)
            case PickWay(first, ways):
                queries.choice_menu(self.game, first, ways, view).ask(view.global_of(at), self.game.changed)
        self.aimed = NO_SQUARE

    def choose(self, *options: Option, aimed: SquareId = NO_SQUARE) -> None:
        """Choose options; when they are refused, `aimed` is crossed out."""
        self.aimed = aimed
        self.game.choose(*options)
        self.aimed = NO_SQUARE

    def turn(self, by: int) -> None:
        """Turn the figure in the hand, those in the tray, or the selected one, by quarter-turns."""
        game, view = self.game, self.view
        if self.pointer.drag is not None:
            self.pointer.turn(by)
            return
        if queries.deployable(game):
            self.tray.facing = turned_by(self.tray.facing, by)
            self.tray.update()
            return
        who = game.selection
        if who < 0 or game.state.figures[who].at < 0:
            return
        view.skip()
        figure = game.state.figures[who]
        facing = turned_by(figure.facing, by)
        if game.tracking:
            game.move_by_hand(who, figure.at, facing)
        elif queries.own(game, who):
            first = () if queries.acting(game) == who else (o.Activate(who),)
            self.choose(*first, o.Turn(facing), aimed=figure.at)

    def go(self, who: FigureId, at: SquareId, facing: Facing) -> None:
        """A figure to a square and facing: by the rules, at a table by hand when they refuse."""
        self.aimed = at
        self.game.move_by_hand(who, at, facing) if self.game.tracking else self.game.move(who, at, facing)
        self.aimed = NO_SQUARE

    def drop(self, drag: Drag) -> None:
        """A figure was put down; what comes of it is shown without the way that the hand has gone already."""
        verdict = drag.verdict
        self.view.still, self.aimed = True, drag.at
        try:
            done = self.strike(verdict.strikes, drag.at) if verdict is not None and verdict.strikes else drag.drop()
        finally:
            self.view.still, self.aimed = False, NO_SQUARE
        if not done:
            self.view.figures.sync()
            self.view.layers.refresh()

    def set_upon(self, at: SquareId) -> bool:
        """The selected figure upon the enemy on a square; whether there are such two."""
        game = self.game
        who, enemy = game.selection if game.selection >= 0 else queries.acting(game), queries.standing(game.state, at)
        if min(who, enemy) < 0 or game.state.band_of(who) == game.state.band_of(enemy):
            return False
        return self.strike(strike(game.state, who, enemy), at)

    def strike(self, ways: tuple[Answer, ...], at: SquareId) -> bool:
        """A figure was set upon an enemy: the attack or a shot (of several ways the person picks one), or why not."""
        game, first = self.game, ways[0]
        if isinstance(first, ChooseIntent) and len(ways) > 1:
            options = [way.options for way in ways if isinstance(way, ChooseIntent)]
            made = queries.choice_menu(game, options[0][:-1], [way[-1] for way in options], self.view)
            made.ask(self.view.global_of(at), game.changed)
            return False
        if isinstance(first, ChooseIntent):
            return game.choose(*first.options)
        if isinstance(first, Byhand) and game.tracking:
            return game.override(first.instead.corrections, first.refusal)
        game.refused.emit(first.refusal if isinstance(first, Byhand) else first)
        return False

    def menu_at(self, at: SquareId, where: QPoint) -> None:
        """The right button: by hand, what can be done to a figure or a square; else look at the figure."""
        who = queries.standing(self.game.state, at)
        if who >= 0:
            self.game.select(who)
            made = queries.figure_menu if self.game.tracking else queries.odds_menu
            made(self.game, who, self.view).ask(where, self.game.changed)
        elif at >= 0 and self.game.tracking:
            queries.square_menu(self.game, at, self.view).ask(where, self.game.changed)

    def escape(self) -> bool:
        """Put back what is in the hand, else look at nothing; whether there was anything to leave."""
        self.pointer.slip.hide()
        if self.pointer.drag is not None:
            self.pointer.cancel()
        elif self.closes_first():
            return True
        elif self.game.selection >= 0 and not queries.deployable(self.game):
            self.game.select(NO_FIGURE)
        else:
            return False
        return True

    def sync_tray(self) -> None:
        """Show who waits to be deployed, one of them selected."""
        tray, game = self.tray, self.game
        waiting = queries.deployable(game)
        if set(waiting) - set(tray.figures):
            tray.facing = queries.deployment_facing(game.state)
        tray.turn = self.view.canvas.geometry.turn
        if waiting or tray.figures:
            tray.sync()
        if waiting and game.selection not in waiting:
            game.select(waiting[0])
        tray.setVisible(bool(waiting))

    def _take_from_tray(self, who: FigureId, where: QPoint) -> None:
        self.view.skip()
        drag = Drag(self.game, who, "deploy")
        drag.facing = self.tray.facing
        self.pointer.pick_up(drag, self.view.viewport().mapFromGlobal(where))

    def _carry(self, where: QPoint) -> None:
        self.pointer.carry(self.view.viewport().mapFromGlobal(where))

    def _put_down(self, where: QPoint) -> None:
        self._carry(where)
        self.pointer.put_down()
