"""The command line of the table: what people say, typed."""

from .panel import CommandPanel

__all__ = ["CommandPanel"]
