"""Inspiration dice: where they may come from, what may be announced, how they are spent (INS-1 to INS-8)."""

from __future__ import annotations

from companion.model.effects.tree import Element, Skill, Window

from .events import DieUsed, EquipmentUsedUp, SkillUsed
from .flow import Flow
from .options import UseDie, UseSkill
from .skills import applies, skill_named, uses_up
from .state import STAT_OF, Origin, State, Use


def origins(state: State, who: int, element: Element) -> list[Origin]:
    """Where a figure may take a die of this element from: in its own phase the pool too (INS-6, INS-8)."""
    found: list[Origin] = []
    band = state.band_of(who)
    if band == state.phase and element in state.bands[band].pool:
        found.append("pool")
    if state.figures[who].reserve == element:
        found.append("reserve")
    return found


def announcements(
    state: State, who: int, window: Window, stat: Element | None, opponent: int | None
) -> list[UseDie | UseSkill]:
    """The dice and skills a figure may still announce in a window; `stat`: the element that raises the stat asked."""
    figure = state.figures[who]
    found: list[UseDie | UseSkill] = []
    if figure.reserve is None and state.band_of(who) != state.phase:
        return found
    if stat is not None and STAT_OF[stat] not in figure.used:
        # INS-2: earth helps from the reserve alone
        found += [
            UseDie(stat, origin, who) for origin in origins(state, who, stat) if stat != "earth" or origin == "reserve"
        ]
    for skill in state.skills(who):
        found += [UseSkill(skill.id, origin, who) for origin in payable(state, who, skill, window, opponent)]
    return found


def payable(state: State, who: int, skill: Skill, window: Window, opponent: int | None) -> list[Origin]:
    """Where the die for a skill may come from in this window; empty when it cannot be announced (SKL-1)."""
    if skill.element is None or skill.shot is not None or f"skill:{skill.id}" in state.figures[who].used:
        return []
    return [
        origin for origin in origins(state, who, skill.element) if applies(state, who, skill, window, opponent, origin)
    ]


def take(flow: Flow, who: int, element: Element, origin: Origin) -> None:
    """A die leaves the pool or the reserve and is set aside (INS-5)."""
    which = flow.state.band_of(who)
    band = flow.state.bands[which]
    if origin == "pool":
        pool = list(band.pool)
        pool.remove(element)
        flow.band(which, pool=tuple(pool), aside=band.aside + 1)
    else:
        flow.figure(who, reserve=None)
        flow.band(which, aside=band.aside + 1)


def use(flow: Flow, option: UseDie | UseSkill) -> Use:
    """Spend the die announced and note what it was for (INS-3, SKL-1)."""
    who = option.who
    what: str
    if isinstance(option, UseDie):
        element, what = option.element, STAT_OF[option.element]
        flow.tell(DieUsed(who, what, element, option.origin))
    else:
        element, what = element_of(flow.state, who, option.skill), f"skill:{option.skill}"
        flow.tell(SkillUsed(who, option.skill, element, option.origin))
        use_up(flow, who, option.skill)
    take(flow, who, element, option.origin)
    flow.figure(who, used=(*flow.state.figures[who].used, what))
    return Use(who, what, element, option.origin)


def use_up(flow: Flow, who: int, skill: str) -> None:
    """BND-5: single-use equipment is turned over once used."""
    if uses_up(flow.state, who, skill):
        flow.figure(who, spent=True)
        flow.tell(EquipmentUsedUp(who))


def element_of(state: State, who: int, skill: str) -> Element:
    """The element that pays for a skill of this figure."""
    found = skill_named(state, who, skill)
    assert found is not None
    assert found.element is not None
    return found.element
