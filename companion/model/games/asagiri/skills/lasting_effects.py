"""What goes on for a figure after a skill has been used: tokens on its card and effects that last, told and known."""

from __future__ import annotations

from companion.model.core.nodes import nodes
from companion.model.core.words import Arg, Message, say
from companion.model.games.asagiri.state.formatting import skill_name
from companion.model.games.asagiri.state.state import Lasting, State

from .language.skill import Voice
from .language.vocabulary import trait
from .operations.figures import Token


def tokens(state: State) -> dict[str, Lasting]:
    """By name: every token that a skill of this table lays, as if it had just been laid by it."""
    found: dict[str, Lasting] = {}
    for who, character in enumerate(state.table.characters):
        gear = character.equipment.skills if character.equipment is not None else ()
        for skill in (*character.printed, *gear):
            for _, node in nodes(skill):
                if isinstance(node, Token) and not node.remove:
                    found.setdefault(node.name, Lasting(node.laid, skill.id, who, node.left))
    return found


def borne(state: State, who: int) -> list[str]:
    """The tokens on a figure's card."""
    return [token for found in state.figures[who].lasting if (token := found.effect.token) is not None]


def token_words(token: str) -> Message:
    """What a token is called."""
    return trait(token)


def effects(state: State, who: int) -> list[tuple[int, Message]]:
    """Place in the list, and words, of every effect that lasts for a figure and is no token."""
    return [
        (n, say("{effect} ({skill})", effect=found.effect.words(Voice()), skill=_skill(state, found)))
        for n, found in enumerate(state.figures[who].lasting)
        if found.effect.token is None
    ]


def _skill(state: State, lasting: Lasting) -> Arg:
    return skill_name(state, lasting.skill)
