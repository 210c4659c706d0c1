"""The words that a state is made of: states of figures, stats, stages, where dice are; limits and editions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import Annotated, Literal, NewType, TypeAlias, TypeVar, cast

from companion.model.games.asagiri.skills.language.vocabulary import Element

T = TypeVar("T")


class Ref(Enum):
    """What a number or a text of a state stands for, and so how it is written and spoken (`text`, `wire`)."""

    FIGURE = auto()
    SQUARE = auto()
    FACING = auto()
    BAND = auto()
    THING = auto()
    CARD = auto()
    SKILL = auto()
    ZONE = auto()
    DIAL = auto()
    STOPS = auto()


FigureId = NewType("FigureId", Annotated[int, Ref.FIGURE])
SquareId = NewType("SquareId", Annotated[int, Ref.SQUARE])
Facing = NewType("Facing", Annotated[int, Ref.FACING])
BandId = NewType("BandId", Annotated[int, Ref.BAND])
ThingId = NewType("ThingId", Annotated[int, Ref.THING])
CardId: TypeAlias = Annotated[str, Ref.CARD]
SkillId: TypeAlias = Annotated[str, Ref.SKILL]
ZoneId: TypeAlias = Annotated[str, Ref.ZONE]
DialId: TypeAlias = Annotated[str, Ref.DIAL]

FigureOrNone: TypeAlias = Annotated[FigureId, Ref.FIGURE, None]
"""-1: no figure; null in JSON."""
SquareOrNone: TypeAlias = Annotated[SquareId, Ref.SQUARE, None]
NO_FIGURE = FigureId(-1)
NO_SQUARE = SquareId(-1)
NO_THING = ThingId(-1)

by_figure = cast("Callable[[Iterable[T]], Iterator[tuple[FigureId, T]]]", enumerate)
"""`enumerate` of what a table has for each figure: nothing is called besides."""
by_square = cast("Callable[[Iterable[T]], Iterator[tuple[SquareId, T]]]", enumerate)
figure_range = cast("Callable[[int], Sequence[FigureId]]", range)
square_range = cast("Callable[[int], Sequence[SquareId]]", range)
by_thing = cast("Callable[[Iterable[T]], Iterator[tuple[ThingId, T]]]", enumerate)
by_band = cast("Callable[[Iterable[T]], Iterator[tuple[BandId, T]]]", enumerate)
by_facing = cast("Callable[[Iterable[T]], Iterator[tuple[Facing, T]]]", enumerate)
EVERY_FACING = NORTH, EAST, SOUTH, WEST = (Facing(0), Facing(1), Facing(2), Facing(3))
NO_FACING = Facing(-1)
NO_BAND = BandId(-1)
BANDS = (BandId(0), BandId(1))
ENEMY_OF = BANDS[::-1]
"""The band that plays against each band."""


def turned_by(facing: Facing, quarters: int) -> Facing:
    """A facing after quarter-turns to the right."""
    return EVERY_FACING[(facing + quarters) % 4]


Condition: TypeAlias = Literal["vigilant", "shaken", "disabled"]


Feeling: TypeAlias = Literal["vigilant", "shaken"]
"""How somebody on the board is."""


Extra: TypeAlias = Literal["attack", "shot", "action", "movement", "activation"]
"""An action that a skill has given besides."""


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


EDITION = 4
"""The rules of today. 3: skills of a movement that was forbidden moved their bearer (TRN-4), and whoever chose where
the loser retreats to made the retreat one square long (RET-1), and whoever passed figures or followed the loser
passed the diagonals that figures close (GEO-2). 2: also, a skill that eased movement alone eased retreats as well
(RET-3), a turn that it gave was no movement (TRN-4), an attack from behind was one even for whoever ignores it
(CBT-5), who shook whom was not remembered (CBT-6), and what was announced of a result inside other effects held
for whoever won (SKL-3). 1: also, earth in reserve helped in one's own phase too (INS-2), becoming vigilant in an
enemy zone was refused to tests alone (STA-4), whom a skill had brought before a door could open it (KAR-5), cards
recruited in turns were there as often as wanted, and equal zeni were weighed against the worth of the vigilant
(KAR-6).
"""


def default_limit(budget: int) -> int:
    """Three quarters of the budget from 16 on, two thirds below, rounded down: 12 of 16, 8 of 12."""
    return budget * 3 // 4 if budget >= 16 else budget * 2 // 3
