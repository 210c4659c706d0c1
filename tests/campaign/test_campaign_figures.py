"""Figures of a campaign: the living chapter by chapter, honours, and members, as its accounts tell them."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.contract import Over
from companion.model.games.asagiri.campaign.chronicle import Chronicle, campaign_statistics

from .kit import BATTLES, CONTENT, some_way


@pytest.mark.parametrize("seed", range(4))
def test_the_living_of_every_chapter_are_those_of_the_rosters_then(seed: int) -> None:
    chronicle = Chronicle.new(BATTLES, CONTENT, seed)
    rng = Random(seed)
    living: list[tuple[int, int]] = []
    while not isinstance(chronicle.session.pending, Over):
        before = len(chronicle.state.now.history)
        some_way(chronicle, rng, steps=1)
        if len(chronicle.state.now.history) > before:
            a, b = (len(roster.members) for roster in chronicle.state.approved)
            living.append((a, b))
    found = campaign_statistics(chronicle.state)
    assert [chapter.living for chapter in found.chapters] == living
    assert [chapter.winner for chapter in found.chapters] == [one.winner for one in chronicle.state.now.history]
    dead = [member for member in found.members if member.died is not None]
    assert len(dead) == sum(sum(chapter.dead) for chapter in found.chapters)
    assert sum(count for _, count in found.honours) == sum(chapter.honours for chapter in found.chapters)
    for member in found.members:
        assert 0 <= member.disabled <= member.chapters and member.won <= member.chapters


def test_a_campaign_that_has_just_begun_has_no_chapters() -> None:
    found = campaign_statistics(Chronicle.new(BATTLES, CONTENT, 1).state)
    assert found.chapters == () and found.begun == (2, 2)
