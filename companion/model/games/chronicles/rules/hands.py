"""Action cards and wounds: what may be planned, discarding, taking back (CRD, WND)."""

from __future__ import annotations

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option
from companion.model.games.chronicles.box.box import Box
from companion.model.games.chronicles.box.records import Side
from companion.model.games.chronicles.rules import dials, equipment
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.damage import out_if_wounded
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import CardId, Cards, HeroState, Plan, Seat, State, cards, replace

SIDES: tuple[Side, ...] = ("right", "left")


def sides_of(box: Box, card: CardId) -> tuple[Side, ...]:
    """CRD-1, CRD-7, WND-1: where a card may be laid; one that nobody told, on either side."""
    if card == HIDDEN:
        return SIDES
    if (wound := box.wounds.get(card)) is not None:
        return (wound.side,)
    action = box.actions[card]
    if action.weakness:
        return ("left",)
    return tuple([side for side, has in zip(SIDES, (action.technique, action.talent), strict=True) if has is not None])


def may_hold(hero: HeroState) -> Cards:
    """The action cards that may be in the hand: those known there, or all that lie nowhere else."""
    if HIDDEN not in hero.hand:
        return hero.hand
    elsewhere = (*hero.discard, hero.plan.right, hero.plan.left)
    return tuple([card for card in hero.pool if card not in elsewhere])


def plans(state: State, seat: Seat, told: bool) -> list[Option]:
    """STR-4: what a hero may do with its plan; `told`: it lies in cardboard, and the table says what was laid."""
    hero, box = state.hero(seat), state.table.box
    plan = hero.plan
    found: list[Option] = []
    free = [side for side in SIDES if getattr(plan, side) is None]
    hand = [*may_hold(hero), *dict.fromkeys(wound for wound in hero.wounds if wound != HIDDEN)]
    if HIDDEN in hero.wounds:
        hand += [wound for wound in box.wounds if wound not in hand]
    if told and hero.hand:
        hand.append(HIDDEN)
    for card in hand:
        found += [o.PlayCard(seat, card, side) for side in sides_of(box, card) if side in free]
    found += [o.Unplay(seat, card) for card in dict.fromkeys((plan.right, plan.left)) if card is not None]
    if state.table.options.hand_item == "strategy":
        found += equipment.marks(state, seat)
    if is_plan(box, hero):
        found.append(o.Ready(seat))
    return found


def is_plan(box: Box, hero: HeroState) -> bool:
    """CRD-2, CRD-8: at least one action card, unless the hero has none anywhere."""
    laid = [card for card in (hero.plan.right, hero.plan.left) if card is not None]
    return any(card not in box.wounds for card in laid) or not (hero.hand or hero.discard or laid)


def change_plan(t: Transition, option: Option) -> None:
    """STR-4: an answer of a hero."""
    assert isinstance(option, o.SeatOption)
    seat = option.seat
    hero = t.now.hero(seat)
    match option:
        case o.PlayCard(_, card, side):
            t.leaves_hand(seat, card)
            t.hero(seat, plan=replace(hero.plan, **{side: card}))
        case o.Unplay(_, card):
            side = "right" if hero.plan.right == card else "left"
            back = {"wounds": cards((*hero.wounds, card))} if card in t.box.wounds else {"hand": (*hero.hand, card)}
            t.hero(seat, **back, plan=replace(hero.plan, **{side: None}))
            t.hero(seat, hand=cards(t.now.hero(seat).hand))
        case o.Mark(_, slot):
            equipment.mark(t, seat, slot)
            return
        case o.Ready():
            t.hero(seat, plan=replace(hero.plan, ready=True))
            t.tell(e.HeroReady(seat))
            return
    t.tell(e.PlanChanged(seat))


def discard_plan(t: Transition, seat: Seat) -> None:
    """CRD-5, WND-1."""
    hero = t.now.hero(seat)
    laid = [card for card in (hero.plan.right, hero.plan.left) if card is not None]
    t.hero(
        seat,
        plan=Plan(),
        discard=cards((*hero.discard, *[card for card in laid if card not in t.box.wounds])),
        spent_wounds=cards((*hero.spent_wounds, *[card for card in laid if card in t.box.wounds])),
    )
    if laid:
        t.tell(e.PlanDiscarded(seat))


def take_back(t: Transition, seat: Seat, *, sure: bool = False) -> None:
    """CRD-6: no action card in hand: the whole discard comes back, wounds too; then everything is known again."""
    hero = t.now.hero(seat)
    if hero.hand or not (hero.discard or hero.spent_wounds):
        return
    if not (sure or dials.due(t, "taking_back", seat)):
        return
    whole = hero.pool if len(hero.discard) == len(hero.pool) else hero.discard
    wounds = cards((*hero.wounds, *hero.spent_wounds))
    t.hero(seat, hand=cards(whole), wounds=wounds, discard=(), spent_wounds=())
    t.tell(e.CardsTakenBack(seat))
    out_if_wounded(t, seat)
