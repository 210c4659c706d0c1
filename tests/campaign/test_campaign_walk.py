"""From member to member: whose turn it was, going back to one of them with the others as they were, and chance."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.model.core.refusal import UnknownOption
from companion.model.games.asagiri.campaign.assistant import (
    again,
    hurry,
    proposal,
    station,
    stations,
    subject,
    told_at,
    turn_of,
    walkers,
)
from companion.model.games.asagiri.campaign.chronicle import Chronicle
from companion.model.games.asagiri.campaign.state import Praying, Tending
from tests.budget import examples

from .kit import CONTENT, GUARD, RONIN, some_way

SETUP = {
    "chapters": ["", ""],
    "budget": 12,
    "rosters": {"A": [{"card": GUARD}, {"card": GUARD}], "B": [{"card": RONIN}, {"card": RONIN}]},
}


def fought(*states: str) -> Chronicle:
    """A battle of two against two that has left them so, nobody tended yet."""
    made = Chronicle.new(SETUP, CONTENT, 3)
    while made.state.now.stage == "muster":
        options = [made.session.system.option_id(made.state, one) for one in made.session.pending.options]
        takes = [text for text in options if text.startswith("take:")]
        made.choose(takes[0] if takes else "ready")
    made.choose("won:A")
    for who, state in zip(made.state.fighters(), states, strict=True):
        made.choose(f"ended:{who},{state},no,no")
    return made


def test_cam_1_the_assistant_turns_to_all_who_fought_in_their_order() -> None:
    made = fought("shaken", "vigilant", "disabled", "vigilant")
    order = []
    while made.state.now.stage == "after":
        if subject(made.state) not in order:
            order.append(subject(made.state))
        task = made.state.now.task
        if isinstance(task, Tending):
            made.choose(f"pray:{task.who}")
        elif isinstance(task, Praying):
            made.roll()
        else:
            made.roll([4])
    assert tuple(order) == walkers(made.state)
    assert walkers(made.state) == made.state.fighters()
    assert stations(made.state) == ("result", *order, "approve")
    assert station(made.state) == "approve"
    assert turn_of(made.session, "result") == (told_at(made.session) + 1, told_at(made.session) + 5)


def test_cam_1_who_is_shaken_at_home_is_tended_after_those_who_fought() -> None:
    made = fought("vigilant", "vigilant", "vigilant", "vigilant")
    hurry(made, Random(0))
    made.choose("approve")
    made.edit({"kind": "set_member", "who": "A2", "state": "shaken", "equipment": None, "honour": None})
    made.choose("take:A1")
    made.choose("ready")
    made.choose("take:B1")
    made.choose("ready")
    made.choose("won:nobody")
    made.choose_all(["ended:A1,vigilant,no,no", "ended:B1,vigilant,no,no"])
    assert walkers(made.state) == ("A1", "B1", "A2")


def test_nobody_has_a_turn_while_nothing_is_proposed() -> None:
    made = Chronicle.new(SETUP, CONTENT, 3)
    assert walkers(made.state) == ()
    assert subject(made.state) == station(made.state) == ""
    assert stations(made.state) == ()
    with pytest.raises(UnknownOption):
        told_at(made.session)


def test_one_member_decided_otherwise_leaves_the_others_as_they_were_typed() -> None:
    made = fought("shaken", "disabled", "disabled", "shaken")
    made.roll([1])
    made.roll([5])
    made.roll([2])
    made.roll([6])
    first, last = turn_of(made.session, "A2")
    rest = made.session.steps[last : made.session.cursor]
    made.session.jump(first)
    made.roll([3])
    assert again(made, rest) == 2
    assert made.state.now.stage == "approve"
    assert [made.state.member(who).state for who in ("A1", "A2", "B1", "B2")] == [
        "shaken", "shaken", "shaken", "vigilant",
    ]  # fmt: skip
    assert [step.result.sources for step in made.session.steps[-3:]] == [("typed",)] * 3
    made.session.undo_group()
    assert subject(made.state) == "A2", "one decision, one undo"


def test_what_fits_no_more_is_asked_anew() -> None:
    made = fought("vigilant", "disabled", "vigilant", "vigilant")
    made.choose("pray:A1")
    made.roll(["fire"])
    made.roll([4])
    turn = turn_of(made.session, "A1")
    assert turn is not None
    rest = made.session.steps[turn[1] : made.session.cursor]
    made.session.undo(3)
    made.choose("pray:A1")
    assert again(made, rest) == 0, "a die of Heal answers no prayer"
    assert subject(made.state) == "A1"


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(0, 10_000))
def test_all_the_rest_by_chance_ends_at_the_approval_and_is_one_undo(seed: int) -> None:
    made = Chronicle.new(SETUP, CONTENT, seed)
    rng = Random(seed)
    while made.state.now.stage != "after":
        some_way(made, rng, 1)
    before = made.state
    hurry(made, rng)
    assert made.state.now.stage == "approve"
    found = proposal(made.session)
    assert found is not None
    assert {entry.who for entry in found.entries} >= set(walkers(made.state))
    made.session.undo_group()
    assert made.state == before
