"""Operations on what lies on the table in a fight or a test: dice rolled again, margins, results, tests forced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.model.core.chance import D6, Die, Face
from companion.model.core.contract import Option
from companion.model.effects import operations as op
from companion.model.effects.tree import Effect

from .. import fight_results, willpower
from ..fight_events import AttackCancelled, SkillsCancelled
from ..flow import Flow
from ..overrides import freedom
from ..skill_events import DieRerolled
from ..stack import Doing, Fight, Test
from ..state import State, replace
from .deed import Deed
from .standing import change_fight


def _below(state: State) -> Fight | Test | None:
    """The fight or the test that is being resolved."""
    return next((frame for frame in reversed(state.frames) if isinstance(frame, Fight | Test)), None)


def _whose(state: State, frame: Doing, effect: op.Reroll) -> int:
    """The figure whose die is rolled again."""
    below = _below(state)
    if isinstance(below, Test):
        return below.who
    return frame.who if effect.whose == "own" or frame.opponent < 0 else frame.opponent


def _roll(flow: Flow, frame: Doing, effect: op.Reroll, _: Option | None) -> None:
    below = _below(flow.state)
    if (isinstance(below, Fight) and below.faces is not None) or (isinstance(below, Test) and below.face):
        flow.push(replace(frame, rolling=True))


def _die(state: State, frame: Doing, effect: op.Reroll) -> tuple[Die, ...]:
    return (Die(D6, state.table.characters[_whose(state, frame, effect)].id),)


def _rerolled(flow: Flow, frame: Doing, effect: op.Reroll, faces: tuple[Face, ...]) -> None:
    new, who = cast(int, faces[0]), _whose(flow.state, frame, effect)
    frames = list(flow.state.frames)
    place = max(n for n, found in enumerate(frames) if isinstance(found, Fight | Test))
    below = frames[place]
    if isinstance(below, Test):
        kept = {"second": new, "best": min(new, below.face), "worst": max(new, below.face)}[effect.keep]
        flow.tell(DieRerolled(who, below.face, new, kept))
        frames[place] = replace(below, face=kept)
        flow.set(frames=tuple(frames))
        return
    assert isinstance(below, Fight)
    assert below.faces is not None
    old = below.faces[0 if who == below.attacker else 1]
    kept = {"second": new, "best": max(new, old), "worst": min(new, old)}[effect.keep]
    flow.tell(DieRerolled(who, old, new, kept))
    changed = replace(below, faces=(kept, below.faces[1]) if who == below.attacker else (below.faces[0], kept))
    frames[place] = changed
    flow.set(frames=tuple(frames))
    fight_results.tell_dice(flow, changed)


def _result(flow: Flow, frame: Doing, effect: op.Shift | op.Outcome | op.Retreat, _: Option | None) -> None:
    """The result changes; that of a draw befalls the opponent."""

    def change(fight: Fight) -> Fight:
        fight = fight_results.changed(fight, effect)
        drawing = isinstance(effect, op.Outcome) and frame.window == "drawing"
        return replace(fight, against=frame.opponent) if drawing else fight

    change_fight(flow, change)


def _cancel(flow: Flow, frame: Doing, effect: op.Cancel, _: Option | None) -> None:
    """The attack is off, or what the opponent announced does nothing; dice and action stay spent."""
    fight = _below(flow.state)
    if not isinstance(fight, Fight):
        return
    if effect.what == "attack":
        frames = list(flow.state.frames)
        place = max(n for n, found in enumerate(frames) if isinstance(found, Fight))
        flow.set(frames=tuple(frames[:place]))
        flow.tell(AttackCancelled(fight.attacker, fight.defender))
        return
    foe = fight.defender if frame.who == fight.attacker else fight.attacker
    kept = tuple(use for use in fight.uses if use.who != foe or not use.what.startswith("skill:"))
    change_fight(flow, lambda found: replace(found, uses=kept))
    flow.tell(SkillsCancelled(foe))


def _test(flow: Flow, frame: Doing, effect: op.Test, _: Option | None) -> None:
    """A test is forced on the target; whoever ignores fearsome foes passes it by."""
    if frame.window == "targeted" and "fearsome" in freedom(flow.state, frame.target, "attack"):
        return
    forced = Test(
        frame.target,
        stat=effect.stat,
        skill=frame.skill,
        source=frame.who,
        passed=effect.passed,
        failed=effect.failed,
        stood=frame.stood,
    )
    willpower.force(flow, forced)


DEEDS: Mapping[type[Effect], Deed] = {
    op.Reroll: Deed(_roll, dice=_die, fallen=_rerolled),
    op.Shift: Deed(_result),
    op.Outcome: Deed(_result),
    op.Retreat: Deed(_result),
    op.Cancel: Deed(_cancel),
    op.Test: Deed(_test),
}
