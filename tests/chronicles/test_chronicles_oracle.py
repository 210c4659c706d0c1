"""Every question about places, on random floors, against an oracle that knows nothing of the board (BRD, MOV, ATK)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings

from companion.model import grid
from companion.model.games.chronicles.board.board import Board
from companion.model.games.chronicles.rules import burst, places, targets
from companion.model.games.chronicles.state.frames import AttackFrame
from companion.model.games.chronicles.state.options import Attack, Burst, Shoot
from companion.model.games.chronicles.state.state import Figure, State, replace
from companion.model.grid import Cell
from tests.budget import examples

from .random_floors import SHAPES, Scene, Shape, scene

FEW = 12
"""Lines looked at on each floor."""
SPEEDS = range(4)


def here(state: State) -> Board:
    found = places.board(state)
    assert found is not None
    return found


def neighbours(it: Scene, rng: Random) -> int:
    """BRD-6, BRD-10."""
    board = here(it.state)
    ours = {
        zone: {board.zones[n] for n in grid.members(near)}
        for zone, near in zip(board.zones, board.next_to, strict=True)
    }
    assert ours == it.crowd.floor.neighbours()
    touching = {frozenset((one.name, other)) for one in it.state.layout.pieces for other in board.touching(one.name)}
    assert touching == it.crowd.floor.adjacent_pieces()
    return len(ours) + len(it.state.layout.pieces)


def lines(it: Scene, rng: Random) -> int:
    """BRD-7, BRD-9, with either `wall_ends`, there and back."""
    cells = sorted(it.crowd.floor.zone)
    pairs = [(rng.choice(cells), rng.choice(cells)) for _ in range(FEW)]
    around = rng.choice(cells)
    pairs += [(around, (around[0] + across, around[1] + down)) for across in (-1, 0, 1) for down in (-1, 0, 1)]
    tried = 0
    for one, other in pairs:
        if other not in it.crowd.floor.zone:
            continue
        assert places.sees(it.state, one, other) is it.crowd.sees(one, other), (one, other)
        assert places.sees(it.state, other, one) is it.crowd.sees(one, other), (other, one)
        if one != other:
            assert places.near(it.state, one, other) is it.crowd.adjacent(one, other), (one, other)
        tried += 3
    return tried


def ways(it: Scene, rng: Random) -> int:
    """MOV-1 to MOV-8: where a move can end, and its first step."""
    board, tried = here(it.state), 0
    for figure in it.state.figures:
        who = it.crowd.figures[figure.id]
        zone = board.zone_of[places.cell(board, figure.at)]
        for glide in (False, True):
            ground = places.ground(it.state, board, figure, glide=glide)
            speed = rng.choice(SPEEDS)
            ours = {board.cells[one.cell]: (one.zones, one.stops) for one in ground.reach(zone, speed)}
            assert ours == it.crowd.reach(who, speed, glide=glide), (figure.id, speed, glide)
            steps = ground.onward(zone, ground.steps(zone, speed))
            first = {board.zones[n] for n in grid.members(steps)}
            assert first == it.crowd.first_steps(who, speed, glide=glide), (figure.id, speed, glide)
            tried += 2
    return tried


def fights(it: Scene, rng: Random) -> int:
    """ATK-1, ATK-6, BRD-8: who may be attacked and shot by whom, and where a hit pushes to."""
    tried = 0
    for figure in it.state.figures:
        who = it.crowd.figures[figure.id]
        offered = targets.attacks(it.state, figure, "oni")
        reach = figure.card == "house:ashigaru"
        assert {one.target for one in offered if isinstance(one, Attack)} == it.crowd.struck(who, reach=reach), (
            figure.id
        )
        shots = {one.target for one in offered if isinstance(one, Shoot)}
        assert shots == (it.crowd.shot(who) if figure.id == "h4" else set()), figure.id
        for other in it.state.figures:
            target = it.crowd.figures[other.id]
            if other.camp != figure.camp:
                assert places.fires(it.state, figure, other.at) is it.crowd.fires(who, target), (figure.id, other.id)
                blocked = targets.in_fire(it.state, figure, other)
                assert (blocked is None) is it.crowd.fires(who, target), (figure.id, other.id)
                assert pushed(it.state, figure, other) == free_of_firm(it, other, it.crowd.pushed(who, target))
                tried += 3
        tried += 2
    if shooter := it.state.figure("h4"):
        zones = {one.zone for one in burst.options(volley(it.state), shooter) if isinstance(one, Burst)}
        assert zones == it.crowd.burst(it.crowd.figures["h4"])
        tried += 1
    return tried


def volley(state: State) -> State:
    """The same with the talent of a burst in the place of the ranged one."""
    hero = state.hero("h4")
    changed = replace(hero, plan=replace(hero.plan, left="house:setsuka-3"))
    return replace(state, heroes=(*state.heroes[:3], changed))


def pushed(state: State, attacker: Figure, target: Figure) -> set[Cell]:
    return set(targets.pushed_to(state, AttackFrame(attacker.id, target.id, "attack", "hit", total=1, defense=1)))


def free_of_firm(it: Scene, target: Figure, cells: set[Cell]) -> set[Cell]:
    """Noburo stands firm."""
    return set() if target.card == "house:noburo" else cells


QUESTIONS: dict[str, Callable[[Scene, Random], int]] = {
    "neighbours": neighbours,
    "lines": lines,
    "ways": ways,
    "fights": fights,
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_BRD_MOV_ATK_answers_are_those_of_another_reading(question: str, tried: Callable[..., None]) -> None:
    asked = 0

    @given(SHAPES)
    @settings(max_examples=examples(80))
    def compare(shape: Shape) -> None:
        nonlocal asked
        it = scene(shape)
        if it.crowd.floor.zone:
            asked += QUESTIONS[question](it, Random(shape.seed))

    compare()
    assert asked
    tried(asked)
