"""Motion: how long things take, and whether they move at all."""

from __future__ import annotations

QUICK, NORMAL, TURN, TUMBLE, BREATH = 120, 220, 300, 600, 3200
"""Milliseconds: a hover, a step, a card turned over, a die rolled, one breath of the next step."""
_reduced = False


def reduced() -> bool:
    """Whether the person asked for reduced motion."""
    return _reduced


def set_reduced(on: bool) -> None:
    """Ask for reduced motion (or not); holds for animations started from now on."""
    global _reduced
    _reduced = on


def duration(milliseconds: int) -> int:
    """How long an animation takes: as given, or nearly nothing with reduced motion."""
    return 1 if _reduced else milliseconds
