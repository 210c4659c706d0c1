"""The toy game as JSON: set-up, whole positions, what a seat may know, and worlds guessed from that."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

import msgspec

from companion.model.core.contract import SPECTATOR, UNKNOWN, Json, Unknown
from companion.model.core.reading import Reader

from .play import round_frames
from .state import (
    CAMPS_DEAL,
    COPIES,
    HIGHEST,
    MOST_POINTS,
    MOST_ROUNDS,
    PLACES,
    STANDARD_DEAL,
    Breaking,
    Card,
    Cards,
    Frame,
    Omen,
    Picking,
    Rounds,
    Showing,
    State,
    Winning,
    Yard,
    in_order,
    seats_of,
    unseen,
)

T = TypeVar("T")

FORMAT = "okko-position/1"
MOST_CARDS = HIGHEST * COPIES
_COMMON = ("format", "system", "rounds", "scores", "pot", "played", "frames")
_VIEW = (*_COMMON, "viewer", "hand", "counts")


def new(setup: Json) -> State:
    """A game before its first round: ``{"rounds": 3, "camps": true, "hands": {"A": [1, 3, "?"], …}}``, all optional."""
    root = Reader(setup).object((), ("rounds", "hands", "camps"))
    camps = "camps" in root and root["camps"].flag()
    rounds = root["rounds"].whole(1, MOST_ROUNDS) if "rounds" in root else 3 - camps
    dealt = CAMPS_DEAL if camps else STANDARD_DEAL
    hands = _hands(root["hands"], seats_of(camps)) if "hands" in root else dealt
    yard = Yard() if camps else None
    state = State(rounds, hands, round_frames(rounds - 1, camps), (0,) * (2 if camps else 3), yard=yard)
    _refuse_short(root, state)
    refuse_too_many(root["hands"], [card for hand in hands for card in hand])
    return state


# writing -----------------------------------------------------------------------------------------------------------


def encode(state: State) -> Json:
    """The whole state; ``decode(encode(state)) == state``."""
    return {
        **_open(state, True),
        "hands": {seat: _plain(hand) for seat, hand in zip(state.seats, state.hands, strict=True)},
        "frames": [_frame_json(frame, state.seats) for frame in state.frames],
    }


def view(state: State, viewer: str) -> Json:
    """What a seat may know: its own hand, what its camp picked and saw; of others only how many cards, and who picked.

    A spectator knows what all know.
    """
    me = None if viewer == SPECTATOR else state.seats.index(viewer)
    return {
        **_open(state, state.sees_omen(me)),
        "viewer": viewer,
        "hand": [] if me is None else _plain(state.hands[me]),
        "counts": {name: len(hand) for name, hand in zip(state.seats, state.hands, strict=True)},
        "frames": [_frame_seen(frame, state, me) for frame in state.frames],
    }


def _open(state: State, omen: bool) -> dict[str, Json]:
    """What lies open on the table, and the omen to those who may know it."""
    told: dict[str, Json] = {
        "format": FORMAT,
        "system": "blank",
        "rounds": state.rounds,
        "scores": list(state.scores),
        "pot": state.pot,
        "played": [list(cards) for cards in state.played],
    }
    if state.yard is not None:
        face = state.yard.omen if omen or state.yard.omen == 0 else UNKNOWN
        told["yard"] = {"lantern": state.yard.lantern, "path": state.yard.path, "omen": plain_card(face)}
    return told


def plain_card(card: Card) -> Json:
    """A card or an omen as JSON: null where there is none."""
    return card.value if isinstance(card, Unknown) else card or None


def _plain(cards: Cards) -> Json:
    return [plain_card(card) for card in cards]


def _frame_json(frame: Frame, seats: tuple[str, ...]) -> Json:
    match frame:
        case Rounds(left):
            return {"kind": "rounds", "left": left}
        case Picking(picks):
            return {"kind": "picking", "picks": _plain(picks)}
        case Showing(picks):
            return {"kind": "showing", "picks": _plain(picks)}
        case Breaking(tied):
            return {"kind": "breaking", "tied": [seats[seat] for seat in tied]}
        case Winning(seat):
            return {"kind": "winning", "seat": seats[seat]}
    return {"kind": "omen"}


def _frame_seen(frame: Frame, state: State, me: int | None) -> Json:
    if not isinstance(frame, Picking):
        return _frame_json(frame, state.seats)
    picked = [state.seats[seat] for seat, card in enumerate(frame.picks) if card != 0]
    mine = None if me is None else plain_card(frame.picks[me])
    seen = {"kind": "picking", "picked": picked, "mine": mine}
    if me is not None and state.yard is not None:
        seen["partner"] = plain_card(frame.picks[_partner(me)])
    return seen


def _partner(me: int) -> int:
    return (me + 2) % 4


# reading -----------------------------------------------------------------------------------------------------------


def decode(position: Json) -> State:
    """The state of a position; raises InvalidInput naming the field at fault."""
    root = Reader(position).object((*_COMMON, "hands"), ("yard",))
    seats = seats_of("yard" in root)
    hands = _hands(root["hands"], seats)
    frames = tuple(_frame(item, seats) for item in root["frames"].items(2))
    state = _state(root, hands, frames)
    if frames and isinstance(top := frames[-1], Picking | Showing):
        for n, (card, hand) in enumerate(zip(top.picks, hands, strict=True)):
            if card != 0 and card not in hand:
                raise Reader(None, f"frames[1].picks[{n}]").fail("This card is not in the hand.")
    refuse_too_many(root["hands"], [card for cards in (*hands, *state.played) for card in cards])
    return state


def sample_world(seen: Json, seat: str, rng: Random) -> State:
    """A world that `seat` must hold possible: cards nobody has shown are dealt at random, and picked at random.

    What `seat` sees to be unknown stays so; what others may know, somebody knows.
    """
    root = Reader(seen).object(_VIEW, ("yard",))
    seats = seats_of("yard" in root)
    root["viewer"].one_of((seat,))
    me = seats.index(root["viewer"].one_of(seats))
    mine = cards_of(root["hand"])
    counts = root["counts"].object(seats, ())
    sizes = [counts[name].whole(0, MOST_CARDS) for name in seats]
    if sizes[me] != len(mine):
        raise counts[seat].fail("The number of cards in the hand is wrong.")
    frames = tuple(_frame_of_view(item, me, seats) for item in root["frames"].items(2))
    top = frames[-1] if frames else None
    picks: Cards = top.picks if isinstance(top, Picking | Showing) else (0,) * len(seats)
    held = [_known_of(picks, n, me, isinstance(top, Showing)) for n in range(len(seats))]
    shown = [*mine, *(card for n, cards in enumerate(held) if n != me for card in cards)]
    shown += [card for cards in _played(root["played"], len(seats)) for card in cards]
    refuse_too_many(root["hand"], shown)
    if picks[me] != 0 and picks[me] not in mine:
        raise Reader(None, "frames[1].mine").fail("This card is not in the hand.")
    deck = sorted(unseen(shown).elements())
    rng.shuffle(deck)
    if sum(sizes) - len(mine) - sum(len(held[n]) for n in range(len(seats)) if n != me) > len(deck):
        raise root["counts"].fail("There are not that many cards in the deck.")
    hands: list[Cards] = []
    for n, size in enumerate(sizes):
        hands.append(mine if n == me else in_order([*held[n], *(deck.pop() for _ in range(size - len(held[n])))]))
    state = _state(root, tuple(hands), frames)
    state = _guess_omen(state, me, rng)
    if not isinstance(top, Picking):
        return state
    guessed = (card if card == 0 or n == me or held[n] else rng.choice(hands[n]) for n, card in enumerate(top.picks))
    return msgspec.structs.replace(state, frames=(frames[0], Picking(tuple(guessed))))


def _known_of(picks: Cards, seat: int, me: int, open_: bool) -> Cards:
    """The cards of another seat that the viewer knows of: what it picked, if that lies open or it is the partner."""
    partner = len(picks) == 4 and seat == _partner(me)
    return (picks[seat],) if picks[seat] != 0 and (open_ or partner) else ()


def _guess_omen(state: State, me: int, rng: Random) -> State:
    top = state.frames[-1] if state.frames else None
    if state.yard is None or state.yard.omen is not UNKNOWN or state.sees_omen(me):
        return state
    if isinstance(top, Showing) and UNKNOWN not in top.picks:
        return state  # its seers are asked for it
    yard = msgspec.structs.replace(state.yard, omen=rng.randint(1, HIGHEST))
    return msgspec.structs.replace(state, yard=yard)


def _state(root: Reader, hands: tuple[Cards, ...], frames: tuple[Frame, ...]) -> State:
    root["format"].one_of((FORMAT,))
    root["system"].one_of(("blank",))
    yard = yard_of(root["yard"].object(("lantern", "path", "omen"), ())) if "yard" in root else None
    rounds, played = root["rounds"].whole(1, MOST_ROUNDS), _played(root["played"], len(hands))
    scores = tuple(item.whole() for item in root["scores"].items(3))
    if len(scores) != (3 if yard is None else 2):
        raise root["scores"].fail("There must be one number for each seat or camp.")
    state = State(rounds, hands, frames, scores, root["pot"].whole(0, MOST_POINTS), played, yard)
    if frames:
        _refuse_odd_stack(root["frames"], state)
    if yard is not None and (yard.omen != 0) != (bool(frames) and isinstance(frames[-1], Picking | Showing)):
        raise root["yard"]["omen"].fail("An omen must be there exactly when one has been rolled.")
    past = rounds - state.left - state.to_show if frames else rounds
    if len(played) != past:
        raise root["played"].fail("{count} rounds must have been played.", count=max(0, past))
    _refuse_short(root, state)
    for score in root["scores"].items(3):
        score.whole(0, state.most)
    return state


def _refuse_odd_stack(reader: Reader, state: State) -> None:
    frames, played = state.frames, state.played
    if len(frames) != 2 or not isinstance(frames[0], Rounds) or isinstance(frames[1], Rounds):
        raise reader.fail("The stack must be empty or hold the remaining rounds and the question.")
    top = frames[1]
    if isinstance(top, Omen) and state.yard is None:
        raise reader.fail("This position does not wait for an answer.")
    if isinstance(top, Picking | Showing):
        told = 0 not in top.picks if isinstance(top, Picking) else 0 in top.picks
        omen = state.yard is not None and state.yard.omen is UNKNOWN
        if told or (isinstance(top, Showing) and UNKNOWN not in top.picks and not omen):
            raise reader.fail("This position does not wait for an answer.")
    if not isinstance(top, Breaking | Winning):
        return
    seats = top.tied if isinstance(top, Breaking) else (top.seat,)
    cards = {played[-1][seat] for seat in seats} if played else set()
    # with an omen, any card may have been the highest
    if len(cards) != 1 or (state.yard is None and cards != {max(played[-1])}):
        raise reader.fail("This player did not play the highest card.")
    if isinstance(top, Breaking) and len({state.side(seat) for seat in seats}) == 1:
        raise reader.fail("This position does not wait for an answer.")
    if isinstance(top, Winning) and not state.left:
        raise reader.fail("After the last round the pot is taken automatically.")


def _refuse_short(root: Reader, state: State) -> None:
    for seat, hand in zip(state.seats, state.hands, strict=True):
        if len(hand) < state.needed:
            where = root["hands"][seat] if "hands" in root else root["rounds"]
            raise where.fail("The rounds to come need {count} cards.", count=state.needed)


def refuse_too_many(reader: Reader, cards: list[Card]) -> None:
    """Raise InvalidInput when there are more cards, or more of one, than the deck has."""
    for card, count in unseen(cards).items():
        if count < 0:
            raise reader.fail("There are only {copies} of card {card}.", copies=COPIES, card=card)
    if len(cards) > MOST_CARDS:
        raise reader.fail("There are not that many cards in the deck.")


def yard_of(reader: Reader) -> Yard:
    """The yard out of an object with its fields."""
    return Yard(reader["lantern"].one_of(PLACES), reader["path"].one_of(PLACES[1:]), _pick(reader["omen"]))


def _card(reader: Reader) -> int:
    return reader.whole(1, HIGHEST)


def _hands(reader: Reader, seats: tuple[str, ...]) -> tuple[Cards, ...]:
    reader.object(seats, ())
    return tuple(cards_of(reader[seat]) for seat in seats)


def cards_of(reader: Reader) -> Cards:
    """A hand: a list of cards, known or not, put in order."""
    return in_order(item.unknown_or(_card) for item in reader.items(MOST_CARDS))


def _pick(reader: Reader) -> Card:
    return 0 if reader.value is None else reader.unknown_or(_card)


def _row(reader: Reader, count: int, read: Callable[[Reader], T]) -> tuple[T, ...]:
    found = tuple(read(item) for item in reader.items(count))
    if len(found) != count:
        raise reader.fail("There must be one card for each seat.")
    return found


def _played(reader: Reader, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(_row(item, count, _card) for item in reader.items(MOST_ROUNDS))


def _frame(reader: Reader, seats: tuple[str, ...]) -> Frame:
    kinds = ("rounds", "omen", "picking", "showing", "breaking", "winning")
    kind = reader.object(("kind",), None)["kind"].one_of(kinds)
    if kind in ("picking", "showing"):
        reader.object(("kind", "picks"), ())
        picks = _row(reader["picks"], len(seats), _pick)
        return Picking(picks) if kind == "picking" else Showing(picks)
    if kind == "omen":
        reader.object(("kind",), ())
        return Omen()
    if kind == "rounds":
        return Rounds(reader.object(("kind", "left"), ())["left"].whole(0, MOST_ROUNDS - 1))
    if kind == "winning":
        return Winning(seats.index(reader.object(("kind", "seat"), ())["seat"].one_of(seats)))
    names = [item.one_of(seats) for item in reader.object(("kind", "tied"), ())["tied"].items(len(seats))]
    tied = tuple(seats.index(name) for name in names)
    if len(tied) < 2 or tied != tuple(sorted(set(tied))):
        raise reader["tied"].fail("Two or three different seats, in order, are needed here.")
    return Breaking(tied)


def _frame_of_view(reader: Reader, me: int, seats: tuple[str, ...]) -> Frame:
    if not isinstance(reader.value, dict) or reader.value.get("kind") != "picking":
        return _frame(reader, seats)
    known = {me: "mine", **({_partner(me): "partner"} if len(seats) == 4 else {})}
    reader.object(("kind", "picked", *known.values()), ())
    picked = {item.one_of(seats) for item in reader["picked"].items(len(seats))}
    picks: list[Card] = [int(name in picked) for name in seats]
    for seat, field in known.items():
        picks[seat] = _pick(reader[field])
        if (seats[seat] in picked) != (picks[seat] != 0):
            raise reader[field].fail("Each player knows their own pick.")
    return Picking(tuple(picks))
