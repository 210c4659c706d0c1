"""Where figures and tokens are put: what is open to whom, at the depth of places that the table plays with (TAB-4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.board.board import Board
from companion.model.games.chronicles.box.records import Scenario
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import (
    ONI,
    Camp,
    Figure,
    FigureId,
    Place,
    Seat,
    State,
    TokenOn,
    replace,
)
from companion.model.grid import Cell, members

WHERE_FIGURE = say("Where does this figure stand?")
WHERE_TOKEN = say("Where does this token lie?")
SITED: Final = ("scroll", "clue", "chest", "follower")
"""Tokens that come onto sites of their colour, one each, in the scenario's order (SET-7)."""


def scenario_of(state: State) -> Scenario | None:
    """The scenario that is played; None: only the table knows it."""
    return state.table.box.scenarios.get(state.table.scenario or "")


# what is open ---------------------------------------------------------------------------------------------------------


def known_as(state: State, at: Place | None) -> Place:
    """A place of a record, as far as the table's depth tells it."""
    depth = state.table.options.places
    if at is None or depth == "none":
        return HIDDEN
    return at if depth == "spaces" else places.zone(state, at) or HIDDEN


def open_places(state: State, camp: Camp, *, within: int | None = None, zones: int | None = None) -> tuple[Place, ...]:
    """Free spaces for a figure of this camp, or the zones that have one; HIDDEN where the app knows no places.

    `within`: only these cells, `zones`: only these zones, both as masks.
    """
    on = places.laid(state)
    if on is None or state.table.options.places == "none":
        return (HIDDEN,)
    cells = on.for_heroes if camp == "heroes" else on.spaces
    cells &= ~_sites(state, on)
    if within is not None:
        cells &= within
    if zones is not None:
        cells &= sum(of_zone for n, of_zone in enumerate(on.of_zone) if zones >> n & 1)
    if state.table.options.places == "spaces":
        return on.cells_in(cells & ~places.taken(state, on))
    return tuple([zone for n, zone in enumerate(on.zones) if cells & on.of_zone[n] and room(state, on, n, camp)])


def room(state: State, on: Board, zone: int, camp: Camp) -> bool:
    """Whether a zone has a space more for a figure of this camp, where it is not known who stands on which (BRD-3)."""
    cells, name = on.of_zone[zone], on.zones[zone]
    lying = sum(one.type in places.TAKES_SPACE and one.at == name for one in state.tokens)
    heroes = max(lying, (_sites(state, on) & cells).bit_count())
    heroes += sum(one.camp == "heroes" and one.at == name for one in state.figures)
    others = sum(one.camp == "oni" and one.at == name for one in state.figures)
    if heroes + others >= (on.spaces & cells).bit_count():
        return False
    return camp == "oni" or heroes < (on.for_heroes & cells).bit_count()


def _sites(state: State, on: Board) -> int:
    """While the game is set up: the sites of tokens, which figures leave free (SET-6, SET-7)."""
    scenario = scenario_of(state)
    if state.stage != "setup" or scenario is None:
        return 0
    sites = scenario.sites
    return mask_of(on, [at for name in sites.__struct_fields__ for at in getattr(sites, name)])


def mask_of(on: Board, cells: Iterable[Cell]) -> int:
    """Cells as a mask; those that are not on the board are left out."""
    return sum(1 << on.index[at] for at in set(cells) if at in on.index)


def for_begin(state: State, *, leave: int = 0) -> tuple[Place, ...]:
    """SET-3: where a hero or follower begins: in the start zone, else beside it, else wherever there is a space.

    `leave`: so many spaces of the start zone are kept for others.
    """
    on = places.laid(state)
    if on is None:
        return (HIDDEN,)
    start = sum(1 << on.zone_index[zone] for zone in state.layout.start if zone in on.zone_index)
    beside = 0
    for zone in members(start):
        beside |= on.next_to[zone]
    found = open_places(state, "heroes", zones=start)
    if found and (len(found) > leave or state.table.options.places == "zones"):
        return found
    return open_places(state, "heroes", zones=beside & ~start) or open_places(state, "heroes", zones=~start)


def put(t: Transition, id: FigureId, at: Place) -> None:
    """A figure stands somewhere, without having moved (MOV-10)."""
    figure = t.figure(id, at=at)
    t.tell(e.FigurePlaced(id, figure.card, at))


def seat_of(state: State, figure: Figure) -> Seat:
    """SEA-5, and of ownerless followers the captain."""
    if figure.camp == "oni":
        return ONI
    return figure.id if figure.group == "hero" else figure.owner or state.captain


# tokens ---------------------------------------------------------------------------------------------------------------


def add_token(t: Transition, token: TokenOn) -> None:
    """A token comes onto the board; what is told of it is its front."""
    t.set(tokens=(*t.now.tokens, token))
    told_placed(t, token)


def told_placed(t: Transition, token: TokenOn) -> None:
    """Tell where a token lies, and what is seen of it."""
    card = token.card if token.turned else t.box.fronts.get(token.card, token.card)
    t.tell(e.TokenPlaced(token.id, card, token.at))


def host_token(card: str, at: Place) -> TokenOn:
    """The token of a host."""
    return TokenOn(f"host-{card.rpartition(':')[2]}", "host", card, at)


def site_of(state: State, token: TokenOn) -> Cell | None:
    """SET-7: the site that a token came onto; None: a host, or nobody knows."""
    scenario, number = scenario_of(state), token.id.rpartition("-")[2]
    if scenario is None or token.type not in SITED or not number.isdecimal():
        return None
    sites: tuple[Cell, ...] = getattr(scenario.sites, token.type)
    return sites[int(number) - 1] if 0 < int(number) <= len(sites) else None


# what is known by its zone alone (SET-5, TAB-4) -----------------------------------------------------------------------


def _unknown(state: State, at: Place) -> bool:
    depth = state.table.options.places
    return depth != "none" and (at == HIDDEN or (depth == "spaces" and isinstance(at, str)))


def lost(state: State) -> f.WhereFrame | None:
    """Whoever stands where the app cannot tell, those on their way left out; None: nobody."""
    under_way = {frame.figure for frame in state.frames if isinstance(frame, f.MoveFrame)}
    figures = tuple([one.id for one in state.figures if _unknown(state, one.at) and one.id not in under_way])
    tokens = tuple([one.id for one in state.tokens if _unknown(state, one.at)])
    return f.WhereFrame(figures, tokens) if figures or tokens else None


def _where(state: State, camp: Camp, at: Place) -> tuple[Place, ...]:
    """The free spaces of the zone that is known, or all of them."""
    on = places.laid(state)
    zone = on.zone_index.get(at) if on is not None and isinstance(at, str) else None
    here = open_places(state, camp, zones=1 << zone) if zone is not None else ()
    return here or open_places(state, camp)


def _options(state: State, frame: f.WhereFrame) -> list[Option]:
    if frame.tokens:
        token = next(one for one in state.tokens if one.id == frame.tokens[0])
        found, own = _where(state, "heroes", token.at), site_of(state, token)
        told = known_as(state, own)
        return [o.Site(ONI, token.id, at) for at in ([told] if own is not None and told in found else found)]
    figure = state.figure(frame.figures[0])
    assert figure is not None
    seat = seat_of(state, figure)
    return [o.Deploy(seat, figure.id, at) for at in _where(state, figure.camp, figure.at)]


def _goes_on(t: Transition, frame: f.WhereFrame) -> bool:
    tokens = tuple([id for id in frame.tokens if any(one.id == id for one in t.now.tokens)])
    figures = tuple([id for id in frame.figures if t.now.figure(id) is not None])
    if not tokens and not figures:
        t.pop()
        return True
    now = f.WhereFrame(figures, tokens)
    if not _options(t.now, now):  # the board is full: the table puts it by hand
        now = f.WhereFrame(figures, tokens[1:]) if tokens else f.WhereFrame(figures[1:])
    if now != frame:
        t.become(now)
        return True
    return False


def _ask(state: State, frame: f.WhereFrame) -> Pending:
    options = _options(state, frame)
    seat = options[0].seat  # type: ignore[attr-defined]
    return asks(seat, WHERE_TOKEN if frame.tokens else WHERE_FIGURE, options)


def _chosen(t: Transition, frame: f.WhereFrame, option: Option) -> None:
    match option:
        case o.Site(_, token, at):
            t.become(replace(frame, tokens=frame.tokens[1:]))
            moved = [replace(one, at=at) if one.id == token else one for one in t.now.tokens]
            t.set(tokens=tuple(moved))
            told_placed(t, next(one for one in moved if one.id == token))
        case o.Deploy(_, figure, at):
            t.become(replace(frame, figures=frame.figures[1:]))
            put(t, figure, at)


LOCATING = Part(_ask, _chosen, resume=_goes_on)
