"""The arithmetic of a clock, without a window: how much time there is, and whose is running."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from companion.model.core.words import Message, say

Kind: TypeAlias = Literal["off", "phase", "player"]
"""No clock; so much for each phase; so much for each player in the whole game, as in chess."""
_KINDS: Mapping[str, Kind] = {"phase": "phase", "player": "player"}
MOST = 24 * 3600
CLOCKS: tuple[tuple[str, Message], ...] = (
    ("", say("No clock")),
    ("phase:180", say("{minutes} min per phase", minutes=3)),
    ("phase:300", say("{minutes} min per phase", minutes=5)),
    ("phase:600", say("{minutes} min per phase", minutes=10)),
    ("player:1800", say("{minutes} min per player", minutes=30)),
    ("player:3600", say("{minutes} min per player", minutes=60)),
)
"""The clocks offered, as they are kept."""


class Times(msgspec.Struct, frozen=True):
    """`seconds` for each, and what both have spent of theirs."""

    kind: Kind = "off"
    seconds: int = 0
    spent: tuple[float, float] = (0.0, 0.0)

    @staticmethod
    def of(text: str, spent: tuple[float, float] = (0.0, 0.0)) -> Times:
        """A clock as it is kept (``phase:180``); anything else is none."""
        kind, _, seconds = text.partition(":")
        known = _KINDS.get(kind)
        if known is None or not seconds.isascii() or not seconds.isdecimal():
            return Times()
        if len(seconds) > 6 or not 0 < int(seconds) <= MOST:
            return Times()
        return Times(known, int(seconds), (max(0.0, spent[0]), max(0.0, spent[1])))

    @property
    def text(self) -> str:
        """As it is kept."""
        return "" if self.kind == "off" else f"{self.kind}:{self.seconds}"

    def run(self, band: int, seconds: float) -> Times:
        """So much time of a band has passed."""
        spent = list(self.spent)
        spent[band] += max(0.0, seconds)
        return msgspec.structs.replace(self, spent=(spent[0], spent[1]))

    def begin_phase(self, band: int) -> Times:
        """A phase begins: its time is whole again, where it is a phase's."""
        if self.kind != "phase":
            return self
        return msgspec.structs.replace(self, spent=(0.0, self.spent[1]) if band == 0 else (self.spent[0], 0.0))

    def afresh(self) -> Times:
        """Nobody has spent anything."""
        return msgspec.structs.replace(self, spent=(0.0, 0.0))

    def left(self, band: int) -> float:
        """Seconds that a band still has; never less than none."""
        return max(0.0, self.seconds - self.spent[band])

    def share(self, band: int) -> float:
        """What is left, from 1 (all) to 0."""
        return self.left(band) / self.seconds if self.seconds else 0.0

    def over(self, band: int) -> bool:
        """Whether a band has no time left."""
        return self.kind != "off" and self.left(band) <= 0.0


def written(seconds: float) -> str:
    """Seconds as clocks show them (``2:41``); a part of a second counts as one."""
    whole = int(-(-seconds // 1))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
