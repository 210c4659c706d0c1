"""What an adventure must fulfil beyond its types: names that mean something, squares that are there, goals that can be
reached and are not reached before the game begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.model.core.refusal import InvalidInput, Problem
from companion.model.core.schema import dotted
from companion.model.core.words import say
from companion.model.games.asagiri.state.board import BLOCKING, CLEAR, STAIRS, Board

from . import conditions as c
from . import record as r
from .play import arrivals, changes, conditions, hired


def problems(record: r.Adventure) -> Iterator[Problem]:
    """What is wrong with an adventure taken alone."""
    yield from _doubles(record)
    yield from _names(record)
    for pointer, condition in conditions(record):
        yield from _condition(record, pointer, condition)
    yield from _sides(record)
    yield from _things(record)
    for n, link in enumerate(record.links):
        if link.origin == record.id:
            yield Problem(f"/links/{n}/origin", say("An adventure cannot be its own sequel."))


def _twice(named: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    seen: set[str] = set()
    for pointer, name in named:
        if name in seen:
            yield Problem(pointer, say("Two things are named {name}.", name=name))
        seen.add(name)


def _doubles(record: r.Adventure) -> Iterator[Problem]:
    yield from _twice((f"/zones/{n}/id", zone.id) for n, zone in enumerate(record.zones))
    things = [(f"/objects/{n}/id", thing.id) for n, thing in enumerate(record.objects)]
    for n, cache in enumerate(record.caches):
        things += [(f"/caches/{n}/id", f"{cache.id}-{m}") for m in range(1, len(cache.places) + 1)]
    things += [(f"/captives/{n}/part", captive.part) for n, captive in enumerate(record.captives)]
    yield from _twice(things)
    parts = [(f"{pointer}/part", figure.part) for pointer, _, figure in hired(record) if figure.part is not None]
    parts += [(f"/captives/{n}/part", captive.part) for n, captive in enumerate(record.captives)]
    yield from _twice(parts)
    yield from _twice((f"/facts/{n}/fact", fact.fact) for n, fact in enumerate(record.facts))


def parts_of(record: r.Adventure) -> dict[str, int]:
    """Every part and the side, 0 or 1, that plays it."""
    found = {figure.part: side for _, side, figure in hired(record) if figure.part is not None}
    return found | {captive.part: c.SIDES.index(captive.side) for captive in record.captives}


def _names(record: r.Adventure) -> Iterator[Problem]:
    """Zones, objects and parts that something names are there."""
    known = {
        "zone": {zone.id for zone in record.zones},
        "object": {thing.id for thing in record.objects},
        "figure": set(parts_of(record)),
    }
    named: list[tuple[str, str, str | None]] = []
    for pointer, condition in conditions(record):
        named += [(f"{pointer}/{kind}", kind, getattr(condition, kind, None)) for kind in known]
    for n, party in enumerate(record.sides):
        named.append((f"/sides/{n}/deploy", "zone", party.deploy))
    for n, cache in enumerate(record.caches):
        named.append((f"/caches/{n}/holds", "object", cache.holds))
    for pointer, arrival in arrivals(record):
        named.append((f"{pointer}/zone", "zone", arrival.zone))
    for pointer, rule in _rules(record):
        named += [(f"{pointer}/{kind}", kind, getattr(rule, kind, None)) for kind in ("object", "figure")]
    for pointer, change in changes(record):
        if isinstance(change, r.RemoveFigure):
            named.append((f"{pointer}/figure", "figure", change.figure))
        elif isinstance(change, r.SetDeploy):
            named.append((f"{pointer}/zone", "zone", change.zone))
        elif isinstance(change, r.PlaceObject):
            named.append((f"{pointer}/object", "object", change.object))
    for pointer, kind, name in named:
        if name is not None and name not in known[kind]:
            yield Problem(pointer, say("This adventure has no {kind} named {name}.", kind=kind, name=name))


def _rules(record: r.Adventure) -> list[tuple[str, r.Rule]]:
    found: list[tuple[str, r.Rule]] = [(f"/rules/{n}", rule) for n, rule in enumerate(record.rules)]
    return found + [(f"{at}/rule", change.rule) for at, change in changes(record) if isinstance(change, r.AddRule)]


def _condition(record: r.Adventure, at: str, condition: c.Condition) -> Iterator[Problem]:
    exits = {zone.id: zone.exit for zone in record.zones}
    parts = parts_of(record)
    if isinstance(condition, c.Won) and not at.startswith("/facts/"):
        yield Problem(at, say("Only facts remembered afterwards can ask who won."))
    if isinstance(condition, c.Escape) and condition.zone in exits and condition.side not in exits[condition.zone]:
        yield Problem(f"{at}/zone", say("This side cannot leave the board through this zone."))
    if isinstance(condition, c.Eliminate | c.Escape | c.Reach):
        side = c.SIDES.index(condition.side)
        if parts.get(condition.figure or "", side) != side:
            yield Problem(f"{at}/figure", say("This figure belongs to the other side."))
    if isinstance(condition, c.Eliminate):
        asked = [name for name in ("figure", "zeni", "count") if getattr(condition, name) is not None]
        if len(asked) > 1 or (condition.trait is not None and asked not in ([], ["count"])):
            yield Problem(at, say("Ask for one figure, a number of figures or zeni, not several of these."))
    if isinstance(condition, c.Protect) and (condition.figure is None) == (condition.object is None):
        yield Problem(at, say("Name a figure or an object to protect, not both."))
    if isinstance(condition, c.Hold) and condition.at is not None and condition.turns != 1:
        yield Problem(
            f"{at}/turns", say("Give a number of turns, or the turn at whose end the zone must be held, not both.")
        )
    if isinstance(condition, c.Find) and condition.object not in {cache.holds for cache in record.caches}:
        yield Problem(f"{at}/object", say("This object has no hiding place."))
    if isinstance(condition, c.Some) and condition.least > len(condition.of):
        yield Problem(f"{at}/least", say("This asks for more than there are."))
    last = getattr(condition, "turn", None) or getattr(condition, "at", None)
    if isinstance(condition, c.Survive | c.Hold) and record.turns is not None and last and last > record.turns:
        yield Problem(f"{at}/{'turn' if isinstance(condition, c.Survive) else 'at'}",
                      say("The game ends before this turn."))  # fmt: skip


def _sides(record: r.Adventure) -> Iterator[Problem]:
    ways = bool(record.zeni_loses or record.alone_loses or record.turns)
    for n, party in enumerate(record.sides):
        band = party.band
        if not band.fixed and not band.budget:
            yield Problem(f"/sides/{n}/band", say("Nobody plays on this side."))
        if band.budget and not band.suggested and not band.fixed:
            yield Problem(f"/sides/{n}/band/suggested", say("Suggest at least one figure to recruit."))
        if not band.budget:
            for name in ("alignments", "traits", "most", "suggested"):
                if getattr(band, name):
                    yield Problem(f"/sides/{n}/band/{name}", say("Without a budget nobody can be recruited."))
        if party.least is not None and party.least > len(party.goals):
            yield Problem(f"/sides/{n}/least", say("This asks for more goals than there are."))
        ways = ways or bool(party.goals)
    if not ways:
        yield Problem("", say("Nobody can win this adventure."))
    if (record.sides[0].deploy is None) != (record.sides[1].deploy is None):
        missing = 0 if record.sides[0].deploy is None else 1
        yield Problem(f"/sides/{missing}/deploy", say("Both sides must deploy in a zone, or neither."))
    if record.turns is None and record.then != "draw":
        yield Problem("/then", say("Without a turn limit nobody can win by it."))
    for pointer, arrival in arrivals(record):
        if record.turns is not None and arrival.turn > record.turns:
            yield Problem(f"{pointer}/turn", say("The game ends before this turn."))
    for pointer, rule in _rules(record):
        if isinstance(rule, r.BeginsShaken) and (rule.side is None) == (rule.figure is None):
            yield Problem(pointer, say("Name a side or a figure, not both."))
        if isinstance(rule, r.Locked) and rule.side is None and rule.object is None:
            yield Problem(pointer, say("Choose who may open the doors."))


def _things(record: r.Adventure) -> Iterator[Problem]:
    hidden = [cache.holds for cache in record.caches]
    yield from _twice((f"/caches/{n}/holds", name) for n, name in enumerate(hidden))
    for n, thing in enumerate(record.objects):
        if thing.at is not None and thing.id in hidden:
            yield Problem(f"/objects/{n}/at", say("A hidden object has no square."))


def ground(record: r.Adventure, board: Board) -> Iterator[Problem]:
    """What is wrong with an adventure on its floors: squares that are not there, not free, or cannot be reached."""
    for pointer, at in places(record):
        square = board.index.get(at, -1)
        if square < 0:
            yield Problem(pointer, say("There is no square here."))
        elif not pointer.startswith("/zones/") and board.terrain[square] == BLOCKING:
            yield Problem(pointer, say("Nobody can stand on a blocking square."))
        elif pointer.startswith("/stairs/") and board.terrain[square] not in (CLEAR, STAIRS):
            yield Problem(pointer, say("Stairs lead from clear squares to clear squares (MOV-9)."))
    for n, stairs in enumerate(record.stairs):
        if stairs.start[2] == stairs.end[2]:
            yield Problem(f"/stairs/{n}", say("Stairs join two floors."))
    standing = [(f"{pointer}/at", figure.at) for pointer, _, figure in hired(record) if figure.at is not None]
    standing += [(f"/captives/{n}/at", captive.at) for n, captive in enumerate(record.captives)]
    taken: set[r.Place] = set()
    for pointer, at in standing:
        if at in taken and not pointer.startswith("/links/"):
            yield Problem(pointer, say("This square is already occupied."))
        taken.add(at)


def places(record: r.Adventure) -> Iterator[tuple[str, r.Place]]:
    """Every square that an adventure names, with its pointer."""
    for n, zone in enumerate(record.zones):
        yield from ((f"/zones/{n}/squares/{m}", at) for m, at in enumerate(zone.squares))
    for n, stairs in enumerate(record.stairs):
        yield f"/stairs/{n}/start", stairs.start
        yield f"/stairs/{n}/end", stairs.end
    for pointer, _, figure in hired(record):
        if figure.at is not None:
            yield f"{pointer}/at", figure.at
    for n, thing in enumerate(record.objects):
        if thing.at is not None:
            yield f"/objects/{n}/at", thing.at
    for n, cache in enumerate(record.caches):
        yield from ((f"/caches/{n}/places/{m}", at) for m, at in enumerate(cache.places))
    for n, captive in enumerate(record.captives):
        yield f"/captives/{n}/at", captive.at
    for pointer, change in changes(record):
        if isinstance(change, r.PlaceObject):
            yield f"{pointer}/at", change.at


def sound(record: r.Adventure, board: Board, path: str) -> None:
    """Raise InvalidInput, below `path`, at the first thing wrong with an adventure on a board."""
    for problem in (*problems(record), *ground(record, board)):
        raise InvalidInput((path + dotted(problem.pointer)).removeprefix("."), problem.what)
