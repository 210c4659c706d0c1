"""Combats and shots: who may attack whom, every modifier with its reason, and what the dice bring (CBT, SHT)."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import N_, Message, Name, say
from companion.model.effects.tree import Skill, Window

from . import dice
from .events import AttackDeclared, CombatRolled, ShotDeclared, ShotRolled
from .flow import Flow
from .lines import sight
from .options import UseDie, UseSkill
from .skills import automatic, bonus, skill_named
from .state import STAT_OF, Fight, Origin, Retreating, Shaking, State, Test, Turning, Use, replace
from .text import ELEMENT_WORDS


class Modifier(msgspec.Struct, frozen=True):
    """Something that counts in a total; `source` is ``stat``, ``die``, ``skill``, ``support``, ``behind``, ``cover``
    or ``shot``; `who` is the figure it comes from.
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
    if not state.zone(attacker) >> state.figures[target].at & 1:
        return refuse(
            "CBT-1",
            "{target} is not in the control zone of {who}.",
            target=state.table.characters[target].name,
            who=state.table.characters[attacker].name,
        )
    return None


def targets(state: State, attacker: int) -> list[int]:
    """The enemies this figure may attack (CBT-1)."""
    zone = state.zone(attacker)
    enemies = state.on_board(1 - state.band_of(attacker))
    return [n for n in enemies if zone >> state.figures[n].at & 1]


def shot_refused(state: State, shooter: int, target: int, reach: int) -> Refusal | None:
    """SHT-2, VIS-1, SHT-4, SHT-3: the first that forbids a shot of this range."""
    board, figure, aim = state.table.board, state.figures[shooter], state.figures[target]
    if state.band_of(target) == state.band_of(shooter):
        return refuse("SHT-2", "Only an enemy can be shot at.")
    name = state.table.characters[target].name
    if state.in_enemy_zone(shooter):
        return refuse("SHT-2", "The shooter stands in an enemy control zone.")
    if figure.at < 0 or aim.at < 0 or board.forward(figure.at, figure.facing, aim.at) < 1:
        return refuse("VIS-1", "{target} is not in the shooter's field of vision.", target=name)
    if sight(board, figure.at, aim.at, state.occupied()).blocked_by is not None:
        return refuse("SHT-4", "The line of fire to {target} is blocked.", target=name)
    away = board.distance(figure.at, aim.at, state.table.options.range_metric)
    if away > reach:
        return refuse("SHT-3", "{target} is {away} squares away; the range is {reach}.", target=name, away=away,
                      reach=reach)  # fmt: skip
    return None


def shot_range(state: State, shooter: int, skill: Skill, target: int | None = None) -> int:
    """The range of a Shot skill with the automatic skills that lengthen it (SHT-1)."""
    shot = skill.shot
    assert shot is not None
    return shot.range + sum(bonus(own, "range") for own in automatic(state, shooter, "shot", target))


def shots(state: State, shooter: int) -> list[tuple[int, Skill, Origin | None]]:
    """Every shot a figure may announce: target, skill and where the skill's die comes from (SHT-1, SHT-2)."""
    skills = [skill for skill in state.skills(shooter) if skill.shot is not None]
    if not skills or state.in_enemy_zone(shooter):
        return []
    found: list[tuple[int, Skill, Origin | None]] = []
    for skill in skills:
        if f"skill:{skill.id}" in state.figures[shooter].used:
            continue
        paid: list[Origin | None] = [None] if skill.element is None else [*dice.origins(state, shooter, skill.element)]
        if not paid:
            continue
        for target in state.on_board(1 - state.band_of(shooter)):
            if shot_refused(state, shooter, target, shot_range(state, shooter, skill, target)) is None:
                found += [(target, skill, origin) for origin in paid]
    return found


# circumstances -----------------------------------------------------------------------------------------------------


def supporters(state: State, friend: int, foe: int) -> list[int]:
    """The other friends of `friend` with `foe` in their control zone (CBT-4)."""
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


def announcer(fight: Fight) -> int:
    """The figure that announces at this step."""
    return fight.attacker if fight.step == "attacker" else fight.defender


def window_of(fight: Fight, attacker: bool) -> Window:
    """The window in which one side's skills speak."""
    if fight.shot is not None:
        return "shot" if attacker else "shot_at"
    return "attack" if attacker else "defense"


def announcements(state: State, fight: Fight) -> list[UseDie | UseSkill]:
    """What the figure whose turn it is may still announce (CBT-2, SHT-6: fire does not help a shot)."""
    if fight.step == "roll":
        return []
    attacking = fight.step == "attacker"
    who, other = (fight.attacker, fight.defender) if attacking else (fight.defender, fight.attacker)
    stat = (None if fight.shot else "fire") if attacking else "earth"
    return dice.announcements(state, who, window_of(fight, attacking), stat, other)  # type: ignore[arg-type]


def declare_attack(flow: Flow, attacker: int, target: int) -> None:
    """CBT-2, first step: the attack is announced, after a movement going on has ended (MOV-8)."""
    behind = is_behind(flow.state, attacker, target)
    flow.activation(acted=True)
    flow.push(Fight(attacker, target, from_behind=behind))
    flow.tell(AttackDeclared(attacker, target, behind))


def declare_shot(flow: Flow, shooter: int, target: int, skill: Skill, origin: Origin | None) -> None:
    """SHT-6, first step: the shot is announced and its die, if it costs one, spent."""
    flow.activation(acted=True)
    flow.tell(ShotDeclared(shooter, target, skill.id))
    if origin is not None:
        dice.use(flow, UseSkill(skill.id, origin, shooter))
    else:
        flow.figure(shooter, used=(*flow.state.figures[shooter].used, f"skill:{skill.id}"))
        dice.use_up(flow, shooter, skill.id)
    flow.push(Fight(shooter, target, shot=skill))


def at_step(fight: Fight, step: Literal["attacker", "defender", "roll"]) -> Fight:
    """The fight at another step."""
    return replace(fight, step=step)


def with_use(frame: Fight | Test, use: Use) -> Fight | Test:
    """The fight or the test with one more die announced."""
    return replace(frame, uses=(*frame.uses, use))


# numbers -----------------------------------------------------------------------------------------------------------


def modifiers(state: State, fight: Fight) -> list[Modifier]:
    """Everything added to the two dice, each with its reason (CBT-2 to CBT-5, SHT-6)."""
    found = [_base(state, fight), Modifier("defender", state.face(fight.defender).defense, "stat", say("Defense"))]
    for side in ("attacker", "defender"):
        found += _skills(state, fight, side == "attacker")
    for use in fight.uses:
        mine: Literal["attacker", "defender"] = "attacker" if use.who == fight.attacker else "defender"
        if use.what in STAT_OF.values():
            reason = say("{element} die", element=Message(ELEMENT_WORDS[use.element]))
            found.append(Modifier(mine, 1, "die", reason, use.who))
    if fight.shot is None:
        found += _circumstances(state, fight)
    else:
        board, a, b = state.table.board, state.figures[fight.attacker].at, state.figures[fight.defender].at
        if a >= 0 and b >= 0:
            cover = sight(board, a, b, state.occupied()).cover
            found += [Modifier("defender", cover, "cover", say("Cover"))] if cover else []
    return found


def _base(state: State, fight: Fight) -> Modifier:
    if fight.shot is None:
        return Modifier("attacker", state.face(fight.attacker).attack, "stat", say("Attack"))
    shot = fight.shot.shot
    assert shot is not None
    return Modifier("attacker", shot.value, "shot", say("{skill}", skill=Name.of(fight.shot.name)), fight.attacker)


def _skills(state: State, fight: Fight, attacking: bool) -> list[Modifier]:
    side: Literal["attacker", "defender"] = "attacker" if attacking else "defender"
    who, other = (fight.attacker, fight.defender) if attacking else (fight.defender, fight.attacker)
    names = (("shot", "die") if fight.shot else ("attack", "die")) if attacking else ("defense", "die")
    used = [use.what.removeprefix("skill:") for use in fight.uses if use.who == who and use.what.startswith("skill:")]
    paid = [skill for name in used if (skill := skill_named(state, who, name)) is not None]
    working = [*automatic(state, who, window_of(fight, attacking), other), *paid]
    return [
        Modifier(side, amount, "skill", say("{skill}", skill=Name.of(skill.name)), who)
        for skill in working
        if (amount := bonus(skill, *names))
    ]


def _circumstances(state: State, fight: Fight) -> list[Modifier]:
    found: list[Modifier] = []
    for friend, foe, side in (
        (fight.attacker, fight.defender, "attacker"),
        (fight.defender, fight.attacker, "defender"),
    ):
        for n in supporters(state, friend, foe):
            reason = Message(N_("Support of {who}"), (("who", state.table.characters[n].name),))
            found.append(Modifier(side, 1, "support", reason, n))  # type: ignore[arg-type]
    if fight.from_behind:
        found.append(Modifier("attacker", 1, "behind", say("From behind"), fight.attacker))
    return found


def totals(state: State, fight: Fight) -> tuple[int, int]:
    """What is added to the attacker's and to the defender's die."""
    found = modifiers(state, fight)
    return (
        sum(modifier.amount for modifier in found if modifier.side == "attacker"),
        sum(modifier.amount for modifier in found if modifier.side == "defender"),
    )


# result ------------------------------------------------------------------------------------------------------------


def resolve(flow: Flow, fight: Fight, faces: tuple[int, int]) -> None:
    """CBT-3, SHT-6: compare, and put what befalls the loser on the stack."""
    attack, defense = totals(flow.state, fight)
    result = (attack + faces[0], defense + faces[1])
    made = CombatRolled if fight.shot is None else ShotRolled
    flow.tell(made(fight.attacker, fight.defender, faces, result))
    flow.state = flow.state.pop()
    margin = result[0] - result[1]
    if margin == 0 or (fight.shot is not None and margin < 0):
        return
    loser = fight.defender if margin > 0 else fight.attacker
    rule = "CBT-3" if fight.shot is None else "SHT-6"
    if abs(margin) >= 4:
        flow.disable(loser, rule)
        return
    flow.push(Retreating(loser))
    if abs(margin) == 3:
        flow.push(Shaking(loser))
    if fight.shot is not None:
        flow.push(Turning(loser, flow.state.figures[fight.attacker].at, "vision"))
