"""A burst: one roll, compared with the Defense of every figure in a zone, allies included (ATK-7).

The total is counted for each figure by itself: a die counts for the figures that its modifier fits.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Outcome, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.rules import attack, dials, moments, places, totals
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.damage import damage, opponents, raise_alert, remove_if_dead
from companion.model.games.chronicles.rules.part import Part, asks, dice
from companion.model.games.chronicles.rules.targets import name_of
from companion.model.games.chronicles.rules.testing import begin as begin_test
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Figure, FigureId, State, replace

WHOM = say("Choose every figure of the zone, or go on")
TOTAL = say("How many successes count against {target}?")


def options(state: State, figure: Figure) -> list[Option]:
    """ATK-7: zones with an opponent; `?` where the app does not know who is in which."""
    blind = figure.camp == "heroes" and any(isinstance(one.effect, fx.Blind) for one in totals.sources(state))
    if blind or not totals.permits(state, figure, fx.Burst):
        return []
    fit = [
        one
        for one in opponents(state, figure)
        if _may_be_hit(state, figure, one) and places.fires(state, figure, one.at) is not False
    ]
    zones = dict.fromkeys(places.zone(state, one.at) or HIDDEN for one in fit)
    return [o.Burst(attack.seat_of(figure), zone) for zone in zones]


def _may_be_hit(state: State, attacker: Figure, one: Figure) -> bool:
    """Yurei are left out where the permission comes from an object that has no effect on them (ATK-10)."""
    return one.id != attacker.id and totals.permits(state, attacker, fx.Burst, one)


def declare(t: Transition, attacker: FigureId, option: o.Burst) -> None:
    """ATK-2."""
    t.push(f.BurstFrame(attacker, option.zone))


def _figures(state: State, frame: f.BurstFrame) -> list[Figure]:
    """Whom it may still be said to meet: everybody in the zone, if the app knows."""
    attacker = state.figure(frame.attacker)
    assert attacker is not None
    return [
        one
        for one in state.figures
        if one.id not in frame.targets
        and (frame.zone == HIDDEN or places.zone(state, one.at) == frame.zone)
        and _may_be_hit(state, attacker, one)
    ]


def _goes_on(t: Transition, frame: f.BurstFrame) -> bool:
    attacker = t.now.figure(frame.attacker)
    standing = tuple([id for id in frame.targets if t.now.figure(id) is not None])
    if attacker is None or (frame.step != "targets" and not standing):
        t.pop()
        moments.attack_over(t)
        return True
    if standing != frame.targets and frame.step in ("declared", "dread", "react"):
        t.become(replace(frame, targets=standing))
        return True
    match frame.step:
        case "targets":
            found = _figures(t.now, frame)
            if found and frame.zone == HIDDEN:
                return False
            t.become(replace(frame, step="declared", targets=(*frame.targets, *[one.id for one in found])))
        case "declared":
            _declared(t, frame, attacker)
        case "dread":
            t.become(replace(frame, step="react"))
            moments.announced(t, attacker.id, frame.targets)
        case "react" if not moments.reactions(t.now, frame, frame.targets):
            _count_dice(t, frame, attacker)
        case "dice" if not frame.combat and not frame.action:
            t.become(replace(frame, step="hit", totals=(0,) * len(frame.targets)))
        case "ki" if not frame.ki:
            t.become(replace(frame, step="hit"))
        case "hit":
            t.pop()
            _resolve(t, frame, attacker)
            moments.attack_over(t)
        case _:
            return False
    return True


def _targets(state: State, frame: f.BurstFrame) -> list[Figure]:
    return [one for id in frame.targets if (one := state.figure(id)) is not None]


def _declared(t: Transition, frame: f.BurstFrame, attacker: Figure) -> None:
    """ALR-1: for any figure that it is compared with; ATK-9 once."""
    targets = _targets(t.now, frame)
    t.become(replace(frame, step="dread"))
    found = [dread for one in targets if (dread := attack.dread_of(t.now, attacker, one)) is not None]
    if found:
        begin_test(t, attacker.id, attack.DREAD, found[0].characteristic, found[0].difficulty, None, direct=True)
    clean = [one for one in targets if attack.raises_alert(t.now, attacker, one)]
    if any(attack.on_clean_tile(t.now, one) is True for one in clean) and dials.due(t, "alert", attacker.id):
        raise_alert(t)


def _count_dice(t: Transition, frame: f.BurstFrame, attacker: Figure) -> None:
    state, targets = t.now, _targets(t.now, frame)
    all_ = (1 << len(targets)) - 1
    reasons = [[one for one in totals.reasons(state, attacker, "attack", target) if one.sure] for target in targets]
    base = totals.base(state, attacker, "attack") or 0
    left = [max(0, base + sum(one.n for one in found if one.n < 0)) for found in reasons]
    combat = [sum(1 << n for n, dice_ in enumerate(left) if dice_ > die) for die in range(max(left, default=0))]
    counted = [Counter((one.source, one.n) for one in found if one.n > 0) for found in reasons]
    action: list[int] = []
    for mod in dict.fromkeys(mod for found in counted for mod in found):
        for copy in range(max(found[mod] for found in counted)):
            action += [sum(1 << n for n, found in enumerate(counted) if found[mod] > copy)] * mod[1]
    if all(totals.permits(state, attacker, fx.SwapDice, target) for target in targets):
        combat, action = [], combat + action
    defenses = tuple([totals.value(state, target, "defense", attacker) for target in targets])
    ordered = tuple(sorted(action, key=lambda bits: bits != all_))
    made = replace(frame, step="dice", combat=tuple(combat), action=ordered, defenses=defenses)
    t.become(made)
    for n, target in enumerate(targets):
        combat_, action_ = (sum(bits >> n & 1 for bits in of) for of in (made.combat, made.action))
        t.tell(e.AttackDeclared(attacker.id, target.id, "burst", combat_, action_, defenses[n]))


def _ask(state: State, frame: f.BurstFrame) -> Pending:
    attacker = state.figure(frame.attacker)
    assert attacker is not None
    seat, box = attack.seat_of(attacker), state.table.box
    if frame.step == "targets":
        enough = any(one.camp != attacker.camp for one in _targets(state, frame))
        done: list[Option] = [o.Done(seat)] if enough else []
        return asks(seat, WHOM, [*[o.Pick(seat, one.id) for one in _figures(state, frame)], *done])
    if frame.step == "react":
        return attack.ask_reaction(state, frame, frame.targets)
    if frame.step == "ki":
        kinds = [kind for kind, _ in frame.ki]
        return dice(box, seat, "ki", kinds.count("combat"), kinds.count("action"))
    if frame.step == "reroll" and frame.again:
        combat = sum(n < len(frame.combat) for n in frame.again)
        return dice(box, seat, "attack", combat, len(frame.again) - combat)
    if frame.step == "reroll":
        return asks(seat, attack.REROLL, attack.rerolls(seat, frame))
    entry, here = state.table.options.dice_entry, frame.faces == (HIDDEN,)
    unsure = any(
        attack.raises_alert(state, attacker, one) and attack.on_clean_tile(state, one) is None
        for one in _targets(state, frame)
    )
    alert: list[Option] = [o.RaiseAlert(seat)] if unsure else []
    if entry == "virtual" and unsure and not here:
        return asks(seat, attack.ALERT, [*alert, o.RollHere(seat)])
    if entry == "virtual" or here:
        return dice(box, seat, "attack", len(frame.combat), len(frame.action))
    rolls: list[Option] = [o.RollHere(seat)] if entry == "ask" and not frame.totals else []
    prompt = attack.TOTAL
    if not _alike(frame) and (target := state.figure(frame.targets[len(frame.totals)])) is not None:
        prompt = say(TOTAL.key, target=name_of(state, target))
    return asks(seat, prompt, [*[o.Total(seat, n) for n in range(attack.HIGHEST + 1)], *alert, *rolls])


def _alike(frame: f.BurstFrame) -> bool:
    """Whether every die counts for every figure."""
    return len({*frame.combat, *frame.action}) < 2


def _chosen(t: Transition, frame: f.BurstFrame, option: Option) -> None:
    match option:
        case o.Pick(_, id):
            t.become(replace(frame, targets=(*frame.targets, id)))
        case o.Done():
            t.become(replace(frame, step="declared"))
        case o.React() | o.Pass():
            attack.reacted(t, frame, option, frame.targets)
        case o.RaiseAlert():
            raise_alert(t)
        case o.RollHere():
            t.become(replace(frame, faces=(HIDDEN,)))
        case o.RerollDice(_, again):
            t.become(replace(frame, again=again))
        case o.KeepDice():
            _count(t, frame, frame.faces, _dice(frame))
        case o.Total(_, n):
            told = (*frame.totals, *[n] * (len(frame.targets) if _alike(frame) else 1))
            t.become(replace(frame, totals=told, step="hit" if len(told) == len(frame.targets) else "dice"))


def _dice(frame: f.BurstFrame) -> list[tuple[Literal["combat", "action"], int]]:
    """Each die in the order rolled, with whom it counts for."""
    combat: list[tuple[Literal["combat", "action"], int]] = [("combat", bits) for bits in frame.combat]
    return [*combat, *[("action", bits) for bits in frame.action]]


def _rolled(t: Transition, frame: f.BurstFrame, outcome: Outcome) -> None:
    t.tell(e.DiceRolled(frame.attacker, "ki" if frame.step == "ki" else "attack", outcome))
    attacker = t.now.figure(frame.attacker)
    assert attacker is not None
    if frame.step == "ki":
        _count(t, frame, outcome, list(frame.ki))
    elif frame.again:
        _count(t, frame, attack.exchanged(frame, outcome), _dice(frame))
    elif n := min(len(outcome), totals.rerolls(t.now, attacker, "attacks")):
        t.become(replace(frame, step="reroll", faces=outcome, rerolls=n))
    else:
        _count(t, frame, outcome, _dice(frame))


def _count(
    t: Transition, frame: f.BurstFrame, faces: Outcome, rolled: list[tuple[Literal["combat", "action"], int]]
) -> None:
    counted = list(frame.totals or (0,) * len(frame.targets))
    for face, (_, bits) in zip(faces, rolled, strict=True):
        for n in range(len(counted)):
            counted[n] += (bits >> n & 1) * (1 if face == "ki" else int(face))
    ki = tuple([die for face, die in zip(faces, rolled, strict=True) if face == "ki"])
    t.become(replace(frame, step="ki", faces=(), again=(), ki=ki, totals=tuple(counted)))


def _resolve(t: Transition, frame: f.BurstFrame, attacker: Figure) -> None:
    """All totals are compared first, then all damage is placed, then what is removed goes."""
    compared = list(zip(_targets(t.now, frame), frame.totals, frame.defenses, strict=True))
    struck = [target for target, total, defense in compared if total >= defense]
    for target, total, defense in compared:
        t.tell(e.AttackResolved(attacker.id, target.id, total, total >= defense))
    hurt = [(target.id, totals.damage_of(t.now, attacker, target)) for target in struck]
    riders = [(target.id, totals.effects_on(t.now, attacker, fx.OnHit, target)) for target in struck]
    for id, n in hurt:
        damage(t, id, n, attacker.id, attack=True, stays=True)
    for id, _ in hurt:
        remove_if_dead(t, id, attacker.id, attack=True)
    for id, effects in riders:
        for effect in effects:
            assert isinstance(effect, fx.OnHit)
            attack.ride(t, effect.effect, attacker.id, id)
    attack.bleeds(t, attacker.id)


BURST = Part(_ask, _chosen, _rolled, _goes_on)
