"""The table's free hand in the toy game."""

from __future__ import annotations

from typing import TypeAlias, cast

import msgspec

from companion.model.core.contract import Applied, Correction, Event, Json
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Count, Document, one_of, read
from companion.model.core.words import say

from .events import HandSet, ScoreSet, YardSet
from .play import go_on
from .position import Hand, YardForm, plain_card, refuse_points, refuse_too_many
from .state import Card, Cards, Picking, Showing, State, Yard, at, in_order, with_hand


class SetHand(Correction, frozen=True, tag="set_hand"):
    """A seat holds these cards; a card it had picked and no longer holds is picked again."""

    seat: int
    cards: Cards


class SetScore(Correction, frozen=True, tag="set_score"):
    """A side has this many points."""

    side: int
    points: int


class SetYard(Correction, frozen=True, tag="set_yard"):
    """The lantern stands here, the path leads there, and this is the omen (0: none is rolled)."""

    lantern: str
    path: str
    omen: Card


class _SetHandForm(Document, tag_field="kind", tag="set_hand"):
    seat: str
    cards: Hand


class _SetScoreForm(Document, tag_field="kind", tag="set_score"):
    seat: str
    points: Count


class _SetYardForm(YardForm, tag_field="kind", tag="set_yard"):
    pass


_Form: TypeAlias = _SetHandForm | _SetScoreForm | _SetYardForm


def edit(state: State, correction: Correction) -> Applied[State]:
    """Correct the table; raises InvalidInput when it makes no possible table."""
    if isinstance(correction, SetScore):
        scores = at(correction.side, correction.points, state.scores)
        refuse_points(correction.points, state, "points")
        told = ScoreSet(state.sides[correction.side], correction.points)
        return Applied(msgspec.structs.replace(state, scores=scores), (told,))
    if isinstance(correction, SetYard):
        return _set_yard(state, correction)
    if not isinstance(correction, SetHand):
        raise InvalidInput("kind", say("This is not a correction of this game."))
    cards, seat = correction.cards, correction.seat
    if len(cards) < state.needed:
        raise InvalidInput("cards", say("The rounds to come need {count} cards.", count=state.needed))
    changed = with_hand(state, seat, cards)
    refuse_too_many("cards", [card for held in (*changed.hands, *state.played) for card in held])
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Picking | Showing) and top.picks[seat] not in cards:
        if isinstance(top, Showing):
            raise InvalidInput("cards", say("The card that was picked must be among them."))
        picking = Picking(at(seat, 0, top.picks))
        changed = msgspec.structs.replace(changed, frames=(*state.frames[:-1], picking))
    return Applied(changed, (HandSet(state.seats[seat], len(cards)),))


def _set_yard(state: State, correction: SetYard) -> Applied[State]:
    if state.yard is None:
        raise InvalidInput("kind", say("This is not a correction of this game."))
    if bool(state.yard.omen) != bool(correction.omen):
        raise InvalidInput("omen", say("An omen must be there exactly when one has been rolled."))
    yard = Yard(correction.lantern, correction.path, correction.omen)
    told: list[Event] = [YardSet(yard.lantern, yard.path)]
    return go_on(msgspec.structs.replace(state, yard=yard), told)


def correction_of(state: State, data: Json) -> Correction:
    """A correction out of ``{"kind": "set_hand", "seat": "A", "cards": [1, "?"]}``; raises InvalidInput."""
    form = read(data, cast("type[_Form]", _Form))
    match form:
        case _SetYardForm():
            return SetYard(form.lantern, form.path, form.omen or 0)
        case _SetHandForm():
            return SetHand(state.seats.index(one_of(form.seat, state.seats, "seat")), in_order(form.cards))
        case _:
            return SetScore(state.sides.index(one_of(form.seat, state.sides, "seat")), form.points)


def correction_json(state: State, correction: Correction) -> Json:
    """A correction as it is recorded."""
    if isinstance(correction, SetHand):
        cards = [plain_card(card) for card in correction.cards]
        return {"kind": "set_hand", "seat": state.seats[correction.seat], "cards": cards}
    if isinstance(correction, SetYard):
        omen = plain_card(correction.omen)
        return {"kind": "set_yard", "lantern": correction.lantern, "path": correction.path, "omen": omen}
    assert isinstance(correction, SetScore)
    return {"kind": "set_score", "seat": state.sides[correction.side], "points": correction.points}
