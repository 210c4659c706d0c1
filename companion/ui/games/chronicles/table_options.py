"""What a new game may be played with: the packs of one's library, and the table options of the rules (§37, SET-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.model.core.contract import Content, Json
from companion.model.core.words import Message, plural, say
from companion.model.games.chronicles.checks.kinds import KINDS
from companion.model.games.chronicles.rules.extensions import FEWEST_NATURES
from companion.model.games.chronicles.wire.setting_words import TABLE_OPTIONS, Choice
from companion.ui.kit.list_view import Line
from companion.ui.kit.translator import tr

HOUSE: Final = "house"
MOST_NATURES: Final = 6
ASKS_OF_THE_BOARD: Final = {
    "reinforcement_colours": ("zones", "spaces"), "push_on": ("spaces",), "wall_ends": ("spaces",),
}  # fmt: skip
"""Those that mean something only where the app knows so much of the board (TAB-4)."""
PLACE_WORDS: Final[dict[str, Message]] = {
    "spaces": say("The app knows where each figure stands. It shows moves, adjacency and lines of sight."),
    "zones": say("The app knows which zone each figure is in. You judge adjacency and sight at the table."),
    "none": say("The app tracks cards, damage and activations. The board stays on your table."),
}
"""What each depth of the board means (TAB-4)."""


def offered(places: str, natures: int | None) -> dict[str, Choice]:
    """The options of a game; `natures`: how many there are in its packs, None without an investigation."""
    found = {name: one for name, one in TABLE_OPTIONS.items() if places in ASKS_OF_THE_BOARD.get(name, (places,))}
    if natures is not None:
        counts = range(FEWEST_NATURES, min(natures, MOST_NATURES) + 1)
        values = {str(n): plural("{count} nature", "{count} natures", n) for n in counts}
        only = say("{count} natures: these packs have no more", count=min(natures, FEWEST_NATURES))
        found["natures"] = say("Natures of the Oni"), values if len(values) > 1 else {str(FEWEST_NATURES): only}
    return found


class Packs:
    """The packs with something for this game: one of them is the box, with dice and a track; others may join it."""

    def __init__(self, content: Content) -> None:
        self._content = content
        all_ = dict.fromkeys(_pack(id) for kind in KINDS for id, _ in content.every(kind.id))
        dice = {(_pack(id), str(record["use"])) for id, record in content.every("chronicles_die")}
        tracks = {_pack(id) for id, _ in content.every("chronicles_track")}
        whole = {pack for pack in tracks if {(pack, use) for use in ("combat", "action", "test")} <= dice}
        self.boxes = sorted(whole, key=lambda pack: (pack != HOUSE, pack))
        self.box = next(iter(self.boxes), HOUSE)
        self.others = [pack for pack in all_ if pack not in whole]
        self.joined = set(self.others)

    def take(self, pack: str) -> None:
        """Play with this box; or let a pack join it, or no more."""
        if pack in self.boxes:
            self.box = pack
        else:
            self.joined ^= {pack}

    @property
    def used(self) -> list[str]:
        return [self.box, *[pack for pack in self.others if pack in self.joined]]

    def every(self, kind: str) -> Iterator[tuple[str, Any]]:
        """The records of the packs used."""
        return ((id, record) for id, record in self._content.every(kind) if _pack(id) in self.used)

    def setup(self) -> dict[str, Json]:
        """What a set-up says of them; nothing of the built-in box alone."""
        box, *joined = self.used
        return {**({"packs": [box]} if box != HOUSE else {}), **({"extensions": joined} if joined else {})}

    def lines(self) -> list[Line]:
        """To be chosen from; none where there is nothing to choose."""
        if len(self.boxes) + len(self.others) < 2:
            return []
        boxes = [(pack, say("the box of this game") if pack == self.box else say("another box")) for pack in self.boxes]
        others = [(pack, say("joins the box") if pack in self.joined else say("left out")) for pack in self.others]
        return [Line(pack, title_of(pack), value=tr(words)) for pack, words in (*boxes, *others)]


def _pack(id: str) -> str:
    return id.partition(":")[0]


def title_of(pack: str) -> str:
    """What a pack is called."""
    return tr(say("The built-in box")) if pack == HOUSE else pack
