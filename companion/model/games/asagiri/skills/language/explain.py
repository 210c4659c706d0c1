"""A skill in words, out of the same tree that the rules read, so that a card never promises what it does not do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion.model.core.words import N_, Capital, Message, plural, say

from .skill import Effect, Skill, Slot, Voice
from .vocabulary import ELEMENTS, WINDOW_WORDS, Called, Element, Window, any_of, by_id, element, listed
from .who import SELF, Who


def explain(skill: Skill, called: Called = by_id) -> tuple[Message, ...]:
    """What a skill does, a sentence an effect; its name and its cost are not repeated.

    The first sentence says when and on which conditions; it is said again where an effect has windows of its own.
    `called` names the profile cards that it brings into play.
    """
    return tuple(_sentences(skill, called))


def _sentences(skill: Skill, called: Called) -> Iterator[Message]:
    said: tuple[tuple[Window, ...], Message | None] | None = None
    for effect in skill.effects:
        windows = _heard(skill, effect)
        voice = Voice(called, windows, beside=skill.effects)
        about = effect.fighter if windows == ("always",) else SELF
        now = windows, before(skill, windows, first=False, fighter=about)
        when = before(skill, windows, first=said is None, fighter=about) if now != said else None
        said = now
        if not effect.nests:
            words = effect.words(msgspec.structs.replace(voice, when=when))
        else:
            words = effect.words(voice)
            if when is not None:
                words = say("{when}: {said}", when=when, said=words)
        yield say("{said}.", said=Capital(words))


def _heard(skill: Skill, effect: Effect) -> tuple[Window, ...]:
    """The windows of the skill in which the effect means something."""
    return tuple(window for window in skill.when if skill.fits(effect, window)) or skill.when


# the cost, and what stands before the colon ---------------------------------------------------------------------------


def cost(skill: Skill) -> Message:
    """What using it costs (SKL-1, SKL-4)."""
    if not skill.cost:
        if skill.is_action:
            return say("Action")
        return say("Automatic") if skill.is_automatic else say("Optional")
    paid = _dice(skill.cost)
    return say("{cost}; action", cost=paid) if skill.is_action else paid


def price(skill: Skill) -> Message | None:
    """What a card must say of the cost in words, beside the sign of one element; None: nothing."""
    if len(skill.cost) > 1 or (skill.cost and sign(skill) is None):
        return cost(skill) if skill.action else _dice(skill.cost)
    if skill.action and skill.shot is None:
        return say("Action")
    return say("Optional") if skill.optional and not skill.cost else None


def sign(skill: Skill) -> Element | None:
    """The one element that all the dice must show that pay for the skill, if it is one."""
    faces = {face for slot in skill.cost for face in slot}
    return faces.pop() if len(faces) == 1 else None


def _dice(slots: Sequence[Slot]) -> Message:
    if len(slots) == 1:
        (slot,) = slots
        if set(slot) == set(ELEMENTS):
            return say("One die, whatever it shows")
        return say("One {element} die", element=any_of([element(face) for face in slot]) if slot else say("nothing"))
    if all(slot == slots[0] for slot in slots) and len(slots[0]) in (1, len(ELEMENTS)):
        if len(slots[0]) == 1:
            return plural("{count} {element} die", "{count} {element} dice", len(slots), element=element(slots[0][0]))
        return plural("{count} die, whatever it shows", "{count} dice, whatever they show", len(slots))
    said = _slot(slots[0])
    for slot in slots[1:]:
        said = say("{one} + {other}", one=said, other=_slot(slot))
    return plural("{count} die: {dice}", "{count} dice: {dice}", len(slots), dice=said)


def _slot(slot: Slot) -> Message:
    if set(slot) == set(ELEMENTS):
        return say("any")
    faces: list[Element] = list(slot)
    if not faces:
        return say("nothing")
    said = element(faces[0])
    for face in faces[1:]:
        said = say("{one}/{other}", one=said, other=element(face))
    return said


def before(skill: Skill, windows: Sequence[Window], *, first: bool, fighter: Who = SELF) -> Message | None:
    """What stands before the colon: how often, when, on which conditions; None: nothing has to be said."""
    parts = list(_parts(skill, windows, first))
    conditions = [asked.of_fighter(fighter) for asked in skill.conditions]
    parts += [asked.words() if parts or n else asked.alone() for n, asked in enumerate(conditions)]
    return listed(parts) if parts else None


def _parts(skill: Skill, windows: Sequence[Window], first: bool) -> Iterator[Message]:
    if first and (limit := _limit(skill)) is not None:
        yield limit
    if not _known(skill, tuple(windows)):
        yield any_of([Message(WINDOW_WORDS[window]) for window in windows]) if windows else say("in no case")


def _known(skill: Skill, windows: tuple[Window, ...]) -> bool:
    """Whether the windows need not be said: a Shot is shot, an action is done in the activation."""
    return skill.shot is not None or windows == ("always",) or (skill.action and windows == ("activation",))


HOW_OFTEN = {
    "phase": (N_("once a phase"), N_("twice a phase"), N_("{count} times a phase")),
    "turn": (N_("once a turn"), N_("twice a turn"), N_("{count} times a turn")),
    "game": (N_("once a game"), N_("twice a game"), N_("{count} times a game")),
}


def _limit(skill: Skill) -> Message | None:
    """How often, where it is not what everybody expects."""
    if skill.limit == "always":
        if skill.is_action:
            return say("as often as it has an action")
        return None if skill.is_automatic else say("as often as wanted")
    if skill.limit == "phase" and skill.times == 1 and not skill.is_automatic:
        return None
    return Message(HOW_OFTEN[skill.limit][min(skill.times, 3) - 1], (("count", skill.times),))
