"""The words that a state is made of: states of figures, stats, stages, where dice are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from .language.vocabulary import Element

if TYPE_CHECKING:
    pass


Condition: TypeAlias = Literal["vigilant", "shaken", "disabled"]


Stat: TypeAlias = Literal["attack", "defense", "movement", "willpower"]


Stage: TypeAlias = Literal[
    "first", "recruit", "equip", "tiles", "scenario", "side", "deploy", "enter", "take_back", "roll", "activations",
    "reserve",
]  # fmt: skip


Quarter: TypeAlias = Literal["NW", "NE", "SW", "SE"]
"""A quarter of the board: the place of one tile (CMP-1)."""


Origin: TypeAlias = Literal["pool", "reserve", "aside"]


Away: TypeAlias = Literal["", "waiting", "captive", "left"]
"""Why a figure that is not disabled is off the board: it comes later, is bound, or has left (ADV-5, ADV-8, ADV-9)."""


DRAFTING: frozenset[Stage] = frozenset({"recruit", "equip", "tiles", "scenario"})
"""The stages in which a game without an adventure is put together (KAR-6)."""


BEFORE: frozenset[Stage] = DRAFTING | {"first", "side", "deploy"}
"""The stages before the first phase."""


STAT_OF: dict[Element, Stat] = {"fire": "attack", "earth": "defense", "air": "movement", "water": "willpower"}
"""INS-2: what a die of an element raises."""
