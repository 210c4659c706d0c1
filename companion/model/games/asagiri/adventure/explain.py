"""An adventure said to people: what a condition asks (ADV-10), goals, special rules, reinforcements, the turn limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.model.core.contract import Content
from companion.model.core.record import NoContent
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import Message, Name, Words, plural, say
from companion.model.games.asagiri.skills.language.vocabulary import trait
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.state import State

from . import conditions as c
from . import record as r
from .goals import play_of
from .play import hired


class Cast:
    """What the sides, zones, objects and figures of an adventure are called; unknown ones by the name they are named
    with, so that a record with faults can be read too.
    """

    def __init__(self, record: r.Adventure, content: Content) -> None:
        """`content` holds the cards of the figures."""
        self.sides = dict(zip(c.SIDES, (Name.of(party.name) for party in record.sides), strict=True))
        self.zones: Mapping[str, Name] = {zone.id: Name.of(zone.name) for zone in record.zones}
        self.objects: Mapping[str, Name] = {thing.id: Name.of(thing.name) for thing in record.objects}
        self.figures = {
            figure.part: _card(content, figure.card) for _, _, figure in hired(record) if figure.part is not None
        } | {captive.part: _card(content, captive.card) for captive in record.captives}

    @staticmethod
    def of(state: State) -> Cast:
        """Those of a game, its figures called as on their cards in play."""
        cast = Cast(play_of(state)[0].record, NoContent())
        cast.figures = {character.part: character.name for character in state.table.characters if character.part}
        return cast

    def zone(self, id: str) -> Name:
        return self.zones.get(id, Name.of(id))

    def object(self, id: str) -> Name:
        return self.objects.get(id, Name.of(id))

    def figure(self, part: str) -> Name:
        return self.figures.get(part, Name.of(part))


def _card(content: Content, id: str) -> Name:
    data = content.find("character", id)
    name = data.get("name") if isinstance(data, dict) else None
    return Name.of(name if isinstance(name, dict) and name else id.partition(":")[2])


def explain(condition: c.Condition, cast: Cast) -> Message:
    """A sentence without its full stop."""
    if isinstance(condition, c.All):
        return _joined(say("{first} and {second}", first="", second=""), condition.of, cast)
    if isinstance(condition, c.Some):
        if condition.least > 1:
            asked = tuple(explain(part, cast) for part in condition.of)
            return say("{count} of these: {asked}", count=condition.least, asked=asked)
        return _joined(say("{first} or {second}", first="", second=""), condition.of, cast)
    if isinstance(condition, c.Opposite):
        return say("Not true: {what}", what=explain(condition.of, cast))
    if isinstance(condition, c.WonBy):
        return say("Victory for {side}", side=cast.sides[condition.side])
    if isinstance(condition, c.FromTurn):
        return say("It is turn {turn} or later", turn=condition.least)
    if isinstance(condition, c.Eliminate):
        return _eliminate(condition, cast)
    if isinstance(condition, c.Escape | c.ReachZone | c.Rescue):
        return _places(condition, cast)
    if isinstance(condition, c.Carry | c.Find | c.Protect):
        return _things(condition, cast)
    return _time(condition, cast)


def _joined(link: Message, parts: tuple[c.Condition, ...], cast: Cast) -> Message:
    said = explain(parts[-1], cast)
    for part in reversed(parts[:-1]):
        said = Message(link.key, (("first", explain(part, cast)), ("second", said)))
    return said


def _eliminate(asked: c.Eliminate, cast: Cast) -> Message:
    side = cast.sides[asked.side]
    if asked.figure is not None:
        return say("{figure} is disabled", figure=cast.figure(asked.figure))
    if asked.zeni is not None:
        return say("Zeni lost by {side}: {zeni}", side=side, zeni=asked.zeni)
    if asked.trait is not None:
        kind = trait(asked.trait)
        if asked.count is None:
            return say("Every figure of {side} with the trait {trait} is disabled", side=side, trait=kind)
        return say("{side}: disabled figures with the trait {trait}: {count}", side=side, trait=kind,
                   count=asked.count)  # fmt: skip
    if asked.count is None:
        return say("Every figure of {side} is disabled", side=side)
    return plural("A figure of {side} is disabled", "{count} figures of {side} are disabled", asked.count, side=side)


def _places(asked: c.Escape | c.ReachZone | c.Rescue, cast: Cast) -> Message:
    zone = None if asked.zone is None else cast.zone(asked.zone)
    if isinstance(asked, c.Rescue):
        figure = cast.figure(asked.figure)
        if zone is None:
            return say("{figure} is free", figure=figure)
        return say("{figure} is free and has reached “{zone}”", figure=figure, zone=zone)
    assert zone is not None
    side, leaves = cast.sides[asked.side], isinstance(asked, c.Escape)
    if asked.figure is not None:
        figure = cast.figure(asked.figure)
        if leaves:
            return say("{figure} has left the board through “{zone}”", figure=figure, zone=zone)
        return say("{figure} is in “{zone}”", figure=figure, zone=zone)
    if leaves:
        return plural("A figure of {side} has left the board through “{zone}”",
                      "{count} figures of {side} have left the board through “{zone}”",
                      asked.count, side=side, zone=zone)  # fmt: skip
    return plural("A figure of {side} is in “{zone}”", "{count} figures of {side} are in “{zone}”",
                  asked.count, side=side, zone=zone)  # fmt: skip


def _things(asked: c.Carry | c.Find | c.Protect, cast: Cast) -> Message:
    if isinstance(asked, c.Protect) and asked.figure is not None:
        figure = cast.figure(asked.figure)
        if asked.zone is None:
            return say("{figure} is not disabled", figure=figure)
        return say("{figure} is in “{zone}” and not disabled", figure=figure, zone=cast.zone(asked.zone))
    thing = cast.object(asked.object or "")
    if isinstance(asked, c.Protect):
        if asked.zone is None:
            return say("“{object}” is still on the board", object=thing)
        return say("“{object}” is still in “{zone}”", object=thing, zone=cast.zone(asked.zone))
    if isinstance(asked, c.Find):
        if asked.side is None:
            return say("“{object}” has been found", object=thing)
        return say("{side}: “{object}” found", side=cast.sides[asked.side], object=thing)
    side, zone = cast.sides[asked.side], cast.zone(asked.zone)
    return say("{side}: “{object}” brought to “{zone}”", side=side, object=thing, zone=zone)


def _time(asked: c.HoldZone | c.Survive, cast: Cast) -> Message:
    side = cast.sides[asked.side]
    if isinstance(asked, c.Survive):
        return plural("Turn {turn} is over and a figure of {side} is left",
                      "Turn {turn} is over and {count} figures of {side} are left",
                      asked.count, turn=asked.turn, side=side)  # fmt: skip
    zone = cast.zone(asked.zone)
    if asked.at is not None:
        said = say("{side}: “{zone}” held at the end of turn {turn}", side=side, zone=zone, turn=asked.at)
    else:
        said = plural("{side}: “{zone}” held at the end of a turn",
                      "{side}: “{zone}” held for {count} turns",
                      asked.turns, side=side, zone=zone)  # fmt: skip
    if asked.count == 1:
        return said
    return plural("{said}, with one figure", "{said}, with {count} figures", asked.count, said=said)


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
    if isinstance(rule, r.SideDice):
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


def goal_lines(record: r.Adventure, side: int, cast: Cast, say_: Words) -> list[str]:
    """What a side has to reach (ADV-10); one without goals wins by what ends the adventure otherwise."""
    party = record.sides[side]
    head = asked(party)
    lines = [] if head is None else [say_(head)]
    lines += [f"·\u00a0{say_(goal(one, cast))}" for one in party.goals]
    return lines or [say_(say("Wins if the other side does not reach its goals."))]


def end_lines(record: r.Adventure, cast: Cast, say_: Words) -> list[str]:
    """The turn limit, the special rules, who comes later (ADV-9, ADV-12, ADV-13)."""
    last = limit(record, cast)
    found: list[Message | Name] = [] if last is None else [last]
    found += [rule(one, cast) for one in record.rules]
    found += [reinforcement(one, cast) for one in record.reinforcements]
    return [f"·\u00a0{say_(one)}" for one in found]


def members(band: r.SideBand, content: Content, say_: Words) -> str:
    """Who is in a band from the start, in one line."""
    return named((figure.card for figure in band.fixed), content, say_)


def named(ids: Iterable[str], content: Content, say_: Words) -> str:
    """Cards by their names, the same ones counted."""
    names = Counter(_name(id, content, say_) for id in ids)
    return ", ".join(name if count == 1 else f"{count}\u00a0×\u00a0{name}" for name, count in names.items())


def _name(id: str, content: Content, say_: Words) -> str:
    try:
        return say_(Name.of(cards.character(content, id).name))
    except InvalidInput:
        return id
