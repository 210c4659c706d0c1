"""Why something cannot be done from where a figure stands, and what is possible instead (MOV, ACT-3)."""

from __future__ import annotations

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal, refuse
from companion.model.games.chronicles.board.board import Board
from companion.model.games.chronicles.rules import (
    effects,
    equipment,
    followers,
    mission_places,
    movement,
    places,
    targets,
)
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import Figure, Place, State


def refusal(state: State, option: Option) -> Refusal | None:
    """The rule about places against an option that is not offered; None: places are not the reason."""
    assert isinstance(option, o.SeatOption)
    match option:
        case o.Go() | o.Stand():
            return _not_moved(state, option)
        case o.OpenDoor(seat, at, side):
            if any((one.at, one.side) == (at, side) and one.state != "open" for one in state.layout.doors):
                return refuse("BRD-5", "A shut door is opened from a space at it. Move there first.")
            return refuse("BRD-5", "There is no shut door here.")
    hero = targets.acting(state, option.seat)
    if hero is None or hero.group != "hero":
        return None
    match option:
        case o.TakeTest(_, place):
            return _not_tested(state, hero, place)
        case o.UseTalent(seat, card, n) if effects.in_vain(state, card, (n,), seat, hero.id):
            return refuse("FX-2", "It would reach nobody from here. Move first.")
        case o.UseObject(seat, card, n) if effects.in_vain(state, card, (n,), seat, hero.id):
            return refuse("FX-2", "It would reach nobody from here. Move first.")
        case o.OpenChest(_, token):
            if _far(state, hero, _token(state, token)):
                return refuse("OBJ-8", "A chest is searched from an adjacent space. Move there first.")
        case o.Recruit(_, token):
            if followers.follower_of(state, hero.id) is None and _far(state, hero, _token(state, token)):
                return refuse("FOL-2", "A follower is recruited from an adjacent space. Move there first.")
        case o.TakeFollower(_, figure):
            if _far(state, hero, _figure(state, figure)):
                return refuse("FOL-7", "A follower is taken along from an adjacent space. Move there first.")
        case o.HandOver(seat, other):
            own = followers.follower_of(state, seat)
            if own is not None and _far(state, own, _figure(state, other)):
                return refuse("FOL-6", "A follower is handed over to a hero who is adjacent to it.")
        case o.Give(seat, item, other):
            if item in state.hero(seat).gear.reserve and _far(state, hero, _figure(state, other)):
                return refuse("OBJ-6", "An object is given to an adjacent hero. Move there first.")
        case o.Special(_, equipment.LIFT_CURSE, _) if places.knows_tokens(state):
            return refuse("OBJ-11", "A curse is lifted at an altar. Move to a space beside one first.")
    return None


def _figure(state: State, id: str) -> Place | None:
    found = state.figure(id)
    return None if found is None else found.at


def _token(state: State, id: str) -> Place | None:
    return next((one.at for one in state.tokens if one.id == id), None)


def _far(state: State, figure: Figure, at: Place | None) -> bool:
    return at is not None and not places.touches(state, figure, at)


def _not_tested(state: State, hero: Figure, place: str) -> Refusal | None:
    token = next((one for one in state.tokens if one.id == place), None)
    if token is not None and not (token.type == "host" and token.turned) and _far(state, hero, token.at):
        return refuse("INV-2", "A token is tested from an adjacent space. Move there first.")
    score = next((one for one in state.scores if one.id == place), None)
    if score is None or score.done is not None or not mission_places.spaces(state, place):
        return None
    record = mission_places.record_of(state, place)
    if record is not None and record.place is not None and record.place.test.characteristic == "attack":
        return refuse("TST-7", "This is tested on its space, or with a ranged attack in line with it. Move first.")
    return refuse("TST-5", "This is tested on its orange space. Move there first.")


# moves ----------------------------------------------------------------------------------------------------------------


def _not_moved(state: State, option: o.Go | o.Stand) -> Refusal | None:
    top = state.frames[-1] if state.frames else None
    frame = top if isinstance(top, f.MoveFrame) else None
    figure = state.figure(frame.figure) if frame is not None else targets.acting(state, option.seat)
    on = movement.floor(state)
    if on is None or figure is None:
        return None
    here = on.zone_index.get(places.zone(state, figure.at) or "", -1)
    if here < 0:
        return None
    if isinstance(option, o.Stand):
        return _not_stood(state, on, figure, option.at, frame)
    there = on.zone_index.get(option.zone, -1)
    if there < 0 or not on.next_to[here] >> there & 1:
        return refuse("MOV-1", "A move goes from a zone into a neighbouring one, and not through walls.")
    start = frame.start if frame is not None else "?"
    glide = frame.glide if frame is not None else movement.ground(state, on, figure).glide
    ground = places.ground(state, on, figure, glide=glide, start=start)
    if frame is not None and frame.under_way and ground.held >> here & 1:
        return refuse("MOV-2", "An opponent in this zone ends the move here: stand on a free space of it.")
    if frame is not None and frame.left <= 0:
        return refuse("MOV-1", "The move goes no further than this zone: choose a free space here.")
    if not ground.stop >> there & 1:
        return refuse("MOV-4", "No space is free in that zone, and the move cannot go on behind it.")
    return refuse("MOV-3", "With Speed 0 nobody leaves a zone.")


def _not_stood(state: State, on: Board, figure: Figure, at: Place, frame: f.MoveFrame | None) -> Refusal:
    n = places.cell(on, at)
    if places.board(state) is None or n < 0 or not on.spaces >> n & 1:
        return refuse("MOV-1", "A move ends on a free space of the zone where the figure is.")
    if figure.camp == "heroes" and not on.for_heroes >> n & 1:
        return refuse("BRD-3", "Heroes and their allies never stand on a reinforcement space.")
    if at in (figure.at, frame.start if frame is not None else None):
        return refuse("MOV-5", "A move ends on another space than it began on.")
    if places.taken(state, on) >> n & 1:
        return refuse("BRD-11", "This space is taken.")
    return refuse("MOV-1", "A move ends in the zone entered last: go there zone by zone.")
