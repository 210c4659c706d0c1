"""A skill as packs write it, every node of its language with its tag, and what is wrong with one beyond its types.

`problems` (what can never speak, pays twice, contradicts itself or asks for nothing) is for packs and editors; what is
wrong with one operation or condition stands with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, cast, get_args

import msgspec

from companion.model.core.contract import Content
from companion.model.core.refusal import Problem, empty, twice
from companion.model.core.schema import Id, Node, nodes, step
from companion.model.core.words import amiss, say
from companion.model.games.asagiri.skills import conditions
from companion.model.games.asagiri.skills.amounts import Amount, Reckoned
from companion.model.games.asagiri.skills.conditions import AnyCondition
from companion.model.games.asagiri.skills.conditions.figures import Own
from companion.model.games.asagiri.skills.conditions.numbers import FromReserve
from companion.model.games.asagiri.skills.language.skill import MOST, Condition, Context, Effect, Skill
from companion.model.games.asagiri.skills.language.vocabulary import AFTER, ANNOUNCED, EffectPlace, Face, Phrase, Window
from companion.model.games.asagiri.skills.language.who import SELF, Who
from companion.model.games.asagiri.skills.operation import Operation
from companion.model.games.asagiri.skills.operations import OPERATIONS, AnyEffect, RollDie, StatTest
from companion.model.games.asagiri.skills.operations.actions import ShootAt
from companion.model.games.asagiri.skills.operations.conditional import Gain, If
from companion.model.games.asagiri.skills.operations.figures import Become, Dismiss, Return
from companion.model.games.asagiri.skills.operations.places import Led, Push, Swap
from companion.model.games.asagiri.skills.operations.prices import Pay, Unless
from companion.model.games.asagiri.skills.operations.rules import Ignore, Prevent
from companion.model.games.asagiri.skills.operations.squares import Lay
from companion.model.games.asagiri.state import cards


def problems(skill: Skill) -> Iterator[Problem]:
    """Everything wrong with a skill whose types are right."""
    if "en" not in skill.name:
        yield Problem("/name/en", say("The English name is missing."))
    for language, name in skill.name.items():
        if (why := amiss(name)) is not None:
            yield Problem(step("/name", language), why)
    yield from _windows(skill)
    yield from _cost(skill)
    if not skill.effects:
        yield Problem("/effects", say("A skill needs an effect."))
    yield from _shots(skill)
    automatic = not skill.cost and (skill.is_automatic or skill.shot is not None)
    context = Context(tuple(EffectPlace(window, skill.is_automatic) for window in skill.when), automatic=automatic)
    yield from context.problems(skill.effects, "/effects")
    for n, window in enumerate(skill.when):
        if skill.effects and not any(skill.fits(effect, window) for effect in skill.effects):
            yield Problem(f"/when/{n}", say("Nothing in this skill has an effect at this moment."))
    yield from _conditions(skill)
    yield from endless(skill)


def _windows(skill: Skill) -> Iterator[Problem]:
    if not skill.when:
        yield Problem("/when", say("A skill needs a moment at which it works."))
    yield from twice("/when", skill.when)
    if "always" in skill.when:
        if len(skill.when) > 1:
            yield Problem("/when", say("A permanent skill has no other moment."))
        if not skill.is_automatic:
            yield Problem("/when", say("A permanent skill costs nothing and is not optional."))
        if skill.once not in (None, "always"):
            yield Problem("/once", say("A permanent skill has no limit of uses."))
    elif skill.times > 1 and skill.limit == "always":
        yield Problem("/times", say("It may be used as often as wanted: there is nothing to count."))
    elif skill.is_automatic and skill.limit != "always" and any(_uncounted(skill, window) for window in skill.when):
        yield Problem(
            "/once", say("A permanent effect cannot be counted here: the skill must cost something or be optional.")
        )


def _uncounted(skill: Skill, window: Window) -> bool:
    """Whether an effect holds in the window without a moment in which it could be said that it is used.

    A fight and a test have one: when dice and skills are announced.
    """
    holding = [effect for _, effect, _ in skill.parts if effect.holding and skill.fits(effect, window)]
    if window == "movement":
        return bool(holding)
    return window in ANNOUNCED and any(
        effect.key in ("bonus:range", "set:range", "forbid") or (isinstance(effect, Ignore) and effect.early(window))
        for effect in holding
    )


def _cost(skill: Skill) -> Iterator[Problem]:
    if skill.element is not None and skill.dice:
        yield Problem("/dice", say("Choose one element or several dice, not both."))
    for n, slot in enumerate(skill.dice):
        yield from empty(f"/dice/{n}", slot)
        yield from twice(f"/dice/{n}", slot)
    if skill.optional and skill.cost:
        yield Problem("/optional", say("A skill that costs something is always optional."))
    elif skill.optional and skill.is_action:
        yield Problem("/optional", say("An action is always optional."))
    if skill.action and skill.shot is None and skill.when and skill.when != ("activation",):
        yield Problem("/action", say("An action can only be used at the moment “activation”."))


def _shots(skill: Skill) -> Iterator[Problem]:
    shots = [n for n, effect in enumerate(skill.effects) if not effect.nests]
    for n in shots[1:]:
        yield Problem(f"/effects/{n}", say("A skill can contain at most one shot."))
    if shots and skill.when and skill.when != ("shot",):
        yield Problem("/when", say("A Shot can only be used at the moment “shot”."))


def never_on(skill: Skill, face: Face) -> Iterator[Problem]:
    """Why a skill that is printed on this face of a card alone can never speak."""
    for n, condition in enumerate(skill.conditions):
        if isinstance(condition, Own) and condition.state not in (None, face):
            yield Problem(f"/conditions/{n}", say("This skill only works on the other face of the card."))
    if face == "shaken" and skill.when == ("shaken",):
        yield Problem("/when", say("A shaken figure cannot become shaken."))


def _conditions(skill: Skill) -> Iterator[Problem]:
    yield from twice("/conditions", skill.conditions)
    for n, condition in enumerate(skill.conditions):
        yield from conditions.problems(condition, f"/conditions/{n}", skill)
    yield from never(skill)
    held: list[tuple[str, Node, frozenset[str]]] = [("", skill, skill.about)] if "always" in skill.when else []
    for at, lay in nodes(skill):
        if isinstance(lay, Lay):
            held += [(f"{at}/holds/{n}", effect, frozenset(part.key for _, part in effect.parts))
                     for n, effect in enumerate(lay.holds)]  # fmt: skip
    for at, node, about in held:
        if not all(key.startswith(("bonus:", "set:")) for key in about):
            for below in sorted(_asking_of_a_fight(node)):
                why = say("This is about a fight or a test: what always holds can only be a number then.")
                yield Problem(f"{at}{below}", why)


def _asking_of_a_fight(node: Node) -> Iterator[str]:
    """The pointers of what is only so in a fight or a test."""
    for at, below in nodes(node):
        occasional = isinstance(below, Condition) and below.occasional
        if occasional or (isinstance(below, Who) and below.supporting is not None):
            yield at


def never(skill: Skill) -> Iterator[Problem]:
    """Why a skill can never speak, or never in one of its windows."""
    for n, condition in enumerate(skill.conditions):
        if isinstance(condition, FromReserve) and not skill.cost:
            yield Problem(f"/conditions/{n}", say("An automatic skill cannot cost a die."))
            return
    found = conditions.impossible(skill.conditions, skill.when)
    if found is not None:
        n, below, why = found
        yield Problem(f"/conditions/{n}{below}", why)
        return
    for n, window in enumerate(skill.when):
        if conditions.impossible(skill.conditions, (window,)) is not None:
            yield Problem(f"/when/{n}", say("A condition of this skill is never met at this moment."))


# how it ends ---------------------------------------------------------------------------------------------------------

OWN, BESIDE = ("self", "all"), ("friends", "others", "all")


def endless(skill: Skill) -> Iterator[Problem]:
    """What sets the skill off again as soon as it has spoken, or makes a phase that need not end."""
    if skill.limit == "always":
        for at, node in nodes(skill):
            if isinstance(node, Effect) and node.counted:
                yield Problem(at, say("A phase could go on without end: limit how often this can be used."))
    yield from _shooting_on("", skill)
    for at, node in nodes(skill):
        if isinstance(node, Gain):
            yield from _shooting_on(at, node.as_skill(skill.id, {}))
        for below, part in nodes(node) if isinstance(node, Lay) and not node.uses else ():
            if isinstance(part, Push | Swap | Led):
                why = say("Two such tokens could set each other off without end: limit how often they are used.")
                yield Problem(f"{at}{below}", why)
    for n, itself in _setting_off(skill):
        if itself:
            yield Problem(
                f"/effects/{n}", say("This triggers the skill again, without end: limit how often it can be used.")
            )


def _shooting_on(at: str, skill: Skill) -> Iterator[Problem]:
    """Shots at once that follow a fight and bring the next one; what a skill given meanwhile does is its own matter."""
    if skill.limit != "always" or {"shot", *AFTER}.isdisjoint(skill.when):
        return
    given = tuple(f"{below}/" for below, node in nodes(skill) if isinstance(node, Gain))
    for below, node in nodes(skill):
        if isinstance(node, ShootAt) and not below.startswith(given):
            yield Problem(at + below, say("A phase could go on without end: limit how often this can be used."))


def catching(skill: Skill) -> Iterator[Problem]:
    """What goes back and forth without end between two figures that both have the skill."""
    for n, itself in _setting_off(skill):
        if not itself:
            why = say("Between two figures with this skill this would never end: limit how often it can be used.")
            yield Problem(f"/effects/{n}", why)


def too_late(skill: Skill) -> Iterator[Problem]:
    """What the bearer would do after it has left the board."""
    left = False
    for n, effect in enumerate(skill.effects):
        if left and (effect.by_bearer or (effect.who is not None and effect.who.of == "self")):
            yield Problem(f"/effects/{n}", say("The bearer has left the board by then: this never happens."))
        left = left or (isinstance(effect, Dismiss) and effect.who == SELF)


def _setting_off(skill: Skill) -> Iterator[tuple[int, bool]]:
    """The effects that bring about, without a decision or a roll, what the skill waits for; whether for this very
    figure.
    """
    if not skill.is_automatic or skill.limit != "always":
        return
    vigilant = Own("vigilant") in skill.conditions
    for window in skill.when:
        escaped = False
        bringing = ("disabled",) if window == "disabled" and vigilant else _BRINGING.get(window, ())
        for n, effect in _following(skill.effects):
            if isinstance(effect, StatTest):
                if window == ("willpower" if effect.stat == "willpower" else "test"):
                    yield n, effect.who.of in OWN
            elif isinstance(effect, Become) and escaped and effect.state in bringing:
                yield n, effect.who.of in (BESIDE if window == "friend_shaken" else OWN)
            escaped = escaped or _escapes(effect, window)


def _following(effects: Sequence[Effect]) -> Iterator[tuple[int, Effect]]:
    """The effects, each with its place, and what may follow from a die or from not paying: neither ends it for sure."""
    for n, effect in enumerate(effects):
        yield n, effect
        if isinstance(effect, Pay):
            yield from ((n, below) for _, below in _following(effect.price))
        if isinstance(effect, RollDie | Unless | If):
            otherwise = effect.instead if isinstance(effect, Unless) else effect.otherwise
            yield from ((n, below) for _, below in _following((*effect.then, *otherwise)))


_BRINGING: dict[Window, tuple[str, ...]] = {
    "shaken": ("shaken",),
    "disabled": ("shaken", "disabled"),
    "friend_shaken": ("shaken",),
}
"""Who is shaken already and becomes shaken is disabled."""


def _escapes(effect: Effect, window: Window) -> bool:
    """Whether the bearer, or its friend, gets away from what befalls it: only then it can befall it again."""
    if window == "friend_shaken":
        return isinstance(effect, Become) and effect.state == "vigilant" and effect.who.of in BESIDE
    if isinstance(effect, Return):
        return window == "disabled"
    return isinstance(effect, Prevent) and window in effect.what and effect.who == SELF


CONDITIONS: tuple[type[Condition], ...] = get_args(AnyCondition)
AMOUNTS: tuple[type[Reckoned], ...] = tuple(part for part in get_args(Amount) if isinstance(part, type))


class SkillRecord(Skill, frozen=True, dict=True):
    """A skill of a profile or an equipment card. What follows from its tree is found out once: it is asked a lot."""

    effects: Annotated[tuple[AnyEffect, ...], msgspec.Meta(max_length=MOST)]
    conditions: Annotated[tuple[AnyCondition, ...], msgspec.Meta(max_length=MOST)] = ()


def tag(node: type[msgspec.Struct]) -> str:
    """What a node is called in JSON; nothing for the selector, which has no other to be told from."""
    return str(node.__struct_config__.tag or "")


NODES: tuple[type[Operation | Condition | Reckoned | Who], ...] = (*OPERATIONS, *CONDITIONS, *AMOUNTS, Who)
PHRASES: Mapping[str, Phrase] = {tag(node): node.phrase for node in NODES}
"""What each node is called while a skill is written, by its tag; the selector has none."""


def fitting(window: Window) -> tuple[type[Effect], ...]:
    """The effects that can mean something in a window, in the order of the language."""
    return tuple(type_ for type_ in OPERATIONS if window in type_.windows)


def fitting_conditions(windows: Iterable[Window]) -> tuple[type[Condition], ...]:
    """The conditions that can mean something in all of these windows, in the order of the language."""
    asked = tuple(windows)
    return tuple(type_ for type_ in CONDITIONS if all(window in type_.windows for window in asked))


def find_skill(content: Content, id: str) -> Skill:
    """Find a skill by its id."""
    return cards.record(content, "skill", SkillRecord, id)


def cards_named(skill: Skill) -> Iterator[tuple[str, Id]]:
    """The profile cards that the skill brings into play, each with the pointer to its name."""
    for at, node in nodes(skill):
        if isinstance(node, Effect) and "card" in node.__struct_fields__:
            yield f"{at}/card", cast(Any, node).card
