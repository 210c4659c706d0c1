"""Whole games that fit what a seat knows (HID-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Content, Json
from companion.model.core.schema import read
from companion.model.games.chronicles.box.box import Box, box_of
from companion.model.games.chronicles.insight.notebook import worlds
from companion.model.games.chronicles.rules import chests, followers, hands, track
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state.frames import CallFrame, ClueFrame, DealFrame
from companion.model.games.chronicles.state.state import CardId, Cards, HeroState, Plan, Seat, State, cards, replace
from companion.model.games.chronicles.wire.position import PLANNED, Position, of_form


def sample_world(view: Json, seat: Seat, rng: Random, content: Content) -> State:
    """A whole state that a seat, knowing only `view`, must hold possible; what lies in cardboard stays unknown."""
    form = read(view, Position)
    return world(form, box_of(content, form.packs), seat, rng)


def world(form: Position, box: Box, seat: Seat, rng: Random) -> State:
    """The same of what a seat knows, before it is text."""
    t = Transition(of_form(form, box))
    keepers = t.now.table.options.keepers
    if keepers.guilty == "app" and t.now.oni.nature is not None:  # SET-9 comes after what heroes choose
        _truth(t, rng)
        if keepers.clues == "app":
            _clues(t, rng)
    if keepers.events == "app":
        _events(t, rng)
    _hands(t, {hero: one.wounds for hero, one in form.heroes.items() if one.wounds is not None}, rng)
    if keepers.wounds == "app":
        _wounds(t, rng)
    if keepers.order == "app" and seat not in t.now.seats:  # what the heroes do not know, chance has yet to say (EVT-5)
        _order(t, rng)
    if keepers.objects == "app":
        _objects(t, rng)
    if keepers.backs == "app":
        _backs(t, rng)
    return t.now


def _truth(t: Transition, rng: Random) -> None:
    """Guilty host and nature, as the clues make them likely."""
    oni = t.now.oni
    if HIDDEN not in (oni.guilty, oni.nature):
        return
    found = {
        world: weight
        for world, weight in worlds(t.now, [clue.card for clue in t.now.clues_drawn]).items()
        if oni.guilty in (HIDDEN, None, world[0]) and oni.nature in (HIDDEN, None, world[1])
    }
    if not found:  # a table told what cannot be (TAB-6)
        found = dict.fromkeys(product(t.now.suspects, t.now.natures), 1)
    guilty, nature = rng.choices(list(found), list(found.values()))[0]
    t.oni(guilty=guilty if oni.guilty is not None else None, nature=nature if oni.nature is not None else None)


def _clues(t: Transition, rng: Random) -> None:
    """What is left of suspects, natures and surprises: first what was drawn unseen, then the pile."""
    state = t.now
    if any(isinstance(frame, DealFrame) for frame in state.frames):  # there is no pile yet (SET-9)
        t.piles(surprise=cards(rng.sample(list(t.box.surprises), len(state.piles.surprise))))
        return
    seen = {clue.card for clue in state.clues_drawn}
    left = [id for id in (*state.suspects, *state.natures) if id not in (state.oni.guilty, state.oni.nature, *seen)]
    rng.shuffle(left)
    drawn = []
    for clue in state.clues_drawn:
        card = clue.card
        if card.startswith(HIDDEN):
            card = next(id for id in left if _fits(t, card, id))
            left.remove(card)
        drawn.append(replace(clue, card=card))
    told = [one.card for one in drawn if one.card in t.box.hosts and t.box.hosts[one.card].background == "grey"]
    following = [one.card for one in state.figures]
    free = [card for card in told if card not in (*state.hosts_in_hand, *state.piles.used_hosts, *following)]
    if state.frames and isinstance(state.frames[-1], ClueFrame):
        t.become(replace(state.frames[-1], card=drawn[-1].card))
        free.remove(drawn[-1].card)
    hand = [free.pop() if card == HIDDEN else card for card in state.hosts_in_hand]
    unused = [id for id in t.box.surprises if id not in seen]
    surprises = rng.sample(unused, len(state.piles.surprise) - len(seen.intersection(t.box.surprises)))
    t.set(clues_drawn=tuple(drawn), hosts_in_hand=cards(hand))
    pile, most = [*left, *surprises], len(state.piles.clue)
    if most < len(pile):  # a position set up by hand
        pile = rng.sample(pile, most)
    t.piles(clue=cards(pile), surprise=cards([*surprises, *seen.intersection(t.box.surprises)]))


def _fits(t: Transition, told: CardId, card: CardId) -> bool:
    if told == "?nature":
        return card in t.box.natures
    return told == HIDDEN or (told == "?grey" and card in t.box.hosts and t.box.hosts[card].background == "grey")


def _filled(known: Cards, pool: list[CardId]) -> Cards:
    """A list whose unknown cards are taken from a shuffled pool, as far as it goes."""
    return cards([pool.pop() if card == HIDDEN and pool else card for card in known])


def _events(t: Transition, rng: Random) -> None:
    piles, oni = t.now.piles, t.now.oni
    known = Counter(track.events_lying(t.now))
    pool = [id for id, card in t.box.events.items() for _ in range(card.copies - known[id])]
    rng.shuffle(pool)
    if _pays(t) and HIDDEN in oni.hand:  # DEC-5: with cards all alike nobody would have been asked
        while len(set(pool)) > 1 and len({*oni.hand, *pool[-oni.hand.count(HIDDEN) :]} - {HIDDEN}) < 2:
            rng.shuffle(pool)
    t.oni(
        hand=_filled(oni.hand, pool),
        techniques=tuple(
            [replace(one, card=pool.pop()) if one.card == HIDDEN and pool else one for one in oni.techniques]
        ),
    )
    t.piles(used_events=_filled(piles.used_events, pool))
    t.piles(event=_filled(piles.event, pool))
    left = Counter({id: card.copies for id, card in t.box.trials.items()}) - Counter([*piles.trial, *piles.used_trials])
    trials = list(left.elements())
    rng.shuffle(trials)
    t.piles(trial=_filled(piles.trial, trials))


def _pays(t: Transition) -> bool:
    """Whether the Oni is asked which card it pays for a call (REI-1)."""
    top = t.now.frames[-1] if t.now.frames else None
    return isinstance(top, CallFrame) and top.to_pay > 0


def _hands(t: Transition, hidden: Mapping[Seat, int], rng: Random) -> None:
    """Hands and plans that are hidden from the viewer, with so many wounds in them: any legal plan, then what is left.

    Where wounds lie in cardboard, those in the hand stay HIDDEN; one that is laid is some wound.
    """
    pool = _unseen_wounds(t)
    rng.shuffle(pool)
    app = t.now.table.options.keepers.wounds == "app"
    for seat, many in hidden.items():
        hero = t.now.hero(seat)
        held, secret = len(hero.hand) + len(hero.wounds), t.now.stage in PLANNED
        free = [card for card in hero.pool if card not in (*hero.discard, hero.plan.right, hero.plan.left)]
        rng.shuffle(free)
        wounds = [pool.pop() if (app or secret) and pool else HIDDEN for _ in range(many)]
        plan = hero.plan
        if secret:
            plan = rng.choice(_plans(t.box, hero, free, wounds))
        for card in (plan.right, plan.left) if secret else ():
            if card in wounds:
                wounds.remove(card)
            elif card in free:
                free.remove(card)
        hand = cards(free[: held - len(wounds)])
        t.hero(seat, plan=plan, hand=hand, wounds=cards(wounds if app else [HIDDEN] * len(wounds)))


def _plans(box: Box, hero: HeroState, free: Sequence[CardId], wounds: Sequence[CardId]) -> list[Plan]:
    """Every way to lay as many cards as lie there, an action card among them if the plan is ready (CRD-2)."""
    least = max(0, hero.plan.laid - len(wounds))
    found = []
    for right, left in product((None, *free, *wounds), repeat=2):
        laid = [card for card in (right, left) if card is not None]
        sides = (right is None or "right" in hands.sides_of(box, right)) and (
            left is None or "left" in hands.sides_of(box, left)
        )
        actions = sum(card in free for card in laid)
        twice = len(laid) > 1 and right == left and (right in free or wounds.count(str(right)) < 2)
        if (
            len(laid) == hero.plan.laid
            and sides
            and not twice
            and actions >= (1 if hero.plan.ready and free else least)
        ):
            found.append(replace(hero.plan, right=right, left=left))
    return found or [hero.plan]


def _unseen_wounds(t: Transition) -> list[CardId]:
    known = Counter(t.now.piles.wound)
    for hero in t.now.heroes:
        known.update([*hero.wounds, *hero.spent_wounds])
        known.update([card for card in (hero.plan.right, hero.plan.left) if card in t.box.wounds])
    return [id for id, card in t.box.wounds.items() for _ in range(card.copies - known[id])]


def _wounds(t: Transition, rng: Random) -> None:
    pool = _unseen_wounds(t)
    rng.shuffle(pool)
    for seat in t.now.seats:
        hero = t.now.hero(seat)
        t.hero(seat, wounds=_filled(hero.wounds, pool), spent_wounds=_filled(hero.spent_wounds, pool))
    t.piles(wound=_filled(t.now.piles.wound, pool))


def _order(t: Transition, rng: Random) -> None:
    left = [seat for seat in t.now.in_play if seat not in t.now.order]
    rng.shuffle(left)
    t.set(order=tuple([left.pop() if card == HIDDEN and left else card for card in t.now.order]))


def _objects(t: Transition, rng: Random) -> None:
    known = Counter([*chests.lying(t.now), *t.now.piles.object])
    pool = [id for id, card in t.box.objects.items() for _ in range(max(0, card.copies - known[id]))]
    rng.shuffle(pool)
    t.piles(object=_filled(t.now.piles.object, pool))


def _backs(t: Transition, rng: Random) -> None:
    """SET-7: who lies face down, and what is on the backs of tokens that look alike."""
    shown, fronts = [one.card for one in t.now.tokens], t.box.fronts
    unmet = [id for id in followers.unmet(t.now) if id not in shown]
    rng.shuffle(unmet)
    known = Counter([one.card for one in t.now.tokens if one.turned])
    alike: dict[CardId, list[CardId]] = {}
    for id, record in t.box.tokens.items():
        alike.setdefault(fronts[id], []).extend([id] * (record.copies - known[id]))
    for left in alike.values():
        rng.shuffle(left)
    down = []
    for one in t.now.tokens:
        pool = unmet if one.type == "follower" and one.card == HIDDEN else alike.get(fronts.get(one.card, ""), [])
        down.append(replace(one, card=pool.pop()) if pool and not one.turned else one)
    t.set(tokens=tuple(down))
