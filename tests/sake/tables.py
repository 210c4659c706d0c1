"""Tables of Saké & Samouraï for tests: said in a few words, everything else filled in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Json, Over, Roll, choices_of, find_option
from companion.model.core.refusal import RuleBroken
from companion.model.games.sake import SYSTEM
from companion.model.games.sake.state.state import State

CONTENT = Library.shipped()
LETTERS = "ABCDEFGH"
DECK: tuple[str, ...] = SYSTEM.new({"quick": True}, CONTENT).table.deck.ids[:98]
BACKS = {card: ("push", "brawl", "doze")[n % 3] for n, card in enumerate(DECK)}
CHOICES: dict[str, tuple[Any, ...]] = {
    "location": (None, "distillery", "house:alley", "house:spring", "house:market"),
    "sheets": ("chosen", "dealt"),
    "spare_katanas": ("shuffled", "boxed"),
    "cubes": ("box", "endless"),
    "plus_range": ("shortest", "either"),
    "bare_hands": ("unarmed", "out_of_reach"),
    "iaido_bonus": (True, False),
    "defence_without_card": (False, True),
    "interrupt_disciples": ("attacks", "none"),
    "race": ("secret", "first"),
    "spirit_hand_limit": (True, False),
    "fatal_turn": ("at_once", "finish"),
    "equal_to_spirits": ("again", "draw"),
    "fatal_limit": (3, 0, 1, None),
}
"""The table options that are rules."""
COUNTERS = {3: 8, 4: 10, 5: 13, 6: 15, 7: 18, 8: 20}


def position(
    seats: Mapping[str, Json],
    lines: Mapping[str, Json] | None = None,
    pile: Sequence[str] = (),
    *,
    masu: int | None = None,
    discard: Sequence[str] | None = None,
    **fields: Json,
) -> Json:
    """A position. A seat: any of its fields; `life` and `wounds` may be numbers. A line: ``"AB": 3``, or
    ``"AB": (6, {"disciple-1": ("A", 1)})``; those not named have 3 steps. All cards not named lie in the pile under
    those named, or with `discard` given, in that order, under the pile named.
    """
    named: list[str] = [*pile, *(discard or ())]
    whole: dict[str, dict[str, Any]] = {}
    for letter, said in seats.items():
        kind = said.get("is", "samurai")
        seat = {
            "seat": letter, "sheet": None, "is": kind, "seated": False, "hand": [], "life": 5 * (kind == "samurai"),
            "wounds": 0, "gear": [], "held": None, "sake": [], "jar": 0, **said,
        }  # fmt: skip
        whole[letter] = seat
        for zone in ("hand", "life", "wounds", "gear"):
            named += seat[zone] if isinstance(seat[zone], list) else []
    living = [letter for letter in whole if whole[letter]["is"] == "samurai"]
    pairs = list(zip(living, [*living[1:], living[0]], strict=True))
    pairs = pairs if len(living) > 2 else pairs[: len(living) - 1]
    ring = []
    for start, end in pairs:
        said = (lines or {}).get(start + end, 3)
        steps, pieces = (said, {}) if isinstance(said, int) else said
        named += pieces
        disciples = [{"card": card, "owner": owner, "at": at} for card, (owner, at) in pieces.items()]
        ring.append({"from": start, "to": end, "steps": steps, "disciples": disciples})
    assert len(set(named)) == len(named), [card for card in named if named.count(card) > 1]
    left = [card for card in DECK if card not in named]
    order = [card for card in reversed(left) if "katana" not in card] + [card for card in left if "katana" in card]
    for seat in whole.values():
        for zone in ("life", "wounds"):
            if isinstance(seat[zone], int):
                seat[zone] = [order.pop() for _ in range(seat[zone])]
    total = COUNTERS[len(whole)]
    there = sum(len(seat["sake"]) + seat["jar"] for seat in whole.values())
    masu = total - there - fields.get("gone", 0) if masu is None else masu
    first = next(iter(whole))
    active = fields.get("active", first)
    made = {
        "format": "okko-position/1",
        "system": "sake",
        "seats": list(whole.values()),
        "lines": ring,
        "pile": [*pile, *order] if discard is None else list(pile),
        "discard": [] if discard is None else [*discard, *order],
        "masu": masu,
        "gone": total - there - masu,
        "active": active,
        "phase": "play" if whole[active]["is"] == "samurai" else "power",
        "plays": 2,
        "soul": [],
        "fatal": None if masu else {"first": active, "left": [], "extra": 0},
        "turn": 1,
    }
    return {**made, **fields}


class Table:
    """A game to act on and to look at."""

    def __init__(self, start: Json) -> None:
        self.state: State = SYSTEM.decode(start, CONTENT)
        self.events: list[Any] = []

    @staticmethod
    def of(seats: Mapping[str, Json], lines: Mapping[str, Json] | None = None, **fields: Any) -> Table:
        """From what `position` takes."""
        return Table(position(seats, lines, **fields))

    @property
    def pending(self) -> Any:
        return SYSTEM.pending(self.state)

    @property
    def json(self) -> Json:
        return SYSTEM.encode(self.state)

    def seat(self, letter: str) -> Json:
        """A seat as the position writes it."""
        return self.json["seats"][LETTERS.index(letter)]

    def steps(self) -> dict[str, int]:
        """The lines with their steps."""
        return {line["from"] + line["to"]: line["steps"] for line in self.json["lines"]}

    def disciples(self) -> dict[str, int]:
        """Where Disciples stand."""
        return {one["card"]: one["at"] for line in self.json["lines"] for one in line["disciples"]}

    def ids(self, seat: str | None = None) -> set[str]:
        """The options of a seat, or of whoever is asked."""
        found = [choice for choice in choices_of(self.pending) if seat in (None, choice.seat)]
        return {SYSTEM.option_id(self.state, option) for choice in found for option in choice.options}

    def kinds(self, seat: str | None = None) -> set[str]:
        """The kinds of options there are."""
        return {id.partition(":")[0] for id in self.ids(seat)}

    def asked(self) -> str:
        """The letters of those who are asked."""
        return "".join(choice.seat for choice in choices_of(self.pending))

    def do(self, *ids: str) -> Table:
        """Choose; ``C pass`` says who does."""
        for text in ids:
            seat, _, id = text.rpartition(" ")
            seat = seat or choices_of(self.pending)[0].seat
            option = find_option(SYSTEM, self.state, id, seat)
            applied = SYSTEM.apply(self.state, option)
            self.state = applied.state
            self.events += applied.events
        return self

    def passing(self) -> Table:
        """Everybody asked in a window passes, for as long as it is open."""
        while "pass" in self.ids():
            self.do(f"{choices_of(self.pending)[0].seat} pass")
        return self

    def roll(self, *faces: str) -> Table:
        """What chance answers; nothing said: anything."""
        asked = self.pending
        assert isinstance(asked, Roll)
        outcome = faces or drawn(asked.dice, Random(1), asked.distinct)
        applied = SYSTEM.rolled(self.state, outcome)
        self.state = applied.state
        self.events += applied.events
        return self

    def refused(self, id: str, seat: str | None = None) -> str:
        """The rule that refuses an option."""
        option = find_option(SYSTEM, self.state, id, seat)
        before = self.json
        try:
            SYSTEM.apply(self.state, option)
        except RuleBroken as broken:
            assert self.json == before
            return broken.refusal.rule
        raise AssertionError(f"{id} is allowed")

    @property
    def over(self) -> tuple[str, str]:
        """Who has won, and why."""
        pending = self.pending
        assert isinstance(pending, Over)
        return "".join(pending.winners), pending.why.key


def query(table: Table, name: str, **params: Json) -> Any:
    """An answer of the queries."""
    return SYSTEM.queries[name](table.state, params)


K = {"gear": ["katana-1"], "held": "katana-1"}
"""A Samurai with a Katana; others hold other copies."""


def katana(number: int, **more: Json) -> Json:
    """A seat that holds a Katana."""
    return {"gear": [f"katana-{number}"], "held": f"katana-{number}", **more}
