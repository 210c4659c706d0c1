"""Whom an adventure suggests to go along, as answers to the question of the muster (ADV-3)."""

from __future__ import annotations

from companion.model.core.contract import Option

from . import answers, chapter_page, legal_options
from . import options as o
from .state import SEATS, State


def suggested(state: State) -> tuple[Option, ...]:
    """The answers that take along whoever the page of the present chapter suggests, as far as the rules let them.

    Members of the roster go rather than strangers. Empty when nothing is suggested, or no band is mustered.
    """
    now = state.now
    if now.stage != "muster":
        return ()
    seat, found = now.seat, list[Option]()
    for pick in chapter_page.band(state, seat).suggested:
        own = next((member for member in chapter_page.idle(state, seat) if member.card == pick.card), None)
        option: Option = o.Take(own.id) if own is not None else o.Hire(pick.card)
        who = own.id if own is not None else f"{SEATS[seat]}{state.now.rosters[seat].number + 1}"
        for one in (option, *((o.Outfit(who, pick.equipment),) if pick.equipment is not None else ())):
            if state.now.stage != "muster" or state.now.seat != seat or legal_options.check(state, one) is not None:
                break
            state = answers.apply(state, one).state
            found.append(one)
    return tuple(found)
