"""Guards that a card lets act, for whoever played it (effect `guards`)."""

from __future__ import annotations

from companion.model.core.contract import Option, Pending
from companion.model.games.chronicles.rules import attack, movement, targets, totals
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.activation import ACT, FIGURE
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Figure, State, replace


def _guards_go_on(t: Transition, frame: f.GuardsFrame) -> bool:
    if frame.figure is not None and (t.now.figure(frame.figure) is None or not frame.actions):
        t.become(replace(frame, figure=None, actions=0))
        return True
    if frame.figure is None and (not frame.left or not _guards(t.now, frame)):
        t.pop()
        return True
    return False


def _guards(state: State, frame: f.GuardsFrame) -> list[Figure]:
    return [one for one in state.figures if one.group == "guard" and one.id not in frame.done]


def _ask_guards(state: State, frame: f.GuardsFrame) -> Pending:
    if frame.figure is None:
        free = [o.TakeFigure(frame.seat, one.id) for one in _guards(state, frame)]
        return asks(frame.seat, FIGURE, [*free, o.Done(frame.seat)])
    figure = state.figure(frame.figure)
    assert figure is not None
    struck = [one for one in targets.fought(state, frame) if targets.strikes(state, figure, one) is not False]
    fights = [o.Attack(frame.seat, one.id) for one in struck]
    return asks(frame.seat, ACT, [*movement.options(state, frame.seat, figure), *fights, o.EndFigure(frame.seat)])


def _guards_chosen(t: Transition, frame: f.GuardsFrame, option: Option) -> None:
    match option:
        case o.TakeFigure(_, id):
            figure = t.now.figure(id)
            assert figure is not None
            actions = totals.actions_of(t.now, figure)
            t.become(replace(frame, left=frame.left - 1, done=(*frame.done, id), figure=id, actions=actions))
            t.tell(e.FigureActed(id))
        case o.EndFigure():
            t.become(replace(frame, figure=None, actions=0))
        case o.Done():
            t.pop()
        case _:
            assert frame.figure is not None
            t.become(replace(frame, actions=frame.actions - 1))
            if isinstance(option, o.Go | o.Stand):
                movement.begin(t, frame.seat, frame.figure, option)
            elif isinstance(option, o.Attack):
                attack.declare(t, frame.figure, option)


GUARDS = Part(_ask_guards, _guards_chosen, resume=_guards_go_on)
