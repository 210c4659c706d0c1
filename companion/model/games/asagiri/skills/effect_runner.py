"""Runs what a skill does, operation by operation: whom it is about, what is asked, what the dice bring."""

from __future__ import annotations

from companion.model.core.chance import Die, Face
from companion.model.core.contract import Option
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.transition import Flow
from companion.model.games.asagiri.state.stack import Doing
from companion.model.games.asagiri.state.state import State, replace

from .operation import Operation, moment


def choices(state: State, frame: Doing) -> list[Option]:
    """What the bearer's player chooses among now; empty when nothing has to be asked."""
    if not frame.effects or frame.rolling:
        return []
    operation = _first(frame)
    if frame.target < 0:
        wanted = _wanted(operation)
        found = [n for n in operation.targets(state, moment(frame)) if n not in frame.chosen]
        if wanted is None or len(frame.chosen) >= wanted or len(found) + len(frame.chosen) <= wanted:
            return []
        return [o.Pick(n) for n in found]
    return list(operation.ask(state, frame))


def _first(frame: Doing) -> Operation:
    """The operation that is being done."""
    first = frame.effects[0]
    assert isinstance(first, Operation)
    return first


def _wanted(operation: Operation) -> int | None:
    """How many figures are chosen for it; None: all that it means."""
    return None if operation.who is None else operation.who.choose


def dice(state: State, frame: Doing) -> tuple[Die, ...]:
    """The dice to be rolled."""
    return _first(frame).dice(state, frame)


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
    operation = _first(frame)
    about, wanted = operation.targets(flow.state, moment(frame)), _wanted(operation)
    if wanted is not None and len(frame.chosen) >= wanted:
        about = list(frame.chosen)
    flow.state = flow.state.pop()
    flow.push(replace(frame, effects=frame.effects[1:], chosen=()))
    once = replace(frame, effects=(operation,), chosen=())
    flow.push(*(replace(once, target=n) for n in reversed(about)))


def _do(flow: Flow, frame: Doing, option: Option | None) -> None:
    _first(frame).do(flow, frame, option)


def answer(flow: Flow, frame: Doing, option: Option) -> None:
    """The bearer's player has chosen."""
    if isinstance(option, o.Pick):
        flow.state = flow.state.swap_top(replace(frame, chosen=(*frame.chosen, option.who)))
        return
    flow.state = flow.state.pop()
    _do(flow, frame, option)


def fallen(flow: Flow, frame: Doing, faces: tuple[Face, ...]) -> None:
    """The dice of an operation lie on the table."""
    flow.state = flow.state.pop()
    _first(frame).fallen(flow, replace(frame, rolling=False), faces)
