"""Automatic players in games without an adventure, with sorcerers and Kami: sensible, quick, to the end (KAR)."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from companion.model.bots import BOTS, Greedy, ask_bot
from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Json, Over, Roll
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.insight import estimates
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.state import cards, scenario_game
from companion.model.games.asagiri.state.state import State
from tests.rules.table import Table, open_floor

CONTENT = Library.shipped()
MOST_DECISIONS = 4000
MOST_SECONDS = 1.0
"""For one decision while the bands are put together; measured below 0.1."""


def played(name: str, setup: Json, seed: int) -> tuple[State, list[str], list[tuple[str, float]]]:
    """A game of two such players to its end: the last state, the events, and how long each decision took."""
    bot, rng, state = BOTS[name](), Random(seed), SYSTEM.new(setup, CONTENT)
    events: list[str] = []
    times: list[tuple[str, float]] = []
    for _ in range(MOST_DECISIONS):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            return state, events, times
        if isinstance(pending, Roll):
            applied = SYSTEM.rolled(state, drawn(pending.dice, rng))
        else:
            began = time.process_time()
            option = ask_bot(bot, SYSTEM, state, pending, rng).option
            times.append((state.stage, time.process_time() - began))
            applied = SYSTEM.apply(state, option)
        state = applied.state
        events += [event.kind for event in applied.events]
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("name", sorted(BOTS))
def test_kar_6_two_such_players_play_a_drafted_game_to_its_end(name: str) -> None:
    state, events, times = played(name, {"draft": {}}, 3)
    for kind in (
        "CharacterRecruited",
        "EquipmentGiven",
        "TilePlaced",
        "ScenarioDrawn",
        "CharacterDeployed",
        "GameEnded",
    ):
        assert kind in events
    assert state.draft is None and events.count("TilePlaced") == 4
    for band in (0, 1):
        members = [
            character for character in state.table.characters if character.band == band and character.kami is None
        ]
        assert members and sum(character.zeni for character in members) <= 18
    assert scenario_game.end_of(state) is not None or not all(state.on_board(band) for band in (0, 1))
    slow = [(stage, seconds) for stage, seconds in times if stage in ("recruit", "equip", "tiles")]
    assert max(seconds for _, seconds in slow) < MOST_SECONDS


def test_kar_6_the_greedy_player_spends_its_zeni_on_a_band_that_holds() -> None:
    """It stops only when next to nothing is left, and never breaks a rule on the way."""
    state = SYSTEM.rolled(SYSTEM.new({"draft": {}}, CONTENT), (6, 1)).state
    rng = Random(1)
    while state.stage == "recruit":
        pending = SYSTEM.pending(state)
        assert isinstance(pending, Choice)
        state = SYSTEM.apply(state, ask_bot(Greedy(), SYSTEM, state, pending, rng).option).state
    for band in (0, 1):
        members = [
            (cards.character(CONTENT, character.card or ""), None)
            for character in state.table.characters
            if character.band == band
        ]
        assert cards.band_refusals(members, 18) == []
        assert sum(character.value for character in state.table.characters if character.band == band) >= 16


def test_kar_6_drafts_are_not_all_the_same() -> None:
    picked = set()
    for seed in range(6):
        state = SYSTEM.rolled(SYSTEM.new({"draft": {}}, CONTENT), (6, 1)).state
        rng = Random(seed)
        for _ in range(4):
            pending = SYSTEM.pending(state)
            assert isinstance(pending, Choice)
            state = SYSTEM.apply(state, ask_bot(Greedy(), SYSTEM, state, pending, rng).option).state
        picked.add(tuple(character.card for character in state.table.characters))
    assert len(picked) > 2


def decided(table: Table, seed: int = 0) -> Any:
    """What the greedy player does now."""
    pending = table.pending
    assert isinstance(pending, Choice)
    return ask_bot(Greedy(), SYSTEM, table.state, pending, Random(seed)).option


def acted(table: Table) -> Any:
    """The first thing it does in this activation that is no movement."""
    for _ in range(10):
        option = decided(table)
        if not isinstance(option, o.Step | o.Turn | o.EndMovement):
            break
        table.state = SYSTEM.apply(table.state, option).state
    return option


def test_kar_2_the_greedy_player_summons_when_nothing_else_is_to_be_done() -> None:
    people = {"a1": "0,0S", "b1": "9,9N"}
    table = Table(open_floor(10, 10), people, pool=("tori", "tori"), a1={"profile": "house:mountain-yamabushi"})
    table.do("activate", character="a1")
    option = acted(table)
    assert isinstance(option, o.UseSkill) and option.skill == "house:summoning"


def test_kar_4_the_greedy_player_uses_a_major_skill_where_it_hits_many() -> None:
    people = {"a1": "0,0N", "a2": "4,4N", "b1": "4,6N!", "b2": "3,6N!", "b3": "5,6N!", "b4": "9,9N"}
    table = Table(open_floor(10, 10), people, pool=("fire",), a1={"profile": "house:mountain-yamabushi"})
    plain = SYSTEM.encode(table.state)
    for person in plain["bands"]["A"]["characters"]:
        if person["id"] == "a2":
            person.clear()
            person.update(id="a2", profile="house:kami-of-fire-celestial", summoner="a1", at=[4, 4], facing="N")
    table.state = SYSTEM.decode(plain, CONTENT)
    table.do("activate", character="a2")
    option = acted(table)
    assert isinstance(option, o.UseSkill) and option.skill == "house:cleansing-flame"


def test_kar_6_what_a_scenario_card_promises_is_seen() -> None:
    """A figure that holds the middle is worth more where that earns zeni."""
    people = {"a1": "2,2S", "b1": "5,5N"}
    plain = Table(open_floor(6, 6), people, root={"contest": {}}).state
    held = Table(open_floor(6, 6), people, root={"contest": {"scenario": "house:bell-without-a-monk"}}).state
    assert estimates.prospects(plain, 0) == 0
    assert estimates.prospects(held, 0) > 1 > estimates.prospects(held, 1)
