"""The smallest game with a gamble: take some points for sure, or throw a die. Only what a player asks for."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from companion.model.core.chance import D6, Die
from companion.model.core.contract import Applied, Choice, Facts, Option, Outcome, Over, Pending, Roll, System
from companion.model.core.words import say


class Dicing(msgspec.Struct, frozen=True):
    """`sure` points may be taken; `points` were."""

    sure: int
    points: int = 0
    stage: str = "choice"


class Take(Option, frozen=True, tag="take"):
    """The sure points."""


class Throw(Option, frozen=True, tag="throw"):
    """The die."""


class _Dicing:
    facts = Facts("dicing", "Dicing", (1, 1), hidden=False)

    def pending(self, state: Dicing) -> Pending:
        if state.stage == "choice":
            return Choice("A", say("Take or throw"), (Take(), Throw()))
        return Roll("A", (Die(D6, "A"),)) if state.stage == "roll" else Over(("A",), say("Over."))

    def check(self, state: Dicing, option: Option) -> None:
        return None

    def apply(self, state: Dicing, option: Option) -> Applied[Dicing]:
        if isinstance(option, Take):
            return Applied(Dicing(state.sure, state.sure, "over"), ())
        return Applied(Dicing(state.sure, 0, "roll"), ())

    def rolled(self, state: Dicing, outcome: Outcome) -> Applied[Dicing]:
        return Applied(Dicing(state.sure, int(outcome[0]), "over"), ())

    def urge(self, state: Dicing) -> float:
        return 0.0

    def evaluate(self, state: Dicing, seat: str, urge: float = 0.0) -> float:
        return state.points / 10


DICING = cast(System[Any], _Dicing())
