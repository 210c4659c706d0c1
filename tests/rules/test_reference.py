"""The rules in short: each number in them is what the engine does, and every rule it names is one of the rules page."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from companion.model.core.rules_sheet import RuleEntry, RuleSection
from companion.model.core.words import Capital, Message
from companion.model.games.asagiri.insight import rules_summary
from companion.model.games.asagiri.rules import fight_results
from companion.model.games.asagiri.state.table import BUDGET, TURNS
from companion.model.games.asagiri.state.vocabulary import default_limit

from .table import Table, open_floor

KINDS = ("SET", "TRN", "INS", "SKL", "CTL", "VIS", "GEO", "MOV", "CBT", "SHT", "RET", "STA", "BND", "END", "KAR")


def section(title: str) -> RuleSection:
    """A section by its title."""
    return next(found for found in rules_summary.sections() if found.title.key == title)


def entry(title: str, words: str) -> RuleEntry:
    """The entry of a section that says this."""
    return next(found for found in section(title).entries if words in found.words.key)


def gaps(message: Message) -> dict[str, Any]:
    """What fills its gaps."""
    return dict(message.args)


def english(message: Message | Capital) -> str:
    """It, in English."""
    if isinstance(message, Capital):
        return english(message.of).capitalize()
    return message.key.format_map({k: english(v) if isinstance(v, Message | Capital) else v for k, v in message.args})


def test_cbt_3_the_table_of_results_says_what_the_engine_makes_of_every_margin() -> None:
    rows = rules_summary.margins()
    assert [row[:2] for row in rows] == [(0, 0), (1, 2), (3, 3), (4, rules_summary.FARTHEST)]
    said = {margin: result for least, most, result in rows for margin in range(least, most + 1)}
    for margin, side in product(range(rules_summary.FARTHEST + 1), (1, -1)):
        assert fight_results.result_of(side * margin).endswith(said[margin])
    lines = [[english(cell) for cell in line.cells] for line in section("Result").lines]
    assert [line[0] for line in lines] == ["0", "1–2", "3", "4 or more"]


@pytest.mark.parametrize(("ahead", "state", "moved"), [(0, "vigilant", False), (1, "vigilant", True),
                                                       (2, "vigilant", True), (3, "shaken", True),
                                                       (4, "disabled", True)])  # fmt: skip
def test_cbt_3_a_real_fight_ends_as_the_table_of_results_says(ahead: int, state: str, moved: bool) -> None:
    table = Table(open_floor(7, 7), {"a1": "3,4N", "b1": "3,3S", "b2": "0,0S"}).do("activate", character="a1")
    table.fight("b1", 1 + ahead, 1)
    while table.can("retreat"):
        table.do("retreat", at=table.can("retreat")[0]["at"])
    figure = next(f for f, c in zip(table.state.figures, table.state.table.characters, strict=True) if c.id == "b1")
    assert figure.state == state
    home = table.state.table.board.index[3, 3, 0]
    assert (figure.at != home) == moved


def test_mov_2_mov_3_mov_4_the_points_are_those_that_a_movement_costs() -> None:
    said = gaps(entry("Movement", "front square").words)
    rows = ["....", "....", "....", "...."]
    table = Table(rows, {"a1": "1,2N", "b1": "3,0N"}).do("activate", character="a1")
    costs = {tuple(option["at"]): option["cost"] for option in table.can("step")}
    assert costs[1, 1] == costs[0, 1] == costs[2, 1] == said["ahead"]
    assert costs[0, 2] == costs[1, 3] == costs[2, 3] == said["beside"]
    before = table.state.active.points
    table.do("turn", facing="E")
    assert before - table.state.active.points == said["turn"]
    for ground in "ha":
        rough = Table(["....", f".{ground}..", "....", "...."], {"a1": "1,2N", "b1": "3,0N"})
        rough.do("activate", character="a1")
        assert rough.can("step", at=[1, 1])[0]["cost"] == said["ahead"] + said["rough"]


def test_ins_1_ins_2_the_dice_are_those_of_the_engine() -> None:
    assert gaps(section("Inspiration dice").entries[0].words)["count"] == 4
    table = Table.new()
    assert {band.aside for band in table.state.bands} <= {4, 5}
    rows = {line.sign: english(line.cells[1]) for line in section("Inspiration dice").lines}
    assert rows["fire"].startswith("Attack +1")
    assert rows["earth"].startswith("Defense +1")
    assert rows["air"].startswith("Movement +1")
    assert rows["water"].startswith("Willpower +1")
    assert rows["tori"] == "only for skills (2 of 6 faces)"


def test_end_1_kar_6_budgets_limits_and_turns_are_those_of_the_engine() -> None:
    said = gaps(entry("End", "has lost").words)
    assert (said["limit"], said["usual"]) == (default_limit(16), 16) == (12, 16)
    assert (said["less"], said["first"]) == (default_limit(12), 12) == (8, 12)
    assert gaps(entry("Bands", "zeni").words) == {"usual": 16, "first": 12}
    free = gaps(entry("End", "free equipment").words)
    assert free == {"budget": 18, "turns": 6}
    assert free == {"budget": BUDGET, "turns": TURNS}


def test_ground_is_as_the_engine_has_it() -> None:
    rows = {english(line.cells[0]): [english(cell) for cell in line.cells[1:]] for line in section("Terrain").lines}
    assert rows["blocking, wall, closed door"] == ["never", "yes", "–"]
    for ground, name in (("h", "hindering"), ("a", "aquatic"), (".", "clear, stairs")):
        table = Table(["...", f".{ground}.", "..."], {"a1": "1,2N", "b1": "1,0N"}).do("activate", character="a1")
        cost = table.can("step", at=[1, 1])[0]["cost"] - 1
        assert rows[name][0] == (f"+{cost} point" if cost else "–")
    blocked = Table(["...", ".b.", "..."], {"a1": "1,2N", "b1": "1,0N"}).do("activate", character="a1")
    assert not blocked.can("step", at=[1, 1])


def test_every_rule_that_is_named_has_the_form_of_one() -> None:
    entries = [found for part in rules_summary.sections() for found in part.entries]
    assert len(entries) > 25
    for found in entries:
        for rule in found.rules.split(", "):
            assert re.fullmatch(rf"({'|'.join(KINDS)})-\d+", rule), found.words.key
