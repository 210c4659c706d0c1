"""What an adventure must fulfil beyond its types: names that mean something, squares that are there, goals that can be
reached; and among the other records: its tiles, its cards, the adventures it goes on from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.model.content.kinds import Reference
from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput, Problem, Refusal, refuse
from companion.model.core.schema import dotted
from companion.model.core.words import Name, say
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.board import BLOCKING, CLEAR, STAIRS, Board
from companion.model.games.asagiri.state.tiles import regions
from companion.model.games.asagiri.state.vocabulary import NO_SQUARE, SquareId

from . import conditions as c
from . import record as r
from .play import arrivals, changes, conditions, hired
from .record import changed


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
    if isinstance(condition, c.WonBy) and not at.startswith("/facts/"):
        yield Problem(at, say("Only facts remembered afterwards can ask who won."))
    if isinstance(condition, c.Escape) and condition.zone in exits and condition.side not in exits[condition.zone]:
        yield Problem(f"{at}/zone", say("This side cannot leave the board through this zone."))
    if isinstance(condition, c.Eliminate | c.Escape | c.ReachZone):
        side = c.SIDES.index(condition.side)
        if parts.get(condition.figure or "", side) != side:
            yield Problem(f"{at}/figure", say("This figure belongs to the other side."))
    if isinstance(condition, c.Eliminate):
        asked = [name for name in ("figure", "zeni", "count") if getattr(condition, name) is not None]
        if len(asked) > 1 or (condition.trait is not None and asked not in ([], ["count"])):
            yield Problem(at, say("Ask for one figure, a number of figures or zeni, not several of these."))
    if isinstance(condition, c.Protect) and (condition.figure is None) == (condition.object is None):
        yield Problem(at, say("Name a figure or an object to protect, not both."))
    if isinstance(condition, c.HoldZone) and condition.at is not None and condition.turns != 1:
        yield Problem(
            f"{at}/turns", say("Give a number of turns, or the turn at whose end the zone must be held, not both.")
        )
    if isinstance(condition, c.Find) and condition.object not in {cache.holds for cache in record.caches}:
        yield Problem(f"{at}/object", say("This object has no hiding place."))
    if isinstance(condition, c.Some) and condition.least > len(condition.of):
        yield Problem(f"{at}/least", say("This asks for more than there are."))
    last = getattr(condition, "turn", None) or getattr(condition, "at", None)
    if isinstance(condition, c.Survive | c.HoldZone) and record.turns is not None and last and last > record.turns:
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


def cross_problems(record: r.Adventure, board: Board, content: Content) -> Iterator[Problem]:
    """What is wrong with an adventure, on its board, whose tiles and cards are known, whatever its links change."""
    yield from ground(record, board)
    yield from _reachable(record, board)
    yield from _nowhere(record)
    for side, party in enumerate(record.sides):
        yield from _band(record, side, party.band, content)
    yield from _facts(record, content)
    for n, link in enumerate(record.links):
        known = {(link.fact, link.holds)}
        for problem in problems(changed(record, known)):
            yield Problem(f"/links/{n}", say("With these facts: {problem}", problem=problem.what))


def pointer_of(path: str) -> str:
    """The JSON pointer of an input's dotted path: ``floors[0].tiles`` is ``/floors/0/tiles``."""
    return "".join(f"/{part}" for part in path.replace("[", ".").replace("]", "").split(".") if part)


def _reachable(record: r.Adventure, board: Board) -> Iterator[Problem]:
    """Every zone and thing can be walked to from where the sides begin, doors open, and one side from the other."""
    begins = [_begins(record, side, board) for side in (0, 1)]
    for side, party in enumerate(record.sides):
        if party.deploy is not None and not begins[side]:
            yield Problem(f"/sides/{side}/deploy", say("Nobody can stand in this zone."))
    if not all(begins):
        return
    groups = [{board.index[at] for at in region} for region in regions(board.floors)]
    each = [_walked(board, groups, squares) for squares in begins]
    if not each[0] & begins[1] and not each[1] & begins[0]:
        yield Problem("/sides/1" + ("/deploy" if record.sides[1].deploy else ""),
                      say("The sides cannot reach each other."))  # fmt: skip
    seen = each[0] | each[1]
    for n, zone in enumerate(record.zones):
        squares = {board.index[at] for at in zone.squares if at in board.index}
        if squares and not squares & seen:
            yield Problem(f"/zones/{n}/squares", say("Nobody can get here."))
    for pointer, at in places(record):
        square = board.index.get(at, -1)
        if square < 0 or square in seen or pointer.startswith("/zones/") or board.terrain[square] == BLOCKING:
            continue
        yield Problem(pointer, say("Nobody can get here."))


def _begins(record: r.Adventure, side: int, board: Board) -> set[SquareId]:
    """Where figures of a side begin: in their zone, on squares of their own; along any edge of the board (SET-1)."""
    party = record.sides[side]
    places_ = [figure.at for figure in party.band.fixed if figure.at is not None]
    if party.deploy is not None:
        places_ += [at for zone in record.zones if zone.id == party.deploy for at in zone.squares]
    elif any(figure.at is None for figure in party.band.fixed) or party.band.budget:
        return {square for facing in range(4) for square in board.row_from(facing, 0)}
    squares = {board.index[at] for at in places_ if at in board.index}
    return {square for square in squares if board.terrain[square] != BLOCKING}


def _walked(board: Board, groups: Sequence[set[SquareId]], begins: set[SquareId]) -> set[SquareId]:
    """Every square that can be walked to, doors open; `groups`: those between which there is no way but by stairs."""
    of = {square: n for n, group in enumerate(groups) for square in group}
    seen: set[int] = set()
    ahead = {of[square] for square in begins}
    while ahead:
        group = ahead.pop()
        seen.add(group)
        near = ((board.index.get(start, NO_SQUARE), board.index.get(end, NO_SQUARE)) for start, end in board.stairs)
        ahead |= {of[end] for start, end in near if of.get(start) == group and end in of} - seen
    return {square for n in seen for square in groups[n]}


def _nowhere(record: r.Adventure) -> Iterator[Problem]:
    """Objects that lie nowhere, whatever happened before."""
    brought = {change.object for _, change in changes(record) if isinstance(change, r.PlaceObject)}
    brought |= {cache.holds for cache in record.caches}
    for n, thing in enumerate(record.objects):
        if thing.at is None and thing.id not in brought:
            yield Problem(f"/objects/{n}/at", say("This object cannot be found anywhere."))


def _band(record: r.Adventure, side: int, band: r.SideBand, content: Content) -> Iterator[Problem]:
    def member(card: str, equipment: str | None) -> cards.Member:
        return cards.character(content, card), cards.equipment(content, equipment) if equipment else None

    fixed = [member(figure.card, figure.equipment) for figure in band.fixed]
    picks = [member(pick.card, pick.equipment) for pick in band.suggested]
    at = f"/sides/{side}/band"
    if not fixed and not picks:
        return
    for refusal in refused_picks(band, fixed, picks):
        yield Problem(f"{at}/suggested" if picks else f"{at}/fixed",
                      say("{rule}: {why}", rule=refusal.rule, why=refusal.why))  # fmt: skip


def refused_picks(band: r.SideBand, fixed: list[cards.Member], picks: list[cards.Member]) -> list[Refusal]:
    """Every rule that recruits beside the fixed figures break (ADV-3, BND-1 to BND-5)."""
    found = [] if band.budget or picks == [] else [refuse("ADV-3", "This band is fixed by the adventure.")]
    spent = cards.band_cost(picks)
    if spent > band.budget and band.budget:
        found.append(refuse("BND-1", "Total: {spent} zeni; the budget is {budget}.", spent=spent, budget=band.budget))
    if band.most is not None and len(picks) > band.most:
        found.append(refuse("ADV-3", "At most {most} figures can be recruited here.", most=band.most))
    for card, _ in picks:
        if (band.alignments and card.alignment not in band.alignments) or (
            band.traits and not set(band.traits) & set(card.traits)
        ):
            found.append(refuse("ADV-3", "{who} cannot be recruited here.", who=Name.of(card.name)))
    return found + cards.band_refusals(picks, cards.band_cost([*fixed, *picks]), fixed)


def _facts(record: r.Adventure, content: Content) -> Iterator[Problem]:
    """What a link asks for is remembered by the adventure that it names."""
    for n, link in enumerate(record.links):
        data = content.find("adventure", link.origin)
        left = {fact.get("fact") for fact in data.get("facts", ())} if isinstance(data, dict) else set()
        if data is not None and link.fact not in left:
            yield Problem(f"/links/{n}/fact", say("{origin} does not record this.", origin=link.origin))


def references(record: r.Adventure) -> Iterator[Reference]:
    """The records that an adventure names."""
    for n, floor in enumerate(record.floors):
        for m, laid in enumerate(floor.tiles):
            yield Reference(f"/floors/{n}/tiles/{m}/tile", "tile", laid.tile)
    named = [(pointer, figure.card, figure.equipment) for pointer, _, figure in hired(record)]
    for side, party in enumerate(record.sides):
        for n, pick in enumerate(party.band.suggested):
            named.append((f"/sides/{side}/band/suggested/{n}", pick.card, pick.equipment))
    for pointer, card, equipment in named:
        yield Reference(f"{pointer}/card", "character", card)
        if equipment is not None:
            yield Reference(f"{pointer}/equipment", "equipment", equipment)
    for n, captive in enumerate(record.captives):
        yield Reference(f"/captives/{n}/card", "character", captive.card)
    for n, link in enumerate(record.links):
        yield Reference(f"/links/{n}/origin", "adventure", link.origin)
