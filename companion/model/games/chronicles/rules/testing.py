"""Tests of characteristics (TST): how hard one is, and whether it is passed."""

from __future__ import annotations

from companion.model.games.chronicles.box.effects import Stat, TestKind
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import totals
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import FigureId, State, replace

NOT_TOLD = -1
"""A difficulty that nobody told."""


def begin(
    t: Transition,
    figure: FigureId,
    place: str,
    characteristic: Stat,
    difficulty: int,
    kind: TestKind | None,
    *,
    direct: bool,
) -> None:
    """TST-1: a test is announced; at no difficulty it is passed without dice (TST-3)."""
    t.push(f.TestFrame(figure, place, characteristic, difficulty, kind, direct))


def eased(state: State, frame: f.TestFrame) -> int:
    """The difficulty, `−1` tokens counted (TST-4); NOT_TOLD where nobody told it."""
    if frame.difficulty == NOT_TOLD:
        return NOT_TOLD
    minus = next((one.minus for one in state.scores if one.id == frame.place), 0)
    minus += next((one.minus for one in state.tokens if one.id == frame.place), 0)
    minus += next((one.minus for one in state.layout.doors if one.id == frame.place), 0)
    return max(0, frame.difficulty - minus)


def result(state: State, frame: f.TestFrame) -> bool | None:
    """Whether it was passed; None: dice or the table have to say so."""
    figure = state.figure(frame.figure)
    assert figure is not None
    if totals.base(state, figure, frame.characteristic) is None:
        return False  # FOL-8
    if eased(state, frame) == 0 or totals.passes_without_dice(state, figure, frame.kind):
        return True
    if frame.total < 0:
        return None
    return frame.total <= totals.characteristic(state, figure, frame.characteristic, frame.kind)


def ease(t: Transition, place: str, *, passed: bool) -> None:
    """TST-4: a `−1` token comes onto the test that was failed; they go from one that was passed."""
    layout = t.now.layout
    for name, listed in (("tokens", t.now.tokens), ("scores", t.now.scores), ("doors", layout.doors)):
        eased = next((one for one in listed if one.id == place), None)
        if eased is None:
            continue
        new = replace(eased, minus=0 if passed else eased.minus + 1)
        changed = tuple([new if one is eased else one for one in listed])
        t.set(**({"layout": replace(layout, doors=changed)} if name == "doors" else {name: changed}))
        if not passed:
            t.tell(e.TestEased(place, new.minus))
