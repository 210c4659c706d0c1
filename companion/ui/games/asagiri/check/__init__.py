"""The table check on the screen: short questions, answered by one key each, and what was probably missed."""

from .checking import Checking
from .slip import CheckSlip

__all__ = ["CheckSlip", "Checking"]
