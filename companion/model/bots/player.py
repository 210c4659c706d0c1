"""What every automatic player offers."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any, Protocol

import msgspec

from companion.model.core.contract import Choice, Content, Option, System
from companion.model.core.record import NoContent


class Decision(msgspec.Struct, frozen=True):
    """What a player decided: the option, its chance of winning after it (0 to 1), and the best few with theirs.

    The best first as the player sees it; one that wants the game to end may take what wins a little less often.
    """

    option: Option
    value: float
    ranked: tuple[tuple[Option, float], ...] = ()


class Bot(Protocol):
    """An automatic player. It may only look at what its seat may see, and must answer with one of the options."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        """Decide for `choice.seat`, in some `seconds`; `rng` is the only chance it may use."""


class BotFault(Exception):  # noqa: N818 - the player is at fault, not we
    """A player failed: it raised, gave no thought, or chose what is not offered."""


def ask_bot(
    bot: Bot,
    system: System[Any],
    state: Any,
    choice: Choice,
    rng: Random,
    seconds: float = inf,
    content: Content | None = None,
) -> Decision:
    """What `bot` decides, checked; raises BotFault. It is not stopped when it takes longer than `seconds`.

    Where seats know different things it is shown a table that its seat holds possible, never the true one; `content`
    is needed only for systems whose hidden cards are records of packs.
    """
    if system.facts.hidden:
        view = system.view(state, choice.seat)
        state = system.sample_world(view, choice.seat, rng, content or NoContent())
    try:
        thought = bot.think(system, state, choice, rng, seconds)
    except Exception as wrong:
        raise BotFault(f"{type(bot).__name__} failed: {wrong!r}") from wrong
    if not isinstance(thought, Decision):
        raise BotFault(f"{type(bot).__name__} gave no thought: {thought!r}")
    offered = frozenset(choice.options)
    for option, value in ((thought.option, thought.value), *thought.ranked):
        if not isinstance(option, Option) or option not in offered:
            raise BotFault(f"{type(bot).__name__} chose what is not offered: {option!r}")
        if not isinstance(value, float | int) or not 0 <= value <= 1:
            raise BotFault(f"{type(bot).__name__} gave {value!r} as a chance of winning")
    return thought


class RandomBot:
    """Takes any option, each as likely as the other."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        return Decision(rng.choice(choice.options), 0.5)
