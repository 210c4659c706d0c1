"""Figures of a campaign as one of its branches has gone: survival chapter by chapter, honours, who has won what."""

from __future__ import annotations

from collections import Counter

import msgspec

from companion.model.core.words import Arg

from .chapter_page import chapter_words
from .options import member_words
from .state import SEATS, State


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


class CampaignFigures(msgspec.Struct, frozen=True):
    """Everything about a campaign that figures show."""

    begun: tuple[int, int]
    """How many lived as it began, by seat."""
    chapters: tuple[ChapterFigures, ...]
    members: tuple[MemberFigures, ...]
    honours: tuple[tuple[str, int], ...]
    """How often each was gained, the most frequent first."""


def campaign_figures(state: State) -> CampaignFigures:
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
    return CampaignFigures(
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
