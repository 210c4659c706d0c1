"""The table's free hand in the toy game."""

from __future__ import annotations

import msgspec

from companion.model.core.contract import Applied, Correction, Json
from companion.model.core.reading import Reader
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say

from .events import HandSet, ScoreSet
from .position import cards_of
from .state import COPIES, SEATS, Cards, Picking, State, at, unseen, with_hand


class SetHand(Correction, frozen=True, tag="set_hand"):
    """A seat holds these cards; a card it had picked and no longer holds is picked again."""

    seat: int
    cards: Cards


class SetScore(Correction, frozen=True, tag="set_score"):
    """A seat has this many points."""

    seat: int
    points: int


def edit(state: State, correction: Correction) -> Applied[State]:
    """Correct the table; raises InvalidInput when it makes no possible table."""
    if isinstance(correction, SetScore):
        scores = at(correction.seat, correction.points, state.scores)
        Reader(correction.points, "points").whole(0, state.most)
        told = ScoreSet(SEATS[correction.seat], correction.points)
        return Applied(msgspec.structs.replace(state, scores=scores), (told,))
    if not isinstance(correction, SetHand):
        raise InvalidInput("kind", say("This is not a correction of this game."))
    cards, seat = correction.cards, correction.seat
    if len(cards) < state.needed:
        raise InvalidInput("cards", say("The rounds to come need {count} cards.", count=state.needed))
    changed = with_hand(state, seat, cards)
    for card, count in unseen(card for held in (*changed.hands, *state.played) for card in held).items():
        if count < 0:
            raise InvalidInput("cards", say("There are only {copies} of card {card}.", copies=COPIES, card=card))
    top = state.frames[-1] if state.frames else None
    if isinstance(top, Picking) and top.picks[seat] not in cards:
        picking = Picking(at(seat, 0, top.picks))
        changed = msgspec.structs.replace(changed, frames=(*state.frames[:-1], picking))
    return Applied(changed, (HandSet(SEATS[seat], len(cards)),))


def correction_of(data: Json) -> Correction:
    """A correction out of ``{"kind": "set_hand", "seat": "A", "cards": [1, 2]}``; raises InvalidInput."""
    root = Reader(data).object(("kind",), None)
    if root["kind"].one_of(("set_hand", "set_score")) == "set_hand":
        root.object(("kind", "seat", "cards"), ())
        return SetHand(SEATS.index(root["seat"].one_of(SEATS)), cards_of(root["cards"]))
    root.object(("kind", "seat", "points"), ())
    return SetScore(SEATS.index(root["seat"].one_of(SEATS)), root["points"].whole())


def correction_json(correction: Correction) -> Json:
    """A correction as it is recorded."""
    if isinstance(correction, SetHand):
        return {"kind": "set_hand", "seat": SEATS[correction.seat], "cards": list(correction.cards)}
    assert isinstance(correction, SetScore)
    return {"kind": "set_score", "seat": SEATS[correction.seat], "points": correction.points}
