"""Random games as data: every moment with what was asked, what was answered, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.model.core.chance import HIDDEN, drawn
from companion.model.core.contract import Applied, Json, Option, Outcome, Over, Pending, Roll, System, options_of
from tests.budget import examples

from .samples import CONTENT, SAMPLES, SYSTEMS, Sample

F = TypeVar("F", bound=Callable[..., Any])


class Moment(msgspec.Struct, frozen=True):
    """One decision or roll of a game; `answer` and `applied` are None when the game is over."""

    state: Any
    pending: Pending
    answer: Option | Outcome | None
    applied: Applied[Any] | None


class Game(msgspec.Struct, frozen=True):
    """A random game of a system."""

    sample: Sample
    start: str
    seed: int
    moments: tuple[Moment, ...]

    @property
    def system(self) -> System[Any]:
        """Whose game it is."""
        return SYSTEMS[self.sample.id]

    def __repr__(self) -> str:
        return f"play({self.sample.id!r}, {self.seed})  # from {self.start!r}, {len(self.moments)} moments"

    def some(self, count: int) -> Iterator[Moment]:
        """At most `count` moments, the last one among them, any of the others alike likely."""
        rest = list(self.moments[:-1])
        Random(self.seed).shuffle(rest)
        yield self.moments[-1]
        yield from rest[: count - 1]


def play(id: str, seed: int, start: str | None = None) -> Game:
    """The game of a seed: kinds of options are drawn before options, so that rare kinds are met."""
    sample, system, rng = SAMPLES[id], SYSTEMS[id], Random(f"{id}:{seed}")
    start = start or rng.choice(list(sample.starts))
    state = sample.starts[start](rng)
    moments = []
    for _ in range(sample.steps):
        pending = system.pending(state)
        if isinstance(pending, Over):
            break
        answer = answer_to(pending, rng, sample.weights)
        applied = do(system, state, answer)
        moments.append(Moment(state, pending, answer, applied))
        state = applied.state
    moments.append(Moment(state, system.pending(state), None, None))
    return Game(sample, start, seed, tuple(moments))


def answer_to(pending: Pending, rng: Random, weights: Mapping[str, float]) -> Option | Outcome:
    """A random answer of any seat or of chance."""
    if isinstance(pending, Roll):
        faces = drawn(pending.dice, rng, pending.distinct)
        return tuple(
            HIDDEN if die.kind.may_hide and rng.random() < 0.3 else face
            for die, face in zip(pending.dice, faces, strict=True)
        )
    options = options_of(pending)
    kinds = sorted({option.kind for option in options})
    kind = rng.choices(kinds, [weights.get(kind, 1) for kind in kinds])[0]
    return rng.choice([option for option in options if option.kind == kind])


def do(system: System[Any], state: Any, answer: Option | Outcome) -> Applied[Any]:
    """Choose or roll."""
    return system.apply(state, answer) if isinstance(answer, Option) else system.rolled(state, answer)


def through_text(plain: Json) -> Json:
    """JSON written and read again; anything that is no plain JSON fails."""
    return json.loads(json.dumps(plain, allow_nan=False))


def position(system: System[Any], state: Any) -> str:
    """The position on one line, for a test that fails."""
    return f"\n{json.dumps(system.encode(state))}\n"


def every_system(test: F) -> F:
    """Run a test for each registered system, by its id."""
    marked: F = pytest.mark.parametrize("id", list(SYSTEMS))(test)
    return marked


def every_game(count: int = 25) -> Callable[[F], F]:
    """Run a test on random games of each registered system; the `game` is its argument.

    `count` games are played where a profile (``HYPOTHESIS_PROFILE``) draws its usual hundred examples.
    """

    def decorate(test: F) -> F:
        def run(id: str, seed: int) -> None:
            test(play(id, seed))

        run.__name__, run.__qualname__, run.__doc__ = test.__name__, test.__qualname__, test.__doc__
        run.__module__ = test.__module__
        chosen = settings(
            max_examples=examples(count),
            phases=[Phase.generate],  # a smaller seed is no simpler game
            suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
        )
        return every_system(chosen(given(seed=st.integers(0, 2**32 - 1))(run)))

    return decorate


def another_world(game: Game, state: Any, seat: str, rng: Random) -> Any:
    """A state that `seat` cannot tell from `state`."""
    return game.system.sample_world(through_text(game.system.view(state, seat)), seat, rng, CONTENT)
