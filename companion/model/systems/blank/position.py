"""The toy game as JSON: set-up, whole positions, what a seat may know, and worlds guessed from that."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec

from companion.model.core.contract import Json
from companion.model.core.reading import Reader

from .state import (
    COPIES,
    HIGHEST,
    MOST_POINTS,
    MOST_ROUNDS,
    SEATS,
    STANDARD_DEAL,
    Breaking,
    Cards,
    Frame,
    Picking,
    Rounds,
    State,
    Winning,
    unseen,
)

FORMAT = "okko-position/1"
MOST_CARDS = HIGHEST * COPIES
_COMMON = ("format", "system", "rounds", "scores", "pot", "played", "frames")


def new(setup: Json) -> State:
    """A game before the first round: ``{"rounds": 3, "hands": {"A": [1, 3, 5, 6], …}}``, both may be left out."""
    root = Reader(setup).object((), ("rounds", "hands"))
    rounds = root["rounds"].whole(1, MOST_ROUNDS) if "rounds" in root else 3
    hands = _hands(root["hands"]) if "hands" in root else STANDARD_DEAL
    state = State(rounds, hands, (Rounds(rounds - 1), Picking()))
    _refuse_short(root, state)
    _refuse_too_many(root["hands"], [card for hand in hands for card in hand])
    return state


# writing -----------------------------------------------------------------------------------------------------------


def encode(state: State) -> Json:
    """The whole state; ``decode(encode(state)) == state``."""
    return {
        **_open(state),
        "hands": {seat: list(hand) for seat, hand in zip(SEATS, state.hands, strict=True)},
        "frames": [_frame_json(frame) for frame in state.frames],
    }


def view(state: State, seat: str) -> Json:
    """What `seat` may know: its own hand and pick; of others only how many cards, and whether they have picked."""
    me = SEATS.index(seat)
    return {
        **_open(state),
        "viewer": seat,
        "hand": list(state.hands[me]),
        "counts": {name: len(hand) for name, hand in zip(SEATS, state.hands, strict=True)},
        "frames": [_frame_seen(frame, me) for frame in state.frames],
    }


def _open(state: State) -> dict[str, Json]:
    """What lies open on the table."""
    return {
        "format": FORMAT,
        "system": "blank",
        "rounds": state.rounds,
        "scores": list(state.scores),
        "pot": state.pot,
        "played": [list(cards) for cards in state.played],
    }


def _frame_json(frame: Frame) -> Json:
    if isinstance(frame, Rounds):
        return {"kind": "rounds", "left": frame.left}
    if isinstance(frame, Picking):
        return {"kind": "picking", "picks": [card or None for card in frame.picks]}
    if isinstance(frame, Breaking):
        return {"kind": "breaking", "tied": [SEATS[seat] for seat in frame.tied]}
    return {"kind": "winning", "seat": SEATS[frame.seat]}


def _frame_seen(frame: Frame, me: int) -> Json:
    if isinstance(frame, Picking):
        picked = [SEATS[seat] for seat, card in enumerate(frame.picks) if card]
        return {"kind": "picking", "picked": picked, "mine": frame.picks[me] or None}
    return _frame_json(frame)


# reading -----------------------------------------------------------------------------------------------------------


def decode(position: Json) -> State:
    """The state of a position; raises InvalidInput naming the field at fault."""
    root = Reader(position).object((*_COMMON, "hands"), ())
    hands = _hands(root["hands"])
    frames = tuple(_frame(item) for item in root["frames"].items(2))
    state = _state(root, hands, frames)
    if frames and isinstance(frames[-1], Picking):
        for n, (card, hand) in enumerate(zip(frames[-1].picks, hands, strict=True)):
            if card and card not in hand:
                raise Reader(None, f"frames[1].picks[{n}]").fail("This card is not in the hand.")
    _refuse_too_many(root["hands"], [card for cards in (*hands, *state.played) for card in cards])
    return state


def sample_world(seen: Json, seat: str, rng: Random) -> State:
    """A world that `seat` must hold possible: cards nobody has shown are dealt at random, and picked at random."""
    root = Reader(seen).object((*_COMMON, "viewer", "hand", "counts"), ())
    root["viewer"].one_of((seat,))
    me = SEATS.index(root["viewer"].one_of(SEATS))
    mine = _cards(root["hand"])
    counts = root["counts"].object(SEATS, ())
    sizes = [counts[name].whole(0, MOST_CARDS) for name in SEATS]
    if sizes[me] != len(mine):
        raise counts[seat].fail("The number of cards in the hand is wrong.")
    frames = tuple(_frame_of_view(item, me) for item in root["frames"].items(2))
    shown = [*mine, *(card for cards in _played(root["played"]) for card in cards)]
    _refuse_too_many(root["hand"], shown)
    deck = sorted(unseen(shown).elements())
    rng.shuffle(deck)
    if sum(sizes) - len(mine) > len(deck):
        raise root["counts"].fail("There are not that many cards in the deck.")
    hands: list[Cards] = []
    for n, size in enumerate(sizes):
        hands.append(mine if n == me else tuple(sorted(deck.pop() for _ in range(size))))
    state = _state(root, (hands[0], hands[1], hands[2]), frames)
    top = frames[-1] if frames else None
    if not isinstance(top, Picking):
        return state
    if top.picks[me] and top.picks[me] not in mine:
        raise Reader(None, "frames[1].mine").fail("This card is not in the hand.")
    a, b, c = (card if n == me or not card else rng.choice(hands[n]) for n, card in enumerate(top.picks))
    return msgspec.structs.replace(state, frames=(frames[0], Picking((a, b, c))))


def _state(root: Reader, hands: tuple[Cards, Cards, Cards], frames: tuple[Frame, ...]) -> State:
    root["format"].one_of((FORMAT,))
    root["system"].one_of(("blank",))
    rounds, played = root["rounds"].whole(1, MOST_ROUNDS), _played(root["played"])
    scores = [item.whole() for item in root["scores"].items(3)]
    if len(scores) != len(SEATS):
        raise root["scores"].fail("There must be one number for each seat.")
    if frames:
        _refuse_odd_stack(root["frames"], frames, played)
    state = State(rounds, hands, frames, (scores[0], scores[1], scores[2]), root["pot"].whole(0, MOST_POINTS), played)
    past = rounds - state.left - isinstance(frames[-1], Picking) if frames else rounds
    if len(played) != past:
        raise root["played"].fail("{count} rounds must have been played.", count=max(0, past))
    _refuse_short(root, state)
    for score in root["scores"].items(3):
        score.whole(0, state.most)
    return state


def _refuse_odd_stack(reader: Reader, frames: tuple[Frame, ...], played: tuple[tuple[int, int, int], ...]) -> None:
    if len(frames) != 2 or not isinstance(frames[0], Rounds) or isinstance(frames[1], Rounds):
        raise reader.fail("The stack must be empty or hold the remaining rounds and the question.")
    top = frames[1]
    if isinstance(top, Picking):
        if all(top.picks):
            raise reader.fail("This position does not wait for an answer.")
        return
    highest = [seat for seat, card in enumerate(played[-1]) if card == max(played[-1])] if played else []
    if not set(top.tied if isinstance(top, Breaking) else (top.seat,)) <= set(highest):
        raise reader.fail("This player did not play the highest card.")
    if isinstance(top, Winning) and not frames[0].left:
        raise reader.fail("After the last round the pot is taken automatically.")


def _refuse_short(root: Reader, state: State) -> None:
    for seat, hand in zip(SEATS, state.hands, strict=True):
        if len(hand) < state.needed:
            where = root["hands"][seat] if "hands" in root else root["rounds"]
            raise where.fail("The rounds to come need {count} cards.", count=state.needed)


def _refuse_too_many(reader: Reader, cards: Iterable[int]) -> None:
    for card, count in unseen(cards).items():
        if count < 0:
            raise reader.fail("There are only {copies} of card {card}.", copies=COPIES, card=card)


def _hands(reader: Reader) -> tuple[Cards, Cards, Cards]:
    reader.object(SEATS, ())
    a, b, c = (_cards(reader[seat]) for seat in SEATS)
    return a, b, c


def _cards(reader: Reader) -> Cards:
    return tuple(sorted(item.whole(1, HIGHEST) for item in reader.items(MOST_CARDS)))


def cards_of(reader: Reader) -> Cards:
    """A hand: a list of cards, put in order."""
    return _cards(reader)


def _played(reader: Reader) -> tuple[tuple[int, int, int], ...]:
    found = []
    for item in reader.items(MOST_ROUNDS):
        cards = [card.whole(1, HIGHEST) for card in item.items(3)]
        if len(cards) != len(SEATS):
            raise item.fail("There must be one card for each seat.")
        found.append((cards[0], cards[1], cards[2]))
    return tuple(found)


def _frame(reader: Reader) -> Frame:
    kind = reader.object(("kind",), None)["kind"].one_of(("rounds", "picking", "breaking", "winning"))
    if kind == "picking":
        reader.object(("kind", "picks"), ())
        picks = [0 if item.value is None else item.whole(1, HIGHEST) for item in reader["picks"].items(3)]
        if len(picks) != len(SEATS):
            raise reader["picks"].fail("There must be one card for each seat.")
        return Picking((picks[0], picks[1], picks[2]))
    if kind == "rounds":
        return Rounds(reader.object(("kind", "left"), ())["left"].whole(0, MOST_ROUNDS - 1))
    if kind == "winning":
        return Winning(SEATS.index(reader.object(("kind", "seat"), ())["seat"].one_of(SEATS)))
    names = [item.one_of(SEATS) for item in reader.object(("kind", "tied"), ())["tied"].items(3)]
    tied = tuple(SEATS.index(name) for name in names)
    if len(tied) < 2 or tied != tuple(sorted(set(tied))):
        raise reader["tied"].fail("Two or three different seats, in order, are needed here.")
    return Breaking(tied)


def _frame_of_view(reader: Reader, me: int) -> Frame:
    if not isinstance(reader.value, dict) or reader.value.get("kind") != "picking":
        return _frame(reader)
    reader.object(("kind", "picked", "mine"), ())
    picked = {item.one_of(SEATS) for item in reader["picked"].items(3)}
    mine = reader["mine"].whole(1, HIGHEST) if "mine" in reader else 0
    if (SEATS[me] in picked) != bool(mine):
        raise reader["mine"].fail("Each player knows their own pick.")
    a, b, c = (mine if n == me else int(SEATS[n] in picked) for n in range(len(SEATS)))
    return Picking((a, b, c))
