"""The rules in short say what the engine does."""

from __future__ import annotations

import re

from companion.model.core.words import Words
from companion.model.games.chronicles.insight import rules_summary
from companion.model.games.chronicles.rules.end_of_turn import EVENTS_A_TURN
from companion.model.games.chronicles.state.state import ACTIONS, LAST_COLUMN, WOUNDS_OUT, WRONG_MOST
from companion.model.help.library import HelpLibrary
from companion.resources import resources_dir

ENTRIES = [entry for section in rules_summary.sections() for entry in section.entries]
SAID = {entry.rules: " ".join(Words("en")(part) for part in (entry.lead, entry.words) if part) for entry in ENTRIES}


def test_numbers_are_those_of_the_engine() -> None:
    assert f"{ACTIONS} actions" in SAID["ACT-3"]
    assert f"number {WRONG_MOST}" in SAID["ACC-6"]
    assert f"turn {LAST_COLUMN}" in SAID["EOT-1"]
    assert (EVENTS_A_TURN, WOUNDS_OUT) == (2, 3)
    assert "two event cards" in SAID["EOT-5"]
    assert "Three in hand: out" in SAID["DMG-2, WND-2"]


def test_every_rule_that_is_named_stands_in_the_help() -> None:
    library = HelpLibrary([resources_dir() / "help"])
    ids = {id for entry in ENTRIES for id in re.findall(r"[A-Z]{3}-\d+", entry.rules)}
    assert len(ids) > 40
    assert {id for id in ids if library.rule(id, "chronicles") is None} == set()
