"""Putting a game together at the table (KAR-6): cards face up, tiles to lay, a scenario card to draw and to read."""

from .page import DraftPage, ScenarioPanel

__all__ = ["DraftPage", "ScenarioPanel"]
