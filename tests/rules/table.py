"""A small table for rule tests: drawn in rows, played through the contract, read back in plain JSON."""

from __future__ import annotations

from typing import Any

from companion.model.content.library import Library
from companion.model.core.contract import Choice, Event, Json, Over, Roll
from companion.model.core.refusal import UnknownOption
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.insight.queries import QUERIES
from companion.model.games.asagiri.state.state import State

CONTENT = Library.shipped()
VIGILANT = {"attack": 4, "defense": 4, "movement": 5, "willpower": 4, "skills": []}
SHAKEN = {"attack": 3, "defense": 3, "movement": 4, "willpower": 3, "skills": []}


def open_floor(columns: int, rows: int) -> list[str]:
    """Clear squares."""
    return ["." * columns] * rows


def edges(text: str) -> list[Json]:
    """``"1,0E 2,1S"``."""
    return [[[int(n) for n in word[:-1].split(",")], word[-1]] for word in text.split()]


class Table:
    """People are drawn as ``"2,1N"`` (column, row, facing), ``!`` after it for shaken, ``-`` for disabled."""

    def __init__(
        self,
        rows: list[str],
        people: dict[str, str],
        *,
        walls: str = "",
        doors: str = "",
        pool: tuple[str, ...] = (),
        phase: str = "A",
        stage: str = "activations",
        options: dict[str, Json] | None = None,
        bands: dict[str, dict[str, Json]] | None = None,
        root: dict[str, Json] | None = None,
        **cards: dict[str, Json],
    ) -> None:
        seats: dict[str, dict[str, Json]] = {
            seat: {"budget": 16, "limit": 12, "pool": [], "aside": 4, "gone": 0, "lost": 0, "characters": []}
            for seat in "AB"
        }
        seats[phase].update(pool=list(pool), aside=4 - len(pool))
        for seat, more in (bands or {}).items():
            seats[seat].update(more)
        for who, drawn in people.items():
            seats[who[0].upper()]["characters"].append(_person(who, drawn, cards.get(who, {})))
        position = {
            "format": "okko-position/1",
            "system": "asagiri",
            "options": options or {},
            "board": {"rows": rows, "walls": edges(walls), "doors": edges(doors)},
            "bands": seats,
            "turn": 1,
            "phase": phase,
            "active": None,
            "stage": stage,
            **(root or {}),
        }
        self.state: State = SYSTEM.decode(position, CONTENT)
        self.events: list[Event] = []

    @staticmethod
    def new(setup: Json | None = None) -> Table:
        """A table before the roll for player A."""
        table = Table(["."], {"a1": "0,0N"}, bands={"B": {"lost": 0}})
        table.state = SYSTEM.new(setup or {"quick": True}, CONTENT)
        return table

    # doing

    def can(self, kind: str, **fields: Json) -> list[dict[str, Json]]:
        """The options of a kind that have these fields, plainly."""
        pending = SYSTEM.pending(self.state)
        if not isinstance(pending, Choice):
            return []
        found = []
        for option in pending.options:
            plain = {"kind": option.kind, **SYSTEM.fields(self.state, option)}
            if option.kind == kind and all(plain.get(name) == value for name, value in fields.items()):
                found.append(plain)
        return found

    def do(self, kind: str, **fields: Json) -> Table:
        """Choose the one option of this kind with these fields (``origin`` for ``from``)."""
        if "origin" in fields:
            fields["from"] = fields.pop("origin")
        pending = SYSTEM.pending(self.state)
        assert isinstance(pending, Choice), pending
        matching = [
            option
            for option in pending.options
            if option.kind == kind
            and all(SYSTEM.fields(self.state, option).get(name) == value for name, value in fields.items())
        ]
        assert len(matching) == 1, (kind, fields, [option.kind for option in pending.options], matching)
        return self._take(SYSTEM.apply(self.state, matching[0]))

    def roll(self, *faces: int | str) -> Table:
        """Hand in dice."""
        return self._take(SYSTEM.rolled(self.state, faces))

    def _take(self, applied: Any) -> Table:
        self.state = applied.state
        self.events = list(applied.events)
        return self

    def walk(self, *squares: list[int]) -> Table:
        """Steps of the active figure."""
        for at in squares:
            self.do("step", at=at)
        return self

    def passing(self) -> Table:
        """Announce nothing more, until dice or something else is asked."""
        while self.can("pass"):
            self.do("pass")
        return self

    def fight(self, target: str, attack: int, defense: int) -> Table:
        """The active figure attacks, nobody announces anything, both dice fall."""
        self.do("attack", target=target).passing()
        return self.roll(attack, defense)

    def refusal(self, text: str) -> str | None:
        """The rule that refuses an option, given by its text id; None when it is offered."""
        try:
            refused = SYSTEM.check(self.state, SYSTEM.option_of(self.state, text))
        except UnknownOption:
            return "unknown"
        return refused.rule if refused else None

    # reading

    def ask(self, query: str, **params: Json) -> Json:
        """A query of the protocol."""
        if "start" in params:
            params["from"] = params.pop("start")
        return QUERIES[query](self.state, params)

    def person(self, who: str) -> dict[str, Json]:
        """A character as a position writes it."""
        plain = SYSTEM.encode(self.state)
        people = [person for band in plain["bands"].values() for person in band["characters"]]
        found: dict[str, Json] = next(person for person in people if person["id"] == who)
        return found

    def band(self, seat: str) -> dict[str, Json]:
        """A band as a position writes it."""
        found: dict[str, Json] = SYSTEM.encode(self.state)["bands"][seat]
        return found

    @property
    def pending(self) -> Choice | Roll | Over:
        """What is asked."""
        found = SYSTEM.pending(self.state)
        assert isinstance(found, Choice | Roll | Over)
        return found

    @property
    def kinds(self) -> list[str]:
        """The kinds of what happened last."""
        return [event.kind for event in self.events]


def _person(who: str, drawn: str, more: dict[str, Json]) -> dict[str, Json]:
    state = "disabled" if drawn == "-" else "shaken" if drawn.endswith("!") else "vigilant"
    place = drawn.rstrip("!")
    vigilant = {**VIGILANT, **more.get("vigilant", more.get("stats", {}))}
    shaken = {**SHAKEN, **more.get("shaken", more.get("stats", {}))}
    plain = {
        "id": who,
        "at": None if drawn == "-" else [int(n) for n in place[:-1].split(",")],
        "facing": "N" if drawn == "-" else place[-1],
        "state": state,
        "zeni": 3,
        "traits": [],
        "profile": {"vigilant": vigilant, "shaken": shaken},
    }
    return plain | {key: value for key, value in more.items() if key not in ("stats", "vigilant", "shaken")}


def skill(
    element: str | None, when: list[str], to: str = "die", amount: int = 1, name: str = "test", **more: Json
) -> Json:
    """A skill tree with one bonus."""
    effects = more.pop("effects", [{"type": "bonus", "to": to, "amount": amount}])
    return {"id": f"test:{name}", "name": {"en": name}, "element": element, "when": when, "effects": effects, **more}
