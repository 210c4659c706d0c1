"""One way to ask the program and the oracle, so that what holds of the one is asked of the other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from companion.model.core.contract import SPECTATOR, Choice, Over, Roll, Together, find_option

from .oracle import DECK, OPTIONS, Game

Json = Any
RANK = ("samurai", "spirit", "out")


class Program:
    """A game of the program from a position, asked as the oracle is."""

    def __init__(self, position: Json) -> None:
        from companion.model.content.library import Library
        from companion.model.games.sake import SYSTEM

        self.system: Any = SYSTEM
        self.state = SYSTEM.decode(position, Library.shipped())

    @property
    def question(self) -> tuple[Any, ...]:
        pending = self.system.pending(self.state)
        match pending:
            case Over():
                return "over", sorted(pending.winners)
            case Roll():
                return "roll", sorted(map(str, pending.dice[0].kind.faces)), len(pending.dice)
            case Choice():
                return "one", pending.seat, {self.system.option_id(self.state, one) for one in pending.options}
            case Together():
                asked = {one.seat: {self.system.option_id(self.state, option) for option in one.options}
                         for one in pending.choices}  # fmt: skip
                return "all", asked
        raise AssertionError(pending)

    def choose(self, seat: str, id: str) -> None:
        self.state = self.system.apply(self.state, find_option(self.system, self.state, id, seat)).state

    def roll(self, cards: Iterable[str]) -> None:
        self.state = self.system.rolled(self.state, tuple(cards)).state

    def position(self) -> Json:
        return plain(self.system.encode(self.state), self.system.view(self.state, SPECTATOR).get("air", []))


class Reference:
    """A game of the oracle."""

    def __init__(self, position: Json) -> None:
        self.game = Game.of_position(position)
        self._asking = self.game.play()
        self._asked = next(self._asking)
        self._answers: dict[str, str] = {}

    @property
    def question(self) -> tuple[Any, ...]:
        match self._asked:
            case "over", winners, _:
                return "over", sorted(winners)
            case "roll", cards, count:
                return "roll", sorted(cards), count
            case "one", seat, ids:
                return "one", seat, set(ids)
            case _, asked, _:
                return "all", {seat: set(ids) for seat, ids in asked.items() if seat not in self._answers}

    def choose(self, seat: str, id: str) -> None:
        kind = self.question[0]
        assert id in (self.question[1][seat] if kind == "all" else self.question[2]), (id, self.question)
        if kind == "one":
            self._asked = self._asking.send(id)
            return
        self._answers[seat] = id
        if not self.question[1] or (self.game.options["race"] == "first" and id.startswith("interrupt")):
            answers, self._answers = self._answers, {}
            self._asked = self._asking.send(answers)

    def roll(self, cards: Iterable[str]) -> None:
        self._asked = self._asking.send(list(cards))

    def position(self) -> Json:
        return self.game.position()


def plain(position: Mapping[str, Any], air: list[str]) -> Json:
    """A position of the program as the oracle writes it."""
    seats = [{field: sorted(seat[field]) if field in ("hand", "gear", "sake") else seat[field]
              for field in ("seat", "sheet", "is", "seated", "hand", "life", "wounds", "gear", "held", "sake", "jar")}
             for seat in position["seats"]]  # fmt: skip
    lines = [{"from": line["from"], "to": line["to"], "steps": line["steps"],
              "disciples": sorted([one["card"], one["owner"], one["at"]] for one in line["disciples"])}
             for line in position["lines"]]  # fmt: skip
    same = {name: position[name] for name in ("pile", "masu", "gone", "active", "phase", "turn", "fatal")}
    return {"seats": seats, "lines": lines, **same, "discard": sorted(position["discard"]),
            "plays": position["plays"] if position["phase"] == "play" else None,
            "soul": sorted(position["soul"]), "air": sorted(air)}  # fmt: skip


class Table:
    """A position with everything that is not said filled in, and the game that goes on from it."""

    def __init__(self, kind: type[Program] | type[Reference], seats: str, *, lines: str = "", active: str = "A",
                 phase: str = "play", plays: int = 2, masu: int | None = None, pile: Iterable[str] = (),
                 discard: Iterable[str] = (), fatal: Json = None, soul: Iterable[str] = (), rest: str = "pile",
                 options: Mapping[str, Any] = {}, **about: Mapping[str, Any]) -> None:  # fmt: skip
        """`lines`: ``AB 3, BC 4 disciple-1@2 disciple-3@3/C, …`` (of the first named seat, or of the one after ``/``).

        A seat's `life` is a number or cards, 5 of who is described; all others have a single card, and so nothing to
        answer. Cards that are nowhere else lie in the pile, below those named, or in `rest` ``discard``.
        """
        said = {name: dict(about.get(name, {})) for name in seats}
        parsed = [self._line(text) for text in lines.split(",")] if lines else self._ring(seats, said)
        used = {card for one in said.values() for field in ("hand", "wounds", "gear") for card in one.get(field, ())}
        used |= {card for one in said.values() if not isinstance(one.get("life", 5), int) for card in one["life"]}
        used |= {pupil["card"] for line in parsed for pupil in line["disciples"]} | {*pile, *discard}
        left = [card for card in DECK if card not in used]
        people = []
        for name, one in said.items():
            living = one.get("is", "samurai") == "samurai"
            life = one.get("life", (5 if one else 1) if living else 0)
            if isinstance(life, int):
                life, left = left[len(left) - life :], left[: len(left) - life]
            gear = list(one.get("gear", ()))
            people.append({
                "seat": name, "sheet": one.get("sheet"), "is": one.get("is", "samurai"),
                "seated": one.get("seated", False), "hand": list(one.get("hand", ())), "life": list(life),
                "wounds": list(one.get("wounds", ())), "gear": gear,
                "held": one.get("held", next((card for card in gear if DECK[card].text == "weapon"), None)),
                "sake": list(one.get("sake", ())), "jar": one.get("jar", 0)})  # fmt: skip
        whole = math.ceil(2.5 * len(seats))
        placed = sum(len(one["sake"]) + one["jar"] for one in people)
        masu = whole - placed if masu is None else masu
        self.whole: Json = {
            "format": "okko-position/1", "system": "sake", "options": dict(options), "seats": people, "lines": parsed,
            "pile": [*pile, *(left if rest == "pile" else ())],
            "discard": [*discard, *(left if rest == "discard" else ())], "masu": masu, "gone": whole - placed - masu,
            "deck": "house:deck", "active": active, "phase": phase, "plays": plays, "soul": list(soul),
            "fatal": fatal, "turn": 7}  # fmt: skip
        assert set(options) <= set(OPTIONS)
        self.game = kind(self.whole)

    @staticmethod
    def _line(text: str) -> Json:
        ends, steps, *pupils = text.split()
        found = []
        for one in pupils:
            card, _, where = one.partition("@")
            at, _, owner = where.partition("/")
            found.append({"card": card, "owner": owner or ends[0], "at": int(at)})
        return {"from": ends[0], "to": ends[1], "steps": int(steps), "disciples": found}

    @staticmethod
    def _ring(seats: str, said: Mapping[str, Any]) -> list[Json]:
        alive = [name for name in seats if said[name].get("is", "samurai") == "samurai"]
        pairs = (
            zip(alive, [*alive[1:], alive[0]], strict=True) if len(alive) > 2 else [tuple(alive)] * (len(alive) == 2)
        )
        return [{"from": a, "to": b, "steps": 3, "disciples": []} for a, b in pairs]

    # asking and answering --------------------------------------------------------------------------------------------

    def offered(self, seat: str | None = None) -> set[str]:
        """What a seat may answer, or whoever is asked alone."""
        question = self.game.question
        if question[0] == "all":
            return question[1].get(seat, set()) if seat else set().union(*question[1].values())
        return question[2] if question[0] == "one" and seat in (None, question[1]) else set()

    @property
    def asked(self) -> set[str]:
        question = self.game.question
        return set(question[1]) if question[0] == "all" else {question[1]} if question[0] == "one" else set()

    def do(self, *answers: str) -> Table:
        """Each ``A attack:…``; whoever is asked beside passes at its end: ``pass`` alone lets all others pass."""
        for answer in answers:
            if answer == "pass":
                while self.game.question[0] == "all":
                    for name in sorted(self.asked):
                        self.game.choose(name, "pass")
                continue
            seat, id = answer.split(" ", 1)
            assert id in self.offered(seat), (id, seat, self.game.question)
            self.game.choose(seat, id)
        return self

    def roll(self, *first: str) -> Table:
        """The cards named come first, the others in their order."""
        kind, cards, count = self.game.question
        assert kind == "roll", self.game.question
        self.game.roll([*first, *(card for card in cards if card not in first)][:count])
        return self

    def seat(self, name: str) -> Json:
        return next(one for one in self.game.position()["seats"] if one["seat"] == name)

    def line(self, ends: str) -> Json:
        found = next(one for one in self.game.position()["lines"] if one["from"] + one["to"] == ends)
        return found["steps"], {card: at for card, _, at in found["disciples"]}

    def lines(self) -> dict[str, int]:
        return {one["from"] + one["to"]: one["steps"] for one in self.game.position()["lines"]}

    def __getattr__(self, name: str) -> Json:
        return self.__dict__["game"].position()[name]
