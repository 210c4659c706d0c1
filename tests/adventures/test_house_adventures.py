"""The ten adventures of the house box: sound, complete, and played to the end by players made of code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from companion.model.bots import BOTS
from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Json, Over, Roll
from companion.model.core.schema import texts
from companion.model.core.session import Session
from companion.model.core.words import LANGUAGES, Words
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.adventure import build, goals
from companion.model.games.asagiri.adventure import conditions as c
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.play import conditions, hired
from companion.model.games.asagiri.state.state import State
from tests.budget import examples

CONTENT = Library.shipped()
ADVENTURES = build.adventures(CONTENT)
PLAYED = [(record.id, dict(before)) for record in ADVENTURES for before in ({}, *({link.fact: link.holds}
          for link in record.links))]  # fmt: skip
"""Each adventure as it is, and with each thing known that may have happened before."""
MOST_DECISIONS = 3_000


def play(setup: Json, seed: int, bot: str) -> Iterator[State]:
    """Every state of a game between two automatic players, to its end or to the bound."""
    rng, state = Random(f"{setup}:{seed}"), SYSTEM.new(setup, CONTENT)
    players = {seat: BOTS[bot]() for seat in "AB"}
    yield state
    for _ in range(MOST_DECISIONS):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng)).state
        else:
            assert isinstance(pending, Choice)
            state = SYSTEM.apply(state, players[pending.seat].think(SYSTEM, state, pending, rng).option).state
        yield state


def called(value: Any) -> str:
    return value.removeprefix("house:") if isinstance(value, str) else ",".join(f"{k}={v}" for k, v in value.items())


@pytest.mark.parametrize(("id", "before"), PLAYED, ids=called)
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_it_is_played_to_the_end(id: str, before: Mapping[str, bool], bot: str) -> None:
    for seed in range(1 if bot == "greedy" else examples(4)):
        *_, last = play({"adventure": id, "before": before}, seed, bot)
        assert last.over, f"still going on in turn {last.turn}"
        assert SYSTEM.decode(SYSTEM.encode(last), CONTENT) == last
        over = SYSTEM.pending(last)
        assert isinstance(over, Over) and Words()(over.why)
        assert set(goals.facts(last)) == {fact.fact for fact in build.adventure(CONTENT, id).facts}


@pytest.mark.parametrize("id", [record.id for record in ADVENTURES], ids=called)
def test_it_can_be_saved_undone_and_replayed_anywhere(id: str) -> None:
    """Random play in a session: the record gives the equal states, and so does every position on the way."""
    session = Session.new(SYSTEM, {"adventure": id}, CONTENT, 11)
    rng = Random(id)
    for _ in range(250):
        pending = session.pending
        if isinstance(pending, Over):
            break
        if isinstance(pending, Roll):
            session.roll()
        else:
            assert isinstance(pending, Choice)
            kinds = sorted({option.kind for option in pending.options} - {"end_activations"}) or ["end_activations"]
            kind = rng.choice(kinds)
            session.choose(rng.choice([option for option in pending.options if option.kind == kind]))
    again = Session.replay(SYSTEM, session.save(), CONTENT)
    assert again.state == session.state
    for n in range(0, session.cursor, 7):
        state = session.state_at(n)
        assert SYSTEM.decode(SYSTEM.encode(state), CONTENT) == state
    session.undo(session.cursor)
    assert session.state == SYSTEM.new({"adventure": id}, CONTENT)


# what is in them ---------------------------------------------------------------------------------------------------


def test_ten_adventures_in_order() -> None:
    assert [record.number for record in ADVENTURES] == list(range(1, 11))


def test_every_goal_beyond_killing_is_asked_for_somewhere() -> None:
    asked = {type(condition) for record in ADVENTURES for _, condition in conditions(record)}
    assert asked >= {c.Escape, c.Rescue, c.HoldZone, c.Carry, c.Find, c.Survive, c.Eliminate}


def test_fixed_free_and_half_free_bands() -> None:
    bands = [party.band for record in ADVENTURES for party in record.sides]
    assert {(bool(band.fixed), bool(band.budget)) for band in bands} == {(True, False), (False, True), (True, True)}


def test_several_floors_reinforcements_turn_limits_captives_doors_and_special_rules() -> None:
    assert max(len(record.floors) for record in ADVENTURES) == 3
    assert any(record.reinforcements for record in ADVENTURES) and any(record.captives for record in ADVENTURES)
    assert all(record.turns for record in ADVENTURES)
    rules = {type(rule) for record in ADVENTURES for rule in record.rules}
    assert rules >= {r.SideDice, r.NoAttacks, r.Night, r.Locked}


def test_every_tile_of_the_box_is_used() -> None:
    used = {laid.tile for record in ADVENTURES for floor in record.floors for laid in floor.tiles}
    assert used == {id for id, _ in CONTENT.every("tile")}


def test_kami_are_not_for_adventures() -> None:
    for record in ADVENTURES:
        named = {figure.card for _, _, figure in hired(record)} | {captive.card for captive in record.captives}
        named |= {pick.card for party in record.sides for pick in party.band.suggested}
        assert not any("kami" in id for id in named)


# what happens in one changes the next --------------------------------------------------------------------------------


def test_linked_adventures_follow_one_another_and_one_changes_the_next() -> None:
    by_id = {record.id: record for record in ADVENTURES}
    links = [(link, record) for record in ADVENTURES for link in record.links]
    assert len({(link.origin, record.id) for link, record in links}) >= 2
    for link, record in links:
        first = by_id[link.origin]
        assert first.number + 1 == record.number
        assert link.fact in {fact.fact for fact in first.facts}
        plain = SYSTEM.encode(SYSTEM.new({"adventure": record.id}, CONTENT))
        known = {"adventure": record.id, "before": {link.fact: link.holds}}
        changed = SYSTEM.encode(SYSTEM.new(known, CONTENT))
        assert changed["quest"].pop("before") == {link.fact: link.holds}
        plain["quest"].pop("before")
        assert changed != plain, link.fact


def test_the_end_of_one_begins_the_other() -> None:
    """What the rescued merchant pays for is there when he was rescued, in a game that was played."""
    for seed in range(30):
        *_, last = play({"adventure": "house:the-merchants-cage"}, seed, "random")
        facts = goals.facts(last)
        after = SYSTEM.new({"adventure": "house:the-inn-at-night", "before": facts}, CONTENT)
        archers = sum(character.card == "house:mountain-archer" for character in after.table.characters)
        shaken = any(figure.state == "shaken" for figure in after.figures)
        assert (archers == 1, shaken) == (facts["merchant-free"], not facts["merchant-free"])


# words -------------------------------------------------------------------------------------------------------------


def all_texts() -> list[tuple[str, str, dict[str, str]]]:
    return [
        (record.id, pointer, words)
        for record in ADVENTURES
        for pointer, words in texts(msgspec.to_builtins(record), r.Adventure)
    ]


def test_every_text_is_in_every_language_and_no_two_are_left_alike() -> None:
    for id, pointer, words in all_texts():
        assert set(words) == set(LANGUAGES), (id, pointer)
        assert all(text == text.strip() for text in words.values()), (id, pointer)
        if len(words["en"]) > 20:
            assert len(set(words.values())) == 3, (id, pointer)


def test_french_typography() -> None:
    """A hard space before two-part signs, none broken; straight quotes never."""
    loose = re.compile(r"[^\u00a0\u202f][:;?!»]|«[^\u00a0\u202f]")
    for id, pointer, words in all_texts():
        assert not loose.search(words["fr"]), (id, pointer, words["fr"])
        assert '"' not in "".join(words.values()), (id, pointer)


def test_briefings_say_what_to_do_and_endings_are_told() -> None:
    for record in ADVENTURES:
        assert record.teaches is not None
        for party in record.sides:
            assert party.ending is not None and len(party.briefing["en"]) > 20
        assert (record.draw is not None) == (record.then == "draw" or record.turns is None), record.id
