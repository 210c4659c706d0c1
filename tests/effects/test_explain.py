"""Skills in words."""

from typing import Any

import msgspec
import pytest

from companion.model.core.words import Words
from companion.model.effects.explain import cost, explain
from companion.model.effects.tree import Skill

ENGLISH = Words()


def said(**fields: Any) -> str:
    skill = msgspec.convert({"id": "test:skill", "name": {"en": "Skill"}, **fields}, Skill)
    return ENGLISH(cost(skill)) + ": " + " ".join(ENGLISH(sentence) for sentence in explain(skill))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {
                "element": "tori",
                "when": ["defense"],
                "effects": [{"type": "bonus", "to": "defense", "amount": 1}],
            },
            "One tori die: When attacked: +1 to Defense.",
        ),
        (
            {
                "when": ["attack", "defense"],
                "effects": [{"type": "bonus", "to": "die", "amount": -1}],
                "conditions": [
                    {"type": "opponent", "trait": "oni", "state": "shaken"},
                    {"type": "own", "state": "vigilant"},
                ],
            },
            "Automatic: When attacking or when attacked, against a shaken opponent marked “oni”, while vigilant:"
            " \u22121 to the combat die.",
        ),
        (
            {"element": "air", "when": ["shot"], "effects": [{"type": "shot", "range": 5, "value": 4}]},
            "One air die; action: Shot: range 5, value 4.",
        ),
        (
            {
                "when": ["shot"],
                "effects": [
                    {"type": "shot", "range": 5, "value": 4},
                    {"type": "bonus", "to": "die", "amount": 1},
                ],
                "conditions": [{"type": "opponent", "alignment": "demon_hunter"}],
            },
            "Action: Shot against a Demon Hunter: range 5, value 4. +1 to the combat die.",
        ),
        (
            {
                "element": "fire",
                "when": ["attack"],
                "effects": [{"type": "bonus", "to": "attack", "amount": 2}],
                "conditions": [{"type": "from_reserve"}],
            },
            "One fire die: When attacking, with a die out of the reserve: +2 to Attack.",
        ),
        (
            {
                "when": ["attack"],
                "effects": [{"type": "bonus", "to": "attack", "amount": 1}],
                "conditions": [{"type": "opponent", "trait": "tengu"}],
            },
            "Automatic: When attacking, against an opponent marked “tengu”: +1 to Attack.",
        ),
    ],
)
def test_the_words_follow_the_tree(fields: dict[str, Any], words: str) -> None:
    assert said(**fields) == words
