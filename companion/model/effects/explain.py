"""A skill in words, out of the same tree that the rules read, so that a card never promises what it does not do."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.words import N_, Message, say

from .tree import Bonus, Condition, FromReserve, Number, Opponent, Own, Shot, Skill, Window

ELEMENT_WORDS = {
    "fire": N_("fire"), "water": N_("water"), "air": N_("air"), "earth": N_("earth"), "tori": N_("tori"),
}  # fmt: skip

NUMBER_WORDS: dict[Number, str] = {
    "attack": N_("Attack"),
    "defense": N_("Defense"),
    "movement": N_("Movement"),
    "willpower": N_("Willpower"),
    "die": N_("the combat die"),
    "shot": N_("the value of the shot"),
    "range": N_("the range"),
}

WINDOW_WORDS: dict[Window, str] = {
    "attack": N_("when attacking"),
    "defense": N_("when attacked"),
    "shot": N_("when shooting"),
    "shot_at": N_("when shot at"),
    "willpower": N_("when testing willpower"),
    "movement": N_("when moving"),
}

ALIGNMENT_WORDS = {
    "demon_hunter": N_("against a Demon Hunter"),
    "evil_creature": N_("against an Evil Creature"),
    "mercenary": N_("against a Mercenary"),
}

TRAIT_WORDS = {
    "unique": N_("unique"), "civilian": N_("civilian"), "sorcerer": N_("sorcerer"), "human": N_("human"),
    "samurai": N_("samurai"), "ronin": N_("ronin"), "monk": N_("monk"), "ninja": N_("ninja"), "oni": N_("oni"),
    "undead": N_("undead"), "beast": N_("beast"), "child": N_("child"),
}  # fmt: skip
"""The descriptive words of our own cards; a word that is not here is said as it is written."""


def explain(skill: Skill) -> tuple[Message, ...]:
    """What a skill does, a sentence an effect; its name and its cost are not repeated."""
    return tuple(_sentences(skill))


def cost(skill: Skill) -> Message:
    """What using it costs (SKL-1, SKL-4)."""
    if skill.element is None:
        return say("Action") if skill.is_action else say("Automatic")
    die = say("One {element} die", element=Message(ELEMENT_WORDS[skill.element]))
    return say("{cost}; action", cost=die) if skill.is_action else die


def trait(word: str) -> Message:
    """A trait in words."""
    return Message(TRAIT_WORDS.get(word, word))


def _sentences(skill: Skill) -> Iterator[Message]:
    for effect in skill.effects:
        if isinstance(effect, Shot):
            said = say("Shot: range {range}, value {value}", range=effect.range, value=effect.value)
        elif isinstance(effect, Bonus) and isinstance(effect.amount, int):
            said = _bonus(effect, effect.amount, skill)
        else:
            continue
        for condition in skill.conditions:
            for words in _condition(condition):
                said = say("{said}, {condition}", said=said, condition=words)
        yield say("{said}.", said=said)


def _bonus(bonus: Bonus, added: int, skill: Skill) -> Message:
    amount = f"+{added}" if added >= 0 else f"\u2212{-added}"
    number = Message(NUMBER_WORDS[bonus.to])
    if skill.shot is not None:
        return say("{amount} to {number}", amount=amount, number=number)
    when = Message(WINDOW_WORDS[skill.when[0]])
    for window in skill.when[1:]:
        when = say("{one} or {other}", one=when, other=Message(WINDOW_WORDS[window]))
    return say("{amount} to {number} {when}", amount=amount, number=number, when=when)


def _condition(condition: Condition) -> Iterator[Message]:
    if isinstance(condition, FromReserve):
        yield say("with a die out of the reserve")
    elif isinstance(condition, Own):
        if condition.state is not None:
            yield say("while vigilant") if condition.state == "vigilant" else say("while shaken")
    elif isinstance(condition, Opponent):
        if condition.trait is not None:
            yield say("against an opponent marked “{trait}”", trait=trait(condition.trait))
        if condition.alignment is not None:
            yield Message(ALIGNMENT_WORDS[condition.alignment])
        if condition.state is not None:
            vigilant = condition.state == "vigilant"
            yield say("against a vigilant opponent") if vigilant else say("against a shaken opponent")
