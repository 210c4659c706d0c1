"""One crafted skill for each thing the checker finds, and what it leaves alone."""

from typing import Any, get_args

import msgspec
import pytest

from companion.model.games.asagiri.skills import operations
from companion.model.games.asagiri.skills.conditions import AnyCondition
from companion.model.games.asagiri.skills.conditions.figures import Opponent
from companion.model.games.asagiri.skills.language.vocabulary import WINDOWS
from companion.model.games.asagiri.skills.operations import (
    AnyEffect,
    actions,
    conditional,
    dice,
    numbers,
    obligations,
    places,
    rules,
    zones,
)
from companion.model.games.asagiri.skills.record import (
    SkillRecord,
    cards_named,
    fitting,
    fitting_conditions,
    never_on,
    problems,
)

from .trees import TREES

PLUS = {"type": "bonus", "to": "die", "amount": 1}
SHOT = {"type": "shot", "range": 4, "value": 3}


def found(**fields: Any) -> list[tuple[str, str]]:
    base = {"id": "test:skill", "name": {"en": "Skill"}, "when": ["attack"], "effects": [PLUS]}
    skill = msgspec.convert({**base, **fields}, SkillRecord)
    return [(problem.pointer, problem.what.key) for problem in problems(skill)]


@pytest.mark.parametrize(
    ("fields", "pointer", "what"),
    [
        ({"name": {"fr": "Sans"}}, "/name/en", "The English name is missing."),
        ({"when": []}, "/when", "needs a moment"),
        ({"when": ["attack", "attack"]}, "/when/1", "twice"),
        ({"effects": []}, "/effects", "needs an effect"),
        ({"when": ["shot"], "effects": [SHOT, SHOT]}, "/effects/1", "at most one shot"),
        ({"when": ["attack", "shot"], "effects": [SHOT]}, "/when", "can only be used at the moment"),
        ({"action": True}, "/action", "“activation”"),
        ({"effects": [{**PLUS, "amount": 0}]}, "/effects/0/amount", "does nothing"),
        (
            {"when": ["shot"], "element": "air", "effects": [{**PLUS, "to": "range"}]},
            "/effects/0/to",
            "before dice are paid",
        ),
        (
            {"effects": [PLUS, {**PLUS, "to": "defense"}]},
            "/effects/1/to",
            "number is not used",
        ),
        ({"when": ["attack", "movement"]}, "/when/1", "has an effect at this moment"),
        ({"conditions": [{"type": "opponent"}]}, "/conditions/0", "is empty"),
        ({"conditions": [{"type": "own"}]}, "/conditions/0", "is empty"),
        ({"conditions": [{"type": "own", "state": "shaken"}] * 2}, "/conditions/1", "twice"),
        ({"conditions": [{"type": "from_reserve"}]}, "/conditions/0", "cannot cost a die"),
        (
            {
                "when": ["movement"],
                "effects": [{**PLUS, "to": "movement"}],
                "conditions": [{"type": "opponent", "trait": "oni"}],
            },
            "/conditions/0",
            "no opponent",
        ),
    ],
)
def test_a_fault_is_found_where_it_is(fields: dict[str, Any], pointer: str, what: str) -> None:
    assert [where for where, words in found(**fields) if what in words] == [pointer]


FOE = {"of": "opponent"}
TURN = {"type": "turn"}
NEAR = {"of": "enemies", "within": 2}


@pytest.mark.parametrize(
    ("fields", "pointer", "what"),
    [
        # windows
        ({"when": ["always", "won"], "effects": [{"type": "reserves"}]}, "/when", "no other moment"),
        ({"when": ["always"], "element": "fire"}, "/when", "costs nothing"),
        ({"when": ["always"], "once": "game"}, "/once", "no limit of uses"),
        ({"action": True, "when": ["activation", "won"], "effects": [TURN]}, "/action", "“activation”"),
        # costs
        ({"element": "fire", "dice": [["fire"]]}, "/dice", "not both"),
        ({"dice": [["fire", "fire"]]}, "/dice/0/1", "twice"),
        ({"element": "fire", "optional": True}, "/optional", "always optional"),
        ({"action": True, "when": ["activation"], "optional": True, "effects": [TURN]}, "/optional", "always optional"),
        # effects in their windows
        ({"effects": [{"type": "follow"}]}, "/effects/0", "only makes sense"),
        ({"effects": [{"type": "reroll"}]}, "/effects/0", "only makes sense"),
        ({"when": ["won"], "effects": [{"type": "return", "card": "test:oni"}]}, "/effects/0", "only makes sense"),
        ({"when": ["activation"], "effects": [{"type": "become", "state": "shaken"}]}, "/effects/0", "no opponent"),
        ({"when": ["activation"], "effects": [PLUS]}, "/effects/0/to", "number is not used"),
        ({"when": ["won"], "effects": [{**PLUS, "who": NEAR}]}, "/effects/0/to", "must be permanent"),
        ({"when": ["winning"], "effects": [{**PLUS, "lasts": "turn"}]}, "/effects/0/to", "only makes sense"),
        ({"when": ["always"], "effects": [{**PLUS, "lasts": "turn"}]}, "/effects/0/to", "no duration"),
        ({"effects": [{"type": "ignore", "what": ["terrain"]}]}, "/effects/0", "does not matter"),
        ({"effects": [{"type": "ignore", "what": ["behind"]}]}, "/effects/0", "does not matter"),
        ({"when": ["shot"], "element": "air", "effects": [{"type": "ignore", "what": ["zones"]}]}, "/effects/0",
         "must be automatic"),
        ({"when": ["movement"], "effects": [TURN]}, "/effects/0", "happens automatically"),
        ({"when": ["movement"], "effects": [{**PLUS, "lasts": "turn"}]}, "/effects/0/to", "happens automatically"),
        (
            {"when": ["tested"], "effects": [{"type": "count_die", "least": 4, "most": 3, "counts_as": 6}]},
            "/effects/0/most",
            "that large and that small",
        ),
        (
            {"when": ["tested"], "effects": [{"type": "count_die", "least": 6, "counts_as": 6}]},
            "/effects/0/counts_as",
            "no effect",
        ),
        ({"when": ["phase_start"], "effects": [{"type": "regain"}]}, "/effects/0", "only makes sense"),
        ({"when": ["always"], "effects": [{"type": "silence", "who": NEAR}]}, "/effects/0", "only makes sense"),
        ({"effects": [{"type": "silence", "lasts": "use"}]}, "/effects/0", "ends at once"),
        ({"when": ["winning"], "effects": [{"type": "prevent", "what": ["shaken"]}]}, "/effects/0", "None of this"),
        ({"when": ["defense"], "effects": [{"type": "prevent", "what": ["shaken"]}]}, "/effects/0", "None of this"),
        ({"when": ["shaken"], "effects": [{"type": "prevent", "what": ["push"]}]}, "/effects/0", "None of this"),
        ({"when": ["won"], "effects": [{"type": "immune", "to": ["shots"]}]}, "/effects/0", "ends at once"),
        ({"effects": [{"type": "cancel"}]}, "/effects/0", "Nobody attacks"),
        ({"when": ["targeted"], "effects": [{"type": "cancel", "what": "skills"}]}, "/effects/0", "does not announce"),
        ({"when": ["won"], "effects": [{"type": "roll", "least": 4}]}, "/effects/0", "no consequence"),
        (
            {"when": ["won"], "effects": [{"type": "roll", "then": [{"type": "turn"}]}]},
            "/effects/0/least",
            "always shows one of these",
        ),
        (
            {"when": ["won"], "effects": [{"type": "roll", "least": 5, "then": [{"type": "reroll"}]}]},
            "/effects/0/then/0",
            "only makes sense",
        ),
        (
            {
                "when": ["willpower"],
                "effects": [
                    {"type": "roll", "most": 5, "then": [{"type": "test", "who": {}, "failed": [{"type": "turn"}]}]}
                ],
            },
            "/effects/0",
            "without end",
        ),
        ({"when": ["won"], "effects": [{"type": "unless", "then": []}]}, "/effects/0/then", "empty"),
        (
            {"when": ["activation"], "effects": [{"type": "unless", "price": "shaken", "then": [{"type": "turn"}]}]},
            "/effects/0",
            "no opponent",
        ),
        (
            {
                "when": ["won"],
                "effects": [{"type": "unless", "price": "zeni", "element": "fire", "then": [{"type": "turn"}]}],
            },
            "/effects/0/element",
            "Only a die",
        ),
        (
            {"when": ["won"], "effects": [{"type": "unless", "zeni": 2, "then": [{"type": "turn"}]}]},
            "/effects/0/zeni",
            "not zeni",
        ),
        ({"when": ["tested"], "effects": [{"type": "reroll", "whose": "enemy"}]}, "/effects/0", "no enemy die"),
        ({"when": ["attack"], "effects": [{"type": "take_die", "where": "pool"}]}, "/effects/0", "pool is empty"),
        ({"when": ["defense"], "effects": [{"type": "regain"}]}, "/effects/0", "only makes sense"),
        # nothing at all
        ({"effects": [PLUS, PLUS]}, "/effects/1", "twice"),
        ({"when": ["winning"], "effects": [{"type": "shift", "by": 0}]}, "/effects/0/by", "no effect"),
        ({"when": ["winning"], "effects": [{"type": "retreat"}]}, "/effects/0", "always one square"),
        ({"effects": [{"type": "ignore", "what": []}]}, "/effects/0/what", "empty"),
        ({"effects": [{"type": "ignore", "what": ["support"] * 2}]}, "/effects/0/what/1", "twice"),
        ({"effects": [{"type": "set", "to": "attack", "amount": {"type": "stat", "stat": "attack"}}]},
         "/effects/0/amount", "already has this value"),
        ({"effects": [{"type": "set", "to": "attack", "amount": -1}]}, "/effects/0/amount", "below 0"),
        ({"effects": [{**PLUS, "amount": {"type": "count", "of": NEAR, "times": 0}}]}, "/effects/0/amount/times",
         "always 0"),
        ({"effects": [{**PLUS, "amount": {"type": "count", "of": FOE}}]}, "/effects/0/amount/of", "always one"),
        ({"effects": [{**PLUS, "amount": {"type": "margin"}}]}, "/effects/0/amount", "no margin"),
        ({"when": ["defense"], "effects": [{**PLUS, "amount": {"type": "dice"}}]}, "/effects/0/amount/where", "empty"),
        ({"when": ["activation"], "effects": [{"type": "convert", "to": "fire", "of": "fire"}]}, "/effects/0/of",
         "already shows"),
        ({"when": ["won"], "effects": [{"type": "test"}]}, "/effects/0", "no consequence"),
        ({"when": ["won"], "effects": [{"type": "token", "name": "x", "remove": True, "turns": 1}]}, "/effects/0/turns",
         "no duration"),
        ({"when": ["won"], "effects": [{"type": "either", "ways": [[TURN]]}]}, "/effects/0/ways", "two options"),
        ({"when": ["won"], "effects": [{"type": "either", "ways": [[TURN], []]}]}, "/effects/0/ways/1", "empty"),
        # contradictions
        ({"effects": [{"type": "set", "to": "die", "amount": 6}, {"type": "set", "to": "die", "amount": 1}]},
         "/effects/1", "contradicts"),
        ({"when": ["won"], "effects": [{"type": "become", "state": "shaken"}, {"type": "become", "state": "vigilant"}]},
         "/effects/1", "contradicts"),
        ({"when": ["losing"], "effects": [{"type": "shift", "by": -1}, {"type": "outcome", "counts_as": "nothing"}]},
         "/effects/0", "does not matter"),
        ({"when": ["winning"], "effects": [{"type": "retreat", "squares": 0, "winner_chooses": True}]},
         "/effects/0/winner_chooses", "nothing to choose"),
        # whom
        ({"when": ["won"], "effects": [{"type": "swap", "who": {}}]}, "/effects/0/who", "makes no sense"),
        ({"when": ["activation"], "effects": [{"type": "activate", "who": {"of": "all", "within": 0, "choose": 1}}]},
         "/effects/0/who", "makes no sense"),
        ({"when": ["won"], "effects": [{"type": "swap", "who": NEAR}]}, "/effects/0/who", "must be chosen"),
        ({"when": ["won"], "effects": [{"type": "take_die", "who": {}, "keep": True}]}, "/effects/0/keep",
         "only affect enemies"),
        ({"when": ["won"], "effects": [{"type": "take_die", "to": "card"}]}, "/effects/0/to", "No die is kept"),
        ({"when": ["defense"], "effects": [{"type": "take_die", "who": {}, "where": "pool"}]}, "/effects/0",
         "pool is empty"),
        ({"when": ["won"], "effects": [{"type": "pay", "price": [{"type": "turn"}]}]}, "/effects/0",
         "make it optional"),
        ({"when": ["activation"], "effects": [{"type": "give_die", "who": NEAR}]}, "/effects/0/who", "own side"),
        ({"when": ["won"], "effects": [{**TURN, "who": {"of": "opponent", "choose": 1}}]}, "/effects/0/who/choose",
         "nothing to choose"),
        ({"when": ["always"], "effects": [{**PLUS, "who": {**NEAR, "choose": 1}}]}, "/effects/0/who/choose",
         "Nobody can be chosen here."),
        ({"when": ["won"], "effects": [{**TURN, "who": {**NEAR, "beyond": 3}}]}, "/effects/0/who/within", "that near"),
        ({"when": ["won"], "effects": [{**TURN, "who": {"of": "enemies", "within": 0}}]}, "/effects/0/who/within", ""),
        ({"when": ["won"], "effects": [{**TURN, "who": {"of": "enemies", "controlled": True, "beyond": 1}}]},
         "/effects/0/who/beyond", "not reach that far"),
        ({"when": ["won"], "effects": [{**TURN, "who": {"sight": True}}]}, "/effects/0/who/sight", "with itself"),
        ({"when": ["won"], "effects": [{**TURN, "who": {"alignment": "mercenary"}}]}, "/effects/0/who/alignment",
         "never changes"),
        ({"when": ["won"], "effects": [{**TURN, "who": {"of": "enemies", "ground": []}}]}, "/effects/0/who/ground",
         "empty"),
        ({"when": ["won"], "effects": [{**TURN, "who": {"of": "enemies", "centre": "opponent"}}]},
         "/effects/0/who/centre", "distance is missing"),
        ({"when": ["won"], "effects": [{"type": "lay", "name": "trap", "entered": []}]}, "/effects/0/entered", "empty"),
        ({"when": ["won"], "effects": [{"type": "lay", "name": "trap", "entered": [{"type": "follow"}]}]},
         "/effects/0/entered/0", "only makes sense"),
        ({"when": ["always"], "effects": [{"type": "borrow", "who": {}}]}, "/effects/0/who", "makes no sense"),
        ({"when": ["won"], "effects": [{"type": "ready", "who": FOE}]}, "/effects/0/who", "own side"),
        ({"when": ["always"], "effects": [{"type": "taunt", "who": {"of": "friends"}}]}, "/effects/0/who", "enemies"),
        ({"when": ["defense"], "effects": [{"type": "taunt", "who": FOE}]}, "/effects/0", "longer than the use"),
        ({"when": ["won"], "effects": [{"type": "ready"}]}, "/effects/0", "without end"),
        ({"when": ["drawn"], "effects": [{"type": "shoot_at", "range": 3, "value": 2}]}, "/effects/0", "without end"),
        ({"when": ["shot"], "once": "always", "effects": [{"type": "shot", "range": 3, "value": 2, "after": [
            {"type": "shoot_at"}]}]}, "/effects/0/after/0", "without end"),
        ({"when": ["won"], "once": "always", "optional": True,
          "effects": [{"type": "either", "ways": [[{"type": "ready"}], [TURN]]}]}, "/effects/0/ways/0/0",
         "without end"),
        # within others
        ({"when": ["activation"], "effects": [{"type": "test", "who": NEAR, "failed": [{"type": "follow"}]}]},
         "/effects/0/failed/0", "only makes sense"),
        ({"when": ["won"], "effects": [{"type": "test", "who": {}, "failed": [{"type": "disarm"}]}]},
         "/effects/0/failed/0", "no opponent"),
        ({"when": ["shot"], "effects": [{**SHOT, "hit": [{"type": "reroll"}]}]},
         "/effects/0/hit/0", "only makes sense"),
        ({"when": ["shot"], "effects": [{**SHOT, "after": [{"type": "follow"}]}]}, "/effects/0/after/0", "windows"),
        ({"when": ["shot"], "effects": [{**SHOT, "hit": [SHOT]}]}, "/effects/0/hit/0", "part of another"),
        # conditions
        ({"conditions": [{"type": "from_reserve"}], "dice": [["fire"], ["air"]]}, "/conditions/0", "pay for two"),
        ({"conditions": [{"type": "there", "of": NEAR, "least": 0}]}, "/conditions/0", "is empty"),
        ({"conditions": [{"type": "there", "of": {}}]}, "/conditions/0", "is empty"),
        ({"conditions": [{"type": "turns"}]}, "/conditions/0", "is empty"),
        ({"conditions": [{"type": "holds", "least": 0}]}, "/conditions/0", "is empty"),
        ({"conditions": [{"type": "any_of", "conditions": [{"type": "behind"}]}]}, "/conditions/0/conditions", "two"),
        ({"conditions": [{"type": "not", "condition": {"type": "not", "condition": {"type": "behind"}}}]},
         "/conditions/0", "leave out both"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_found_where_it_is(fields: dict[str, Any], pointer: str, what: str) -> None:
    assert pointer in [where for where, words in found(**fields) if what in words], found(**fields)


VIGILANT, SHAKEN = {"type": "own", "state": "vigilant"}, {"type": "own", "state": "shaken"}


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"conditions": [VIGILANT, SHAKEN]}, "/conditions/1"),
        ({"conditions": [VIGILANT, {"type": "not", "condition": VIGILANT}]}, "/conditions/1"),
        ({"conditions": [{"type": "opponent", "state": "shaken"}, {"type": "opponent", "state": "vigilant"}]},
         "/conditions/1"),
        ({"conditions": [{"type": "there", "of": NEAR, "least": 3, "most": 2}]}, "/conditions/0/most"),
        ({"conditions": [{"type": "there", "of": NEAR}, {"type": "there", "of": NEAR, "least": 0, "most": 0}]},
         "/conditions/1"),
        ({"conditions": [{"type": "there", "of": FOE, "least": 2}]}, "/conditions/0/least"),
        ({"conditions": [{"type": "turns", "least": 4, "most": 3}]}, "/conditions/0/most"),
        ({"conditions": [{"type": "turns", "most": 2}, {"type": "turns", "least": 3}]}, "/conditions/1"),
        ({"when": ["attack_rolled"], "effects": [{"type": "reroll"}],
          "conditions": [{"type": "rolled", "most": 2}, {"type": "rolled", "least": 5}]}, "/conditions/1"),
        ({"conditions": [{"type": "by", "least": 3}]}, "/conditions/0"),
        ({"conditions": [{"type": "rolled", "least": 6}]}, "/conditions/0"),
        ({"when": ["won"], "effects": [TURN], "conditions": [{"type": "rolled", "least": 6}]}, "/conditions/0"),
        ({"conditions": [{"type": "role", "by": "shot"}]}, "/conditions/0"),
        ({"when": ["targeted"], "effects": [TURN], "conditions": [{"type": "role", "part": "attacker"}]},
         "/conditions/0"),
        ({"when": ["won"], "effects": [TURN], "conditions": [{"type": "by", "most": 0}]}, "/conditions/0"),
        ({"when": ["defense"], "conditions": [{"type": "holds"}]}, "/conditions/0"),
        ({"when": ["phase_start"], "effects": [TURN], "conditions": [{"type": "own", "moved": True}]}, "/conditions/0"),
        ({"when": ["shaken"], "effects": [TURN], "conditions": [SHAKEN]}, "/conditions/0"),
        ({"when": ["activation"], "effects": [TURN], "conditions": [{"type": "there", "of": FOE}]}, "/conditions/0"),
        ({"when": ["activation", "won"], "effects": [TURN], "conditions": [{"type": "opponent", "trait": "oni"}]},
         "/when/0"),
        ({"conditions": [{"type": "any_of", "conditions": [{"type": "by"}, {"type": "rolled"}]}]}, "/conditions/0"),
        ({"conditions": [{"type": "any_of", "conditions": [{"type": "by", "least": 2}, VIGILANT]}]},
         "/conditions/0/conditions/0"),
    ],
)  # fmt: skip
def test_what_can_never_speak_is_found(fields: dict[str, Any], pointer: str) -> None:
    assert pointer in [where for where, _ in found(**fields)], found(**fields)


def test_a_window_offers_what_fits_it() -> None:
    assert places.Follow in fitting("won") and places.Follow not in fitting("lost")
    assert operations.Shot in fitting("shot") and operations.Shot not in fitting("attack")
    holding = {numbers.Bonus, numbers.Set, actions.Lengthen, rules.Ignore, dice.Reserves, dice.StandsFor, rules.Prevent,
               rules.Immune, rules.Taunt, rules.Borrow, zones.ChangeZone, conditional.If,
               obligations.Forbid, obligations.Oblige,
                   obligations.Support}  # fmt: skip
    assert set(fitting("always")) == holding
    assert {type_ for window in WINDOWS for type_ in fitting(window)} == set(get_args(AnyEffect))
    assert Opponent in fitting_conditions(["attack"]) and Opponent not in fitting_conditions(["attack", "movement"])
    assert {type_ for window in WINDOWS for type_ in fitting_conditions([window])} == set(get_args(AnyCondition))


@pytest.mark.parametrize("window", WINDOWS)
def test_each_window_has_a_sound_skill(window: str) -> None:
    assert any(tree.skill.when == (window,) or window in tree.skill.when for tree in TREES)


def test_a_skill_may_wait_for_the_wrong_face() -> None:
    skill = msgspec.convert({"id": "test:skill", "name": {"en": "Skill"}, "when": ["attack"], "effects": [PLUS],
                             "conditions": [SHAKEN]}, SkillRecord)  # fmt: skip
    assert [problem.pointer for problem in never_on(skill, "vigilant")] == ["/conditions/0"]
    assert list(never_on(skill, "shaken")) == []
    steady = msgspec.structs.replace(skill, when=("shaken",), conditions=())
    assert [problem.pointer for problem in never_on(steady, "shaken")] == ["/when"]
    assert list(never_on(steady, "vigilant")) == []


def test_cards_are_named_wherever_they_are_written() -> None:
    summon = {"type": "summon", "card": "test:wolf"}
    skill = msgspec.convert(
        {
            "id": "test:skill",
            "name": {"en": "Skill"},
            "when": ["won"],
            "effects": [summon, {"type": "test", "failed": [{"type": "either", "ways": [[TURN], [summon]]}]}],
        },
        SkillRecord,
    )
    assert list(cards_named(skill)) == [
        ("/effects/0/card", "test:wolf"),
        ("/effects/1/failed/0/ways/1/0/card", "test:wolf"),
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"when": ["attack", "defense", "shot_at"]},
        {"when": ["shot"], "effects": [SHOT, {**PLUS, "to": "shot"}], "element": "air", "action": True},
        {"when": ["shot"], "effects": [{**PLUS, "to": "range"}]},
        {"effects": [{**PLUS, "amount": -2}], "element": "fire", "conditions": [{"type": "from_reserve"}]},
        {"when": ["disabled"], "conditions": [{"type": "own", "state": "vigilant"}],
         "effects": [{"type": "prevent", "what": ["disabled"]},
                     {"type": "become", "state": "shaken", "who": {"of": "self"}}]},
    ],
)  # fmt: skip
def test_a_sound_skill_has_no_problem(fields: dict[str, Any]) -> None:
    assert found(**fields) == []
