"""What the toy game asks, refuses, and makes of an answer."""

from __future__ import annotations

import msgspec

from companion.model.core.chance import D6, HIDDEN, Die
from companion.model.core.contract import (
    UNKNOWN,
    Applied,
    Choice,
    Event,
    Option,
    Outcome,
    Over,
    Pending,
    Roll,
    Together,
)
from companion.model.core.refusal import Refusal, UnknownOption, refuse
from companion.model.core.words import say
from companion.model.games.blank import state as e

from .state import (
    BONUS,
    COPIES,
    HIGHEST,
    HOMES,
    PLACES,
    Breaking,
    Card,
    Cards,
    Omen,
    Picking,
    Rounds,
    Showing,
    State,
    Winning,
    at,
    in_order,
    known,
    unseen,
    with_hand,
    without,
)

OMEN = msgspec.structs.replace(D6, may_hide=True)
PICK = say("Pick a card in secret")
DECIDE = say("Take the pot, or leave it for the next round")
DECIDE_TOGETHER = say("Take the pot, or leave it and move the lantern or the path")
SHOW, TELL = say("Which card was it?"), say("Which number was the omen?")
WON, DRAWN = say("The last round is over."), say("The last round is over and the top scores are tied.")


class Pick(Option, frozen=True, tag="pick"):
    """A seat picks a card of its hand (BLK-1), or one that the app does not know. Several answer at once."""

    seat: int
    card: Card


class Show(Option, frozen=True, tag="show"):
    """The table tells which card it was that a seat picked unseen (BLK-7)."""

    seat: int
    card: int


class Tell(Option, frozen=True, tag="tell"):
    """The camp that saw the omen tells it (BLK-8)."""

    seat: int
    face: int


class Take(Option, frozen=True, tag="take"):
    """The winner of the round takes the pot."""

    seat: int


class Leave(Option, frozen=True, tag="leave"):
    """The winner of the round leaves the pot for the next round."""

    seat: int


class Walk(Option, frozen=True, tag="walk"):
    """The camp that won leaves the pot and moves the lantern along the path (BLK-6)."""

    seat: int
    place: str


class Turn(Option, frozen=True, tag="turn"):
    """The camp that won leaves the pot and turns the path: the garden has another neighbour."""

    seat: int


# what is asked -----------------------------------------------------------------------------------------------------


def pending(state: State) -> Pending:
    """What the game waits for."""
    if state.over:
        best = leader(state)
        return Over(() if best is None else state.seated(best), DRAWN if best is None else WON)
    top = state.frames[-1]
    if isinstance(top, Picking):
        waiting = [seat for seat, card in enumerate(top.picks) if card == 0]
        choices = tuple(Choice(state.seats[seat], PICK, _picks(state, seat)) for seat in waiting)
        return Together(choices, secret=True, shared=state.yard is not None)
    if isinstance(top, Showing):
        return _to_tell(state, top.picks)
    if isinstance(top, Omen):
        camp = state.seated(state.seer)
        return Roll(camp[0], (Die(OMEN, state.sides[state.seer]),), "omen", seen_by=camp)
    if isinstance(top, Breaking):
        return Roll(state.seats[top.tied[0]], tuple(Die(D6, state.seats[seat]) for seat in top.tied), "tie")
    assert isinstance(top, Winning)
    return _decision(state, top.seat)


def _picks(state: State, seat: int) -> tuple[Option, ...]:
    return tuple(Pick(seat, card) for card in in_order(set(state.hands[seat])))


def _to_tell(state: State, picks: Cards) -> Pending:
    """What the table has to tell: each unknown card, then the omen."""
    waiting = [seat for seat, card in enumerate(picks) if card is UNKNOWN]
    if not waiting:
        seer = state.seer
        tellings = tuple(Tell(seer, face) for face in range(1, HIGHEST + 1))
        return Choice(state.seats[seer], TELL, tellings, state.sides[seer])
    left = unseen(card for cards in (*state.played, picks) for card in cards)
    cards = [card for card in sorted(left) if left[card] > 0]
    choices = (Choice(state.seats[seat], SHOW, tuple(Show(seat, card) for card in cards)) for seat in waiting)
    return Together(tuple(choices), secret=False)


def _decision(state: State, winner: int) -> Choice:
    if state.yard is None:
        return Choice(state.seats[winner], DECIDE, (Take(winner), Leave(winner)))
    side = state.side(winner)
    walks = (Walk(side, place) for place in state.yard.neighbours()[state.yard.lantern])
    options = (Take(side), *walks, Turn(side), Leave(side))
    return Choice(state.seats[side], DECIDE_TOGETHER, options, state.sides[side])


def leader(state: State) -> int | None:
    """The side with most points, or None when several have them."""
    best = [side for side, points in enumerate(state.scores) if points == max(state.scores)]
    return best[0] if len(best) == 1 else None


def check(state: State, option: Option) -> Refusal | None:
    """None, or the rule that refuses the option; raises UnknownOption for one of another game."""
    if not isinstance(option, Pick | Show | Tell | Take | Leave | Walk | Turn) or option.seat >= len(state.seats):
        raise UnknownOption(say("This is not possible in this game."))
    if state.over:
        return refuse("BLK-5", "The game is over.")
    top, seat = state.frames[-1], state.seats[option.seat]
    if isinstance(top, Omen | Breaking):
        return refuse("BLK-4", "Roll the dice first.")
    if isinstance(option, Take | Leave | Walk | Turn):
        return _check_decision(state, option)
    if isinstance(option, Show | Tell):
        return _check_told(state, option)
    if isinstance(top, Showing):
        return refuse("BLK-7", "Reveal the cards first.")
    if not isinstance(top, Picking):
        return refuse("BLK-3", "The winner of the round must decide on the pot first.")
    if top.picks[option.seat] != 0:
        return refuse("BLK-2", "{seat} has already picked a card.", seat=seat)
    if option.card not in state.hands[option.seat]:
        return refuse("BLK-1", "{seat} does not have card {card}.", seat=seat, card=e.named(option.card))
    return None


def _check_decision(state: State, option: Take | Leave | Walk | Turn) -> Refusal | None:
    top, yard = state.frames[-1], state.yard
    if not isinstance(top, Winning) or state.side(top.seat) != option.seat:
        seat = state.seats[option.seat]
        return refuse("BLK-3", "{seat} did not win the round: only the winner decides on the pot.", seat=seat)
    if isinstance(option, Turn) and yard is None:
        return refuse("BLK-6", "There is no path in this game.")
    if isinstance(option, Walk) and (yard is None or option.place not in yard.neighbours()[yard.lantern]):
        return refuse("BLK-6", "No path leads from the lantern to the {place}.", place=e.named(option.place))
    return None


def _check_told(state: State, option: Show | Tell) -> Refusal | None:
    top = state.frames[-1]
    if not isinstance(top, Showing):
        return refuse("BLK-7", "Nothing has to be revealed now.")
    if isinstance(option, Tell):
        if UNKNOWN in top.picks or state.seer != option.seat:
            return refuse("BLK-8", "The omen is told after the cards, by those who saw it.")
        return None
    if top.picks[option.seat] is not UNKNOWN:
        return refuse("BLK-7", "This card has been revealed already.")
    if unseen(card for cards in (*state.played, top.picks) for card in cards)[option.card] <= 0:
        return refuse("BLK-7", "There are only {copies} of card {card}.", copies=COPIES, card=option.card)
    return None


# what comes of an answer -------------------------------------------------------------------------------------------


def apply(state: State, option: Option) -> Applied[State]:
    """Do what was chosen; the caller has checked it."""
    if isinstance(option, Pick):
        top = state.frames[-1]
        assert isinstance(top, Picking)
        picks = at(option.seat, option.card, top.picks)
        frame = Picking(picks) if 0 in picks else Showing(picks)
        return go_on(_top(state, frame), [e.CardPicked(state.seats[option.seat])])
    if isinstance(option, Show):
        return go_on(_believe(state, option), [e.CardTold(state.seats[option.seat], option.card)])
    if isinstance(option, Tell):
        assert state.yard is not None
        return go_on(_with_yard(state, omen=option.face), [])
    assert isinstance(option, Take | Leave | Walk | Turn)
    side = state.side(option.seat)
    if isinstance(option, Take):
        return _take(state, side, [])
    told: list[Event] = [e.PotLeft(state.sides[side], state.pot)]
    if isinstance(option, Walk):
        state = _with_yard(state, lantern=option.place)
        told.append(e.LanternMoved(option.place))
    if isinstance(option, Turn):
        assert state.yard is not None
        place = next(place for place in PLACES[1:] if place != state.yard.path)
        state = _with_yard(state, path=place)
        told.append(e.PathTurned(place))
    return _next_round(state, told)


def _believe(state: State, shown: Show) -> State:
    """The table has shown a card: whoever was believed to hold more of it than there are is believed no more."""
    top = state.frames[-1]
    assert isinstance(top, Showing)
    picks = at(shown.seat, shown.card, top.picks)
    state = with_hand(state, shown.seat, (*without(state.hands[shown.seat], UNKNOWN), shown.card))
    for seat, hand in enumerate(state.hands):
        while unseen(card for held in (*state.hands, *state.played) for card in held)[shown.card] < 0:
            if hand.count(shown.card) <= (picks[seat] == shown.card):
                break
            hand = in_order((*without(hand, shown.card), UNKNOWN))
            state = with_hand(state, seat, hand)
    return _top(state, Showing(picks))


def go_on(state: State, told: list[Event]) -> Applied[State]:
    """Compare the cards when all of them, and the omen, are known."""
    top, yard = state.frames[-1] if state.frames else None, state.yard
    if not isinstance(top, Showing) or UNKNOWN in top.picks or (yard is not None and yard.omen is UNKNOWN):
        return Applied(state, tuple(told))
    picks = tuple(known(top.picks))
    for seat, card in enumerate(picks):
        state = with_hand(state, seat, without(state.hands[seat], card))
    told.append(e.CardsShown(picks))
    worth = picks
    if yard is not None:
        omen = next(known((yard.omen,)))
        told.append(e.OmenShown(omen))
        worth = tuple(HIGHEST + 1 if card == omen else card for card in picks)
        state = _with_yard(state, omen=0)
    state = msgspec.structs.replace(state, played=(*state.played, picks), pot=state.pot + sum(picks))
    return _compare(state, tuple(range(len(picks))), worth, told)


def _compare(state: State, seats: tuple[int, ...], worth: tuple[int, ...], told: list[Event]) -> Applied[State]:
    """The best of these seats has won, or those of several sides roll."""
    tied = tuple(seat for seat, one in zip(seats, worth, strict=True) if one == max(worth))
    if len({state.side(seat) for seat in tied}) > 1:
        return Applied(_top(state, Breaking(tied)), tuple(told))
    told.append(e.RoundWon(state.seats[tied[0]], state.pot))
    if not state.left:
        return _take(state, state.side(tied[0]), told)
    return Applied(_top(state, Winning(tied[0])), tuple(told))


def rolled(state: State, outcome: Outcome) -> Applied[State]:
    """Keep the omen, or compare the dice of those with the same card; the caller has checked that the faces fit."""
    top = state.frames[-1]
    if isinstance(top, Omen):
        face: Card = UNKNOWN if outcome[0] == HIDDEN else int(outcome[0])
        event = e.OmenRolled(state.sides[state.seer], face)
        return Applied(_top(_with_yard(state, omen=face), Picking((0,) * len(state.seats))), (event,))
    assert isinstance(top, Breaking)
    faces = tuple(int(face) for face in outcome)
    told: list[Event] = [e.TieRolled(tuple(state.seats[seat] for seat in top.tied), faces)]
    return _compare(state, top.tied, faces, told)


def _take(state: State, side: int, told: list[Event]) -> Applied[State]:
    home = state.yard is not None and state.yard.lantern == HOMES[side]
    points = state.pot + BONUS * home
    told.append(e.PotTaken(state.sides[side], points))
    scores = at(side, state.scores[side] + points, state.scores)
    return _next_round(msgspec.structs.replace(state, scores=scores, pot=0), told)


def _next_round(state: State, told: list[Event]) -> Applied[State]:
    if state.left:
        state = msgspec.structs.replace(state, frames=round_frames(state.left - 1, state.yard is not None))
    else:
        state = msgspec.structs.replace(state, frames=())
        winner = leader(state)
        told.append(e.GameEnded(None if winner is None else state.sides[winner], max(state.scores)))
    return Applied(state, tuple(told))


def round_frames(left: int, camps: bool) -> tuple[Rounds, Omen | Picking]:
    """What a round begins with."""
    return (Rounds(left), Omen() if camps else Picking((0, 0, 0)))


def _with_yard(state: State, **changes: Card | str) -> State:
    assert state.yard is not None
    return msgspec.structs.replace(state, yard=msgspec.structs.replace(state.yard, **changes))


def _top(state: State, frame: Picking | Showing | Breaking | Winning) -> State:
    return msgspec.structs.replace(state, frames=(*state.frames[:-1], frame))
