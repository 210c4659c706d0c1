"""Hints: what the best automatic player would do in a person's place, and why.

It is shown what the seat may know, and nothing else: a table imagined from the seat's view, with chance that follows
from the view as well. So two tables that look alike to a seat get the same hint, byte for byte, as often as it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from math import inf
from random import Random
from typing import Any

import msgspec

from companion.model.bots import BotFault, Greedy, ask_bot, imagined
from companion.model.core.advice import Explains, Topic, survey
from companion.model.core.contract import Choice, Content, Evaluates, Json, Option, System, Tracks, part
from companion.model.core.record import NoContent, Noted
from companion.model.core.session import Session
from companion.model.core.words import Message, say

HINT = "hint"
"""What the log calls this help (`Noted`), followed by a colon and the seat."""
DIGITS = 6
"""Of a chance of winning in JSON."""


class Advice(msgspec.Struct, frozen=True):
    """What is advised: options in their order, the first of them to be chosen now.

    The plan ends where something comes in between that has to be answered first; the words speak of all of it.
    """

    plan: tuple[Option, ...]
    value: float
    """The chance of winning after it, 0 to 1, as the player sees it."""
    words: Message
    reasons: tuple[Message, ...]


class Hint(msgspec.Struct, frozen=True):
    """What a seat could do now."""

    seat: str
    best: Advice
    other: Advice | None = None
    """The second best thing to begin with."""
    judged: bool = True
    """The game has an opinion of positions: without one, values tell nothing but the end."""


def advise(
    system: System[Any],
    state: Any,
    choice: Choice,
    content: Content | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Hint | Message:
    """A hint for the seat of a choice; a sentence where none can be given. Raises BotFault.

    It takes as long as it takes, so that it does not depend on the machine; when `stopped` says so it ends soon with
    the best found by then, which nobody should be shown.
    """
    tracks, seat = part(system, Tracks), choice.seat
    rng = Random(_seed(system, state, seat))
    table = imagined(system, state, seat, rng, content or NoContent()) if system.facts.hidden else state
    if tracks is not None and tracks.missing(table) is not None:  # of others it may be imagined, not of the seat itself
        return say("No hint while the app does not know the cards of {seat}.", seat=seat)
    decision = ask_bot(Greedy(content, stopped), system, table, choice, rng, inf, content)
    if stopped():
        raise BotFault("stopped")  # words of a plan that nobody reads may take as long as the plan
    ranked = [
        _advice(system, table, seat, plan or (option,), value)
        for (option, value), plan in zip(decision.ranked, decision.plans, strict=True)
    ]
    best = ranked[0]
    # another first step on the same way is no other plan
    others = [one for one in ranked if one.words != best.words]
    return Hint(seat, best, others[0] if others else None, part(system, Evaluates) is not None)


def _advice(system: System[Any], state: Any, seat: str, plan: tuple[Option, ...], value: float) -> Advice:
    explains = part(system, Explains)
    if explains is None:
        return Advice(plan[:1], value, system.label(state, plan[0]), ())
    words, reasons = explains.plan_words(state, plan), tuple(explains.reasons(state, seat, plan))
    return Advice(tuple(_doable(system, state, plan)), value, words, reasons)


def _doable(system: System[Any], state: Any, plan: Sequence[Option]) -> Iterator[Option]:
    for option in plan:
        if system.check(state, option) is not None:
            return
        yield option
        state = system.apply(state, option).state


def _seed(system: System[Any], state: Any, seat: str) -> int:
    """From all that the seat knows, and from nothing else."""
    known = msgspec.json.encode([system.facts.id, seat, system.view(state, seat)])
    return int.from_bytes(sha256(known).digest()[:8], "big")


def hint_json(system: System[Any], state: Any, hint: Hint, words: Callable[[Message], str]) -> Json:
    """As the protocol writes it; plans are lists of ids, each as it is called where its turn comes."""
    return {
        "seat": hint.seat,
        **_advice_json(system, state, hint.best, words),
        "other": None if hint.other is None else _advice_json(system, state, hint.other, words),
    }


def _advice_json(system: System[Any], state: Any, advice: Advice, words: Callable[[Message], str]) -> dict[str, Json]:
    ids: list[str] = []
    for n, option in enumerate(advice.plan):
        ids.append(system.option_id(state, option))
        if n + 1 < len(advice.plan):
            state = system.apply(state, option).state
    return {
        "plan": ids,
        "value": round(advice.value, DIGITS),
        "words": words(advice.words),
        "reasons": [words(reason) for reason in advice.reasons],
    }


def hints_used(session: Session[Any], seats: Sequence[str]) -> tuple[int, ...]:
    """How many hints each seat has looked at, up to the place that is shown; they stand in the log as notes."""
    seen = [step.intent.what for step in session.steps[: session.cursor] if isinstance(step.intent, Noted)]
    return tuple(seen.count(f"{HINT}:{seat}") for seat in seats)


def possible(system: System[Any], state: Any, choice: Choice, content: Content | None = None) -> tuple[Topic, ...]:
    """All that a seat can do now and what it cannot, said of a table that it holds possible."""
    if not system.facts.hidden:
        return survey(system, state, choice)
    rng = Random(_seed(system, state, choice.seat))
    return survey(system, imagined(system, state, choice.seat, rng, content or NoContent()), choice)
