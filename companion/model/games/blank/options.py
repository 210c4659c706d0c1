"""The toy game's options as text and in words."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.model.core.contract import UNKNOWN, Json, Option
from companion.model.core.refusal import UnknownOption
from companion.model.core.words import Message, say

from .events import named
from .play import Leave, Pick, Show, Take, Tell, Turn, Walk
from .state import HIGHEST, PLACES, SEATS, Showing, State

_NUMBERS = range(1, HIGHEST + 1)


def option_id(option: Option) -> str:
    """``pick:A,3``, ``pick:A,?``, ``take:A``, ``walk:A,gate``; ``show:4`` is the same text for every seat."""
    seat, *about = (str(value) for value in msgspec.structs.astuple(option))
    whose = [] if isinstance(option, Show) else [SEATS[int(seat)]]
    return f"{option.kind}:{','.join([*whose, *about])}"


_OPTIONS: Mapping[str, Option] = {
    option_id(option): option
    for seat in range(len(SEATS))
    for option in (
        *(Pick(seat, card) for card in (*_NUMBERS, UNKNOWN)),
        *(Tell(seat, face) for face in _NUMBERS),
        *(Walk(seat, place) for place in PLACES),
        Take(seat),
        Leave(seat),
        Turn(seat),
    )
}
_SHOWN: Mapping[str, int] = {option_id(Show(0, card)): card for card in _NUMBERS}


def option_of(state: State, text: str) -> Option:
    """The option with this id; raises UnknownOption, also where several seats could mean it."""
    found = _OPTIONS.get(text)
    if text in _SHOWN and state.frames and isinstance(state.frames[-1], Showing):
        waiting = [seat for seat, card in enumerate(state.frames[-1].picks) if card is UNKNOWN]
        if len(waiting) > 1:
            raise UnknownOption(say("Several players could answer this: say who does."))
        found = Show(waiting[0], _SHOWN[text]) if waiting else None
    if not isinstance(found, Pick | Show | Tell | Take | Leave | Walk | Turn) or found.seat >= len(state.seats):
        raise UnknownOption(say("“{text}” is not possible in this game.", text=text[:80]))
    return found


def fields(option: Option) -> dict[str, Json]:
    """What the option is about."""
    about = msgspec.structs.asdict(option)
    card = {"card": str(UNKNOWN)} if about.get("card") is UNKNOWN else {}
    return {**about, "seat": SEATS[about["seat"]], **card}


def label(state: State, option: Option) -> Message:
    """The option in words."""
    assert isinstance(option, Pick | Show | Tell | Take | Leave | Walk | Turn)
    seat = named(state.sides[state.side(option.seat)])
    match option:
        case Pick(_, card):
            if card is UNKNOWN:
                return say("{seat}: pick a card without telling the app", seat=SEATS[option.seat])
            return say("{seat}: pick the {card}", seat=SEATS[option.seat], card=card)
        case Show(_, card):
            return say("{seat}: turn up the {card}", seat=SEATS[option.seat], card=card)
        case Tell(_, face):
            return say("{seat}: the omen was {face}", seat=seat, face=face)
        case Take():
            return say("{seat}: take the {points} points in the pot", seat=seat, points=state.pot)
        case Leave():
            return say("{seat}: leave {points} points in the pot", seat=seat, points=state.pot)
        case Walk(_, place):
            return say("{seat}: move the lantern to the {place}", seat=seat, place=named(place))
    return say("{seat}: turn the path", seat=seat)
