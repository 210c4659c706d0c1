"""A campaign with all its branches (`core/branches`): the places to go back to, statistics, two branches compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.model.content.record_checks import refuse_unsound
from companion.model.core.branches import Campaign
from companion.model.core.contract import Content, System
from companion.model.core.record import Chosen, Mode, Record, Step
from companion.model.core.session import Session
from companion.model.core.timeline import common
from companion.model.core.words import Arg, Message, say
from companion.model.games.asagiri.campaign import CAMPAIGN, legal_options
from companion.model.games.asagiri.campaign.chapter_page import chapter_words
from companion.model.games.asagiri.campaign.options import begin_game, member_words
from companion.model.games.asagiri.campaign.state import SEATS, Account, Member, State
from companion.model.games.asagiri.state.table import Honour


class BranchPlace(msgspec.Struct, frozen=True):
    """A point of a branch that a person may want to go back to."""

    cursor: int
    chapter: int
    """Counted from 0."""
    words: Message


class Chronicle(Campaign[State]):
    """The branches of one campaign."""

    system = CAMPAIGN

    @property
    def chapter(self) -> int:
        return self.state.now.chapter

    def begin_game(self, system: System[Any], content: Content, packs: Mapping[str, str], mode: Mode) -> Session[Any]:
        return begin_game(system, self.state, content, packs=packs, dice=self.session.dice, mode=mode)

    @classmethod
    def check_cards(cls, header: Record, content: Content, path: str) -> None:
        refuse_unsound(header, CAMPAIGN, content, path)

    def counts(self, step: Step) -> bool:
        """A chapter that was approved is never forgotten."""
        return isinstance(step.intent, Chosen) and step.intent.option == "approve"

    def places(self, branch: int | None = None) -> tuple[BranchPlace, ...]:
        """Where each chapter of a branch began, was fought, and was approved: the stops of the time machine."""
        session = self.session_of(self.current if branch is None else branch)
        found = [BranchPlace(0, session.state_at(0).now.chapter, say("Start of the campaign"))]
        for n, step in enumerate(session.steps):
            if isinstance(step.intent, Chosen) and step.intent.option.partition(":")[0] in ("won", "approve"):
                before = session.state_at(n)
                found.append(BranchPlace(n + 1, before.now.chapter, session.describe_step(n)))
        return tuple(found)


class ChapterFigures(msgspec.Struct, frozen=True):
    """A chapter that is over."""

    number: int
    """From 1 on."""
    words: Arg
    winner: int | None
    living: tuple[int, int]
    """By seat, when it was approved."""
    dead: tuple[int, int]
    honours: int
    """Gained after it."""
    lost: tuple[int, int]
    """Zeni of the disabled."""


class MemberFigures(msgspec.Struct, frozen=True):
    """Somebody of a roster, dead or alive."""

    who: str
    seat: int
    words: Arg
    chapters: int
    """In which it took part."""
    won: int
    disabled: int
    honours: int
    died: int | None
    """The number of the chapter after which it died."""


class CampaignStatistics(msgspec.Struct, frozen=True):
    """Everything about a campaign that figures show."""

    begun: tuple[int, int]
    """How many lived as it began, by seat."""
    chapters: tuple[ChapterFigures, ...]
    members: tuple[MemberFigures, ...]
    honours: tuple[tuple[str, int], ...]
    """How often each was gained, the most frequent first."""


def campaign_statistics(state: State) -> CampaignStatistics:
    """Of what has been approved."""
    history = state.now.history
    living = [len(roster.members) for roster in state.approved]
    _count(living, state.now.joined, -1)
    backwards: list[ChapterFigures] = []
    for n in range(len(history) - 1, -1, -1):
        account = history[n]
        dead = [0, 0]
        _count(dead, account.dead, 1)
        backwards.append(
            ChapterFigures(
                n + 1,
                chapter_words(state, account.chapter),
                account.winner,
                (living[0], living[1]),
                (dead[0], dead[1]),
                len(account.honours),
                account.lost,
            )
        )
        _count(living, account.dead, 1)
        _count(living, account.joined, -1)
    return CampaignStatistics(
        (max(0, living[0]), max(0, living[1])),
        tuple(reversed(backwards)),
        tuple(_member(state, who) for who in _everybody(state)),
        tuple(Counter(honour for account in history for _, honour in account.honours).most_common()),
    )


def _count(seats: list[int], members: tuple[str, ...], by: int) -> None:
    for who in members:
        seats[SEATS.index(who[0])] += by


def _everybody(state: State) -> list[str]:
    """All who have ever been of a roster and were not removed by hand, the first ones first."""
    found = [member.id for roster in state.approved for member in (*roster.members, *roster.fallen)]
    return sorted(found, key=lambda who: (who[0], int(who[1:])))


def _member(state: State, who: str) -> MemberFigures:
    seat, history = SEATS.index(who[0]), state.now.history
    taken = [(account, fate) for account in history for fate in account.fates if fate.who == who]
    return MemberFigures(
        who,
        seat,
        member_words(state, who),
        len(taken),
        sum(account.winner == seat for account, _ in taken),
        sum(fate.state == "disabled" for _, fate in taken),
        sum(one == who for account in history for one, _ in account.honours),
        next((n + 1 for n, account in enumerate(history) if who in account.dead), None),
    )


class ComparedRoster(msgspec.Struct, frozen=True):
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


class ComparedChapter(msgspec.Struct, frozen=True):
    """One adventure; None where a branch has not got so far."""

    left: Account | None
    right: Account | None


class BranchComparison(msgspec.Struct, frozen=True):
    """What differs; the counts and zeni are left and right."""

    shared: int
    """Steps before the branches part."""
    chapters: tuple[ComparedChapter, ...]
    sides: tuple[ComparedRoster, ComparedRoster]
    won: tuple[tuple[int, int], tuple[int, int]]
    """By branch, by seat: adventures won."""
    leader: tuple[int | None, int | None]


def compare(left: Session[State], right: Session[State]) -> BranchComparison:
    """Two branches as they stand at their cursors."""
    shared = min(common(left.steps, right.steps), left.cursor, right.cursor)
    parted = left.state_at(shared)
    a, b = left.state, right.state
    long = max(len(a.now.history), len(b.now.history))
    rows = tuple(ComparedChapter(_at(a.now.history, n), _at(b.now.history, n)) for n in range(long))
    won = tuple(
        (sum(account.winner == 0 for account in state.now.history), sum(account.winner == 1 for account in
                                                                        state.now.history))
        for state in (a, b)
    )  # fmt: skip
    return BranchComparison(
        shared,
        rows,
        (_side(a, b, parted, 0), _side(a, b, parted, 1)),
        (won[0], won[1]),
        (legal_options.leader(a), legal_options.leader(b)),
    )


def _at(history: tuple[Account, ...], n: int) -> Account | None:
    return history[n] if n < len(history) else None


def _side(left: State, right: State, parted: State, seat: int) -> ComparedRoster:
    before = {member.id for member in parted.now.rosters[seat].members}
    one, other = left.approved[seat], right.approved[seat]
    ids = {member.id for member in one.members} & {member.id for member in other.members} & before
    return ComparedRoster(
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
