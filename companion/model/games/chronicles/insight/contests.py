"""Scenarios for automatic players by the thousand: what they play, and what is counted of how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

import msgspec

from companion.model.core.contract import Content, Json
from companion.model.games.chronicles.box.records import Scenario
from companion.model.games.chronicles.state.state import State

COLUMNS: Final = (
    "mission to the heroes", "mission to the Oni", "host unmasked", "last accusation wrong", "demon slain",
    "demon escaped", "alert raised", "a hero out", "all heroes out",
)  # fmt: skip
"""Everything that is counted."""


def contests(content: Content) -> Mapping[str, tuple[str, int]]:
    """Every scenario with its name and the seats it is meant for, the Oni's among them."""
    found = {}
    for id, data in content.every("chronicles_scenario"):
        scenario = msgspec.convert(data, Scenario)
        found[id] = scenario.names.get("en", id), (scenario.heroes.recommended or scenario.heroes.max) + 1
    return found


def contest(content: Content, scenario: str, seats: int, rng: Random) -> Json:
    """A game of a scenario; its heroes are drawn by lot."""
    heroes = sorted(id for id, _ in content.every("chronicles_hero"))
    return {"scenario": scenario, "heroes": rng.sample(heroes, min(seats - 1, len(heroes)))}


def marks(state: State) -> Sequence[str]:
    """What a game came to, in words of `COLUMNS`."""
    roles = {chapter.role: id for id, chapter in state.table.box.chapters.items() if chapter.role is not None}
    lie = {placed.chapter for placed in state.memoirs}
    missions = {score.done for score in state.scores if score.mission}
    out = [hero.out for hero in state.heroes]
    told = (
        "blue" in missions, "red" in missions, roles.get("unmasked") in lie, roles.get("last") in lie,
        roles.get("slain") in lie, roles.get("escaped") in lie, state.oni.alert, any(out), all(out),
    )  # fmt: skip
    return [column for column, so in zip(COLUMNS, told, strict=True) if so]
