"""What a table is worth to a seat: its chance of winning, guessed from what everybody sees and its own hand.

The unit is a sake in the end. A Samurai expects what he has and what he may still drink, as far as he lives to see it;
the Spirits expect what they have and what they may still steal. Who expects most wins most often (`KEEN`).
"""

from __future__ import annotations

from math import exp
from typing import TypeAlias

from companion.model.games.sake.box.deck import DISCIPLE, EVENT, INTERRUPTION, NO_CARD, Deck
from companion.model.games.sake.state.frames import OverFrame
from companion.model.games.sake.state.options import SEAT_AS_TARGET
from companion.model.games.sake.state.ring import Places
from companion.model.games.sake.state.state import (
    LIFE,
    PLAY,
    SAMURAI,
    SHEET,
    SPIRIT,
    Cards,
    Seat,
    State,
    Table,
    counters,
)

SURVIVES = (0.0, 0.42, 0.62, 0.76, 0.86, 0.92, 0.95, 0.97, 0.98, 0.985, 0.99)
"""The chance to live to the end, by life, while the Masu is full."""
HARDY = len(SURVIVES) - 1
MISSED = 0.3
"""How much of an Attack that somebody could make now comes, in the mean, before anything has changed."""
CARD = 0.14
"""A card in hand, in sake."""
PLAY_LEFT = 0.1
"""A play that is left, in sake."""
SPIRIT_SHARE = 0.6
"""What a Spirit steals, of what falls to each seat of the Masu."""
AWAKE = 0.12
"""An ability that is awake, in sake."""
SEATED = 0.05
"""An iaido still to come, in sake."""
NEAR = 3
DISCIPLE_HARM = 0.5
"""A Disciple who comes so near in his next advance, in points of life."""
TURN_UP = 1.2
"""The mean attack box."""
KEEN = (0.7, 2.2)
"""How surely more sake wins: with a full Masu, and with an empty one."""


def worth(deck: Deck, card: int) -> float:
    """A card in a hand, in cards: 1 in the mean."""
    text = deck.text[card]
    boxes = 0.25 * deck.defence[card] + 0.2 * deck.attack[card] + 0.3 * deck.drink[card]
    return boxes + (0.6 if text in (INTERRUPTION, DISCIPLE) else 0.25 if text == EVENT else 0.3)


def chance(state: State, seat: int) -> float:
    """The chance that a seat wins, 0 to 1."""
    top = state.frames[-1] if state.frames else None
    if type(top) is OverFrame:
        if seat not in top.winners:
            return 0.0
        return 1 / len(top.winners) if top.why == "shared" else 1.0
    if state.seats[seat].kind not in (SAMURAI, SPIRIT):
        return 0.0
    late = 1 - state.masu / counters(len(state.seats))
    keen = KEEN[0] + (KEEN[1] - KEEN[0]) * late * late
    mine, expected = expectations(state, seat, late)
    best = max(expected)
    return exp(keen * (mine - best)) / sum([exp(keen * (one - best)) for one in expected])


def expectations(state: State, seat: int, late: float) -> tuple[float, list[float]]:
    """The sake that a seat expects in the end; and that of each Samurai, in their order, then that of all Spirits."""
    seats = state.seats
    me = seats[seat]
    harm = exposed(state, seat)
    spirits = [one for one in seats if one.kind == SPIRIT]
    drinkers = [one for one in seats if one.kind == SAMURAI]
    share = state.masu / (len(drinkers) + len(spirits))
    expected = []
    mine = 0.0
    for n, one in enumerate(seats):
        if one.kind == SAMURAI:
            found = _samurai(state, n, one, share, late, harm[n], n == seat)
            expected.append(found)
            if n == seat:
                mine = found
    if spirits:
        among = sum([one.jar for one in spirits]) + len(spirits) * (SPIRIT_SHARE * share + 0.25 * (1 - late))
        among += 0.05 * sum([len(one.hand) for one in spirits])
        expected.append(among)
        if me.kind == SPIRIT:
            mine = among
    return mine, expected


def _samurai(state: State, n: int, of: Seat, share: float, late: float, harm: float, own: bool) -> float:
    """What a Samurai may expect to have in the end."""
    table, deck, sake, cards = state.table, state.table.deck, of.sake, float(len(of.hand))
    free = 2 + len(of.gear) - len(sake)
    drinks = (share if share < free else free + 0.5) if free else 0.25 * share
    life = len(of.life) + (LIFE in sake) - harm
    low = int(life) if life > 0 else 0
    if low >= HARDY:
        survives = SURVIVES[-1]
    else:
        survives = SURVIVES[low] + (SURVIVES[low + 1] - SURVIVES[low]) * (life - low if life > 0 else 0.0)
    survives = 1 - (1 - survives) * (1 - 0.6 * late)
    fit = _gear(table, of) * (1 - 0.5 * late)
    if own:
        cards = 0.0
        for card in of.hand:
            cards += worth(deck, card)
    if n == state.active and state.phase == PLAY:
        room = table.limit - len(of.hand)
        cards += room if 0 < room < 2 else 2 if room > 0 else 0
        fit += PLAY_LEFT * min(state.plays, len(of.hand))
    if SHEET not in sake and table.sheets[n] is not None:
        fit += AWAKE
    if of.seated:
        fit += SEATED
    return survives * (len(sake) + drinks) + CARD * cards + fit


def _gear(table: Table, of: Seat) -> float:
    """What lies in play and is awake, in sake."""
    deck, found = table.deck, 0.0
    for card in of.gear:
        if card in of.sake:
            continue
        spec = deck.weapon[card]
        if spec is not None:
            found += 0.05 + 0.03 * spec.attack + (0.12 * spec.defence if card == of.held else 0)
        else:
            found += 0.2 if deck.effect[card].defends else 0.1
    return found


def exposed(state: State, seat: int) -> list[float]:
    """The life that each Samurai may soon lose by the seat's weapons, and the seat by everybody else's."""
    seats, deck = state.seats, state.table.deck
    found = [0.0] * len(seats)
    me = seats[seat]
    if me.kind != SAMURAI or not state.lines:
        return found
    places = Places(state.lines)
    at, around = places.at, places.around
    here = at[SEAT_AS_TARGET + seat]
    guard, arms = _guard(deck, me), _arms(deck, me)
    if not me.hand or (state.active == seat and state.phase == PLAY and not state.plays):
        arms = ()
    disciples = [piece for piece in at if piece < SEAT_AS_TARGET]
    for n, other in enumerate(seats):
        if n == seat or other.kind != SAMURAI:
            continue
        there = at[SEAT_AS_TARGET + n]
        one = (there - here) % around if around else abs(there - here)
        two = around - one if around else one
        if (mine := _best(arms, one, two)) and mine > (warded := _guard(deck, other)):
            found[n] += MISSED * (mine - warded)
        if other.hand and (yours := _best(_arms(deck, other), one, two)) > guard:
            found[seat] += MISSED * (yours - guard)
        for piece in disciples:
            master = places.owner[piece]
            if master in (seat, n):
                steps = abs(at[piece] - (there if master == seat else here))
                if min(steps, around - steps if around else steps) <= NEAR:
                    found[n if master == seat else seat] += MISSED * DISCIPLE_HARM
    return found


Arms: TypeAlias = tuple[tuple[int, bool, float], ...]
BARE: Arms = ((1, False, TURN_UP),)


def _arms(deck: Deck, of: Seat) -> Arms:
    """The reach and strength of the weapons that are awake."""
    weapon, sake, found = deck.weapon, of.sake, []
    for card in of.gear:
        spec = weapon[card]
        if spec is not None and card not in sake:
            found.append((spec.range, spec.plus, TURN_UP + spec.attack))
    return tuple(found) or BARE


def _best(arms: Arms, one: int, other: int) -> float:
    """The strongest Attack at two distances, 0 when nothing reaches."""
    found = 0.0
    for steps, plus, strength in arms:
        if strength > found and ((one >= steps and other >= steps) if plus else steps in (one, other)):
            found = strength
    return found


def _guard(deck: Deck, of: Seat) -> float:
    """What a Samurai wards off in the mean."""
    if not of.hand:
        return 0.0
    held = deck.weapon[of.held] if of.held != NO_CARD and of.held not in of.sake else None
    found = 0.5 + 0.15 * len(of.hand) + (0 if held is None else held.defence)
    for card in of.gear:
        if (more := deck.effect[card].defends) is not None and card not in of.sake:
            found += more
    return found * (0.5 + 0.1 * min(len(of.hand), 4))


def cheapest(deck: Deck, cards: Cards) -> int:
    """The card of a hand that is missed least."""
    return min(cards, key=lambda card: (worth(deck, card), card))
