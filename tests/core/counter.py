"""A tiny system for tests of what serves any system: two seats add to a counter, sometimes a die is added."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Annotated

import msgspec

from companion.model.core.chance import D6, Die, fits
from companion.model.core.contract import (
    Applied,
    Choice,
    Content,
    Correction,
    Event,
    Facts,
    Json,
    Option,
    Outcome,
    Over,
    Pending,
    Roll,
)
from companion.model.core.refusal import InvalidInput, Refusal, RuleBroken, UnknownOption, refuse
from companion.model.core.schema import WHOLE_MAX, Count, Document, Printable, read
from companion.model.core.words import Message, say


class State(msgspec.Struct, frozen=True):
    """Where the counter is; `dice` are asked for when not 0."""

    total: int = 0
    turn: int = 0
    dice: int = 0
    goal: int = 1000


class Add(Option, frozen=True, tag="add"):
    """Add to the counter."""

    n: int


class Throw(Option, frozen=True, tag="throw"):
    """Ask for dice."""

    n: int


class Added(Event, frozen=True, tag="Added"):
    """The counter has grown."""

    n: int


class Put(Correction, frozen=True, tag="put"):
    """Set the counter."""

    total: int


class Setup(Document):
    goal: Annotated[int, msgspec.Meta(ge=1, le=WHOLE_MAX)] | None = None
    card: Printable | None = None
    cards: Json = None


class Position(Document):
    total: Count
    turn: Count = 0
    dice: Count = 0
    goal: Count = 1000


class PutForm(Document, tag_field="kind", tag="put"):
    total: Annotated[int, msgspec.Meta(ge=-5, le=WHOLE_MAX)]


class Counter:
    """Add 1 to 3 (rule ADD-1), throw 1 or 2 dice, up to the goal."""

    facts = Facts("counter", "Counter", (2, 2), hidden=False)

    def new(self, setup: Json, content: Content) -> State:
        form = read(setup, Setup)
        goal = form.goal or 1000
        if form.card is not None:
            card = content.find("goal", form.card)
            if card is None:
                raise InvalidInput("card", "There is no such card.")
            goal = card["goal"] + 0
        if form.cards is not None:
            goal = sum(card["goal"] for _, card in content.every("goal"))
        if goal == 13:
            raise RuleBroken(refuse("SET-13", "Not this one."))
        return State(goal=goal)

    def seats(self, state: State) -> tuple[str, ...]:
        return ("A", "B")

    def _seat(self, state: State) -> str:
        return "AB"[state.turn % 2]

    def pending(self, state: State) -> Pending:
        seat = self._seat(state)
        if state.dice:
            return Roll(seat, (Die(D6, seat),) * state.dice)
        if state.total >= state.goal:
            return Over(("AB"[(state.turn + 1) % 2],), say("The goal is reached."))
        return Choice(seat, say("Add or throw."), (Add(1), Add(2), Add(3), Throw(1), Throw(2)))

    def check(self, state: State, option: Option) -> Refusal | None:
        if state.dice or state.total >= state.goal:
            return refuse("ADD-0", "Not now.")
        most = {Add: 3, Throw: 2}.get(type(option), 0)
        fine = isinstance(option, Add | Throw) and 1 <= option.n <= most
        return None if fine else refuse("ADD-1", "{most} at most.", most=most)

    def apply(self, state: State, option: Option) -> Applied[State]:
        refusal = self.check(state, option)
        if refusal is not None:
            raise RuleBroken(refusal)
        assert isinstance(option, Add | Throw)
        if isinstance(option, Throw):
            return Applied(msgspec.structs.replace(state, dice=option.n), ())
        return self._add(state, option.n)

    def _add(self, state: State, n: int) -> Applied[State]:
        return Applied(State(state.total + n, state.turn + 1, 0, state.goal), (Added(n),))

    def rolled(self, state: State, outcome: Outcome) -> Applied[State]:
        if not state.dice or not fits((Die(D6, ""),) * state.dice, outcome):
            raise UnknownOption("Wrong dice.")
        return self._add(state, sum(int(face) for face in outcome))

    def edit(self, state: State, correction: Correction) -> Applied[State]:
        assert isinstance(correction, Put)
        if correction.total < 0:
            raise InvalidInput("total", "Not below zero.")
        return Applied(msgspec.structs.replace(state, total=correction.total), ())

    def refereed(self, state: State) -> Correction | None:
        return None

    def view(self, state: State, seat: str | None) -> Json:
        return msgspec.to_builtins(state)

    def encode(self, state: State) -> Json:
        return msgspec.to_builtins(state)

    def decode(self, position: Json, content: Content) -> State:
        return State(**msgspec.structs.asdict(read(position, Position)))

    def option_id(self, state: State, option: Option) -> str:
        assert isinstance(option, Add | Throw)
        return f"{option.kind}:{option.n}"

    def option_of(self, state: State, text: str) -> Option:
        kind, _, n = text.partition(":")
        if kind not in ("add", "throw") or not n.isdecimal() or len(n) > 3:
            raise UnknownOption(say("There is no option {text}.", text=text))
        return Add(int(n)) if kind == "add" else Throw(int(n))

    def fields(self, state: State, option: Option) -> Mapping[str, Json]:
        return {"n": option.n} if isinstance(option, Add | Throw) else {}

    def label(self, state: State, option: Option) -> Message:
        assert isinstance(option, Add | Throw)
        return say("Add {n} to {total}", n=option.n, total=state.total) if isinstance(option, Add) else say("Throw")

    def correction_of(self, state: State, data: Json) -> Correction:
        return Put(read(data, PutForm).total)

    def correction_json(self, state: State, correction: Correction) -> Json:
        assert isinstance(correction, Put)
        return {"kind": "put", "total": correction.total}

    def tell(self, state: State, event: Event) -> Message:
        return say("The counter is at {total}", total=state.total)

    def event_json(self, state: State, event: Event) -> Json:
        return {"kind": event.kind, "n": event.n, "by": ("counter",)} if isinstance(event, Added) else {}

    def sample_world(self, view: Json, seat: str, rng: Random, content: Content) -> State:
        return State(**view)


class Cards:
    """Content out of a dict."""

    def __init__(self, cards: dict[str, dict[str, Json]]) -> None:
        self.cards = cards

    def find(self, kind: str, id: str) -> Json | None:
        return self.cards.get(kind, {}).get(id)

    def every(self, kind: str) -> list[tuple[str, Json]]:
        return list(self.cards.get(kind, {}).items())
