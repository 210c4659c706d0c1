"""A tile in words: its squares, its sides, how things on it are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.model.core.words import Message, say
from companion.model.games.asagiri.state.board import AQUATIC, BLOCKING, CLEAR, HINDERING, STAIRS
from companion.model.games.asagiri.state.formatting import FACING_WORDS, place_words
from companion.ui.games.asagiri.board.scenery import drawn_as
from companion.ui.kit.translator import tr

from .sketch import NOTHING, Place, Sketch, around

if TYPE_CHECKING:
    pass

TERRAIN: Mapping[str, Message] = {
    CLEAR: say("clear"), HINDERING: say("hindering"), AQUATIC: say("aquatic"), BLOCKING: say("blocking"),
    STAIRS: say("stairs"), NOTHING: say("no square"),
}  # fmt: skip
LOOKS: Mapping[str, Mapping[str, Message]] = {
    CLEAR: {
        "plank": say("planks"), "tatami": say("tatami"), "stone": say("flagstones"), "gravel": say("gravel"),
        "moss": say("moss"), "garden": say("grass"), "shoji": say("paper floor"),
    },
    HINDERING: {
        "table": say("low table"), "screen": say("folding screen"), "chest": say("chest"), "barrels": say("barrels"),
        "shrub": say("shrub"), "bamboo": say("bamboo"), "rubble": say("rubble"),
    },
    BLOCKING: {
        "boulder": say("boulder"), "statue": say("statue"), "lantern": say("stone lantern"), "pillar": say("pillar"),
    },
}  # fmt: skip
"""By terrain: how its squares can be drawn."""
GROUNDS = {
    "indoor": ("tatami", "plank", "stone"),
    "outdoor": ("garden", "gravel", "moss", "stone"),
}
"""By setting: the floors offered."""


def square_words(sketch: Sketch, place: Place) -> str:
    """A square, what is on it and what stands around it."""
    letter = sketch.letter(place)
    look = LOOKS.get(letter, {}).get(drawn_as(sketch.looks.get(place, "")))
    what = TERRAIN[letter] if look is None else say("{terrain}, {look}", terrain=TERRAIN[letter], look=look)
    parts = [tr(say("{square}: {what}", square=place_words(*place), what=what))]
    for barrier, words in (("wall", say("wall {sides}")), ("door", say("door {sides}"))):
        sides = tuple(
            Message(FACING_WORDS[facing])
            for facing, (_, edge) in enumerate(around(place))
            if sketch.barrier(edge) == barrier
        )
        if sides:
            parts.append(tr(Message(words.key, (("sides", sides),))))
    return "\u00a0· ".join(parts)
