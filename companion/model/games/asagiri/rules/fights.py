"""Attacks and shots: who may, under which circumstances, and what is announced (CBT-1, CBT-2, SHT-1 to SHT-4).

The numbers are in `fight_numbers`, what comes of the dice in `fight_results`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.model.core.refusal import Refusal, refuse
from companion.model.games.asagiri.adventure import goals
from companion.model.games.asagiri.rules import dice
from companion.model.games.asagiri.rules.events import AttackDeclared, ShotDeclared
from companion.model.games.asagiri.rules.fight_numbers import (
    FightMoment,
    is_attackers,
    is_behind,
    line_of_fire,
    moment,
    obstacle_words,
)
from companion.model.games.asagiri.rules.fight_results import enter
from companion.model.games.asagiri.rules.lines import SightLine
from companion.model.games.asagiri.rules.options import UseDie, UseSkill
from companion.model.games.asagiri.rules.rule_modifiers import attack_reach, forbidden, freedom
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.skills import triggers
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.skills.modifiers import applies, number, shielded, touching, used_up
from companion.model.games.asagiri.skills.operation import payable
from companion.model.games.asagiri.skills.trigger_context import TriggerContext, by_of, sees
from companion.model.games.asagiri.state import scenario_game
from companion.model.games.asagiri.state.stack import Announced, Fight, Paying, Reacting, Test
from companion.model.games.asagiri.state.state import State, replace
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, NO_FIGURE, FigureId, Origin

# legality ----------------------------------------------------------------------------------------------------------


def attack_refused(state: State, attacker: FigureId, target: FigureId) -> Refusal | None:
    """CBT-1: only an enemy in one's control zone."""
    if target == attacker or state.band_of(target) == state.band_of(attacker) or state.figures[target].at < 0:
        return refuse("CBT-1", "Only an enemy on the board can be attacked.")
    if state.quest is not None and (peaceful := goals.attack_refused(state, attacker)) is not None:
        return peaceful
    called, within = state.table.called, _within_reach(state, attacker)
    if target not in within:
        return refuse(
            "CBT-1", "{target} is not in the control zone of {who}.", target=called[target], who=called[attacker]
        )
    if _forbidden(state, attacker, target):
        return refuse("SKL-3", "{who} cannot attack {target} now.", who=called[attacker], target=called[target])
    taunting = [n for n in taunters(state, attacker, "attack") if n in within]
    if taunting and target not in taunting:
        return refuse("SKL-3", "{bearer} taunts {who}: only {bearer} can be attacked.", bearer=called[taunting[0]],
                      who=called[attacker])  # fmt: skip
    return None


def taunters(state: State, who: FigureId, what: Literal["attack", "shot"]) -> list[FigureId]:
    """The figures whose skills let this one attack (shoot at) nobody else, as long as it can them (SKL-3)."""
    if "taunt" not in state.table.speaks:
        return []
    own_phase = state.band_of(who) == state.phase
    return [
        touch.bearer
        for touch in touching(state, TriggerContext("always", who), "taunt")
        if touch.effect.binds(what, own_phase)
    ]


def targets(state: State, attacker: FigureId) -> list[FigureId]:
    """The enemies this figure may attack (CBT-1)."""
    if state.quest is not None and goals.attack_refused(state, attacker) is not None:
        return []
    within = [n for n in _within_reach(state, attacker) if not _forbidden(state, attacker, n)]
    taunting = taunters(state, attacker, "attack")
    return [n for n in within if n in taunting] or within


def _forbidden(
    state: State, attacker: FigureId, target: FigureId, window: Literal["attack", "shot"] = "attack"
) -> bool:
    """Whether skills forbid this attack or shot (SKL-3)."""
    if "forbid" not in state.table.speaks:
        return False
    behind = window == "attack" and is_behind(state, attacker, target)
    by: Literal["combat", "shot"] = "combat" if window == "attack" else "shot"
    return forbidden(state, FightMoment(window, attacker, target, "attacker", by, behind), window)


def _within_reach(state: State, attacker: FigureId) -> list[FigureId]:
    enemies = state.on_board(ENEMY_OF[state.band_of(attacker)])
    zone, changed = state.zone(attacker, "attacks"), "zone" in state.table.speaks
    found = [n for n in enemies
             if (state.zone(attacker, "attacks", n) if changed else zone) >> state.figures[n].at & 1]  # fmt: skip
    if "lengthen" in state.table.speaks and (most := attack_reach(state, attacker, ahead=True)) > 1:
        metric, here, reach = (
            state.table.options.range_metric,
            state.figures[attacker].at,
            attack_reach(state, attacker),
        )
        lane = state.table.board.lane(here, state.figures[attacker].facing) if most > reach else 0
        away = {n: state.table.board.distance(here, state.figures[n].at, metric) for n in enemies}
        near = (n for n in enemies if away[n] <= (most if lane >> state.figures[n].at & 1 else reach))
        found = sorted({*found, *(n for n in near if sees(state, attacker, n))})
    return found


def shot_refused(state: State, shooter: FigureId, target: FigureId, reach: int) -> Refusal | None:
    """SHT-2, VIS-1, SHT-4, SHT-3, SKL-3: the first that forbids a shot of this range."""
    refused = _shot_barred(state, shooter, target, reach)
    taunting = taunters(state, shooter, "shot") if refused is None else []
    if target not in taunting:
        for n in taunting:
            if _shot_barred(state, shooter, n, reach) is None:
                called = state.table.called
                return refuse("SKL-3", "{bearer} taunts {who}: only {bearer} can be shot at.", bearer=called[n],
                              who=called[shooter])  # fmt: skip
    return refused


def _shot_barred(state: State, shooter: FigureId, target: FigureId, reach: int) -> Refusal | None:
    board, figure, aim = state.table.board, state.figures[shooter], state.figures[target]
    if state.band_of(target) == state.band_of(shooter):
        return refuse("SHT-2", "Only an enemy can be shot at.")
    forbidden = scenario_game.shot_refused(state.table)
    if forbidden is None and state.quest is not None:
        forbidden = goals.shooting_refused(state, shooter)
    if forbidden is not None:
        return forbidden
    name = state.table.called[target]
    if _forbidden(state, shooter, target, "shot"):
        return refuse("SKL-3", "{who} cannot shoot at {target} now.", who=state.table.called[shooter], target=name)
    if shielded(state, target, shooter, "shots"):
        return refuse("SKL-3", "{target} cannot be shot at.", target=name)
    free = freedom(state, shooter, "shot")
    if state.in_enemy_zone(shooter, "shots") and "zones" not in free:
        return refuse("SHT-2", "The shooter is in an enemy control zone.")
    if figure.at < 0 or aim.at < 0 or board.forward(figure.at, figure.facing, aim.at) < 1:
        return refuse("VIS-1", "{target} is not in the shooter's field of vision.", target=name)
    blocked = line_of_fire(state, shooter, aim.at).blocked_by
    if blocked is not None:
        what = obstacle_words(state, blocked)
        return refuse("SHT-4", "The line of fire to {target} is blocked: {what}", target=name, what=what)
    away, reach = (
        board.distance(figure.at, aim.at, state.table.options.range_metric),
        scenario_game.reach(state.table, reach),
    )
    if away > reach:
        return refuse("SHT-3", "{target} is too far away: distance {away}, range {reach}.", target=name, away=away,
                      reach=reach)  # fmt: skip
    return None


def shot_range(state: State, shooter: FigureId, skill: Skill, target: FigureId | None = None) -> int:
    """The range of a Shot skill with what it adds to it itself and automatic skills (SHT-1)."""
    shot = skill.shot
    assert shot is not None
    aim = NO_FIGURE if target is None else target
    moment = TriggerContext("shot", shooter, aim, "attacker", "shot", paid=((shooter, skill),))
    reach = number(state, moment, "range", shot.range)
    return reach if state.quest is None else goals.range_of(state, reach)


def shots(state: State, shooter: FigureId) -> list[tuple[FigureId, Skill, Origin | None]]:
    """Every shot a figure may announce: target, skill and where the skill's die comes from (SHT-1, SHT-2)."""
    skills = [skill for skill in state.skills(shooter) if skill.shot is not None]
    if not skills or (state.in_enemy_zone(shooter, "shots") and "zones" not in freedom(state, shooter, "shot")):
        return []
    found: list[tuple[FigureId, Skill, Origin | None]] = []
    # most enemies are out of view: nobody wants to hear why of each, at every decision
    seen = [target for target in state.on_board(ENEMY_OF[state.band_of(shooter)]) if _in_line(state, shooter, target)]
    for skill in skills if seen else ():
        if used_up(state, shooter, skill):
            continue
        paid = dice.ways(state, shooter, skill)
        for target in seen if paid else ():
            moment = TriggerContext("shot", shooter, target, "attacker", "shot")
            if shot_refused(state, shooter, target, shot_range(state, shooter, skill, target)) is None:
                found += [(target, skill, origin) for origin in paid
                          if applies(state, skill, replace(moment, origin=origin))
                          and payable(skill.effects, state, moment)]  # fmt: skip
    return found


def _in_line(state: State, shooter: FigureId, target: FigureId) -> bool:
    """VIS-1, SHT-4: what `shot_refused` asks too, without the words."""
    here, there = state.figures[shooter], state.figures[target].at
    if here.at < 0 or state.table.board.forward(here.at, here.facing, there) < 1:
        return False
    return line_of_fire(state, shooter, there).open


# announcements -----------------------------------------------------------------------------------------------------


def announcements(state: State, fight: Fight) -> list[UseDie | UseSkill]:
    """What the figure whose turn it is may still announce (CBT-2, SHT-6: fire does not help a shot)."""
    if fight.step in ("declared", "roll"):
        return []
    attacking = is_attackers(fight)
    seen = moment(state, fight, attacking)
    if fight.faces is not None:
        return dice.skill_uses(state, seen)
    stat: Element | None = (None if fight.shot else "fire") if attacking else "earth"
    return dice.announcements(state, seen, stat)


def declare_attack(flow: Transition, attacker: FigureId, target: FigureId) -> None:
    """CBT-2, first step: the attack is announced, after a movement going on has ended (MOV-8)."""
    flow.act("attack")
    begin_attack(flow, attacker, target)


def begin_attack(flow: Transition, attacker: FigureId, target: FigureId) -> None:
    """An attack begins, as an action or through a skill; skills of whoever is about to be attacked speak first."""
    behind = is_behind(flow.state, attacker, target)
    flow.tell(AttackDeclared(attacker, target, behind))
    _begin(flow, Fight(attacker, target, from_behind=behind))


def _begin(flow: Transition, fight: Fight) -> None:
    """Friends of the attacker speak, before them those of the target: one of them may take its place."""
    friends = flow.friends_with(fight.defender, "friend_targeted")
    others = flow.friends_with(fight.attacker, "friend_attacking")
    if not friends and not others:
        flow.push(fight)
        enter(flow, "attacker")
        return
    at, by = flow.state.figures[fight.defender].at, by_of(fight)
    flow.push(replace(fight, step="declared"))
    here = flow.state.figures[fight.attacker].at
    flow.push(*(Reacting(n, "friend_attacking", fight.defender, by=by, square=here) for n in reversed(others)))
    flow.push(*(Reacting(n, "friend_targeted", fight.attacker, by=by, square=at) for n in reversed(friends)))


def declare_shot(flow: Transition, shooter: FigureId, target: FigureId, skill: Skill, origin: Origin | None) -> None:
    """SHT-6, first step: the shot is announced and its die, if it costs one, spent."""
    flow.act("shot")
    shoot(flow, shooter, target, skill, origin)


def shoot(flow: Transition, shooter: FigureId, target: FigureId, skill: Skill, origin: Origin | None) -> None:
    """A shot is announced and paid for, as an action or through another skill."""
    flow.tell(ShotDeclared(shooter, target, skill.id))
    use = Announced(shooter, f"skill:{skill.id}", None, None)
    if skill.cost and origin is not None:
        use = dice.use_skill(flow, shooter, skill, origin)
    else:
        dice.note_use(flow, shooter, skill)
    begin_shot(flow, shooter, target, skill)
    triggers.begin(flow, skill, TriggerContext("shot", shooter, target, "attacker", "shot"))
    triggers.used(flow, use)
    if skill.cost and origin is None:
        flow.push(Paying(shooter, skill, dice.owed(flow.state, shooter, skill)))


def begin_shot(flow: Transition, shooter: FigureId, target: FigureId, skill: Skill) -> None:
    """A shot that is paid for begins; skills of whoever is about to be shot at speak first."""
    _begin(flow, Fight(shooter, target, shot=skill))


def in_reach(state: State, fight: Fight, target: FigureId) -> bool:
    """Whether what has been declared could be at this figure as well: in reach, in the line of fire."""
    skill = fight.shot
    if skill is None:
        return attack_refused(state, fight.attacker, target) is None
    seen = TriggerContext("shot", fight.attacker, target, "attacker", "shot")
    reach = shot_range(state, fight.attacker, skill, target)
    paid: tuple[Origin | None, ...] = (None, "reserve")
    return shot_refused(state, fight.attacker, target, reach) is None and any(
        applies(state, skill, replace(seen, origin=origin)) for origin in paid
    )


def with_use(frame: Fight | Test, use: Announced) -> Fight | Test:
    """The fight or the test with one more die announced."""
    return replace(frame, uses=(*frame.uses, use))


FAR = 10_000
"""A range that no board exceeds: for figures that have no shot, whose line alone is asked for."""


class Aimed(msgspec.Struct, frozen=True):
    """A figure looked at by another: `reach` is the longest range of a shot at it, 0 for one that does not shoot.

    `refusal` is the rule's own answer to a shot of that range, were it the shooter's turn (SHT-2 to SHT-4).
    """

    shooter: FigureId
    target: FigureId
    sight: SightLine
    distance: int
    reach: int
    refusal: Refusal | None


def aimed(state: State, shooter: FigureId, target: FigureId) -> Aimed | None:
    """The line from one figure to another; None when they do not stand on two squares of one floor."""
    board, start, end = state.table.board, state.figures[shooter].at, state.figures[target].at
    if start < 0 or end < 0 or start == end or board.squares[start][2] != board.squares[end][2]:
        return None
    skills = [skill for skill in state.skills(shooter) if skill.shot is not None]
    reach = max((shot_range(state, shooter, skill, target) for skill in skills), default=0)
    refusal = shot_refused(state, shooter, target, reach if skills else FAR)
    away = board.distance(start, end, state.table.options.range_metric)
    return Aimed(
        shooter,
        target,
        line_of_fire(state, shooter, end),
        away,
        scenario_game.reach(state.table, reach),
        refusal,
    )


def lines_from(state: State, shooter: FigureId) -> tuple[Aimed, ...]:
    """The lines from a figure to all its enemies on the same floor."""
    if state.figures[shooter].at < 0:
        return ()
    enemies = state.on_board(ENEMY_OF[state.band_of(shooter)])
    return tuple(found for found in (aimed(state, shooter, enemy) for enemy in enemies) if found is not None)
