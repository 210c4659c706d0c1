"""What cards do at a moment (FX): one effect after the other, on the figures named or picked.

What lasts is put in force (FX-3) and counted by `totals`; what needs the board is told to the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.box.fitting import AT_ONCE, WITHOUT_WHOM
from companion.model.games.chronicles.box.places import PlaceTest
from companion.model.games.chronicles.rules import (
    damage,
    doors,
    equipment,
    followers,
    movement,
    places,
    placing,
    reinforcements,
    totals,
    track,
)
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import (
    ONI,
    CardId,
    Figure,
    FigureId,
    InForce,
    Seat,
    State,
    replace,
)

PICK = say("Choose whom it concerns")
PICK_SHEET = say("Choose the sheet that is called")
PICK_OBJECT = say("Choose the object that is lost")
PICK_STATUS = say("Choose the status that goes")
PICK_ZONE = say("Choose the zone")
PICK_DOOR = say("Choose the door that is barred")
ON_THE_BOARD = (fx.Move, fx.Place, fx.Hosts, fx.Reinforce)
"""Without places the table does these by itself."""


def begin(t: Transition, card: CardId, effects: Iterable[int], seat: Seat, bearer: FigureId = "") -> None:
    """Carry out effects of a card, by their numbers on it; `seat` chooses where there is a choice."""
    left = tuple(effects)
    if left:
        t.push(f.EffectFrame(card, seat, bearer, left))


def whole(t: Transition, card: CardId, seat: Seat, bearer: FigureId = "") -> None:
    """Carry out all that a card says."""
    begin(t, card, range(len(totals.effects_of(t.now, card, t.now.figure(bearer)))), seat, bearer)


# one effect -----------------------------------------------------------------------------------------------------------


def _effect(state: State, frame: f.EffectFrame) -> fx.AnyEffect | None:
    listed = totals.effects_of(state, frame.card, state.figure(frame.bearer))
    return listed[frame.left[0]] if frame.left[0] < len(listed) else None


def _candidates(state: State, frame: f.EffectFrame, effect: fx.AnyEffect) -> tuple[list[Figure], bool]:
    """The figures that an effect may concern, and whether only the table sees which of them it does."""
    if isinstance(effect, WITHOUT_WHOM):
        return [], False
    chosen = replace(effect, whom=replace(effect.whom, choose=None, one_zone=False))
    source = totals.Source(frame.card, chosen, state.figure(frame.bearer))
    told = [(figure, totals.reaches(state, source, figure)) for figure in state.figures]
    found, unsure = [figure for figure, reached in told if reached is not False], any(one is None for _, one in told)
    if effect.whom.one_zone and not unsure:
        picked = _zone_picked(state, frame, effect)
        zones = _zones(state, found)
        zone = picked or (zones[0] if len(zones) == 1 else None)
        found = [one for one in found if zone is None or places.zone(state, one.at) == zone]
    return found, unsure


def in_vain(state: State, card: CardId, effects: Iterable[int], seat: Seat, bearer: FigureId) -> bool:
    """FX-2, KAM-2: whether these effects would reach nobody from where the bearer stands, as far as the app sees it,
    or summon nobody.
    """
    for n in effects:
        frame = f.EffectFrame(card, seat, bearer, (n,))
        effect = _effect(state, frame)
        if isinstance(effect, fx.Summon):
            if seat not in state.in_play or followers.may_summon(state, seat, effect.element):
                return False
        elif (
            places.board(state) is None
            or effect is None
            or isinstance(effect, WITHOUT_WHOM)
            or _candidates(state, frame, effect)[0]
        ):
            return False
    return True


def _zones(state: State, figures: Iterable[Figure]) -> list[str]:
    return sorted({zone for one in figures if (zone := places.zone(state, one.at)) is not None})


def _zone_picked(state: State, frame: f.EffectFrame, effect: fx.AnyEffect) -> str | None:
    """FX-2 `one_zone`: the zone, which is picked before any figure."""
    zones = _zones(state, state.figures) if effect.whom.one_zone else []
    return next((one for one in frame.picked[:1] if one in zones), None)


def _options(state: State, frame: f.EffectFrame, effect: fx.AnyEffect) -> list[Option]:
    """What is picked next; nothing: all is clear."""
    if frame.closed:
        return []
    if isinstance(effect, fx.Call) and not frame.picked:
        return _sheets(state, effect)
    if isinstance(effect, fx.Shift):
        return track.shifts(state)
    if isinstance(effect, fx.Reinforce):
        free = [id for id in doors.can_be_reinforced(state) if id not in frame.picked]
        return [o.Pick(frame.seat, id) for id in free] if len(frame.picked) < effect.n else []
    found, unsure = _candidates(state, frame, effect)
    zone = _zone_picked(state, frame, effect)
    if effect.whom.one_zone and not unsure and zone is None and len(_zones(state, found)) > 1:
        done: list[Option] = [o.Done(frame.seat)] if effect.may else []
        return [*[o.Pick(frame.seat, id) for id in _zones(state, found)], *done]
    if zone is not None:
        frame = replace(frame, picked=frame.picked[1:])
    if isinstance(effect, (fx.LoseObject, fx.Cure)) and frame.picked:
        return _second(state, effect, frame.picked)
    choose = effect.whom.choose
    if isinstance(effect, WITHOUT_WHOM) or (choose is None and not unsure and not effect.may):
        return []
    free = [figure.id for figure in found if figure.id not in frame.picked]
    if not free or len(frame.picked) >= (choose or len(found)):
        return []
    done = [o.Done(frame.seat)] if unsure or effect.may else []
    return [*[o.Pick(frame.seat, id) for id in free], *done]


def _sheets(state: State, effect: fx.Call) -> list[Option]:
    """REI-2: minions that are left in the box."""
    return [
        o.Pick(ONI, sheet)
        for sheet in track.sheets_in_game(state)
        if state.table.box.sheets[sheet].rank == "minion"
        and effect.group in (None, state.table.box.sheets[sheet].group)
        and track.left_in_box(state, sheet)
        and reinforcements.open_to(state, sheet)
    ]


def _second(state: State, effect: fx.LoseObject | fx.Cure, picked: tuple[str, ...]) -> list[Option]:
    """What is asked after the figure: which of its objects, which of its statuses."""
    figure = state.figure(picked[0])
    if figure is None or len(picked) > 1:
        return []
    if isinstance(effect, fx.LoseObject) and figure.group != "hero":
        return []
    if isinstance(effect, fx.LoseObject):
        return [o.Pick(ONI, item) for item in equipment.loose(state, figure.id)]
    return [o.Pick(ONI, one.kind) for one in figure.statuses] if effect.status is None else []


def _goes_on(t: Transition, frame: f.EffectFrame) -> bool:
    if not frame.left:
        t.pop()
        return True
    effect = _effect(t.now, frame)
    if effect is not None and _options(t.now, frame, effect):
        return False
    t.become(f.EffectFrame(frame.card, frame.seat, frame.bearer, frame.left[1:]))
    if effect is not None:
        _do(t, frame, effect)
    return True


def _ask(state: State, frame: f.EffectFrame) -> Pending:
    effect = _effect(state, frame)
    assert effect is not None
    options = _options(state, frame, effect)
    by_oni = isinstance(effect, fx.Call | fx.Shift) or (isinstance(effect, fx.LoseObject) and bool(frame.picked))
    seat = ONI if by_oni else frame.seat
    options = [replace(option, seat=seat) for option in options]
    prompt = PICK
    if isinstance(effect, fx.Call):
        prompt = PICK_SHEET
    elif isinstance(effect, fx.Reinforce):
        prompt = PICK_DOOR
    elif isinstance(options[0], o.Pick) and state.figure(options[0].what) is None and effect.whom.one_zone:
        prompt = PICK_ZONE
    elif frame.picked and isinstance(effect, (fx.LoseObject, fx.Cure)):
        prompt = PICK_OBJECT if isinstance(effect, fx.LoseObject) else PICK_STATUS
    return asks(seat, prompt, options)


def _chosen(t: Transition, frame: f.EffectFrame, option: Option) -> None:
    if isinstance(option, o.Pick):
        t.become(replace(frame, picked=(*frame.picked, option.what)))
    elif isinstance(option, o.Shift):
        track.shift(t, option.from_, option.to)
        t.become(replace(frame, picked=(option.to,), closed=True))
    else:
        t.become(replace(frame, closed=True))


# what is done ---------------------------------------------------------------------------------------------------------


def _do(t: Transition, frame: f.EffectFrame, effect: fx.AnyEffect) -> None:
    found, unsure = _candidates(t.now, frame, effect)
    if _zone_picked(t.now, frame, effect) is not None:
        frame = replace(frame, picked=frame.picked[1:])
    all_ = effect.whom.choose is None and not unsure and not effect.may
    on = frame.picked or (tuple([one.id for one in found]) if all_ else ())
    if isinstance(effect, ON_THE_BOARD) and movement.floor(t.now) is not None:
        _on_the_board(t, frame, effect, on)
    elif isinstance(effect, ON_THE_BOARD) or (isinstance(effect, fx.Shift) and not frame.closed):
        t.tell(e.ToBeDone(frame.card, frame.left[0], frame.bearer))
    elif isinstance(effect, AT_ONCE):
        _at_once(t, frame, effect, on)
    elif on or isinstance(effect, WITHOUT_WHOM):
        _put_in_force(t, frame, effect, on)


def _on_the_board(t: Transition, frame: f.EffectFrame, effect: fx.AnyEffect, on: tuple[str, ...]) -> None:
    match effect:
        case fx.Move():
            for id in reversed(on):
                movement.at_once(t, frame.seat, id, effect.n, glide=effect.glide)
        case fx.Place():
            placing.place(t, frame.seat, on, effect.to)
        case fx.Hosts():
            placing.hosts(t, frame.seat, effect.n)
        case fx.Reinforce():
            for id in on:
                doors.reinforce(t, id, PlaceTest(effect.characteristic, effect.difficulty))


def _at_once(t: Transition, frame: f.EffectFrame, effect: fx.AnyEffect, on: tuple[str, ...]) -> None:
    by = frame.bearer or frame.seat  # FX-6: whose deed it is
    match effect:
        case fx.Heal():
            for id in on:
                _heal(t, id, effect.n, by)
        case fx.Damage():
            for id in on:
                damage.damage(t, id, effect.n, by)
        case fx.GiveStatus():
            for id in on:
                damage.give_status(t, id, effect.status)
        case fx.Cure():
            _cure(t, on, effect)
        case fx.Draw():
            _draw(t, frame, effect)
        case fx.Call() if on:
            t.push(f.CallFrame(on[0], 0, min(effect.n, track.left_in_box(t.now, on[0]))))
        case fx.Guards():
            guards = sum(one.group == "guard" for one in t.now.figures)
            t.push(f.GuardsFrame(frame.seat, guards if effect.n == "all" else effect.n, effect.at))
        case fx.ShuffleOrder():
            t.set(order=(*t.now.order[: t.now.turned], *[HIDDEN] * (len(t.now.order) - t.now.turned)))
            t.tell(e.OrderShuffled())
        case fx.LoseObject() if len(on) > 1:
            equipment.discard(t, on[0], on[1])
        case fx.Summon():
            followers.summon(t, _hero_of(t, frame), effect.element)


def _heal(t: Transition, id: FigureId, n: int, by: FigureId) -> None:
    figure = t.now.figure(id)
    if figure is not None and not totals.permits(t.now, figure, fx.NoHeal):
        damage.heal(t, id, n, by)


def _cure(t: Transition, on: tuple[str, ...], effect: fx.Cure) -> None:
    """STA: a status goes, the one named or the one picked after its figure."""
    for id in on[:1] if effect.status is None else on:
        figure, kind = t.now.figure(id), effect.status or (on[1] if len(on) > 1 else None)
        gone = next((one for one in figure.statuses if one.kind == kind), None) if figure is not None else None
        if figure is not None and gone is not None:
            t.figure(id, statuses=tuple([one for one in figure.statuses if one is not gone]))
            t.tell(e.StatusEnded(id, gone.kind))


def _draw(t: Transition, frame: f.EffectFrame, effect: fx.Draw) -> None:
    """Event cards for the Oni; others for a hero."""
    t.push(f.DrawFrame(effect.pile, effect.n, ONI if effect.pile == "event" else _hero_of(t, frame)))


def _hero_of(t: Transition, frame: f.EffectFrame) -> Seat:
    """The hero in question, or the captain."""
    bearer = t.now.figure(frame.bearer)
    asked = (frame.bearer, bearer.owner if bearer else None, frame.seat)
    return next((seat for seat in asked if seat is not None and seat in t.now.in_play), t.now.captain)


def _put_in_force(t: Transition, frame: f.EffectFrame, effect: fx.AnyEffect, on: tuple[str, ...]) -> None:
    """FX-3: it goes on; the same card never twice at once (FX-4), and actions of a present activation count at once."""
    if isinstance(effect, fx.Actions):
        on = tuple([id for id in on if not _acts_now(t, id, effect.n)])
        if not on:
            return
    if effect.whom == fx.Whom(("sheet",)) and not isinstance(effect, fx.Actions | fx.Shield):
        on = tuple([f"sheet:{one.sheet}" for one in t.now.frames if isinstance(one, f.OniFrame)]) or on  # EVT-2
    until: Literal["attack", "activation", "turn", "game"] = "turn"
    if effect.when in ("attack", "attacked"):
        until = "attack"
    elif effect.lasts in ("game", "activation"):
        until = "game" if effect.lasts == "game" else "activation"
    elif effect.lasts == "use":
        until = "activation"
    one = InForce(frame.card, frame.left[0], on, until, frame.bearer)
    if one not in t.now.in_force:
        t.set(in_force=(*t.now.in_force, one))
        t.tell(e.EffectBegan(frame.card, frame.left[0], on, frame.bearer))


def shield(t: Transition, source: totals.Source) -> None:
    """A shield that a card in play gives, for this turn (effect `shield`)."""
    bearer = source.bearer
    listed = totals.effects_of(t.now, source.card, bearer)
    on = tuple([figure.id for figure in t.now.figures if totals.reaches(t.now, source, figure) is True])
    index = next((n for n, effect in enumerate(listed) if effect is source.effect), -1)
    if on and index >= 0:
        one = InForce(source.card, index, on, "turn", bearer.id if bearer is not None else "")
        t.set(in_force=(*t.now.in_force, one))


def _acts_now(t: Transition, id: FigureId, n: int) -> bool:
    """Effect `actions`: more or fewer in an activation that goes on; in one that is over nothing changes."""
    figure = t.now.figure(id)
    if figure is None or not totals.has_acted(t.now, figure):
        return figure is None
    if figure.group == "hero" and t.now.next == id:
        t.hero(id, actions=max(0, t.now.hero(id).actions + n))
    t.set(frames=tuple([
        replace(frame, actions=max(0, frame.actions + n))
        if isinstance(frame, f.OniFrame | f.FollowerFrame) and frame.figure == id else frame
        for frame in t.now.frames
    ]))  # fmt: skip
    return not any(isinstance(frame, f.OniFrame) and frame.sheet == figure.card and frame.figure != id
                   and id not in frame.done for frame in t.now.frames)  # fmt: skip


def activation_ends(t: Transition) -> None:
    """ACT-5: what lasts an activation ends with it."""
    if any(one.until == "activation" for one in t.now.in_force):
        t.set(in_force=tuple([one for one in t.now.in_force if one.until != "activation"]))


EFFECTS = Part(_ask, _chosen, resume=_goes_on)
