"""The table as one viewer may know it, read out of the view that the rules write for that seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.model.core.contract import SPECTATOR, Json
from companion.model.games.sake.box.deck import BACKS, Deck, Sheet
from companion.model.games.sake.state.state import KINDS, LETTERS, LIFE, SHEET, SPIRIT, State


class SeenSeat(NamedTuple):
    """A seat; cards that the viewer does not know are the deck's unknown ones, which have at most a back."""

    n: int
    sheet: Sheet | None
    kind: int
    seated: bool
    hand: tuple[int, ...]
    life: tuple[int, ...]
    wounds: tuple[int, ...]
    gear: tuple[int, ...]
    held: int | None
    sake: tuple[int, ...]
    jar: int

    @property
    def cups(self) -> int:
        return len(self.sake) + self.jar


class SeenDisciple(NamedTuple):
    """A Disciple, `at` cubes from the *from* end of its line."""

    card: int
    owner: int
    at: int


class SeenLine(NamedTuple):
    """The cubes between two neighbours (RNG-1)."""

    start: int
    end: int
    steps: int
    disciples: tuple[SeenDisciple, ...]

    def stations(self) -> list[int]:
        """RNG-4: between them lie the stretches."""
        ours = sorted({one.at for one in self.disciples if one.owner == self.start})
        theirs = sorted({one.at for one in self.disciples if one.owner == self.end})
        return [0, *ours, *theirs, self.steps]


class SeenTable(NamedTuple):
    """Everything that is painted."""

    viewer: int | None
    """None: nobody's seat."""
    deck: Deck
    seats: tuple[SeenSeat, ...]
    lines: tuple[SeenLine, ...]
    pile: int
    top: int
    """The back on top of the pile; 0: none, or not known."""
    discard: tuple[int, ...]
    air: tuple[int, ...]
    masu: int
    gone: int
    active: int | None
    fatal: Json
    frames: tuple[Mapping[str, Any], ...]
    fixed: bool = False
    """At a real table nobody sits at the screen: it does not turn."""

    @property
    def mine(self) -> SeenSeat | None:
        return None if self.viewer is None else self.seats[self.viewer]

    @property
    def at_bottom(self) -> int:
        """The seat that is painted at the bottom."""
        return 0 if self.fixed else self.viewer or 0

    def frame(self, *kinds: str) -> Mapping[str, Any] | None:
        """What is being resolved, if it is one of these: the innermost of them."""
        return next((one for one in reversed(self.frames) if one["frame"] in kinds), None)

    def line_of(self, seat: int, *, starts: bool) -> int | None:
        """The number of the line that begins, or ends, with a seat."""
        for number, line in enumerate(self.lines):
            if (line.start if starts else line.end) == seat:
                return number
        return None

    def spirits(self) -> int:
        return sum(seat.jar for seat in self.seats if seat.kind == SPIRIT)


def seen(system: Any, state: State, viewer: str | None) -> SeenTable:
    """The table as `viewer` may know it; None: a spectator."""
    who = viewer or SPECTATOR
    view, deck = system.view(state, who), state.table.deck

    def cards(ids: list[str]) -> tuple[int, ...]:
        return tuple(deck.index[id] for id in ids)

    def spot(text: str) -> int:
        return {"life": LIFE, "sheet": SHEET}.get(text) or deck.index[text]

    seats = [
        SeenSeat(
            n, state.table.sheets[n], KINDS.index(one["is"]), one["seated"], cards(one["hand"]), cards(one["life"]),
            cards(one["wounds"]), cards(one["gear"]), None if one["held"] is None else deck.index[one["held"]],
            tuple(map(spot, one["sake"])), one["jar"],
        )
        for n, one in enumerate(view["seats"])
    ]  # fmt: skip
    lines = [
        SeenLine(
            LETTERS.index(one["from"]), LETTERS.index(one["to"]), one["steps"],
            tuple(SeenDisciple(deck.index[d["card"]], LETTERS.index(d["owner"]), d["at"]) for d in one["disciples"]),
        )
        for one in view["lines"]
    ]  # fmt: skip
    top = view["pile"][0].split(":") if view["pile"] else ["?"]
    active = view["active"]
    return SeenTable(
        None if who == SPECTATOR else LETTERS.index(who), deck, tuple(seats), tuple(lines), len(view["pile"]),
        1 + BACKS.index(top[1]) if len(top) > 1 else 0, cards(view["discard"]), cards(view.get("air", [])),
        view["masu"], view["gone"], None if active is None else LETTERS.index(active), view["fatal"],
        tuple(view["_about"].get("frames", ())),
    )  # fmt: skip
