"""Whom an effect is about, how large a number is, whether a condition holds: the language's questions to the table."""

from __future__ import annotations

from companion.model.effects.conditions import (
    AnyOf,
    Behind,
    By,
    Condition,
    FromReserve,
    Holds,
    InTurns,
    Not,
    Opponent,
    Own,
    Role,
    Rolled,
    There,
)
from companion.model.effects.operations import Token
from companion.model.effects.selectors import Amount, Count, Dice, Losses, Margin, StatOf, Who

from .lines import sight
from .moment import Moment
from .state import State

GROUNDS = {".": "clear", "h": "hindering", "a": "aquatic", "s": "stairs"}


def holds(state: State, condition: Condition, moment: Moment) -> bool:
    """Whether a condition of a skill holds in this moment."""
    match condition:
        case Opponent():
            return moment.opponent >= 0 and _shows(state, moment.opponent, condition)
        case Own():
            return _own(state, condition, moment.who)
        case FromReserve():
            return moment.origin == "reserve"
        case There():
            found = len(figures(state, condition.of, moment))
            return condition.least <= found and (condition.most is None or found <= condition.most)
        case Role():
            return condition.part in (None, moment.part) and condition.by in (None, moment.by)
        case Behind():
            return moment.behind == condition.holds
        case By():
            return condition.least <= moment.margin and (condition.most is None or moment.margin <= condition.most)
        case Rolled():
            if moment.faces is None:
                return False
            return condition.least <= moment.faces[condition.whose == "enemy"] <= condition.most
        case Holds():
            held = state.figures[moment.who].kept
            if condition.where == "pool":
                held = state.bands[state.band_of(moment.who)].pool
            return sum(condition.element in (None, die) for die in held) >= condition.least
        case InTurns():
            return condition.least <= state.turn and (condition.most is None or state.turn <= condition.most)
        case Not():
            return not holds(state, condition.condition, moment)
        case AnyOf():
            return any(holds(state, one, moment) for one in condition.conditions)


def _shows(state: State, who: int, wanted: Opponent | Who) -> bool:
    character, figure = state.table.characters[who], state.figures[who]
    return (
        (wanted.trait is None or wanted.trait in character.traits)
        and (wanted.alignment is None or wanted.alignment == character.alignment)
        and (wanted.state is None or wanted.state == figure.state)
    )


def _own(state: State, wanted: Own, who: int) -> bool:
    if wanted.state is not None and state.figures[who].state != wanted.state:
        return False
    return wanted.moved is None or wanted.moved == _moved(state, who)


def _moved(state: State, who: int) -> bool:
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
    if not _shows(state, n, wanted):
        return False
    if wanted.equipped is not None and wanted.equipped != (state.table.characters[n].equipment is not None):
        return False
    if wanted.reserve is not None and wanted.reserve != (figure.reserve is not None):
        return False
    if wanted.activated is not None and wanted.activated != figure.activated:
        return False
    if wanted.moved is not None and wanted.moved != _moved(state, n):
        return False
    if wanted.token is not None and not bears(state, n, wanted.token):
        return False
    return figure.at < 0 or _stands(state, n, wanted, moment)


def bears(state: State, who: int, token: str) -> bool:
    """Whether a figure bears a token of this name."""
    return any(isinstance(found.effect, Token) and found.effect.name == token for found in state.figures[who].lasting)


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


# numbers -----------------------------------------------------------------------------------------------------------


def amount(state: State, wanted: Amount, moment: Moment) -> int:
    """How large a number is now."""
    match wanted:
        case int():
            return wanted
        case Count():
            found = wanted.times * len(figures(state, wanted.of, moment))
            return found if wanted.most is None else max(-wanted.most, min(wanted.most, found))
        case StatOf():
            known = [getattr(state.face(n), wanted.stat) for n in figures(state, wanted.of, moment)]
            return int((max if wanted.pick == "highest" else min)(known)) if known else 0
        case Dice():
            band = state.bands[state.band_of(moment.who)]
            if wanted.where == "aside":
                return band.aside
            held = band.pool if wanted.where == "pool" else _kept(state, moment.who)
            return sum(wanted.element in (None, die) for die in held)
        case Margin():
            return max(0, moment.margin)
        case Losses():
            mine = state.band_of(moment.who)
            return state.bands[mine if wanted.whose == "own" else 1 - mine].lost


def _kept(state: State, who: int) -> tuple[str, ...]:
    band = state.band_of(who)
    return tuple(die for n in state.on_board(band) for die in state.figures[n].kept)
