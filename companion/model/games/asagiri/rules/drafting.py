"""Putting a game together without an adventure: recruiting in turns, free equipment, tiles, a scenario card (KAR-6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from companion.model.core.chance import DieKind
from companion.model.core.contract import Option
from companion.model.core.refusal import InvalidInput, Refusal, refuse
from companion.model.core.words import Name, say
from companion.model.games.asagiri.rules import activations
from companion.model.games.asagiri.rules.skill_events import (
    CharacterRecruited,
    EquipmentGiven,
    RecruitingStopped,
    ScenarioDrawn,
    TilePlaced,
)
from companion.model.games.asagiri.state import card_factory, cards
from companion.model.games.asagiri.state.board import BLOCKING, Board, FloorPlan, board_of
from companion.model.games.asagiri.state.scenarios import Scenario
from companion.model.games.asagiri.state.state import Band, Figure, State, replace
from companion.model.games.asagiri.state.table import MOST_MEMBERS, QUARTERS, Contest, DraftState, PlacedTile, Slab
from companion.model.games.asagiri.state.tiles import join, token_fault, turned, with_tokens
from companion.model.games.asagiri.state.vocabulary import BANDS, ENEMY_OF, BandId, FigureId, Stage, by_figure
from companion.model.grid import Edge

from . import options as o
from .transition import Transition

INSPIRATION_DICE = 4
"""INS-1."""
FIRST = say("The higher roll is player A, who chooses first at every stage and starts every turn.")
"""What the first roll decides (KAR-6)."""

Pick: TypeAlias = o.Recruit | o.Equip | o.StopRecruiting


# recruiting ----------------------------------------------------------------------------------------------------------


def members(state: State, band: BandId) -> list[cards.Member]:
    """What a band has recruited so far, as cards."""
    draft, found = state.draft, []
    assert draft is not None
    for character in state.table.characters:
        candidate = draft.candidate(character.card)
        if character.band == band and candidate is not None:
            gear = draft.gear(character.equipment.id if character.equipment else None)
            found.append((candidate.card, gear.card if gear else None))
    return found


def picks(state: State, band: BandId) -> list[Pick]:
    """What a player may do when it is their turn to recruit; only stopping: nothing more can be added."""
    draft = state.draft
    assert draft is not None
    held = members(state, band)
    left = state.table.budgets[band] - cards.band_cost(held)
    found: list[Pick] = [
        o.Recruit(candidate.card.id)
        for candidate in draft.characters
        if candidate.card.zeni <= left and recruit_refused(state, band, candidate.card.id, held) is None
    ]
    prices = {gear.card.id: gear.equipment.zeni for gear in draft.equipment}
    found += [give for give in gifts(state, band) if prices[give.card] <= left]
    if held:
        found.append(o.StopRecruiting())
    return found


def recruit_refused(state: State, band: BandId, card: str, held: list[cards.Member] | None = None) -> Refusal | None:
    """Why a band cannot take a profile card (BND-1 to BND-4)."""
    draft = state.draft
    assert draft is not None
    candidate = draft.candidate(card)
    if candidate is None:
        return refuse("KAR-6", "This card is not on offer.")
    held = members(state, band) if held is None else held
    if len(held) >= most_members(draft):
        return refuse("BND-1", "A band can have at most {most} characters here.", most=most_members(draft))
    wrong = cards.band_refusals([*held, (candidate.card, None)], state.table.budgets[band])
    if wrong:
        return wrong[0]
    taken = sum(character.card == card for character in state.table.characters)
    if _gone(state, taken, unique="unique" in candidate.card.traits):
        return refuse("KAR-6", "{who} can no longer be recruited: all cards are taken.",
                      who=Name.of(candidate.card.name))  # fmt: skip
    return None


def _gone(state: State, taken: int, *, unique: bool) -> bool:
    """Whether every copy of a card is taken: there are as many as boxes (BND-3, KAR-6)."""
    draft = state.draft
    assert draft is not None
    if state.table.edition == 1:
        return draft.one_box and unique and taken > 0
    return taken >= (1 if draft.one_box else 2)


def gifts(state: State, band: BandId) -> list[o.Equip]:
    """Every equipment card that is left and somebody of a band may be given, whatever it costs (BND-5)."""
    draft, characters = state.draft, state.table.characters
    assert draft is not None
    found = []
    borne = Counter(character.equipment.id for character in characters if character.equipment is not None)
    bare = [
        (who, candidate.card)
        for who, character in by_figure(characters)
        if character.band == band and character.equipment is None
        if (candidate := draft.candidate(character.card)) is not None
    ]
    for gear in draft.equipment:
        if not _gone(state, borne[gear.card.id], unique=False):
            found += [o.Equip(gear.card.id, who) for who, card in bare if cards.may_bear(card, gear.card)]
    return found


def recruit(flow: Transition, option: o.Recruit) -> None:
    """The card's character joins the band, after those it has."""
    state, draft = flow.state, flow.state.draft
    assert draft is not None
    candidate = draft.candidate(option.card)
    assert candidate is not None
    band = draft.seat
    own = sum(character.band == band for character in state.table.characters)
    at = FigureId(own if band == 0 else len(state.table.characters))
    made = replace(candidate.character, band=band, id=f"{'ab'[band]}{own + 1}")
    characters, figures = list(state.table.characters), list(state.figures)
    characters.insert(at, made)
    figures.insert(at, Figure())
    flow.set(table=replace(state.table, characters=tuple(characters)), figures=tuple(figures))
    flow.tell(CharacterRecruited(band, at))
    _go_on(flow)


def equip(flow: Transition, option: o.Equip) -> None:
    """A character is given its equipment: paid for while recruiting, free afterwards."""
    draft, table = flow.state.draft, flow.table
    assert draft is not None
    gear = draft.gear(option.card)
    assert gear is not None
    given = replace(table.characters[option.who], equipment=gear.equipment)
    characters = (*table.characters[: option.who], given, *table.characters[option.who + 1 :])
    flow.set(table=replace(table, characters=characters))
    paid = flow.state.stage == "recruit"
    flow.tell(EquipmentGiven(option.who, option.card, gear.equipment.zeni if paid else 0))
    if paid:
        _go_on(flow)
    else:
        _next_gift(flow, BANDS[draft.seat + 1 :])


def stop(flow: Transition, option: o.StopRecruiting) -> None:
    """A player recruits no more."""
    draft = flow.state.draft
    assert draft is not None
    stopped = (draft.stopped[0] or draft.seat == 0, draft.stopped[1] or draft.seat == 1)
    flow.set(draft=replace(draft, stopped=stopped))
    flow.tell(RecruitingStopped(draft.seat))
    _go_on(flow)


def _go_on(flow: Transition) -> None:
    """The other player's turn, if there is anything for it; when neither can add, on to the free equipment."""
    draft = flow.state.draft
    assert draft is not None
    for seat in (ENEMY_OF[draft.seat], draft.seat):
        if not draft.stopped[seat] and any(not isinstance(pick, o.StopRecruiting) for pick in picks(flow.state, seat)):
            flow.set(draft=replace(draft, seat=seat))
            return
    _next_gift(flow)


def _next_gift(flow: Transition, bands: Sequence[BandId] = BANDS) -> None:
    """A free equipment card for each of these bands that has somebody to bear one; then the tiles."""
    seat = next((band for band in bands if gifts(flow.state, band)), None)
    _at(flow, "tiles" if seat is None else "equip", seat or BANDS[0])


def _at(flow: Transition, stage: Stage, seat: BandId) -> None:
    assert flow.state.draft is not None
    flow.set(stage=stage, draft=replace(flow.state.draft, seat=seat))


# tiles ---------------------------------------------------------------------------------------------------------------


def tile_options(state: State) -> list[o.PlaceTile]:
    """Every tile that fits those on the board, each way round, on each free quarter."""
    draft = state.draft
    assert draft is not None
    return [
        o.PlaceTile(slab.id, turns, quarter)
        for slab in draft.tiles
        if tile_refused(draft, slab.id) is None
        for quarter, laid in zip(QUARTERS, draft.laid, strict=True)
        if laid is None
        for turns in range(4)
    ]


def tile_refused(draft: DraftState, tile: str) -> Refusal | None:
    """Why a tile cannot be placed (CMP-1)."""
    slab = draft.slab(tile)
    if slab is None:
        return refuse("KAR-6", "This tile is not on offer.")
    if any(laid is not None and laid.tile == tile for laid in draft.laid):
        return refuse("KAR-6", "This tile is already on the board.")
    if slab.size != size(draft):
        return refuse("CMP-1", "The four tiles of a board must have the same size.")
    return None


def size(draft: DraftState) -> int:
    """The size of the tiles: that of those laid, before it the commonest; 0 where four tiles of a size are missing."""
    for laid in draft.laid:
        slab = draft.slab(laid.tile) if laid is not None else None
        if slab is not None:
            return slab.size
    sizes = [slab.size for slab in draft.tiles]
    return max((n for n in set(sizes) if sizes.count(n) >= len(QUARTERS)), key=lambda n: (sizes.count(n), n), default=0)


def floor(draft: DraftState) -> Board:
    """The board as far as it is laid, with its door tokens; where no tile lies there are no squares."""
    return board_of((with_tokens(_plan(draft), draft.openings, draft.doors),))


def _plan(draft: DraftState) -> FloorPlan:
    empty = FloorPlan((" " * size(draft),) * size(draft))
    plans = []
    for laid in draft.laid:
        slab = draft.slab(laid.tile) if laid is not None else None
        plans.append(turned(slab.plan, laid.turns) if slab is not None and laid is not None else empty)
    return join(plans)


def lay_token(flow: Transition, edge: Edge, *, closed: bool, lies: bool) -> None:
    """A door token is laid by hand on the tiles that lie, or taken away; InvalidInput where it cannot lie (KAR-5)."""
    draft = flow.state.draft
    assert draft is not None
    held = draft.doors if closed else draft.openings
    wrong = token_fault(_plan(draft), edge, closed=closed) if lies and edge not in held else None
    if wrong is not None:
        raise InvalidInput("facing", wrong)
    now = held | {edge} if lies else held - {edge}
    changed = replace(draft, doors=now) if closed else replace(draft, openings=now)
    flow.set(draft=changed, table=replace(flow.table, board=floor(changed)))


def most_members(draft: DraftState) -> int:
    """How many characters a band may have, so that everybody finds room on whatever tiles are chosen."""
    wanted = size(draft)
    free = sorted(_free(slab.plan.rows) for slab in draft.tiles if slab.size == wanted)
    return min(MOST_MEMBERS, sum(free[: len(QUARTERS)]) // 2)


@lru_cache(maxsize=256)
def _free(rows: tuple[str, ...]) -> int:
    """How many squares of a tile can be stood on."""
    return sum(len(row) - row.count(BLOCKING) - row.count(" ") for row in rows)


def with_tile(draft: DraftState, option: o.PlaceTile) -> DraftState:
    """One more tile lies, and the other player is next."""
    slab, at = draft.slab(option.tile), QUARTERS.index(option.quarter)
    assert slab is not None
    laid = (*draft.laid[:at], PlacedTile(slab.id, option.turns, slab.name), *draft.laid[at + 1 :])
    return replace(draft, laid=laid, seat=ENEMY_OF[draft.seat])


def place_tile(flow: Transition, option: o.PlaceTile) -> None:
    """A tile is placed; after the fourth a scenario card is drawn."""
    draft = flow.state.draft
    assert draft is not None
    seat = draft.seat
    changed = with_tile(draft, option)
    flow.set(draft=changed, table=replace(flow.table, board=floor(changed)))
    flow.tell(TilePlaced(seat, option.tile, option.turns, option.quarter))
    if all(changed.laid):
        _at(flow, "scenario", BANDS[0])
        if len(changed.scenarios) < 2:
            draw(flow, changed.scenarios[0] if changed.scenarios else None)


# the scenario card ---------------------------------------------------------------------------------------------------


def deck(draft: DraftState) -> DieKind:
    """The scenario cards to draw from, as chance sees them: each as likely as the other."""
    ids = tuple(scenario.id for scenario in draft.scenarios)
    return DieKind("scenario", ids, (1,) * len(ids))


def draw(flow: Transition, scenario: Scenario | None) -> None:
    """The card holds for both bands; everything is on the table now, and player A chooses a side."""
    draft = flow.state.draft
    assert draft is not None
    tiles = tuple(laid for laid in draft.laid if laid is not None)
    known = {card.card or "": card for card in draft.cards}
    skills = [skill for who in flow.table.characters for skill in who.printed]
    kami = [card for card in draft.cards if card.kami is not None]
    cards = card_factory.brought(skills, lambda: kami, known.__getitem__)
    flow.set(
        table=replace(flow.table, contest=Contest(scenario=scenario, tiles=tiles), cards=cards),
        bands=(_dice(flow.state, BANDS[0]), _dice(flow.state, BANDS[1])),
        draft=None,
        stage="side",
    )
    if scenario is not None:
        flow.tell(ScenarioDrawn(scenario.id))
        activations.begin(flow)


def _dice(state: State, band: BandId) -> Band:
    """INS-1, BND-6."""
    characters = state.table.characters
    civilian = any(character.band == band and "civilian" in character.traits for character in characters)
    return Band(aside=INSPIRATION_DICE + civilian)


def fitting(tiles: list[Slab]) -> bool:
    """Whether four of the tiles make a board."""
    sizes = [slab.size for slab in tiles]
    return any(sizes.count(n) >= len(QUARTERS) for n in sizes)


# why something is not allowed ----------------------------------------------------------------------------------------


def _no_recruit(state: State, option: o.Recruit) -> Refusal:
    draft = state.draft
    if draft is None or state.stage != "recruit":
        return refuse("KAR-6", "Nobody can recruit now.")
    return recruit_refused(state, draft.seat, option.card) or refuse("KAR-6", "This card cannot be taken.")


def _no_equip(state: State, option: o.Equip) -> Refusal:
    draft = state.draft
    if draft is None or state.stage not in ("recruit", "equip"):
        return refuse("BND-5", "Equipment can only be given before the game.")
    gear, bearer = draft.gear(option.card), state.table.characters[option.who]
    candidate = draft.candidate(bearer.card)
    if gear is None or candidate is None:
        return refuse("KAR-6", "This card is not on offer.")
    if bearer.band != draft.seat:
        return refuse("BND-5", "{who} belongs to the other band.", who=bearer.name)
    if bearer.equipment is not None:
        return refuse("BND-5", "{who} already has equipment.", who=bearer.name)
    if not cards.may_bear(candidate.card, gear.card):
        return refuse("BND-5", "{who} may not use this: {what}.", who=bearer.name, what=gear.equipment.name)
    budget = state.table.budgets[draft.seat]
    spent = cards.band_cost(members(state, draft.seat)) + gear.equipment.zeni
    return refuse("BND-1", "Total: {spent} zeni; the budget is {budget}.", spent=spent, budget=budget)


def _no_stop(state: State, option: Option) -> Refusal:
    if state.stage != "recruit":
        return refuse("KAR-6", "Nobody can recruit now.")
    return refuse("SET-1", "A band needs at least one character.")


def _no_tile(state: State, option: o.PlaceTile) -> Refusal:
    draft = state.draft
    if draft is None or state.stage != "tiles":
        return refuse("KAR-6", "Tiles are placed after recruiting.")
    refused = tile_refused(draft, option.tile)
    return refused or refuse("CMP-1", "A tile is already there, or it cannot be turned like this.")


REFUSED: Mapping[type[Option], Callable[[State, Any], Refusal]] = {
    o.Recruit: _no_recruit,
    o.Equip: _no_equip,
    o.StopRecruiting: _no_stop,
    o.PlaceTile: _no_tile,
}
"""Every option of before the game, and why it is not offered."""
