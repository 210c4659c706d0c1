"""The second window: the board alone, for a TV or the other side of the table."""

from __future__ import annotations

from .onlooker import Onlooker
from .window import SecondWindow

__all__ = ["Onlooker", "SecondWindow"]
