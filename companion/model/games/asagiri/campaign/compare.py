"""Two branches side by side: adventures, rosters, the dead, honours, zeni."""

from __future__ import annotations

import msgspec

from companion.model.core.session import Session
from companion.model.core.timeline import common
from companion.model.games.asagiri.rules.honours import Honour

from . import legal_options
from .state import Account, Member, State


class Side(msgspec.Struct, frozen=True):
    """One roster in two branches; members are of both when they joined before the branches parted and live in both."""

    both: tuple[Member, ...]
    """As the left branch has them."""
    left: tuple[Member, ...]
    right: tuple[Member, ...]
    dead: tuple[tuple[Member, ...], tuple[Member, ...]]
    """All the dead of either branch."""
    honours: tuple[tuple[tuple[str, Honour], ...], tuple[tuple[str, Honour], ...]]
    """Who has which now."""
    zeni: tuple[int, int]
    """What the roster is worth, the purse included."""
    lost: tuple[int, int]
    """Zeni of the disabled in all adventures."""


class Row(msgspec.Struct, frozen=True):
    """One adventure; None where a branch has not got so far."""

    left: Account | None
    right: Account | None


class Comparison(msgspec.Struct, frozen=True):
    """What differs; the counts and zeni are left and right."""

    shared: int
    """Steps before the branches part."""
    chapters: tuple[Row, ...]
    sides: tuple[Side, Side]
    won: tuple[tuple[int, int], tuple[int, int]]
    """By branch, by seat: adventures won."""
    leader: tuple[int | None, int | None]


def compare(left: Session[State], right: Session[State]) -> Comparison:
    """Two branches as they stand at their cursors."""
    shared = min(common(left.steps, right.steps), left.cursor, right.cursor)
    parted = left.state_at(shared)
    a, b = left.state, right.state
    long = max(len(a.now.history), len(b.now.history))
    rows = tuple(Row(_at(a.now.history, n), _at(b.now.history, n)) for n in range(long))
    won = tuple(
        (sum(account.winner == 0 for account in state.now.history), sum(account.winner == 1 for account in
                                                                        state.now.history))
        for state in (a, b)
    )  # fmt: skip
    return Comparison(
        shared,
        rows,
        (_side(a, b, parted, 0), _side(a, b, parted, 1)),
        (won[0], won[1]),
        (legal_options.leader(a), legal_options.leader(b)),
    )


def _at(history: tuple[Account, ...], n: int) -> Account | None:
    return history[n] if n < len(history) else None


def _side(left: State, right: State, parted: State, seat: int) -> Side:
    before = {member.id for member in parted.now.rosters[seat].members}
    one, other = left.approved[seat], right.approved[seat]
    ids = {member.id for member in one.members} & {member.id for member in other.members} & before
    return Side(
        tuple(member for member in one.members if member.id in ids),
        tuple(member for member in one.members if member.id not in ids),
        tuple(member for member in other.members if member.id not in ids),
        (one.fallen, other.fallen),
        (_honours(one.members), _honours(other.members)),
        (left.worth(seat), right.worth(seat)),
        (_lost(left, seat), _lost(right, seat)),
    )


def _honours(members: tuple[Member, ...]) -> tuple[tuple[str, Honour], ...]:
    return tuple((member.id, member.honour) for member in members if member.honour is not None)


def _lost(state: State, seat: int) -> int:
    return sum(account.lost[seat] for account in state.now.history)
