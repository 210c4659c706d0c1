"""The windows in groups: what can be known, asked and done in each."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..alphabet import Number, Window
from ..operations import Harm, Obstacle

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

OPPONENT: tuple[Window, ...] = (
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
}  # fmt: skip
"""What the opponent does meanwhile, so that a penalty to its numbers can be heard."""

IGNORED: dict[Obstacle, tuple[Window, ...]] = {
    "support": ("attack", "defense"),
    "behind": ("defense",),
    "bonuses": FIGHT,
    "cover": ("shot",),
    "terrain": ("movement",),
    "zones": ("movement", "shot", "willpower"),
    "figures": ("movement", "shot"),
    "walls": ("movement",),
    "corners": ("movement",),
    "fearsome": ("attack",),
    "facing": ("movement",),
}
"""The windows in which a rule is looked at, so that ignoring it can be heard."""

EARLY: tuple[tuple[Obstacle, Window], ...] = (
    ("zones", "shot"), ("zones", "willpower"), ("figures", "shot"), ("fearsome", "attack"),
)  # fmt: skip
"""Looked at before anything is announced, so that only automatic skills are heard."""

PREVENTED: dict[Harm, tuple[Window, ...]] = {
    "shaken": ("winning", "losing", "shaken"),
    "disabled": ("winning", "losing", "disabled"),
    "retreat": ("winning", "losing"),
    "turn": ("winning", "losing"),
    "push": ("losing",),
}
"""The windows in which a harm can be kept off for the occasion: winning, from the opponent."""


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
        return self.tested == "other" or (not self.tested and self.window in OPPONENT)

    @property
    def margin(self) -> bool:
        """Whether something has been won or lost by a margin."""
        return bool(self.tested) or self.window in MARGIN
