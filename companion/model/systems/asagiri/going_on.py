"""What goes on for a figure after a skill has been used: tokens on its card and effects that last, told and known."""

from __future__ import annotations

from companion.model.core.words import Arg, Message, say
from companion.model.effects.explain import by_id, trait
from companion.model.effects.explain.operations import Voice, operation
from companion.model.effects.operations import Token
from companion.model.effects.walk import nodes

from .state import Lasting, State, replace
from .text import skill_name


def tokens(state: State) -> dict[str, Lasting]:
    """By name: every token that a skill of this table lays, as if it had just been laid by it."""
    found: dict[str, Lasting] = {}
    for who, character in enumerate(state.table.characters):
        gear = character.equipment.skills if character.equipment is not None else ()
        for skill in (*character.printed, *gear):
            for node in nodes(skill):
                if isinstance(node, Token) and not node.remove:
                    left = -1 if node.turns is None else max(1, 2 * node.turns)
                    laid = replace(node, who=Token(node.name).who)
                    found.setdefault(node.name, Lasting(laid, skill.id, who, left))
    return found


def borne(state: State, who: int) -> list[str]:
    """The tokens on a figure's card."""
    return [found.effect.name for found in state.figures[who].lasting if isinstance(found.effect, Token)]


def token_words(token: str) -> Message:
    """What a token is called."""
    return trait(token)


def effects(state: State, who: int) -> list[tuple[int, Message]]:
    """Place in the list, and words, of every effect that lasts for a figure and is no token."""
    return [
        (n, say("{effect} ({skill})", effect=operation(found.effect, Voice(by_id)), skill=_skill(state, found)))
        for n, found in enumerate(state.figures[who].lasting)
        if not isinstance(found.effect, Token)
    ]


def _skill(state: State, lasting: Lasting) -> Arg:
    return skill_name(state, lasting.skill)
