"""The windows in groups: what can be known, asked and done in each."""

from __future__ import annotations

from typing import Literal

import msgspec

from .vocabulary import Number, Window

FIGHT: tuple[Window, ...] = ("attack", "defense", "shot", "shot_at")
"""One side of a combat or shot announces its dice and skills."""
ANNOUNCED: tuple[Window, ...] = ("movement", *FIGHT, "willpower", "test")
"""Numbers are asked for, and dice and skills announced that change them."""
ROLLED: tuple[Window, ...] = ("attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled", "tested")
"""Dice lie on the table."""
RESULT: tuple[Window, ...] = ("winning", "losing", "drawing")
"""What befalls the loser may still change."""
AFTER: tuple[Window, ...] = ("won", "lost", "drawn")
PHASES: tuple[Window, ...] = ("phase_start", "phase_end", "enemy_phase_start", "enemy_phase_end")
DEEDS: tuple[Window, ...] = (
    "activation", *ANNOUNCED, "targeted", *AFTER, "shaken", "disabled", "approached", *PHASES,
)  # fmt: skip
"""Something can be done there and then."""

OPPOSED: tuple[Window, ...] = (
    "targeted", *FIGHT, "willpower", "test", *ROLLED, *RESULT, *AFTER, "disabled", "approached",
)  # fmt: skip
"""There is an opponent: in the combat or shot, whoever forces the test or has come near."""
MARGIN: tuple[Window, ...] = ("winning", "losing", "won", "lost", "tested")
"""Something has been won or lost by a margin."""
ENEMY_PHASE: tuple[Window, ...] = (
    "targeted", "defense", "shot_at", "defense_rolled", "shot_at_rolled", "approached",
    "enemy_phase_start", "enemy_phase_end",
)  # fmt: skip
"""The enemy's phase, so that one's own pool is empty."""
OWN_PHASE: tuple[Window, ...] = (
    "activation", "movement", "attack", "shot", "attack_rolled", "shot_rolled", "phase_start", "phase_end",
)  # fmt: skip
"""One's own phase, so that the enemy's pool is empty."""

HEARD: dict[Number, tuple[Window, ...]] = {
    "attack": ("attack", "test"),
    "defense": ("defense", "shot_at", "test"),
    "movement": ("movement", "test"),
    "willpower": ("willpower",),
    "die": (*FIGHT, "willpower", "test"),
    "shot": ("shot",),
    "range": ("shot",),
}
"""The windows in which a number is asked for, so that a bonus to it can be heard."""

MIRRORED: dict[Window, Window] = {
    "attack": "defense", "defense": "attack", "shot": "shot_at", "shot_at": "shot",
    "attack_rolled": "defense_rolled", "defense_rolled": "attack_rolled",
    "shot_rolled": "shot_at_rolled", "shot_at_rolled": "shot_rolled",
    "winning": "losing", "losing": "winning", "drawing": "drawing",
}  # fmt: skip
"""The opponent's window meanwhile, in which a penalty to its numbers is heard."""

MOMENTS: frozenset[Window] = frozenset(
    {"activation", "movement", "targeted", *RESULT, *AFTER, "shaken", "disabled", "approached", *PHASES}
)
"""They pass in a moment: what holds for the use alone goes on till the activation ends."""
PASSIVE: frozenset[Window] = frozenset({"always", "movement"})
"""Nothing ever happens in them: automatic skills just hold."""
OF_A_ROLL: frozenset[Window] = frozenset({"targeted", *FIGHT, *ROLLED, *RESULT, "willpower", "test"})
"""A fight or a test goes on: what holds for the use ends with it."""


class Place(msgspec.Struct, frozen=True):
    """Where an effect is written: in a window, perhaps as what follows a test."""

    window: Window
    automatic: bool = False
    """In a skill that speaks by itself."""
    tested: Literal["", "bearer", "other"] = ""
    """Follows a test that was passed or failed by a margin; another figure than the bearer, tested, is the opponent."""

    @property
    def opponent(self) -> bool:
        """Whether there is an opponent."""
        return self.tested == "other" or (not self.tested and self.window in OPPOSED)

    @property
    def margin(self) -> bool:
        """Whether something has been won or lost by a margin."""
        return bool(self.tested) or self.window in MARGIN
