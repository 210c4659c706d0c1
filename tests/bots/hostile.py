"""Players that misbehave: each in one way, for tests of whoever asks players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from random import Random
from typing import Any, cast

from companion.model.bots import Bot, Decision
from companion.model.core.contract import Choice, Option, System


class Crashing:
    """Raises, in a way nobody expects."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        raise RuntimeError("crashing on purpose")


class Endless:
    """Thinks itself to death."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        return self.think(system, state, choice, rng)


class Idle:
    """Answers nothing."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        return cast(Decision, None)


class Nonsense(Option, frozen=True, tag="nonsense"):
    """An option of no game."""


class Illegal:
    """Chooses what is not offered."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        return Decision(Nonsense(), 0.5)


class Ranking:
    """Chooses soundly and ranks what is not offered."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        return Decision(choice.options[0], 0.5, ((Nonsense(), 0.9),))


class Textual:
    """Answers with the id instead of the option."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        return Decision(cast(Option, system.option_id(state, choice.options[0])), 0.5)


class Boasting:
    """Is surer than sure."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        return Decision(choice.options[0], 7.0)


class Lost:
    """Knows no number for its chances."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        return Decision(choice.options[0], float("nan"))


HOSTILE: Mapping[str, Callable[[], Bot]] = {
    bot.__name__.lower(): bot for bot in (Crashing, Endless, Idle, Illegal, Ranking, Textual, Boasting, Lost)
}
"""By name, as `BOTS`."""
