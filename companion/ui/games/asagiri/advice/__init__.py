"""What can I do with these dice? The slip that says it."""

from .slip import AdviceSlip

__all__ = ["AdviceSlip"]
