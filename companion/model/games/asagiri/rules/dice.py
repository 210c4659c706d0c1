"""Inspiration dice: which may be used now, and using them (INS-2 to INS-8, SKL-1)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.model.games.asagiri.skills.language.skill import Skill, Slot
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.skills.modifiers import (
    applies,
    automatic,
    skill_named,
    touching,
    use_key,
    used_up,
    uses_up,
)
from companion.model.games.asagiri.skills.operation import useful
from companion.model.games.asagiri.skills.trigger_context import TriggerContext
from companion.model.games.asagiri.state.stack import Announced, Paying
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.table import HONOUR_OF_SKILL
from companion.model.games.asagiri.state.vocabulary import STAT_OF, FigureId, Origin

from .events import DieUsed
from .options import UseDie, UseSkill
from .rule_modifiers import barred
from .skill_events import EquipmentUsedUp, HonourUsed, SkillUsed
from .transition import Transition

Use: TypeAlias = Literal["stats", "skills"]
"""What dice are spent on."""


def origins(state: State, who: FigureId, element: Element) -> list[Origin]:
    """Where a figure may take a die of this element from: in its own phase the pool too (INS-6, INS-8)."""
    found: list[Origin] = []
    if element in barred(state, who):
        return found
    band = state.band_of(who)
    if band == state.phase and element in state.bands[band].pool:
        found.append("pool")
    if element in state.figures[who].kept:
        found.append("reserve")
    return found


def faces(state: State, who: FigureId, wanted: Element, use: Use) -> list[Element]:
    """The face that is wanted, and those that a figure may use in its place (`stands_for`)."""
    if "stands_for" not in state.table.speaks:
        return [wanted]
    touched = touching(state, TriggerContext("always", who), "stands_for")
    others = (touch.effect.of for touch in touched if touch.effect.to == wanted and touch.effect.only in (None, use))
    return [*dict.fromkeys((wanted, *others))]


def announcements(state: State, moment: TriggerContext, stat: Element | None) -> list[UseDie | UseSkill]:
    """The dice and skills a figure may announce at this moment; `stat`: the element that raises the stat asked."""
    who = moment.who
    figure = state.figures[who]
    found: list[UseDie | UseSkill] = []
    # KAR-3: a Kami's stats are not raised by dice
    if stat is not None and STAT_OF[stat] not in figure.used and state.table.characters[who].kami is None:
        for face in faces(state, who, stat, "stats"):
            held = origins(state, who, face)
            if stat == "earth":  # INS-2: from the reserve alone, in the enemy phase alone
                own = state.band_of(who) == state.phase and state.table.edition > 1
                held = [] if own else [origin for origin in held if origin == "reserve"]
            found += [UseDie(face, origin, who) for origin in held]
    return found + skill_uses(state, moment)


def skill_uses(state: State, moment: TriggerContext, *, action: bool = False) -> list[UseDie | UseSkill]:
    """The ways in which the figure may use skills of this window: paid ones, and free ones that are not obligatory."""
    found: list[UseDie | UseSkill] = []
    for skill in state.skills(moment.who):
        if moment.window in skill.when and skill.is_action == action:
            found += [UseSkill(skill.id, origin, moment.who) for origin in payments(state, skill, moment)]
    return found


def payments(state: State, skill: Skill, moment: TriggerContext) -> list[Origin | None]:
    """How a skill may be paid for now: where its die comes from; None: no die, or dice that are named one by one.

    Empty when it cannot be announced (SKL-1): it is automatic, used, does nothing now, or nothing pays for it.
    """
    who = moment.who
    if skill.is_automatic or skill.shot is not None or used_up(state, who, skill):
        return []
    if moment.window not in skill.when:
        return []
    seen = {
        way: msgspec.structs.replace(moment, origin=_from(state, who, skill, way)) for way in ways(state, who, skill)
    }
    return [way for way in seen if _speaks(state, skill, seen[way])]


def ways(state: State, who: FigureId, skill: Skill) -> list[Origin | None]:
    """Where the one die that pays may come from; None: no die, or dice that are named one by one."""
    found: list[Origin | None] = []
    if len(skill.cost) == 1 and len(skill.cost[0]) == 1:
        found += origins(state, who, skill.cost[0][0])
    if _covered([die for die, _ in at_hand(state, who)], owed(state, who, skill)):
        found.append(None)
    return found


def owed(state: State, who: FigureId, skill: Skill) -> tuple[Slot, ...]:
    """What is paid with dice that are named: for one die of one face, one that stands for it."""
    if len(skill.cost) == 1 and len(skill.cost[0]) == 1:
        return (tuple(faces(state, who, skill.cost[0][0], "skills")[1:]),)
    return tuple(_widened(state, who, slot) for slot in skill.cost)


def _widened(state: State, who: FigureId, slot: Slot) -> Slot:
    return tuple(dict.fromkeys(face for wanted in slot for face in faces(state, who, wanted, "skills")))


def _from(state: State, who: FigureId, skill: Skill, way: Origin | None) -> Origin | None:
    """In the enemy phase dice that are named come from the reserve, too (INS-8)."""
    return "reserve" if way is None and skill.cost and state.band_of(who) != state.phase else way


def _speaks(state: State, skill: Skill, moment: TriggerContext) -> bool:
    return applies(state, skill, moment) and useful(state, skill, moment)


def at_hand(state: State, who: FigureId) -> list[tuple[Element, Origin]]:
    """Every die that a figure could pay with."""
    band = state.band_of(who)
    found: list[tuple[Element, Origin]] = []
    if band == state.phase:
        found += [(die, "pool") for die in state.bands[band].pool]
    found += [(die, "reserve") for die in state.figures[who].kept]
    closed = barred(state, who)
    return [held for held in found if held[0] not in closed] if closed else found


def affordable(state: State, who: FigureId, slots: tuple[Slot, ...]) -> bool:
    """Whether the dice at hand pay for all of these."""
    return _covered([die for die, _ in at_hand(state, who)], tuple(_widened(state, who, slot) for slot in slots))


def _covered(held: list[Element], slots: tuple[Slot, ...]) -> bool:
    if not slots:
        return True
    for die in dict.fromkeys(held):
        if die in slots[0]:
            rest = list(held)
            rest.remove(die)
            if _covered(rest, slots[1:]):
                return True
    return False


def slot_payments(state: State, paying: Paying) -> list[tuple[Element, Origin]]:
    """The dice that may pay for the next slot, so that the others can still be paid for."""
    found: list[tuple[Element, Origin]] = []
    held = at_hand(state, paying.who)
    for die in dict.fromkeys(held):
        rest = [other for other, _ in held]
        rest.remove(die[0])
        if die[0] in paying.slots[0] and _covered(rest, paying.slots[1:]):
            found.append(die)
    return found


def take(flow: Transition, who: FigureId, element: Element, origin: Origin) -> None:
    """A die leaves the pool or the reserve and is set aside (INS-5)."""
    which = flow.state.band_of(who)
    if origin == "pool":
        flow.leave_pool(which, element)
    else:
        flow.leave_reserve(who, element)
    flow.band(which, aside=flow.state.bands[which].aside + 1)


def use_die(flow: Transition, option: UseDie, stat: Element) -> Announced:
    """Spend a die on the stat of an element, its own or another one that it stands for (INS-2, INS-3)."""
    what = STAT_OF[stat]
    flow.tell(DieUsed(option.who, what, option.element, option.origin))
    take(flow, option.who, option.element, option.origin)
    flow.figure(option.who, used=(*flow.state.figures[option.who].used, what))
    return Announced(option.who, what, option.element, option.origin)


def use_skill(flow: Transition, who: FigureId, skill: Skill, origin: Origin | None) -> Announced:
    """Note that a skill is used and spend its die; several dice, or one of several, are paid for next (SKL-1)."""
    if skill.id in HONOUR_OF_SKILL:
        flow.tell(HonourUsed(who, HONOUR_OF_SKILL[skill.id]))
        flow.lose_honour(who)
        return Announced(who, f"skill:{skill.id}", None, None)
    element = skill.cost[0][0] if len(skill.cost) == 1 and len(skill.cost[0]) == 1 else None
    flow.tell(SkillUsed(who, skill.id, element, origin))
    note_use(flow, who, skill)
    if element is not None and origin is not None:
        take(flow, who, element, origin)
    return Announced(who, f"skill:{skill.id}", element, origin)


def holding(flow: Transition, moment: TriggerContext) -> list[Announced]:
    """The automatic skills that hold in this fight or test and are counted: used once by it, as if announced."""
    state, who = flow.state, moment.who
    found = [
        skill
        for skill in automatic(state, moment)
        if skill.limit != "always" and any(not effect.done_in(moment.window) for _, effect, _ in skill.parts)
    ]
    for skill in found:
        note_use(flow, who, skill)
    return [Announced(who, f"skill:{skill.id}", None, None) for skill in found]


def note_use(flow: Transition, who: FigureId, skill: Skill) -> None:
    """A skill has been used: once more in the phase, the turn or the game; single-use equipment is turned over."""
    key = use_key(skill)
    if key is not None:
        flow.figure(who, used=(*flow.state.figures[who].used, key))
    if uses_up(flow.state, who, skill.id):
        flow.figure(who, spent=True)
        flow.tell(EquipmentUsedUp(who))


def skill_of(state: State, option: UseSkill) -> Skill:
    """The skill that an option names."""
    found = skill_named(state, option.who, option.skill)
    assert found is not None
    return found
