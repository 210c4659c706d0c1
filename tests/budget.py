"""How much a test does of what it could do for ever: examples by the hypothesis profile, kills by the environment."""

from __future__ import annotations

import os

from hypothesis import settings

KILLS = int(os.environ.get("OKKO_KILLS", "3"))
"""How often a program is killed at a random moment."""


def examples(count: int) -> int:
    """So many where a profile draws a hundred examples as a rule, and in proportion where it draws fewer or more."""
    return max(1, count * settings.default.max_examples // 100)
