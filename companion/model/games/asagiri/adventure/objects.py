"""Adventures in play: things taken up, carried, put down; caches searched; captives freed; leaving the board (ADV-5 to
ADV-8); the end of a turn (ADV-10, ADV-12).
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal, refuse
from companion.model.games.asagiri.rules.events import ActivationEnded
from companion.model.games.asagiri.rules.movement import begin, over_refused, rooted
from companion.model.games.asagiri.rules.options import Free, LeaveBoard, PickUp, PutDown, Search
from companion.model.games.asagiri.rules.skill_events import (
    CaptiveFreed,
    CharacterLeft,
    ObjectFound,
    PlaceSearched,
    SearchDeclared,
    ThingPutDown,
    ThingTaken,
    ZoneHeld,
)
from companion.model.games.asagiri.rules.transition import Transition
from companion.model.games.asagiri.state.stack import Active, Searching
from companion.model.games.asagiri.state.state import Quest, State, Thing, replace
from companion.model.games.asagiri.state.vocabulary import ENEMY_OF, NO_SQUARE, FigureId, ThingId, by_figure, by_thing

from .goals import band_of, carried, figure_of, play_of, there
from .play import ThingKind

EXIT_COST = 1
"""Movement points for leaving the board (ADV-5)."""


def near(state: State, who: FigureId) -> int:
    """The mask of squares in which a figure can lay hands on things: its own and those it controls."""
    return state.zone(who) | 1 << state.figures[who].at


def solid_of(play_things: tuple[ThingKind, ...], things: tuple[Thing, ...]) -> int:
    """The mask of squares that captives take up."""
    mask = 0
    for piece, thing in zip(play_things, things, strict=True):
        if piece.kind == "captive" and thing.at >= 0:
            mask |= 1 << thing.at
    return mask


def unsearched(state: State, group: str) -> list[ThingId]:
    """The places of a cache that nobody has searched yet."""
    play, quest = play_of(state)
    return [n for n, piece in by_thing(play.things) if piece.group == group and quest.things[n].at >= 0]


def needed(state: State, thing: ThingId) -> int:
    """The highest face with which a search succeeds; 6 for the last place (ADV-7)."""
    return 6 // len(unsearched(state, play_of(state)[0].things[thing].group))


def freely(state: State, active: Active) -> Iterator[Option]:
    """What the active figure may do with its load and by exits, for no action."""
    who = active.who
    load = carried(state, who)
    if load >= 0:
        yield PutDown(load)
    yield from map(LeaveBoard, exits(state, active))


def exit_squares(state: State, who: FigureId) -> int:
    """The mask of squares from which a figure's side may leave the board."""
    play, mask = play_of(state)[0], 0
    for zone in play.exits[state.table.roles[state.band_of(who)]]:
        mask |= play.zones[zone]
    return mask


def exits(state: State, active: Active) -> list[str]:
    """The zones through which the active figure may leave the board now."""
    zones = play_of(state)[0].exits[state.table.roles[state.band_of(active.who)]]
    return [zone for zone in zones if leave_refused(state, active, zone) is None]


def actions(state: State, who: FigureId) -> Iterator[PickUp | Search | Free]:
    """The things that a figure may take up, search or free."""
    play, quest = play_of(state)
    for n, piece in by_thing(play.things):
        if quest.things[n].at >= 0 and handle_refused(state, who, n) is None:
            yield _KIND[piece.kind](n)


_KIND: dict[str, type[PickUp] | type[Search] | type[Free]] = {"object": PickUp, "cache": Search, "captive": Free}


def handle_refused(state: State, who: FigureId, thing: ThingId) -> Refusal | None:
    """Why a figure cannot take up, search or free this thing now, its action apart (ADV-6 to ADV-8)."""
    play, quest = play_of(state)
    piece, now = play.things[thing], quest.things[thing]
    rule = {"object": "ADV-6", "cache": "ADV-7", "captive": "ADV-8"}[piece.kind]
    if now.at < 0:
        return refuse(rule, "This cannot be picked up, searched or freed.")
    if state.table.roles[state.band_of(who)] not in piece.handlers:
        return refuse(rule, "This side may not do that.")
    if not near(state, who) >> now.at & 1:
        return refuse(rule, "It must be on the figure's own square or in its control zone.")
    if any(figure.at == now.at for n, figure in by_figure(state.figures) if n != who):
        return refuse(rule, "Another figure stands on it.")
    if state.in_enemy_zone(who):
        return refuse(rule, "A figure in an enemy control zone has no hands free.")
    if piece.kind == "object" and carried(state, who) >= 0:
        return refuse(rule, "A figure can carry only one object.")
    return None


def leave_refused(state: State, active: Active, zone: str) -> Refusal | None:
    """Why the active figure cannot leave the board through a zone (ADV-5)."""
    play, _ = play_of(state)
    who = active.who
    if zone not in play.exits[state.table.roles[state.band_of(who)]]:
        return refuse("ADV-5", "This side cannot leave the board through {zone}.", zone=play.zone_names[zone])
    if not play.zones[zone] >> state.figures[who].at & 1:
        return refuse("ADV-5", "The figure is not in {zone}.", zone=play.zone_names[zone])
    if active.over:
        return over_refused(state, active)
    if rooted(state, who, active.began):
        return refuse("MOV-7", "A shaken figure in an enemy control zone may turn but not step.")
    if active.points < EXIT_COST:
        return refuse("MOV-5", "No movement points are left.")
    return None


def set_thing(flow: Transition, which: ThingId, thing: Thing) -> None:
    """A thing is somewhere else now."""
    play, quest = play_of(flow.state)
    things = (*quest.things[:which], thing, *quest.things[which + 1 :])
    flow.set(quest=replace(quest, things=things, solid=solid_of(play.things, things)))


def handle(flow: Transition, who: FigureId, option: PickUp | Search | Free) -> None:
    """ADV-6 to ADV-8: the action is spent."""
    flow.act("action")
    which = option.thing
    if isinstance(option, PickUp):
        at = flow.state.quest.things[which].at if flow.state.quest is not None else NO_SQUARE
        set_thing(flow, which, replace(_now(flow, which), at=-1, bearer=who))
        flow.tell(ThingTaken(who, which, at))
    elif isinstance(option, Search):
        flow.tell(SearchDeclared(who, which))
        if needed(flow.state, which) >= 6:
            _found(flow, who, which)
        else:
            flow.push(Searching(who, which))
    else:
        _free(flow, who, which)


def _now(flow: Transition, which: ThingId) -> Thing:
    return play_of(flow.state)[1].things[which]


def put_down(flow: Transition, option: PutDown) -> None:
    """ADV-6: the object lies on the figure's square."""
    active = flow.state.active
    assert active is not None
    at = flow.state.figures[active.who].at
    set_thing(flow, option.thing, replace(_now(flow, option.thing), at=at, bearer=-1))
    flow.tell(ThingPutDown(active.who, option.thing, at))


def searched(flow: Transition, top: Searching, die: int) -> None:
    """ADV-7: a low face finds the object, else this place is empty."""
    limit = needed(flow.state, top.thing)
    flow.state = flow.state.pop()
    flow.tell(PlaceSearched(top.who, top.thing, die, limit, die <= limit))
    if die <= limit:
        _found(flow, top.who, top.thing)
    else:
        set_thing(flow, top.thing, Thing(gone="searched"))


def _found(flow: Transition, who: FigureId, place: ThingId) -> None:
    """The object is in its finder's hands, or at its feet when they are full; the other places are empty."""
    play, _ = play_of(flow.state)
    for other in unsearched(flow.state, play.things[place].group):
        set_thing(flow, other, Thing(gone="searched"))
    which = play.thing_index[play.things[place].holds]
    side = flow.state.table.roles[flow.state.band_of(who)]
    free = carried(flow.state, who) < 0 and side in play.things[which].handlers
    if free:
        set_thing(flow, which, Thing(bearer=who, side=side))
    else:
        set_thing(flow, which, Thing(at=flow.state.figures[who].at, side=side))
    flow.tell(ObjectFound(who, which))


def _free(flow: Transition, who: FigureId, which: ThingId) -> None:
    """ADV-8: the captive stands where it was bound, and is activated from the next phase on."""
    piece = play_of(flow.state)[0].things[which]
    at = _now(flow, which).at
    set_thing(flow, which, Thing(gone="freed"))
    captive = figure_of(flow.state, piece.holds)
    flow.figure(captive, at=at, facing=flow.state.figures[who].facing, away="", activated=True)
    flow.tell(CaptiveFreed(who, captive, at))


def leave(flow: Transition, option: LeaveBoard) -> None:
    """ADV-5: the figure has left the board, with what it carries; it counts neither as lost nor as there."""
    active = flow.state.active
    assert active is not None
    begin(flow, active)
    flow.activation(points=active.points - EXIT_COST, stepped=True)
    flow.end_movement()
    who, at = active.who, flow.state.figures[active.who].at
    went_out(flow, who, option.zone)
    flow.tell(CharacterLeft(who, at, option.zone))
    flow.tell(ActivationEnded(who))


def went_out(flow: Transition, who: FigureId, zone: str) -> None:
    """Take a figure off the board through a zone."""
    flow.lose_reserve(who)
    which = carried(flow.state, who)
    if which >= 0:
        side = flow.state.table.roles[flow.state.band_of(who)]
        set_thing(flow, which, Thing(gone="out", through=zone, side=side))
    flow.figure(who, at=-1, away="left", lasting=())
    quest: Quest = play_of(flow.state)[1]
    flow.set(quest=replace(quest, exits=(*quest.exits, (who, zone))))
    flow.leave(who)


def end_turn(flow: Transition, turn: int) -> None:
    """A turn has ended: zones are counted as held or not, and the end of the game is looked at."""
    state = flow.state
    play, quest = play_of(state)
    held = []
    for hold, before in zip(play.holds, quest.held, strict=True):
        band = band_of(state, hold.side)
        mask = play.zones[hold.zone]
        now = len(there(state, band, mask)) >= hold.count and not there(state, ENEMY_OF[band], mask)
        if hold.at is not None:
            held.append(1 if before or (now and turn == hold.at) else 0)
        else:
            held.append(before if before >= hold.turns else before + 1 if now else 0)
        if now and held[-1] > before:
            flow.tell(ZoneHeld(band, hold.zone, held[-1]))
    flow.set(quest=replace(quest, held=tuple(held), ended=turn))
    flow.end_if_won()
