"""Whom a selector means on the table."""

from __future__ import annotations

from companion.model.games.asagiri.rules.lines import sight
from companion.model.games.asagiri.state.state import State

from .language.vocabulary import Alignment, Face, Trait
from .language.who import Who
from .trigger_context import Moment

GROUNDS = {".": "clear", "h": "hindering", "a": "aquatic", "s": "stairs"}


def shows(state: State, who: int, trait: Trait | None, alignment: Alignment | None, face: Face | None) -> bool:
    """Whether a figure has this trait, this alignment and this face up; None: not asked."""
    character = state.table.characters[who]
    return (
        (trait is None or trait in character.traits)
        and (alignment is None or alignment == character.alignment)
        and (face is None or face == state.figures[who].state)
    )


def has_moved(state: State, who: int) -> bool:
    """Whether a figure has moved in the activation going on."""
    active = state.active
    return active is not None and active.who == who and active.moved


# figures -----------------------------------------------------------------------------------------------------------


def figures(state: State, wanted: Who, moment: Moment) -> list[int]:
    """Every figure on the board that a selector means, seen from the skill's bearer; `choose` is not looked at."""
    return [n for n in _begin(state, wanted, moment) if meant(state, n, wanted, moment)]


def _begin(state: State, wanted: Who, moment: Moment) -> list[int]:
    who = moment.who
    if wanted.of == "self":
        return [who]
    if wanted.of == "opponent":
        return [moment.opponent] if moment.opponent >= 0 and state.figures[moment.opponent].at >= 0 else []
    band = state.band_of(who)
    if wanted.of == "enemies":
        return state.on_board(1 - band)
    found = state.on_board(band)
    if wanted.of == "friends":
        return [n for n in found if n != who]
    found = sorted(found + state.on_board(1 - band))
    return [n for n in found if n != who] if wanted.of == "others" else found


def meant(state: State, n: int, wanted: Who, moment: Moment) -> bool:
    """Whether a figure of the right side fulfils what a selector asks besides."""
    figure = state.figures[n]
    if not shows(state, n, wanted.trait, wanted.alignment, wanted.state):
        return False
    if wanted.equipped is not None and wanted.equipped != (state.table.characters[n].equipment is not None):
        return False
    if wanted.reserve is not None and wanted.reserve != (figure.reserve is not None):
        return False
    if wanted.activated is not None and wanted.activated != figure.activated:
        return False
    if wanted.moved is not None and wanted.moved != has_moved(state, n):
        return False
    if wanted.token is not None and not bears(state, n, wanted.token):
        return False
    return figure.at < 0 or _stands(state, n, wanted, moment)


def bears(state: State, who: int, token: str) -> bool:
    """Whether a figure bears a token of this name."""
    return any(found.effect.token == token for found in state.figures[who].lasting)


def _stands(state: State, n: int, wanted: Who, moment: Moment) -> bool:
    board, at = state.table.board, state.figures[n].at
    if wanted.ground is not None and GROUNDS.get(board.terrain[at]) not in wanted.ground:
        return False
    if wanted.threatened is not None and wanted.threatened != state.in_enemy_zone(n):
        return False
    here, facing = place(state, moment), state.figures[moment.who].facing
    if wanted.controlled is not None:
        zone = board.zones[here][facing] if here >= 0 else 0
        if wanted.controlled != bool(zone >> at & 1):
            return False
    if wanted.controlling is not None and wanted.controlling != (here >= 0 and bool(state.zone(n) >> here & 1)):
        return False
    if wanted.sight is not None and wanted.sight != _in_sight(state, here, facing, at):
        return False
    if wanted.within is None and wanted.beyond is None:
        return True
    centre = here
    if wanted.centre == "opponent" and moment.opponent >= 0:
        centre = state.figures[moment.opponent].at
        centre = moment.fell if centre < 0 else centre
    if centre < 0:
        return False
    away = board.distance(centre, at, state.table.options.range_metric)
    if board.squares[centre][2] != board.squares[at][2]:
        away = 99
    return (wanted.within is None or away <= wanted.within) and (wanted.beyond is None or away > wanted.beyond)


def sees(state: State, who: int, other: int) -> bool:
    """Whether a figure has another in its field of vision with an open line of fire (VIS-1, SHT-4)."""
    here = state.figures[who]
    return _in_sight(state, here.at, here.facing, state.figures[other].at)


def _in_sight(state: State, here: int, facing: int, there: int) -> bool:
    board = state.table.board
    if here < 0 or there < 0 or board.forward(here, facing, there) < 1:
        return False
    return sight(board, here, there, state.occupied()).open


def place(state: State, moment: Moment) -> int:
    """Where the moment's figure stands, or stood when what it does took it off the board; -1: nowhere."""
    here = state.figures[moment.who].at
    return moment.stood if here < 0 else here
