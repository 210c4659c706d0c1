"""Deeds that are said without a verb: a figure upon an enemy, a die kept by a figure, the state it is in now."""

from __future__ import annotations

from companion.model.core.refusal import refuse
from companion.model.games.asagiri.rules import options as o
from companion.model.games.asagiri.skills.language.vocabulary import Element
from companion.model.games.asagiri.state.state import State
from companion.model.games.asagiri.state.vocabulary import Condition
from companion.model.games.asagiri.table import corrections

from . import deeds as d
from .intents import Choosing, Correcting


def attack_upon(state: State, who: int, target: int) -> d.Answer:
    """As a figure that is dragged upon an enemy."""
    if state.band_of(who) == state.band_of(target):
        return refuse("CBT-1", "Only an enemy can be attacked.")
    return d.attack(state, who, target)


def shot_upon(state: State, who: int, target: int) -> d.Answer:
    """The same with a shot, where the rules allow it: by hand it is an attack."""
    found = d.shoot(state, who, target, None, None)
    return found.refusal if isinstance(found, d.Byhand) else found


def die_kept(state: State, who: int, element: Element) -> d.Answer:
    """At the end of a phase, a figure and a die are a reserve."""
    if state.stage != "reserve":
        return refuse("INS-6", "Dice can be placed in reserve at the end of the phase.")
    return d.reserve(state, who, element)


def answer(state: State, yes: bool) -> d.Answer:
    """What is due is done, or left alone."""
    found = [one for one in d.offered(state) if isinstance(one, o.DoIt if yes else o.LeaveIt)]
    return d.one_of(state, found, refuse("TABLE", "There is no question to answer now."))


def become(state: State, who: int, condition: Condition) -> d.Answer:
    """By hand: how a figure stands now."""
    if state.figures[who].state == condition:
        return Choosing(())
    return Correcting((corrections.SetState(who, condition),))
