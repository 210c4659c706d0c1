"""What the toy game asks, refuses, and makes of an answer."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.model.core.chance import D6, Die
from companion.model.core.contract import (
    Applied,
    Choice,
    Event,
    Json,
    Option,
    Outcome,
    Over,
    Pending,
    Roll,
    Together,
)
from companion.model.core.refusal import Refusal, UnknownOption, refuse
from companion.model.core.words import Message, say

from . import events as e
from .state import HIGHEST, SEATS, Breaking, Picking, Rounds, State, Winning, at, with_hand

PICK = say("Pick a card in secret")
DECIDE = say("Take the pot, or leave it for the next round")
WON, DRAWN = say("The last round is over."), say("The last round is over and the top scores are tied.")


class Pick(Option, frozen=True, tag="pick"):
    """A seat picks a card of its hand (BLK-1). It names its seat: several answer at once."""

    seat: int
    card: int


class Take(Option, frozen=True, tag="take"):
    """The winner of the round takes the pot."""

    seat: int


class Leave(Option, frozen=True, tag="leave"):
    """The winner of the round leaves the pot for the next round."""

    seat: int


def pending(state: State) -> Pending:
    """What the game waits for."""
    if state.over:
        winner = leader(state)
        return Over(() if winner is None else (SEATS[winner],), DRAWN if winner is None else WON)
    top = state.frames[-1]
    if isinstance(top, Picking):
        waiting = [seat for seat, card in enumerate(top.picks) if not card]
        return Together(tuple(_picks(state, seat) for seat in waiting), secret=True)
    if isinstance(top, Breaking):
        return Roll(SEATS[top.tied[0]], tuple(Die(D6, SEATS[seat]) for seat in top.tied))
    assert isinstance(top, Winning)
    return Choice(SEATS[top.seat], DECIDE, (Take(top.seat), Leave(top.seat)))


def _picks(state: State, seat: int) -> Choice:
    return Choice(SEATS[seat], PICK, tuple(Pick(seat, card) for card in sorted(set(state.hands[seat]))))


def leader(state: State) -> int | None:
    """The seat with most points, or None when several have them."""
    best = [seat for seat, points in enumerate(state.scores) if points == max(state.scores)]
    return best[0] if len(best) == 1 else None


def check(state: State, option: Option) -> Refusal | None:
    """None, or the rule that refuses the option; raises UnknownOption for one of another game."""
    if not isinstance(option, Pick | Take | Leave) or not 0 <= option.seat < len(SEATS):
        raise UnknownOption(say("This is not possible in this game."))
    if state.over:
        return refuse("BLK-5", "The game is over.")
    top, seat = state.frames[-1], SEATS[option.seat]
    if isinstance(top, Breaking):
        return refuse("BLK-4", "Roll the dice first.")
    if isinstance(option, Take | Leave):
        if isinstance(top, Winning) and top.seat == option.seat:
            return None
        return refuse("BLK-3", "{seat} did not win the round: only the winner decides on the pot.", seat=seat)
    if not isinstance(top, Picking):
        return refuse("BLK-3", "The winner of the round must decide on the pot first.")
    if top.picks[option.seat]:
        return refuse("BLK-2", "{seat} has already picked a card.", seat=seat)
    if option.card not in state.hands[option.seat]:
        return refuse("BLK-1", "{seat} does not have card {card}.", seat=seat, card=option.card)
    return None


def apply(state: State, option: Option) -> Applied[State]:
    """Do what was chosen; the caller has checked it."""
    if isinstance(option, Pick):
        return _pick(state, option)
    if isinstance(option, Take):
        return _take(state, option.seat, [])
    assert isinstance(option, Leave)
    told: list[Event] = [e.PotLeft(SEATS[option.seat], state.pot)]
    return _next_round(state, told)


def _pick(state: State, option: Pick) -> Applied[State]:
    top = state.frames[-1]
    assert isinstance(top, Picking)
    picks = at(option.seat, option.card, top.picks)
    told: list[Event] = [e.CardPicked(SEATS[option.seat])]
    if not all(picks):
        return Applied(_top(state, Picking(picks)), tuple(told))
    for seat, card in enumerate(picks):
        hand = list(state.hands[seat])
        hand.remove(card)
        state = with_hand(state, seat, hand)
    state = msgspec.structs.replace(state, played=(*state.played, picks), pot=state.pot + sum(picks))
    told.append(e.CardsShown(picks))
    tied = tuple(seat for seat, card in enumerate(picks) if card == max(picks))
    if len(tied) > 1:
        return Applied(_top(state, Breaking(tied)), tuple(told))
    return _won(state, tied[0], told)


def rolled(state: State, outcome: Outcome) -> Applied[State]:
    """Compare the dice of those with the same card; the caller has checked that the faces fit."""
    top = state.frames[-1]
    assert isinstance(top, Breaking)
    faces = tuple(int(face) for face in outcome)
    told: list[Event] = [e.TieRolled(tuple(SEATS[seat] for seat in top.tied), faces)]
    tied = tuple(seat for seat, face in zip(top.tied, faces, strict=True) if face == max(faces))
    if len(tied) > 1:
        return Applied(_top(state, Breaking(tied)), tuple(told))
    return _won(state, tied[0], told)


def _won(state: State, seat: int, told: list[Event]) -> Applied[State]:
    told.append(e.RoundWon(SEATS[seat], state.pot))
    if not state.left:
        return _take(state, seat, told)
    return Applied(_top(state, Winning(seat)), tuple(told))


def _take(state: State, seat: int, told: list[Event]) -> Applied[State]:
    scores = at(seat, state.scores[seat] + state.pot, state.scores)
    told.append(e.PotTaken(SEATS[seat], state.pot))
    return _next_round(msgspec.structs.replace(state, scores=scores, pot=0), told)


def _next_round(state: State, told: list[Event]) -> Applied[State]:
    if state.left:
        state = msgspec.structs.replace(state, frames=(Rounds(state.left - 1), Picking()))
    else:
        state = msgspec.structs.replace(state, frames=())
        winner = leader(state)
        told.append(e.GameEnded(None if winner is None else SEATS[winner], max(state.scores)))
    return Applied(state, tuple(told))


def _top(state: State, frame: Picking | Breaking | Winning) -> State:
    return msgspec.structs.replace(state, frames=(*state.frames[:-1], frame))


# options as text ---------------------------------------------------------------------------------------------------


def option_id(option: Option) -> str:
    """``pick:A,3``, ``take:A``, ``leave:A``."""
    if isinstance(option, Pick):
        return f"pick:{SEATS[option.seat]},{option.card}"
    assert isinstance(option, Take | Leave)
    return f"{option.kind}:{SEATS[option.seat]}"


_OPTIONS: Mapping[str, Option] = {
    option_id(option): option
    for seat in range(len(SEATS))
    for option in (Take(seat), Leave(seat), *(Pick(seat, card) for card in range(1, HIGHEST + 1)))
}


def option_of(text: str) -> Option:
    """The option with this id; raises UnknownOption."""
    found = _OPTIONS.get(text)
    if found is None:
        raise UnknownOption(say("“{text}” is not possible in this game.", text=text[:80]))
    return found


def fields(option: Option) -> dict[str, Json]:
    """What the option is about."""
    assert isinstance(option, Pick | Take | Leave)
    return {"seat": SEATS[option.seat], **({"card": option.card} if isinstance(option, Pick) else {})}


def label(state: State, option: Option) -> Message:
    """The option in words."""
    if isinstance(option, Pick):
        return say("{seat}: pick the {card}", seat=SEATS[option.seat], card=option.card)
    assert isinstance(option, Take | Leave)
    seat = SEATS[option.seat]
    if isinstance(option, Take):
        return say("{seat}: take the {points} points in the pot", seat=seat, points=state.pot)
    return say("{seat}: leave {points} points in the pot", seat=seat, points=state.pot)
