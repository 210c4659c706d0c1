"""Operations on inspiration dice: taken, given, turned, rolled again, regained. Dice never change their owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from companion.model.core.chance import Die, Face
from companion.model.core.contract import Option
from companion.model.effects import operations as op
from companion.model.effects.tree import Effect, Element

from .. import options as o
from ..flow import Flow
from ..possible import dice_to_give, dice_to_take
from ..skill_events import DiceRegained, DieConverted, DieGiven, DieTaken, InspirationRolledAgain
from ..stack import Doing
from ..state import INSPIRATION, SEATS, State, replace
from ..terms import Origin
from .deed import Deed

PASS = o.Pass()


def _take_options(state: State, frame: Doing, effect: op.TakeDie) -> Sequence[Option]:
    origin: Origin = "reserve" if effect.where == "reserve" else "pool"
    return tuple(o.PickDie(die, origin) for die in dice_to_take(state, effect, frame.target))


def _take(flow: Flow, frame: Doing, effect: op.TakeDie, option: Option | None) -> None:
    """The enemy's die is set aside; kept, one of one's own dice set aside shows its face in the pool."""
    if not isinstance(option, o.PickDie):
        return
    foe, mine = flow.state.band_of(frame.target), flow.state.band_of(frame.who)
    if effect.where == "reserve":
        flow.leave_reserve(frame.target, option.element)
    else:
        flow.leave_pool(foe, option.element)
    flow.band(foe, aside=flow.state.bands[foe].aside + 1)
    flow.tell(DieTaken(frame.target, option.element))
    if effect.keep and mine != foe and flow.state.bands[mine].aside:
        own = flow.state.bands[mine]
        flow.band(mine, aside=own.aside - 1, pool=(*own.pool, option.element))


def _give_options(state: State, frame: Doing, effect: op.GiveDie) -> Sequence[Option]:
    return tuple(o.PickDie(die, "pool") for die in dice_to_give(state, effect, frame.who))


def _give(flow: Flow, frame: Doing, effect: op.GiveDie, option: Option | None) -> None:
    if isinstance(option, o.PickDie):
        flow.leave_pool(flow.state.band_of(frame.who), option.element)
        flow.keep(frame.target, (*flow.state.figures[frame.target].kept, option.element))
        flow.tell(DieGiven(frame.target, option.element))


def _convert_options(state: State, frame: Doing, effect: op.Convert) -> Sequence[Option]:
    pool = dict.fromkeys(state.bands[state.band_of(frame.who)].pool)
    found = [o.PickDie(die, "pool") for die in pool if effect.of in (None, die) and die != effect.to]
    return (*found, PASS)


def _convert(flow: Flow, frame: Doing, effect: op.Convert, option: Option | None) -> None:
    if not isinstance(option, o.PickDie):
        return
    band = flow.state.band_of(frame.who)
    flow.leave_pool(band, option.element)
    flow.band(band, pool=(*flow.state.bands[band].pool, effect.to))
    flow.tell(DieConverted(band, option.element, effect.to))
    left = (effect.most if frame.left < 0 else frame.left) - 1
    if left:
        flow.push(replace(frame, left=left))


def _again_options(state: State, frame: Doing, effect: op.RollAgain) -> Sequence[Option]:
    pool = list(state.bands[state.band_of(frame.who)].pool)
    for die in frame.dice:
        pool.remove(die)
    found = [o.PickDie(die, "pool") for die in dict.fromkeys(pool)] if len(frame.dice) < effect.most else []
    return (*found, PASS)


def _again(flow: Flow, frame: Doing, effect: op.RollAgain, option: Option | None) -> None:
    """KAR-1: dice are chosen one by one, then rolled together."""
    if isinstance(option, o.PickDie):
        flow.push(replace(frame, dice=(*frame.dice, option.element)))
    elif frame.dice:
        flow.push(replace(frame, rolling=True))


def _again_dice(state: State, frame: Doing, effect: op.RollAgain) -> tuple[Die, ...]:
    return (Die(INSPIRATION, SEATS[state.band_of(frame.who)]),) * len(frame.dice)


def _again_fallen(flow: Flow, frame: Doing, effect: op.RollAgain, faces: tuple[Face, ...]) -> None:
    band = flow.state.band_of(frame.who)
    for die in frame.dice:
        flow.leave_pool(band, die)
    new = cast(tuple[Element, ...], faces)
    flow.band(band, pool=(*flow.state.bands[band].pool, *new))
    flow.tell(InspirationRolledAgain(band, frame.dice, new))


def _regain(flow: Flow, frame: Doing, effect: op.Regain, _: Option | None) -> None:
    if flow.state.bands[flow.state.band_of(frame.who)].aside:
        flow.push(replace(frame, rolling=True))


def _regain_dice(state: State, frame: Doing, effect: op.Regain) -> tuple[Die, ...]:
    band = state.band_of(frame.who)
    return (Die(INSPIRATION, SEATS[band]),) * min(effect.count, state.bands[band].aside)


def _regained(flow: Flow, frame: Doing, effect: op.Regain, faces: tuple[Face, ...]) -> None:
    which = flow.state.band_of(frame.who)
    band = flow.state.bands[which]
    new = cast(tuple[Element, ...], faces)
    flow.band(which, aside=band.aside - len(new), pool=(*band.pool, *new))
    flow.tell(DiceRegained(which, new))


DEEDS: Mapping[type[Effect], Deed] = {
    op.TakeDie: Deed(_take, _take_options),
    op.GiveDie: Deed(_give, _give_options),
    op.Convert: Deed(_convert, _convert_options),
    op.RollAgain: Deed(_again, _again_options, _again_dice, _again_fallen),
    op.Regain: Deed(_regain, dice=_regain_dice, fallen=_regained),
}
