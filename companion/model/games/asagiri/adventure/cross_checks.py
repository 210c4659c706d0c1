"""What an adventure must fulfil among the other records: its tiles, its cards, the adventures it goes on from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.model.content.kinds import Reference
from companion.model.core.contract import Content
from companion.model.core.refusal import Problem, Refusal, refuse
from companion.model.core.words import Name, say
from companion.model.games.asagiri.state import band_rules, cards
from companion.model.games.asagiri.state.board import BLOCKING, Board
from companion.model.games.asagiri.state.tiles import regions

from . import record as r
from .campaign_links import changed
from .check import ground, places, problems
from .play import changes, hired


def rules(record: r.Adventure, board: Board, content: Content) -> Iterator[Problem]:
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


def _begins(record: r.Adventure, side: int, board: Board) -> set[int]:
    """Where figures of a side begin: in their zone, on squares of their own; along any edge of the board (SET-1)."""
    party = record.sides[side]
    places_ = [figure.at for figure in party.band.fixed if figure.at is not None]
    if party.deploy is not None:
        places_ += [at for zone in record.zones if zone.id == party.deploy for at in zone.squares]
    elif any(figure.at is None for figure in party.band.fixed) or party.band.budget:
        return {square for facing in range(4) for square in board.row_from(facing, 0)}
    squares = {board.index[at] for at in places_ if at in board.index}
    return {square for square in squares if board.terrain[square] != BLOCKING}


def _walked(board: Board, groups: Sequence[set[int]], begins: set[int]) -> set[int]:
    """Every square that can be walked to, doors open; `groups`: those between which there is no way but by stairs."""
    of = {square: n for n, group in enumerate(groups) for square in group}
    seen: set[int] = set()
    ahead = {of[square] for square in begins}
    while ahead:
        group = ahead.pop()
        seen.add(group)
        ahead |= {of[board.index[end]] for start, end in board.stairs
                  if of.get(board.index.get(start, -1)) == group and board.index.get(end, -1) in of} - seen  # fmt: skip
    return {square for n in seen for square in groups[n]}


def _nowhere(record: r.Adventure) -> Iterator[Problem]:
    """Objects that lie nowhere, whatever happened before."""
    brought = {change.object for _, change in changes(record) if isinstance(change, r.PlaceObject)}
    brought |= {cache.holds for cache in record.caches}
    for n, thing in enumerate(record.objects):
        if thing.at is None and thing.id not in brought:
            yield Problem(f"/objects/{n}/at", say("This object cannot be found anywhere."))


def _band(record: r.Adventure, side: int, band: r.Band, content: Content) -> Iterator[Problem]:
    def member(card: str, equipment: str | None) -> band_rules.Member:
        return cards.character(content, card), cards.equipment(content, equipment) if equipment else None

    fixed = [member(figure.card, figure.equipment) for figure in band.fixed]
    picks = [member(pick.card, pick.equipment) for pick in band.suggested]
    at = f"/sides/{side}/band"
    if not fixed and not picks:
        return
    for refusal in refused_picks(band, fixed, picks):
        yield Problem(f"{at}/suggested" if picks else f"{at}/fixed",
                      say("{rule}: {why}", rule=refusal.rule, why=refusal.why))  # fmt: skip


def refused_picks(band: r.Band, fixed: list[band_rules.Member], picks: list[band_rules.Member]) -> list[Refusal]:
    """Every rule that recruits beside the fixed figures break (ADV-3, BND-1 to BND-5)."""
    found = [] if band.budget or picks == [] else [refuse("ADV-3", "This band is fixed by the adventure.")]
    spent = band_rules.cost(picks)
    if spent > band.budget and band.budget:
        found.append(refuse("BND-1", "Total: {spent} zeni; the budget is {budget}.", spent=spent, budget=band.budget))
    if band.most is not None and len(picks) > band.most:
        found.append(refuse("ADV-3", "At most {most} figures can be recruited here.", most=band.most))
    for card, _ in picks:
        if (band.alignments and card.alignment not in band.alignments) or (
            band.traits and not set(band.traits) & set(card.traits)
        ):
            found.append(refuse("ADV-3", "{who} cannot be recruited here.", who=Name.of(card.name)))
    return found + band_rules.refusals(picks, band_rules.cost([*fixed, *picks]), fixed)


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
