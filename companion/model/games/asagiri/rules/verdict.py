"""What the dice of a fight mean by the rules, whether or not this table carries it out (CBT-3, CBT-6, SHT-6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import msgspec

from companion.model.core.contract import Event
from companion.model.core.words import Message, say
from companion.model.games.asagiri.rules.events import (
    CharacterDisabled,
    CharacterRetreated,
    CharacterShaken,
    CombatRolled,
    RetreatBlocked,
    ShotRolled,
)
from companion.model.games.asagiri.state.stack import Disabling, Fight, Retreating, Shaking
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import NO_FIGURE, FigureId

from . import answers
from .turn import by_the_rules

Fate: TypeAlias = Literal["nothing", "retreats", "shaken", "shaken_retreats", "disabled"]


class Verdict(msgspec.Struct, frozen=True):
    """Who is beaten (-1: nobody), by how much, and what that means."""

    loser: FigureId
    margin: int
    fate: Fate


def verdict(before: State, rolled: CombatRolled | ShotRolled) -> Verdict:
    """The result of the fight whose dice fall in the state `before`, tried out under the rules."""
    ahead = rolled.totals[0] - rolled.totals[1]
    loser = rolled.target if ahead > 0 else rolled.attacker
    if ahead == 0 or (isinstance(rolled, ShotRolled) and ahead < 0):
        return Verdict(NO_FIGURE, abs(ahead), "nothing")
    top = before.frames[-1] if before.frames else None
    if isinstance(top, Fight) and top.step == "roll":
        applied = answers.rolled(by_the_rules(before), rolled.dice)
        decided = not any(isinstance(frame, Fight) for frame in applied.state.frames)
        if decided and rolled in applied.events:
            return Verdict(loser, abs(ahead), _fate(applied.state, applied.events, loser))
    return Verdict(loser, abs(ahead), _plain(before, loser, abs(ahead)))  # skills may still speak


def _plain(state: State, loser: FigureId, margin: int) -> Fate:
    if margin >= 4 or (margin == 3 and state.figures[loser].state == "shaken"):
        return "disabled"
    return "shaken_retreats" if margin == 3 else "retreats"


def _fate(state: State, events: tuple[Event, ...], loser: FigureId) -> Fate:
    befell = {type(event) for event in events if getattr(event, "who", -1) == loser}
    coming = {type(frame) for frame in state.frames if getattr(frame, "who", -1) == loser}
    if CharacterDisabled in befell or Disabling in coming or state.figures[loser].at < 0:
        return "disabled"
    retreats = Retreating in coming or not befell.isdisjoint((CharacterRetreated, RetreatBlocked))
    if CharacterShaken in befell or Shaking in coming:
        return "shaken_retreats" if retreats else "shaken"
    return "retreats" if retreats else "nothing"


WORDS: Mapping[Fate, Message] = {
    "nothing": say("No effect"),
    "retreats": say("{who} retreats"),
    "shaken": say("{who} becomes shaken"),
    "shaken_retreats": say("{who} becomes shaken and retreats"),
    "disabled": say("{who} is disabled"),
}


TELLING: Mapping[Fate, frozenset[type[Event]]] = {
    "nothing": frozenset(),
    "retreats": frozenset({CharacterRetreated}),
    "shaken": frozenset({CharacterShaken}),
    "shaken_retreats": frozenset({CharacterShaken, CharacterRetreated}),
    "disabled": frozenset({CharacterDisabled}),
}
"""The events that say the same."""


def words(state: State, found: Verdict, since: Iterable[Event] = ()) -> Message | None:
    """The result as a sentence: “Okko is disabled”; None when nobody is beaten, or the events `since` say it."""
    befell = {type(event) for event in since if getattr(event, "who", -1) == found.loser}
    if found.loser < 0 or (TELLING[found.fate] and TELLING[found.fate] <= befell):
        return None
    who, fate = state.table.called[found.loser], WORDS[found.fate]
    return fate if found.fate == "nothing" else Message(fate.key, (("who", who),))
