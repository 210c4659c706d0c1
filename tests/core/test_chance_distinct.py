"""Dice that are drawn without putting back, as cards are."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from companion.model.core.chance import HIDDEN, Die, DieKind, completed, count, drawn, every, fits, seeded

CARD = DieKind("card", ("a", "b", "c", "d"), (1, 1, 1, 1))
THREE = (Die(CARD, "A"), Die(CARD, "A"), Die(CARD, "pile"))


def test_every_order_is_as_likely_as_any_other_and_there_are_that_many() -> None:
    outcomes = list(every(THREE, True))
    assert len(outcomes) == len({faces for faces, _ in outcomes}) == count(THREE, True) == 24
    assert {weight for _, weight in outcomes} == {Fraction(1, 24)}
    met = Counter(drawn(THREE, Random(n), True) for n in range(4800))
    assert len(met) == 24
    assert max(met.values()) < 2 * min(met.values())


def test_a_seed_gives_the_same_order_again() -> None:
    assert seeded(THREE, 7, 2, True) == seeded(THREE, 7, 2, True)
    assert fits(THREE, seeded(THREE, 7, 2, True), True)


def test_only_different_faces_of_the_kind_fit() -> None:
    assert fits(THREE, ("a", "b", "c"), True)
    for bad in (("a", "b", "a"), ("a", "b"), ("a", "b", "e"), ("a", "b", HIDDEN), ("a", "b", None), ("a", "b", 1.0)):
        assert not fits(THREE, bad, True)  # type: ignore[arg-type]
    secret = tuple(Die(DieKind("card", CARD.faces, CARD.weights, True), "A") for _ in range(3))
    assert fits(secret, ("a", HIDDEN, HIDDEN), True)


def test_what_is_not_typed_is_drawn_from_what_is_left() -> None:
    assert completed((None, "a", None), ("a", "b", "c"), True) == ("b", "a", "c")
    assert completed((None, 3), (5, 6)) == (5, 3)
