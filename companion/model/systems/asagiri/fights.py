"""Combats and shots: who may attack whom, every modifier with its reason, and what the dice bring (CBT, SHT)."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import N_, Message, Name, say
from companion.model.effects.operations import Outcome, Retreat, Shift
from companion.model.effects.tree import Effect, Element, Skill

from . import contest, dice, reactions
from .adventure import specials
from .aiming import line_of_fire, obstacle_words
from .dials import DIALS
from .fight_events import AttackDeclared, CombatRolled, ShotDeclared, ShotRolled
from .flow import Flow
from .moment import Moment, announced_window, by_of, of_fight, window_of
from .options import UseDie, UseSkill
from .overrides import attack_reach, freedom, ignored, prevented
from .possible import acts
from .selecting import sees
from .skills import Touch, added, applies, automatic, number, settled, shielded, skill_named, touching, used_up
from .stack import STEPS, Doing, Fight, Paying, Reacting, Retreating, Shaking, Step, Test, Turning, Use
from .state import State, replace
from .terms import STAT_OF, Origin
from .text import ELEMENT_WORDS, skill_name


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """Something that counts in a total; `source` is ``stat``, ``die``, ``skill``, ``support``, ``behind``, ``cover``,
    ``scenario`` or ``shot``; `who` is the figure it comes from.
    """

    side: Literal["attacker", "defender"]
    amount: int
    source: str
    reason: Message
    who: int = -1


# legality ----------------------------------------------------------------------------------------------------------


def attack_refused(state: State, attacker: int, target: int) -> Refusal | None:
    """CBT-1: only an enemy in one's control zone."""
    if target == attacker or state.band_of(target) == state.band_of(attacker) or state.figures[target].at < 0:
        return refuse("CBT-1", "Only an enemy on the board can be attacked.")
    if state.quest is not None and (peaceful := specials.attack_refused(state, attacker)) is not None:
        return peaceful
    if target not in targets(state, attacker):
        return refuse(
            "CBT-1",
            "{target} is not in the control zone of {who}.",
            target=state.table.called[target],
            who=state.table.called[attacker],
        )
    return None


def targets(state: State, attacker: int) -> list[int]:
    """The enemies this figure may attack (CBT-1)."""
    if state.quest is not None and specials.attack_refused(state, attacker) is not None:
        return []
    zone = state.zone(attacker)
    enemies = state.on_board(1 - state.band_of(attacker))
    found = [n for n in enemies if zone >> state.figures[n].at & 1]
    if "lengthen" in state.table.speaks and (reach := attack_reach(state, attacker)) > 1:
        metric, here = state.table.options.range_metric, state.figures[attacker].at
        near = (n for n in enemies if state.table.board.distance(here, state.figures[n].at, metric) <= reach)
        found = sorted({*found, *(n for n in near if sees(state, attacker, n))})
    return found


def shot_refused(state: State, shooter: int, target: int, reach: int) -> Refusal | None:
    """SHT-2, VIS-1, SHT-4, SHT-3: the first that forbids a shot of this range."""
    board, figure, aim = state.table.board, state.figures[shooter], state.figures[target]
    if state.band_of(target) == state.band_of(shooter):
        return refuse("SHT-2", "Only an enemy can be shot at.")
    forbidden = contest.shot_refused(state.table)
    if forbidden is None and state.quest is not None:
        forbidden = specials.shooting_refused(state, shooter)
    if forbidden is not None:
        return forbidden
    name = state.table.called[target]
    if shielded(state, target, shooter, "shots"):
        return refuse("SKL-3", "{target} cannot be shot at.", target=name)
    free = freedom(state, shooter, "shot")
    if state.in_enemy_zone(shooter) and "zones" not in free:
        return refuse("SHT-2", "The shooter stands in an enemy control zone.")
    if figure.at < 0 or aim.at < 0 or board.forward(figure.at, figure.facing, aim.at) < 1:
        return refuse("VIS-1", "{target} is not in the shooter's field of vision.", target=name)
    blocked = line_of_fire(state, shooter, aim.at).blocked_by
    if blocked is not None:
        what = obstacle_words(state, blocked)
        return refuse("SHT-4", "The line of fire to {target} is blocked: {what}", target=name, what=what)
    away, reach = board.distance(figure.at, aim.at, state.table.options.range_metric), contest.reach(state.table, reach)
    if away > reach:
        return refuse("SHT-3", "{target} is {away} squares away; the range is {reach}.", target=name, away=away,
                      reach=reach)  # fmt: skip
    return None


def shot_range(state: State, shooter: int, skill: Skill, target: int | None = None) -> int:
    """The range of a Shot skill with the automatic skills that lengthen it (SHT-1)."""
    shot = skill.shot
    assert shot is not None
    moment = Moment("shot", shooter, -1 if target is None else target, "attacker", "shot")
    reach = number(state, moment, "range", shot.range)
    return reach if state.quest is None else specials.range_of(state, reach)


def shots(state: State, shooter: int) -> list[tuple[int, Skill, Origin | None]]:
    """Every shot a figure may announce: target, skill and where the skill's die comes from (SHT-1, SHT-2)."""
    skills = [skill for skill in state.skills(shooter) if skill.shot is not None]
    if not skills or (state.in_enemy_zone(shooter) and "zones" not in freedom(state, shooter, "shot")):
        return []
    found: list[tuple[int, Skill, Origin | None]] = []
    for skill in skills:
        if used_up(state, shooter, skill):
            continue
        paid: list[Origin | None] = [None]
        if len(skill.cost) == 1 and len(skill.cost[0]) == 1:
            paid = [*dice.origins(state, shooter, skill.cost[0][0])]
        elif not dice.affordable(state, shooter, skill.cost):
            paid = []
        for target in state.on_board(1 - state.band_of(shooter)) if paid else ():
            moment = Moment("shot", shooter, target, "attacker", "shot")
            if shot_refused(state, shooter, target, shot_range(state, shooter, skill, target)) is None:
                found += [(target, skill, origin) for origin in paid
                          if applies(state, skill, replace(moment, origin=origin))]  # fmt: skip
    return found


# circumstances -----------------------------------------------------------------------------------------------------


def supporters(state: State, friend: int, foe: int) -> list[int]:
    """The other friends of `friend` with `foe` in their control zone (CBT-4); a scenario card may forbid it (KAR-6)."""
    if not contest.has_support(state.table):
        return []
    at = state.figures[foe].at
    return [n for n in state.on_board(state.band_of(friend)) if n != friend and state.zone(n) >> at & 1]


def trail_of(state: State, who: int) -> tuple[int, ...]:
    """Every square stood on in this activation; its square alone for a figure that is not active."""
    active = state.active
    at = state.figures[who].at
    if active is None or active.who != who:
        return (at,)
    return active.trail if at in active.trail else (*active.trail, at)


def is_behind(state: State, attacker: int, target: int) -> bool:
    """CBT-5: whether every square of the attacker's trail lies outside the defender's field of vision."""
    board, aim = state.table.board, state.figures[target]
    return all(board.forward(aim.at, aim.facing, square) <= 0 for square in trail_of(state, attacker))


def facings_into_zone(state: State, who: int, square: int) -> list[int]:
    """The facings with `square` in the figure's control zone; just the present one when it already is (CBT-2)."""
    figure, zones = state.figures[who], state.table.board.zones
    if zones[figure.at][figure.facing] >> square & 1:
        return [figure.facing]
    return [facing for facing in range(4) if zones[figure.at][facing] >> square & 1]


def facings_into_vision(state: State, who: int, square: int) -> list[int]:
    """The facings with `square` in the field of vision; just the present one when it already is (SHT-6)."""
    figure, board = state.figures[who], state.table.board
    if board.forward(figure.at, figure.facing, square) >= 1:
        return [figure.facing]
    return [facing for facing in range(4) if board.forward(figure.at, facing, square) >= 1]


# announcements -----------------------------------------------------------------------------------------------------


def is_attackers(fight: Fight) -> bool:
    """Whether it is the attacker's turn to speak."""
    return fight.step.startswith("attacker")


def announcer(fight: Fight) -> int:
    """The figure that announces at this step."""
    return fight.attacker if is_attackers(fight) else fight.defender


def paid(state: State, fight: Fight) -> tuple[tuple[int, Skill], ...]:
    """The skills announced by either side, each with its bearer."""
    named = ((use.who, skill_named(state, use.who, use.what.removeprefix("skill:")))
             for use in fight.uses if use.what.startswith("skill:"))  # fmt: skip
    return tuple((who, skill) for who, skill in named if skill is not None)


def moment(state: State, fight: Fight, attacking: bool) -> Moment:
    """The moment of the fight, as the skills of one side see it."""
    ahead = ahead_by(state, fight) if fight.step.endswith("_result") else 0
    window = window_of(fight, attacking, ahead if attacking else -ahead)
    return of_fight(fight, attacking, window, abs(ahead), paid(state, fight))


def announcements(state: State, fight: Fight) -> list[UseDie | UseSkill]:
    """What the figure whose turn it is may still announce (CBT-2, SHT-6: fire does not help a shot)."""
    if fight.step == "roll":
        return []
    attacking = is_attackers(fight)
    seen = moment(state, fight, attacking)
    if fight.faces is not None:
        return dice.skill_uses(state, seen)
    stat: Element | None = (None if fight.shot else "fire") if attacking else "earth"
    return dice.announcements(state, seen, stat)


def declare_attack(flow: Flow, attacker: int, target: int) -> None:
    """CBT-2, first step: the attack is announced, after a movement going on has ended (MOV-8)."""
    flow.act("attack")
    begin_attack(flow, attacker, target)


def begin_attack(flow: Flow, attacker: int, target: int) -> None:
    """An attack begins, as an action or through a skill; skills of whoever is about to be attacked speak first."""
    behind = is_behind(flow.state, attacker, target)
    flow.push(Fight(attacker, target, from_behind=behind))
    flow.tell(AttackDeclared(attacker, target, behind))
    _begin(flow, target, attacker, "combat")


def _begin(flow: Flow, target: int, attacker: int, by: Literal["combat", "shot"]) -> None:
    enter(flow, "attacker")
    if flow.has(target, "targeted"):
        flow.push(Reacting(target, "targeted", attacker, "defender", by))


def declare_shot(flow: Flow, shooter: int, target: int, skill: Skill, origin: Origin | None) -> None:
    """SHT-6, first step: the shot is announced and its die, if it costs one, spent."""
    flow.act("shot")
    flow.tell(ShotDeclared(shooter, target, skill.id))
    if skill.cost and origin is not None:
        dice.use_skill(flow, shooter, skill, origin)
    else:
        dice.note_use(flow, shooter, skill)
    begin_shot(flow, shooter, target, skill)
    if skill.cost and origin is None:
        flow.push(Paying(shooter, skill, skill.cost))


def begin_shot(flow: Flow, shooter: int, target: int, skill: Skill) -> None:
    """A shot that is paid for begins; skills of whoever is about to be shot at speak first."""
    flow.push(Fight(shooter, target, shot=skill))
    _begin(flow, target, shooter, "shot")


def at_step(fight: Fight, step: Step) -> Fight:
    """The fight at another step."""
    return replace(fight, step=step)


def with_use(frame: Fight | Test, use: Use) -> Fight | Test:
    """The fight or the test with one more die announced."""
    return replace(frame, uses=(*frame.uses, use))


# numbers -----------------------------------------------------------------------------------------------------------


def modifiers(state: State, fight: Fight) -> list[Modifier]:
    """Everything added to the two dice, each with its reason (CBT-2 to CBT-5, SHT-6)."""
    announced = paid(state, fight)
    moments = [of_fight(fight, side, announced_window(fight, side), paid=announced) for side in (True, False)]
    printed = state.face(fight.defender).defense
    found = [
        _base(state, fight, moments[0]),
        Modifier("defender", settled(state, moments[1], "defense", printed), "stat", say("Defense")),
    ]
    free = [ignored(state, seen) for seen in moments]
    found += _skills(state, fight, moments[0], free[1]) + _skills(state, fight, moments[1], free[0])
    found += _scenario(state, fight)
    for use in fight.uses:
        mine: Literal["attacker", "defender"] = "attacker" if use.who == fight.attacker else "defender"
        if use.what in STAT_OF.values() and use.element is not None:
            reason = say("{element} die", element=Message(ELEMENT_WORDS[use.element]))
            found.append(Modifier(mine, 1, "die", reason, use.who))
    if fight.shot is None:
        found += _circumstances(state, fight, free)
    else:
        a, b = state.figures[fight.attacker].at, state.figures[fight.defender].at
        if a >= 0 and b >= 0:
            cover = 0 if "cover" in free[0] else line_of_fire(state, fight.attacker, b).cover
            cover = cover if counts(state, fight, "cover") else 0
            found += [Modifier("defender", cover, "cover", say("Cover"))] if cover else []
    return found


def counts(state: State, fight: Fight, dial: str) -> bool:
    """Whether a table lets something count in a fight; what it wants to be asked about counts until it is declined."""
    return dial not in state.table.off and dial not in fight.declined


def _remind(flow: Flow, fight: Fight) -> None:
    """Before the dice are rolled: what would count, and the table wants to be asked about."""
    wanted = [dial for dial in ("support", "behind", "cover") if dial in flow.table.asked]
    for dial in wanted:
        sides = [found.side for found in modifiers(flow.state, fight) if found.source == dial]
        if sides and dial not in fight.declined:
            flow.due(dial, fight.attacker if "attacker" in sides else fight.defender, DIALS[dial].rule)


def _scenario(state: State, fight: Fight) -> list[Modifier]:
    """What the scenario card adds (KAR-6)."""
    table = state.table
    if table.contest is None or table.contest.scenario is None:
        return []
    attack = contest.stat(table, "attack") if fight.shot is None else 0
    defense = contest.stat(table, "defense") + (contest.mist(table) if fight.shot is not None else 0)
    reason = say("{scenario}", scenario=contest.name(table))
    sides: tuple[tuple[Literal["attacker", "defender"], int], ...] = (("attacker", attack), ("defender", defense))
    return [Modifier(side, amount, "scenario", reason) for side, amount in sides if amount]


def _base(state: State, fight: Fight, seen: Moment) -> Modifier:
    if fight.shot is None:
        printed = state.face(fight.attacker).attack
        return Modifier("attacker", settled(state, seen, "attack", printed), "stat", say("Attack"))
    shot = fight.shot.shot
    assert shot is not None
    value = settled(state, seen, "shot", shot.value)
    return Modifier("attacker", value, "shot", say("{skill}", skill=Name.of(fight.shot.name)), fight.attacker)


def _skills(state: State, fight: Fight, seen: Moment, foe_ignores: frozenset[str]) -> list[Modifier]:
    side: Literal["attacker", "defender"] = "attacker" if seen.who == fight.attacker else "defender"
    stat = ("shot" if fight.shot else "attack") if side == "attacker" else "defense"
    found: list[Modifier] = []
    for touch, amount in added(state, seen, stat, "die"):
        if amount > 0 and "bonuses" in foe_ignores:
            continue
        name = Name.of(touch.skill.name) if touch.skill is not None else _going_on(state, seen.who, touch)
        found.append(Modifier(side, amount, "skill", say("{skill}", skill=name), touch.bearer))
    return found


def _going_on(state: State, who: int, touch: Touch) -> Name | Message | str:
    lasting = next(found for found in state.figures[who].lasting if found.effect is touch.effect)
    return skill_name(state, lasting.skill)


def _circumstances(state: State, fight: Fight, free: list[frozenset[str]]) -> list[Modifier]:
    found: list[Modifier] = []
    for friend, foe, side in (
        (fight.attacker, fight.defender, "attacker"),
        (fight.defender, fight.attacker, "defender"),
    ):
        if "support" in free[side == "attacker"]:
            continue
        for n in supporters(state, friend, foe) if counts(state, fight, "support") else ():
            reason = Message(N_("Support of {who}"), (("who", state.table.called[n]),))
            found.append(Modifier(side, 1, "support", reason, n))  # type: ignore[arg-type]
    if fight.from_behind and "behind" not in free[1] and counts(state, fight, "behind"):
        found.append(Modifier("attacker", 1, "behind", say("From behind"), fight.attacker))
    return found


_last: tuple[State, Fight, tuple[int, int]] | None = None


def totals(state: State, fight: Fight) -> tuple[int, int]:
    """What is added to the attacker's and to the defender's die.

    The last answer is remembered: it is asked for again at every outcome of the dice.
    """
    global _last
    asked = fight if "rolled" in state.table.speaks else replace(fight, faces=None, step="roll")
    if _last is not None and _last[1] == asked and _all_the_same(_last[0], state):
        return _last[2]
    found = modifiers(state, fight)
    answer = (
        sum(modifier.amount for modifier in found if modifier.side == "attacker"),
        sum(modifier.amount for modifier in found if modifier.side == "defender"),
    )
    _last = state, asked, answer
    return answer


def _all_the_same(one: State, other: State) -> bool:
    """Whether two states differ in what is being resolved at the most."""
    return (
        one.figures is other.figures
        and one.bands is other.bands
        and one.table is other.table
        and one.active is other.active
        and one.quest is other.quest
        and (one.turn, one.phase) == (other.turn, other.phase)
    )


# from the dice to the result ------------------------------------------------------------------------------------------

_LATE: frozenset[str] = frozenset(
    {"attack_rolled", "defense_rolled", "shot_rolled", "shot_at_rolled", "winning", "losing", "drawing",
     "shift", "outcome", "retreat"}
)  # fmt: skip
"""What makes it worth asking between the dice and the result."""


def counted(state: State, fight: Fight) -> tuple[int, int]:
    """What the dice count: the faces, or what skills make of them (SKL-3)."""
    assert fight.faces is not None
    if "set:die" not in state.table.speaks:
        return fight.faces
    announced = paid(state, fight)
    moments = [of_fight(fight, side, announced_window(fight, side), paid=announced) for side in (True, False)]
    return settled(state, moments[0], "die", fight.faces[0]), settled(state, moments[1], "die", fight.faces[1])


def ahead_by(state: State, fight: Fight) -> int:
    """How far the attacker is ahead with the dice on the table, skills that shift the margin included."""
    assert fight.faces is not None
    attack, defense = totals(state, fight)
    faces = counted(state, fight)
    ahead = attack + faces[0] - defense - faces[1]
    if ahead == 0:
        return 0
    return max(0, ahead + fight.shift) if ahead > 0 else min(0, ahead - fight.shift)


def rolled(flow: Flow, fight: Fight, faces: tuple[int, int]) -> None:
    """The dice lie on the table; skills that may speak before the result are asked first."""
    thrown = replace(fight, faces=faces)
    flow.state = flow.state.swap_top(thrown)
    tell_dice(flow, thrown)
    if _spoken_of(flow.state, thrown):
        enter(flow, "attacker_rolled")
    else:
        conclude(flow, thrown)


def _spoken_of(state: State, fight: Fight) -> bool:
    """Whether a skill of either side, or one announced, could speak between the dice and the result."""
    if _LATE.isdisjoint(state.table.speaks):
        return False
    own = (skill for who in (fight.attacker, fight.defender) for skill in state.skills(who))
    announced = (skill for _, skill in paid(state, fight))
    return any(not _LATE.isdisjoint(skill.marks) for skill in (*own, *announced))


def tell_dice(flow: Flow, fight: Fight) -> None:
    """Say what the dice show and what that makes."""
    assert fight.faces is not None
    attack, defense = totals(flow.state, fight)
    faces = counted(flow.state, fight)
    result = (attack + faces[0], defense + faces[1])
    made = CombatRolled if fight.shot is None else ShotRolled
    flow.tell(made(fight.attacker, fight.defender, fight.faces, result))


def enter(flow: Flow, step: Step) -> None:
    """The fight on top goes on to a step: automatic skills that do something there do it first."""
    fight = flow.state.frames[-1]
    assert isinstance(fight, Fight)
    fight = at_step(fight, step)
    if step == "attacker_result":
        fight = _announced_results(flow.state, fight)
    flow.state = flow.state.swap_top(fight)
    if step == "roll":
        _remind(flow, fight)
        return
    seen = moment(flow.state, fight, is_attackers(fight))
    speaking = [
        skill for skill in automatic(flow.state, seen) if seen.window in skill.when and acts(skill, seen.window)
    ]
    for skill in speaking:
        dice.note_use(flow, seen.who, skill)
    for skill in reversed(speaking):
        reactions.speak(flow, skill, seen.who, seen.opponent, seen.window, seen.margin, seen.square)


def _announced_results(state: State, fight: Fight) -> Fight:
    """What skills announced beforehand make of the result: they hold for whoever wins."""
    ahead = ahead_by(state, fight)
    if ahead == 0:
        return fight
    seen = of_fight(fight, ahead > 0, announced_window(fight, ahead > 0), paid=paid(state, fight))
    for touch in touching(state, seen, "shift", "outcome", "retreat"):
        if touch.bearer == seen.who:
            fight = changed(fight, touch.effect)
    return fight


def changed(fight: Fight, effect: Effect) -> Fight:
    """The fight with another result: a shifted margin, another outcome, a longer retreat."""
    match effect:
        case Shift():
            return replace(fight, shift=fight.shift + effect.by)
        case Outcome():
            return replace(fight, counts_as=effect.counts_as)
        case Retreat():
            return replace(fight, squares=effect.squares, winner_chooses=fight.winner_chooses or effect.winner_chooses)
    return fight


def next_step(flow: Flow, fight: Fight) -> None:
    """From the attacker's announcements to the defender's, the turn of CBT-2, the dice, and on to the result."""
    if fight.step == "defender_result":
        conclude(flow, fight)
        return
    enter(flow, STEPS[STEPS.index(fight.step) + 1])
    if fight.step == "defender" and fight.shot is None:
        must_turn(flow, fight.defender, fight.attacker, "zone")


def conclude(flow: Flow, fight: Fight) -> None:
    """CBT-3, SHT-6: put what befalls the loser on the stack, then what skills make of it."""
    ahead = ahead_by(flow.state, fight)
    margin = abs(ahead)
    flow.state = flow.state.pop()
    winner, loser = (fight.attacker, fight.defender) if ahead >= 0 else (fight.defender, fight.attacker)
    if ahead == 0 and fight.against >= 0:
        winner, loser = (loser, winner) if fight.against == winner else (winner, loser)
    _after(flow, fight, ahead, winner, loser)
    harmless = ahead == 0 or (fight.shot is not None and ahead < 0)
    result = fight.counts_as or ("retreat" if margin < 3 else "shaken" if margin == 3 else "disabled")
    if result == "nothing" or (harmless and (fight.counts_as is None or ahead != 0)):
        return
    _befall(flow, fight, result, winner, loser)


def _befall(flow: Flow, fight: Fight, result: str, winner: int, loser: int) -> None:
    rule = "CBT-3" if fight.shot is None else "SHT-6"
    if result == "disabled":
        flow.disable(loser, rule, by=winner)
        return
    if fight.squares and not prevented(flow.state, loser, "retreat"):
        chooser = winner if fight.winner_chooses else -1
        if flow.due("retreats", loser, "RET-1", squares=fight.squares, chooser=chooser):
            flow.push(Retreating(loser, fight.squares, chooser))
    if result == "shaken":
        flow.push(Shaking(loser))
    if fight.shot is not None:
        must_turn(flow, loser, fight.attacker, "vision")


def must_turn(flow: Flow, who: int, foe: int, into: Literal["zone", "vision"]) -> None:
    """A figure has to turn to an enemy (CBT-2, SHT-6)."""
    state, square = flow.state, flow.state.figures[foe].at
    if "turning" in state.table.asked:
        possible = (facings_into_zone if into == "zone" else facings_into_vision)(state, who, square)
        if possible == [state.figures[who].facing]:
            return  # nobody has to be asked
    if flow.due("turning", who, "CBT-2" if into == "zone" else "SHT-6", square=square, into=into):
        flow.push(Turning(who, square, into))


def _after(flow: Flow, fight: Fight, ahead: int, winner: int, loser: int) -> None:
    """What skills do once it is over, the winner's first; a shot's own riders before that."""
    by, at = by_of(fight), flow.state.figures[loser].at
    part: Literal["attacker", "defender"] = "attacker" if winner == fight.attacker else "defender"
    other: Literal["attacker", "defender"] = "defender" if part == "attacker" else "attacker"
    for who, foe, role, window in (
        (loser, winner, other, "lost" if ahead else "drawn"),
        (winner, loser, part, "won" if ahead else "drawn"),
    ):
        if flow.has(who, window):  # type: ignore[arg-type]
            flow.push(Reacting(who, window, foe, role, by, abs(ahead), at))  # type: ignore[arg-type]
    shot = fight.shot.shot if fight.shot is not None else None
    if fight.shot is not None and shot is not None:
        riders = (shot.hit if ahead > 0 else ()) + shot.after
        if riders:
            flow.push(Doing(fight.attacker, fight.defender, fight.shot, "shot", riders, margin=abs(ahead)))
