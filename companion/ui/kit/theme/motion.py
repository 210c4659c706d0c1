"""Motion: how long things take, and whether they move at all."""

from __future__ import annotations

from typing import Literal, TypeAlias

Speed: TypeAlias = Literal["wait", "slow", "fast", "at_once"]
"""Of automatic players: their fights wait to be read, are shown slowly or fast, or everything comes at once."""

QUICK, NORMAL, TURN, TUMBLE, FALL, BREATH = 120, 220, 300, 600, 1500, 3200
"""Milliseconds: a hover, a step, a card turned over, a die rolled, the dice of a fight until the result has landed, one
breath of the next step."""
_reduced = False
_speed: Speed = "wait"


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


def speed() -> Speed:
    """How fast automatic players act before a person's eyes."""
    return _speed


def set_speed(speed: Speed) -> None:
    """Have them act faster or slower from now on."""
    global _speed
    _speed = speed
