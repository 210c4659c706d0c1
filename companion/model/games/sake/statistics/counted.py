"""What is counted in a game of Saké & Samouraï."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.model.core.luck import Luck
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.state.state import NOBODY, SAMURAI

Means: TypeAlias = Literal["weapon", "hands", "iaido", "event", "disciple"]
"""What an Attack was made with."""


class Blow(msgspec.Struct, frozen=True):
    """An Attack (WRD-6), however it ended."""

    step: int
    turn: int
    by: int
    target: int
    """The seat attacked, or whose Disciple was."""
    at_disciple: bool
    means: Means
    tool: int
    """The weapon or event by its number in `Deck.types`; NO_CARD: none."""
    value: int
    cancelled: bool = False
    """An Interruption undid it."""
    stopped_by: tuple[int, int] = (NOBODY, NO_CARD)
    """Who played which Interruption, by its number in `Deck.types`; also where the Attack of an iaido was kept."""
    saved: Literal["", "disciple", "spirit"] = ""
    """A Disciple of the hand took it (DFN-3), or a Spirit went through thin air (SPI-9)."""
    defence: int = 0
    damage: int = 0
    wounds: int = 0
    """Life cards that it cost."""
    killed: bool = False
    """The Samurai, or the Disciple."""


class Death(msgspec.Struct, frozen=True):
    """A Samurai has died by a blow (DTH) or by his own hand (FAT-7)."""

    step: int
    turn: int
    seat: int
    blow: Blow | None
    """None: seppuku."""


class FatalRound(msgspec.Struct, frozen=True):
    """FAT-1; `extra`: how many rounds were added before."""

    step: int
    turn: int
    first: int
    extra: int


class Standing(msgspec.Struct, frozen=True):
    """How things stood when so many turns had been played."""

    step: int
    turn: int
    masu: int
    sake: tuple[int, ...]
    """By seat, a Spirit's as well."""
    life: tuple[int, ...]
    """WRD-5."""
    living: tuple[bool, ...]
    felled: tuple[int, ...]
    """Samurai that each seat has killed so far."""


class SeatStatistics(msgspec.Struct):
    """What one seat did, and what befell it."""

    seat: int
    sheet: str
    """The id of its sheet; empty: without one."""
    kind: int = SAMURAI
    """As `state.KINDS` counts, now."""
    sake: int = 0
    """That it holds now."""
    won: bool = False
    drunk: int = 0
    """Sake taken from the Masu as a Samurai."""
    stolen: int = 0
    """Sake that came to it as a Spirit."""
    burnt: int = 0
    """Burnt, or paid for an item or event."""
    sober: int = 0
    """The most of its own turns in a row in which it drank nothing."""
    turns: int = 0
    blows: int = 0
    """Attacks that it made, cancelled ones and those of Disciples included."""
    damage: int = 0
    """That its blows did to Samurai."""
    wounds: int = 0
    """Life cards that it lost to blows."""
    killed: int = 0
    """Samurai."""
    disciples: int = 0
    """Disciples that it struck down."""
    stopped: int = 0
    """Moves and Attacks that it interrupted."""
    drawn: Luck = Luck()
    """The four boxes of the cards it drew; nothing before the end."""
    turned: Luck = Luck()
    """The boxes turned up for its Disciples."""

    @property
    def luck(self) -> Luck:
        return self.drawn + self.turned


class GameStatistics(msgspec.Struct, frozen=True):
    """Everything about one game, up to its present."""

    seats: tuple[SeatStatistics, ...]
    steps: int
    turns: int
    """Turns begun."""
    finished: bool
    winners: tuple[int, ...]
    why: str
    """As `fatal.Why` has it; empty: it goes on."""
    blows: tuple[Blow, ...]
    deaths: tuple[Death, ...]
    rounds: tuple[FatalRound, ...]
    standings: tuple[Standing, ...]
    """At the beginning, after each turn, and now."""
    last_cup: int
    """Who emptied the Masu; NOBODY: it is not empty."""

    @property
    def kills(self) -> dict[tuple[int, int], int]:
        """How often who killed whom."""
        found: dict[tuple[int, int], int] = {}
        for death in self.deaths:
            if death.blow is not None:
                pair = death.blow.by, death.seat
                found[pair] = found.get(pair, 0) + 1
        return found
