"""What is counted in a game of Okko Chronicles."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.model.core.luck import Luck
from companion.model.games.chronicles.state.state import Camp, CardId, Seat


class Accused(msgspec.Struct, frozen=True):
    """An accusation and its answer (ACC)."""

    step: int
    turn: int
    of: Literal["nature", "host"]
    named: CardId
    right: bool


class Standing(msgspec.Struct, frozen=True):
    """How things stood when so many turns had been played."""

    step: int
    turn: int
    points: tuple[int, int]
    """Blue and red (MEM-4)."""
    taken: tuple[int, ...]
    """Damage that each seat's figures have taken so far; the Oni's come first, then `h1` …"""
    wounds: tuple[int, ...]
    """Wounds of each hero, in its hand, plan and discard."""
    hosts: int
    """Hosts behind which the Oni may still hide, by what is known; 0: no investigation."""
    natures: int
    clues: int
    """Clue cards drawn so far."""


class SeatStatistics(msgspec.Struct):
    """What the figures of one seat did, and what befell them; a hero's followers and Kami count with it."""

    seat: Seat
    card: CardId | None
    """The hero; None: the Oni."""
    won: bool = False
    attacks: int = 0
    hits: int = 0
    dealt: int = 0
    """Damage to figures of the other camp."""
    removed: int = 0
    """Figures of the other camp."""
    taken: int = 0
    wounds: int = 0
    """Drawn (DMG-2)."""
    out: int = 0
    """The turn in which the hero was put out; 0: it was not."""
    tests: int = 0
    passed: int = 0
    clues: int = 0
    """Clue cards that its tests drew."""
    hit_luck: Luck = Luck()
    """Attacks whose chance was known, against their chances."""
    hits_known: int = 0
    """The hits among them."""
    test_luck: Luck = Luck()
    """Tests likewise."""
    passed_known: int = 0
    dice: Luck = Luck()
    """Dice rolled: successes of attack dice above the average, test dice below it; KI counts 1, and the die again."""


class GameStatistics(msgspec.Struct, frozen=True):
    """Everything about one game, up to its present."""

    seats: tuple[SeatStatistics, ...]
    """The Oni, then the heroes."""
    steps: int
    turns: int
    finished: bool
    winner: Camp | None
    by: str
    """MEM-4: what decided it (`points`, `chapters`, `large`, `coin`); empty: it goes on."""
    points: tuple[int, int]
    accusations: tuple[Accused, ...]
    came: int
    """The turn in which the demon came; 0: it has not."""
    why: Literal["", "unmasked", "wrong", "revealed"]
    """FIN-2: by a right accusation, the third wrong one, or at the end of turn 8."""
    demon: Literal["hidden", "here", "slain", "escaped"]
    decided: int
    """The turn in which it was slain or escaped; 0: neither."""
    alert: int
    """The turn in which the alert was raised; 0: it was not."""
    standings: tuple[Standing, ...]
    """At the beginning, after each turn, and now."""
