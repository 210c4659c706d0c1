"""Campaigns (CAM-1 to CAM-4, ADV-14): a sequence of adventures between two rosters, played like a game.

A campaign fulfils the contract of a game system, so a `Session` drives it: its log, undo, chance, records and journal
are those of games. `docs/decisions/0100-campaigns.md` says why.
"""

from .system import CAMPAIGN

__all__ = ["CAMPAIGN"]
