"""SKL-1, INS-4 set aside by a table: any skill that may be let is used, nothing is paid, and the game goes on."""

from __future__ import annotations

from random import Random

import pytest

from companion.model.core.chance import drawn
from companion.model.core.contract import Choice, Over, Roll
from companion.model.core.refusal import InvalidInput
from companion.model.games.asagiri import SYSTEM
from companion.model.games.asagiri.skills.availability import may_be_let, skill_by_hand
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.table.corrections import Use
from tests.effects.trees import TREES

from .table import CONTENT
from .test_skills_speak import table_of


def step(state: State, rng: Random) -> State:
    """One decision or roll at random."""
    pending = SYSTEM.pending(state)
    if isinstance(pending, Roll):
        return SYSTEM.rolled(state, drawn(pending.dice, rng)).state
    assert isinstance(pending, Choice)
    return SYSTEM.apply(state, rng.choice(pending.options)).state


def test_skl_1_whatever_may_be_let_is_used_without_a_price_and_the_game_goes_on() -> None:
    let, skills = 0, set()
    for seed, tree in enumerate(TREES):
        rng = Random(seed)
        state = table_of(rng, tree)
        for _ in range(30):
            if isinstance(SYSTEM.pending(state), Over):
                break
            wishes = [
                (who, skill)
                for who in range(len(state.figures))
                for skill in state.skills(who)
                if not skill.is_automatic and may_be_let(state, who, skill) is not None
            ]
            if wishes:
                who, skill = rng.choice(wishes)
                paid = [band.pool for band in state.bands], [figure.reserve for figure in state.figures]
                before, applied = state, SYSTEM.edit(state, Use(who, skill.id))
                assert applied.events[0].kind == "SkillUsed"
                if not applied.state.frames and not skill.effects:
                    assert paid == ([b.pool for b in applied.state.bands], [f.reserve for f in applied.state.figures])
                state, let = applied.state, let + 1
                skills.add(skill.id)
                assert SYSTEM.decode(SYSTEM.encode(state), CONTENT) == state, (before, who, skill.id)
            if not isinstance(SYSTEM.pending(state), Over):
                state = step(state, rng)
    assert let > 50
    assert len(skills) > 10


def test_skl_1_a_skill_that_is_not_there_or_speaks_by_itself_or_may_be_used_is_not_let() -> None:
    """Any other is noted when its moment is over: what it does, the table does."""
    rng, noted = Random(3), 0
    for tree in TREES:
        state = table_of(rng, tree)
        for who in range(len(state.figures)):
            for skill in state.skills(who):
                if skill_by_hand(state, who, skill.id) is None:
                    with pytest.raises(InvalidInput) as caught:
                        SYSTEM.edit(state, Use(who, skill.id))
                    assert caught.value.path == "skill"
                elif may_be_let(state, who, skill) is None:
                    applied, noted = SYSTEM.edit(state, Use(who, skill.id)), noted + 1
                    assert {event.kind for event in applied.events} <= {"SkillUsed", "HonourUsed", "EquipmentUsedUp"}
                    assert applied.state.frames == state.frames
    assert noted > 10
