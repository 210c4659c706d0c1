"""What is offered: every legal option of every question, and no other."""

from __future__ import annotations

from itertools import chain, combinations

from companion.model.core.contract import Option
from companion.model.games.sake.box.deck import DISCIPLE, EVENT, ITEM, NO_CARD, WEAPON, Effect
from companion.model.games.sake.rules.reach import Reach, bonus_steps
from companion.model.games.sake.rules.tracking import backs, by_type, shows
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.frames import CANCEL_ATTACK, CANCEL_MOVE, WindowFrame
from companion.model.games.sake.state.options import Side, seat_target
from companion.model.games.sake.state.ring import (
    Places,
    addable,
    before,
    in_range,
    left_of,
    most_steps,
    removable,
    right_of,
)
from companion.model.games.sake.state.state import LIFE, SAMURAI, SPIRIT, Cards, Seat, State, box, free_spots, living

Found = list[Option]


def instants(state: State, seat: int, of: Seat) -> Found:
    """NOW-2, NOW-3: `burn_draw` and `soul`."""
    found: Found = []
    if state.pile:
        found += [o.BurnDraw(seat, spot) for spot in of.sake]
    if LIFE not in of.sake and not state.soul >> seat & 1:
        found += [o.Soul(seat, count) for count in range(1, len(of.life))]
    return found


def has_instant(state: State, seat: int, of: Seat) -> bool:
    """Whether an instant is open to a Samurai."""
    if of.sake and state.pile:
        return True
    return LIFE not in of.sake and len(of.life) > 1 and not state.soul >> seat & 1


def uses(state: State, seat: int, of: Seat) -> Found:
    """ITM-2, ITM-3."""
    if not of.sake:
        return []
    effect, found = state.table.deck.effect, Found()
    for item in of.gear:
        what = effect[item]
        if item not in of.sake and (
            (what.draw is not None and state.pile)
            or (what.regain is not None and of.wounds)
            or (what.everybody_discards and any(state.seats[n].hand for n in living(state.seats) if n != seat))
        ):
            found += [o.Use(seat, item, spot) for spot in of.sake]
    return found


def menu(state: State) -> Found:
    """TUR-3: D1."""
    seat = state.active
    of = state.seats[seat]
    found: Found = []
    if state.plays > 0 and of.hand:
        _plays(state, seat, of, found)
    found += uses(state, seat, of)
    found += instants(state, seat, of)
    found += [o.BurnPlay(seat, spot) for spot in of.sake]
    found.append(o.EndPhase(seat))
    return found


def _plays(state: State, seat: int, of: Seat, found: Found) -> None:
    deck, lines = state.table.deck, state.lines
    reach = Reach(state, seat)
    hand = tuple([card for card in of.hand if card >= 0])
    strikes_, moves, drinks, texts = hand, hand, hand, hand
    if of.hand[0] < 0:  # TRK-2: what a card was played for says enough of it
        found += shows(state, seat)
        strikes_, drinks = (*hand, *deck.told["attack"]), (*hand, *deck.told["drink"])
        moves, texts = (*hand, deck.told["move"][-1]), (*hand, *by_type(state, seat))
    pairs = reach.pairs()
    found += [o.Attack(seat, card, target, weapon) for card in strikes_ for target, weapon in pairs]
    if lines:
        _moves(state, seat, of, found, reach, moves, strikes_)
    if state.masu and len(of.sake) < 2 + len(of.gear):
        found += [o.Drink(seat, card) for card in drinks if deck.drink[card]]
    for card in texts:
        text = deck.text[card]
        if text == EVENT:
            found += event_options(state, seat, of, card, deck.effect[card], reach)
        elif text in (WEAPON, ITEM):
            if not twin(state, of, card):
                found.append(o.Put(seat, card))
        elif text == DISCIPLE and lines:
            sides: tuple[Side, ...] = ("line",) if len(lines) == 1 else ("left", "right")
            found += [o.PutDisciple(seat, card, side) for side in sides]


def _moves(state: State, seat: int, of: Seat, found: Found, reach: Reach, moves: Cards, draws: Cards) -> None:
    """Moves with some cards, and iaido with others (WLK, IAI)."""
    deck = state.table.deck
    bonus = bonus_steps(state.table, seat, of)
    free = bonus if state.table.options.iaido_bonus else 0
    most = max([deck.move[card] for card in moves])
    ways = most_steps(state.lines, seat, max(most + bonus, 2 + free), box(state))
    for card in moves:
        steps = deck.move[card] + bonus
        for side, fit in ways.items():
            found += [o.Move(seat, card, side, k) for k in range(1, min(fit, steps) + 1)]
    if of.seated:
        for side, fit in ways.items():
            for k in range(1, min(fit, 2 + free) + 1):
                for target, weapon in reach.pairs(k if side in ("left", "toward") else -k):
                    found += [o.Iaido(seat, card, side, k, target, weapon) for card in draws]


def twin(state: State, of: Seat, card: int) -> bool:
    """GEA-1: whether an identical card is in play before a Samurai."""
    kinds = state.table.deck.type
    return any(kinds[one] == kinds[card] for one in of.gear)


def event_options(state: State, seat: int, of: Seat, card: int, effect: Effect, reach: Reach) -> Found:
    """EVT-1: what an event can do now."""
    if (attack := effect.attack) is not None:
        targets = reach.within(attack.range, attack.plus)
        if not attack.pay:
            return [o.PlayEvent(seat, card, target) for target in targets]
        return [o.PlayEvent(seat, card, target, spot) for target in targets for spot in of.sake]
    if effect.discards is not None:
        return [o.PlayEvent(seat, card, seat_target(n)) for n in discarders(state, seat, effect)]
    if effect.removes is not None:
        gear = effect.removes == "gear"
        named = [n for n in living(state.seats) if (state.seats[n].gear if gear else state.seats[n].sake)]
        return [o.PlayEvent(seat, card, seat_target(n)) for n in named]
    fits = (
        (effect.add_steps is not None and bool(addable(state.lines, box(state))))
        or (effect.remove_steps is not None and bool(removable(state.lines)))
        or (effect.draw is not None and bool(state.pile))
        or (effect.regain is not None and bool(of.wounds))
    )
    return [o.PlayEvent(seat, card)] if fits else []


def discarders(state: State, seat: int, effect: Effect) -> list[int]:
    """The Samurai in range of an event that makes them discard."""
    assert effect.discards is not None
    if not state.lines:
        return []
    places, wanted = Places(state.lines), effect.discards
    either, here = state.table.options.plus_range == "either", seat_target(seat)
    return [
        n
        for n in living(state.seats)
        if n != seat
        and state.seats[n].hand
        and in_range(places.distances(here, seat_target(n)), wanted.range, wanted.plus, either)
    ]


def hold_menu(state: State) -> Found:
    """TUR-5: D4."""
    seat = state.active
    of = state.seats[seat]
    return [*holds(state, seat, of), *uses(state, seat, of), *instants(state, seat, of)]


def holds(state: State, seat: int, of: Seat) -> Found:
    """TUR-6, GEA-2: every own weapon in play, or nothing without one."""
    weapon = state.table.deck.weapon
    weapons = [card for card in of.gear if weapon[card] is not None]
    return [o.Hold(seat, card) for card in weapons or [NO_CARD]]


# windows --------------------------------------------------------------------------------------------------------------


def is_asked(state: State, window: WindowFrame, seat: int) -> bool:
    """ASK-1: whether a seat of the window's list is asked now; follows from what everybody sees."""
    of = state.seats[seat]
    if of.kind == SPIRIT:
        return bool(matching(state, of))
    if window.kind == "third":
        return bool(of.sake and state.pile)
    if window.kind == "pipe":
        return bool(of.hand)
    if window.kind == "named":
        return has_instant(state, seat, of)
    return bool(of.hand) or has_instant(state, seat, of)


def answers(state: State, window: WindowFrame, seat: int) -> Found:
    """What a seat may answer in a window."""
    of = state.seats[seat]
    hand = of.hand
    if of.kind == SPIRIT:
        return [*[o.Dematerialise(seat, card) for card in dict.fromkeys(matching(state, of))], o.Pass(seat)]
    if hand and hand[0] < 0:
        hand = tuple(dict.fromkeys(hand))
    if window.kind == "pipe":
        return [*[o.Discard(seat, card) for card in hand], *instants(state, seat, of)]
    if window.kind == "third":
        return [*[o.BurnDraw(seat, spot) for spot in of.sake], o.Pass(seat)]
    found: Found = []
    deck = state.table.deck
    defences = texts = hand
    if hand and hand[0] < 0:
        defences = texts = hand = tuple([card for card in hand if card >= 0])
        if (window.cancels or window.target == seat) and state.table.options.enforcement == "track":
            found += shows(state, seat)
            defences, texts = (*hand, *deck.told["defence"]), (*hand, *by_type(state, seat))
    if window.cancels:
        found += [o.Interrupt(seat, card) for card in texts if cancelled_by(deck.effect[card]) & window.cancels]
    if window.target == seat and window.kind in ("action", "torment"):
        found += [o.Defend(seat, card) for card in defences]
        if window.kind == "action":
            found += [o.Sacrifice(seat, card) for card in texts if deck.text[card] == DISCIPLE]
    found += instants(state, seat, of)
    found.append(o.Pass(seat))
    return found


def cancelled_by(effect: Effect) -> int:
    """What an Interruption cancels, as windows write it."""
    return CANCEL_MOVE if effect.cancels == "move" else CANCEL_ATTACK if effect.cancels == "attack" else 0


def matching(state: State, of: Seat) -> list[int]:
    """The cards of a Spirit that can be played now (SPI-1); at a real table also where a back is not known (TRK-5)."""
    back = state.table.deck.back
    top = back[state.pile[0]] if state.pile else 0
    if state.pile and state.table.options.enforcement == "track":
        return [card for card in of.hand if not top or back[card] in (0, top)]
    return [card for card in of.hand if back[card] == top] if top else []


# Disciples, Spirits, death --------------------------------------------------------------------------------------------


def strikes(state: State, seat: int, disciple: int) -> Found:
    """DSC-5: D3."""
    return [o.Strike(seat, target) for target in before(state.lines, disciple)]


def steps(state: State, seat: int, add: bool) -> Found:
    """D9."""
    places = addable(state.lines, box(state)) if add else removable(state.lines)
    return [o.AddOrRemoveStep(seat, line, stretch) for line, stretch in places]


def power(state: State) -> Found:
    """SPI-3: D17; nothing when the power has no use."""
    if not state.pile:
        return []
    seat, found = state.active, Found()
    top = state.table.deck.back[state.pile[0]]
    if not top:
        return [*backs(state, seat), o.Decline(seat)]
    if top == 1:
        found += [o.PushStep(seat, "add", line, stretch) for line, stretch in addable(state.lines, box(state))]
        found += [o.PushStep(seat, "remove", line, stretch) for line, stretch in removable(state.lines)]
    elif top == 2:
        found += [
            o.Brawl(seat, n)
            for n in living(state.seats)
            if state.seats[n].sake and len(state.seats[n].sake) < 2 + len(state.seats[n].gear)
        ]
    elif top == 3:
        found += [
            o.Doze(seat, n, to)
            for n in living(state.seats)
            if state.seats[n].hand
            for to in living(state.seats)
            if to != n
        ]
    if found:
        found.append(o.Decline(seat))
    return found


def shifts(state: State, seat: int, samurai: int) -> Found:
    """D18."""
    of = state.seats[samurai]
    return [o.Shift(seat, spot, to) for spot in of.sake for to in free_spots(of)]


def third(state: State) -> Found:
    """SPI-5, SPI-7: D20; nothing when there is nothing to do."""
    seat, found = state.active, Found()
    if state.masu and state.fatal is None:
        found.append(o.Steal(seat))
    sets = sets_of(matching(state, state.seats[seat]))[1:]
    for n in living(state.seats):
        if state.seats[n].sake:
            found += [o.Torment(seat, n, cards) for cards in sets]
    if found:
        found.append(o.DoNothing(seat))
    return found


MOST_AT_ONCE = 12
"""So many matching cards are put together in every way, 4,096 sets; more of one back hardly ever come to one hand."""


def sets_of(cards: list[int]) -> list[Cards]:
    """Every set of these cards, the empty one first; of more than `MOST_AT_ONCE`, of the first ones of the deck."""
    cards = cards[:MOST_AT_ONCE]
    found = chain.from_iterable(combinations(cards, count) for count in range(len(cards) + 1))
    return list(dict.fromkeys(found) if cards and min(cards) < 0 else found)


def equal_lines(state: State, dead: int) -> list[int]:
    """DTH-2, DTH-3: the numbers of the lines one of which stays, the dead one's own Disciples being gone."""
    count = sum([seat.kind == SAMURAI for seat in state.seats])
    if count < 3:
        return []
    own = sorted((left_of(state.lines, dead), right_of(state.lines, dead)))
    among = own if count > 3 else [0, 1, 2]
    shortest = min([state.lines[n].steps for n in among])
    return [n for n in among if state.lines[n].steps == shortest]
