"""How much a test does of what it could do for ever: examples by the hypothesis profile, kills by the environment."""

from __future__ import annotations

import os

from hypothesis import settings


def tries(few: int) -> int:
    """How often a fault is tried: `few` in `make test`, as the table of `tests/soak.py` says in `make soak`."""
    return int(os.environ.get("OKKO_TRIES", few))


KILLS = tries(3)
"""How often a program is killed at a random moment."""


def examples(count: int) -> int:
    """So many where a profile draws a hundred examples as a rule, and in proportion where it draws fewer or more."""
    return max(1, count * settings.default.max_examples // 100)
