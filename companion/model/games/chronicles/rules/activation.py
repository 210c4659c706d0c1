"""Activations: a hero's with what follows it, and the Oni's (ACT, ONI, FOL-3)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.box.effects import Effects
from companion.model.games.chronicles.rules import (
    accusation,
    attack,
    burst,
    chests,
    damage,
    dials,
    doors,
    effects,
    equipment,
    followers,
    investigation,
    movement,
    places,
    totals,
    track,
    turns,
)
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules.part import Part, asks
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import (
    ONI,
    Figure,
    FigureId,
    Seat,
    SheetId,
    State,
    cards,
    replace,
    without,
)

HERO = say("Choose an action, or end the activation")
FOLLOWER = say("Choose an action of the follower, or end its activation")
SHEET = say("Choose the sheet to activate")
FIGURE = say("Choose the next figure, or end the activation")
ACT = say("Choose an action of the figure, or end its turn")
HOST_USED = "host"
"""In `HeroState.used`: the start of the activation is over, in which a host card is played (ACT-2)."""


# a hero ---------------------------------------------------------------------------------------------------------------


def _hero_goes_on(t: Transition, stage: str) -> bool:
    seat = t.now.next
    if seat is None:
        return turns.next_activation(t)
    if t.now.hero(seat).out:
        _after_hero(t)
        return True
    if next(hero_options(t.now, seat), None) is not None:
        return False
    end_hero(t, seat)
    return True


def hero_options(state: State, seat: Seat) -> Iterator[Option]:
    """ACT-2 to ACT-4: what the active hero may do, the end aside."""
    hero, figure = state.hero(seat), state.figure(seat)
    assert figure is not None
    if not {HOST_USED, equipment.DROPPED}.intersection(hero.used):
        yield from [o.PlayHost(seat, card) for card in investigation.playable_hosts(state)]
    if not hero.actions:
        return
    yield from movement.options(state, seat, figure)
    yield from attack.targets(state, figure)
    yield from burst.options(state, figure)
    yield from investigation.tests(state, seat)
    yield from investigation.tested_places(state, seat)
    talent = state.table.box.actions[hero.plan.left].talent if hero.plan.left in state.table.box.actions else None
    if talent is not None and talent.cost != "free" and (talent.cost == "action" or hero.plan.left not in hero.used):
        assert hero.plan.left is not None
        if not effects.in_vain(state, hero.plan.left, range(len(talent.effects)), seat, seat):
            yield o.UseTalent(seat, hero.plan.left, 0)
    yield from [
        o.UseObject(seat, item, n)
        for item in dict.fromkeys(totals.working(state, seat))
        for n in usable(state.table.box.objects[item].effects, hero.used, item)
        if not effects.in_vain(state, item, (n,), seat, seat)
    ]
    yield from own_powers(state, figure, seat, hero.used)
    yield from chests.chests(state, seat)
    yield from equipment.actions(state, seat)
    yield from followers.actions(state, seat)
    yield from doors.options(state, seat)


def usable(listed: Effects, used: tuple[str, ...], card: str) -> list[int]:
    """The effects of a card that can be had for an action now (CRD-4: once a turn where it says so)."""
    return [
        n
        for n, effect in enumerate(listed)
        if effect.when == "action" or (effect.when == "action_once" and f"{card}:{n}" not in used and card not in used)
    ]


def _ask_hero(state: State, stage: str) -> Pending:
    seat = state.next
    if seat is None:
        return turns.ask_turned(state)
    if used := equipment.to_mark(state, seat):
        return asks(seat, equipment.USED, used)
    return asks(seat, HERO, [*hero_options(state, seat), o.EndActivation(seat)])


def _hero_chosen(t: Transition, stage: str, option: Option) -> None:
    assert isinstance(option, o.SeatOption)
    seat = option.seat
    match option:
        case o.Order(_, hero):
            turns.activate(t, hero)
        case o.PlayHost(_, card):
            _begun(t, seat)
            investigation.play_host(t, seat, card)
        case o.EndActivation():
            end_hero(t, seat)
        case o.Mark(_, slot):
            t.hero(seat, used=(*t.now.hero(seat).used, equipment.MARKED))
            equipment.mark(t, seat, slot)
        case o.Drop(_, item):
            _begun(t, seat)
            equipment.drop(t, seat, item)
        case _:
            t.hero(seat, actions=t.now.hero(seat).actions - 1)
            _begun(t, seat)
            _act(t, seat, option)


def _begun(t: Transition, seat: Seat) -> None:
    used = t.now.hero(seat).used
    if HOST_USED not in used:
        t.hero(seat, used=(*used, HOST_USED))


def _act(t: Transition, seat: Seat, option: Option) -> None:
    match option:
        case o.Go() | o.Stand():
            movement.begin(t, seat, seat, option)
        case o.Attack() | o.Shoot():
            attack.declare(t, seat, option)
        case o.Burst():
            burst.declare(t, seat, option)
        case o.TakeTest(_, place):
            investigation.begin_test(t, seat, place)
        case o.UseTalent(_, card, _):
            talent = card != t.now.hero(seat).card
            t.hero(seat, used=(*t.now.hero(seat).used, card if talent else f"{card}:{option.effect}"))
            t.tell(e.TalentUsed(seat, card))
            if talent:
                effects.whole(t, card, seat, seat)
            else:
                effects.begin(t, card, (option.effect,), seat, seat)
        case o.UseObject(_, item, n):
            t.hero(seat, used=(*t.now.hero(seat).used, f"{item}:{n}"))
            t.tell(e.ObjectUsed(seat, item))
            effects.begin(t, item, (n,), seat, seat)
            if t.box.objects[item].effects[n].discard:
                equipment.discard(t, seat, item)
        case o.OpenChest(_, chest):
            chests.search(t, seat, chest)
        case o.Rearrange() | o.Give() | o.Special():
            equipment.act(t, seat, option)
        case o.Recruit() | o.TakeFollower() | o.HandOver():
            followers.act(t, seat, option)
        case o.OpenDoor():
            doors.open_(t, seat, option)


def end_hero(t: Transition, seat: Seat) -> None:
    """ACT-5: its follower acts, then the activation ends."""
    t.hero(seat, actions=0)
    follower = next((one for one in t.now.figures if one.owner == seat and not one.acted), None)
    if follower is None or dials.stop_of(t.now, "follower") == "off":
        ended(t, seat)
    elif dials.due(t, "follower", seat):
        follower_acts(t, seat)


def follower_acts(t: Transition, seat: Seat) -> None:
    """FOL-3."""
    follower = next((one for one in t.now.figures if one.owner == seat and not one.acted), None)
    if follower is None:
        ended(t, seat)
        return
    t.figure(follower.id, acted=True)
    t.tell(e.FigureActed(follower.id))
    t.push(f.FollowerFrame(follower.id, totals.actions_of(t.now, follower)))


def ended(t: Transition, seat: Seat) -> None:
    """ACT-5."""
    t.tell(e.ActivationEnded(seat))
    effects.activation_ends(t)
    _after_hero(t)


def _after_hero(t: Transition) -> None:
    """TRN-2, TRN-3: one activation of the Oni follows."""
    t.set(stage="oni", next=ONI)


# its follower ---------------------------------------------------------------------------------------------------------


def _follower_goes_on(t: Transition, frame: f.FollowerFrame) -> bool:
    figure = t.now.figure(frame.figure)
    if figure is not None and frame.actions > 0:
        return False
    end_follower(t, frame)
    return True


def end_follower(t: Transition, frame: f.FollowerFrame) -> None:
    """KAM-1, ACT-5."""
    t.pop()
    figure = t.now.figure(frame.figure)
    assert t.now.next is not None
    ended(t, t.now.next)
    if figure is not None and figure.group == "kami" and dials.due(t, "kami", figure.id):
        turn_kami(t, figure.id)


def turn_kami(t: Transition, id: FigureId) -> None:
    """KAM-1: its token is turned; turned already, it leaves."""
    figure = t.now.figure(id)
    if figure is not None and figure.turned:
        damage.remove(t, id)
    elif figure is not None:
        t.figure(id, turned=True)
        t.tell(e.KamiTurned(id))


def _ask_follower(state: State, frame: f.FollowerFrame) -> Pending:
    figure = state.figure(frame.figure)
    assert figure is not None
    assert figure.owner is not None
    seat = figure.owner
    fights = [*attack.targets(state, figure), *burst.options(state, figure)]
    acts = [*movement.options(state, seat, figure), *fights, *own_powers(state, figure, seat, frame.used)]
    return asks(seat, FOLLOWER, [*acts, o.EndActivation(seat)])


def own_powers(state: State, figure: Figure, seat: Seat, used: tuple[str, ...]) -> list[Option]:
    """ACT-3, FOL-3, ONI-5: the actions that a figure's power names."""
    can = usable(totals.powers(state, figure), used, figure.card)
    open_ = [n for n in can if n not in totals.covered_powers(figure)]
    return [
        o.UseTalent(seat, figure.card, n)
        for n in open_
        if not effects.in_vain(state, figure.card, (n,), seat, figure.id)
    ]


def _follower_chosen(t: Transition, frame: f.FollowerFrame, option: Option) -> None:
    if isinstance(option, o.EndActivation):
        end_follower(t, frame)
        return
    t.become(replace(frame, actions=frame.actions - 1))
    _figure_acts(t, frame, frame.figure, option)


def _figure_acts(t: Transition, frame: f.FollowerFrame | f.OniFrame, figure: FigureId, option: Option) -> None:
    """FOL-3, ONI-5: one action of a figure that is no hero; it has been paid."""
    match option:
        case o.Go(seat) | o.Stand(seat):
            movement.begin(t, seat, figure, option)
        case o.Attack() | o.Shoot():
            attack.declare(t, figure, option)
        case o.Burst():
            burst.declare(t, figure, option)
        case o.UseTalent(seat, card, n):
            t.become(replace(frame, actions=frame.actions - 1, used=(*frame.used, f"{card}:{n}")))
            t.tell(e.TalentUsed(seat, card))
            effects.begin(t, card, (n,), seat, figure)


# the Oni --------------------------------------------------------------------------------------------------------------


def may_begin(state: State, figure: Figure) -> bool | None:
    """ONI-3: whether a figure of an activated sheet may act, looked at when its own turn begins; None: only the table
    sees on which tile it stands.
    """
    return True if figure.group != "guard" or state.oni.alert else places.corrupted(state, figure.at)


def can_act(state: State, sheet: SheetId) -> bool | None:
    """ONI-1: whether a sheet can be activated; None: only the table sees it."""
    if sheet in state.oni.activated:
        return False
    told = {may_begin(state, one) for one in state.figures if one.card == sheet}
    return True if True in told else None if None in told else False


def _oni_goes_on(t: Transition, stage: str) -> bool:
    if any(can_act(t.now, sheet) is not False for sheet in track.sheets_in_game(t.now)):
        return False
    draw_instead(t)
    return True


def draw_instead(t: Transition) -> None:
    """ONI-2."""
    t.tell(e.ActivationBegan(ONI))
    after_oni(t)
    if dials.due(t, "draw"):
        t.push(f.DrawFrame("event", 1, ONI))


def after_oni(t: Transition) -> None:
    """The next initiative card is turned, or the turn ends."""
    t.tell(e.ActivationEnded(ONI))
    effects.activation_ends(t)
    t.set(stage="hero", next=None)


def _ask_oni(state: State, stage: str) -> Pending:
    known = {sheet: can_act(state, sheet) for sheet in track.sheets_in_game(state)}
    found: list[Option] = [o.Activate(ONI, sheet) for sheet, can in known.items() if can is not False]
    if True not in known.values():
        found.append(o.NoSheet(ONI))
    return asks(ONI, SHEET, found)


def _oni_chosen(t: Transition, stage: str, option: Option) -> None:
    if not isinstance(option, o.Activate):
        draw_instead(t)
        return
    t.oni(activated=(*t.now.oni.activated, option.sheet))
    t.tell(e.ActivationBegan(ONI))
    t.tell(e.SheetActivated(option.sheet))
    t.push(f.OniFrame(option.sheet))


def _figures_left(state: State, frame: f.OniFrame) -> list[Figure]:
    of_sheet = [one for one in state.figures if one.card == frame.sheet and one.id not in frame.done]
    return [one for one in of_sheet if may_begin(state, one) is not False]


def _sheet_goes_on(t: Transition, frame: f.OniFrame) -> bool:
    figure = t.now.figure(frame.figure) if frame.figure is not None else None
    if frame.figure is not None and (figure is None or not frame.actions):
        t.become(replace(frame, figure=None, actions=0))
        return True
    return False


def playable_events(state: State) -> list[str]:
    """ONI-6: the Oni's hand; an unknown card may be any of which a copy is not seen elsewhere."""
    hand = [card for card in dict.fromkeys(state.oni.hand) if card != HIDDEN]
    if HIDDEN in state.oni.hand:
        hand += [card for card in track.unseen_events(state) if card not in hand]
    return hand


def _ask_sheet(state: State, frame: f.OniFrame) -> Pending:
    found: list[Option] = []
    if not frame.event:
        found += [o.PlayEvent(ONI, card) for card in playable_events(state)]
    if frame.figure is None:
        if not (frame.done or frame.event or frame.host):
            found += [o.HostPower(ONI, card) for card in dict.fromkeys(state.oni.black)]
        return asks(ONI, FIGURE, [*[o.TakeFigure(ONI, one.id) for one in _figures_left(state, frame)], *found,
                                  o.EndActivation(ONI)])  # fmt: skip
    figure = state.figure(frame.figure)
    assert figure is not None
    if totals.is_demon(state, figure) and state.oni.out_since:
        found.append(o.Escape(ONI))
    moves = [
        *movement.options(state, ONI, figure),
        *attack.targets(state, figure),
        *burst.options(state, figure),
        *own_powers(state, figure, ONI, frame.used),
    ]
    return asks(ONI, ACT, [*moves, *found, o.EndFigure(ONI), o.EndActivation(ONI)])


def _sheet_chosen(t: Transition, frame: f.OniFrame, option: Option) -> None:
    match option:
        case o.EndActivation():
            t.pop()
            if frame.card:  # EVT-2
                t.piles(used_events=cards((*t.now.piles.used_events, frame.card)))
            after_oni(t)
        case o.EndFigure():
            t.become(replace(frame, figure=None, actions=0))
        case o.TakeFigure(_, id):
            figure = t.now.figure(id)
            assert figure is not None
            actions = totals.actions_of(t.now, figure)
            t.become(replace(frame, figure=id, done=(*frame.done, id), actions=actions, used=()))
            t.tell(e.FigureActed(id))
        case o.PlayEvent(_, card):
            t.become(replace(frame, event=True, card=card))
            t.oni(hand=without(t.now.oni.hand, card))
            t.tell(e.EventPlayed(card))
            effects.whole(t, card, ONI, frame.figure or "")
        case o.HostPower(_, card):
            t.become(replace(frame, host=True))
            investigation.play_host(t, ONI, card)
        case _:
            assert frame.figure is not None
            t.become(replace(frame, actions=frame.actions - 1))
            if isinstance(option, o.Escape):
                accusation.escape(t)
            else:
                _figure_acts(t, frame, frame.figure, option)


HERO_TURN = Part(_ask_hero, _hero_chosen, turns.turned, _hero_goes_on, asks_always=True)
FOLLOWER_TURN = Part(_ask_follower, _follower_chosen, resume=_follower_goes_on, asks_always=True)
ONI_TURN = Part(_ask_oni, _oni_chosen, resume=_oni_goes_on)
SHEET_TURN = Part(_ask_sheet, _sheet_chosen, resume=_sheet_goes_on, asks_always=True)
