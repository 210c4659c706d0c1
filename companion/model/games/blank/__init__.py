"""A toy game that proves the contract: hidden hands, secret answers, open and secret dice, two camps, unknown cards.

Rules. Twelve cards, two of each number 1 to 6, are dealt to the seats A, B and C. A round: every seat secretly picks
a card of its hand (BLK-1), once (BLK-2); when all have picked, the cards are shown and their sum goes in the pot. The
highest card wins the round; seats with equal highest cards roll a d6 each, again until one is highest. The winner of
a round either takes the pot as points or leaves it for the next round (BLK-3); after the last round it is taken.
Whoever has most points then wins; equal most points are a draw.

Two camps (`{"camps": true}`): A and C are red, B and D blue, and score together. Partners see what the other has
picked, not the other's hand. Before each round the camps in turn roll an omen, which only they see: its number beats
every other card of the round, and is shown with the cards. The camp that won answers once for both its seats: it may
also move the lantern along the path (BLK-6), or turn the path, and leaves the pot by that. The path joins the garden
with the gate or with the well; a pot taken while the lantern is at home (red: gate, blue: well) is worth 2 more.

At a real table the app may not know a hand, a pick or an omen (`?`). Then a seat picks a card unseen, and the table
tells what it was when it is shown (BLK-7, BLK-8); a card shown that another was believed to hold is believed no more.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TypeAlias, cast

import msgspec

from companion.model.core.contract import (
    SPECTATOR,
    UNKNOWN,
    Applied,
    Camp,
    Content,
    Correction,
    Event,
    Facts,
    Json,
    Option,
)
from companion.model.core.refusal import InvalidInput, Refusal, UnknownOption
from companion.model.core.ruled import Ruled
from companion.model.core.schema import Count, Document, one_of, read
from companion.model.core.words import N_, Message, say
from companion.model.games.blank import play, position
from companion.model.games.blank.play import Leave, Pick, Show, Take, Tell, Turn, Walk, go_on
from companion.model.games.blank.position import Hand, YardForm, plain_card, refuse_points, refuse_too_many
from companion.model.games.blank.state import (
    CAMPS,
    HIGHEST,
    NAMES,
    PLACES,
    SEATS,
    Card,
    Cards,
    HandSet,
    Picking,
    ScoreSet,
    Showing,
    State,
    Yard,
    YardSet,
    at,
    event_json,
    in_order,
    named,
    seen,
    tell,
    with_hand,
)

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


def neighbours(state: State, params: Mapping[str, Json]) -> Json:
    """Each place of the yard with those beside it."""
    if params or state.yard is None:
        raise UnknownOption(say("There is no path in this game."))
    return {place: list(others) for place, others in state.yard.neighbours().items()}


QUERIES = {"neighbours": neighbours}
"""By method name without the system's prefix; wrong parameters raise UnknownOption."""


class Blank(Ruled[State]):
    """Three seats or two camps; the rules are told in the package's docstring."""

    facts = Facts(id="blank", name=N_("Blank"), players=(3, 4), hidden=True, rolls=("tie", "omen"))
    queries = QUERIES
    rules = play

    def new(self, setup: Json, content: Content) -> State:
        return position.new(setup)

    def seats(self, state: State) -> tuple[str, ...]:
        return state.seats

    def camps(self, state: State) -> tuple[Camp, ...]:
        if state.yard is None:
            return ()
        return tuple(Camp(id, NAMES[id], state.seated(side)) for side, id in enumerate(CAMPS))

    def check(self, state: State, option: Option) -> Refusal | None:
        return play.check(state, option)

    def edit(self, state: State, correction: Correction) -> Applied[State]:
        return edit(state, correction)

    def refereed(self, state: State) -> Correction | None:
        return None

    def view(self, state: State, seat: str | None) -> Json:
        if seat is None:
            return position.encode(state)
        return position.view(state, one_of(seat, (*state.seats, SPECTATOR), "viewer"))

    def seen(self, state: State, event: Event, viewer: str) -> Event:
        return seen(state, event, viewer)

    def missing(self, state: State) -> Message | None:
        top = state.frames[-1] if state.frames else None
        picks = top.picks if isinstance(top, Picking | Showing) else ()
        values = [card for cards in (*state.hands, picks) for card in cards]
        if UNKNOWN in values or (state.yard is not None and state.yard.omen is UNKNOWN):
            return say("The app does not know every card. Enter them before it enforces the rules.")
        return None

    def encode(self, state: State) -> Json:
        return position.encode(state)

    def decode(self, position_: Json, content: Content) -> State:
        return position.decode(position_)

    def option_id(self, state: State, option: Option) -> str:
        return option_id(option)

    def option_of(self, state: State, text: str) -> Option:
        return option_of(state, text)

    def fields(self, state: State, option: Option) -> Mapping[str, Json]:
        return fields(option)

    def label(self, state: State, option: Option) -> Message:
        return label(state, option)

    def correction_of(self, state: State, data: Json) -> Correction:
        return correction_of(state, data)

    def correction_json(self, state: State, correction: Correction) -> Json:
        return correction_json(state, correction)

    def tell(self, state: State, event: Event) -> Message:
        return tell(event)

    def event_json(self, state: State, event: Event) -> Json:
        return event_json(event)

    def sample_world(self, view: Json, seat: str, rng: Random, content: Content) -> State:
        return position.sample_world(view, seat, rng)


SYSTEM = Blank()
