"""What an answer leads to, as far as it follows by itself, and what to expect of whoever is asked meanwhile.

States are made by the rules alone; what is guessed is what people would answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, TypeVar

from companion.model.core.contract import Choice, Option, Outcome, Roll, choices_of
from companion.model.games.sake.box.deck import DISCIPLE, NO_CARD, Deck
from companion.model.games.sake.insight.judgement import cheapest, worth
from companion.model.games.sake.rules import legal, play
from companion.model.games.sake.rules.attack import with_weapon
from companion.model.games.sake.rules.reach import defence_of
from companion.model.games.sake.rules.setup import shuffled
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.state import frames as f
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.frames import WindowFrame
from companion.model.games.sake.state.state import HOLD, LETTERS, LIFE, SHEET, SPIRIT, Seat, State, replace

T = TypeVar("T")
FARTHEST = 60
"""Answers followed after one's own before the table is judged as it lies."""
LIFE_POINT = 1.0
"""A point of life in cards: for so many of them a Samurai saves one."""


def outlook(state: State, choice: Choice) -> Iterator[tuple[tuple[Option, ...], State]]:
    """Every option worth a thought, and the table when what it begins is over."""
    unasked = _unasked(state)
    for option in candidates(state, choice.options):
        yield (option,), settled(play.apply(unasked, option).state)


def _unasked(state: State) -> State:
    """The table with nobody's secret answer: what others have answered is no better known than what they will."""
    top = state.frames[-1] if state.frames else None
    if type(top) is not WindowFrame or state.table.options.enforcement == "track":
        return state
    return replace(state, frames=(*state.frames[:-1], replace(top, answers=(None,) * len(top.seats))))


# options that are alike -----------------------------------------------------------------------------------------------


def candidates(state: State, options: tuple[Option, ...]) -> list[Option]:
    """Of options that do the same with other cards, the one that does it best for the card that is missed least."""
    idle = _idle(state, options)
    found: dict[Any, tuple[float, Option]] = {}
    for option in options:
        if idle and isinstance(option, o.BurnDraw | o.Soul):
            continue
        key, price = _alike(state, option)
        known = found.get(key)
        if known is None or price < known[0]:
            found[key] = price, option
    return [option for _, option in found.values()]


def _idle(state: State, options: tuple[Option, ...]) -> bool:
    """Whether nothing is to be gained by a card now: he ends his turn, or looks on while others fight."""
    if not state.frames:
        return state.phase == HOLD
    top = state.frames[-1]
    if not isinstance(top, WindowFrame) or not isinstance(last := options[-1], o.Pass):
        return False
    return top.kind == "third" or top.target != last.seat


def _alike(state: State, option: Any) -> tuple[Any, float]:
    """What an option has in common with those that do the same, and its price in cards."""
    deck = state.table.deck
    match option:
        case o.Attack(_, card, target, weapon):
            return (o.Attack, target), worth(deck, card) - _strength(deck, card, weapon)
        case o.Iaido(_, card, side, steps, target, weapon):
            return (o.Iaido, side, steps, target), worth(deck, card) - _strength(deck, card, weapon)
        case o.Move(_, card, side, steps):
            return (o.Move, side, steps), worth(deck, card)
        case o.Drink(_, card):
            return (o.Drink, deck.drink[card]), worth(deck, card)
        case o.PlayEvent(seat, card, target, pay):
            return (o.PlayEvent, deck.type[card], target), worth(deck, card) + _paid(state, seat, pay)
        case o.Put(_, card):
            return (o.Put, deck.type[card]), worth(deck, card)
        case o.PutDisciple(_, card, side):
            return (o.PutDisciple, side), worth(deck, card)
        case o.Defend(_, card):
            return (o.Defend, deck.defence[card]), worth(deck, card)
        case o.Interrupt() | o.Sacrifice() | o.Dematerialise():
            return type(option), worth(deck, option.card)
        case o.Soul(_, count):
            return o.Soul, float(count)
        case o.BurnDraw(seat, spot) | o.BurnPlay(seat, spot):
            return type(option), _paid(state, seat, spot)
        case o.Use(seat, item, spot):
            return (o.Use, item), _paid(state, seat, spot)
        case o.Torment(_, samurai, cards):
            return (o.Torment, samurai, len(cards)), sum([worth(deck, card) for card in cards])
        case o.Help(_, cards):
            return (o.Help, len(cards)), sum([worth(deck, card) for card in cards])
        case o.Show():
            return o.Show, 0.0
        case o.Doze(_, giver, receiver):
            return (o.Doze, giver), float(len(state.seats[receiver].sake))
    return option, 0.0


def _paid(state: State, seat: int, spot: int) -> float:
    """How dear the sake of a spot is: least so where it is in the way."""
    return 0.0 if spot == NO_CARD else _spot(state, state.seats[seat], spot, False)


def _strength(deck: Deck, card: int, weapon: int) -> float:
    """An Attack in cards; from afar no held weapon helps against it."""
    spec = deck.weapon[weapon] if weapon >= 0 else None
    return deck.attack[card] + (0.0 if spec is None else spec.attack + 1.5 * spec.ranged)


# what follows ---------------------------------------------------------------------------------------------------------


def resolving(state: State) -> bool:
    """Whether anything is half done."""
    top = state.frames[-1] if state.frames else None
    if top is None:
        return not state.pile and bool(state.discard)
    return type(top) not in (f.OverFrame, f.FillFrame, f.SetupFrame)


def settled(state: State) -> State:
    """The table when nothing is half done any more."""
    for _ in range(FARTHEST):
        if not resolving(state):
            return state
        state = _one_further(state)
    return state


def _one_further(state: State) -> State:
    t = Transition(state)
    top = state.frames[-1] if state.frames else None
    if not state.pile and state.discard:
        shuffled(t, some_order(state))
    elif type(top) is WindowFrame:
        given = tuple(
            [
                reaction(state, top, seat) if answer is None else answer
                for seat, answer in zip(top.seats, top.answers, strict=True)
            ]
        )
        t.become(replace(top, answers=given))
    elif type(top) is f.DozeFrame:
        return play.rolled(state, (state.table.deck.ids[state.seats[top.giver].hand[0]],)).state
    else:
        return play.apply(state, likely(state, choices_of(play.pending(state))[0])).state
    play.go_on(t)
    return t.state()


def alike(state: State) -> list[tuple[Outcome, float]] | None:
    """One outcome of the pending roll for all of them: which cards come is not judged, how many is."""
    pending = play.pending(state)
    if not isinstance(pending, Roll) or pending.kind == "sheets":
        return None
    if pending.kind == "doze":
        return [((pending.dice[0].kind.faces[0],), 1.0)]
    return [(pending.dice[0].kind.faces, 1.0)]


def some_order(state: State) -> tuple[str, ...]:
    """An order of the discards: any is as good as another to whoever does not know it."""
    cards = sorted(state.discard)
    Random(len(cards)).shuffle(cards)
    return tuple([state.table.deck.ids[card] for card in cards])


# what people answer ---------------------------------------------------------------------------------------------------


def _of(kind: type[T], options: Iterable[Option]) -> list[T]:
    return [one for one in options if isinstance(one, kind)]


def likely(state: State, choice: Choice) -> Option:
    """What to expect of a seat that is asked while something is resolved."""
    options = choice.options
    if len(options) == 1:
        return options[0]
    top = state.frames[-1]
    if type(top) is WindowFrame:
        return reaction(state, top, LETTERS.index(choice.seat))
    deck, first = state.table.deck, options[0]
    match first:
        case o.Discard():
            of = state.seats[first.seat]
            return o.Discard(first.seat, cheapest(deck, of.hand))
        case o.Place():
            of = state.seats[first.seat]
            return min(_of(o.Place, options), key=lambda one: _spot(state, of, one.spot, True))
        case o.Surrender():
            of = state.seats[first.seat]
            return min(_of(o.Surrender, options), key=lambda one: _spot(state, of, one.spot, False))
        case o.Hold():
            return max(_of(o.Hold, options), key=lambda one: _held(state, one.weapon))
        case o.PickCard():
            return max(_of(o.PickCard, options), key=lambda one: _held(state, one.card))
        case o.GiveTo():
            return next((one for one in _of(o.GiveTo, options) if one.spirit == one.seat), first)
        case o.Help():
            return next(one for one in _of(o.Help, options) if not one.cards)
        case o.Steal():
            return first
    return options[-1] if isinstance(options[-1], o.DoNothing | o.Decline) else first


def _spot(state: State, of: Seat, spot: int, placing: bool) -> float:
    """How little a sake is minded on a spot; one that is given up leaves the most minded first."""
    deck = state.table.deck
    if spot == LIFE:
        minded = -1.0
    elif spot == SHEET:
        minded = 0.5
    else:
        minded = _held(state, spot) + (1.0 if spot == of.held else 0)
        arms = [card for card in of.gear if deck.weapon[card] is not None and card not in of.sake]
        if arms == [spot]:
            minded += 2
    return minded if placing else -minded


def _held(state: State, card: int) -> float:
    """The use of a weapon or item, roughly."""
    spec = state.table.deck.weapon[card] if card >= 0 else None
    return 0.4 if spec is None else 0.5 * spec.defence + 0.25 * spec.attack


def reaction(state: State, window: WindowFrame, seat: int) -> Option:
    """What a seat answers in a window."""
    of = state.seats[seat]
    if of.kind == SPIRIT:
        cards = legal.matching(state, of)
        return o.Dematerialise(seat, cards[0]) if cards else o.Pass(seat)
    if window.kind == "pipe":
        return o.Discard(seat, cheapest(state.table.deck, of.hand))
    if seat != window.target or window.kind not in ("action", "torment"):
        return o.Pass(seat)
    return _defence(state, window, seat, of)


def _defence(state: State, window: WindowFrame, seat: int, of: Seat) -> Option:
    """How a Samurai defends: what costs least, wounds and cards together."""
    table, deck = state.table, state.table.deck
    value, ranged, torment = _threat(state, window)
    bare = defence_of(table, seat, of, ranged, None)
    strength = len(of.life) + (LIFE in of.sake)

    def cost(damage: int) -> float:
        damage = max(damage, 0)
        if torment:
            return 3.0 * min(damage, len(of.sake))
        return LIFE_POINT * damage * (1 + 2 / max(strength, 1)) + (12 if damage >= strength else 0)

    best, least = o.Pass(seat), cost(value - bare)
    if not least:
        return best
    found: Option = best
    for card in of.hand:
        if card < 0:
            continue
        price = worth(deck, card)
        if (one := cost(value - defence_of(table, seat, of, ranged, card)) + price) < least:
            found, least = o.Defend(seat, card), one
        if not torment and deck.text[card] == DISCIPLE and price < least:
            found, least = o.Sacrifice(seat, card), price
        if price < least and legal.cancelled_by(deck.effect[card]) & window.cancels & f.CANCEL_ATTACK:
            found, least = o.Interrupt(seat, card), price
    return found


def _threat(state: State, window: WindowFrame) -> tuple[int, bool, bool]:
    """What the one attacked is threatened with: how much, whether from afar, and whether it is a torment."""
    below = state.frames[-2] if len(state.frames) > 1 else None
    match below:
        case f.TormentFrame():
            return len(below.cards), False, True
        case f.AttackFrame():
            return below.value, below.ranged, False
        case f.IaidoFrame():
            made = with_weapon(Transition(state), below.seat, below.card, below.target, below.weapon, ())
            return made.value, made.ranged, False
    return 0, False, False
