"""Whether an operation of a skill could do anything now: a skill that would do nothing is not offered."""

from __future__ import annotations

from companion.model.effects import operations as op
from companion.model.effects.checker import fits
from companion.model.effects.tree import Effect, Element, Skill, Who, Window

from . import kami
from .board import BLOCKING
from .honours import OF_SKILL
from .moment import Moment
from .overrides import held_down, prevented, reserve_slots
from .selecting import bears, figures, place
from .skills import shielded
from .state import State

_NUMBERS = (op.Bonus, op.Set, op.Ignore, op.Prevent, op.Immune, op.Silence)
_RESULTS = (op.Shift, op.Outcome, op.Retreat)


def acts(skill: Skill, window: Window) -> bool:
    """Whether a skill does something in this window, rather than just hold while it lasts."""
    return bool(deeds(skill, window))


def deeds(skill: Skill, window: Window) -> tuple[Effect, ...]:
    """What a skill does in this window, of all that it does in its windows."""
    return tuple(effect for effect in skill.effects if is_deed(effect, window) and fits(effect, window))


def is_deed(effect: Effect, window: Window) -> bool:
    """Whether an operation is done at one moment; else it holds as long as its window."""
    if isinstance(effect, _NUMBERS):
        return effect.lasts != "use" or window in DEEDS
    if isinstance(effect, _RESULTS):
        return window in ("winning", "losing", "drawing")
    if isinstance(effect, op.Lengthen):
        return window == "activation"
    return not isinstance(effect, (op.Reserves, op.Shot))


PASSIVE: frozenset[Window] = frozenset({"always", "movement"})
"""Windows in which nothing ever happens: automatic skills just hold there."""
DEEDS: frozenset[Window] = frozenset(
    {"activation", "movement", "targeted", "winning", "losing", "drawing", "won", "lost", "drawn", "shaken", "disabled",
     "approached", "phase_start", "phase_end", "enemy_phase_start", "enemy_phase_end"}
)  # fmt: skip
"""Windows that pass in a moment: what holds for the use alone goes on till the activation ends."""

_SHIELD: dict[type[Effect], tuple[str, ...]] = {
    op.Test: ("tests",), op.TakeDie: ("dice",), op.Disarm: ("equipment",), op.Dismiss: ("summons",),
    op.Defect: ("summons",),
}  # fmt: skip
_HARM: dict[type[Effect], str] = {op.Push: "push", op.Swap: "push"}


def useful(state: State, skill: Skill, moment: Moment) -> bool:
    """Whether at least one of its operations could do something; an honour always could, in its moment."""
    return skill.id in OF_SKILL or any(could(state, effect, moment) for effect in skill.effects)


def could(state: State, effect: Effect, moment: Moment) -> bool:
    """Whether the operation could do something."""
    who, band = moment.who, state.bands[state.band_of(moment.who)]
    match effect:
        case op.Convert():
            return any(effect.of in (None, die) and die != effect.to for die in band.pool)
        case op.RollAgain():
            return bool(band.pool)
        case op.Regain():
            return band.aside > 0
        case op.GiveDie():
            return bool(dice_to_give(state, effect, who)) and bool(targets(state, effect, moment))
        case op.Summon():
            return bool(summon_squares(state, effect, moment))
        case op.SummonKami():
            return kami.summon_refused(state, who) is None
        case op.Follow():
            return moment.square >= 0 and not state.occupied() >> moment.square & 1
        case op.Return():
            return any(card.card == effect.card for card in state.table.cards)
        case op.Again():
            return state.active is not None and state.active.who == who
        case op.Cancel():
            return effect.what == "attack" or any(bearer == moment.opponent for bearer, _ in moment.paid)
        case op.Either():
            return any(could(state, one, moment) for way in effect.ways for one in way)
        case op.Reroll() | op.Shift() | op.Outcome() | op.Retreat() | op.Shot() | op.Reserves():
            return True
        case op.Lengthen():
            return True
        case _:
            return bool(targets(state, effect, moment))


def targets(state: State, effect: Effect, moment: Moment) -> list[int]:
    """The figures that the operation may be about: those its selector means, without those that are immune to it."""
    who: Who | None = getattr(effect, "who", None)
    if who is None:
        return [moment.who]
    found = [n for n in figures(state, who, moment) if state.figures[n].at >= 0]
    shield = _SHIELD.get(type(effect), ())
    found = [n for n in found if n == moment.who or not shielded(state, n, moment.who, *shield)]
    harm = _HARM.get(type(effect))
    return [n for n in found if (harm is None or not prevented(state, n, harm)) and _fits(state, effect, n, moment)]


def _fits(state: State, effect: Effect, n: int, moment: Moment) -> bool:
    figure = state.figures[n]
    match effect:
        case op.Become():
            return figure.at >= 0 and (effect.state != "vigilant" or _recovers(state, n))
        case op.TakeDie():
            return bool(dice_to_take(state, effect, n))
        case op.Disarm():
            mine = state.table.characters[moment.who].equipment
            return state.table.characters[n].equipment is not None and not (effect.steal and mine is not None)
        case op.Defect():
            return state.band_of(n) != state.band_of(moment.who)
        case op.Token() if effect.remove:
            return bears(state, n, effect.name)
        case op.Strike():
            return n != moment.who
        case op.GiveDie():
            return figure.at >= 0 and len(figure.kept) < reserve_slots(state, n)
        case _:
            return True


def _recovers(state: State, n: int) -> bool:
    return state.figures[n].state == "shaken" and not (held_down(state, n) and state.table.edition > 1)


def dice_to_take(state: State, effect: op.TakeDie, n: int) -> tuple[Element, ...]:
    """The dice that a figure, or its band's pool, could lose."""
    held = state.figures[n].kept if effect.where == "reserve" else state.bands[state.band_of(n)].pool
    return tuple(dict.fromkeys(die for die in held if effect.element in (None, die)))


def dice_to_give(state: State, effect: op.GiveDie, who: int) -> tuple[Element, ...]:
    """The dice of the pool that could be given."""
    return tuple(dict.fromkeys(die for die in state.bands[state.band_of(who)].pool if effect.element in (None, die)))


def summon_squares(state: State, effect: op.Summon, moment: Moment) -> list[int]:
    """The free squares on which a figure could be summoned; none when there are as many as may be."""
    here = place(state, moment)
    there = [n for n in state.on_board(state.band_of(moment.who)) if state.table.characters[n].card == effect.card]
    known = any(card.card == effect.card for card in state.table.cards)
    if here < 0 or not known or len(there) >= effect.most:
        return []
    return free_within(state, here, effect.within, BLOCKING)


def free_within(state: State, centre: int, squares: int, not_on: str) -> list[int]:
    """The free squares of the same floor at most so many squares away, whose terrain is none of `not_on`."""
    board, occupied = state.table.board, state.occupied()
    metric, floor = state.table.options.range_metric, board.squares[centre][2]
    return [
        n
        for n, (_, _, level) in enumerate(board.squares)
        if level == floor
        and not occupied >> n & 1
        and board.terrain[n] not in not_on
        and board.distance(centre, n, metric) <= squares
    ]
