"""What lies on two tables, compared in words, and corrections out of a difference (TRK-9, TBL-4).

A table that is checked is a position (JSON) in which somebody has set what really lies there: see `Check`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Arg, Message, plural, say
from companion.model.games.sake.state.state import LETTERS, State, counters, in_game
from companion.model.games.sake.table.corrections import EDITABLE, Edit
from companion.model.games.sake.wire.narration import card_name, seat_name
from companion.model.games.sake.wire.position import encode

Zone: TypeAlias = Literal["hand", "life", "wounds"]
_CARDS = ("hand", "life", "wounds")
KINDS = {"samurai": say("Samurai"), "spirit": say("Spirit"), "out": say("out of the game")}


class Difference(NamedTuple):
    """One thing that lies otherwise on one of two tables."""

    what: Message
    then: Message | str
    now: Message | str


def differences(before: State, after: State) -> list[Difference]:
    """What people see of two tables, where it is not the same."""
    old = {key: words for key, _, words in _seen(before)}
    new = {key: (what, words) for key, what, words in _seen(after)}
    found = [Difference(what, old.get(key, "–"), words) for key, (what, words) in new.items() if old.get(key) != words]
    gone = [Difference(what, words, "–") for key, what, words in _seen(before) if key not in new]
    return [*found, *gone]


def _seen(state: State) -> Iterator[tuple[str, Message, Message | str]]:
    deck, position = state.table.deck, encode(state)

    def cards(ids: Sequence[str]) -> Message | str:
        return say("{cards}", cards=tuple(card_name(state, deck.index[id]) for id in ids)) if ids else "–"

    def spots(ids: Sequence[str]) -> Message | str:
        named: list[Arg] = [{"life": say("the life cards"), "sheet": say("the sheet")}.get(id)
                            or card_name(state, deck.index[id]) for id in ids]  # fmt: skip
        return say("{spots}", spots=tuple(named)) if named else "–"

    for n, of in enumerate(position["seats"]):
        name, letter = seat_name(state, n), LETTERS[n]
        yield f"{letter} is", say("{name}", name=name), KINDS[of["is"]]
        if of["is"] == "out":
            continue
        yield f"{letter} hand", say("{name}: hand", name=name), str(len(of["hand"]))
        if of["is"] == "spirit":
            yield f"{letter} jar", say("Sake of {name}", name=name), str(of["jar"])
            continue
        yield f"{letter} life", say("{name}: life", name=name), str(len(of["life"]))
        yield f"{letter} wounds", say("{name}: wounds", name=name), str(len(of["wounds"]))
        yield f"{letter} sake", say("Sake of {name}", name=name), spots(of["sake"])
        yield f"{letter} gear", say("{name}: in play", name=name), cards(of["gear"])
        yield f"{letter} held", say("{name}: holds", name=name), cards([of["held"]] if of["held"] else [])
        yield f"{letter} seated", say("{name}: seated", name=name), say("yes") if of["seated"] else say("no")
    for line in position["lines"]:
        one, other = (seat_name(state, LETTERS.index(line[end])) for end in ("from", "to"))
        pupils = sorted(f"{one['owner']} {one['at']}" for one in line["disciples"])
        steps: Message | str = plural("{count} step", "{count} steps", line["steps"])
        if pupils:
            steps = say("{steps}, Disciples: {disciples}", steps=steps, disciples=tuple(pupils))
        yield f"{line['from']}{line['to']}", say("{one} – {other}", one=one, other=other), steps
    yield "masu", say("Sake in the Masu"), str(state.masu)
    yield "gone", say("Sake out of the game"), str(state.gone)
    yield "discard", say("Discards"), str(len(state.discard))
    if state.active >= 0:
        yield "active", say("Whose turn"), seat_name(state, state.active)
        yield "plays", say("Plays left"), str(state.plays)


# as corrections -------------------------------------------------------------------------------------------------------


def edit_between(before: Json, after: Json) -> Edit | None:
    """The correction that makes one position the other; None: they are the same."""
    values: dict[str, Any] = {}
    for field in EDITABLE:
        if field != "seats" and before[field] != after[field]:
            values[field] = after[field]
    for one, other in zip(before["seats"], after["seats"], strict=True):
        fields = {name: value for name, value in other.items() if one[name] != value}
        if fields:
            values.setdefault("seats", {})[one["seat"]] = fields
    return Edit(msgspec.json.encode(values, order="deterministic")) if values else None


def mend(state: State, before: State, after: State) -> tuple[Edit, ...]:
    """The correction that does to `state` what was done from `before` to `after`; InvalidInput when it cannot be.

    What `after` leaves open nobody answers any more: cards in the air are discarded.
    """
    now, old, new = encode(state), encode(before), encode(after)
    for written in (old, new):
        written["discard"] = [*written["discard"], *written.pop("air", ())]
    wanted = deepcopy(now)
    if state.count != before.count:
        raise InvalidInput("seats", "This table has other players.")
    for one, other, goal in zip(old["seats"], new["seats"], wanted["seats"], strict=True):
        for field, value in other.items():
            if one[field] != value:
                goal[field] = _redone(goal[field], one[field], value)
    for field in EDITABLE:
        if field != "seats" and old[field] != new[field]:
            wanted[field] = _redone(wanted[field], old[field], new[field])
    found = edit_between(now, wanted)
    return () if found is None else (found,)


def _redone(now: Any, old: Any, new: Any) -> Any:
    """A value changed as another one was: numbers by as much, lists by what came and went."""
    plain = isinstance(new, bool) or type(now) is not type(new) or not isinstance(new, int | list)
    if now == old or plain or (isinstance(new, list) and any(isinstance(one, dict) for one in new)):
        return new
    if isinstance(new, int):
        return max(0, now + new - old)
    gone, left, come = _without(old, new), list(now), _without(new, old)
    for one in gone:
        if one in left:
            left.remove(one)
        elif "?" in left:
            left.remove("?")
    return [*come, *left]


def _without(these: Sequence[str], those: Sequence[str]) -> list[str]:
    rest, found = list(those), []
    for one in these:
        if one in rest:
            rest.remove(one)
        else:
            found.append(one)
    return found


# a table that is checked ----------------------------------------------------------------------------------------------


class Check:
    """What lies on the table, as far as somebody has said that it is not as the app has it.

    What nobody counts follows: the pile has the cards that lie nowhere else, out of the game is the sake that is
    nowhere else, and the box the cubes that lie on no line (TRK-9).
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.before = encode(state)
        self.table: dict[str, Any] = deepcopy(self.before)

    def seat(self, n: int) -> dict[str, Any]:
        """The fields of a seat."""
        found: dict[str, Any] = self.table["seats"][n]
        return found

    def set_cards(self, n: int, zone: Zone, count: int) -> None:
        """So many cards lie there: others come unknown, the top ones go."""
        cards = self.seat(n)[zone]
        self.seat(n)[zone] = [*["?"] * (count - len(cards)), *cards[max(0, len(cards) - count) :]]

    def toggle_sake(self, n: int, spot: str) -> None:
        """A counter lies on a spot, or none."""
        self._toggle(n, "sake", spot)

    def toggle_gear(self, n: int, card: str) -> None:
        """A card is in play before a Samurai, or not; what lay on it goes with it."""
        of = self.seat(n)
        self._toggle(n, "gear", card)
        if card not in of["gear"]:
            of["sake"] = [spot for spot in of["sake"] if spot != card]
            if of["held"] == card:
                of["held"] = next((one for one in of["gear"] if self._is_weapon(one)), None)

    def toggle_type(self, n: int, kind: int) -> None:
        """A card of this type is in play before a Samurai, or no longer; which one of them nobody minds."""
        deck = self.state.table.deck
        mine = next((card for card in self.seat(n)["gear"] if deck.type[deck.index[card]] == kind), None)
        if mine is None:
            lying = {card for one in self.table["seats"] for card in one["gear"]} | set(self.table["discard"])
            fits = [deck.ids[card] for card in in_game(self.state.table) if deck.type[card] == kind]
            mine = next((card for card in fits if card not in lying), fits[0])
        self.toggle_gear(n, mine)

    def _toggle(self, n: int, field: str, value: str) -> None:
        row = self.seat(n)[field]
        self.seat(n)[field] = [one for one in row if one != value] if value in row else [*row, value]

    def _is_weapon(self, card: str) -> bool:
        deck = self.state.table.deck
        return deck.weapon[deck.index[card]] is not None

    def set_steps(self, line: int, steps: int) -> None:
        """So many cubes lie on a line; the Disciples of its *to* end keep their distance from their master."""
        of = self.table["lines"][line]
        by = steps - of["steps"]
        of["steps"] = steps
        for one in of["disciples"]:
            one["at"] += by * (one["owner"] == of["to"])

    @property
    def sake_left(self) -> int:
        """What is out of the game if everything else is counted right; below 0: there are too many counters."""
        lying: int = sum(len(one["sake"]) + one["jar"] for one in self.table["seats"]) + self.table["masu"]
        return counters(self.state.count) - lying

    @property
    def cards_left(self) -> int:
        """The cards of the pile, if everything else is counted right."""
        lying: int = sum(len(one[zone]) for one in self.table["seats"] for zone in (*_CARDS, "gear"))
        lying += sum(len(line["disciples"]) for line in self.table["lines"]) + len(self.table["discard"])
        return len(in_game(self.state.table)) - lying - len(self.table.get("air", ()))

    def correction(self) -> Edit | None:
        """What makes the app's table the one that lies there; None: they are the same. InvalidInput: it cannot be."""
        if self.sake_left < 0:
            total = counters(self.state.count)
            raise InvalidInput(
                "sake", "So there would be {count} sake counters; the game has {total}. Are there fewer in the Masu?",
                count=total - self.sake_left, total=total,
            )  # fmt: skip
        if self.cards_left < 0:
            raise InvalidInput("pile", "There are more cards than the deck has.")
        pile = self.table["pile"][: self.cards_left]
        after = {**self.table, "gone": self.sake_left, "pile": [*pile, *["?"] * (self.cards_left - len(pile))]}
        return edit_between(self.before, after)
