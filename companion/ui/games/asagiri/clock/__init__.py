"""A clock for those who want one: a line over the board that empties. Time has no rule: nothing happens at its end."""

from __future__ import annotations

from .line import ClockLine
from .times import CLOCKS, Times

__all__ = ["CLOCKS", "ClockLine", "Times"]
