"""Each skill of the house box does in play what its card says: a scene for each of them, with what a player notices.

A skill without a scene makes this red, and so does one whose scene would look the same without it.
"""

from __future__ import annotations

import pytest

from companion.model.content.library import Library

from .scenes import SCENES
from .stage import Scene

SKILLS = sorted(id.removeprefix("house:") for id, _ in Library.shipped().every("skill"))


@pytest.mark.parametrize("skill", SKILLS)
def test_every_skill_has_a_scene(skill: str) -> None:
    assert any(scene.skill == skill for scene in SCENES), f"write a scene for {skill} in tests/house/scenes.py"


def test_no_scene_is_about_a_skill_that_is_gone() -> None:
    assert {scene.skill for scene in SCENES} == set(SKILLS)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: str(scene.skill))
def test_the_skill_does_what_its_card_says(scene: Scene) -> None:
    assert scene.noticed() == dict(scene.seen)
    assert scene.noticed(silent=True) != dict(scene.seen), "nobody would notice the skill"
