"""A game without an adventure as JSON inside a position: what is being put together, and what is played for (KAR-6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from companion.model.core.contract import Content, Json
from companion.model.core.reading import Reader
from companion.model.core.refusal import InvalidInput

from . import cards, casting, drafting
from .board import Edge
from .offers import QUARTERS, Contest, Draft, Laid
from .position_board import edges_of
from .scenarios import Scenario
from .state import SEATS
from .text import name_json, name_of
from .tiles import token_fault

T = TypeVar("T")
MOST_CARDS = 400
"""Of a kind, face up."""
MOST_TURNS = 99


def contest_json(contest: Contest) -> Json:
    """What the game is played for; the scenario card is written out, so no pack is needed to read it again."""
    scenario = contest.scenario
    return {
        "turns": contest.turns,
        "scenario": None if scenario is None else msgspec.json.decode(msgspec.json.encode(scenario)),
        "tiles": [_laid_json(laid) for laid in contest.tiles],
    }


def draft_json(draft: Draft) -> Json:
    """The cards face up, by their ids in the packs, and how far the players are."""
    return {
        "characters": [candidate.card.id for candidate in draft.characters],
        "equipment": [gear.card.id for gear in draft.equipment],
        "tiles": [slab.id for slab in draft.tiles],
        "scenarios": [scenario.id for scenario in draft.scenarios],
        "one_box": draft.one_box,
        "seat": SEATS[draft.seat],
        "stopped": [seat for seat, stopped in zip(SEATS, draft.stopped, strict=True) if stopped],
        "laid": [None if laid is None else _laid_json(laid) for laid in draft.laid],
        **{
            name: [[[edge.column, edge.row], edge.side] for edge in sorted(found)]
            for name, found in (("openings", draft.openings), ("doors", draft.doors))
            if found
        },
    }


def _laid_json(laid: Laid) -> Json:
    return {"tile": laid.tile, "turns": laid.turns, "name": name_json(laid.name)}


def contest_of(reader: Reader, content: Content) -> Contest:
    """A contest; raises InvalidInput naming the field at fault."""
    reader.object((), ("turns", "scenario", "tiles"))
    turns = reader["turns"].whole(1, MOST_TURNS) if "turns" in reader else Contest().turns
    scenario = scenario_of(reader["scenario"], content) if "scenario" in reader else None
    tiles = tuple(_laid(item) for item in reader["tiles"].items(len(QUARTERS))) if "tiles" in reader else ()
    if tiles and len(tiles) != len(QUARTERS):
        raise reader["tiles"].fail("A board needs four tiles: NW, NE, SW, SE.")
    return Contest(turns, scenario, tiles)


def scenario_of(reader: Reader, content: Content) -> Scenario:
    """A scenario card: the id of a pack's, or a card written out."""
    if isinstance(reader.value, str):
        return casting.named(reader.path, lambda: cards.scenario(content, reader.text(100)))
    try:
        return cards.converted(reader.object().value, Scenario)
    except InvalidInput as wrong:
        raise InvalidInput(f"{reader.path}.{wrong.path}".rstrip("."), wrong.why) from None


def _laid(reader: Reader) -> Laid:
    reader.object(("tile", "turns", "name"), ())
    return Laid(reader["tile"].text(100), reader["turns"].whole(0, 3), name_of(reader["name"]))


def draft_of(reader: Reader, content: Content) -> Draft:
    """A game being put together; raises InvalidInput naming the field at fault."""
    reader.object(("characters", "tiles"), ("equipment", "scenarios", "one_box", "seat", "stopped", "laid",
                                         "openings", "doors"))  # fmt: skip
    draft = offered(reader, content)
    seat = SEATS.index(reader["seat"].one_of(SEATS)) if "seat" in reader else 0
    out = [item.one_of(SEATS) for item in reader["stopped"].items(2)] if "stopped" in reader else []
    laid: list[Laid | None] = [None] * len(QUARTERS)
    if "laid" in reader:
        items = list(reader["laid"].items(len(QUARTERS)))
        if len(items) != len(QUARTERS):
            raise reader["laid"].fail("A board needs four tiles: NW, NE, SW, SE.")
        laid = [None if item.value is None else _laid(item) for item in items]
        for item, tile in zip(items, laid, strict=True):
            if tile is not None and (draft.slab(tile.tile) is None or sum(tile.tile == o.tile for o in laid if o) > 1):
                raise item["tile"].fail("This tile is not on offer.")
    draft = msgspec.structs.replace(draft, seat=seat, stopped=("A" in out, "B" in out), laid=tuple(laid))
    bare = drafting.floor(draft).floors[0]
    tokens: dict[str, frozenset[Edge]] = {}
    for name in ("openings", "doors"):
        tokens[name] = frozenset(edges_of(reader[name], list(bare.rows))) if name in reader else frozenset()
        for edge in sorted(tokens[name]):
            wrong = token_fault(bare, edge, closed=name == "doors")
            if wrong is not None:
                raise InvalidInput(reader[name].path, wrong)
    return msgspec.structs.replace(draft, openings=tokens["openings"], doors=tokens["doors"])


def offered(reader: Reader, content: Content, *, one_box: bool = True) -> Draft:
    """The cards that `reader` names by their ids; where it names none of a kind, every one of the packs.

    `one_box`: where it does not say whether there is one copy of each.
    """
    draft = Draft(
        _cards(reader, "characters", "character", content, casting.candidate),
        _cards(reader, "equipment", "equipment", content, casting.gear),
        _cards(reader, "tiles", "tile", content, casting.slab),
        _cards(reader, "scenarios", "scenario", content, casting.scenario),
        one_box=reader["one_box"].flag() if "one_box" in reader else one_box,
    )
    skills = [skill for candidate in draft.characters for skill in candidate.character.printed]
    skills += [skill for gear in draft.equipment for skill in gear.equipment.skills]
    draft = msgspec.structs.replace(draft, cards=casting.brought_by(reader.path, content, skills))
    sizes = {slab.size for slab in draft.tiles if sum(slab.size == other.size for other in draft.tiles) >= 4}
    if not sizes:
        raise reader["tiles"].fail("Four tiles of the same size are needed.")
    if drafting.most_members(draft) < 1:
        raise reader["tiles"].fail("There are fewer free squares than figures.")
    return draft


def _cards(
    reader: Reader, field: str, kind: str, content: Content, make: Callable[[str, Content, str], T]
) -> tuple[T, ...]:
    if field not in reader:
        return tuple(make(f"{reader.path}.{field}", content, id) for id, _ in content.every(kind))
    ids: dict[str, Reader] = {}
    for item in reader[field].items(MOST_CARDS):
        if ids.setdefault(item.text(100), item) is not item:
            raise item.fail("This card appears twice.")
    return tuple(make(item.path, content, id) for id, item in ids.items())
