"""An attack, from its declaration to the last rider (ATK)."""

from __future__ import annotations

from itertools import combinations

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Outcome, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.rules import dials, moments, places, totals
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.damage import damage, give_status, raise_alert
from companion.model.games.chronicles.rules.part import Part, asks, dice
from companion.model.games.chronicles.rules.targets import attacks, pushed_to
from companion.model.games.chronicles.rules.testing import begin as begin_test
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, Figure, FigureId, Seat, State, replace

ALERT = say("Raise the alert if the guard stands on a tile without corruption, then roll")
TOTAL = say("How many successes were rolled?")
REACT = say("React to the attack, or pass")
REROLL = say("Which dice are rolled once more?")
PUSH = say("Choose where the target is pushed, or leave it there")
HIGHEST = 40
"""No total at a table is higher: KI without end."""
DREAD = "dread"
"""What a test before an attack is of (ATK-9)."""


def seat_of(figure: Figure) -> Seat:
    """SEA-5: whose a figure's choices are; ownerless ones have none that could be asked."""
    return figure.id if figure.group == "hero" else figure.owner or ONI


def targets(state: State, figure: Figure) -> list[Option]:
    """ATK-1: whom a figure may attack; without places anybody of the other camp."""
    return attacks(state, figure, seat_of(figure))


def declare(t: Transition, attacker: FigureId, option: o.Attack | o.Shoot, free: bool = False) -> None:
    """ATK-2."""
    t.push(f.AttackFrame(attacker, option.target, "attack" if isinstance(option, o.Attack) else "shoot", free=free))


def _goes_on(t: Transition, frame: f.AttackFrame) -> bool:
    attacker, target = t.now.figure(frame.attacker), t.now.figure(frame.target)
    if attacker is None or target is None:
        t.pop()
        moments.attack_over(t)
        return True
    match frame.step:
        case "declared":
            _declared(t, frame, attacker, target)
        case "dread":
            t.become(replace(frame, step="react"))
            moments.announced(t, attacker.id, (target.id,))
        case "react" if not moments.reactions(t.now, frame, (target.id,)):
            _count_dice(t, frame, attacker, target)
        case "dice" if not frame.combat and not frame.action:
            t.become(replace(frame, step="hit"))
        case "ki" if not frame.ki:
            t.become(replace(frame, step="hit"))
        case "hit":
            _resolve(t, frame, attacker, target)
        case _:
            return False
    return True


def _declared(t: Transition, frame: f.AttackFrame, attacker: Figure, target: Figure) -> None:
    t.become(replace(frame, step="dread"))
    if (first := dread_of(t.now, attacker, target)) is not None:
        begin_test(t, attacker.id, DREAD, first.characteristic, first.difficulty, None, direct=True)
    raises = raises_alert(t.now, attacker, target) and on_clean_tile(t.now, target) is True
    if raises and dials.due(t, "alert", attacker.id):
        raise_alert(t)


def dread_of(state: State, attacker: Figure, target: Figure) -> fx.Dread | None:
    """ATK-9: the test that comes before an attack."""
    if attacker.camp != "heroes":
        return None
    found = [one.effect for one in totals.sources(state) if one.bearer is target]
    return next((one for one in found if isinstance(one, fx.Dread)), None)


def raises_alert(state: State, attacker: Figure, target: Figure) -> bool:
    """ALR-1, where the guard stands on no corrupted tile."""
    who = attacker.group == "hero" or (state.table.options.alert_by == "side" and attacker.camp == "heroes")
    return who and target.group == "guard" and not state.oni.alert and dials.stop_of(state, "alert") != "off"


def on_clean_tile(state: State, target: Figure) -> bool | None:
    """Whether a guard stands on a tile without corruption; None: only the table can see it."""
    on_it = places.corrupted(state, target.at)
    return None if on_it is None else not on_it


def pool(state: State, attacker: Figure, target: Figure) -> tuple[int, int, int]:
    """ATK-3, ATK-5: combat and action dice, and the number to reach."""
    combat, action = totals.attack_dice(state, attacker, target)
    if totals.permits(state, attacker, fx.SwapDice, target):
        combat, action = 0, combat + action
    return combat, action, totals.value(state, target, "defense", attacker)


def _count_dice(t: Transition, frame: f.AttackFrame, attacker: Figure, target: Figure) -> None:
    combat, action, defense = pool(t.now, attacker, target)
    t.become(replace(frame, step="dice", combat=combat, action=action, defense=defense))
    t.tell(e.AttackDeclared(attacker.id, target.id, frame.kind, combat, action, defense))


def _ask(state: State, frame: f.AttackFrame) -> Pending:
    attacker, target = state.figure(frame.attacker), state.figure(frame.target)
    assert attacker is not None
    assert target is not None
    if frame.step == "react":
        return ask_reaction(state, frame, (target.id,))
    seat = seat_of(attacker)
    if frame.step == "ki":
        return dice(state.table.box, seat, "ki", frame.ki.count("combat"), frame.ki.count("action"))
    if frame.step == "reroll" and frame.again:
        combat = sum(n < frame.combat for n in frame.again)
        return dice(state.table.box, seat, "attack", combat, len(frame.again) - combat)
    if frame.step == "reroll":
        return asks(seat, REROLL, rerolls(seat, frame))
    if frame.step == "push":
        seat = player_of(state, frame) or seat
        return asks(seat, PUSH, [*[o.Push(seat, at) for at in pushed_to(state, frame)], o.Leave(seat)])
    entry, rolls_here = state.table.options.dice_entry, frame.faces == (HIDDEN,)
    unsure = raises_alert(state, attacker, target) and on_clean_tile(state, target) is None
    alert: list[Option] = [o.RaiseAlert(seat)] if unsure else []
    if entry == "virtual" and unsure and not rolls_here:
        return asks(seat, ALERT, [*alert, o.RollHere(seat)])
    if entry == "virtual" or rolls_here:
        return dice(state.table.box, seat, "attack", frame.combat, frame.action)
    here: list[Option] = [o.RollHere(seat)] if entry == "ask" else []
    return asks(seat, TOTAL, [*[o.Total(seat, n) for n in range(HIGHEST + 1)], *alert, *here])


def ask_reaction(state: State, frame: f.AttackFrame | f.BurstFrame, at: tuple[FigureId, ...]) -> Pending:
    """ATK-11."""
    due = moments.reactions(state, frame, at)
    return asks(due[0][1], REACT, [*[o.React(due[0][1], card) for card in dict.fromkeys(one[0] for one in due)],
                                   o.Pass(due[0][1])])  # fmt: skip


def reacted(t: Transition, frame: f.AttackFrame | f.BurstFrame, option: Option, at: tuple[FigureId, ...]) -> None:
    """ATK-11: a card announced, or none any more."""
    if isinstance(option, o.React):
        due = next(one for one in moments.reactions(t.now, frame, at) if one[0] == option.card)
        t.become(replace(frame, reacted=(*frame.reacted, f"{due[0]}:{due[2]}")))
        moments.reacts(t, due)
    elif isinstance(option, o.Pass):
        t.become(replace(frame, passed=(*frame.passed, option.seat)))


def _chosen(t: Transition, frame: f.AttackFrame, option: Option) -> None:
    match option:
        case o.React() | o.Pass():
            reacted(t, frame, option, (frame.target,))
        case o.RaiseAlert():
            raise_alert(t)
        case o.RollHere():
            t.become(replace(frame, faces=(HIDDEN,)))
        case o.Total(_, n):
            t.become(replace(frame, step="hit", total=n))
        case o.RerollDice(_, again):
            t.become(replace(frame, again=again))
        case o.KeepDice():
            _count(t, frame, frame.faces, frame.combat)
        case o.Push(_, at):
            t.figure(frame.target, at=at)
            t.tell(e.FigurePushed(frame.target, at))
            _rides(t, frame)
        case o.Leave():
            _rides(t, frame)


def rerolls(seat: Seat, frame: f.AttackFrame | f.BurstFrame | f.TestFrame) -> list[Option]:
    """ATK-4: any dice of a roll, as many as may be rolled once more."""
    places = range(len(frame.faces))
    some = [o.RerollDice(seat, dice_) for n in range(1, frame.rerolls + 1) for dice_ in combinations(places, n)]
    return [*some, o.KeepDice(seat)]


def _rolled(t: Transition, frame: f.AttackFrame, outcome: Outcome) -> None:
    """ATK-4: re-rolls come first, then every KI counts 1 and is rolled again."""
    if frame.step == "ki":
        t.tell(e.DiceRolled(frame.attacker, "ki", outcome))
        _count(t, frame, outcome, frame.ki.count("combat"))
        return
    t.tell(e.DiceRolled(frame.attacker, "attack", outcome))
    if frame.again:
        _count(t, frame, exchanged(frame, outcome), frame.combat)
        return
    attacker = t.now.figure(frame.attacker)
    assert attacker is not None
    n = min(len(outcome), totals.rerolls(t.now, attacker, "attacks"))
    if n:
        t.become(replace(frame, step="reroll", faces=outcome, rerolls=n))
    else:
        _count(t, frame, outcome, frame.combat)


def exchanged(frame: f.AttackFrame | f.BurstFrame | f.TestFrame, outcome: Outcome) -> Outcome:
    """The faces once some dice were rolled anew."""
    new = dict(zip(frame.again, outcome, strict=True))
    return tuple([new.get(n, face) for n, face in enumerate(frame.faces)])


def _count(t: Transition, frame: f.AttackFrame, faces: Outcome, combat: int) -> None:
    ki = tuple(["combat" if n < combat else "action" for n, face in enumerate(faces) if face == "ki"])
    total = frame.total + sum(1 if face == "ki" else int(face) for face in faces)
    t.become(replace(frame, step="ki", faces=(), again=(), ki=ki, total=total))


def player_of(state: State, frame: f.AttackFrame) -> Seat | None:
    """Whoever makes a guard act chooses for it (effect `guards`); None: it is no such attack."""
    below = next((one for one in reversed(state.frames) if not isinstance(one, f.AttackFrame)), None)
    return below.seat if isinstance(below, f.GuardsFrame) and below.figure == frame.attacker else None


def _resolve(t: Transition, frame: f.AttackFrame, attacker: Figure, target: Figure) -> None:
    """ATK-5, ATK-6: damage, then the push."""
    hit = frame.total >= frame.defense
    t.tell(e.AttackResolved(attacker.id, target.id, frame.total, hit))
    if hit:
        damage(t, target.id, totals.damage_of(t.now, attacker, target), attacker.id, attack=True)
    elif frame.kind == "attack" and totals.permits(t.now, target, fx.Riposte):
        damage(t, attacker.id, 1, target.id)
    if pushed_to(t.now, frame):
        t.become(replace(frame, step="push"))
    else:
        _rides(t, frame)


def _rides(t: Transition, frame: f.AttackFrame) -> None:
    """ATK-2, STA-3: what a hit does besides, bleeding last."""
    attacker, target = t.now.figure(frame.attacker), t.now.figure(frame.target)
    hit = attacker is not None and target is not None and frame.total >= frame.defense
    riders = totals.effects_on(t.now, attacker, fx.OnHit, target) if hit and attacker is not None else []
    t.pop()
    for rider in riders:
        assert isinstance(rider, fx.OnHit)
        ride(t, rider.effect, frame.attacker, frame.target)
    if not frame.free:
        bleeds(t, frame.attacker)
    moments.attack_over(t)


def bleeds(t: Transition, attacker: FigureId) -> None:
    """STA-3: after an attack action."""
    standing = t.now.figure(attacker)
    if standing is not None and any(one.kind == "bleeding" for one in standing.statuses):
        damage(t, attacker, 1)


def ride(t: Transition, deed: fx.Deed, attacker: FigureId, target: FigureId) -> None:
    """Effect `on_hit`, if the target still stands."""
    if t.now.figure(target) is None:
        return
    if isinstance(deed, fx.DamageDeed):
        damage(t, target, deed.n, attacker, attack=True)
    elif isinstance(deed, fx.StatusDeed):
        give_status(t, target, deed.status)


ATTACK = Part(_ask, _chosen, _rolled, _goes_on)
