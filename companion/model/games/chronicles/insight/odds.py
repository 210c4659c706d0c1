"""An attack or a test before it is made: its dice with their reasons, and its exact chance.

The rules count them, asked as if the attack or the test were being made. Dice that a talent lets roll again
(`rerolls`) are in the chance, as they help most.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Literal

import msgspec

from companion.model.games.chronicles.box.effects import Stat
from companion.model.games.chronicles.insight.chances import NEVER, SURE, attack_chance, test_chance
from companion.model.games.chronicles.rules import attack, chests, doors, investigation, testing, totals
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


def tests_of(state: State, figure: Figure) -> dict[str, f.TestFrame]:
    """The tests that a hero could make now (TST-8), by what is tested: tokens, places, chests, reinforced doors."""
    seat = figure.id
    if figure.group != "hero":
        return {}
    offered = [*investigation.tests(state, seat), *investigation.tested_places(state, seat)]
    searched = [one.token for one in chests.chests(state, seat) if isinstance(one, o.OpenChest)]
    return {
        **{one.place: investigation.test_at(state, seat, one.place) for one in offered if isinstance(one, o.TakeTest)},
        **{chest: chests.test_of(state, seat, chest) for chest in searched},
        **doors.tests(state, seat),
    }


def test_odds(state: State, frame: f.TestFrame) -> TestOdds:
    """What a test would be, if it were made now."""
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


# while it is being rolled ---------------------------------------------------------------------------------------------


def chance_now(state: State) -> Fraction | None:
    """The chance of the attack or test on top of the stack, given what its dice show so far, those that may be rolled
    again being those that help most; None: nothing is rolled, or nobody told the difficulty.
    """
    top = state.frames[-1] if state.frames else None
    if isinstance(top, f.AttackFrame):
        return _attack_now(state, top)
    if isinstance(top, f.TestFrame) and state.figure(top.figure) is not None:
        return _test_now(state, top)
    return None


def _attack_now(state: State, frame: f.AttackFrame) -> Fraction | None:
    attacker, target, box = state.figure(frame.attacker), state.figure(frame.target), state.table.box
    if attacker is None or target is None:
        return None
    if frame.step in ("declared", "dread", "react"):
        before = replace(state, frames=state.frames[:-1])
        return attack_odds(before, attacker, target, "shoot" if frame.kind == "shoot" else "attack").chance
    if frame.step == "ki":
        return attack_chance(box, frame.ki.count("combat"), frame.ki.count("action"), frame.defense - frame.total)
    if frame.step == "reroll":
        return max(exchanging(state, frame, again) for again in _exchanges(frame))
    if frame.step == "dice":
        again = totals.rerolls(state, attacker, "attacks")
        return attack_chance(box, frame.combat, frame.action, frame.defense, again)
    return SURE if frame.total >= frame.defense else NEVER


def _exchanges(frame: f.AttackFrame | f.TestFrame) -> list[tuple[int, ...]]:
    """Which dice may be rolled again; as soon as that has been said, those."""
    if frame.again:
        return [frame.again]
    places = range(len(frame.faces))
    return [dice for n in range(frame.rerolls + 1) for dice in combinations(places, n)]


def exchanging(state: State, frame: f.AttackFrame, again: tuple[int, ...]) -> Fraction:
    """A KI that is kept counts 1, and is rolled again as ever."""
    kept = [n for n in range(len(frame.faces)) if n not in again]
    total = sum(1 if frame.faces[n] == "ki" else int(frame.faces[n]) for n in kept)
    rolled = [*again, *[n for n in kept if frame.faces[n] == "ki"]]
    combat = sum(n < frame.combat for n in rolled)
    return attack_chance(state.table.box, combat, len(rolled) - combat, frame.defense - total)


def _test_now(state: State, frame: f.TestFrame) -> Fraction | None:
    if not frame.rerolls or testing.result(state, frame) is not None:
        return _test(state, frame).chance
    figure = state.figure(frame.figure)
    assert figure is not None
    value = totals.characteristic(state, figure, frame.characteristic, frame.kind)
    return max(
        test_chance(
            state.table.box,
            len(again),
            value - sum(int(face) for n, face in enumerate(frame.faces) if n not in again),
        )
        for again in _exchanges(frame)
    )
