"""An attack or a test before it is made: its dice with their reasons, and its exact chance.

The rules count them, asked as if the attack or the test were being made. Dice that a talent lets roll again
(`rerolls`) are in the chance, as they help most.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from companion.model.core.contract import choices_of
from companion.model.games.chronicles.box.effects import Stat
from companion.model.games.chronicles.insight.chances import NEVER, SURE, attack_chance, test_chance
from companion.model.games.chronicles.rules import attack, chests, investigation, play, testing, totals
from companion.model.games.chronicles.rules.totals import Reason
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Figure, State, replace


class TestOdds(msgspec.Struct, frozen=True):
    """TST-1; the chance is None where nobody told the difficulty."""

    characteristic: Stat
    value: int
    difficulty: int | None
    rerolls: int
    chance: Fraction | None
    reasons: tuple[Reason, ...]


class AttackOdds(msgspec.Struct, frozen=True):
    """ATK-3, ATK-5; `before`: the test without which there is no attack (ATK-9), counted in the chance."""

    combat: int
    action: int
    defense: int
    damage: int
    rerolls: int
    before: TestOdds | None
    chance: Fraction
    attack_reasons: tuple[Reason, ...]
    defense_reasons: tuple[Reason, ...]


def against(state: State, attacker: Figure, target: Figure, kind: Literal["attack", "shoot"] = "attack") -> str | None:
    """The rule against an attack (ATK-1, ATK-8); None: it is possible."""
    top = state.frames[-1] if state.frames else None
    if isinstance(top, f.GuardsFrame) and top.figure == attacker.id:  # whom these may attack, their card says
        offered = [option for choice in choices_of(play.pending(state)) for option in choice.options]
    elif totals.camp(attacker) == totals.camp(target):
        return "ATK-8"
    else:
        offered = attack.targets(state, attacker)
    type_ = o.Attack if kind == "attack" else o.Shoot
    return None if any(isinstance(one, type_) and one.target == target.id for one in offered) else "ATK-1"


def attack_odds(
    state: State, attacker: Figure, target: Figure, kind: Literal["attack", "shoot"] = "attack"
) -> AttackOdds:
    """What an attack would be now."""
    made = replace(state, frames=(*state.frames, f.AttackFrame(attacker.id, target.id, kind, "dread")))
    combat, action, defense = attack.pool(made, attacker, target)
    dread, before = attack.dread_of(made, attacker, target), None
    if dread is not None:
        first = f.TestFrame(attacker.id, attack.DREAD, dread.characteristic, dread.difficulty, None, True)
        before = _test(replace(made, frames=(*made.frames, first)), first)
    rerolls = totals.rerolls(made, attacker, "attacks")
    chance = attack_chance(state.table.box, combat, action, defense, rerolls)
    if before is not None and before.chance is not None:
        chance *= before.chance
    return AttackOdds(
        combat,
        action,
        defense,
        totals.damage_of(made, attacker, target),
        rerolls,
        before,
        chance,
        tuple(totals.reasons(made, attacker, "attack", target)),
        tuple(totals.reasons(made, target, "defense", attacker)),
    )


def places(state: State, figure: Figure) -> list[str]:
    """What a hero can test (TST-8)."""
    if figure.group != "hero":
        return []
    offered = [*investigation.tests(state, figure.id), *investigation.places(state, figure.id)]
    return [*[one.place for one in offered if isinstance(one, o.TakeTest)], *_chests(state, figure)]


def _chests(state: State, figure: Figure) -> list[str]:
    return [one.token for one in chests.chests(state, figure.id) if isinstance(one, o.OpenChest)]


def test_odds(state: State, figure: Figure, place: str) -> TestOdds:
    """What a test at one of `places` would be now."""
    at = chests.test_of if place in _chests(state, figure) else investigation.test_at
    frame = at(state, figure.id, place)
    return _test(replace(state, frames=(*state.frames, frame)), frame)


def _test(made: State, frame: f.TestFrame) -> TestOdds:
    figure = made.figure(frame.figure)
    assert figure is not None
    stat, difficulty = frame.characteristic, testing.eased(made, frame)
    value = totals.characteristic(made, figure, stat, frame.kind)
    passed, rerolls = testing.result(made, frame), totals.rerolls(made, figure, "tests")
    chance: Fraction | None = SURE if passed else NEVER
    if passed is None:
        chance = None if difficulty == testing.NOT_TOLD else test_chance(made.table.box, difficulty, value, rerolls)
    return TestOdds(
        stat,
        value,
        None if difficulty == testing.NOT_TOLD else difficulty,
        rerolls,
        chance,
        (*totals.reasons(made, figure, stat), *totals.kind_reasons(made, figure, frame.kind)),
    )
