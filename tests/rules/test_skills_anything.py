"""SKL-3: whatever the checker lets pass can be played: nothing stumbles, and every state can be written and read."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.model.core.contract import Choice, Over, Roll
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.state.state import State
from tests.budget import examples
from tests.effects.random_trees import sound_skills
from tests.effects.trees import TREES

from .table import CONTENT, Table

WHO = ("a1", "a2", "a3", "b1", "b2", "b3")
SIDE = 7
DECISIONS = 60


def there(tree: dict[str, Any]) -> dict[str, Any]:
    """The tree with a card of the house box where it brings one into play."""
    found: dict[str, Any] = json.loads(json.dumps(tree).replace("test:oni", "house:tikku"))
    return found


def table_of(rng: Random, trees: list[dict[str, Any]]) -> State:
    """Six figures, crowded on a small floor, with these skills dealt out among them."""
    rows = ["".join(rng.choice("......ha.s" if rng.random() < 0.93 else "b") for _ in range(SIDE)) for _ in range(SIDE)]
    free = [(column, row) for row in range(SIDE) for column in range(SIDE) if rows[row][column] != "b"]
    places = rng.sample(free, len(WHO))
    people = {who: f"{column},{row}{rng.choice('NESW')}{rng.choice(['', '', '!'])}"
              for who, (column, row) in zip(WHO, places, strict=True)}  # fmt: skip
    dealt: dict[str, list[dict[str, Any]]] = {who: [] for who in WHO}
    for n, tree in enumerate(trees):
        dealt[rng.choice(WHO)].append({**tree, "id": f"x:s{n}"})
    cards = {who: {"stats": {"skills": own}, "reserve": rng.choice([None, "fire", "earth", "tori"])}
             for who, own in dealt.items()}  # fmt: skip
    bands = {"A": {"limit": 90}, "B": {"limit": 90, "aside": 2}}
    return Table(rows, people, pool=("fire", "water", "air", "tori"), bands=bands, **cards).state


def play(rng: Random, state: State) -> None:
    """Random decisions; each option can be named, said and undone by going back to an equal state."""
    for n in range(DECISIONS):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            return
        if isinstance(pending, Roll):
            applied = SYSTEM.rolled(state, tuple(rng.choice(die.kind.faces) for die in pending.dice))
        else:
            assert isinstance(pending, Choice)
            assert len(set(map(repr, pending.options))) == len(pending.options) > 0
            option = rng.choice(pending.options)
            assert SYSTEM.option_of(state, SYSTEM.option_id(state, option)) == option
            SYSTEM.label(state, option)
            applied = SYSTEM.apply(state, option)
        for event in applied.events:
            SYSTEM.tell(applied.state, event)
            SYSTEM.event_json(applied.state, event)
        state = applied.state
        if n % 6 == 0:
            written = msgspec.json.decode(msgspec.json.encode(SYSTEM.encode(state)))
            assert SYSTEM.decode(written, CONTENT) == state


@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_skl_3_every_tree_of_the_list_is_played(rng: Random) -> None:
    play(rng, table_of(rng, [there(tree.json) for tree in rng.sample(TREES, 16)]))


@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(st.lists(sound_skills(), min_size=8, max_size=20), st.randoms(use_true_random=False))
def test_skl_3_every_tree_that_the_checker_passes_is_played(trees: list[dict[str, Any] | None], rng: Random) -> None:
    play(rng, table_of(rng, [there(tree) for tree in trees if tree is not None]))
