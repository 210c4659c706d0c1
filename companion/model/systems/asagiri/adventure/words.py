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
        return say("All of these win:")
    return say("One of these wins:") if party.least == 1 else say("{count} of these win:", count=party.least)


def rule(rule: r.Rule, cast: Cast) -> Message:
    """A special rule (ADV-13)."""
    if isinstance(rule, r.Dice):
        return say("{side} has {count} inspiration dice.", side=cast.sides[rule.side], count=rule.count)
    if isinstance(rule, r.NoShooting):
        if rule.side is None:
            return say("Nobody shoots.")
        return say("{side}: nobody shoots.", side=cast.sides[rule.side])
    if isinstance(rule, r.NoAttacks):
        if rule.side is None:
            return say("Nobody attacks.")
        return say("{side}: nobody attacks.", side=cast.sides[rule.side])
    if isinstance(rule, r.Night):
        return say("It is night: no shot reaches further than {range} squares.", range=rule.range)
    if isinstance(rule, r.BeginsShaken):
        if rule.figure is not None:
            return say("{figure} begins shaken.", figure=cast.figure(rule.figure))
        return say("{side}: everybody begins shaken.", side=cast.sides[rule.side or "one"])
    if rule.object is None:
        return say("Only {side} opens doors.", side=cast.sides[rule.side or "one"])
    if rule.side is None:
        return say("Doors are opened only with {object}.", object=cast.object(rule.object))
    return say("Doors are opened by {side} and with {object}.", side=cast.sides[rule.side],
               object=cast.object(rule.object))  # fmt: skip


def reinforcement(arrival: r.Reinforcement, cast: Cast) -> Message | Name:
    """Who comes when (ADV-9)."""
    if arrival.words is not None:
        return Name.of(arrival.words)
    side, count, zone = cast.sides[arrival.side], len(arrival.members), cast.zone(arrival.zone)
    if arrival.when is None:
        return say("{side}: {count} more from turn {turn} on, through “{zone}”.", side=side, count=count,
                   turn=arrival.turn, zone=zone)  # fmt: skip
    return say("{side}: {count} more from turn {turn} on, through “{zone}”, as soon as: {condition}.", side=side,
               count=count, turn=arrival.turn, zone=zone, condition=explain(arrival.when, cast))  # fmt: skip


def limit(record: r.Adventure, cast: Cast) -> Message | None:
    """The turn limit (ADV-12)."""
    if record.turns is None:
        return None
    if record.then == "draw":
        return say("{turns} turns; then nobody has won.", turns=record.turns)
    return say("{turns} turns; then victory of {side}.", turns=record.turns, side=cast.sides[record.then])
