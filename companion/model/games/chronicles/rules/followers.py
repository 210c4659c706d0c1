"""Followers and Kami: how they join a hero, and leave it (FOL, KAM)."""

from __future__ import annotations

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Option, Outcome, Pending
from companion.model.core.words import say
from companion.model.games.chronicles.box.effects import Element
from companion.model.games.chronicles.box.records import PersonalGoal
from companion.model.games.chronicles.rules import deploy, places
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import story_events as se
from companion.model.games.chronicles.rules.part import Part, asks, dice, draws
from companion.model.games.chronicles.rules.transition import Transition
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import (
    CardId,
    Cards,
    Figure,
    FigureId,
    Place,
    Seat,
    State,
    cards,
    replace,
)

FOLLOWER = "follower"
"""Any face-down follower, where the app knows no tokens."""
WHO = say("Who is it?")
VERSION = say("Choose the version of the follower")
KAMI = say("Choose the Kami that comes")
KAMI_AT = say("Choose where the Kami appears")


def unmet(state: State) -> list[CardId]:
    """Followers that may still lie face down: those not in play, and not gone."""
    met = {*[one.card for one in state.figures], *state.piles.used_followers}
    return [id for id in state.table.box.followers if id not in met]


def free_slots(state: State) -> list[Seat]:
    """FOL-1: heroes in play without follower or Kami."""
    taken = {one.owner for one in state.figures}
    return [seat for seat in state.in_play if seat not in taken]


def follower_of(state: State, seat: Seat) -> Figure | None:
    """FOL-1: what lies in a hero's follower slot."""
    return next((one for one in state.figures if one.owner == seat), None)


def actions(state: State, seat: Seat) -> list[Option]:
    """ACT-3: a follower recruited, taken or handed over, by whom is adjacent."""
    free, own, hero = free_slots(state), follower_of(state, seat), state.figure(seat)
    if own is not None:
        near = [one for one in state.figures if one.id in free and places.touches(state, own, one.at)]
        return [o.HandOver(seat, one.id) for one in near] if own.group == "follower" else []
    if seat not in free or hero is None:
        return []
    hidden = unmet(state)
    lying = [one for one in state.tokens if one.type == "follower" and (one.card in hidden or one.card == HIDDEN)]
    tokens = [one.id for one in lying if places.touches(state, hero, one.at)]
    down = (tokens if places.knows_tokens(state) else [FOLLOWER]) if hidden else []
    alone = [one for one in state.figures if one.group == "follower" and one.owner is None]
    ownerless = [one.id for one in alone if places.touches(state, hero, one.at)]
    return [*[o.Recruit(seat, token) for token in down], *[o.TakeFollower(seat, id) for id in ownerless]]


def act(t: Transition, seat: Seat, option: Option) -> None:
    """One of `actions`, its action spent."""
    match option:
        case o.Recruit(_, token):
            known = next((one.card for one in t.now.tokens if one.id == token), HIDDEN)
            t.push(f.RecruitFrame(seat, token))
            if known != HIDDEN:
                _met(t, f.RecruitFrame(seat, token), known)
        case o.TakeFollower(_, id):
            _comes_to(t, id, seat)
        case o.HandOver(_, other):
            own = follower_of(t.now, seat)
            assert own is not None
            _comes_to(t, own.id, other)


def _comes_to(t: Transition, id: FigureId, seat: Seat) -> None:
    """FOL-6, FOL-7."""
    figure = t.figure(id, owner=seat)
    t.tell(e.FollowerJoined(id, figure.card, seat))


def joins(t: Transition, figure: Figure) -> None:
    """A follower or Kami comes into play."""
    assert figure.owner is not None
    t.set(figures=(*t.now.figures, figure))
    t.tell(e.FollowerJoined(figure.id, figure.card, figure.owner))


# recruiting (FOL-2, FOL-9) --------------------------------------------------------------------------------------------


def versions(state: State, card: CardId) -> int:
    """How many versions a follower's card has; a host's has one."""
    record = state.table.box.followers.get(card)
    return 1 if record is None else max(1, len(record.versions))


def _rolls_mission(state: State, card: CardId) -> bool:
    return state.table.options.follower_missions == "on" and bool(state.table.box.followers[card].missions)


def _recruiting(t: Transition, frame: f.RecruitFrame) -> bool:
    if frame.joined or frame.card == HIDDEN or versions(t.now, frame.card) > 1:
        return False
    _recruited(t, frame, 0)
    return True


def _ask_recruit(state: State, frame: f.RecruitFrame) -> Pending:
    seat, box = frame.seat, state.table.box
    if frame.joined:
        return dice(box, seat, "mission", combat=1)
    if frame.card != HIDDEN:
        return asks(seat, VERSION, [o.Version(seat, n) for n in range(versions(state, frame.card))])
    if state.table.options.keepers.backs == "app":
        return draws(seat, cards(unmet(state)), None)
    return asks(seat, WHO, [o.Tell(seat, card) for card in unmet(state)])


def _recruit_chosen(t: Transition, frame: f.RecruitFrame, option: Option) -> None:
    if isinstance(option, o.Version):
        _recruited(t, frame, option.n)
    elif isinstance(option, o.Tell):
        _met(t, frame, option.card)


def _met(t: Transition, frame: f.RecruitFrame, card: CardId) -> None:
    t.become(replace(frame, card=card))
    t.tell(e.FollowerMet(frame.seat, card))


def _recruit_rolled(t: Transition, frame: f.RecruitFrame, outcome: Outcome) -> None:
    face = outcome[0]
    if not frame.joined:
        _met(t, frame, str(face))
        return
    t.pop()
    t.tell(e.DiceRolled(frame.seat, "mission", outcome))
    goals: tuple[PersonalGoal, ...] = t.box.followers[frame.card].missions
    mission = next((n for n, goal in enumerate(goals) if face in goal.faces), 0)
    follower = follower_of(t.now, frame.seat)
    assert follower is not None
    t.figure(follower.id, mission=mission)
    t.tell(se.MissionGiven(follower.id, mission))


def _recruited(t: Transition, frame: f.RecruitFrame, version: int) -> None:
    """FOL-2: it stands on the token's space."""
    token = next((one for one in t.now.tokens if one.id == frame.token), None)
    if token is not None:
        t.set(tokens=tuple([one for one in t.now.tokens if one is not token]))
        t.tell(e.TokenRemoved(token.id))
    at = HIDDEN if token is None else token.at
    joins(t, Figure(figure_id(frame.card), frame.card, "follower", at, owner=frame.seat, version=version))
    if _rolls_mission(t.now, frame.card):
        t.become(replace(frame, joined=True))
    else:
        t.pop()


def figure_id(card: CardId) -> FigureId:
    """FIG-7: followers and Kami by the last part of their card's id."""
    return card.rpartition(":")[2]


# Kami (KAM) -----------------------------------------------------------------------------------------------------------


def kami_of(state: State, seat: Seat, element: Element) -> Cards:
    """KAM-2: the cards of an element that a hero may summon now."""
    box = state.table.box
    here = {one.card for one in state.figures}
    known = state.hero(seat).kami or box.kami
    return cards([id for id in known if box.kami[id].element == element and id not in here])


def may_summon(state: State, seat: Seat, element: Element) -> bool:
    """KAM-2: whether a hero can summon: a free follower slot, a Kami, and a space for it."""
    return seat in free_slots(state) and bool(kami_of(state, seat, element)) and bool(_beside(state, seat))


def summon(t: Transition, seat: Seat, element: Element) -> bool:
    """KAM-2: a hero summons a Kami; False: it is not possible, and nothing happens."""
    if not may_summon(t.now, seat, element):
        return False
    t.push(f.SummonFrame(seat, element))
    return True


def _beside(state: State, seat: Seat) -> tuple[Place, ...]:
    """KAM-2: the free spaces adjacent to a summoner; of a table that knows zones, its own and those beside."""
    summoner, on = state.figure(seat), places.laid(state)
    assert summoner is not None
    here = places.zone(state, summoner.at)
    if on is None or here is None:
        return deploy.open_places(state, "heroes")
    if isinstance(summoner.at, str):
        zone = on.zone_index[here]
        return deploy.open_places(state, "heroes", zones=1 << zone | on.next_to[zone])
    return deploy.open_places(state, "heroes", within=on.adjacent[on.index[summoner.at]])


def _summoning(t: Transition, frame: f.SummonFrame) -> bool:
    if frame.card is not None and not _beside(t.now, frame.seat):
        t.pop()
        return True
    return False


def _ask_kami(state: State, frame: f.SummonFrame) -> Pending:
    seat = frame.seat
    if frame.card is None:
        return asks(seat, KAMI, [o.TakeKami(seat, card) for card in kami_of(state, seat, frame.element)])
    return asks(seat, KAMI_AT, [o.Deploy(seat, figure_id(frame.card), at) for at in _beside(state, seat)])


def _summoned(t: Transition, frame: f.SummonFrame, option: Option) -> None:
    match option:
        case o.TakeKami(_, card):
            t.become(replace(frame, card=card))
        case o.Deploy(seat, figure, at):
            assert frame.card is not None
            t.pop()
            joins(t, Figure(figure, frame.card, "kami", at, owner=seat))


RECRUITING = Part(_ask_recruit, _recruit_chosen, _recruit_rolled, _recruiting)
SUMMONING = Part(_ask_kami, _summoned, resume=_summoning)
