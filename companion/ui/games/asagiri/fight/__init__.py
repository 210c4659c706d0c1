"""Combats, shots and tests: the slip that resolves them (`FightSlip`) and the look ahead (`FightPreview`)."""

from __future__ import annotations

from .odds_bar import OddsBar
from .preview import FightPreview
from .slip import FightSlip
from .versus import Versus
from .whatif import WhatIf

__all__ = ["FightPreview", "FightSlip", "OddsBar", "Versus", "WhatIf"]
