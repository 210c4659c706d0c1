"""What the texts of events and items do (EVT, GEA, ITM, DSC-2)."""

from __future__ import annotations

from companion.model.games.sake.box.deck import NO_CARD, EventAttack
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules import legal
from companion.model.games.sake.rules.attack import owner_of
from companion.model.games.sake.rules.reach import Reach
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.rules.turns import hold
from companion.model.games.sake.rules.windows import Reply
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.frames import (
    AttackFrame,
    DiscardFrame,
    DrawFrame,
    FinishFrame,
    HoldFrame,
    NextTargetFrame,
    PickFrame,
    StepsFrame,
    WindowFrame,
)
from companion.model.games.sake.state.ring import left_of, right_of, with_disciple, with_step
from companion.model.games.sake.state.state import State

SEAT = o.SEAT_AS_TARGET


def event(t: Transition, option: o.PlayEvent) -> None:
    """D1 `event` (EVT-1)."""
    seat, card, effect = option.seat, option.card, t.deck.effect[option.card]
    t.plays -= 1
    t.play(seat, card)
    t.tell(e.EventPlayed(seat, card, option.target))
    if option.pay != NO_CARD:
        t.lose_sake(seat, option.pay, "paid")
    if (attack := effect.attack) is not None:
        if attack.times > 1:
            t.push(FinishFrame(card), NextTargetFrame(seat, card))
        throw(t, seat, attack, option.target, (card,) if attack.times == 1 else ())
        return
    t.push(FinishFrame(card))
    if (steps := effect.add_steps or effect.remove_steps) is not None:
        t.push(StepsFrame(seat, effect.add_steps is not None, steps))
    elif effect.draw is not None:
        t.push(DrawFrame(seat, effect.draw))
    elif effect.regain is not None:
        t.regain(seat, effect.regain)
    else:
        named = option.target - SEAT
        if effect.discards is not None:
            t.push(DiscardFrame(named, effect.discards.count))
        elif effect.removes is not None:
            t.push(PickFrame(seat, named, effect.removes))
        if named != t.active:
            t.push(WindowFrame("named", target=named))


def throw(t: Transition, seat: int, attack: EventAttack, target: int, cards: tuple[int, ...]) -> None:
    """EVT-2: an Attack of an event."""
    t.tell(e.AttackDeclared(seat, NO_CARD, target, NO_CARD, attack.value, attack.ranged))
    t.push(AttackFrame(seat, target, owner_of(t, target), attack.value, attack.ranged, cards))


def next_targets(state: State, frame: NextTargetFrame) -> list[int]:
    """D10: who can be reached with the second Attack."""
    attack = state.table.deck.effect[frame.card].attack
    assert attack is not None
    return Reach(state, frame.seat).within(attack.range, attack.plus)


def next_target(t: Transition, frame: NextTargetFrame) -> bool:
    """D10, if anybody is in range."""
    if next_targets(t.state(), frame):
        return False
    t.frames.pop()
    return True


def next_chosen(t: Transition, option: o.NextTarget) -> None:
    """D10 `target`."""
    frame = t.frames.pop()
    assert isinstance(frame, NextTargetFrame)
    attack = t.deck.effect[frame.card].attack
    assert attack is not None
    throw(t, option.seat, attack, option.target, ())


def finish(t: Transition, frame: FinishFrame) -> bool:
    """TUR-4: what the card does is over."""
    t.frames.pop()
    t.put_down((frame.card,))
    return True


def steps(t: Transition, frame: StepsFrame) -> bool:
    """D9, while a step can be added or removed."""
    if frame.left and legal.steps(t.state(), frame.seat, frame.add):
        return False
    t.frames.pop()
    return True


def step(t: Transition, option: o.AddOrRemoveStep) -> None:
    """D9 `step`."""
    frame = t.frames[-1]
    assert isinstance(frame, StepsFrame)
    t.become(StepsFrame(frame.seat, frame.add, frame.left - 1))
    change_step(t, option.seat, frame.add, option.line, option.stretch)


def change_step(t: Transition, seat: int, add: bool, line: int, stretch: int) -> None:
    """RNG-5."""
    t.lines = with_step(t.lines, line, stretch, 1 if add else -1)
    t.tell(e.StepsChanged(seat, "add" if add else "remove", line, stretch))


def discards(t: Transition, frame: DiscardFrame) -> bool:
    """D13, as long as he has cards."""
    if frame.left and t.seats[frame.seat].hand:
        return False
    t.frames.pop()
    return True


def discarded(t: Transition, option: o.Discard) -> None:
    """D13 `discard`."""
    frame = t.frames[-1]
    assert isinstance(frame, DiscardFrame)
    t.become(DiscardFrame(frame.seat, frame.left - 1))
    t.throw_away(option.seat, option.card)


def pick(t: Transition, frame: PickFrame) -> bool:
    """D12, if anything is left to pick."""
    of = t.seats[frame.samurai]
    if of.gear if frame.what == "gear" else of.sake:
        return False
    t.frames.pop()
    return True


def pick_card(t: Transition, option: o.PickCard) -> None:
    """D12 of `purchase`, then GEA-2."""
    frame = t.frames.pop()
    assert isinstance(frame, PickFrame)
    was_held = t.seats[frame.samurai].held == option.card
    t.gear_gone(frame.samurai, option.card)
    if was_held:
        t.push(HoldFrame(frame.samurai))


def holding(t: Transition, frame: HoldFrame) -> bool:
    """D15: of two or more weapons; a single one is held by itself."""
    weapons = [one for one in legal.holds(t.state(), frame.seat, t.seats[frame.seat]) if isinstance(one, o.Hold)]
    if len(weapons) > 1:
        return False
    t.frames.pop()
    hold(t, weapons[0])
    return True


def pick_spot(t: Transition, option: o.PickSpot) -> None:
    """D12 of `stomach`."""
    frame = t.frames.pop()
    assert isinstance(frame, PickFrame)
    t.lose_sake(frame.samurai, option.spot, "lost")


# weapons, items, Disciples --------------------------------------------------------------------------------------------


def put(t: Transition, option: o.Put) -> None:
    """D1 `put` (GEA-1)."""
    t.plays -= 1
    t.from_hand(option.seat, (option.card,))
    t.seat(option.seat, gear=tuple(sorted((*t.seats[option.seat].gear, option.card))))
    t.tell(e.PutInPlay(option.seat, option.card))


def put_disciple(t: Transition, option: o.PutDisciple) -> None:
    """D1 `put_disciple` (DSC-2)."""
    t.plays -= 1
    t.from_hand(option.seat, (option.card,))
    number = 0
    if option.side != "line":
        number = (left_of if option.side == "left" else right_of)(t.lines, option.seat)
    t.lines = with_disciple(t.lines, number, option.seat, option.card)
    t.tell(e.DisciplePlaced(option.seat, option.card, option.side))


def use(t: Transition, option: o.Use) -> None:
    """D1, D4 `use` (ITM-2)."""
    seat, effect = option.seat, t.deck.effect[option.item]
    t.tell(e.ItemUsed(seat, option.item))
    t.lose_sake(seat, option.pay, "paid")
    if effect.everybody_discards:
        t.push(WindowFrame("pipe"))
    elif effect.draw is not None:
        t.push(DrawFrame(seat, effect.draw))
    elif effect.regain is not None:
        t.regain(seat, effect.regain)


def pipe_answered(t: Transition, reply: Reply) -> None:
    """ITM-4: shown and discarded together."""
    given = [option for option in reply.answers.values() if isinstance(option, o.Discard)]
    for option in given:
        t.from_hand(option.seat, (option.card,))
        t.tell(e.HandDiscarded(option.seat, option.card))
    t.discard += tuple([option.card for option in given])
