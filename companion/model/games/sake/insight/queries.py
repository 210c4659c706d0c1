"""Questions about the public table (``sake.reach`` …), as if it were the seat's turn; none changes anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

from msgspec import Meta

from companion.model.core.contract import Json
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.core.schema import Document, read
from companion.model.core.words import say
from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.rules.fatal import Verdict, verdict
from companion.model.games.sake.rules.reach import Reach, defence_of
from companion.model.games.sake.state.options import seat_target
from companion.model.games.sake.state.ring import Places, most_steps
from companion.model.games.sake.state.state import (
    LETTERS,
    OUT,
    SAMURAI,
    SPIRIT,
    State,
    box,
    in_game,
    living,
    public_cards,
)
from companion.model.games.sake.wire.codec import target_text

T = TypeVar("T")
Params = Mapping[str, Json]


class _OfSeat(Document):
    seat: str


class _Moves(Document):
    seat: str
    steps: Annotated[int, Meta(ge=0, le=1000)]


class _Nothing(Document):
    pass


class _Odds(Document):
    value: Annotated[int, Meta(ge=0, le=1000)]
    ranged: bool
    target: str


def _read(params: Params, type_: type[T]) -> T:
    try:
        return read(dict(params), type_)
    except InvalidInput as wrong:
        raise UnknownOption(wrong.why) from None


def _seat(state: State, letter: str) -> int:
    if len(letter) != 1 or letter not in LETTERS[: state.count]:
        raise UnknownOption(say("“{seat}” is no seat of this game.", seat=letter[:20]))
    return LETTERS.index(letter)


def reach(state: State, params: Params) -> Json:
    """Each weapon in play, and bare hands, with the targets that an attack would offer."""
    seat = _seat(state, _read(params, _OfSeat).seat)
    of, deck = state.seats[seat], state.table.deck
    weapons = [card for card in of.gear if deck.weapon[card] is not None]
    found: dict[str, list[str]] = {deck.ids[card]: [] for card in weapons}
    found["hands"] = []
    if of.kind == SAMURAI:
        for target, weapon in Reach(state, seat).pairs():
            found["hands" if weapon == NO_CARD else deck.ids[weapon]].append(target_text(deck, target))
    return found


def distances(state: State, params: Params) -> Json:
    """RNG-7: of every other piece."""
    seat = _seat(state, _read(params, _OfSeat).seat)
    if state.seats[seat].kind != SAMURAI or not state.lines:
        return {}
    places, here = Places(state.lines), seat_target(seat)
    others = [one for one in places.at if one != here]
    return {target_text(state.table.deck, one): list(places.distances(here, one)) for one in others}


def moves(state: State, params: Params) -> Json:
    """Each side with the most steps that fit."""
    form = _read(params, _Moves)
    seat = _seat(state, form.seat)
    if state.seats[seat].kind != SAMURAI:
        return {}
    return dict(most_steps(state.lines, seat, form.steps, box(state)))


def standing(state: State, params: Params) -> Json:
    """The sake of every seat, and who would win if FAT-6 judged now."""
    _read(params, _Nothing)
    found = judged(state)
    return {
        "sake": {LETTERS[n]: len(one.sake) + one.jar for n, one in enumerate(state.seats) if one.kind != OUT},
        "spirits": sum([one.jar for one in state.seats if one.kind == SPIRIT]),
        "winners": [LETTERS[n] for n in found.winners],
        "why": found.why,
    }


def judged(state: State) -> Verdict:
    """Who would win if FAT-6 judged now."""
    if not living(state.seats):
        return Verdict(tuple([n for n, one in enumerate(state.seats) if one.kind == SPIRIT]), "spirits")
    return verdict(state.seats, state.table.options, last=True)


def odds(state: State, params: Params) -> Json:
    """How many of the cards in no public place would leave how much damage, used for defence."""
    form = _read(params, _Odds)
    seat = _seat(state, form.target)
    of = state.seats[seat]
    if of.kind != SAMURAI:
        raise UnknownOption(say("Only a Samurai defends."))
    public = public_cards(state)
    hidden = [card for card in in_game(state.table) if card not in public]
    damage = [0] * (form.value + 1)
    for card in hidden:
        damage[max(form.value - defence_of(state.table, seat, of, form.ranged, card), 0)] += 1
    return {"of": len(hidden), "damage": damage}


QUERIES: Mapping[str, Callable[[Any, Params], Json]] = {
    "reach": reach,
    "distances": distances,
    "moves": moves,
    "standing": standing,
    "odds": odds,
}
"""By method name without the system's prefix; wrong parameters raise UnknownOption."""
