"""Attacks, from the declaration to the damage (ATK-7, DFN, DMG), and Disciples who make them (DSC-3 … DSC-7)."""

from __future__ import annotations

from typing import Any

from companion.model.games.sake.box.deck import NO_CARD
from companion.model.games.sake.rules import events as e
from companion.model.games.sake.rules.reach import attack_bonus, defence_of
from companion.model.games.sake.rules.tracking import to_be_told
from companion.model.games.sake.rules.transition import Transition
from companion.model.games.sake.rules.windows import Reply, window_against
from companion.model.games.sake.state import options as o
from companion.model.games.sake.state.frames import CANCEL_ATTACK, AttackFrame, DeathFrame, DisciplesFrame, StrikeFrame
from companion.model.games.sake.state.options import is_seat
from companion.model.games.sake.state.ring import advanced, before, disciples_of, line_of
from companion.model.games.sake.state.state import SAMURAI, SPIRIT, ability, clockwise, replace

SEAT = o.SEAT_AS_TARGET


def attack(t: Transition, option: o.Attack) -> None:
    """D1 `attack`."""
    t.plays -= 1
    t.play(option.seat, option.card)
    declare(t, option.seat, option.card, option.target, option.weapon, (option.card,), told=option.card)


def declare(
    t: Transition,
    seat: int,
    card: int,
    target: int,
    weapon: int,
    cards: tuple[int, ...],
    *,
    told: int,
    open_: bool = True,
) -> None:
    """An Attack with a card's box and a weapon or bare hands (ATK-1)."""
    frame = with_weapon(t, seat, card, target, weapon, cards, open_=open_)
    t.tell(e.AttackDeclared(seat, told, target, weapon, frame.value, frame.ranged))
    t.push(frame)


def with_weapon(
    t: Transition, seat: int, card: int, target: int, weapon: int, cards: tuple[int, ...], *, open_: bool = True
) -> AttackFrame:
    """The Attack of a card's box with a weapon or bare hands."""
    value = t.deck.attack[card] + attack_bonus(t.table, seat, t.seats[seat], weapon)
    spec = t.deck.weapon[weapon] if weapon != NO_CARD else None
    ranged = spec is not None and spec.ranged
    return AttackFrame(seat, target, owner_of(t, target), value, ranged, cards, open=open_)


def owner_of(t: Transition, target: int) -> int:
    """The seat that a target is, or that it belongs to."""
    if is_seat(target):
        return target - SEAT
    number, _, ours = line_of(t.lines, target)
    return t.lines[number].start if ours else t.lines[number].end


def resume(t: Transition, frame: AttackFrame) -> bool:
    """Go on with an Attack; False: at a real table the app is to be told which card was turned up."""
    if frame.stage in ("turn_up", "turn_up_defence") and to_be_told(t.state()):
        return False
    if frame.stage == "turn_up":
        card = t.turn_up()
        cards = frame.cards if card == NO_CARD else (*frame.cards, card)
        box = 0 if card == NO_CARD else t.deck.attack[card]
        frame = replace(frame, stage="window", value=frame.value + box, cards=cards)
        t.become(frame)
        t.tell(e.AttackDeclared(frame.by, NO_CARD, frame.target, NO_CARD, frame.value, False))
    elif frame.stage == "window":
        t.become(replace(frame, stage="asked"))
        t.push(window_against(frame.target, frame.owner, CANCEL_ATTACK if frame.open else 0))
    elif frame.stage == "turn_up_defence":
        card = t.turn_up()
        cards = frame.cards if card == NO_CARD else (*frame.cards, card)
        box = 0 if card == NO_CARD else t.deck.defence[card]
        t.become(replace(frame, stage="damage", defence=box, cards=cards))
    else:
        _strike(t, frame)
    return True


def answered(t: Transition, reply: Reply) -> None:
    """The window of an Attack is over."""
    frame = t.frames[-1]
    assert isinstance(frame, AttackFrame)
    if reply.interrupt is not None:
        card = reply.interrupt.card
        t.play(reply.interrupt.seat, card)
        t.tell(e.Interrupted(reply.interrupt.seat, card))
        t.frames.pop()
        t.put_down((*frame.cards, card))
        return
    t.become(answer(t, frame, reply.answers))


def answer(t: Transition, frame: AttackFrame, answers: dict[int, Any]) -> AttackFrame:
    """The Attack with what the attacked one answers (DFN-1), or the Spirits (SPI-9)."""
    if not is_seat(frame.target):
        return replace(frame, stage="turn_up_defence")
    if t.seats[frame.owner].kind == SPIRIT:
        order = clockwise(frame.owner, len(t.seats))
        given = next((answers[n] for n in order if isinstance(answers.get(n), o.Dematerialise)), None)
    else:
        given = answers.get(frame.owner)
    changes: dict[str, Any] = {}
    if isinstance(given, o.Defend | o.Sacrifice | o.Dematerialise):
        t.play(given.seat, given.card)
        changes["cards"] = (*frame.cards, given.card)
        if isinstance(given, o.Defend):
            changes["defence"] = defence_of(t.table, given.seat, t.seats[given.seat], frame.ranged, given.card)
            t.tell(e.Defended(given.seat, given.card, changes["defence"]))
        else:
            changes["saved"] = True
            sacrificed = isinstance(given, o.Sacrifice)
            told = e.DiscipleSacrificed if sacrificed else e.Dematerialised
            t.tell(told(given.seat, given.card))
    return replace(frame, stage="damage", **changes)


def _strike(t: Transition, frame: AttackFrame) -> None:
    """ATK-7: the cards are discarded and damage done in one moment; a death follows."""
    t.frames.pop()
    defence = frame.defence
    of = t.seats[frame.owner]
    if defence < 0:
        plain = is_seat(frame.target) and of.kind == SAMURAI
        defence = defence_of(t.table, frame.owner, of, frame.ranged, None) if plain else 0
    damage = 0 if frame.saved else max(frame.value - defence, 0)
    t.put_down(frame.cards)
    t.tell(e.Struck(frame.target, frame.value, defence, damage))
    if not is_seat(frame.target):
        if damage:
            t.disciples_gone((frame.target,))
            t.discard += (frame.target,)
            t.tell(e.DiscipleKilled(frame.target))
    elif of.kind == SPIRIT:
        lost = min(damage, of.jar)
        if lost:
            t.seat(frame.owner, jar=of.jar - lost)
            t.gone += lost
            t.tell(e.JarLost(frame.owner, lost))
    elif t.harm(frame.owner, damage):
        t.push(DeathFrame(frame.owner))


# phase 2 --------------------------------------------------------------------------------------------------------------


def disciples(t: Transition, frame: DisciplesFrame) -> bool:
    """DSC-3: the next one acts; with two or more left their owner is asked which."""
    there = disciples_of(t.lines, frame.seat)
    left = tuple([card for card in frame.left if card in there])
    if not left:
        t.frames.pop()
        return True
    if left != frame.left:
        t.become(DisciplesFrame(frame.seat, left))
    if len(left) > 1:
        return False
    act(t, left[0])
    return True


def act(t: Transition, disciple: int) -> None:
    """DSC-4, DSC-5: a Disciple advances and strikes."""
    frame = t.frames[-1]
    assert isinstance(frame, DisciplesFrame)
    t.become(DisciplesFrame(frame.seat, tuple([card for card in frame.left if card != disciple])))
    t.lines, steps = advanced(t.lines, disciple, 2)
    if steps:
        t.tell(e.DiscipleAdvanced(disciple, steps))
    targets = before(t.lines, disciple)
    if len(targets) == 1:
        strike(t, frame.seat, targets[0])
    elif targets:
        t.push(StrikeFrame(frame.seat, disciple))


def strike(t: Transition, seat: int, target: int) -> None:
    """DSC-6: the Attack of a Disciple."""
    bonus = int(ability(t.table, seat, t.seats[seat]) == "captain")
    open_ = t.table.options.interrupt_disciples == "attacks"
    t.push(AttackFrame(seat, target, owner_of(t, target), bonus, False, (), "turn_up", open_))


def chosen(t: Transition, option: o.Strike) -> None:
    """D3."""
    t.frames.pop()
    strike(t, option.seat, option.target)
