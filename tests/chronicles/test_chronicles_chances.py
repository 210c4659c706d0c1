"""Exact chances against the table of the page (§28) and its worked examples."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from companion.model.content.library import Library
from companion.model.games.chronicles.box.box import Box, box_of
from companion.model.games.chronicles.insight.chances import attack_chance
from companion.model.games.chronicles.insight.chances import test_chance as chance_of_test
from companion.model.games.chronicles.insight.odds import chance_now
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state.state import State, replace

from .tables import active, begun, choose

ATTACKS = {
    (1, 0): (66.7, 27.8, 4.6, 0.8, 0.1, 0.0, 0.0, 0.0),
    (2, 0): (88.9, 63.0, 32.4, 11.8, 3.0, 0.7, 0.1, 0.0),
    (3, 0): (96.3, 83.3, 60.5, 35.3, 16.2, 5.9, 1.8, 0.5),
    (4, 0): (98.8, 93.0, 79.5, 59.1, 37.1, 19.5, 8.5, 3.2),
    (5, 0): (99.6, 97.2, 90.2, 76.7, 58.1, 38.4, 21.9, 10.8),
    (6, 0): (99.9, 98.9, 95.5, 87.7, 74.6, 57.4, 39.3, 23.9),
    (2, 1): (98.1, 89.8, 71.0, 45.6, 22.9, 8.9, 2.7, 0.7),
    (3, 1): (99.4, 95.9, 85.9, 68.2, 46.0, 25.8, 12.0, 4.6),
    (3, 2): (99.9, 99.1, 95.9, 88.0, 73.7, 54.6, 35.1, 19.2),
    (4, 2): (100.0, 99.7, 98.3, 94.2, 85.6, 71.7, 54.1, 36.2),
    (3, 4): (100.0, 100.0, 99.8, 98.9, 96.5, 91.0, 81.3, 67.3),
}
TESTS = {
    1: (37.5, 75.0, 100.0, 100.0, 100.0, 100.0, 100.0),
    2: (14.1, 42.2, 75.0, 93.8, 100.0, 100.0, 100.0),
    3: (5.3, 21.1, 47.5, 73.8, 91.4, 98.4, 100.0),
    4: (2.0, 9.9, 27.0, 50.8, 73.8, 89.6, 97.3),
    5: (0.7, 4.4, 14.3, 31.6, 53.5, 74.0, 88.5),
    6: (0.3, 1.9, 7.2, 18.4, 35.5, 55.7, 74.3),
    7: (0.1, 0.8, 3.5, 10.1, 22.0, 38.8, 57.6),
}


@pytest.fixture(scope="module")
def box() -> Box:
    return box_of(Library.shipped(), ("house",))


def test_ATK_4_chances_are_those_of_the_table(box: Box) -> None:
    for (combat, action), row in ATTACKS.items():
        told = tuple(round(float(attack_chance(box, combat, action, needed) * 100), 1) for needed in range(1, 9))
        assert told == row, (combat, action)


def test_TST_1_chances_are_those_of_the_table(box: Box) -> None:
    for difficulty, row in TESTS.items():
        told = tuple(round(float(chance_of_test(box, difficulty, most) * 100), 1) for most in range(7))
        assert told == row, difficulty


def test_worked_examples_give_exact_fractions(box: Box) -> None:
    assert attack_chance(box, 4, 2, 5) == Fraction(179651, 209952)
    assert attack_chance(box, 2, 1, 4) == Fraction(2659, 5832)
    assert chance_of_test(box, 7, 6) == Fraction(1208763, 2097152)
    assert chance_of_test(box, 6, 6) == Fraction(12177, 16384)
    assert chance_of_test(box, 4, 4) == Fraction(189, 256)
    assert chance_of_test(box, 4, 2) == Fraction(1107, 4096)


def test_no_difficulty_is_passed_and_no_defense_is_hit(box: Box) -> None:
    assert chance_of_test(box, 0, 0) == chance_of_test(box, -1, 0) == 1
    assert attack_chance(box, 0, 0, 0) == 1
    assert attack_chance(box, 0, 0, 1) == 0


@pytest.mark.parametrize(
    ("combat", "action", "needed", "again"), [(2, 1, 3, 1), (1, 2, 4, 2), (3, 0, 5, 2), (2, 0, 1, 3)]
)
def test_ATK_4_dice_rolled_again_are_those_that_help_most(
    box: Box, combat: int, action: int, needed: int, again: int
) -> None:
    """Every face of every die, and every choice of what is rolled again."""
    kinds = [box.dice["combat"]] * combat + [box.dice["action"]] * action
    whole = Fraction(0)
    for faces in product(*[tuple(zip(kind.faces, kind.weights, strict=True)) for kind in kinds]):
        chance = Fraction(1)
        for (_, weight), kind in zip(faces, kinds, strict=True):
            chance *= Fraction(weight, sum(kind.weights))
        shown: list[Any] = [face for face, _ in faces]
        best = Fraction(0)
        for n in range(again + 1):
            for gone in combinations(range(len(kinds)), n):
                rolled = [at for at in range(len(kinds)) if at in gone or shown[at] == "ki"]
                kept = sum(1 if shown[at] == "ki" else shown[at] for at in range(len(kinds)) if at not in gone)
                first = sum(kinds[at].id == "combat" for at in rolled)
                best = max(best, attack_chance(box, first, len(rolled) - first, needed - kept))
        whole += chance * best
    assert attack_chance(box, combat, action, needed, again) == whole
    assert attack_chance(box, combat, action, needed, again) >= attack_chance(box, combat, action, needed)


@pytest.mark.parametrize(("difficulty", "most", "again"), [(3, 2, 1), (4, 3, 2), (2, 0, 2)])
def test_TST_1_test_dice_rolled_again_help_most(box: Box, difficulty: int, most: int, again: int) -> None:
    die = box.dice["test"]
    whole = Fraction(0)
    for faces in product(*[tuple(zip(die.faces, die.weights, strict=True))] * difficulty):
        chance = Fraction(1)
        for _, weight in faces:
            chance *= Fraction(weight, sum(die.weights))
        shown = [int(face) for face, _ in faces]
        ways = [gone for n in range(again + 1) for gone in combinations(range(difficulty), n)]
        whole += chance * max(
            chance_of_test(box, len(gone), most - sum(face for at, face in enumerate(shown) if at not in gone))
            for gone in ways
        )
    assert chance_of_test(box, difficulty, most, again) == whole


def attacking(**fields: Any) -> State:
    """Okko attacks an Ashigaru (3 black dice, 1 red one, Defense 3), and the attack has come so far."""
    state = choose(active(begun(2, tracked=True)), "attack:ashigaru-1", "h1")
    return replace(state, frames=(*state.frames[:-1], replace(state.frames[-1], **fields)))


def test_ATK_4_the_chance_of_an_attack_follows_its_dice(box: Box) -> None:
    whole = attack_chance(box, 3, 1, 3)
    assert chance_now(attacking()) == chance_now(attacking(step="dread", combat=0, action=0, defense=0)) == whole
    assert chance_now(attacking(step="ki", total=2, ki=("combat",))) == attack_chance(box, 1, 0, 1)
    assert chance_now(attacking(step="ki", total=3)) == 1
    dice: dict[str, Any] = {"step": "reroll", "faces": (0, 0, 1, 1), "rerolls": 1}
    assert chance_now(attacking(**dice)) == attack_chance(box, 1, 0, 1)
    assert chance_now(attacking(**dice, again=(3,))) == attack_chance(box, 0, 1, 2)
    assert chance_now(begun(2)) is None


def test_TST_1_the_chance_of_a_test_follows_its_dice(box: Box) -> None:
    state = begun(2, tracked=True)
    frame = f.TestFrame("h1", "house:the-well", "mental", 4, "place", direct=False)
    testing = replace(state, frames=(frame,))
    assert chance_now(testing) == chance_of_test(box, 4, 3)
    assert chance_now(replace(state, frames=(replace(frame, difficulty=-1),))) is None
    again = replace(frame, faces=(2, 2, 0, 0), rerolls=1)
    assert chance_now(replace(state, frames=(again,))) == chance_of_test(box, 1, 1)
