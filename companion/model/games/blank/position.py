"""The toy game as JSON: set-up, whole positions, what a seat may know, and worlds guessed from that."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.model.core.contract import SPECTATOR, UNKNOWN, Json, Unknown
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Count, Document, one_of, read

from .play import round_frames
from .state import (
    CAMPS_DEAL,
    COPIES,
    HIGHEST,
    MOST_POINTS,
    MOST_ROUNDS,
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

MOST_CARDS = HIGHEST * COPIES

Shown: TypeAlias = Annotated[int, Meta(ge=1, le=HIGHEST)]
Pick: TypeAlias = Shown | Unknown | None
"""A card or an omen; null where there is none."""
Hand: TypeAlias = Annotated[tuple[Shown | Unknown, ...], Meta(max_length=MOST_CARDS)]
RoundCount: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


class _Setup(Document):
    rounds: RoundCount | None = None
    hands: dict[str, Hand] | None = None
    camps: bool | None = None


class YardForm(Document):
    """What lies between two camps."""

    lantern: Literal["garden", "gate", "well"]
    path: Literal["gate", "well"]
    omen: Pick


class _RoundsForm(Document, tag_field="kind", tag="rounds"):
    left: Annotated[int, Meta(ge=0, le=MOST_ROUNDS - 1)]


class _OmenForm(Document, tag_field="kind", tag="omen"):
    pass


class _PickingForm(Document, tag_field="kind", tag="picking"):
    picks: tuple[Pick, ...]


class _SeenPickingForm(Document, tag_field="kind", tag="picking"):
    picked: tuple[str, ...]
    mine: Pick
    partner: Pick | UnsetType = UNSET


class _ShowingForm(Document, tag_field="kind", tag="showing"):
    picks: tuple[Pick, ...]


class _BreakingForm(Document, tag_field="kind", tag="breaking"):
    tied: tuple[str, ...]


class _WinningForm(Document, tag_field="kind", tag="winning"):
    seat: str


Open: TypeAlias = _RoundsForm | _OmenForm | _ShowingForm | _BreakingForm | _WinningForm


class _Table(Document, kw_only=True):
    format: Literal["okko-position/1"]
    system: Literal["blank"]
    rounds: RoundCount
    scores: Annotated[tuple[Count, ...], Meta(max_length=3)]
    pot: Annotated[int, Meta(ge=0, le=MOST_POINTS)]
    played: Annotated[tuple[tuple[Shown, ...], ...], Meta(max_length=MOST_ROUNDS)]
    yard: YardForm | UnsetType = UNSET

    @property
    def seats(self) -> tuple[str, ...]:
        return seats_of(self.yard is not UNSET)


class _Position(_Table, kw_only=True):
    hands: dict[str, Hand]
    frames: Annotated[tuple[Open | _PickingForm, ...], Meta(max_length=2)]


class _View(_Table, kw_only=True):
    viewer: str
    hand: Hand
    counts: dict[str, Annotated[int, Meta(ge=0, le=MOST_CARDS)]]
    frames: Annotated[tuple[Open | _SeenPickingForm, ...], Meta(max_length=2)]


def new(setup: Json) -> State:
    """A game before its first round; everything of the set-up may be left out."""
    form = read(setup, _Setup)
    camps = bool(form.camps)
    rounds = 3 - camps if form.rounds is None else form.rounds
    dealt = CAMPS_DEAL if camps else STANDARD_DEAL
    hands: tuple[Cards, ...] = dealt if form.hands is None else _hands(form.hands, seats_of(camps))
    yard = Yard() if camps else None
    state = State(rounds, hands, round_frames(rounds - 1, camps), (0,) * (2 if camps else 3), yard=yard)
    _refuse_short(state, "rounds" if form.hands is None else "hands.{seat}")
    refuse_too_many("hands", [card for hand in hands for card in hand])
    return state


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
        "format": "okko-position/1",
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


def decode(position: Json) -> State:
    """The state of a position; raises InvalidInput naming the field at fault."""
    form = read(position, _Position)
    seats = form.seats
    hands = _hands(form.hands, seats)
    frames = tuple(_frame(frame, seats, f"frames[{n}]") for n, frame in enumerate(form.frames))
    state = _state(form, hands, frames)
    if frames and isinstance(top := frames[-1], Picking | Showing):
        for n, (card, hand) in enumerate(zip(top.picks, hands, strict=True)):
            if card != 0 and card not in hand:
                raise InvalidInput(f"frames[1].picks[{n}]", "This card is not in the hand.")
    refuse_too_many("hands", [card for cards in (*hands, *state.played) for card in cards])
    return state


def sample_world(seen: Json, seat: str, rng: Random) -> State:
    """A world that `seat` must hold possible: cards nobody has shown are dealt at random, and picked at random.

    What `seat` sees to be unknown stays so; what others may know, somebody knows.
    """
    form = read(seen, _View)
    seats = form.seats
    one_of(form.viewer, (seat,), "viewer")
    me, mine = seats.index(one_of(seat, seats, "viewer")), in_order(form.hand)
    _refuse_other_keys(form.counts, seats, "counts")
    sizes = [form.counts[name] for name in seats]
    if sizes[me] != len(mine):
        raise InvalidInput(f"counts.{seat}", "The number of cards in the hand is wrong.")
    frames = tuple(_frame(frame, seats, f"frames[{n}]", me) for n, frame in enumerate(form.frames))
    top = frames[-1] if frames else None
    picks: Cards = top.picks if isinstance(top, Picking | Showing) else (0,) * len(seats)
    held = [_known_of(picks, n, me, isinstance(top, Showing)) for n in range(len(seats))]
    shown: list[Card] = [*mine, *(card for n, cards in enumerate(held) if n != me for card in cards)]
    shown += [card for cards in form.played for card in cards]
    refuse_too_many("hand", shown)
    if picks[me] != 0 and picks[me] not in mine:
        raise InvalidInput("frames[1].mine", "This card is not in the hand.")
    deck = sorted(unseen(shown).elements())
    rng.shuffle(deck)
    if sum(sizes) - len(mine) - sum(len(held[n]) for n in range(len(seats)) if n != me) > len(deck):
        raise InvalidInput("counts", "There are not that many cards in the deck.")
    hands: list[Cards] = []
    for n, size in enumerate(sizes):
        hands.append(mine if n == me else in_order([*held[n], *(deck.pop() for _ in range(size - len(held[n])))]))
    state = _state(form, tuple(hands), frames)
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


def _state(form: _Position | _View, hands: tuple[Cards, ...], frames: tuple[Frame, ...]) -> State:
    yard = None if form.yard is UNSET else yard_of(form.yard)
    if len(form.scores) != (3 if yard is None else 2):
        raise InvalidInput("scores", "There must be one number for each seat or camp.")
    for n, row in enumerate(form.played):
        _refuse_uneven(row, hands, f"played[{n}]")
    state = State(form.rounds, hands, frames, form.scores, form.pot, form.played, yard)
    if frames:
        _refuse_odd_stack(state)
    if yard is not None and (yard.omen != 0) != (bool(frames) and isinstance(frames[-1], Picking | Showing)):
        raise InvalidInput("yard.omen", "An omen must be there exactly when one has been rolled.")
    past = form.rounds - state.left - state.to_show if frames else form.rounds
    if len(form.played) != past:
        raise InvalidInput("played", "{count} rounds must have been played.", count=max(0, past))
    _refuse_short(state, "hands.{seat}" if isinstance(form, _Position) else "rounds")
    for n, score in enumerate(form.scores):
        refuse_points(score, state, f"scores[{n}]")
    return state


def refuse_points(points: int, state: State, path: str) -> None:
    """Raise InvalidInput when a side could come to too many with these points."""
    if not 0 <= points <= state.most:
        raise InvalidInput(path, "This number must be between {low} and {high}.", low=0, high=state.most)


def _refuse_odd_stack(state: State) -> None:
    frames, played = state.frames, state.played
    if len(frames) != 2 or not isinstance(frames[0], Rounds) or isinstance(frames[1], Rounds):
        raise InvalidInput("frames", "The stack must be empty or hold the remaining rounds and the question.")
    top = frames[1]
    if isinstance(top, Omen) and state.yard is None:
        raise InvalidInput("frames", "This position does not wait for an answer.")
    if isinstance(top, Picking | Showing):
        told = 0 not in top.picks if isinstance(top, Picking) else 0 in top.picks
        omen = state.yard is not None and state.yard.omen is UNKNOWN
        if told or (isinstance(top, Showing) and UNKNOWN not in top.picks and not omen):
            raise InvalidInput("frames", "This position does not wait for an answer.")
    if not isinstance(top, Breaking | Winning):
        return
    seats = top.tied if isinstance(top, Breaking) else (top.seat,)
    cards = {played[-1][seat] for seat in seats} if played else set()
    # with an omen, any card may have been the highest
    if len(cards) != 1 or (state.yard is None and cards != {max(played[-1])}):
        raise InvalidInput("frames", "This player did not play the highest card.")
    if isinstance(top, Breaking) and len({state.side(seat) for seat in seats}) == 1:
        raise InvalidInput("frames", "This position does not wait for an answer.")
    if isinstance(top, Winning) and not state.left:
        raise InvalidInput("frames", "After the last round the pot is taken automatically.")


def _refuse_short(state: State, path: str) -> None:
    for seat, hand in zip(state.seats, state.hands, strict=True):
        if len(hand) < state.needed:
            raise InvalidInput(path.format(seat=seat), "The rounds to come need {count} cards.", count=state.needed)


def refuse_too_many(path: str, cards: Sequence[Card]) -> None:
    """Raise InvalidInput when there are more cards, or more of one, than the deck has."""
    for card, count in unseen(cards).items():
        if count < 0:
            raise InvalidInput(path, "There are only {copies} of card {card}.", copies=COPIES, card=card)
    if len(cards) > MOST_CARDS:
        raise InvalidInput(path, "There are not that many cards in the deck.")


def yard_of(form: YardForm) -> Yard:
    """The yard that is meant."""
    return Yard(form.lantern, form.path, form.omen or 0)


def _refuse_other_keys(given: Mapping[str, object], seats: tuple[str, ...], path: str) -> None:
    for seat in seats:
        if seat not in given:
            raise InvalidInput(f"{path}.{seat}", "This field is missing.")
    for name in given:
        if name not in seats:
            raise InvalidInput(f"{path}.{name[:80]}", "This field is unknown.")


def _hands(given: Mapping[str, Cards], seats: tuple[str, ...]) -> tuple[Cards, ...]:
    _refuse_other_keys(given, seats, "hands")
    return tuple(in_order(given[seat]) for seat in seats)


def _refuse_uneven(row: Sequence[object], seats: Sequence[object], path: str) -> None:
    if len(row) != len(seats):
        raise InvalidInput(path, "There must be one card for each seat.")


def _frame(form: Open | _PickingForm | _SeenPickingForm, seats: tuple[str, ...], at: str, me: int = 0) -> Frame:
    match form:
        case _PickingForm(picks) | _ShowingForm(picks):
            _refuse_uneven(picks, seats, f"{at}.picks")
            found = tuple(pick or 0 for pick in picks)
            return Picking(found) if isinstance(form, _PickingForm) else Showing(found)
        case _SeenPickingForm():
            return _seen_picking(form, seats, at, me)
        case _OmenForm():
            return Omen()
        case _RoundsForm(left):
            return Rounds(left)
        case _WinningForm(seat):
            return Winning(seats.index(one_of(seat, seats, f"{at}.seat")))
    tied = tuple(seats.index(one_of(name, seats, f"{at}.tied[{n}]")) for n, name in enumerate(form.tied))
    if len(tied) < 2 or tied != tuple(sorted(set(tied))):
        raise InvalidInput(f"{at}.tied", "Two or three different seats, in order, are needed here.")
    return Breaking(tied)


def _seen_picking(form: _SeenPickingForm, seats: tuple[str, ...], at: str, me: int) -> Frame:
    if (form.partner is not UNSET) != (len(seats) == 4):
        why = "This field is missing." if form.partner is UNSET else "This field is unknown."
        raise InvalidInput(f"{at}.partner", why)
    picked = {seats.index(one_of(name, seats, f"{at}.picked[{n}]")) for n, name in enumerate(form.picked)}
    picks: list[Card] = [int(seat in picked) for seat in range(len(seats))]
    known = {me: ("mine", form.mine)}
    if form.partner is not UNSET:
        known[_partner(me)] = ("partner", form.partner)
    for seat, (field, pick) in known.items():
        picks[seat] = pick or 0
        if (seat in picked) != (picks[seat] != 0):
            raise InvalidInput(f"{at}.{field}", "Each player knows their own pick.")
    return Picking(tuple(picks))
