"""The course of a turn: strategy from the plans on, whose activation it is, and what comes after (STR, TRN)."""

from __future__ import annotations

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Outcome, Pending, Together
from companion.model.core.words import say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.rules import dials, effects, hands, moments, totals, track
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.part import Part, asks, asks_captain, draws
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import (
    ONI,
    CardId,
    Seat,
    SheetId,
    State,
    Technique,
    cards,
    replace,
    without,
)

PLAN = say("Lay one or two cards, then say that you are ready")
PLANS_TOLD = say("Which cards were laid?")
ORDER = say("Choose whose initiative card comes next")
TURNED = say("Whose initiative card was turned?")
TECHNIQUE = say("Lay event cards as techniques, or go on")
TECHNIQUE_TOLD = say("Which technique lies at this sheet?")


def begin(t: Transition) -> None:
    """TRN-1, STR-1: the next turn."""
    turn = t.now.turn + 1
    t.set(turn=turn, stage="corruption", next=None, order=(), turned=0)
    t.tell(e.TurnBegan(turn))
    t.oni(activated=())
    for seat in t.now.in_play:
        t.hero(seat, activated=False, used=(), actions=0)
        hands.take_back(t, seat)
    t.set(figures=tuple([replace(one, acted=False) if one.acted else one for one in t.now.figures]))
    if dials.stop_of(t.now, "track") == "off":
        t.set(stage="calls")
    elif track.due(t.now) or track.moves_token(t.now) or track.open_upgrades(t.now):
        dials.due(t, "track")


def _app(state: State, secret: str) -> bool:
    """Whether the app keeps a secret (TAB-2)."""
    return bool(getattr(state.table.options.keepers, secret) == "app")


# plans ----------------------------------------------------------------------------------------------------------------


def _plans_go_on(t: Transition, stage: str) -> bool:
    state = t.now
    if stage == "plans" and not _app(state, "plans"):
        t.set(stage="order")
        return True
    for seat in state.in_play:
        hero = state.hero(seat)
        laid = hero.plan.laid == 2 and stage == "reveal"
        if not hero.plan.ready and (laid or not (hero.hand or hero.plan.laid)):
            hands.change_plan(t, o.Ready(seat))  # both sides are told, or CRD-8
            return True
    if not all(state.hero(seat).plan.ready for seat in state.in_play):
        return False
    if stage == "plans":
        t.set(stage="order")
        return True
    if untold(state):
        return False
    _reveal(t)
    return True


def untold(state: State) -> Technique | None:
    """At a table: a technique turned over that nobody has named yet."""
    return next((one for one in state.oni.techniques if one.card == HIDDEN and not one.told), None)


def _ask_plans(state: State, stage: str) -> Pending:
    told = stage == "reveal"
    waiting = [seat for seat in state.in_play if not state.hero(seat).plan.ready]
    if told and not waiting:
        technique = untold(state)
        assert technique is not None
        return asks(ONI, TECHNIQUE_TOLD, [o.Tell(ONI, card) for card in (*track.unseen_events(state), HIDDEN)])
    prompt = PLANS_TOLD if told else PLAN
    choices = tuple([asks(seat, prompt, hands.plans(state, seat, told)) for seat in waiting])
    return Together(choices, secret=not told, shared=state.table.options.hero_hands == "shared")


def _planned(t: Transition, stage: str, option: Option) -> None:
    if isinstance(option, o.Tell):
        technique = untold(t.now)
        assert technique is not None
        told = replace(technique, card=option.card, told=True)
        t.oni(techniques=tuple([told if one is technique else one for one in t.now.oni.techniques]))
        return
    hands.change_plan(t, option)


# order ----------------------------------------------------------------------------------------------------------------


def _order_goes_on(t: Transition, stage: str) -> bool:
    state = t.now
    if not _app(state, "order"):
        t.set(order=(HIDDEN,) * len(state.in_play))
    elif len(state.order) < len(state.in_play):
        return False
    t.set(stage="techniques")
    return True


def _ask_order(state: State, stage: str) -> Pending:
    left = [seat for seat in state.in_play if seat not in state.order]
    reopen = [o.Reopen(state.captain)] if _app(state, "plans") and len(left) > 1 else []
    return asks_captain(state, ORDER, [*[o.Order(state.captain, seat) for seat in left], *reopen])


def _ordered(t: Transition, stage: str, option: Option) -> None:
    if isinstance(option, o.Order):
        t.set(order=(*t.now.order, option.hero))
        t.tell(e.OrderSet(option.hero))
        return
    t.set(stage="plans", order=())
    for seat in t.now.in_play:
        t.hero(seat, plan=replace(t.now.hero(seat).plan, ready=False))
    t.tell(e.PlansReopened())


# techniques -----------------------------------------------------------------------------------------------------------


def bare_sheets(state: State) -> list[SheetId]:
    """STR-6: sheets with a figure in play and no technique."""
    lying = {one.sheet for one in state.oni.techniques}
    standing = {one.card for one in state.figures}
    return [id for id in track.sheets_in_game(state) if id in standing and id not in lying]


def _techniques_go_on(t: Transition, stage: str) -> bool:
    state, oni = t.now, t.now.oni
    possible = bool(oni.hand and bare_sheets(state) and len(oni.techniques) < len(state.in_play))
    if state.table.options.oni != "automatic" and (possible or oni.techniques):
        return False
    t.set(stage="reveal")
    return True


def _ask_techniques(state: State, stage: str) -> Pending:
    oni = state.oni
    found: list[Option] = []
    if len(oni.techniques) < len(state.in_play):
        hand = dict.fromkeys(oni.hand)
        found += [o.LayTechnique(ONI, card, sheet) for card in hand for sheet in bare_sheets(state)]
    found += [o.TakeTechnique(ONI, one.sheet) for one in oni.techniques]
    return asks(ONI, TECHNIQUE, [*found, o.TechniquesDone(ONI)])


def _technique(t: Transition, stage: str, option: Option) -> None:
    oni = t.now.oni
    match option:
        case o.LayTechnique(_, card, sheet):
            t.oni(hand=without(oni.hand, card), techniques=(*oni.techniques, Technique(sheet, card)))
            t.tell(e.TechniqueLaid(sheet, card))
        case o.TakeTechnique(_, sheet):
            taken = next(one for one in oni.techniques if one.sheet == sheet)
            left = tuple([one for one in oni.techniques if one is not taken])
            t.oni(hand=cards((*oni.hand, taken.card)), techniques=left)
            t.tell(e.TechniqueTaken(sheet))
        case _:
            t.set(stage="reveal")


# reveal ---------------------------------------------------------------------------------------------------------------


def _reveal(t: Transition) -> None:
    """STR-7: everything is turned over; weaknesses heal."""
    for seat in t.now.in_play:
        plan = t.now.hero(seat).plan
        t.tell(e.PlanShown(seat, plan.right, plan.left))
    t.oni(techniques=tuple([replace(one, told=True) for one in t.now.oni.techniques]))
    for one in t.now.oni.techniques:
        t.tell(e.TechniqueShown(one.sheet, one.card))
    for seat in t.now.in_play:
        plan = t.now.hero(seat).plan
        t.hero(seat, plan=replace(plan, ready=False))
    t.set(stage="hero", next=None)
    for seat in t.now.in_play:
        left = t.now.hero(seat).plan.left
        if left is not None and _is_weakness(t, left) and dials.due(t, "weakness", seat):
            heal_whole(t, seat)
    for source in list(totals.sources(t.now)):
        if isinstance(source.effect, fx.Shield) and source.on is None:
            effects.shield(t, source)
    moments.at_moment(t, "reveal")


def _is_weakness(t: Transition, card: CardId) -> bool:
    record = t.box.actions.get(card)
    return record is not None and record.weakness


def heal_whole(t: Transition, seat: Seat) -> None:
    """CRD-7: up to Health of its hero."""
    hero = t.now.figure(seat)
    assert hero is not None
    healed = min(hero.damage, t.box.heroes[hero.card].health)
    t.figure(seat, damage=hero.damage - healed)
    t.tell(e.WeaknessHealed(seat))
    if healed:
        t.tell(e.Healed(seat, healed, hero.damage - healed))


# whose activation -----------------------------------------------------------------------------------------------------


def next_activation(t: Transition) -> bool:
    """TRN-2, TRN-3: the next initiative card, or the end of turn; False: the table is to say whose it is."""
    state = t.now
    waiting = [seat for seat in state.in_play if not state.hero(seat).activated]
    if not waiting:
        t.set(stage="accusation", next=None)
        t.push(f.EndFrame(1))
        return True
    order = list(state.order)
    while state.turned < len(order) and order[state.turned] != HIDDEN and order[state.turned] not in waiting:
        order.pop(state.turned)  # TRN-3: out before its card came up
    t.set(order=tuple(order))
    card = order[state.turned] if state.turned < len(order) else HIDDEN
    if card == HIDDEN and len(waiting) > 1:
        return False
    activate(t, waiting[0] if card == HIDDEN else card)
    return True


def ask_turned(state: State) -> Pending:
    """Whose initiative card is turned, where nobody knows: the table tells it, or chance after a shuffle (EVT-5)."""
    waiting = tuple([seat for seat in state.in_play if not state.hero(seat).activated])
    if _app(state, "order"):
        return draws(state.captain, waiting, None)
    return asks_captain(state, TURNED, [o.Order(state.captain, seat) for seat in waiting])


def activate(t: Transition, seat: Seat) -> None:
    """ACT-1."""
    shown = (*t.now.order[: t.now.turned], seat)
    hidden = t.now.order[t.now.turned + 1 :]
    t.set(order=(*shown, *hidden), turned=len(shown), stage="hero", next=seat)
    figure = t.now.figure(seat)
    assert figure is not None
    t.hero(seat, activated=True, actions=totals.actions_of(t.now, figure))
    t.tell(e.ActivationBegan(seat))


def turned(t: Transition, stage: str, outcome: Outcome) -> None:
    """Chance says whose initiative card lies on top."""
    t.tell(e.CardTurned(str(outcome[0])))
    activate(t, str(outcome[0]))


PLANS = Part(_ask_plans, _planned, resume=_plans_go_on)
ORDERING = Part(_ask_order, _ordered, resume=_order_goes_on)
TECHNIQUES = Part(_ask_techniques, _technique, resume=_techniques_go_on)
