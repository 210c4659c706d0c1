"""What stands on the page of an adventure beside its conditions can be said, with every gap filled."""

from __future__ import annotations

from typing import get_args

import msgspec

from companion.model.core.contract import Json
from companion.model.core.words import Words
from companion.model.games.asagiri.adventure import conditions as c
from companion.model.games.asagiri.adventure import explain as vocabulary
from companion.model.games.asagiri.adventure import record as r
from companion.model.games.asagiri.adventure.explain import Cast
from tests.contract.test_words import assert_said

from .quests import Quest, everything, library

RECORD = msgspec.convert(everything(), r.Adventure)
CAST = Cast(RECORD, library(everything()))
SAY = Words()


def test_own_words_of_a_goal_come_first() -> None:
    assert SAY(vocabulary.goal(r.Goal(c.FromTurn(3), {"en": "Hold out"}), CAST)) == "Hold out"
    assert SAY(vocabulary.goal(r.Goal(c.FromTurn(3)), CAST)) == "It is turn 3 or later"


RULES: list[tuple[Json, str]] = [
    ({"type": "dice", "side": "one", "count": 3}, "Inspiration dice of Side: 3."),
    ({"type": "no_shooting"}, "Nobody may shoot."),
    ({"type": "no_shooting", "side": "one"}, "Side may not shoot."),
    ({"type": "no_attacks"}, "Nobody may attack."),
    ({"type": "no_attacks", "side": "two"}, "Side may not attack."),
    ({"type": "night", "range": 3}, "It is night: no shot reaches farther than 3 squares."),
    ({"type": "begins_shaken", "side": "one"}, "Side: everyone starts shaken."),
    ({"type": "begins_shaken", "figure": "hero"}, "Man starts shaken."),
    ({"type": "locked", "side": "one"}, "Only Side may open doors."),
    ({"type": "locked", "object": "key"}, "Doors can only be opened with Key."),
    ({"type": "locked", "side": "one", "object": "key"}, "Doors can be opened by Side, with Key."),
]


def test_adv_13_every_special_rule_is_said() -> None:
    assert {rule["type"] for rule, _ in RULES} == {kind.__struct_config__.tag for kind in get_args(r.Rule)}
    for rule, said in RULES:
        message = vocabulary.rule(msgspec.convert(rule, r.Rule), CAST)
        assert SAY(message) == said
        assert_said(message)


def test_reinforcements_the_limit_and_how_many_goals_are_said() -> None:
    arrival = RECORD.reinforcements[0]
    assert SAY(vocabulary.reinforcement(arrival, CAST)) == "Side: 2 more from turn 2, through “top”."
    later = msgspec.structs.replace(arrival, when=c.FromTurn(3))
    assert SAY(vocabulary.reinforcement(later, CAST)).endswith("as soon as: It is turn 3 or later.")
    assert SAY(vocabulary.limit(RECORD, CAST) or "") == "After 6 turns: victory for Side."
    assert [SAY(vocabulary.asked(party) or "") for party in RECORD.sides] == [
        "To win, reach all of these:",
        "To win, reach 2 of these:",
    ]
    assert vocabulary.asked(msgspec.structs.replace(RECORD.sides[0], goals=())) is None
    assert vocabulary.limit(msgspec.structs.replace(RECORD, turns=None), CAST) is None


def test_figures_on_the_table_and_on_paper_have_the_same_names() -> None:
    cast = Cast.of(Quest(everything(), rolled=False).state)
    for part in ("hero", "boss", "friend", "late", "nobody"):
        assert cast.figure(part) == CAST.figure(part)
