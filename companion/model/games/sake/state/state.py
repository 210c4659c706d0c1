"""Everything about a game at one moment."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from companion.model.games.sake.box.deck import NO_CARD, Deck, Location, Rule, Sheet
from companion.model.games.sake.state.frames import Frame

LETTERS: Final = "ABCDEFGH"
SAMURAI, SPIRIT, OUT = 0, 1, 2
KINDS: Final = ("samurai", "spirit", "out")

LIFE: Final = -10_001
SHEET: Final = -10_002
"""Spots beside weapons and items, which are their cards (WRD-3)."""

CUBES: Final = 28
"""Step cubes in the box."""
ENDLESS: Final = 10_000
"""The cubes of a box that never becomes empty (RNG-6)."""
HAND: Final = 4

NOBODY: Final = -1

NO_PHASE, PLAY, DISCIPLES, DRAW, HOLD, POWER, SPIRIT_DRAW, THIRD = range(8)
PHASES: Final = (None, "play", "disciples", "draw", "hold", "power", "draw", "third")


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Table options; what is left out is as the page has it."""

    location: str | None = None
    sheets: Literal["chosen", "dealt"] = "chosen"
    spare_katanas: Literal["shuffled", "boxed"] = "shuffled"
    cubes: Literal["box", "endless"] = "box"
    plus_range: Literal["shortest", "either"] = "shortest"
    bare_hands: Literal["unarmed", "out_of_reach"] = "unarmed"
    iaido_bonus: bool = True
    defence_without_card: bool = False
    interrupt_disciples: Literal["attacks", "none"] = "attacks"
    race: Literal["secret", "first"] = "secret"
    spirit_hand_limit: bool = True
    fatal_turn: Literal["at_once", "finish"] = "at_once"
    equal_to_spirits: Literal["again", "draw"] = "again"
    fatal_limit: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = 3
    enforcement: Literal["track", "assist", "enforce"] = "enforce"
    chance_entry: Literal["dealt", "typed", "ask"] = "dealt"
    clock: Annotated[int, msgspec.Meta(ge=1, le=86_400)] | None = None


class Table(msgspec.Struct, frozen=True, gc=False):
    """What stays during the game."""

    deck: Deck
    options: Options
    sheets: tuple[Sheet | None, ...]
    """Seat by seat; None: without ability."""
    names: tuple[str, ...]
    """What people at the seats are called; empty: by their letter."""
    rule: Rule | None
    """Of the location."""
    location: Location | None
    dealable: dict[str, Sheet] = {}
    """The sheets that C0 deals, by id; empty afterwards."""

    @property
    def limit(self) -> int:
        """PIL-4, LOC-3."""
        return HAND + (self.rule == "market")


Cards: TypeAlias = tuple[int, ...]


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A seat: what lies before it, and its hand."""

    kind: int = SAMURAI
    seated: bool = False
    hand: Cards = ()
    """In order of number: the place in a hand tells nothing."""
    life: Cards = ()
    """Top first, wounds too."""
    wounds: Cards = ()
    gear: Cards = ()
    held: int = NO_CARD
    sake: Cards = ()
    """Spots with a counter, in order."""
    jar: int = 0
    """The sake of a Spirit."""


class Disciple(msgspec.Struct, frozen=True, gc=False, order=True):
    """A Disciple on a line, `at` cubes from its *from* end (RNG-2)."""

    at: int
    card: int


class Line(msgspec.Struct, frozen=True, gc=False):
    """The cubes between two neighbours, from one to the left of him (RNG-1), with the Disciples of either, in order."""

    start: int
    end: int
    steps: int
    ours: tuple[Disciple, ...] = ()
    """Those of `start`."""
    theirs: tuple[Disciple, ...] = ()
    """Those of `end`."""


class Fatal(msgspec.Struct, frozen=True, gc=False):
    """The Fatal Round (FAT-1): who began it, who has a turn after the active seat, how many were added before."""

    first: int
    left: tuple[int, ...]
    extra: int = 0


class State(msgspec.Struct, frozen=True, gc=False):
    """A game at one moment."""

    table: Table
    seats: tuple[Seat, ...]
    lines: tuple[Line, ...]
    pile: Cards
    """Top first."""
    discard: Cards
    """Oldest first."""
    air: Cards
    masu: int
    gone: int
    active: int
    """NOBODY before the first turn."""
    phase: int
    plays: int
    soul: int
    """The seats that have drawn on their soul in this turn, as bits."""
    fatal: Fatal | None
    turn: int
    frames: tuple[Frame, ...]

    @property
    def count(self) -> int:
        return len(self.seats)


T = TypeVar("T")


def replace(value: T, /, **changes: Any) -> T:
    """A copy of a struct with some fields changed."""
    return _replace(value, **changes)  # type: ignore[no-any-return]


_replace: Any = msgspec.structs.replace


def in_game(table: Table) -> list[int]:
    """Every card that takes part (DEA-3)."""
    deck, count = table.deck, len(table.sheets)
    boxed = set(deck.katanas[count:]) if table.options.spare_katanas == "boxed" else set()
    return [card for card in range(len(deck)) if card not in boxed]


def public_cards(state: State) -> set[int]:
    """The cards that lie open: discards, in the air, in play (HID)."""
    found = {*state.discard, *state.air, *[card for seat in state.seats for card in seat.gear]}
    return found.union([one.card for line in state.lines for one in (*line.ours, *line.theirs)])


def counters(players: int) -> int:
    """DEA-6: the sake of a game."""
    return (5 * players + 1) // 2


def ability(table: Table, seat: int, of: Seat) -> str | None:
    """The ability that a Samurai has now (SAM-1)."""
    sheet = table.sheets[seat]
    return None if sheet is None or SHEET in of.sake else sheet.ability


def free_spots(of: Seat) -> list[int]:
    """The spots without a counter."""
    return [spot for spot in (LIFE, SHEET, *of.gear) if spot not in of.sake]


def living(seats: tuple[Seat, ...] | list[Seat]) -> list[int]:
    """The seats that are Samurai (WRD-7)."""
    return [n for n, seat in enumerate(seats) if seat.kind == SAMURAI]


def clockwise(first: int, count: int) -> list[int]:
    """All seats clockwise from one on, it included."""
    return [*range(first, count), *range(first)]


def box(state: State) -> int:
    """The cubes in the box (RNG-6)."""
    if state.table.options.cubes == "endless":
        return ENDLESS
    return CUBES - sum([line.steps for line in state.lines])
