"""The heroes' side of the table: their sheets, and the hand of the one who plans."""

from companion.ui.games.chronicles.heroes.column import HeroColumn
from companion.ui.games.chronicles.heroes.plan_hand import PlanHand
from companion.ui.games.chronicles.heroes.sheet import HeroSheet

__all__ = ["HeroColumn", "HeroSheet", "PlanHand"]
