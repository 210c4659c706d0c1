"""The heart: what a campaign waits for, and what an answer makes of it (CAM-1 to CAM-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.model.core.chance import D6, Die, DieKind, Face
from companion.model.core.contract import Applied, Choice, Event, Option, Over, Pending, Roll
from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import say
from companion.model.systems.asagiri import bands
from companion.model.systems.asagiri.state import INSPIRATION

from . import events as e
from . import options as o
from . import page
from .state import (
    SEATS,
    Account,
    Fate,
    Healing,
    Honouring,
    Known,
    Member,
    Praying,
    Replacing,
    Seeking,
    State,
    Tending,
    replace,
)
from .tables import HEAL, PRAY

DRAWN = 3
"""Equipment cards that are drawn at a time (CAM-4)."""
_RECALL = ("yes", "no", "unknown")
_STATES = ("vigilant", "shaken", "disabled")


class Flow:
    """A state on its way to the next one, with the events of the way."""

    def __init__(self, state: State) -> None:
        """Begin at `state`."""
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
        self.state = page.with_member(self.state, replace(self.state.member(who), **changes))

    def join(self, seat: int, card: str, instead: str | None = None) -> str:
        """Somebody new is of a roster."""
        self.state, who = page.enlist(self.state, seat, card, instead=instead)
        self.set(joined=(*self.state.now.joined, who))
        return who


# what is asked ---------------------------------------------------------------------------------------


def pending(state: State) -> Pending:
    """What the campaign waits for; every legal option and no other."""
    now = state.now
    if now.stage == "over":
        winner = leader(state)
        return Over(None if winner is None else SEATS[winner], say("The last adventure is over."))
    if now.stage == "after":
        return _pending_task(state)
    return _STAGES[now.stage](state)


def leader(state: State) -> int | None:
    """Who has won more adventures; None: nobody."""
    won = [sum(account.winner == seat for account in state.now.history) for seat in (0, 1)]
    return None if won[0] == won[1] else int(won[1] > won[0])


def _muster(state: State) -> Choice:
    seat = state.now.seat
    return Choice(SEATS[seat], say("Choose who goes along"), tuple(muster_options(state, seat)))


def muster_options(state: State, seat: int) -> list[Option]:
    """Who may go along, members before others; ready, once the band may play so."""
    found: list[Option] = []
    for member in page.idle(state, seat):
        if page.refused(state, seat, page.cards_of(state, member)) is None:
            found.append(o.Take(member.id))
    for card in state.box.characters:
        if page.recruit_refused(state, seat, card) is None and page.refused(state, seat, (card, None)) is None:
            found.append(o.Hire(card.id))
    spare = page.spare(state, seat)
    for who in state.now.sent[seat]:
        if who in state.now.joined and state.member(who).equipment is None:
            found += [o.Outfit(who, gear.id) for gear in page.may_carry(state, who) if gear.zeni <= spare]
    if not found or page.refused(state, seat) is None:
        found.append(o.Ready())
    return found


def _battle(state: State) -> Choice:
    return Choice("A", say("Play the adventure, or say who has won"), (o.Won("A"), o.Won("B"), o.Won(o.NOBODY)))


def _result(state: State) -> Choice:
    who = state.fighters()[len(state.now.fates)]
    member = state.member(who)
    gone = (False, True) if member.equipment is not None else (False,)
    used = (False, True) if member.honour is not None else (False,)
    found = [o.Ended(who, state_, spent, honour) for state_ in _STATES for spent in gone for honour in used]  # type: ignore[arg-type]
    words = say("How did it end for {who}?", who=o.member_words(state, who))
    return Choice(SEATS[state.seat_of(who)], words, tuple(found))


def _facts(state: State) -> Choice:
    fact = page.facts_of(state)[state.now.asked]
    return Choice("A", say("What is to be remembered?"), tuple(o.Recall(fact, holds) for holds in _RECALL))


def _approve(state: State) -> Choice:
    return Choice("A", say("Look through what is proposed, then approve it"), (o.Approve(),))


_STAGES: Mapping[str, Callable[[State], Choice]] = {
    "muster": _muster,
    "battle": _battle,
    "result": _result,
    "facts": _facts,
    "approve": _approve,
}


def _pending_task(state: State) -> Pending:
    task = state.now.task
    assert task is not None
    if isinstance(task, Replacing):
        return Choice(SEATS[state.seat_of(task.dead)], say("Choose who takes the place of the dead"),
                      tuple(replacements(state, task)))  # fmt: skip
    seat = SEATS[state.seat_of(task.who)]
    if isinstance(task, Healing):
        return Roll(seat, (Die(D6, task.who),), "heal")
    if isinstance(task, Praying):
        return Roll(seat, (Die(INSPIRATION, task.who),), "pray")
    if isinstance(task, Tending):
        return Choice(seat, say("Pray for an honour, or seek equipment"), (o.Pray(task.who), o.Seek(task.who)))
    if isinstance(task, Honouring):
        own = state.member(task.who).honour
        assert own is not None
        kept = (o.KeepHonour(task.who, own), o.KeepHonour(task.who, task.new))
        return Choice(seat, say("Choose the honour to keep"), kept)
    if len(task.drawn) < DRAWN and deck(state, task):
        return Roll(
            seat, (Die(DieKind("equipment", deck(state, task), (1,) * len(deck(state, task))), task.who),), "seek"
        )
    return Choice(seat, say("Choose the equipment to keep"), tuple(finds(state, task)))


def deck(state: State, task: Seeking) -> tuple[str, ...]:
    """The equipment cards that may still be drawn: each card of the packs lies in the deck once (CAM-4)."""
    return tuple(gear.id for gear in state.box.equipment if gear.id not in task.drawn + task.put_back)


def finds(state: State, task: Seeking) -> list[o.KeepGear]:
    """The cards of which one is kept: those drawn that the member may bear, and its own."""
    member = state.member(task.who)
    card = state.box.character(member.card)
    useful = [id for id in task.drawn if bands.may_bear(card, state.box.gear(id))]
    own = [member.equipment] if member.equipment is not None and useful else []
    return [o.KeepGear(task.who, id) for id in dict.fromkeys(own + useful)]


def replacements(state: State, task: Replacing) -> list[Option]:
    """Who may take the place of the dead for what is left, and with what (CAM-2)."""
    seat = state.seat_of(task.dead)
    dead = state.anybody(task.dead)
    found: list[Option] = [
        o.Replace(card.id)
        for card in state.box.characters
        if card.zeni <= task.left and page.replaces_refused(state, seat, dead, task.by, card) is None
    ]
    for who in task.by:
        if state.member(who).equipment is None:
            found += [o.Outfit(who, gear.id) for gear in page.may_carry(state, who) if gear.zeni <= task.left]
    return [*found, o.Replaced()] if task.by or not found else found


# what is refused -------------------------------------------------------------------------------------


def check(state: State, option: Option) -> Refusal | None:
    """None when `apply` would take the option now, else why not."""
    asked = pending(state)
    if isinstance(asked, Choice) and option in asked.options:
        return None
    seat, task = state.now.seat, state.now.task
    if isinstance(option, o.Hire | o.Replace):
        card = next((card for card in state.box.characters if card.id == option.card), None)
        if card is None:
            return refuse("CAM-2", "There is no such card in the packs.")
        if isinstance(option, o.Replace) and isinstance(task, Replacing):
            seat = state.seat_of(task.dead)
            found = page.replaces_refused(state, seat, state.anybody(task.dead), task.by, card)
            return found or refuse("CAM-2", "Only {zeni} zeni are left.", zeni=task.left)
        if isinstance(option, o.Hire) and state.now.stage == "muster":
            found = page.recruit_refused(state, seat, card) or page.refused(state, seat, (card, None))
            if found is not None:
                return found
    if isinstance(option, o.Ready) and state.now.stage == "muster":
        found = page.refused(state, seat)
        if found is not None:
            return found
    return refuse(_RULES.get(option.kind, "CAM-1"), "This is not what is asked now.")


_RULES: Mapping[str, str] = {
    "take": "ADV-3", "hire": "ADV-3", "ready": "ADV-3", "outfit": "BND-5", "recall": "ADV-14", "replace": "CAM-2",
    "replaced": "CAM-2", "keep_honour": "CAM-3", "pray": "CAM-3", "seek": "CAM-4", "keep_gear": "CAM-4",
}  # fmt: skip


# what an answer does ---------------------------------------------------------------------------------


def apply(state: State, option: Option) -> Applied[State]:
    """Do what was chosen; the caller has checked that it is offered."""
    flow = Flow(state)
    _DO[type(option)](flow, option)
    settle(flow)
    return Applied(flow.state, tuple(flow.events))


def rolled(state: State, faces: tuple[Face, ...]) -> Applied[State]:
    """Take the face asked for; the caller has checked that it fits."""
    flow, task, face = Flow(state), state.now.task, faces[0]
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


def begin(flow: Flow) -> None:
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
    flow.tell(e.ChapterBegan(now.chapter + 1, page.chapter(flow.state)))
    for seat in (0, 1):
        now, played, joined = page.cast(flow.state, seat)
        flow.state = replace(flow.state, now=now)
        both = (played, now.cast[1]) if seat == 0 else (now.cast[0], played)
        flow.set(cast=both, joined=(*now.joined, *joined))
        for who in joined:
            flow.tell(e.MemberJoined(who, flow.state.value(flow.state.member(who))))
    settle(flow)


def settle(flow: Flow) -> None:
    """Do what needs no answer, until something asks."""
    while _goes_on(flow):
        pass


def _goes_on(flow: Flow) -> bool:
    """One thing that needs no answer; False: there is none."""
    now = flow.state.now
    if now.stage == "muster":
        if len(muster_options(flow.state, now.seat)) > 1:
            return False
        _ready(flow, o.Ready())
    elif now.stage == "result":
        if len(now.fates) < len(flow.state.fighters()):
            return False
        _take_stock(flow)
    elif now.stage == "facts":
        if now.asked < len(page.facts_of(flow.state)):
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


# muster ----------------------------------------------------------------------------------------------


def _send(flow: Flow, who: str) -> None:
    sent, seat = flow.state.now.sent, flow.state.now.seat
    flow.set(sent=((*sent[0], who), sent[1]) if seat == 0 else (sent[0], (*sent[1], who)))


def _take(flow: Flow, option: o.Take) -> None:
    _send(flow, option.who)
    flow.tell(e.MemberSent(option.who))


def _hire(flow: Flow, option: o.Hire) -> None:
    who = flow.join(flow.state.now.seat, option.card)
    flow.tell(e.MemberJoined(who, flow.state.value(flow.state.member(who))))
    _send(flow, who)


def _outfit(flow: Flow, option: o.Outfit) -> None:
    zeni = flow.state.box.gear(option.gear).zeni
    flow.member(option.who, equipment=option.gear)
    flow.tell(e.EquipmentGiven(option.who, option.gear, zeni))
    task = flow.state.now.task
    if isinstance(task, Replacing):
        flow.set(task=replace(task, left=task.left - zeni))


def _ready(flow: Flow, option: o.Ready) -> None:
    seat = flow.state.now.seat
    flow.tell(e.BandReady(seat))
    flow.set(seat=0 if seat else 1, stage="battle" if seat else "muster")


# the result ------------------------------------------------------------------------------------------


def _won(flow: Flow, option: o.Won) -> None:
    winner = SEATS.index(option.winner) if option.winner in SEATS else None
    flow.tell(e.AdventureEnded("" if winner is None else SEATS[winner]))
    flow.set(winner=winner, stage="result", before=flow.state.now.rosters)


def _ended(flow: Flow, option: o.Ended) -> None:
    flow.tell(e.FateTold(option.who, option.state, option.spent, option.used))
    fate = Fate(option.who, option.state, option.spent, option.used)
    flow.set(fates=(*flow.state.now.fates, fate))


def _take_stock(flow: Flow) -> None:
    """CAM-1, CAM-3: equipment and honours that are gone; then everybody has something to do."""
    for fate in flow.state.now.fates:
        member = flow.state.member(fate.who)
        if fate.spent and member.equipment is not None:
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


def _recall(flow: Flow, option: o.Recall) -> None:
    chapter = page.chapter(flow.state)
    facts = tuple(known for known in flow.state.now.facts if (known.adventure, known.fact) != (chapter, option.fact))
    if option.holds != "unknown":
        facts = (*facts, Known(chapter, option.fact, option.holds == "yes"))
        flow.tell(e.FactRecalled(option.fact, option.holds == "yes"))
    flow.set(facts=facts, asked=flow.state.now.asked + 1)


# everybody does something ----------------------------------------------------------------------------


def condition(state: State, who: str) -> str:
    """How the adventure has left somebody."""
    return next((fate.state for fate in state.now.fates if fate.who == who), state.member(who).state)


def _turn_to(flow: Flow, who: str) -> None:
    if condition(flow.state, who) != "vigilant":
        flow.set(task=Healing(who))
    elif flow.state.box.equipment:
        flow.set(task=Tending(who))
    else:
        flow.set(task=Praying(who))


def _heal(flow: Flow, who: str, face: Face) -> None:
    row = HEAL[condition(flow.state, who)].look_up(face)
    flow.tell(e.HealRolled(who, int(face), str(row.outcome)))
    if row.outcome != "dead":
        flow.member(who, state=row.outcome)
        return
    seat, member = flow.state.seat_of(who), flow.state.member(who)
    zeni, roster = flow.state.value(member), flow.state.now.rosters[seat]
    living = tuple(known for known in roster.members if known.id != who)
    changed = replace(roster, members=living, fallen=(*roster.fallen, member), purse=0)
    flow.state = page.with_roster(flow.state, seat, changed)
    flow.tell(e.MemberDied(who, zeni))
    flow.set(task=Replacing(who, zeni + roster.purse))


def _replace(flow: Flow, option: o.Replace) -> None:
    task = flow.state.now.task
    assert isinstance(task, Replacing)
    zeni = flow.state.box.character(option.card).zeni
    who = flow.join(flow.state.seat_of(task.dead), option.card, instead=task.dead)
    flow.tell(e.MemberReplaced(task.dead, who, zeni))
    flow.set(task=replace(task, left=task.left - zeni, by=(*task.by, who)))


def _replaced(flow: Flow, option: o.Replaced) -> None:
    task = flow.state.now.task
    assert isinstance(task, Replacing)
    seat = flow.state.seat_of(task.dead)
    flow.state = page.with_roster(flow.state, seat, replace(flow.state.now.rosters[seat], purse=task.left))
    flow.set(task=None)
    if task.left:
        flow.tell(e.PurseSet(seat, task.left))


def _prayed(flow: Flow, who: str, face: Face) -> None:
    new, own = PRAY.look_up(face).outcome, flow.state.member(who).honour
    flow.tell(e.PrayRolled(who, str(face), str(new or "")))
    if new is None or new == own:
        return
    if own is None:
        _honour(flow, who, new)
    else:
        flow.set(task=Honouring(who, new))  # type: ignore[arg-type]


def _honour(flow: Flow, who: str, honour: Any) -> None:
    flow.member(who, honour=honour)
    flow.set(honours=(*flow.state.now.honours, (who, honour)))
    flow.tell(e.HonourGained(who, honour))


def _keep_honour(flow: Flow, option: o.KeepHonour) -> None:
    flow.set(task=None)
    if flow.state.member(option.who).honour == option.honour:
        flow.tell(e.HonourKept(option.who, option.honour))
    else:
        _honour(flow, option.who, option.honour)


def _draw_on(flow: Flow, task: Seeking) -> bool:
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


def _keep_gear(flow: Flow, option: o.KeepGear) -> None:
    own = flow.state.member(option.who).equipment
    zeni = flow.state.box.gear(option.gear).zeni - (flow.state.box.gear(own).zeni if own is not None else 0)
    flow.member(option.who, equipment=option.gear)
    flow.tell(e.EquipmentKept(option.who, option.gear, zeni))
    flow.set(task=None)


# approval --------------------------------------------------------------------------------------------


def _approve_all(flow: Flow, option: o.Approve) -> None:
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
    chapter = page.chapter(state)
    account = Account(chapter, now.winner, now.fates, dead, now.joined, now.honours, (lost[0], lost[1]))
    flow.tell(e.ChapterApproved(now.chapter + 1, chapter))
    flow.set(history=(*now.history, account), chapter=now.chapter + 1)
    begin(flow)


def _pray(flow: Flow, option: o.Pray) -> None:
    flow.set(task=Praying(option.who))


def _seek(flow: Flow, option: o.Seek) -> None:
    flow.set(task=Seeking(option.who))


_DO: Mapping[type[Option], Callable[[Flow, Any], None]] = {
    o.Take: _take,
    o.Hire: _hire,
    o.Outfit: _outfit,
    o.Ready: _ready,
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
