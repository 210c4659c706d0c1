"""What a figure could do with its activation, seen as wholes: where it could end, and what it could do from there.

Players made of code judge the states that these plans lead to. A plan only lists what the rules offer; going there
step by step is left to the game, so nothing here can break a rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.contract import Choice, Option

from . import fights, play, turn, willpower
from . import options as o
from .flow import Flow, before_action
from .mirror import reachable
from .movement import Reached
from .state import Active, Began, State, replace


def outlook(state: State, choice: Choice) -> Iterator[tuple[Option, State, int]]:
    """For each plan: the option that begins it, the state it leads to, and how many decisions it takes."""
    if state.frames or state.stage != "activations":
        inward = (turn.side_of(state, turn.deploying(state)) + 2) % 4 if state.stage == "deploy" else -1
        for option in choice.options:
            if isinstance(option, o.Deploy) and option.facing != inward:
                continue  # whoever deploys looks at the board
            yield option, play.apply(state, option).state, 1
        return
    acting = state.active
    for option in choice.options:
        if isinstance(option, o.Activate):
            yield from _activation(state, option)
        elif acting is None or not isinstance(option, o.Step | o.Turn | o.EndMovement):
            yield option, play.apply(state, option).state, 1
    if acting is not None and not acting.over:
        yield from _walks(state, acting.who)


def _activation(state: State, option: o.Activate) -> Iterator[tuple[Option, State, int]]:
    after = play.apply(state, option).state
    if after.over or after.active is None:
        yield option, after, 1
        return
    for action, then in _actions(after, option.who):
        yield option, then, 1 + action
    for _, then, length in _walks(after, option.who):
        yield option, then, 1 + length


def _actions(state: State, who: int) -> Iterator[tuple[int, State]]:
    """What the active figure could do where it stands."""
    active = state.active
    if active is None or active.acted or active.who != who or state.over:
        return
    for target in fights.targets(state, who):
        yield 1, play.apply(state, o.Attack(target)).state
    for target, skill, origin in fights.shots(before_action(state), who):
        yield 1, play.apply(state, o.Shoot(target, skill.id, origin)).state
    if willpower.refused(state, who) is None:
        yield 1, play.apply(state, play.TEST_WILLPOWER).state


def _walks(state: State, who: int) -> Iterator[tuple[Option, State, int]]:
    """Every place the active figure could go to, and what it could do there; squares looked at with two facings."""
    before = state.figures[who]
    for found in _worth_a_look(state, who, reachable(state, who)):
        square, facing = found.path[0]
        first: Option
        if square == before.at:
            first = o.Turn(facing)
        else:
            first = next((s for s in play.pending_steps(state, who) if s.at == square), play.END_MOVEMENT)
        landed = _landed(state, who, found)
        yield first, landed, len(found.path)
        for length, then in _actions(landed, who):
            yield first, then, len(found.path) + length


def _worth_a_look(state: State, who: int, reached: list[Reached]) -> Iterator[Reached]:
    """Each square with its cheapest facing and with the facing nearest to the enemies."""
    board = state.table.board
    enemies = [state.figures[n].at for n in state.on_board(1 - state.band_of(who))]
    squares: dict[int, list[Reached]] = {}
    for found in reached:
        if found.path:
            squares.setdefault(found.at, []).append(found)
    for choices in squares.values():
        cheapest = min(choices, key=lambda r: r.cost)
        looking = max(choices, key=lambda r: (sum(board.zones[r.at][r.facing] >> at & 1 for at in enemies),
                                              sum(board.forward(r.at, r.facing, at) > 0 for at in enemies),
                                              -r.cost))  # fmt: skip
        yield cheapest
        if looking is not cheapest:
            yield looking


def _landed(state: State, who: int, found: Reached) -> State:
    """The state after the walk, computed in one go; the walk itself will be made step by step."""
    active = state.active
    assert active is not None
    began = active.began or Began(state.in_enemy_zone(who), state.figures[who].state)
    squares = [square for square, _ in found.path]
    trail = list(active.trail)
    for square in squares:
        if square != trail[-1]:
            trail.append(square)
    stepped = active.stepped or len(trail) > len(active.trail)
    walked = Active(who, tuple(trail), active.points - found.cost, active.acted, True, False, stepped, began)
    flow = Flow(state)
    flow.figure(who, at=found.at, facing=found.facing)
    flow.set(active=walked)
    if found.stops or active.acted:
        flow.end_movement()
    return replace(flow.state)
