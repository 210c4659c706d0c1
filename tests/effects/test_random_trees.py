"""Whatever the types allow: neither checker nor explainer stumbles; what the checker passes has words."""

import re
from typing import Any

import msgspec
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.model.core.words import LANGUAGES, Words
from companion.model.games.asagiri.skills.conditions import AnyCondition
from companion.model.games.asagiri.skills.language.explain import cost, explain
from companion.model.games.asagiri.skills.language.vocabulary import WINDOWS, EffectPlace
from companion.model.games.asagiri.skills.operations import AnyEffect
from companion.model.games.asagiri.skills.record import SkillRecord, fitting, fitting_conditions, problems
from companion.resources import resources_dir
from tests.budget import examples

from .random_trees import DEPTH, info, of, skills, sound_skills
from .trees import TREES

SPEAKERS = [Words(language, resources_dir() / "translations") for language in LANGUAGES]
WRONG = re.compile(r"[{}]|\bNone\b|Message|\.\.|  |^[a-z]|\( | \)|,:|::")


def spoken(skill: SkillRecord) -> list[str]:
    """Everything said about a skill, in every language."""
    messages = [cost(skill), *explain(skill)]
    return [words(message) for words in SPEAKERS for message in messages]


ROLE_FIRST: dict[str, Any] = {"id": "test:role", "name": {"en": "Role"}, "when": ["always"]}
RETREAT = {"type": "fall_back"}


@example(data={**ROLE_FIRST, "effects": [RETREAT], "conditions": [{"type": "role"}]})
@example(data={**ROLE_FIRST, "effects": [{"type": "if", "conditions": [{"type": "role"}], "then": [RETREAT]}]})
@settings(max_examples=examples(400), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=skills())
def test_nothing_that_the_types_allow_stumbles(data: dict[str, Any]) -> None:
    skill = msgspec.convert(data, SkillRecord)
    assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(skill)), SkillRecord) == skill
    found = list(problems(skill))
    for problem in found:
        assert problem.pointer.startswith("/")
        _reach(msgspec.json.decode(msgspec.json.encode(skill)), problem.pointer)
    for sentence in spoken(skill):
        assert "{" not in sentence and "}" not in sentence and sentence.strip()


def _reach(data: Any, pointer: str) -> None:
    """Fails when the pointer leads nowhere in the record; a field left out counts as there."""
    *way, last = pointer.split("/")[1:]
    for part in way:
        data = data[int(part)] if isinstance(data, list) else data[part]
    assert isinstance(data, dict) or int(last) < len(data)


@settings(max_examples=examples(600), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_the_checker_passes_has_words(data: st.DataObject) -> None:
    """Sound trees changed at one place, so that many of them stay sound."""
    tree = data.draw(st.sampled_from(TREES))
    changed = dict(tree.json)
    part = data.draw(st.sampled_from(["effects", "conditions", "when"]))
    if part == "effects":
        changed["effects"] = [*changed["effects"], data.draw(of(info(AnyEffect), DEPTH))]
    elif part == "conditions":
        changed["conditions"] = [*changed.get("conditions", ()), data.draw(of(info(AnyCondition), DEPTH))]
    else:
        changed["when"] = [*changed["when"], data.draw(st.sampled_from(WINDOWS))]
    skill = msgspec.convert(changed, SkillRecord)
    if list(problems(skill)):
        return
    for sentence in spoken(skill):
        assert WRONG.search(sentence) is None, sentence


@settings(max_examples=examples(600), deadline=None, suppress_health_check=list(HealthCheck))
@given(tree=sound_skills())
def test_what_fits_together_has_words(tree: dict[str, Any] | None) -> None:
    if tree is not None:
        for sentence in spoken(msgspec.convert(tree, SkillRecord)):
            assert WRONG.search(sentence) is None, sentence


@settings(max_examples=examples(300), deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_table_offers_whatever_fits(data: st.DataObject) -> None:
    """What an editor does not offer in a window never fits there."""
    window = data.draw(st.sampled_from(WINDOWS))
    effect = msgspec.convert(data.draw(of(info(AnyEffect), DEPTH)), AnyEffect)
    assert effect.unfit(EffectPlace(window)) is not None or type(effect) in fitting(window)
    condition = msgspec.convert(data.draw(of(info(AnyCondition), 1)), AnyCondition)
    assert condition.unfit(window) is not None or type(condition) in fitting_conditions((window,))


@example(depth=60)
@given(depth=st.integers(5, 60))
@settings(max_examples=examples(5), deadline=None)
def test_a_tree_too_deep_is_refused_and_not_walked(depth: int) -> None:
    effect: dict[str, Any] = {"type": "turn"}
    condition: dict[str, Any] = {"type": "behind"}
    for _ in range(depth):
        effect = {"type": "either", "ways": [[effect], [{"type": "follow"}]]}
        condition = {"type": "not", "condition": condition}
    skill = msgspec.convert(
        {"id": "test:deep", "name": {"en": "Deep"}, "when": ["won"], "effects": [effect], "conditions": [condition]},
        SkillRecord,
    )
    found = [problem.pointer for problem in problems(skill) if "too deep" in problem.what.key]
    assert {pointer.split("/")[1] for pointer in found} == {"effects", "conditions"} and len(found) < 5
