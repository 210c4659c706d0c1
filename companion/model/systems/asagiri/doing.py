"""Runs what a skill does, operation by operation: whom it is about, what is asked, what the dice bring."""

from __future__ import annotations

from companion.model.core.chance import Die, Face
from companion.model.core.contract import Option
from companion.model.effects.tree import Effect, Who

from . import options as o
from .deeds import DEEDS, Deed
from .deeds.deed import moment
from .flow import Flow
from .possible import targets
from .stack import Doing
from .state import State, replace


def choices(state: State, frame: Doing) -> list[Option]:
    """What the bearer's player chooses among now; empty when nothing has to be asked."""
    if not frame.effects or frame.rolling:
        return []
    effect = frame.effects[0]
    if frame.target < 0:
        wanted = _chosen_of(effect)
        found = [n for n in targets(state, effect, moment(frame)) if n not in frame.chosen]
        if wanted is None or len(frame.chosen) >= wanted or len(found) + len(frame.chosen) <= wanted:
            return []
        return [o.Pick(n) for n in found]
    return list(_deed(effect).ask(state, frame, effect))


def _deed(effect: Effect) -> Deed:
    """How the operation is done; what only holds while a skill lasts is nothing to be done."""
    return DEEDS.get(type(effect)) or _HOLDS


_HOLDS = Deed(lambda flow, frame, effect, option: None)


def _chosen_of(effect: Effect) -> int | None:
    who: Who | None = getattr(effect, "who", None)
    return who.choose if who is not None else None


def dice(state: State, frame: Doing) -> tuple[Die, ...]:
    """The dice to be rolled."""
    effect = frame.effects[0]
    rolled = DEEDS[type(effect)].dice
    assert rolled is not None
    return rolled(state, frame, effect)


def settle(flow: Flow, frame: Doing) -> bool:
    """Do what needs no answer; True when the frame asks."""
    if frame.rolling:
        return True
    if not frame.effects:
        flow.state = flow.state.pop()
        return False
    found = choices(flow.state, frame)
    if len(found) > 1:
        return True
    if frame.target < 0:
        _aim(flow, frame)
    else:
        flow.state = flow.state.pop()
        _do(flow, frame, found[0] if found else None)
    return False


def _aim(flow: Flow, frame: Doing) -> None:
    """Whom the operation is about is known: once for each of them, then the next operation."""
    effect, seen = frame.effects[0], moment(frame)
    about = targets(flow.state, effect, seen)
    wanted = _chosen_of(effect)
    if wanted is not None and len(frame.chosen) >= wanted:
        about = list(frame.chosen)
    flow.state = flow.state.pop()
    flow.push(replace(frame, effects=frame.effects[1:], chosen=()))
    once = replace(frame, effects=(effect,), chosen=())
    flow.push(*(replace(once, target=n) for n in reversed(about)))


def _do(flow: Flow, frame: Doing, option: Option | None) -> None:
    effect = frame.effects[0]
    _deed(effect).do(flow, frame, effect, option)


def answer(flow: Flow, frame: Doing, option: Option) -> None:
    """The bearer's player has chosen."""
    if isinstance(option, o.Pick):
        flow.state = flow.state.swap_top(replace(frame, chosen=(*frame.chosen, option.who)))
        return
    flow.state = flow.state.pop()
    _do(flow, frame, option)


def fallen(flow: Flow, frame: Doing, faces: tuple[Face, ...]) -> None:
    """The dice of an operation lie on the table."""
    effect = frame.effects[0]
    told = DEEDS[type(effect)].fallen
    assert told is not None
    flow.state = flow.state.pop()
    told(flow, replace(frame, rolling=False), effect, faces)
