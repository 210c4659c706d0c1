"""What speaks for an option of a player made of code, in words for people.

The state is one that the seat holds possible; of hands that it does not see nothing is said but how many of the cards
in no public place would do something (`queries.odds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.model.core.contract import Option, choices_of
from companion.model.core.words import Message, plural, say
from companion.model.games.sake.rules import play
from companion.model.games.sake.rules.reach import attack_bonus, defence_of
from companion.model.games.sake.state import frames
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.state import LETTERS, SAMURAI, SPIRIT, State, counters
from companion.model.games.sake.wire.narration import seat_name, target_name

from . import foresight, judgement
from .queries import odds

IDLE = (o.Pass, o.EndPhase, o.DoNothing, o.Decline)
"""What changes nothing by itself."""
TENTH = 0.05
"""Of a sake: what differs by less looks equal in tenths."""


def reasons(state: State, seat: str, plan: Sequence[Option]) -> Sequence[Message]:
    """The odds of what is done first; then what it brings in the end, beside doing nothing."""
    option, me = plan[0], LETTERS.index(seat)
    found = list(_of_blow(state, option))
    if state.seats[me].kind in (SAMURAI, SPIRIT):
        found += _of_expectations(state, me, option)
    return tuple(found)


def _of_blow(state: State, option: Option) -> Iterator[Message]:
    match option:
        case o.Attack(seat, card, target, weapon) | o.Iaido(seat, card, _, _, target, weapon):
            value = state.table.deck.attack[card] + attack_bonus(state.table, seat, state.seats[seat], weapon)
            spec = state.table.deck.weapon[weapon] if weapon >= 0 else None
            yield from _unstopped(state, target, value, spec is not None and spec.ranged)
        case o.Defend(seat, card):
            top = next((frame for frame in reversed(state.frames) if isinstance(frame, frames.AttackFrame)), None)
            if top is not None:
                of, table = state.seats[seat], state.table
                bare, then = (max(0, top.value - defence_of(table, seat, of, top.ranged, one)) for one in (None, card))
                yield say("Damage {then} instead of {bare}.", then=then, bare=bare)


def _unstopped(state: State, target: int, value: int, ranged: bool) -> Iterator[Message]:
    """Of an Attack at somebody: how many of the cards nobody sees would keep all of it off."""
    at = target - o.SEAT_AS_TARGET
    if not o.is_seat(target) or state.seats[at].kind != SAMURAI:
        return
    found = odds(state, {"value": max(0, value), "ranged": ranged, "target": LETTERS[at]})
    stopping, of = found["damage"][0], found["of"]
    yield say("Attack {value} at {target}.", value=value, target=target_name(state, target))
    yield plural(
        "Of {of} cards that nobody sees, {count} would stop it all.",
        "Of {of} cards that nobody sees, {count} would stop it all.", stopping, of=of,
    )  # fmt: skip


def _of_expectations(state: State, me: int, option: Option) -> Iterator[Message]:
    """What the seat may expect in the end, and whoever else may expect most."""
    offered = [one for choice in choices_of(play.pending(state)) for one in choice.options]
    idle = next((one for one in offered if isinstance(one, IDLE) and getattr(one, "seat", me) == me), None)
    if idle is None or idle == option:
        return
    then, else_ = (foresight.settled(play.apply(state, one).state) for one in (option, idle))
    if any(isinstance(frame, frames.OverFrame) for one in (then, else_) for frame in one.frames[-1:]):
        return
    (mine, others), (bare, rest) = _expected(then, me), _expected(else_, me)
    if abs(mine - bare) >= TENTH:
        yield say(
            "You may expect {mine} sake in the end, instead of {bare} if you do nothing.",
            mine=tenths(mine), bare=tenths(bare),
        )  # fmt: skip
    ahead = max(rest, key=lambda n: rest[n], default=None)
    if ahead is not None and ahead in others and abs(others[ahead] - rest[ahead]) >= TENTH:
        yield say(
            "{who}, who expects most of the others: {then} instead of {bare}.",
            who=seat_name(state, ahead), then=tenths(others[ahead]), bare=tenths(rest[ahead]),
        )  # fmt: skip


def _expected(state: State, me: int) -> tuple[float, dict[int, float]]:
    """What the seat expects, and each other Samurai by seat."""
    late = 1 - state.masu / counters(len(state.seats))
    if state.seats[me].kind not in (SAMURAI, SPIRIT):
        return 0.0, {}
    mine, every = judgement.expectations(state, me, late)
    drinkers = [n for n, one in enumerate(state.seats) if one.kind == SAMURAI]
    return mine, {n: one for n, one in zip(drinkers, every, strict=False) if n != me}


def tenths(value: float) -> Message:
    """A number with one digit behind the point, as the language writes it."""
    whole, part = divmod(round(10 * max(0.0, value)), 10)
    return say("{whole}.{part}", whole=whole, part=part)
