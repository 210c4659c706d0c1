"""What a click on a square means, as a value: the view then does it. No widget, no rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal
from companion.model.core.words import Message, say
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules import refusals
from companion.model.games.asagiri.state.board import DIRECTIONS
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table import corrections
from companion.ui.games.asagiri.controller.game import Game

from . import asks


@dataclass(frozen=True)
class Nothing:
    """The click means nothing here."""


@dataclass(frozen=True)
class Select:
    """Look at a figure, or at none (-1)."""

    who: int


@dataclass(frozen=True)
class Go:
    """Bring a figure to a square, by the rules."""

    who: int
    at: int


@dataclass(frozen=True)
class Do:
    """Choose these options, as one thing to undo."""

    options: tuple[Option, ...]


@dataclass(frozen=True)
class Pick:
    """Several ways to do it: a person picks one. `first` comes before whichever is picked."""

    first: tuple[Option, ...]
    ways: tuple[Option, ...]


@dataclass(frozen=True)
class Confirm:
    """Possible, but it ends something: say `why`, and do `then` when it is clicked again."""

    why: Message
    then: Go | Do | Pick


Meaning: TypeAlias = Nothing | Select | Go | Do | Pick | Confirm


def meaning(game: Game, at: int, deploy_facing: int = 0) -> Meaning:
    """What a click on the square `at` (-1: beside the board) means now."""
    state = game.state
    who = asks.standing(state, at)
    if at < 0:
        return Select(-1) if game.selection >= 0 else Nothing()
    if asks.retreating(game) >= 0:
        return _retreat(game, at, who)
    if asks.turning(game) >= 0:
        return _face(game, at, who)
    if asks.pickable(game):
        return Do((o.Pick(who),)) if who in asks.pickable(game) else Select(who) if who >= 0 else Nothing()
    if asks.places(game):
        return _place(game, at, who)
    if asks.deployable(game):
        return _deploy(game, at, who, deploy_facing)
    if not game.options or state.frames or state.stage != "activations":
        return Select(who) if who != game.selection else Nothing()
    return _figure(game, who) if who >= 0 else _ground(game, at)


def forbidden(game: Game, wanted: Meaning) -> Refusal | None:
    """The rule against what a click means, tried out to its end; None: it will be done."""
    match wanted:
        case Confirm(then=then):
            return forbidden(game, then)
        case Go(who, at):
            way = corrections.route(game.state, who, at, None)
            return way if isinstance(way, Refusal) else _first_forbidden(game.state, way)
        case Do(options):
            return _first_forbidden(game.state, options)
        case Pick(first, ways):
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


def _retreat(game: Game, at: int, who: int) -> Meaning:
    option = o.Retreat(at)
    if who >= 0 and option not in game.options:
        return Select(who)
    return Do((option,))


def _face(game: Game, at: int, who: int) -> Meaning:
    state = game.state
    turning = asks.turning(game)
    for option in game.options:
        if isinstance(option, o.Face) and _towards(state, turning, option.facing) == at:
            return Do((option,))
    return Select(who) if who >= 0 else Nothing()


def _place(game: Game, at: int, who: int) -> Meaning:
    """A square for a skill; where the facing is free, a person picks it."""
    ways = tuple(option for option in game.options if isinstance(option, o.Place) and option.at == at)
    if len(ways) > 1:
        return Pick((), ways)
    return Do(ways) if ways else Select(who) if who >= 0 else Nothing()


def _towards(state: State, who: int, facing: int) -> int:
    board = state.table.board
    column, row, floor = board.squares[state.figures[who].at]
    dx, dy = DIRECTIONS[2 * facing]
    return board.index.get((column + dx, row + dy, floor), -1)


def _deploy(game: Game, at: int, who: int, facing: int) -> Meaning:
    if who >= 0:
        return Select(who)
    chosen = asks.chosen_to_deploy(game)
    return Do((asks.deploys(game, chosen, at, facing),)) if chosen >= 0 else Nothing()


def _figure(game: Game, who: int) -> Meaning:
    """A click on a figure: look at one's own, hit an enemy that can be hit, else look at it."""
    state, selected = game.state, game.selection
    if asks.own(game, who):
        return Select(who)
    actor = asks.acting(game)
    if actor < 0 or (selected >= 0 and selected != actor and asks.spent(game)):
        actor = selected
    if actor < 0 or not asks.own(game, actor):
        return Select(who)
    first: tuple[Option, ...] = () if asks.acting(game) == actor else (o.Activate(actor),)
    attack = [o.Attack(who)] if who in asks.attacks(game, actor) else []
    ways = (*attack, *asks.shots(game, actor).get(who, []))
    if len(ways) > 1:
        return Pick(first, ways)
    if ways:
        return Do((*first, *ways))
    active = state.active
    if active is not None and active.who == actor and not active.acted and selected == actor:
        near = state.table.board.distance(state.figures[actor].at, state.figures[who].at, "chebyshev") <= 1
        if near:
            return Do((o.Attack(who),))  # the refusal says why not
    return Select(who)


def _ground(game: Game, at: int) -> Meaning:
    """A click on a free square: go there."""
    who = game.selection
    if who < 0:
        who = asks.acting(game)
        if who < 0 or at not in {found.at for found in asks.reach(game, who)}:
            return Nothing()
    if game.figure(who).at < 0:
        return Select(-1)
    if not asks.own(game, who):
        return Select(-1)
    if asks.acting(game) == who or asks.spent(game) or not asks.can_begin(game, who):
        return Go(who, at)
    active = game.state.active
    if active is None or at not in {found.at for found in asks.reach(game, who)}:
        return Go(who, at)
    name = game.state.table.called[active.who]
    return Confirm(say("Click again to end {who}'s activation.", who=name), Go(who, at))
