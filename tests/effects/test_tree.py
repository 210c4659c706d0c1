"""The tree reads and writes itself, and takes nothing it does not know."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from companion.model.games.asagiri.skills.amounts import Amount
from companion.model.games.asagiri.skills.conditions import AnyCondition
from companion.model.games.asagiri.skills.conditions.figures import Opponent, Own
from companion.model.games.asagiri.skills.conditions.numbers import FromReserve
from companion.model.games.asagiri.skills.language.vocabulary import NUMBERS, WINDOWS
from companion.model.games.asagiri.skills.language.who import Who
from companion.model.games.asagiri.skills.operations import AnyEffect, Shot
from companion.model.games.asagiri.skills.operations.numbers import Bonus
from companion.model.games.asagiri.skills.record import SkillRecord, problems

WHOLE: dict[str, Any] = {
    "id": "test:whole",
    "name": {"en": "Whole"},
    "when": ["attack", "defense"],
    "effects": [{"type": "bonus", "to": "die", "amount": 2}],
    "element": "tori",
    "conditions": [
        {"type": "opponent", "trait": "oni", "alignment": "evil_creature", "state": "shaken"},
        {"type": "own", "state": "vigilant"},
        {"type": "from_reserve"},
    ],
    "provenance": {"element": "printed"},
}


def test_a_tree_is_typed_nodes() -> None:
    skill = msgspec.convert(WHOLE, SkillRecord)
    assert skill.effects == (Bonus("die", 2),)
    assert skill.conditions == (Opponent("oni", "evil_creature", "shaken"), Own("vigilant"), FromReserve())
    assert msgspec.json.decode(msgspec.json.encode(skill)) == WHOLE


def test_a_shot_is_an_action_by_itself_SHT_1() -> None:
    skill = msgspec.convert(
        {**WHOLE, "when": ["shot"], "effects": [{"type": "shot", "range": 5, "value": 4}], "conditions": []},
        SkillRecord,
    )
    assert skill.shot == Shot(5, 4)
    assert skill.is_action and not skill.action


@pytest.mark.parametrize(
    "change",
    [
        {"efects": []},
        {"effects": [{"type": "bonus", "to": "die", "amount": 1, "also": 1}]},
        {"effects": [{"type": "miracle"}]},
        {"effects": [{"type": "bonus", "to": "die", "amount": 1.0}]},
        {"effects": [{"type": "bonus", "to": "luck", "amount": 1}]},
        {"element": "metal"},
        {"when": ["sunday"]},
        {"id": "no-namespace"},
        {"conditions": [{"type": "opponent", "trait": "Oni"}]},
        {"provenance": {"element": "rumour"}},
    ],
)
def test_what_the_language_does_not_know_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**WHOLE, **change}, SkillRecord)


def test_the_page_of_the_language_names_everything() -> None:
    """docs/skill-language.md: every window, every node and every field of the skill and of selectors."""
    page = (Path(__file__).parents[2] / "docs" / "skill-language.md").read_text(encoding="utf-8")
    wanted = {*WINDOWS, *NUMBERS}
    for union in (AnyEffect, AnyCondition, Amount):
        info = inspect.type_info(union)
        assert isinstance(info, inspect.UnionType)
        wanted |= {str(part.tag) for part in info.types if isinstance(part, inspect.StructType)}
    wanted |= {*SkillRecord.__struct_fields__, *Who.__struct_fields__} - {"id", "name", "provenance"}
    assert {word for word in wanted if f"`{word}`" not in page} == set()


def test_the_example_of_the_page_is_sound() -> None:
    page = (Path(__file__).parents[2] / "docs" / "skill-language.md").read_text(encoding="utf-8")
    example = page.partition("```json")[2].partition("```")[0]
    assert list(problems(msgspec.json.decode(example, type=SkillRecord))) == []
