"""Okko: Era of the Asagiri. `SYSTEM` fulfils the contract; the window also reads the pure rule functions."""

from .system import SYSTEM

__all__ = ["SYSTEM"]
