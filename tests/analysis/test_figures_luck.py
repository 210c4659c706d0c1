"""Dice against expectation: exact, and each die counted once for the right hand and the right kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.model.content.library import Library
from companion.model.core.contract import Event
from companion.model.core.record import Rolled
from companion.model.core.session import Session
from companion.model.games.asagiri.rules.events import CombatRolled, ShotRolled, WillpowerTested
from companion.model.games.asagiri.rules.skill_events import DieRerolled, StatTested
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.statistics.course import (
    EXACT,
    EXPECTED,
    FACES,
    VARIANCE,
    WeighedDice,
    fewer,
    luck,
    normal,
    passages,
    ways,
    weigh,
    worse,
)

from .figures_kit import simulated, typed


@cache
def _thrown(dice: int, told: Callable[[tuple[int, ...]], int]) -> Counter[int]:
    """What is told of every throw of so many dice, and how often."""
    return Counter(map(told, product(range(1, 7), repeat=dice)))


def _tori(faces: tuple[int, ...]) -> int:
    return sum(face > 4 for face in faces)


@given(st.integers(0, 5), st.data())
def test_the_share_of_those_who_do_worse_is_exact(dice: int, data: st.DataObject) -> None:
    points = data.draw(st.integers(dice, 6 * dice))
    sums = _thrown(dice, sum)
    less = sum(often for total, often in sums.items() if total < points)
    assert worse(dice, points) == pytest.approx(float(Fraction(2 * less + sums[points], 2 * 6**dice)), abs=1e-15)


@given(st.integers(0, 7), st.data())
def test_the_share_of_those_who_see_fewer_tori_is_exact(dice: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, dice))
    seen = _thrown(dice, _tori)
    less = sum(often for n, often in seen.items() if n < hits)
    assert fewer(dice, hits) == pytest.approx((less + seen[hits] / 2) / 6**dice, abs=1e-12)


@given(st.integers(1, 60))
def test_the_ways_of_all_sums_add_up_and_mirror(dice: int) -> None:
    found = ways(dice)
    assert sum(found) == 6**dice and found == found[::-1] and len(found) == 5 * dice + 1


@pytest.mark.parametrize("dice", [EXACT - 1, EXACT])
@pytest.mark.parametrize("deviations", [-2.5, -1, 0, 0.5, 3])
def test_where_the_normal_distribution_takes_over_nobody_sees_it(dice: int, deviations: float) -> None:
    points = round(3.5 * dice + deviations * sqrt(VARIANCE * dice))
    near = normal((points - 3.5 * dice) / sqrt(VARIANCE * dice))
    assert worse(dice, points) == pytest.approx(near, abs=1e-3)


def test_no_dice_are_neither_good_nor_bad() -> None:
    assert weigh([]) == WeighedDice() and WeighedDice().share == 0.5 and WeighedDice().surplus == 0
    assert fewer(0, 0) == 0.5


def test_all_sixes_are_luckier_than_all_but_half_of_themselves() -> None:
    assert worse(3, 18) == 1 - 1 / (2 * 216)
    assert worse(3, 3) == 1 / (2 * 216)


def _told() -> Iterator[tuple[Session[State], list[Event]]]:
    """Games, each with all that is told of it; first the one in which a die has been found to be rolled again."""
    for number in sorted(range(20), key=lambda number: number != 6):
        session = simulated(number)
        yield session, [event for n in range(session.present) for event in session.events_of(n)]


def test_sta_3_a_low_die_is_lucky_in_a_test_and_a_high_one_in_combat() -> None:
    session, events = next((game, told) for game, told in _told() if any(isinstance(e, DieRerolled) for e in told))
    found = luck(passages(session))
    combat, tests, again = [], [], []
    for event in events:
        match event:
            case CombatRolled() | ShotRolled():
                combat += event.dice
            case WillpowerTested() | StatTested():
                tests.append(event.die)
            case DieRerolled():
                again.append(event.second)
    # after a die was rolled again both are told again: the one that stayed is no third die
    assert combat and tests
    assert sum(not throw.test for throw in found.throws) == len(combat) - len(again)
    assert sorted(7 - throw.points for throw in found.throws if throw.test) == sorted(tests)
    assert all(throw.points == throw.face for throw in found.throws if not throw.test)


WEIGHED = ("combat", "test", "other")
"""Kinds of rolls: a die that is rolled again is one of its fight or test."""


def test_typed_and_corrected_dice_are_real_ones_and_stand_apart() -> None:
    session = typed()
    found = luck(passages(session))
    sources = Counter(
        source
        for n, step in enumerate(session.steps)
        if type(step.intent) is Rolled and session.system.pending(session.state_at(n)).kind in WEIGHED
        for source in step.result.sources or ()
    )
    assert sources["corrected"] and sources["typed"] and sources["seed"]
    assert found.of(typed=True).dice == sources["typed"] + sources["corrected"]
    assert found.of(typed=False).dice == sources["seed"]
    assert found.of(typed=True) + found.of(typed=False) == found.of()
    assert found.of(0) + found.of(1) == found.of()
    by_figure = [found.of(owner=character.id) for character in session.state.table.characters]
    assert sum(one.dice for one in by_figure) == found.of().dice


def test_inspiration_dice_are_counted_face_by_face() -> None:
    session = typed()
    found = luck(passages(session))
    fell: Counter[str] = Counter()
    for n, step in enumerate(session.steps):
        if type(step.intent) is Rolled and session.system.pending(session.state_at(n)).kind == "inspiration":
            fell.update(map(str, step.result.faces or ()))
    for face in FACES:
        assert found.faces(0)[face] + found.faces(1)[face] == fell[face]
        for seat in (0, 1):
            assert found.faces(seat, True)[face] + found.faces(seat, False)[face] == found.faces(seat)[face]
    assert sum(EXPECTED.values()) == pytest.approx(1)


def test_what_was_undone_has_not_fallen() -> None:
    session = typed()
    whole = luck(passages(session)).of().dice
    shorter = type(session).replay(session.system, session.save(), Library.shipped(), cursor=len(session.steps) // 2)
    assert 0 < luck(passages(shorter)).of().dice < whole
