"""Tokens of the investigation, the cards they give, and host cards (INV)."""

from __future__ import annotations

from typing import Final

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.box.effects import Stat, TestKind
from companion.model.games.chronicles.box.records import HostTest, Objective, Token
from companion.model.games.chronicles.rules import effects, mission_places, places, targets, testing
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.damage import damage
from companion.model.games.chronicles.rules.equipment import cursed, discard, loose, objects_of
from companion.model.games.chronicles.rules.followers import free_slots
from companion.model.games.chronicles.rules.part import Part, asks, asks_captain, draws
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import (
    ONI,
    CardId,
    Clue,
    Figure,
    Seat,
    State,
    TokenOn,
    cards,
    replace,
    without,
)

KIND: Final[dict[str, TestKind]] = {
    "host": "interrogation", "clue": "investigation", "scroll": "deciphering",
}  # fmt: skip
WHICH_CLUE = say("Which card was drawn?")
HOW_MANY = say("How many clue cards does the token give?")
PRICE = say("Choose an object to give up")
FOLLOWS = say("Take the host's card into the hand, or let the host follow a hero")
SORTS: Final = ("?grey", "?nature", "?surprise")
"""What only the kind of a clue card was told of."""
ENDLESS: Final = -1
"""As many cards as the table says: nobody told the number on the token."""


def tests(state: State, seat: Seat) -> list[Option]:
    """ACT-3, INV-2: what a hero may test; where the app knows no tokens, by their kind."""
    if not state.table.investigation:
        return []
    hero = state.figure(seat)
    if hero is not None and places.knows_tokens(state):
        return [
            o.TakeTest(seat, one.id)
            for one in state.tokens
            if (one.type in ("clue", "scroll") or (one.type == "host" and not one.turned))
            and can_pay(state, seat, one.id)
            and places.touches(state, hero, one.at)
        ]
    return [o.TakeTest(seat, kind) for kind in ("host", "scroll", "clue")]


def tested_places(state: State, seat: Seat) -> list[Option]:
    """TST-5: the tests of missions and objectives that are still open, where a hero stands."""
    box = state.table.box
    found: list[Option] = []
    for score in state.scores:
        record = box.missions.get(score.id) or box.objectives.get(score.id)
        again = isinstance(record, Objective) and not record.once
        test = record.place.test if record is not None and record.place is not None else None
        is_open = score.done is None or again
        if test is not None and is_open and may_test(state, seat, score.id, test.characteristic):
            found.append(o.TakeTest(seat, score.id))
    return found


def may_test(state: State, seat: Seat, place: str, characteristic: Stat) -> bool:
    """TST-5, TST-7: on one of its spaces, or for Attack where a ranged attack reaches one of them."""
    hero, spaces = state.figure(seat), mission_places.spaces(state, place)
    if hero is None or not spaces or places.zone(state, hero.at) is None:
        return True
    if places.board(state) is None:
        stands = any(places.in_zone(state, hero.at, at) for at in spaces)
    else:
        stands = hero.at in spaces
    if stands or characteristic != "attack":
        return stands
    return targets.may_shoot(state, hero) and any(places.fires(state, hero, at) is not False for at in spaces)


def begin_test(t: Transition, seat: Seat, place: str) -> None:
    """ACT-3; some hosts ask a price instead (INV-11)."""
    host = host_test(t.now, place)
    if host is not None and host.skulls:
        t.push(f.PriceFrame(seat, place, host.skulls))
    else:
        t.push(test_at(t.now, seat, place))


def host_test(state: State, place: str) -> HostTest | None:
    """INV-11: how the host of a token is tested, where that is not a plain Mental test."""
    token = next((one for one in state.tokens if one.id == place and one.type == "host"), None)
    host = state.table.box.hosts.get(token.card) if token is not None else None
    return host.test if host is not None else None


def can_pay(state: State, seat: Seat, place: str) -> bool:
    """INV-11: whether a hero has the objects that a host asks."""
    host = host_test(state, place)
    gear = state.hero(seat).gear
    return host is None or sum(not cursed(state.table.box, item) for item in objects_of(gear)) >= host.skulls


def test_at(state: State, seat: Seat, place: str) -> f.TestFrame:
    """INV-2: the test of a token, a mission's place, or of a kind of token that the app does not know."""
    token = next((one for one in state.tokens if one.id == place), None)
    record = state.table.box.missions.get(place) or state.table.box.objectives.get(place)
    if record is not None and record.place is not None:
        test = record.place.test
        return f.TestFrame(seat, place, test.characteristic, test.difficulty, test.kind, test.direct)
    kind = token.type if token is not None else place
    host = host_test(state, place)
    characteristic = host.characteristic if host is not None else "mental"
    return f.TestFrame(seat, place, characteristic, difficulty(state, token), KIND[kind], True)


def face(state: State, token: TokenOn | None) -> tuple[int, int]:
    """INV-1, INV-4: difficulty and number of cards of the side that lies up; NOT_TOLD where nobody knows."""
    record = None if token is None else state.table.box.tokens.get(token.card) or _of_host(state, token)
    if token is None or record is None:
        return testing.NOT_TOLD, ENDLESS
    side = record.back if token.turned and record.back is not None else record.front
    return side.difficulty, side.cards


def _of_host(state: State, token: TokenOn) -> Token | None:
    return next((one for one in state.table.box.tokens.values() if one.host == token.card), None)


def difficulty(state: State, token: TokenOn | None) -> int:
    """The number on the side that lies up."""
    return face(state, token)[0]


def after_test(t: Transition, frame: f.TestFrame, passed: bool) -> None:
    """INV-3: a token is turned or removed, and its cards are drawn."""
    if frame.kind not in ("investigation", "interrogation", "deciphering"):
        return
    if not passed:
        host = host_test(t.now, frame.place)
        damage(t, frame.figure, host.damage if host is not None else 0)  # INV-11
        return
    token = next((one for one in t.now.tokens if one.id == frame.place), None)
    count = face(t.now, token)[1]
    if token is not None:
        if token.turned:
            t.set(tokens=tuple([one for one in t.now.tokens if one is not token]))
            t.tell(e.TokenRemoved(token.id))
        else:
            turned = [replace(one, turned=True) if one is token else one for one in t.now.tokens]
            t.set(tokens=tuple(turned))
            t.tell(e.TokenTurned(token.id))
    t.push(f.DrawFrame("clue", count, frame.figure))


# drawing --------------------------------------------------------------------------------------------------------------


def possible_clues(state: State) -> list[CardId]:
    """TAB-1: the cards that may lie in a clue pile that the app does not know."""
    seen = {clue.card for clue in state.clues_drawn}
    surprises = [id for id in state.table.box.surprises if id not in seen]
    return [id for id in (*state.suspects, *state.natures) if id not in seen] + surprises


def ask_clue(state: State, frame: f.DrawFrame) -> Pending:
    """The card drawn from the clue pile: by chance, or as the table tells."""
    if HIDDEN not in state.piles.clue and frame.left == ENDLESS:
        return asks(frame.seat, HOW_MANY, [o.Total(frame.seat, n) for n in range(len(state.piles.clue) + 1)])
    if HIDDEN not in state.piles.clue:
        return draws(frame.seat, state.piles.clue, state.seats, shown=True)
    stop: list[Option] = [o.Done(frame.seat)] if frame.left == ENDLESS else []
    told: list[Option] = [o.Tell(frame.seat, card) for card in (*possible_clues(state), *SORTS)]
    return asks(frame.seat, WHICH_CLUE, [*told, *stop])


def clue_drawn(t: Transition, frame: f.DrawFrame, card: CardId) -> None:
    """INV-3 to INV-9: one card, dealt with before the next."""
    gone = HIDDEN if card.startswith(HIDDEN) else card
    t.piles(clue=without(t.now.piles.clue, gone))
    t.set(clues_drawn=(*t.now.clues_drawn, Clue(card, t.now.turn)))
    t.tell(se.ClueDrawn(frame.seat, card))
    box = t.box
    if card == "?grey":
        t.set(hosts_in_hand=cards((*t.now.hosts_in_hand, HIDDEN)))
    elif card in box.hosts:
        if box.hosts[card].background == "black":
            t.oni(black=cards((*t.now.oni.black, card)))
            t.tell(se.HostGivenToOni(card))
        else:
            t.push(f.ClueFrame(card, frame.seat))
    elif card in box.surprises:
        t.tell(se.SurpriseResolved(card))
        effects.whole(t, card, frame.seat, frame.seat)


# host cards -----------------------------------------------------------------------------------------------------------


def _host_goes_on(t: Transition, frame: f.ClueFrame) -> bool:
    if t.box.hosts[frame.card].can_follow is not None and free_slots(t.now):
        return False
    _into_hand(t, frame)
    return True


def _into_hand(t: Transition, frame: f.ClueFrame) -> None:
    t.pop()
    t.set(hosts_in_hand=cards((*t.now.hosts_in_hand, frame.card)))
    t.tell(se.HostTaken(frame.card))


def _ask_host(state: State, frame: f.ClueFrame) -> Pending:
    follow: list[Option] = [o.Follow(state.captain, seat) for seat in free_slots(state)]
    return asks_captain(state, FOLLOWS, [o.IntoHand(state.captain), *follow])


def _host_chosen(t: Transition, frame: f.ClueFrame, option: Option) -> None:
    if not isinstance(option, o.Follow):
        _into_hand(t, frame)
        return
    t.pop()
    token = next((one for one in t.now.tokens if one.type == "host" and one.card == frame.card), None)
    figure = Figure(
        frame.card.rpartition(":")[2], frame.card, "follower", token.at if token else HIDDEN, owner=option.hero
    )
    t.set(figures=(*t.now.figures, figure), tokens=tuple([one for one in t.now.tokens if one is not token]))
    t.tell(se.HostFollows(frame.card, option.hero))


def playable_hosts(state: State) -> list[CardId]:
    """INV-8: grey cards in the heroes' hand; an unknown one may be any suspect not seen elsewhere."""
    hand = list(dict.fromkeys(state.hosts_in_hand))
    if HIDDEN in hand:
        seen = {*state.piles.used_hosts, *state.oni.black, *[clue.card for clue in state.clues_drawn], *hand}
        grey = [id for id in state.suspects if state.table.box.hosts[id].background == "grey"]
        hand = [card for card in hand if card != HIDDEN] + [id for id in grey if id not in seen]
    return hand


def play_host(t: Transition, seat: Seat, card: CardId) -> None:
    """INV-8, ONI-4: its effect, then the discard."""
    if seat == ONI:
        t.oni(black=without(t.now.oni.black, card))
    else:
        t.set(hosts_in_hand=without(t.now.hosts_in_hand, card))
    t.piles(used_hosts=cards((*t.now.piles.used_hosts, card)))
    t.tell(se.HostPlayed(seat, card))
    effects.whole(t, card, seat, seat if seat != ONI else "")


def _ask_price(state: State, frame: f.PriceFrame) -> Pending:
    return asks(frame.seat, PRICE, [o.Discard(frame.seat, item) for item in loose(state, frame.seat)])


def _paid(t: Transition, frame: f.PriceFrame, option: Option) -> None:
    """INV-11: once everything is given up, it counts as passed."""
    assert isinstance(option, o.Discard)
    discard(t, frame.seat, option.item)
    if frame.left > 1:
        t.become(replace(frame, left=frame.left - 1))
        return
    t.pop()
    test = test_at(t.now, frame.seat, frame.place)
    t.tell(e.TestResolved(frame.seat, frame.place, -1, True, test.kind))
    after_test(t, test, True)


PRICED = Part(_ask_price, _paid)
HOST = Part(_ask_host, _host_chosen, resume=_host_goes_on)
