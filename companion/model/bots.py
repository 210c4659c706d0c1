"""Players made of code. A `Bot` looks at a state and one seat's options, and says which it takes and why.

`Greedy` looks one plan ahead: it takes the plans a system offers (for any other system: single options), follows what
the rules do by themselves, takes the exact mean over dice, and keeps the plan after which the system's own evaluation
is best for its seat. Of plans that look alike it takes the shortest, so it neither dithers nor runs in circles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from random import Random
from statistics import fmean
from time import monotonic
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec

from companion.model.core import chance
from companion.model.core.contract import (
    Choice,
    Content,
    Evaluates,
    Option,
    Outcome,
    Over,
    Plans,
    Roll,
    System,
    part,
    seats_like,
)
from companion.model.core.record import NoContent
from companion.model.core.refusal import RuleBroken

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)


@runtime_checkable
class Imagines(Protocol[S]):
    """Tables that a seat holds possible, made without the way through text."""

    def imagine(self, state: S, seat: str, rng: Random) -> S:
        """Exactly what `sample_world` makes of `view` for the same `rng`."""


@runtime_checkable
class JudgesAlike(Protocol):
    """Games in which a seat judges all tables alike that it cannot tell apart."""

    judges_alike: bool
    """One table that its own may be then says as much as three."""


@runtime_checkable
class Automates(Protocol[S_contra]):
    """Seats that a game's own rules play when nobody sits there, without judgement: an opponent made of cards."""

    def automatic_seats(self, state: S_contra) -> tuple[str, ...]:
        """Those seats."""

    def answers(self, state: S_contra, choice: Choice) -> bool:
        """Whether the rules answer this; else only the table knows."""

    def automatic(self, state: S_contra, choice: Choice) -> Option | None:
        """What the rules do; None: they do not answer it."""


def automatic_seats(system: System[S], state: S) -> tuple[str, ...]:
    """The seats that the rules of a game play in a game."""
    offered = part(system, Automates)
    return () if offered is None else offered.automatic_seats(state)


def left_to_table(system: System[S], state: S, choice: Choice, bot: Bot | None) -> bool:
    """Whether the rules that play a seat have no answer, since only the table knows it."""
    offered = part(system, Automates)
    return isinstance(bot, Automaton) and offered is not None and not offered.answers(state, choice)


def imagined(system: System[S], state: S, seat: str, rng: Random, content: Content) -> S:
    """A table that `seat` cannot tell from this one, as far as it knows."""
    if (offered := part(system, Imagines)) is not None:
        table: S = offered.imagine(state, seat, rng)
        return table
    return system.sample_world(system.view(state, seat), seat, rng, content)


class Decision(msgspec.Struct, frozen=True):
    """What a player decided: the option, its chance of winning after it (0 to 1), and the best few with theirs.

    The best first as the player sees it; one that wants the game to end may take what wins a little less often.
    """

    option: Option
    value: float
    ranked: tuple[tuple[Option, float], ...] = ()
    plans: tuple[tuple[Option, ...], ...] = ()
    """What each of `ranked` begins: options in their order, the first of them itself."""


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
    if system.facts.hidden and not isinstance(bot, Automaton):
        if isinstance(bot, Greedy) and content is not None:
            bot.content = content
        if not isinstance(bot, Greedy) or part(system, JudgesAlike) is None:  # else it imagines the one table itself
            state = imagined(system, state, choice.seat, rng, content or NoContent())
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


class Automaton:
    """Does what the rules of a game do for a seat (`Automates`). They guess nothing: it is shown the table as it is."""

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        """Decide; where only the table would know, anything."""
        offered = part(system, Automates)
        option = None if offered is None else offered.automatic(state, choice)
        return Decision(rng.choice(choice.options) if option is None else option, 0.5)


MOST_OUTCOMES = 40
"""Together, of the rolls that follow one another: two combat dice, and nothing that is rolled after them."""
DEEPEST = 20
"""Announcements, rolls and forced choices followed before a state is judged."""
PATIENCE = 1e-5
"""What every further decision of a plan costs."""
WORLDS = 3
"""Where seats know different things: so many tables that its own may be are looked at."""
CLEAR = 0.15
"""Of value: an option that was so much worse than the best in the tables looked at is looked at in no other."""


class Greedy:
    """See the module."""

    def __init__(self, content: Content | None = None, stopped: Callable[[], bool] = lambda: False) -> None:
        """`content` is needed only for systems whose hidden cards are records of packs; `ask_bot` hands its own on.

        `stopped`, asked after each plan, ends the thinking as the end of its time does.
        """
        self.content = content or NoContent()
        self._stopped = stopped
        self._begun: _Begun | None = None

    def think(self, system: System[Any], state: Any, choice: Choice, rng: Random, seconds: float = inf) -> Decision:
        """Decide; plans left over when the time is up are not looked at."""
        thought = self._gone_on(system, state, choice)
        if thought is not None:
            return thought
        until = monotonic() + seconds

        def late() -> bool:
            return monotonic() > until or self._stopped()

        opinion = part(system, Evaluates)
        judge = _Judge(system, choice.seat, 0.0 if opinion is None else opinion.urge(state))
        values: dict[Option, list[_Plan]] = {}
        for table in self._tables(system, state, choice.seat, rng):
            for plan in _best_plans(judge, table, choice, late):
                values.setdefault(plan.options[0], []).append(plan)
            if opinion is not None and system.facts.hidden:
                values = _promising(values)
                choice = msgspec.structs.replace(choice, options=tuple(values))
            if len(values) == 1 or late():  # with one way to go, other tables decide nothing
                break
        means = {option: _mean(found) for option, found in values.items()}
        means = {option: value for option, value in means.items() if system.check(state, option) is None} or means
        best = max(means.values())
        top = [option for option, value in means.items() if value > best - 1e-12]
        chosen = top[0] if len(top) == 1 else rng.choice(top)
        ranked = sorted(means, key=lambda option: (option != chosen, -means[option]))[:5]
        if judge.urge:
            # what moved the player to decide is no chance of winning
            calm = _Judge(system, choice.seat)
            means = {option: fmean(calm.value(plan.after) for plan in values[option]) for option in ranked}
        self._begin(system, state, values[chosen][0], means[chosen])
        plans = tuple(values[option][0].options for option in ranked)
        told = tuple((option, _chance(means[option])) for option in ranked)
        return Decision(chosen, _chance(means[chosen]), told, plans)

    def _tables(self, system: System[Any], state: Any, seat: str, rng: Random) -> Iterator[Any]:
        """The table itself when everything is open, else some that `seat` cannot tell from it."""
        if not system.facts.hidden:
            yield state
            return
        for _ in range(WORLDS if part(system, JudgesAlike) is None else 1):
            yield imagined(system, state, seat, rng, self.content)

    def _begin(self, system: System[Any], state: Any, plan: _Plan, value: float) -> None:
        """Keep in mind what follows, where nobody else can come in between."""
        self._begun = None
        if len(plan.options) > 1 and not system.facts.hidden:
            self._begun = _Begun(
                system.apply(state, plan.options[0]).state, plan._replace(options=plan.options[1:]), value
            )

    def _gone_on(self, system: System[Any], state: Any, choice: Choice) -> Decision | None:
        """The next decision of the plan begun, if this is the very table it led to."""
        begun, self._begun = self._begun, None
        if begun is None or begun.plan.options[0] not in choice.options or begun.expected != state:
            return None
        self._begin(system, state, begun.plan, begun.value)
        option, value = begun.plan.options[0], _chance(begun.value)
        return Decision(option, value, ((option, value),), (begun.plan.options,))


class _Plan(NamedTuple):
    options: tuple[Option, ...]
    after: Any
    value: float


class _Begun(NamedTuple):
    """A plan whose first decision is taken: the table it leads to, and what is left to do there."""

    expected: Any
    plan: _Plan
    value: float


def _mean(plans: Sequence[_Plan]) -> float:
    return fmean([plan.value for plan in plans])


def _promising(values: dict[Option, list[_Plan]]) -> dict[Option, list[_Plan]]:
    """The options that other tables may still put first."""
    means = {option: _mean(plans) for option, plans in values.items()}
    least = max(means.values()) - CLEAR
    return {option: plans for option, plans in values.items() if means[option] >= least}


def _best_plans(judge: _Judge, state: Any, choice: Choice, late: Callable[[], bool]) -> Iterable[_Plan]:
    """The best plan that begins with each option, of those that there is time for: one at least."""
    best: dict[Option, _Plan] = {}
    for options, after in _plans(judge.system, state, choice):
        value = judge.value(after) - PATIENCE * len(options)
        known = best.get(options[0])
        if known is None or value > known.value:
            best[options[0]] = _Plan(options, after, value)
        if late():
            break
    return best.values()


def _chance(value: float) -> float:
    return min(1.0, max(0.0, (value + 1) / 2))


def _plans(system: System[Any], state: Any, choice: Choice) -> Iterable[tuple[tuple[Option, ...], Any]]:
    planning = part(system, Plans)
    if planning is not None:
        return planning.outlook(state, choice)
    return [((option,), system.apply(state, option).state) for option in choice.options]


class _Judge:
    """What states are worth to a seat: the system's own opinion, else nothing but the end.

    `urge`: how badly it wants the game to end, which is the business of `evaluate`.
    """

    def __init__(self, system: System[Any], seat: str, urge: float = 0.0) -> None:
        self.system, self.urge = system, urge
        self._seat = seat
        self._plans = part(system, Plans)
        self._opinion = part(system, Evaluates)

    def value(self, state: Any, depth: int = DEEPEST, room: int = MOST_OUTCOMES, choosing: bool = True) -> float:
        """The value of a state; what cannot be followed, because it has no end, is judged as it lies."""
        try:
            return self._followed(state, depth, room, choosing)
        except RuleBroken:
            return self._judged(state)

    def _followed(self, state: Any, depth: int, room: int, choosing: bool) -> float:
        """The value of a state; dice are followed by their exact mean, and what is being resolved to its end.

        `choosing`: whoever is asked may still weigh several ways; once on the way there is enough.
        """
        system, plans = self.system, self._plans
        if depth and (plans is None or plans.resolving(state)):
            pending = system.pending(state)
            if isinstance(pending, Roll):
                outcomes = self._outcomes(state, pending, room)
                if outcomes:
                    left = room // len(outcomes)
                    return sum(
                        weight * self.value(system.rolled(state, faces).state, depth - 1, left, choosing)
                        for faces, weight in outcomes
                    )
            elif plans is not None and isinstance(pending, Choice):
                options = plans.likely(state, pending)
                if len(options) == 1 or not choosing:
                    return self.value(system.apply(state, options[0]).state, depth - 1, room, choosing)
                best = max if pending.seat in seats_like(system, state, self._seat) else min
                return best([self.value(system.apply(state, way).state, depth - 1, room, False) for way in options])
        return self._judged(state)

    def _judged(self, state: Any) -> float:
        if self._opinion is None:
            return self._ended(state)
        return self._opinion.evaluate(state, self._seat, self.urge)

    def _outcomes(self, state: Any, roll: Roll, most: int) -> Sequence[tuple[Outcome, float]]:
        """The outcomes that differ in the system's eyes, with their chances; none when there are more than `most`."""
        found = None if self._plans is None else self._plans.alike(state)
        if found is None and chance.count(roll.dice, roll.distinct) <= most:
            found = [(faces, float(weight)) for faces, weight in chance.every(roll.dice, roll.distinct)]
        return found if found and len(found) <= most else ()

    def _ended(self, state: Any) -> float:
        """For systems that judge nothing themselves: won, lost, or nothing known."""
        pending = self.system.pending(state)
        if not isinstance(pending, Over) or not pending.winners:
            return 0.0
        return 1.0 if self._seat in pending.winners else -1.0


BOTS: Mapping[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": Greedy}
"""By the name that commands, the protocol and the window use."""
