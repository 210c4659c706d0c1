"""What people call an upgrade of the track: its turn, its kind and its place."""

from __future__ import annotations

from collections.abc import Mapping

from companion.model.core.words import Message, say
from companion.model.games.chronicles.box.records import Track

_PLACES: Mapping[tuple[str, str], Message] = {
    ("guards", "up"): say("the upper guard upgrade"),
    ("guards", "middle"): say("the middle guard upgrade"),
    ("guards", "down"): say("the lower guard upgrade"),
    ("creatures", "up"): say("the upper creature upgrade"),
    ("creatures", "middle"): say("the middle creature upgrade"),
    ("creatures", "down"): say("the lower creature upgrade"),
}


def upgrade_turn(track: Track, id: str) -> int | None:
    """The turn at which a track offers an upgrade; None: it has none of this id."""
    turns = enumerate(track.columns, 1)
    return next((turn for turn, one in turns if any(up.id == id for up in (*one.guards, *one.creatures))), None)


def upgrade_name(track: Track, id: str) -> Message | None:
    """None: the track has none of this id."""
    for turn, column in enumerate(track.columns, 1):
        for kind, offered in (("guards", column.guards), ("creatures", column.creatures)):
            if (found := next((one for one in offered if one.id == id), None)) is not None:
                return say("{upgrade} of turn {turn}", upgrade=_PLACES[kind, found.place], turn=turn)
    return None
