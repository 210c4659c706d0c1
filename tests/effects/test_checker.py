"""One crafted skill for each thing the checker finds, and what it leaves alone."""

from typing import Any

import msgspec
import pytest

from companion.model.effects.checker import problems
from companion.model.effects.tree import Skill

PLUS = {"type": "bonus", "to": "die", "amount": 1}
SHOT = {"type": "shot", "range": 4, "value": 3}


def found(**fields: Any) -> list[tuple[str, str]]:
    base = {"id": "test:skill", "name": {"en": "Skill"}, "when": ["attack"], "effects": [PLUS]}
    skill = msgspec.convert({**base, **fields}, Skill)
    return [(problem.pointer, problem.what.key) for problem in problems(skill)]


@pytest.mark.parametrize(
    ("fields", "pointer", "what"),
    [
        ({"name": {"fr": "Sans"}}, "/name/en", "missing in English"),
        ({"when": []}, "/when", "needs a window"),
        ({"when": ["attack", "attack"]}, "/when/1", "twice"),
        ({"effects": []}, "/effects", "needs an effect"),
        ({"when": ["shot"], "effects": [SHOT, SHOT]}, "/effects/1", "one shot at most"),
        ({"when": ["attack", "shot"], "effects": [SHOT]}, "/when", "in no other"),
        ({"action": True}, "/action", "“activation”"),
        ({"effects": [{**PLUS, "amount": 0}]}, "/effects/0/amount", "does nothing"),
        (
            {"when": ["shot"], "element": "air", "effects": [{**PLUS, "to": "range"}]},
            "/effects/0/to",
            "before any die",
        ),
        ({"effects": [PLUS, {**PLUS, "to": "defense"}]}, "/effects/1/to", "asks for this number"),
        ({"when": ["attack", "movement"]}, "/when/1", "speaks in this window"),
        ({"conditions": [{"type": "opponent"}]}, "/conditions/0", "asks for nothing"),
        ({"conditions": [{"type": "own"}]}, "/conditions/0", "asks for nothing"),
        ({"conditions": [{"type": "own", "state": "shaken"}] * 2}, "/conditions/1", "twice"),
        ({"conditions": [{"type": "from_reserve"}]}, "/conditions/0", "No die pays"),
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


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"when": ["attack", "defense", "shot_at"]},
        {"when": ["shot"], "effects": [SHOT, {**PLUS, "to": "shot"}], "element": "air", "action": True},
        {"when": ["shot"], "effects": [{**PLUS, "to": "range"}]},
        {"effects": [{**PLUS, "amount": -2}], "element": "fire", "conditions": [{"type": "from_reserve"}]},
    ],
)
def test_a_sound_skill_has_no_problem(fields: dict[str, Any]) -> None:
    assert found(**fields) == []
