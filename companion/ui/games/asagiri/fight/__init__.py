"""Combats, shots and tests: the slip that resolves them (`FightPanel`) and the look ahead (`FightPreview`)."""

from __future__ import annotations

from .panel import FightPanel
from .parts import OddsBar
from .versus import Versus
from .whatif import FightPreview, WhatIf

__all__ = ["FightPanel", "FightPreview", "OddsBar", "Versus", "WhatIf"]
