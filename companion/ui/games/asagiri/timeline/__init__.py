"""The past on the screen: a strip to look through the game, and slips to put a step of it right."""

from .amending import Amending
from .change_slip import ChangeSlip
from .strip import TimelineStrip

__all__ = ["Amending", "ChangeSlip", "TimelineStrip"]
