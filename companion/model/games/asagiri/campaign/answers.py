"""What an answer makes of a campaign (CAM-1 to CAM-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from companion.model.core.chance import Face
from companion.model.core.contract import Applied, Event, Option
from companion.model.games.asagiri.campaign.events import HEAL, PRAY
from companion.model.games.asagiri.state.table import Honour

from . import chapter_page
from . import events as e
from . import options as o
from .legal_options import DRAWN, check, condition, deck, finds, leader, muster_options, replacements
from .state import (
    SEATS,
    Account,
    Fate,
    Healing,
    Honouring,
    Member,
    Praying,
    RememberedFact,
    Replacing,
    Seeking,
    State,
    Tending,
    replace,
)


class CampaignTransition:
    """A state on its way to the next one, with the events of the way."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Note what happened."""
        self.events.append(event)

    def set(self, **changes: Any) -> None:
        """Change what the position says."""
        self.state = replace(self.state, now=replace(self.state.now, **changes))

    def member(self, who: str, **changes: Any) -> None:
        """Change a living member."""
        self.state = chapter_page.with_member(self.state, replace(self.state.member(who), **changes))

    def join(self, seat: int, card: str, instead: str | None = None) -> str:
        """Somebody new is of a roster."""
        self.state, who = chapter_page.enlist(self.state, seat, card, instead=instead)
        self.set(joined=(*self.state.now.joined, who))
        return who


def apply(state: State, option: Option) -> Applied[State]:
    """Do what was chosen; the caller has checked that it is offered."""
    flow = CampaignTransition(state)
    _DO[type(option)](flow, option)
    settle(flow)
    return Applied(flow.state, tuple(flow.events))


def rolled(state: State, faces: tuple[Face, ...]) -> Applied[State]:
    """Take the face asked for; the caller has checked that it fits."""
    flow, task, face = CampaignTransition(state), state.now.task, faces[0]
    flow.set(task=None)
    if isinstance(task, Healing):
        _heal(flow, task.who, face)
    elif isinstance(task, Praying):
        _prayed(flow, task.who, face)
    else:
        assert isinstance(task, Seeking)
        flow.tell(e.EquipmentDrawn(task.who, str(face)))
        flow.set(task=replace(task, drawn=(*task.drawn, str(face))))
    settle(flow)
    return Applied(flow.state, tuple(flow.events))


def begin(flow: CampaignTransition) -> None:
    """The next chapter begins, or the campaign is over."""
    now = flow.state.now
    flow.set(seat=0, cast=((), ()), sent=((), ()), joined=(), winner=None, fates=(), asked=0, todo=(), task=None,
             honours=(), before=None)  # fmt: skip
    if now.chapter >= len(now.settings.chapters):
        flow.set(stage="over")
        winner = leader(flow.state)
        flow.tell(e.CampaignEnded("" if winner is None else SEATS[winner]))
        return
    flow.set(stage="muster")
    flow.tell(e.ChapterBegan(now.chapter + 1, chapter_page.chapter(flow.state)))
    for seat in (0, 1):
        now, played, joined = chapter_page.cast(flow.state, seat)
        flow.state = replace(flow.state, now=now)
        both = (played, now.cast[1]) if seat == 0 else (now.cast[0], played)
        flow.set(cast=both, joined=(*now.joined, *joined))
        for who in joined:
            flow.tell(e.MemberJoined(who, flow.state.value(flow.state.member(who))))
    settle(flow)


def settle(flow: CampaignTransition) -> None:
    """Do what needs no answer, until something asks."""
    while _goes_on(flow):
        pass


def _goes_on(flow: CampaignTransition) -> bool:
    """One thing that needs no answer; False: there is none."""
    now = flow.state.now
    if now.stage == "muster":
        if len(muster_options(flow.state, now.seat)) > 1:
            return False
        _ready(flow, o.CompleteBand())
    elif now.stage == "result":
        if len(now.fates) < len(flow.state.fighters()):
            return False
        _take_stock(flow)
    elif now.stage == "facts":
        if now.asked < len(chapter_page.facts_of(flow.state)):
            return False
        flow.set(stage="after")
    elif now.stage == "after" and now.task is None:
        if not now.todo:
            flow.set(stage="approve")
            return False
        flow.set(todo=now.todo[1:])
        _turn_to(flow, now.todo[0])
    elif now.stage == "after" and isinstance(now.task, Seeking):
        return _draw_on(flow, now.task)
    elif now.stage == "after" and isinstance(now.task, Replacing):
        if len(replacements(flow.state, now.task)) > 1:
            return False
        answer = replacements(flow.state, now.task)[0]
        _DO[type(answer)](flow, answer)
    else:
        return False
    return True


def _send(flow: CampaignTransition, who: str) -> None:
    sent, seat = flow.state.now.sent, flow.state.now.seat
    flow.set(sent=((*sent[0], who), sent[1]) if seat == 0 else (sent[0], (*sent[1], who)))


def _take(flow: CampaignTransition, option: o.Take) -> None:
    _send(flow, option.who)
    flow.tell(e.MemberSent(option.who))


def _hire(flow: CampaignTransition, option: o.Hire) -> None:
    who = flow.join(flow.state.now.seat, option.card)
    flow.tell(e.MemberJoined(who, flow.state.value(flow.state.member(who))))
    _send(flow, who)


def _outfit(flow: CampaignTransition, option: o.Outfit) -> None:
    zeni = flow.state.box.gear(option.gear).zeni
    flow.member(option.who, equipment=option.gear)
    flow.tell(e.EquipmentBorne(option.who, option.gear, zeni))
    task = flow.state.now.task
    if isinstance(task, Replacing):
        flow.set(task=replace(task, left=task.left - zeni))


def _ready(flow: CampaignTransition, option: o.CompleteBand) -> None:
    seat = flow.state.now.seat
    flow.tell(e.BandReady(seat))
    flow.set(seat=0 if seat else 1, stage="battle" if seat else "muster")


def _won(flow: CampaignTransition, option: o.Won) -> None:
    winner = SEATS.index(option.winner) if option.winner in SEATS else None
    flow.tell(e.AdventureEnded("" if winner is None else SEATS[winner]))
    flow.set(winner=winner, stage="result", before=flow.state.now.rosters)


def _ended(flow: CampaignTransition, option: o.Ended) -> None:
    flow.tell(e.FateTold(option.who, option.state, option.spent, option.used))
    fate = Fate(option.who, option.state, option.spent, option.used)
    flow.set(fates=(*flow.state.now.fates, fate))


def _take_stock(flow: CampaignTransition) -> None:
    """CAM-1, CAM-3: equipment and honours that are gone; then everybody has something to do."""
    for fate in flow.state.now.fates:
        member = flow.state.member(fate.who)
        lost = fate.state == "disabled" and flow.state.now.settings.options.get("disabled_lose_equipment")
        if (fate.spent or lost) and member.equipment is not None:
            flow.tell(e.EquipmentGone(fate.who, member.equipment, flow.state.box.gear(member.equipment).zeni))
            flow.member(fate.who, equipment=None)
        if (fate.used or fate.state == "disabled") and member.honour is not None:
            flow.tell(e.HonourGone(fate.who, member.honour))
            flow.member(fate.who, honour=None)
        if fate.state != "disabled":
            flow.member(fate.who, state=fate.state)
    fought = [fate.who for fate in flow.state.now.fates]
    at_home = [m.id for roster in flow.state.now.rosters for m in roster.members
               if m.id not in fought and m.state == "shaken"]  # fmt: skip
    flow.set(stage="facts", todo=(*fought, *at_home))


def _recall(flow: CampaignTransition, option: o.Recall) -> None:
    chapter = chapter_page.chapter(flow.state)
    facts = tuple(known for known in flow.state.now.facts if (known.adventure, known.fact) != (chapter, option.fact))
    if option.holds != "unknown":
        facts = (*facts, RememberedFact(chapter, option.fact, option.holds == "yes"))
        flow.tell(e.FactRecalled(option.fact, option.holds == "yes"))
    flow.set(facts=facts, asked=flow.state.now.asked + 1)


def _turn_to(flow: CampaignTransition, who: str) -> None:
    if condition(flow.state, who) != "vigilant":
        flow.set(task=Healing(who))
    elif flow.state.box.equipment:
        flow.set(task=Tending(who))
    else:
        flow.set(task=Praying(who))


def _heal(flow: CampaignTransition, who: str, face: Face) -> None:
    row = HEAL[condition(flow.state, who)].look_up(face)
    flow.tell(e.HealRolled(who, int(face), str(row.outcome)))
    if row.outcome != "dead":
        flow.member(who, state=row.outcome)
        return
    seat, member = flow.state.seat_of(who), flow.state.member(who)
    zeni, roster = flow.state.value(member), flow.state.now.rosters[seat]
    living = tuple(known for known in roster.members if known.id != who)
    changed = replace(roster, members=living, fallen=(*roster.fallen, member), purse=0)
    flow.state = chapter_page.with_roster(flow.state, seat, changed)
    flow.tell(e.MemberDied(who, zeni))
    flow.set(task=Replacing(who, zeni + roster.purse))


def _replace(flow: CampaignTransition, option: o.Replace) -> None:
    task = flow.state.now.task
    assert isinstance(task, Replacing)
    zeni = flow.state.box.character(option.card).zeni
    who = flow.join(flow.state.seat_of(task.dead), option.card, instead=task.dead)
    flow.tell(e.MemberReplaced(task.dead, who, zeni))
    flow.set(task=replace(task, left=task.left - zeni, by=(*task.by, who)))


def _replaced(flow: CampaignTransition, option: o.Replaced) -> None:
    task = flow.state.now.task
    assert isinstance(task, Replacing)
    seat = flow.state.seat_of(task.dead)
    flow.state = chapter_page.with_roster(flow.state, seat, replace(flow.state.now.rosters[seat], purse=task.left))
    flow.set(task=None)
    if task.left:
        flow.tell(e.PurseSet(seat, task.left))


def _prayed(flow: CampaignTransition, who: str, face: Face) -> None:
    new, own = PRAY.look_up(face).outcome, flow.state.member(who).honour
    flow.tell(e.PrayRolled(who, str(face), str(new or "")))
    if new is None or new == own:
        return
    if own is None:
        _honour(flow, who, new)
    else:
        flow.set(task=Honouring(who, cast(Honour, new)))  # a prayer's outcomes are honours, or nothing


def _honour(flow: CampaignTransition, who: str, honour: Any) -> None:
    flow.member(who, honour=honour)
    flow.set(honours=(*flow.state.now.honours, (who, honour)))
    flow.tell(e.HonourGained(who, honour))


def _keep_honour(flow: CampaignTransition, option: o.KeepHonour) -> None:
    flow.set(task=None)
    if flow.state.member(option.who).honour == option.honour:
        flow.tell(e.HonourKept(option.who, option.honour))
    else:
        _honour(flow, option.who, option.honour)


def _draw_on(flow: CampaignTransition, task: Seeking) -> bool:
    """CAM-4: three cards lie there; with no choice among them it goes on by itself."""
    left = deck(flow.state, task)
    if len(task.drawn) < DRAWN and left:
        return False
    found = finds(flow.state, task)
    if len(found) > 1:
        return False
    if found:
        _keep_gear(flow, found[0])
    elif left:
        flow.tell(e.NothingFound(task.who, again=True))
        flow.set(task=Seeking(task.who, (), (*task.put_back, *task.drawn)))
    else:
        flow.tell(e.NothingFound(task.who, again=False))
        flow.set(task=None)
    return True


def _keep_gear(flow: CampaignTransition, option: o.KeepGear) -> None:
    own = flow.state.member(option.who).equipment
    zeni = flow.state.box.gear(option.gear).zeni - (flow.state.box.gear(own).zeni if own is not None else 0)
    flow.member(option.who, equipment=option.gear)
    flow.tell(e.EquipmentKept(option.who, option.gear, zeni))
    flow.set(task=None)


def _approve_all(flow: CampaignTransition, option: o.Approve) -> None:
    state, now = flow.state, flow.state.now
    assert now.before is not None
    was: dict[str, Member] = {member.id: member for roster in now.before for member in roster.members}
    lost = [0, 0]
    for fate in now.fates:
        if fate.state == "disabled":
            lost[state.seat_of(fate.who)] += state.value(was[fate.who])
    dead = tuple(
        member.id for roster, old in zip(now.rosters, now.before, strict=True)
        for member in roster.fallen if member.id not in [known.id for known in old.fallen]
    )  # fmt: skip
    chapter = chapter_page.chapter(state)
    account = Account(chapter, now.winner, now.fates, dead, now.joined, now.honours, (lost[0], lost[1]))
    flow.tell(e.ChapterApproved(now.chapter + 1, chapter))
    flow.set(history=(*now.history, account), chapter=now.chapter + 1)
    begin(flow)


def _pray(flow: CampaignTransition, option: o.Pray) -> None:
    flow.set(task=Praying(option.who))


def _seek(flow: CampaignTransition, option: o.Seek) -> None:
    flow.set(task=Seeking(option.who))


_DO: Mapping[type[Option], Callable[[CampaignTransition, Any], None]] = {
    o.Take: _take,
    o.Hire: _hire,
    o.Outfit: _outfit,
    o.CompleteBand: _ready,
    o.Won: _won,
    o.Ended: _ended,
    o.Recall: _recall,
    o.Pray: _pray,
    o.Seek: _seek,
    o.KeepHonour: _keep_honour,
    o.KeepGear: _keep_gear,
    o.Replace: _replace,
    o.Replaced: _replaced,
    o.Approve: _approve_all,
}


def suggested(state: State) -> tuple[Option, ...]:
    """The answers that take along whoever the page of the present chapter suggests, as far as the rules let them.

    Members of the roster go rather than strangers. Empty when nothing is suggested, or no band is mustered.
    """
    now = state.now
    if now.stage != "muster":
        return ()
    seat, found = now.seat, list[Option]()
    for pick in chapter_page.band(state, seat).suggested:
        own = next((member for member in chapter_page.idle(state, seat) if member.card == pick.card), None)
        option: Option = o.Take(own.id) if own is not None else o.Hire(pick.card)
        who = own.id if own is not None else f"{SEATS[seat]}{state.now.rosters[seat].number + 1}"
        for one in (option, *((o.Outfit(who, pick.equipment),) if pick.equipment is not None else ())):
            if state.now.stage != "muster" or state.now.seat != seat or check(state, one) is not None:
                break
            state = apply(state, one).state
            found.append(one)
    return tuple(found)
