"""The time machine: every way a campaign has gone, to be looked at, gone back to, branched and compared."""

from .page import TimeMachine

__all__ = ["TimeMachine"]
