"""Operations that hold for a while: numbers, rules ignored, harm prevented, immunity, silence, tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from companion.model.core.contract import Option
from companion.model.effects import operations as op
from companion.model.effects.checker.windows import FIGHT, RESULT, ROLLED
from companion.model.effects.tree import Effect, Lasts, Window

from .. import movement
from ..fight_events import HarmPrevented
from ..flow import Flow
from ..selecting import amount
from ..skill_events import TokenGained, TokenLost
from ..stack import Closing, Disabling, Doing, Fight, Shaking, Test
from ..state import Lasting, replace
from .deed import Deed, moment

_LEFT: Mapping[Lasts, int] = {"use": 0, "activation": 0, "phase": 1, "turn": 2, "game": -1}


OF_A_ROLL: frozenset[Window] = frozenset({"targeted", *FIGHT, *ROLLED, *RESULT, "willpower", "test"})
"""Windows of a fight or a test that goes on: what holds for the use ends with it."""


def _left(flow: Flow, frame: Doing, lasts: Lasts) -> int:
    """How long: for the use is the fight or the test that the window is about; elsewhere till the activation ends."""
    if lasts != "use" or frame.window not in OF_A_ROLL:
        return _LEFT[lasts]
    frames = list(flow.state.frames)
    at = max((n for n, below in enumerate(frames) if isinstance(below, Fight | Test)), default=-1)
    if at < 0:
        return 0
    if at and isinstance(frames[at - 1], Closing):
        at -= 1
    else:
        frames.insert(at, Closing())
        flow.set(frames=tuple(frames))
    return -2 - at


def attach(flow: Flow, frame: Doing, effect: Effect, left: int) -> None:
    """The effect goes on for the target."""
    figure = flow.state.figures[frame.target]
    flow.figure(frame.target, lasting=(*figure.lasting, Lasting(effect, frame.skill.id, frame.who, left)))


def _number(flow: Flow, frame: Doing, effect: op.Bonus | op.Set, _: Option | None) -> None:
    """A number reckoned now stays what it is; movement points come to a movement going on at once."""
    found = max(-9, min(9, amount(flow.state, effect.amount, moment(frame))))
    active = flow.state.active
    moving = active is not None and active.who == frame.target and not active.over
    if isinstance(effect, op.Bonus) and effect.to == "movement" and moving:
        brief = effect.lasts in ("use", "activation")
        if brief or (active is not None and active.moved):  # else the points follow from what goes on
            movement.lengthen(flow, found)
        if brief:
            return
    left = _left(flow, frame, effect.lasts)
    attach(flow, frame, msgspec.structs.replace(effect, amount=found, who=op.SELF), left)


def _rule(flow: Flow, frame: Doing, effect: op.Ignore | op.Immune | op.Silence, _: Option | None) -> None:
    attach(flow, frame, msgspec.structs.replace(effect, who=op.SELF), _left(flow, frame, effect.lasts))


def _lengthen(flow: Flow, frame: Doing, effect: op.Lengthen, _: Option | None) -> None:
    attach(flow, frame, effect, 0)


def _prevent(flow: Flow, frame: Doing, effect: op.Prevent, _: Option | None) -> None:
    """What is about to happen does not; else it cannot happen for a while."""
    if effect.lasts != "use":
        attach(flow, frame, msgspec.structs.replace(effect, who=op.SELF), _LEFT[effect.lasts])
        return
    for harm, kind in (("shaken", Shaking), ("disabled", Disabling)):
        coming = [found for found in flow.state.frames if isinstance(found, kind) and found.who == frame.target]
        if harm in effect.what and frame.window == harm and coming:
            flow.set(frames=tuple(found for found in flow.state.frames if found not in coming))
            flow.tell(HarmPrevented(frame.target, harm))
            return
    if "retreat" in effect.what:
        change_fight(flow, lambda fight: replace(fight, squares=0))
    attach(flow, frame, msgspec.structs.replace(effect, who=op.SELF), _left(flow, frame, "use"))


def change_fight(flow: Flow, change: Callable[[Fight], Fight]) -> None:
    """Change the fight that is being resolved below."""
    frames = list(flow.state.frames)
    for n in range(len(frames) - 1, -1, -1):
        below = frames[n]
        if isinstance(below, Fight):
            frames[n] = change(below)
            flow.set(frames=tuple(frames))
            return


def _token(flow: Flow, frame: Doing, effect: op.Token, _: Option | None) -> None:
    """A token is laid on the figure's card, or taken off."""
    figure = flow.state.figures[frame.target]
    others = tuple(found for found in figure.lasting
                   if not (isinstance(found.effect, op.Token) and found.effect.name == effect.name))  # fmt: skip
    flow.figure(frame.target, lasting=others)
    if effect.remove:
        flow.tell(TokenLost(frame.target, effect.name))
    else:
        laid = msgspec.structs.replace(effect, who=op.SELF)
        attach(flow, frame, laid, -1 if effect.turns is None else max(1, 2 * effect.turns))
        flow.tell(TokenGained(frame.target, effect.name))


DEEDS: Mapping[type[Effect], Deed] = {
    op.Bonus: Deed(_number),
    op.Set: Deed(_number),
    op.Ignore: Deed(_rule),
    op.Immune: Deed(_rule),
    op.Silence: Deed(_rule),
    op.Lengthen: Deed(_lengthen),
    op.Prevent: Deed(_prevent),
    op.Token: Deed(_token),
}
