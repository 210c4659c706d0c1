"""An adventure said to people beyond its conditions: goals, special rules, reinforcements, the turn limit."""

from __future__ import annotations

from companion.model.core.words import Message, Name, say

from . import record as r
from .explain import Cast, explain


def goal(goal: r.Goal, cast: Cast) -> Message | Name:
    """A goal, in the adventure's own words if it has any."""
    return Name.of(goal.words) if goal.words is not None else explain(goal.when, cast)


def asked(party: r.Party) -> Message | None:
    """How many of a side's goals win; None when there is at most one."""
    if len(party.goals) < 2:
        return None
    if party.least is None or party.least == len(party.goals):
        return say("To win, reach all of these:")
    return (
        say("To win, reach one of these:")
        if party.least == 1
        else say("To win, reach {count} of these:", count=party.least)
    )


def rule(rule: r.Rule, cast: Cast) -> Message:
    """A special rule (ADV-13)."""
    if isinstance(rule, r.Dice):
        return say("Inspiration dice of {side}: {count}.", side=cast.sides[rule.side], count=rule.count)
    if isinstance(rule, r.NoShooting):
        if rule.side is None:
            return say("Nobody may shoot.")
        return say("{side} may not shoot.", side=cast.sides[rule.side])
    if isinstance(rule, r.NoAttacks):
        if rule.side is None:
            return say("Nobody may attack.")
        return say("{side} may not attack.", side=cast.sides[rule.side])
    if isinstance(rule, r.Night):
        return say("It is night: no shot reaches farther than {range} squares.", range=rule.range)
    if isinstance(rule, r.BeginsShaken):
        if rule.figure is not None:
            return say("{figure} starts shaken.", figure=cast.figure(rule.figure))
        return say("{side}: everyone starts shaken.", side=cast.sides[rule.side or "one"])
    if rule.object is None:
        return say("Only {side} may open doors.", side=cast.sides[rule.side or "one"])
    if rule.side is None:
        return say("Doors can only be opened with {object}.", object=cast.object(rule.object))
    return say("Doors can be opened by {side}, with {object}.", side=cast.sides[rule.side],
               object=cast.object(rule.object))  # fmt: skip


def reinforcement(arrival: r.Reinforcement, cast: Cast) -> Message | Name:
    """Who comes when (ADV-9)."""
    if arrival.words is not None:
        return Name.of(arrival.words)
    side, count, zone = cast.sides[arrival.side], len(arrival.members), cast.zone(arrival.zone)
    if arrival.when is None:
        return say("{side}: {count} more from turn {turn}, through “{zone}”.", side=side, count=count,
                   turn=arrival.turn, zone=zone)  # fmt: skip
    return say("{side}: {count} more from turn {turn}, through “{zone}”, as soon as: {condition}.", side=side,
               count=count, turn=arrival.turn, zone=zone, condition=explain(arrival.when, cast))  # fmt: skip


def limit(record: r.Adventure, cast: Cast) -> Message | None:
    """The turn limit (ADV-12)."""
    if record.turns is None:
        return None
    if record.then == "draw":
        return say("{turns} turns; after that the game is a draw.", turns=record.turns)
    return say("After {turns} turns: victory for {side}.", turns=record.turns, side=cast.sides[record.then])
