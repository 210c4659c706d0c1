"""Whole games that fit what a seat knows (HID-2)."""

from __future__ import annotations

from collections import Counter
from random import Random

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Content, Json
from companion.model.games.chronicles.insight.notebook import worlds
from companion.model.games.chronicles.rules import hands
from companion.model.games.chronicles.rules.transition import Transition, known_rest
from companion.model.games.chronicles.state.state import CardId, Cards, Seat, State, cards, replace
from companion.model.games.chronicles.wire import position


def sample_world(view: Json, seat: Seat, rng: Random, content: Content) -> State:
    """A whole state that a seat, knowing only `view`, must hold possible."""
    t = Transition(position.decode(view, content))
    _truth(t, rng)
    _clues(t, rng)
    _events(t, rng)
    _wounds(t, rng)
    _plans(t, rng)
    _order(t, rng)
    _objects(t, rng)
    return t.now


def _truth(t: Transition, rng: Random) -> None:
    """Guilty host and nature, as the clues make them likely."""
    oni = t.now.oni
    if HIDDEN not in (oni.guilty, oni.nature):
        return
    found = {
        world: weight
        for world, weight in worlds(t.now, [clue.card for clue in t.now.clues_drawn]).items()
        if oni.guilty in (HIDDEN, world[0]) and oni.nature in (HIDDEN, world[1])
    }
    guilty, nature = rng.choices(list(found), list(found.values()))[0]
    t.oni(guilty=guilty, nature=nature)


def _clues(t: Transition, rng: Random) -> None:
    """What is left of suspects, natures and surprises: first what was drawn unseen, then the pile."""
    state = t.now
    seen = {clue.card for clue in state.clues_drawn}
    left = [id for id in (*state.suspects, *state.natures) if id not in (state.oni.guilty, state.oni.nature, *seen)]
    surprises = [id for id in (state.piles.surprise or cards(t.box.surprises)) if id not in seen]
    rng.shuffle(left)
    drawn = []
    for clue in state.clues_drawn:
        fitting = [id for id in left if _fits(t, clue.card, id)]
        card = clue.card
        if card.startswith(HIDDEN) and card != "?surprise" and fitting:
            card = fitting[0]
            left.remove(card)
        drawn.append(replace(clue, card=card))
    told = [one.card for one in drawn if one.card in t.box.hosts and t.box.hosts[one.card].background == "grey"]
    free = [card for card in told if card not in (*state.hosts_in_hand, *state.piles.used_hosts)]
    hand = [free.pop() if card == HIDDEN and free else card for card in state.hosts_in_hand]
    pile = [*left, *surprises]
    rng.shuffle(pile)
    t.set(clues_drawn=tuple(drawn), hosts_in_hand=cards(hand))
    t.piles(clue=_filled(state.piles.clue, pile))


def _fits(t: Transition, told: CardId, card: CardId) -> bool:
    if told == "?nature":
        return card in t.box.natures
    return told == HIDDEN or (told == "?grey" and card in t.box.hosts and t.box.hosts[card].background == "grey")


def _filled(known: Cards, pool: list[CardId]) -> Cards:
    """A list whose unknown cards are taken from a shuffled pool, as far as it goes."""
    return cards([pool.pop() if card == HIDDEN and pool else card for card in known])


def _events(t: Transition, rng: Random) -> None:
    piles, oni = t.now.piles, t.now.oni
    known = Counter([*piles.used_events, *oni.hand, *[one.card for one in oni.techniques], *piles.event])
    pool = [id for id, card in t.box.events.items() for _ in range(card.copies - known[id])]
    rng.shuffle(pool)
    t.oni(
        hand=_filled(oni.hand, pool),
        techniques=tuple(
            [replace(one, card=pool.pop()) if one.card == HIDDEN and pool else one for one in oni.techniques]
        ),
    )
    t.piles(used_events=_filled(piles.used_events, pool))
    t.piles(event=_filled(piles.event, pool))


def _wounds(t: Transition, rng: Random) -> None:
    known = Counter(t.now.piles.wound)
    for hero in t.now.heroes:
        known.update([*hero.wounds, *hero.spent_wounds])
        known.update([card for card in (hero.plan.right, hero.plan.left) if card in t.box.wounds])
    pool = [id for id, card in t.box.wounds.items() for _ in range(card.copies - known[id])]
    rng.shuffle(pool)
    for seat in t.now.seats:
        hero = t.now.hero(seat)
        t.hero(seat, wounds=_filled(hero.wounds, pool), spent_wounds=_filled(hero.spent_wounds, pool))
    t.piles(wound=_filled(t.now.piles.wound, pool))


def _plans(t: Transition, rng: Random) -> None:
    """Any legal plan of as many cards; then the hand is what is left."""
    for seat in t.now.seats:
        hero = t.now.hero(seat)
        free = [card for card in hero.pool if card not in (*hero.hand, *hero.discard, hero.plan.right, hero.plan.left)]
        rng.shuffle(free)
        hidden = [side for side in hands.SIDES if getattr(hero.plan, side) == HIDDEN]
        plan = replace(hero.plan, **dict.fromkeys(hidden))
        for _ in hidden:
            options = [
                (card, side) for card in free for side in hands.sides_of(t.box, card) if getattr(plan, side) is None
            ]
            card, side = rng.choice(options) if options else (free[0], "right")
            free.remove(card)
            plan = replace(plan, **{side: card})
        hand = list(hero.hand)
        while HIDDEN in hand and free:
            hand[hand.index(HIDDEN)] = free.pop()
        discard = list(hero.discard)
        while HIDDEN in discard and free:
            discard[discard.index(HIDDEN)] = free.pop()
        changed = t.hero(seat, plan=plan, hand=cards(hand), discard=cards(discard))
        t.hero(seat, hand=known_rest(changed, changed.hand))


def _order(t: Transition, rng: Random) -> None:
    left = [seat for seat in t.now.in_play if seat not in t.now.order]
    rng.shuffle(left)
    t.set(order=tuple([left.pop() if card == HIDDEN and left else card for card in t.now.order]))


def _objects(t: Transition, rng: Random) -> None:
    lying = [
        item
        for hero in t.now.heroes
        for item in (hero.gear.right, hero.gear.left, hero.gear.both, hero.gear.clothing, *hero.gear.reserve)
    ]
    known = Counter([*lying, *t.now.piles.used_objects, *t.now.piles.object])
    pool = [id for id, card in t.box.objects.items() for _ in range(max(0, card.copies - known[id]))]
    rng.shuffle(pool)
    t.piles(object=_filled(t.now.piles.object, pool))
