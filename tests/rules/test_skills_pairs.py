"""SKL-3: what the checker accepts, the table does: every operation in every window changes something."""

from __future__ import annotations

from functools import cache
from itertools import product

from companion.model.games.asagiri.skills.record import SkillRecord

from .pairs import NOTHING, SCENES, WHERE, Pair, accepted, seen, sound


@cache
def plain(scene: str, action: bool) -> list[object]:
    """What is noticed without the skill."""
    return [*seen(scene, NOTHING if action else None)]


def differs(scene: str, skill: SkillRecord, kind: str) -> bool:
    """Whether anything else is noticed with the skill."""
    without = plain(scene, kind == "action")
    n = -1
    for n, noticed in enumerate(seen(scene, skill)):
        if n >= len(without) or noticed != without[n]:
            return True
    return n + 1 < len(without)


def changes(pair: Pair, known: dict[object, tuple[str, int]]) -> bool:
    """Whether the skill changes something in a scene in which its window comes; first where one like it did."""
    marks = ((pair.window, pair.operation), pair.operation, (pair.window, type(pair.skills[0].effects[0])), pair.window)
    everywhere = list(product(WHERE[pair.window], range(len(pair.skills))))
    likely = [known[mark] for mark in marks if known.get(mark) in everywhere]
    for scene, n in dict.fromkeys(
        (*likely, *product((scene for scene, _ in likely), range(len(pair.skills))), *everywhere)
    ):
        skill = pair.skills[n]
        if (n == 0 or sound(skill)) and differs(scene, skill, pair.kind):
            known.update(dict.fromkeys(marks, (scene, n)))
            return True
    return False


def test_skl_3_whatever_is_accepted_changes_something() -> None:
    known: dict[object, tuple[str, int]] = {}
    idle = [f"{pair.window}: {pair.operation} ({pair.kind})" for pair in accepted() if not changes(pair, known)]
    assert idle == []


def test_every_scene_is_played_to_its_end() -> None:
    for name, scene in SCENES.items():
        steps = [found[0] for found in plain(name, False) if isinstance(found, tuple) and isinstance(found[0], str)]
        assert steps == list(scene.steps), name
