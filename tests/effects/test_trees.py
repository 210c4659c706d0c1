"""Everything that the language must express: sound, the same after a round trip, and said in three languages."""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.model.core.schema import Node, nodes, shape
from companion.model.core.words import LANGUAGES, Words
from companion.model.games.asagiri.skills.amounts import Amount
from companion.model.games.asagiri.skills.conditions import AnyCondition
from companion.model.games.asagiri.skills.language.explain import cost, explain
from companion.model.games.asagiri.skills.language.skill import Often
from companion.model.games.asagiri.skills.language.vocabulary import WINDOWS, Element, Lasts, Matter, Number
from companion.model.games.asagiri.skills.operations import AnyEffect
from companion.model.games.asagiri.skills.operations.rules import Harm, Obstacle, Shield
from companion.model.games.asagiri.skills.operations.zones import ZonePart
from companion.model.games.asagiri.skills.record import SkillRecord, problems
from companion.resources import resources_dir

from .trees import TREES, Tree

APPROVED = Path(__file__).with_name("words.json")
"""What every tree says, read by a person; ``pytest tests/effects --accept`` writes it anew."""
SPEAKERS = {language: Words(language, resources_dir() / "translations") for language in LANGUAGES}


def said(tree: Tree) -> dict[str, str]:
    """A tree in words: its cost, then what it does."""
    return {
        language: f"{words(cost(tree.skill))} | {' '.join(words(sentence) for sentence in explain(tree.skill))}"
        for language, words in SPEAKERS.items()
    }


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.name)
def test_the_tree_is_sound(tree: Tree) -> None:
    assert list(shape(tree.json, SkillRecord)) == []
    assert [(problem.pointer, problem.what.key) for problem in problems(tree.skill)] == []


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.name)
def test_the_tree_comes_back_from_json(tree: Tree) -> None:
    assert msgspec.json.decode(msgspec.json.encode(tree.skill), type=SkillRecord) == tree.skill


def test_the_words_are_those_approved(accept: bool) -> None:
    now = {tree.name: said(tree) for tree in TREES}
    if accept:
        APPROVED.write_text(json.dumps(now, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    approved = json.loads(APPROVED.read_text(encoding="utf-8"))
    assert {name: words for name, words in now.items() if approved.get(name) != words} == {}
    assert approved.keys() == now.keys()


def test_no_two_trees_say_the_same() -> None:
    for language in LANGUAGES:
        heard = [said(tree)[language] for tree in TREES]
        assert len(set(heard)) == len(heard)


def test_the_names_are_unique_and_each_item_is_there() -> None:
    names = [tree.name for tree in TREES]
    assert len(set(names)) == len(names) >= 80
    assert len({tree.item for tree in TREES}) == 7


def test_everything_of_the_language_is_in_a_tree() -> None:
    """Every operation, condition, amount, window, number and value of a closed list."""
    there = [node for tree in TREES for _, node in nodes(tree.skill)]
    assert {type(node) for node in there} >= set(get_args(AnyEffect)) | set(get_args(AnyCondition))
    assert {type(node) for node in there} >= {part for part in get_args(Amount) if isinstance(part, type)}
    assert {window for tree in TREES for window in tree.skill.when} == set(WINDOWS)
    assert {tree.skill.limit for tree in TREES} == set(get_args(Often))
    for values, fields in (
        (Number, ("to",)),
        (Obstacle, ("what",)),
        (Harm, ("what",)),
        (Shield, ("to",)),
        (Lasts, ("lasts",)),
        (ZonePart, ("covers",)),
        (Matter, ("counts_for",)),
        (Element, ("element", "of", "to")),
    ):
        assert set(get_args(values)) <= _values(there, fields), values


def _values(there: list[Node], fields: tuple[str, ...]) -> set[object]:
    found: set[object] = set()
    for node in there:
        for field in fields:
            value = getattr(node, field, None)
            found |= set(value) if isinstance(value, tuple) else {value} if isinstance(value, str) else set()
    return found
