"""Resolving the stack: what needs no answer is done, until something asks or the turn goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.model.games.asagiri.skills import operation, skill_use, triggers
from companion.model.games.asagiri.state.stack import (
    Arriving,
    Closing,
    Disabling,
    EffectFrame,
    Ending,
    Fight,
    GivingUp,
    Paying,
    Reacting,
    Reminding,
    Retreating,
    Searching,
    Shaking,
    Test,
    TurningToFace,
)
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import BandId, Facing, FigureId
from companion.model.games.asagiri.table import reminders

from . import activations, fight_results, fights, movement, turn, willpower
from . import options as o
from .events import CharacterTurned, DieGivenUp
from .rule_modifiers import prevented
from .transition import Transition


def settle(flow: Transition) -> None:
    """Resolve frames until one asks a question that has more than one answer; then go on with the turn."""
    _resolve(flow)
    if flow.began is not None and flow.state.active is None:  # whoever was active may have fallen
        activations.wear_off(flow, phase=False)
    activations.part(flow)
    flow.keep_pace()


def _resolve(flow: Transition) -> None:
    while not flow.state.over:
        if not flow.state.frames:
            if not turn.goes_on(flow):
                return
        elif _SETTLE[type(flow.state.frames[-1])](flow, flow.state.frames[-1]):
            return


def _settle_shaking(flow: Transition, top: Shaking) -> bool:
    flow.state = flow.state.pop()
    flow.shake(top.who, top.rule, top.asked, by=top.source, struck_as=top.struck_as)
    return False


def _settle_disabling(flow: Transition, top: Disabling) -> bool:
    flow.state = flow.state.pop()
    flow.disable(top.who, top.rule, top.source, asked=True, struck_as=top.struck_as)
    return False


def _settle_closing(flow: Transition, top: Closing) -> bool:
    activations.close(flow)
    return False


def _settle_ending(flow: Transition, top: Ending) -> bool:
    flow.state = flow.state.pop()
    activations.end_activation(flow, top)
    return False


def _settle_turning(flow: Transition, top: TurningToFace) -> bool:
    possible = [] if prevented(flow.state, top.who, "turn") else facings(flow.state, top)
    if len(possible) > 1:
        return True
    flow.state = flow.state.pop()
    if possible:
        face(flow, top.who, possible[0])
    return False


def _settle_giving_up(flow: Transition, top: GivingUp) -> bool:
    owed = dice_to_give_up(flow.state, top.band)
    if len(owed) > 1:
        return True
    flow.state = flow.state.pop()
    if owed:
        give_up(flow, top.band, owed[0])
    return False


def _settle_fight(flow: Transition, top: Fight) -> bool:
    if top.step == "roll" or fights.announcements(flow.state, top):
        return True
    fight_results.next_step(flow, top)
    return False


def _settle_test(flow: Transition, top: Test) -> bool:
    if top.step == "roll" or willpower.announcements(flow.state, top):
        return True
    pass_test(flow, top)
    return False


def pass_test(flow: Transition, top: Test) -> None:
    """Nothing more is announced: on to the die, or to what it brings."""
    if top.step == "rolled":
        willpower.resolve(flow, top)
    else:
        flow.state = flow.state.swap_top(replace(top, step="roll"))


def _settle_paying(flow: Transition, top: Paying) -> bool:
    found = skill_use.payment_options(flow.state, top)
    if len(found) > 1:
        return True
    skill_use.pay(flow, top, found[0])
    return False


def _settle_arriving(flow: Transition, top: Arriving) -> bool:
    if turn.arrivals(flow.state, top):
        return True
    flow.state = flow.state.pop()
    return False


def _settle_retreat(flow: Transition, top: Retreating) -> bool:
    squares = movement.retreats(flow.state, top.who, anywhere=top.anywhere)
    if len(squares) > 1:
        return True
    flow.state = flow.state.pop()
    if squares:
        movement.retreat(flow, top, squares[0][0])
    else:
        movement.stay(flow, top)
    return False


_SETTLE: Mapping[type[Any], Callable[[Transition, Any], bool]] = {
    Shaking: _settle_shaking,
    Disabling: _settle_disabling,
    Retreating: _settle_retreat,
    TurningToFace: _settle_turning,
    GivingUp: _settle_giving_up,
    Arriving: _settle_arriving,
    Fight: _settle_fight,
    Test: _settle_test,
    Reacting: triggers.settle,
    Paying: _settle_paying,
    EffectFrame: operation.settle,
    Searching: lambda flow, top: True,
    Reminding: reminders.settle,
    Closing: _settle_closing,
    Ending: _settle_ending,
}


def face(flow: Transition, who: FigureId, facing: Facing) -> None:
    """Turn a figure on the spot, for free."""
    before = flow.state.figures[who].facing
    if before != facing:
        flow.figure(who, facing=facing)
        flow.tell(CharacterTurned(who, before, facing))


def give_up(flow: Transition, which: BandId, option: o.GiveUpDie) -> None:
    """BND-6: the die is gone for the rest of the game."""
    band = flow.state.bands[which]
    if option.origin == "pool":
        assert option.element is not None
        flow.leave_pool(which, option.element)
    elif option.origin == "aside":
        flow.band(which, aside=band.aside - 1)
    else:
        assert option.element is not None
        flow.leave_reserve(option.who, option.element)
    flow.band(which, gone=band.gone + 1)
    flow.tell(DieGivenUp(which, option.origin, option.element, option.who))


def facings(state: State, turning: TurningToFace) -> list[Facing]:
    """The facings that a figure which must turn may end with (CBT-2, SHT-6)."""
    if turning.into == "zone":
        return fight_results.facings_into_zone(state, turning.who, turning.square)
    return fight_results.facings_into_vision(state, turning.who, turning.square)


def dice_to_give_up(state: State, which: BandId) -> list[o.GiveUpDie]:
    """BND-6: the different dice of a band: of the pool, set aside, in reserve."""
    band = state.bands[which]
    found = [o.GiveUpDie("pool", element) for element in dict.fromkeys(band.pool)]
    found += [o.GiveUpDie("aside")] if band.aside else []
    found += [
        o.GiveUpDie("reserve", element, n)
        for n in turn.reserved(state, which)
        for element in dict.fromkeys(state.figures[n].kept)
    ]
    return found
