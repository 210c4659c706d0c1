"""Another keeper of a secret in the middle of a game (TAB-2): what the app forgets, and what it cannot know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.model.core.chance import HIDDEN
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.model.games.chronicles.rules.setup import fit_for_automatic_oni
from companion.model.games.chronicles.state.state import Cards, Keepers, State, replace
from companion.model.games.chronicles.wire.position import SECRET_PILES, front

UNKNOWN: Final[Mapping[str, Callable[[State], bool]]] = {
    "guilty": lambda state: HIDDEN in (state.oni.guilty, state.oni.nature),
    "backs": lambda state: any(one.card == HIDDEN and one.type != "follower" for one in state.tokens),
    "events": lambda state: HIDDEN in state.oni.hand,
}
"""Secrets besides piles that the app cannot keep, since nobody has told it what they are."""


def kept_anew(before: State, after: State) -> State:
    """`after` with what its keepers leave the app to know; raises InvalidInput where it would have to guess."""
    old, new = before.table.options.keepers, after.table.options.keepers
    if old == new:
        return after
    if after.stage == "setup":
        raise InvalidInput("at", say("Who keeps the cards can be changed once the game has begun."))
    if after.table.options.oni == "automatic":
        fit_for_automatic_oni(after.table.options, after.table.box)
    for secret in Keepers.__struct_fields__:
        was, kept = (getattr(one, secret) == "app" for one in (old, new))
        if was and not kept:
            after = _given_away(after, secret)
        elif kept and not was and _unknown(after, secret):
            raise InvalidInput("at", say("The app does not know these cards, so it cannot keep them."))
    return after


def _given_away(state: State, secret: str) -> State:
    """What is shuffled in cardboard from now on, nobody knows."""
    if secret == "backs":
        return replace(state, tokens=tuple([replace(one, card=front(state, one)) for one in state.tokens]))
    piles = {pile: (HIDDEN,) * len(held) for pile, held in _piles(state, secret).items()}
    return replace(state, piles=replace(state.piles, **piles))


def _unknown(state: State, secret: str) -> bool:
    asked = UNKNOWN.get(secret)
    return any(HIDDEN in held for held in _piles(state, secret).values()) or (asked is not None and asked(state))


def _piles(state: State, secret: str) -> dict[str, Cards]:
    return {pile: getattr(state.piles, pile) for pile, of in SECRET_PILES.items() if of == secret}
