"""Special rules of an adventure that the base rules ask about while playing (ADV-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.model.core.refusal import Refusal, refuse

from .carrying import carried
from .conditions import SIDES
from .goals import play_of

if TYPE_CHECKING:
    from companion.model.games.asagiri.state.state import State


def shooting_refused(state: State, who: int) -> Refusal | None:
    """Whether nobody of this figure's side may shoot."""
    play, _ = play_of(state)
    if play.silent[state.table.roles[state.band_of(who)]]:
        return refuse("ADV-13", "This side may not shoot in this adventure.")
    return None


def attack_refused(state: State, who: int) -> Refusal | None:
    """Whether nobody of this figure's side may attack."""
    play, _ = play_of(state)
    if play.peaceful[state.table.roles[state.band_of(who)]]:
        return refuse("ADV-13", "This side may not attack in this adventure.")
    return None


def range_of(state: State, reach: int) -> int:
    """The range of a shot at night."""
    night = play_of(state)[0].night
    return reach if night is None else min(reach, night)


def locked(state: State, who: int) -> Refusal | None:
    """Why a figure cannot open doors."""
    play, _ = play_of(state)
    for lock in play.locks:
        mine = lock.side is not None and SIDES.index(lock.side) == state.table.roles[state.band_of(who)]
        load = carried(state, who)
        if not mine and (load < 0 or play.things[load].id != lock.object):
            return refuse("ADV-13", "The doors are locked for this figure.")
    return None
