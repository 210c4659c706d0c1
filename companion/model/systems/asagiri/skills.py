"""What skills do in this game: which apply now, and the numbers they add. The tree itself is `model.effects`."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.effects.tree import Bonus, FromReserve, Opponent, Own, Skill, Window

from .state import Origin, State


def applies(state: State, who: int, skill: Skill, window: Window, opponent: int | None, origin: Origin | None) -> bool:
    """Whether the skill speaks in this window and its conditions hold; `origin`: where its die would come from."""
    if window not in skill.when:
        return False
    for condition in skill.conditions:
        if isinstance(condition, Opponent):
            if opponent is None or not _matches(state, opponent, condition):
                return False
        elif isinstance(condition, Own):
            if condition.state is not None and state.figures[who].state != condition.state:
                return False
        elif isinstance(condition, FromReserve) and origin != "reserve":
            return False
    return True


def _matches(state: State, who: int, wanted: Opponent) -> bool:
    character, figure = state.table.characters[who], state.figures[who]
    return (
        (wanted.trait is None or wanted.trait in character.traits)
        and (wanted.alignment is None or wanted.alignment == character.alignment)
        and (wanted.state is None or wanted.state == figure.state)
    )


def automatic(state: State, who: int, window: Window, opponent: int | None) -> Iterator[Skill]:
    """The skills without an element that speak in this window (SKL-1)."""
    for skill in state.skills(who):
        if skill.element is None and skill.shot is None and applies(state, who, skill, window, opponent, None):
            yield skill


def bonus(skill: Skill, *names: str) -> int:
    """What a skill adds to any of these numbers."""
    return sum(
        effect.amount
        for effect in skill.effects
        if isinstance(effect, Bonus) and effect.to in names and isinstance(effect.amount, int)
    )


def skill_named(state: State, who: int, skill: str) -> Skill | None:
    """The skill with this id on the face showing or on the equipment, even one just used up."""
    equipment = state.table.characters[who].equipment
    known = state.face(who).skills + (equipment.skills if equipment else ())
    return next((found for found in known if found.id == skill), None)


def uses_up(state: State, who: int, skill: str) -> bool:
    """Whether using this skill turns over the single-use equipment that carries it (BND-5)."""
    equipment = state.table.characters[who].equipment
    return equipment is not None and equipment.single and any(found.id == skill for found in equipment.skills)


def movement_points(state: State, who: int) -> int:
    """Movement of the face showing, with the automatic skills that raise it (MOV-1)."""
    return state.face(who).movement + sum(bonus(skill, "movement") for skill in automatic(state, who, "movement", None))
