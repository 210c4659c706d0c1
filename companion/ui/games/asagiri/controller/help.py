"""How much help two players agree upon: a level, the same for both, kept in the log (`Noted`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from companion.model.core.words import Message, say

Help: TypeAlias = Literal["none", "odds", "all"]
"""How much the app may help with decisions."""
HELPS: tuple[Help, ...] = get_args(Help)
ALLOWED: Mapping[Help, tuple[str, ...]] = {
    "none": (),
    "odds": ("odds",),
    "all": ("odds", "threat", "advice", "hint"),
}
"""Of each level the helps that may be looked at (`Game.allows`)."""
HELP_WORDS: Mapping[Help, Message] = {"none": say("No help"), "odds": say("Odds"), "all": say("All help")}
