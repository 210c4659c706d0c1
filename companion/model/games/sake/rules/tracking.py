"""A real table whose hands the app does not know (TRK): cards are told when they become public."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.contract import Option
from companion.model.games.sake.box.deck import BACKS
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.frames import FillFrame, OverFrame, WindowFrame
from companion.model.games.sake.state.state import Cards, State, in_game, public_cards, replace


def unsure(cards: Cards) -> bool:
    """Whether the app does not know some of these; hands stand in order of number."""
    return bool(cards) and min(cards) < 0


def shows(state: State, seat: int) -> list[Option]:
    """Every card that a seat may turn out to hold, as far as it can know itself."""
    hand = state.seats[seat].hand
    if not hand or hand[0] >= 0:
        return []
    return [o.Show(seat, card) for card in _fitting(state, seat, [one for one in hand if one < 0], hand)]


def top_shows(state: State, seat: int, box: str) -> list[Option]:
    """The numbers, then the cards, that may have been turned up from the pile."""
    found: list[Option] = [o.Show(seat, card) for card in state.table.deck.told[box]]
    return [*found, *[o.Show(seat, card) for card in _fitting(state, seat, [state.pile[0]], ())]]


def by_type(state: State, seat: int) -> list[int]:
    """TRK-2: what is told by its type: the first card of each that an unknown card of a hand may be.

    Which of the cards of a type it was matters to nobody once it lies open.
    """
    hand = state.seats[seat].hand
    kinds, found = state.table.deck.type, dict[int, int]()
    for card in _fitting(state, seat, [one for one in hand if one < 0], hand):
        found.setdefault(kinds[card], card)
    return list(found.values())


def to_be_told(state: State) -> bool:
    """Whether the card on top of the pile is to be told before it is turned up."""
    deck = state.table.deck
    return bool(state.pile) and state.pile[0] < 0 and not deck.is_of_box(state.pile[0])


def backs(state: State, seat: int) -> list[Option]:
    """TRK-5: the backs there are, when a rule needs the top one and nobody has told it."""
    if not state.pile or state.table.deck.back[state.pile[0]]:
        return []
    return [o.TellBack(seat, back) for back in BACKS]


def _fitting(state: State, seat: int, slots: list[int], hand: Cards) -> Iterator[int]:
    deck = state.table.deck
    nothing = len(deck.types)
    public = public_cards(state).union(hand)
    if state.frames and isinstance(window := state.frames[-1], WindowFrame):
        named = (o.Interrupt, o.Defend, o.Sacrifice)
        public |= {answer.card for answer in window.answers if isinstance(answer, named) and answer.seat != seat}
    for card in in_game(state.table):
        if card not in public and any(
            deck.back[slot] in (0, deck.back[card]) and deck.type[slot] in (nothing, deck.type[card]) for slot in slots
        ):
            yield card


def show(t: Transition, option: o.Show, from_pile: bool) -> None:
    """A card is told; where it was believed to lie it is believed no more."""
    card = option.card
    if from_pile:
        t.forget(card)
        t.pile = (card, *t.pile[1:])
    else:
        t.from_hand(option.seat, (card,))
        t.to_hand(option.seat, (card,))
    if card >= 0:
        t.tell(e.CardShown(option.seat, card))


def hidden_cards(state: State) -> list[int]:
    """The cards that lie nowhere as far as the app knows: as many as it does not know."""
    known = public_cards(state).union(state.pile)
    for seat in state.seats:
        known |= {*seat.hand, *seat.life, *seat.wounds}
    return [card for card in in_game(state.table) if card not in known]


def fillable(state: State) -> bool:
    """TRK-8: every hand is known, but not every card elsewhere."""
    top = state.frames[-1] if state.frames else None
    waiting = not state.turn or isinstance(top, FillFrame | OverFrame)
    return not waiting and not hands_unknown(state) and bool(hidden_cards(state))


def hands_unknown(state: State) -> bool:
    """Whether somebody holds a card that the app does not know."""
    return any(seat.hand and seat.hand[0] < 0 for seat in state.seats)


def fill(t: Transition, order: list[int]) -> None:
    """TRK-8: every card that is not known becomes one of those not seen, in accordance with backs and types."""
    deck, nothing = t.deck, len(t.deck.types)

    def exact(card: int) -> bool:
        return bool(deck.back[card]) or deck.type[card] != nothing

    def filled(cards: Cards, wanted: bool) -> Cards:
        found = list(cards)
        for at, slot in enumerate(found):
            if slot < 0 and exact(slot) is wanted:
                fits = (
                    card
                    for card in order
                    if deck.back[slot] in (0, deck.back[card]) and deck.type[slot] in (nothing, deck.type[card])
                )
                found[at] = next(fits, slot)
                if found[at] != slot:
                    order.remove(found[at])
        return tuple(found)

    for wanted in (True, False):
        for n, seat in enumerate(t.seats):
            hand = tuple(sorted(filled(seat.hand, wanted)))
            t.seats[n] = replace(seat, hand=hand, life=filled(seat.life, wanted), wounds=filled(seat.wounds, wanted))
        t.pile, t.discard = filled(t.pile, wanted), filled(t.discard, wanted)
        t.air = filled(t.air, wanted)
    t.table = replace(t.table, options=replace(t.table.options, enforcement="enforce"))


def tell_back(t: Transition, option: o.TellBack) -> None:
    """TRK-5."""
    t.pile = (t.deck.unknown(1 + BACKS.index(option.back)), *t.pile[1:])
    t.tell(e.BackTold(option.back))


def shuffled_unseen(t: Transition) -> bool:
    """PIL-2 where the app does not know what is shuffled: a pile of cards nobody knows."""
    if not unsure(t.discard):
        return False
    count = len(t.discard)
    t.pile, t.discard = (t.deck.unknown(0),) * count, ()
    t.tell(e.PileShuffled((), count))
    return True
