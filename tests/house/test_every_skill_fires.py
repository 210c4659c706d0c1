"""Each skill of the house box fires: on a crowded table, in play, it is found to hold or changes something."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from companion.model.content.library import Library
from companion.model.core.schema import nodes
from companion.model.games.asagiri.skills.record import SkillRecord
from tests.effects.trees import Tree
from tests.rules.test_skills_speak import TABLES, TRAITS, play, spoken, table_of

__all__ = ["spoken"]

SKILLS = tuple(Tree(id.partition(":")[2], "house", record) for id, record in Library.shipped().every("skill"))


def traits_of(skill: SkillRecord) -> Iterator[str]:
    """The words that a skill looks at on cards."""
    for _, node in nodes(skill):
        wanted = getattr(node, "trait", None)
        if isinstance(wanted, str):
            yield wanted


def test_every_skill_of_the_box_is_here() -> None:
    shipped = {id for id, _ in Library.shipped().every("skill")}
    assert {tree.json["id"] for tree in SKILLS} == shipped
    assert len(shipped) >= 90


@pytest.mark.parametrize("tree", SKILLS, ids=lambda tree: tree.name)
def test_the_skill_fires(tree: Tree, spoken: set[str]) -> None:
    rng = Random(tree.name)
    skill = msgspec.convert(tree.json, SkillRecord)
    traits = tuple(dict.fromkeys((*traits_of(skill), *TRAITS)))[: len(TRAITS)]
    for _ in range(TABLES):
        # dealt out anew, the skill is called like this on every table
        play(rng, table_of(rng, tree, traits), tree.json["id"], spoken)
        if tree.json["id"] in spoken:
            return
    pytest.fail(f"{tree.name} has never fired")
