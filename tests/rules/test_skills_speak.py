"""SKL-3: no tree of the list is dead: in random play each is found to hold, or does something, at least once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.model.core.contract import Choice, Option, Over, Roll
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.rules.events import ShotDeclared
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills import modifiers, operation
from companion.model.games.asagiri.skills.operations.rules import Borrow
from companion.model.games.asagiri.skills.operations.zones import ChangeZone
from companion.model.games.asagiri.state.stack import EffectFrame
from companion.model.games.asagiri.state.state import State
from tests.effects.trees import TREES, Tree

from .table import Table
from .test_skills_anything import WHO, there

SIDE = 6
TABLES = 600
DECISIONS = 90
EAGER = (o.UseSkill, o.Attack, o.Shoot, o.PickDie, o.OpenDoor)
"""Random players prefer these."""

HELPERS: list[dict[str, Any]] = [
    {"id": "x:dares", "name": {"en": "Dares"}, "when": ["activation"], "optional": True, "effects": [
        {"type": "test", "stat": "movement", "who": {"of": "all"}, "failed": [{"type": "turn"}]},
        {"type": "token", "name": "poison", "who": {"of": "all"}, "turns": 3}]},
    {"id": "x:adds", "name": {"en": "Adds"}, "when": ["attack", "defense"], "optional": True,
     "effects": [{"type": "bonus", "to": "die", "amount": 1}]},
    {"id": "x:burns", "name": {"en": "Burns"}, "element": "fire", "when": ["attack"],
     "effects": [{"type": "bonus", "to": "attack", "amount": 1}]},
    {"id": "x:bow", "name": {"en": "Bow"}, "when": ["shot"], "effects": [{"type": "shot", "range": 6, "value": 4}]},
]  # fmt: skip
"""What everybody can do besides, so that there is something to answer to."""

FEARSOME: dict[str, Any] = {"id": "x:fearsome", "name": {"en": "Fearsome"}, "when": ["targeted"], "effects": [
    {"type": "test", "stat": "willpower", "failed": [{"type": "turn"}]}]}  # fmt: skip
"""For skills about tests before an attack."""


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The ids of the skills that were found to hold, or that changed something."""
    found: set[str] = set()
    touch, do, lend, reshape = modifiers.Touch, operation._do, Borrow.lends, ChangeZone.reshapes

    def holds(bearer: int, skill: Any, *rest: Any) -> Any:
        if skill is not None:
            found.add(skill.id)
        return touch(bearer, skill, *rest)

    def does(flow: Transition, frame: EffectFrame, option: Option | None) -> None:
        before = flow.state
        do(flow, frame, option)
        if flow.state != before:
            found.add(frame.skill.id)

    def lends(effect: Borrow, state: State, who: int, skill: Any) -> Iterator[Any]:
        for one in lend(effect, state, who, skill):
            found.add(skill.id)
            yield one

    def reshapes(effect: ChangeZone, state: State, bearer: int, skill: Any, who: int, *at: int, **asked: Any) -> bool:
        holds = reshape(effect, state, bearer, skill, who, *at, **asked)
        if holds and skill is not None:
            found.add(skill.id)
        return holds

    monkeypatch.setattr(Borrow, "lends", lends)
    monkeypatch.setattr(ChangeZone, "reshapes", reshapes)
    monkeypatch.setattr(modifiers, "Touch", holds)
    monkeypatch.setattr(operation, "_do", does)
    return found


TRAITS = ("oni", "samurai", "undead", "beast", "kami", "sorcerer")


def table_of(rng: Random, tree: Tree, traits: tuple[str, ...] = TRAITS) -> State:
    """Six figures that all have the skill and some of these traits, crowded on a small floor."""
    rows = ["".join(rng.choice("......ha.s" if rng.random() < 0.93 else "b") for _ in range(SIDE)) for _ in range(SIDE)]
    free = [(column, row) for row in range(SIDE) for column in range(SIDE) if rows[row][column] != "b"]
    people = {who: f"{column},{row}{rng.choice('NESW')}{rng.choice(['', '', '!'])}"
              for who, (column, row) in zip(WHO, rng.sample(free, len(WHO)), strict=True)}  # fmt: skip
    cards = {
        who: {
            "stats": {"skills": [there(tree.json), *HELPERS], "willpower": 3},
            "reserve": rng.choice(["fire", "water", "air", "earth", "tori", None]),
            "traits": rng.sample(traits, 4),
            "alignment": rng.choice(["demon_hunter", "evil_creature", "mercenary"]),
            "equipment": rng.choice([None, {"name": "Thing", "zeni": 1, "single": False}]),
        }
        for who in WHO
    }
    if {"type": "of_test", "why": "fear"} in tree.json.get("conditions", ()):
        for card in cards.values():
            card["stats"]["skills"].append(FEARSOME)
    before = "deployed" in tree.json["when"]
    if before:  # somebody is still to come
        cards[WHO[-1]] |= {"at": None, "state": "vigilant", "reserve": None}
    pool = () if before else tuple(rng.choices(["fire", "water", "air", "earth", "tori"], k=5))
    bands = {"A": {"limit": 90, "aside": 1}, "B": {"limit": 90, "aside": 2}}
    root: dict[str, Any] = {"turn": 1, "side": "S"} if before else {"turn": rng.randint(1, 6)}
    stage = "deploy" if before else "activations"
    asks = any(effect["type"] == "door" for effect in tree.json["effects"])
    doors = " ".join(f"{n % SIDE},{n // SIDE}{side}" for n in range(SIDE * SIDE) for side in "ES") if asks else ""
    return Table(rows, people, doors=doors, pool=pool, bands=bands, root=root, stage=stage, **cards).state


def play(rng: Random, state: State, id: str, spoken: set[str]) -> None:
    """Random decisions until the skill has spoken."""
    for _ in range(DECISIONS):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over) or id in spoken:
            return
        if isinstance(pending, Roll):
            applied = SYSTEM.rolled(state, tuple(rng.choice(die.kind.faces) for die in pending.dice))
        else:
            assert isinstance(pending, Choice)
            wished = [option for option in pending.options if isinstance(option, EAGER)]
            applied = SYSTEM.apply(state, rng.choice(wished if wished and rng.random() < 0.7 else pending.options))
        spoken |= {event.skill for event in applied.events if isinstance(event, ShotDeclared)}
        state = applied.state


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: tree.name)
def test_skl_3_the_skill_speaks(tree: Tree, spoken: set[str]) -> None:
    rng = Random(tree.name)
    id = tree.json["id"]
    for _ in range(TABLES):
        play(rng, table_of(rng, tree), id, spoken)
        if id in spoken:
            return
    pytest.fail(f"{tree.name} has never spoken")
