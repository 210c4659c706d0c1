"""A game without an adventure as JSON inside a position: what is being put together, and what is played for (KAR-6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from companion.model.core.contract import Content
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Document
from companion.model.games.asagiri.rules import drafting
from companion.model.games.asagiri.state import card_factory, cards
from companion.model.games.asagiri.state.board import FloorPlan
from companion.model.games.asagiri.state.formatting import name_json
from companion.model.games.asagiri.state.scenarios import Scenario
from companion.model.games.asagiri.state.state import band_of_seat
from companion.model.games.asagiri.state.table import QUARTERS, Contest, DraftState, PlacedTile
from companion.model.games.asagiri.state.tiles import token_fault
from companion.model.games.asagiri.wire import SEATS, Edges, NameForm, Seat, Text100, edges_json, edges_of, name_of
from companion.model.grid import Edge

T = TypeVar("T")
MOST_CARDS = 400
"""Of a kind, face up."""
MOST_TURNS = 99


Cards: TypeAlias = Annotated[tuple[Text100, ...], msgspec.Meta(max_length=MOST_CARDS)]


class LaidForm(Document):
    """A tile on the board."""

    tile: Text100
    turns: Annotated[int, msgspec.Meta(ge=0, le=3)]
    name: NameForm


class ContestForm(Document):
    """What a game is played for; its scenario card is written out, so no pack is needed to read it again."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=MOST_TURNS)] | None = None
    scenario: Text100 | Scenario | UnsetType | None = UNSET
    tiles: tuple[LaidForm, ...] | None = None


class OfferForm(Document, kw_only=True):
    """The cards face up, by their ids in the packs; None of a kind: all of them."""

    characters: Cards | None = None
    equipment: Cards | None = None
    tiles: Cards | None = None
    scenarios: Cards | None = None
    one_box: bool | None = None


class DraftForm(OfferForm, kw_only=True):
    """A game being put together, and how far the players are."""

    characters: Cards
    tiles: Cards
    seat: Seat | None = None
    stopped: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=2)] | None = None
    laid: tuple[LaidForm | None, ...] | None = None
    openings: Edges | None = None
    doors: Edges | None = None


def contest_form(contest: Contest) -> ContestForm:
    """A contest as it is written."""
    laid = tuple(_laid_form(laid) for laid in contest.tiles)
    return ContestForm(turns=contest.turns, scenario=contest.scenario, tiles=laid)


def draft_form(draft: DraftState) -> DraftForm:
    """A draft as it is written."""
    return DraftForm(
        characters=tuple(candidate.card.id for candidate in draft.characters),
        equipment=tuple(gear.card.id for gear in draft.equipment),
        tiles=tuple(slab.id for slab in draft.tiles),
        scenarios=tuple(scenario.id for scenario in draft.scenarios),
        one_box=draft.one_box,
        seat=SEATS[draft.seat],
        stopped=tuple(seat for seat, stopped in zip(SEATS, draft.stopped, strict=True) if stopped),
        laid=tuple(None if laid is None else _laid_form(laid) for laid in draft.laid),
        openings=edges_json(draft.openings) or None,
        doors=edges_json(draft.doors) or None,
    )


def _laid_form(laid: PlacedTile) -> LaidForm:
    return LaidForm(tile=laid.tile, turns=laid.turns, name=name_json(laid.name))


def _laid(form: LaidForm) -> PlacedTile:
    return PlacedTile(form.tile, form.turns, name_of(form.name))


def contest_of(form: ContestForm, content: Content) -> Contest:
    """A contest; raises InvalidInput naming the field at fault."""
    scenario = form.scenario
    if isinstance(scenario, str):
        named = scenario
        scenario = card_factory.named("contest.scenario", lambda: cards.scenario(content, named))
    if form.tiles and len(form.tiles) != len(QUARTERS):
        raise InvalidInput("contest.tiles", "A board needs four tiles: NW, NE, SW, SE.")
    turns = Contest().turns if form.turns is None else form.turns
    return Contest(turns, scenario or None, tuple(_laid(laid) for laid in form.tiles or ()))


def draft_of(form: DraftForm, content: Content) -> DraftState:
    """A game being put together; raises InvalidInput naming the field at fault."""
    draft = offered(form, "draft", content)
    laid: tuple[PlacedTile | None, ...] = (None,) * len(QUARTERS)
    if form.laid is not None:
        if len(form.laid) != len(QUARTERS):
            raise InvalidInput("draft.laid", "A board needs four tiles: NW, NE, SW, SE.")
        laid = tuple(None if one is None else _laid(one) for one in form.laid)
        placed = [one.tile for one in laid if one is not None]
        for n, one in enumerate(laid):
            if one is not None and (draft.slab(one.tile) is None or placed.count(one.tile) > 1):
                raise InvalidInput(f"draft.laid[{n}].tile", "This tile is not on offer.")
    out, seat = form.stopped or (), band_of_seat(form.seat or "A")
    draft = msgspec.structs.replace(draft, seat=seat, stopped=("A" in out, "B" in out), laid=laid)
    bare = drafting.floor(draft).floors[0]
    openings, doors = (tokens_of(getattr(form, name), bare, name, "draft.") for name in ("openings", "doors"))
    return msgspec.structs.replace(draft, openings=openings, doors=doors)


def tokens_of(form: Edges | None, plan: FloorPlan, name: str, within: str = "") -> frozenset[Edge]:
    """Door tokens that lie on a floor: `openings` or `doors`."""
    edges = edges_of(form, plan.rows, within + name)
    for edge in sorted(edges):
        wrong = token_fault(plan, edge, closed=name == "doors")
        if wrong is not None:
            raise InvalidInput(within + name, wrong)
    return edges


def offered(form: OfferForm, path: str, content: Content, *, one_box: bool = True) -> DraftState:
    """The cards that are named by their ids; where none of a kind is, every one of the packs.

    `one_box`: where it does not say whether there is one copy of each.
    """
    draft = DraftState(
        _cards(form.characters, f"{path}.characters", "character", content, card_factory.candidate),
        _cards(form.equipment, f"{path}.equipment", "equipment", content, card_factory.gear),
        _cards(form.tiles, f"{path}.tiles", "tile", content, card_factory.slab),
        _cards(form.scenarios, f"{path}.scenarios", "scenario", content, card_factory.scenario),
        one_box=one_box if form.one_box is None else form.one_box,
    )
    skills = [skill for candidate in draft.characters for skill in candidate.character.printed]
    skills += [skill for gear in draft.equipment for skill in gear.equipment.skills]
    draft = msgspec.structs.replace(draft, cards=card_factory.brought_by(path, content, skills))
    sizes = {slab.size for slab in draft.tiles if sum(slab.size == other.size for other in draft.tiles) >= 4}
    if not sizes:
        raise InvalidInput(f"{path}.tiles", "Four tiles of the same size are needed.")
    if drafting.most_members(draft) < 1:
        raise InvalidInput(f"{path}.tiles", "There are fewer free squares than figures.")
    return draft


def _cards(
    ids: Cards | None, path: str, kind: str, content: Content, make: Callable[[str, Content, str], T]
) -> tuple[T, ...]:
    if ids is None:
        return tuple(make(path, content, id) for id, _ in content.every(kind))
    for n, id in enumerate(ids):
        if id in ids[:n]:
            raise InvalidInput(f"{path}[{n}]", "This card appears twice.")
    return tuple(make(f"{path}[{n}]", content, id) for n, id in enumerate(ids))
