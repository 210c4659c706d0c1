"""Exact odds of two dice, in thirty-sixths (CBT-3)."""

from __future__ import annotations


def margins(attack: int, defense: int) -> dict[int, int]:
    """How many of the 36 pairs of dice give each margin (attacker's total less the defender's)."""
    found: dict[int, int] = {}
    for difference in range(-5, 6):
        found[attack - defense + difference] = 6 - abs(difference)
    return found


def outcomes(attack: int, defense: int) -> dict[str, int]:
    """The seven results of a combat by margin alone, in thirty-sixths."""
    found = dict.fromkeys(
        ("attacker_out", "attacker_shaken", "attacker_retreats", "draw", "defender_retreats", "defender_shaken",
         "defender_out"),
        0,
    )  # fmt: skip
    for margin, ways in margins(attack, defense).items():
        found[result_of(margin)] += ways
    return found


def result_of(margin: int) -> str:
    """What a margin means (CBT-3)."""
    loser = "defender" if margin > 0 else "attacker"
    size = abs(margin)
    if size == 0:
        return "draw"
    return f"{loser}_{'retreats' if size < 3 else 'shaken' if size == 3 else 'out'}"
