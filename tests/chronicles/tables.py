"""Games and positions of Okko Chronicles to test with."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.model.content.library import Library
from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Json, Over, Roll, choices_of
from companion.model.games.chronicles import SYSTEM
from companion.model.games.chronicles.state.state import State

CONTENT = Library.shipped()
HEROES = ("house:okko", "house:noburo", "house:noshin", "house:setsuka")
AT_A_TABLE = dict.fromkeys(("guilty", "clues", "events", "plans", "order", "backs", "wounds", "objects"), "box")


def setup(heroes: int = 2, tracked: bool = False, **options: Any) -> dict[str, Json]:
    """The house scenario without places: on the screen, or beside a table whose secrets lie in cardboard."""
    chosen: dict[str, Json] = {"places": "none", **options}
    said: dict[str, Json] = {"heroes": list(HEROES[:heroes]), "scenario": "house:the-well-of-mists"}
    if tracked:
        chosen = {"dice_entry": "typed", "enforcement": "track", "keepers": AT_A_TABLE, **chosen}
        hosts = [id for id, _ in CONTENT.every("chronicles_host")]
        said["hosts"] = hosts[: heroes + 2]
    return {**said, "options": chosen}


def begun(heroes: int = 2, tracked: bool = False, seed: int = 1, **options: Any) -> State:
    """A game whose set-up has been dealt."""
    return dealt(setup(heroes, tracked, **options), seed)


def dealt(said: Json, seed: int = 1) -> State:
    """A game of any set-up, when all is dealt; at a table each hero has the first of its missions."""
    state, rng = SYSTEM.new(said, CONTENT), Random(seed)
    while state.stage == "setup" or isinstance(SYSTEM.pending(state), Roll):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
        else:
            state = SYSTEM.apply(state, choices_of(pending)[0].options[0]).state
    return state


def played(state: State, rng: Random, steps: int) -> State:
    """A game after so many random answers, or when it is over."""
    for _ in range(steps):
        pending = SYSTEM.pending(state)
        if isinstance(pending, Over):
            break
        if isinstance(pending, Roll):
            state = SYSTEM.rolled(state, drawn(pending.dice, rng, pending.distinct)).state
        else:
            choice: Choice = rng.choice(choices_of(pending))
            state = SYSTEM.apply(state, rng.choice(choice.options)).state
    return state


def choose(state: State, text: str, seat: str) -> State:
    """What comes of an option, named by its id."""
    return SYSTEM.apply(state, SYSTEM.option_by(state, text, seat)).state
