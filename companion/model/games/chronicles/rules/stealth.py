"""Forbidden tiles: a hero that moved there is tested, and whoever is heard meets the guards (MOV-11)."""

from __future__ import annotations

from typing import Final, Literal

from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.rules import attack, dials, places, testing
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import ONI, Figure, FigureId, Place, State, replace

STEALTH: Final = "stealth"
"""What the test is of."""
PUT = say("Put the guards of this tile, or go on")
STRIKE = say("Choose the guard that attacks next")


def difficulty(state: State, at: Place) -> int | Literal["always"] | None:
    """The difficulty of a forbidden tile; None: nothing is forbidden here, as far as the app knows."""
    name = places.piece(state, at)
    tile = next((piece.tile for piece in state.layout.pieces if piece.name == name), None)
    return state.table.box.tiles[tile].forbidden if tile in state.table.box.tiles else None


def moved(t: Transition, figure: FigureId) -> None:
    """A move action is complete: a hero on a forbidden tile tests at once, directly."""
    one = t.now.figure(figure)
    if one is None or one.group != "hero" or difficulty(t.now, one.at) is None:
        return
    if dials.due(t, "stealth", figure):
        listen(t, figure)


def listen(t: Transition, figure: FigureId) -> None:
    """The test of the tile on which a hero stands."""
    one = t.now.figure(figure)
    hard = difficulty(t.now, one.at) if one is not None else None
    if hard == "always":
        t.tell(e.TestResolved(figure, STEALTH, -1, False, "stealth"))
        t.push(f.StealthFrame(figure))
    elif hard is not None:
        testing.begin(t, figure, STEALTH, "speed", hard, "stealth", direct=True)


def after_test(t: Transition, frame: f.TestFrame, passed: bool) -> None:
    """Failed: the guards come."""
    if frame.place == STEALTH and not passed:
        t.push(f.StealthFrame(frame.figure))


def heard(state: State) -> bool:
    """Whether guards are put or attack now."""
    return bool(state.frames) and isinstance(state.frames[-1], f.StealthFrame)


# the guards -----------------------------------------------------------------------------------------------------------


def _deploys(state: State, frame: f.StealthFrame, hero: Figure) -> list[Option]:
    """Every guard of the tile onto every free space of it, whatever lies between; each once."""
    on, tile = places.laid(state), places.piece(state, hero.at)
    if on is None or tile not in on.of_piece:
        return []
    guards = [one for one in _guards(state) if places.piece(state, one.at) == tile and one.id not in frame.guards]
    found: list[Option] = []
    for guard in guards:
        if places.board(state) is None:
            zones = [zone for zone in on.zones if zone.rpartition(".")[0] == tile and zone != guard.at]
            found += [o.Deploy(ONI, guard.id, zone) for zone in zones]
        else:
            spots = on.cells_in(on.of_piece[tile] & places.free(state, on, guard.camp))
            found += [o.Deploy(ONI, guard.id, at) for at in spots]
    return found


def _guards(state: State) -> list[Figure]:
    return [one for one in state.figures if one.group == "guard"]


def _adjacent(state: State, hero: Figure) -> tuple[FigureId, ...]:
    """The guards adjacent to the hero; where only the table sees which, those of its tile and of zones beside."""
    if places.board(state) is not None:
        return tuple([one.id for one in _guards(state) if places.near(state, one.at, hero.at)])
    return tuple([
        one.id
        for one in _guards(state)
        if places.on_tile(state, one.at, hero.at) or places.in_neighbour(state, one.at, hero.at)
    ])  # fmt: skip


def _strikes(state: State, frame: f.StealthFrame, hero: Figure) -> list[Option]:
    """Those who were adjacent when the guards stood, as long as they are: a push may part them."""
    still = _adjacent(state, hero)
    return [o.Strike(ONI, guard) for guard in frame.guards if guard in still]


def _options(state: State, frame: f.StealthFrame) -> list[Option]:
    hero = state.figure(frame.figure)
    if hero is None:
        return []
    found = _deploys(state, frame, hero) if frame.step == "deploy" else _strikes(state, frame, hero)
    may_stop = frame.step == "deploy" or places.board(state) is None
    return [*found, o.Enough(ONI)] if found and may_stop else found


def _goes_on(t: Transition, frame: f.StealthFrame) -> bool:
    if _options(t.now, frame):
        return False
    if frame.step == "deploy" and t.now.figure(frame.figure) is not None:
        _all_stand(t, frame)
    else:
        t.pop()
    return True


def _all_stand(t: Transition, frame: f.StealthFrame) -> None:
    hero = t.now.figure(frame.figure)
    assert hero is not None
    t.become(f.StealthFrame(frame.figure, "strike", _adjacent(t.now, hero)))


def _ask(state: State, frame: f.StealthFrame) -> Pending:
    return asks(ONI, PUT if frame.step == "deploy" else STRIKE, _options(state, frame))


def _chosen(t: Transition, frame: f.StealthFrame, option: Option) -> None:
    match option:
        case o.Deploy(_, guard, at):
            placed = t.figure(guard, at=at)
            t.tell(e.FigurePlaced(guard, placed.card, at))
            t.become(replace(frame, guards=(*frame.guards, guard)))
        case o.Strike(_, guard):
            t.become(replace(frame, guards=tuple([one for one in frame.guards if one != guard])))
            attack.declare(t, guard, o.Attack(ONI, frame.figure), free=True)
        case _ if frame.step == "deploy":
            _all_stand(t, frame)
        case _:
            t.pop()


HEARD = Part(_ask, _chosen, resume=_goes_on)
