"""The table's free hand at work: corrections change the state and ask no rule (`corrections` says what there is)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.model.core.contract import Applied, Correction, Event
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.model.games.asagiri.adventure import objects
from companion.model.games.asagiri.adventure.goals import figure_of, play_of
from companion.model.games.asagiri.rules import drafting, movement, resolution, turn
from companion.model.games.asagiri.rules.events import (
    ActivatedSet,
    CharacterPlaced,
    DialsSet,
    DiceSet,
    DoorSet,
    EquipmentSet,
    HonourSet,
    InspirationRolled,
    LeftSet,
    LossesSet,
    OpeningSet,
    PhaseSet,
    PointsSet,
    ReserveSet,
    StateSet,
    StatSet,
    ThingSet,
)
from companion.model.games.asagiri.rules.skill_events import EffectEnded
from companion.model.games.asagiri.rules.transition import Transition, end_of
from companion.model.games.asagiri.state.board import BLOCKING
from companion.model.games.asagiri.state.stack import (
    Arriving,
    Closing,
    EffectFrame,
    Ending,
    Fight,
    Frame,
    GivingUp,
    Reminding,
    Retreating,
    Searching,
)
from companion.model.games.asagiri.state.state import State, Thing, replace
from companion.model.games.asagiri.state.vocabulary import BANDS, BEFORE, FigureId, SquareId, by_figure, by_thing

from . import manual_actions
from .automation import between, turned
from .corrections import (
    Clash,
    EndEffect,
    Move,
    PlaceFigure,
    SetActivated,
    SetDials,
    SetDice,
    SetDoor,
    SetEquipment,
    SetHonour,
    SetLeft,
    SetLosses,
    SetOpening,
    SetPhase,
    SetPoints,
    SetReserve,
    SetSquareToken,
    SetStat,
    SetState,
    SetThing,
    SetToken,
    Spend,
    Throw,
    Use,
)


def edit(state: State, correction: Correction) -> Applied[State]:
    """Correct the table; raises InvalidInput when it makes no possible table."""
    if state.draft is not None and not isinstance(correction, SetDials | SetDoor | SetOpening):
        raise InvalidInput("kind", say("The game is still being set up."))
    flow = Transition(state)
    event = _DO[type(correction)](flow, correction)
    if not isinstance(correction, SetDials):
        _tidy(flow, state)
        turn.end_deployment(flow)
        turn.end_entering(flow)
    resolution.settle(flow)
    events: tuple[Event, ...] = (event, *flow.events)
    _end(flow)
    return Applied(flow.state, events)


def _end(flow: Transition) -> None:
    """Whether the game is over after the correction; where the table wants to be asked about it, it is."""
    won, asked = end_of(flow.state) is not None, "victory" in flow.table.asked
    over = won and "victory" not in flow.table.off and (flow.state.over or not asked)
    if over:
        flow.set(over=True, frames=(), active=None)
    elif flow.state.over:
        flow.set(over=False)
    elif won and asked:
        flow.end_if_won()


LASTING = frozenset({"victory", "scenario", "civilian"})
"""Reminders of what befalls no figure on the board."""


def _tidy(flow: Transition, before: State) -> None:
    """Drop what was going on with figures that are no longer there, and what has been settled by hand."""
    paid = [n for n in BANDS if manual_actions.owes(before, n) and not manual_actions.owes(flow.state, n)]

    def there(frame: Frame) -> bool:
        if isinstance(frame, GivingUp):
            return frame.band not in paid
        if isinstance(frame, Arriving | Closing | Ending) or (isinstance(frame, EffectFrame) and frame.stood >= 0):
            return True
        if isinstance(frame, Reminding):
            if frame.dial == "civilian":
                return flow.state.band_of(frame.about) not in paid
            return frame.dial in LASTING or flow.state.figures[frame.about].at >= 0
        if isinstance(frame, Searching) and play_of(flow.state)[1].things[frame.thing].at < 0:
            return False
        names = (frame.attacker, frame.defender) if isinstance(frame, Fight) else (frame.who,)
        return all(flow.state.figures[who].at >= 0 for who in names)

    frames = tuple(_with_dice(flow.state, frame) for frame in flow.state.frames if there(frame))
    active = flow.state.active
    if active is not None and flow.state.figures[active.who].at < 0:
        active = None
    flow.set(frames=frames, active=active)


def _with_dice(state: State, frame: Frame) -> Frame:
    """Dice chosen from a pool in which they lie no more have to be chosen again."""
    if not isinstance(frame, EffectFrame) or Counter(frame.dice) <= Counter(state.bands[state.band_of(frame.who)].pool):
        return frame
    return replace(frame, dice=(), rolling=False)


def _place(flow: Transition, c: PlaceFigure) -> Event:
    figure = flow.state.figures[c.who]
    if c.at >= 0:
        _make_sure_of(flow, c.who, c.at)
        if figure.state == "disabled" and flow.table.edition > 1:
            manual_actions.regain(flow, c.who)
        flow.figure(c.who, at=c.at, facing=c.facing, state="vigilant" if figure.state == "disabled" else figure.state)
        active = flow.state.active
        if active is not None and active.who == c.who and figure.at != c.at:
            flow.activation(trail=(*active.trail, c.at))
        if figure.at != c.at:
            # a hand that moves a figure which had to retreat has retreated it
            kept = (frame for frame in flow.state.frames if not (isinstance(frame, Retreating) and frame.who == c.who))
            flow.set(frames=tuple(kept))
    else:
        forget(flow, c.who)
        flow.lose_reserve(c.who)
        flow.drop_load(c.who)
        flow.figure(c.who, at=-1, facing=c.facing, state="disabled", lasting=())
        flow.leave(c.who)
    return CharacterPlaced(c.who, figure.at, c.at, c.facing)


def _make_sure_of(flow: Transition, who: FigureId, at: SquareId) -> None:
    """Raise InvalidInput when the figure cannot stand on the square."""
    if flow.table.board.terrain[at] == BLOCKING:
        raise InvalidInput("at", say("A figure cannot be on a blocking square."))
    forget(flow, who)
    taken = flow.state.quest is not None and flow.state.quest.solid >> at & 1
    if taken or any(other.at == at for n, other in by_figure(flow.state.figures) if n != who):
        raise InvalidInput("at", say("Two figures are on the same square."))


def _move(flow: Transition, c: Move) -> Event:
    """Like a movement by the rules: it has begun, it has cost something, and a control zone may end it."""
    figure = flow.state.figures[c.who]
    _only_the_active(flow, c.who)
    if c.at < 0:
        raise InvalidInput("at", say("A figure can only move to a square."))
    if flow.state.frames:
        raise InvalidInput("kind", say("Finish what is in progress first."))
    _make_sure_of(flow, c.who, c.at)
    movement.march(flow, c.at, c.facing, c.points)
    return CharacterPlaced(c.who, figure.at, c.at, c.facing)


def _points(flow: Transition, c: SetPoints) -> Event:
    _only_the_active(flow, c.who)
    flow.activation(points=c.points)
    return PointsSet(c.who, c.points)


def _only_the_active(flow: Transition, who: FigureId) -> None:
    if flow.state.active is None or flow.state.active.who != who:
        raise InvalidInput("who", say("Only the active figure can move."))


def _throw(flow: Transition, c: Throw) -> Event:
    """Its other dice stay set aside; dice that nobody expected have come off cards."""
    state = flow.state
    if state.stage not in ("take_back", "roll") or state.frames or c.band != state.phase:
        raise InvalidInput("kind", say("No inspiration dice are rolled now."))
    manual_actions.to_pool(flow, c.band, c.faces, turn.dice_to_roll(state))
    turn.begin_activations(flow)
    return InspirationRolled(c.band, c.faces)


def forget(flow: Transition, who: FigureId) -> None:
    """A figure that has left, is bound or comes later is so no more."""
    state = flow.state
    if state.quest is None or not state.figures[who].away:
        return
    play, quest = play_of(state)
    exits = tuple(known for known in quest.exits if known[0] != who)
    flow.set(quest=replace(quest, exits=exits))
    for n, piece in by_thing(play.things):
        if piece.kind == "captive" and figure_of(state, piece.holds) == who:
            objects.set_thing(flow, n, Thing(gone="freed"))
    flow.figure(who, away="")


def _state(flow: Transition, c: SetState) -> Event:
    figure, character = flow.state.figures[c.who], flow.table.characters[c.who]
    if figure.state == c.state:
        return StateSet(c.who, c.state)
    if character.kami is not None and figure.state == "vigilant":
        flow.dismiss(c.who)  # KAR-3: shaken or disabled, it disappears
        return StateSet(c.who, "disabled")
    if c.state == "disabled":
        forget(flow, c.who)
        flow.lose_reserve(c.who)
        flow.drop_load(c.who)
        flow.figure(c.who, at=-1, state="disabled", lasting=())
        flow.band(character.band, lost=flow.state.bands[character.band].lost + character.value)
        flow.leave(c.who)
    elif figure.state == "disabled":
        raise InvalidInput("state", say("Put the figure back on the board first."))
    else:
        if flow.table.edition > 1:  # INS-7: a hand that turns the card takes the die off it
            flow.lose_reserve(c.who)
        flow.turn_card(c.who, c.state)
    return StateSet(c.who, c.state)


def _reserve(flow: Transition, c: SetReserve) -> Event:
    if flow.state.figures[c.who].at < 0 and c.element is not None:
        raise InvalidInput("element", say("A disabled character cannot keep a die in reserve."))
    if flow.table.characters[c.who].kami is not None and c.element is not None:
        raise InvalidInput("element", say("A Kami cannot keep a die in reserve."))
    kept = (c.element,) if c.element is not None else ()
    if flow.table.edition > 1:
        manual_actions.to_card(flow, c.who, kept)
    else:
        flow.keep(c.who, kept)
    return ReserveSet(c.who, c.element)


def _dice(flow: Transition, c: SetDice) -> Event:
    if flow.table.edition > 1:
        manual_actions.to_pool(flow, c.band, c.faces, c.aside)
    else:
        flow.band(c.band, pool=c.faces, aside=c.aside)
    return DiceSet(c.band, c.faces, flow.state.bands[c.band].aside)


def _losses(flow: Transition, c: SetLosses) -> Event:
    flow.band(c.band, lost=c.zeni)
    return LossesSet(c.band, c.zeni)


def _activated(flow: Transition, c: SetActivated) -> Event:
    active = flow.state.active
    if not c.activated and active is not None and active.who == c.who:
        flow.set(active=None)
    flow.figure(c.who, activated=c.activated)
    return ActivatedSet(c.who, c.activated)


def _stat(flow: Transition, c: SetStat) -> Event:
    character = flow.table.characters[c.who]
    profile = character.vigilant if c.state == "vigilant" else character.shaken
    changed = replace(character, **{c.state: replace(profile, **{c.stat: c.value})})
    characters = tuple(changed if n == c.who else other for n, other in by_figure(flow.table.characters))
    active = flow.state.active
    showing = flow.state.figures[c.who].state == c.state
    flow.set(table=replace(flow.table, characters=characters))
    if (
        active is not None
        and active.who == c.who
        and c.stat == "movement"
        and showing
        and active.moved
        and not active.over
    ):
        flow.activation(points=max(0, active.points + c.value - profile.movement))
    return StatSet(c.who, c.state, c.stat, c.value)


def _phase(flow: Transition, c: SetPhase) -> Event:
    if flow.state.stage in BEFORE:
        raise InvalidInput("turn", say("The game has not started yet."))
    band = flow.state.bands[flow.state.phase]
    flow.band(flow.state.phase, pool=(), aside=band.aside + len(band.pool))
    flow.set(frames=(), active=None)
    if flow.state.quest is not None:
        flow.set(quest=replace(flow.state.quest, ended=c.turn - 1))
    turn.begin_phase(flow, c.turn, c.band)
    flow.events.clear()
    return PhaseSet(c.turn, c.band)


def _door(flow: Transition, c: SetDoor) -> Event:
    if c.at < 0:
        raise InvalidInput("at", say("A door must be on the side of a square."))
    board = flow.table.board
    edge = board.edge(c.at, c.facing)
    if edge is None:
        raise InvalidInput("facing", say("A door must be between two squares."))
    if flow.state.draft is not None:
        drafting.lay_token(flow, edge, closed=True, lies=c.closed)
        return DoorSet(c.at, c.facing, c.closed)
    changed = board.with_door(board.squares[c.at][2], edge, closed=c.closed)
    flow.set(table=replace(flow.table, board=changed))
    return DoorSet(c.at, c.facing, c.closed)


def _opening(flow: Transition, c: SetOpening) -> Event:
    """KAR-5: an open door token makes an opening in a wall; taken away again, the wall stands there."""
    board = flow.table.board
    edge = board.edge(c.at, c.facing) if c.at >= 0 else None
    if edge is None:
        raise InvalidInput("facing", say("A wall can be opened only between two squares."))
    if flow.state.draft is not None:
        drafting.lay_token(flow, edge, closed=False, lies=c.opened)
        return OpeningSet(c.at, c.facing, c.opened)
    changed = board.with_wall(board.squares[c.at][2], edge, stands=not c.opened)
    flow.set(table=replace(flow.table, board=changed))
    return OpeningSet(c.at, c.facing, c.opened)


def _equipment(flow: Transition, c: SetEquipment) -> Event:
    if flow.table.characters[c.who].equipment is None:
        raise InvalidInput("who", say("This character has no equipment."))
    flow.figure(c.who, spent=c.spent)
    return EquipmentSet(c.who, c.spent)


def _honour(flow: Transition, c: SetHonour) -> Event:
    if flow.table.characters[c.who].honour is None:
        raise InvalidInput("who", say("This character has no honour."))
    flow.figure(c.who, honour_lost=c.lost)
    return HonourSet(c.who, c.lost)


def _effect(flow: Transition, c: EndEffect) -> Event:
    lasting = flow.state.figures[c.who].lasting
    if c.effect >= len(lasting):
        raise InvalidInput("effect", say("The figure does not have this effect."))
    flow.figure(c.who, lasting=(*lasting[: c.effect], *lasting[c.effect + 1 :]))
    return EffectEnded(c.who, lasting[c.effect].skill)


def _thing(flow: Transition, c: SetThing) -> Event:
    play, quest = play_of(flow.state)
    piece = play.things[c.thing]
    if c.at >= 0 and c.who >= 0:
        raise InvalidInput("who", say("An object is on a square, carried or gone."))
    if c.at >= 0 and flow.table.board.terrain[c.at] == BLOCKING:
        raise InvalidInput("at", say("Nobody can stand on a blocking square."))
    if piece.kind == "captive":
        raise InvalidInput("thing", say("Put the captive's figure on the board instead."))
    if piece.kind == "cache":
        if c.who >= 0:
            raise InvalidInput("who", say("Only objects can be carried."))
        if c.at >= 0 and quest.things[play.thing_index[piece.holds]].gone != "hidden":
            raise InvalidInput("at", say("The object hidden here has already been found."))
        objects.set_thing(flow, c.thing, Thing(at=c.at) if c.at >= 0 else Thing(gone="searched"))
        return ThingSet(c.thing, c.at, c.who)
    if c.who >= 0 and (flow.state.figures[c.who].at < 0 or any(t.bearer == c.who for t in quest.things)):
        raise InvalidInput("who", say("Only a figure on the board with its hands free can carry this."))
    now = quest.things[c.thing]
    side = now.side if c.who < 0 else flow.table.roles[flow.state.band_of(c.who)]
    for n, other in by_thing(play.things):
        if other.kind == "cache" and other.holds == piece.id and quest.things[n].at >= 0:
            objects.set_thing(flow, n, Thing(gone="searched"))
    gone = c.at < 0 and c.who < 0
    objects.set_thing(flow, c.thing, Thing(gone="out") if gone else Thing(at=c.at, bearer=c.who, side=side))
    return ThingSet(c.thing, c.at, c.who)


def _left(flow: Transition, c: SetLeft) -> Event:
    figure = flow.state.figures[c.who]
    if flow.state.stage in ("first", "side", "deploy"):
        raise InvalidInput("who", say("The game has not started yet."))
    if figure.at < 0:
        raise InvalidInput("who", say("This character is not on the board."))
    objects.went_out(flow, c.who, c.zone)
    return LeftSet(c.who, figure.at, c.zone)


def _dials(flow: Transition, c: SetDials) -> Event:
    before = flow.table.dials
    after = turned(before, dict(c.stops))
    flow.set(table=replace(flow.table, dials=after))
    return DialsSet(tuple(between(before, after).items()) or c.stops)


_DO: Mapping[type[Correction], Callable[[Transition, Any], Event]] = {
    PlaceFigure: _place,
    Move: _move,
    SetPoints: _points,
    Throw: _throw,
    SetState: _state,
    SetReserve: _reserve,
    SetDice: _dice,
    SetLosses: _losses,
    SetActivated: _activated,
    SetStat: _stat,
    SetPhase: _phase,
    SetDoor: _door,
    SetOpening: _opening,
    SetEquipment: _equipment,
    SetHonour: _honour,
    SetToken: manual_actions.token,
    SetSquareToken: manual_actions.square_token,
    EndEffect: _effect,
    SetThing: _thing,
    SetLeft: _left,
    Clash: manual_actions.clash,
    Use: manual_actions.use,
    Spend: manual_actions.spend,
    SetDials: _dials,
}
