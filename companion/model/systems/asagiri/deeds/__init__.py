"""What each operation of the skill-effect language does in this game, and what it asks first.

A deed is asked for its options (none: it simply happens), and told the answer; some roll dice. `doing` runs them.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.effects.tree import Effect

from . import figures, inspiration, places, rolls, standing, summoning
from .deed import Deed

DEEDS: Mapping[type[Effect], Deed] = {
    **standing.DEEDS,
    **rolls.DEEDS,
    **places.DEEDS,
    **inspiration.DEEDS,
    **figures.DEEDS,
    **summoning.DEEDS,
}

__all__ = ["DEEDS", "Deed"]
