"""The free hand: settings, the list of adventures, and what a table knows better about its rosters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from companion.model.core.contract import Applied, Correction, Json
from companion.model.core.record import Mode
from companion.model.core.refusal import InvalidInput
from companion.model.core.schema import Shown, read
from companion.model.core.words import say
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.table import Honour
from companion.model.games.asagiri.table.automation import Stop
from companion.model.games.asagiri.wire import stops_of
from companion.model.games.asagiri.wire.position_reader import read_options

from . import answers, chapter_page
from . import events as e
from .position import Budget, Chapters, HouseRules, sound
from .state import MOST_CHAPTERS, SEATS, Feeling, RememberedFact, SeatName, State, replace


class ByHand(Correction, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """A correction is recorded as it is."""


class SetSettings(ByHand, frozen=True, tag="set_settings"):
    """Name, budget, table options, how games are played and house rules, from now on."""

    name: Annotated[Shown, msgspec.Meta(max_length=80)]
    budget: Budget
    options: dict[str, Any]
    mode: Mode
    dials: dict[str, Stop]
    rules: HouseRules


class SetChapters(ByHand, frozen=True, tag="set_chapters"):
    """What is played after the present chapter; when the campaign is over, it goes on."""

    chapters: Chapters


class SetMember(ByHand, frozen=True, tag="set_member"):
    """How a member is: shaken or not, what it bears, which honour it has."""

    who: str
    state: Feeling
    equipment: str | None
    honour: Honour | None


class AddMember(ByHand, frozen=True, tag="add_member"):
    """Somebody joins a roster."""

    seat: SeatName
    card: str


class RemoveMember(ByHand, frozen=True, tag="remove_member"):
    """A member that is not in the present band leaves its roster, dead or not."""

    who: str
    dead: bool


class SetFact(ByHand, frozen=True, tag="set_fact"):
    """What is known of an adventure; None: nothing."""

    adventure: str
    fact: Annotated[Shown, msgspec.Meta(max_length=60)]
    holds: bool | None


class SetPurse(ByHand, frozen=True, tag="set_purse"):
    """The zeni in a roster's purse; not while the assistant counts them itself."""

    seat: SeatName
    zeni: Annotated[int, msgspec.Meta(ge=0, le=10_000)]


_ANY: Any = SetSettings | SetChapters | SetMember | AddMember | RemoveMember | SetFact | SetPurse


def correction_of(state: State, data: Json) -> Correction:
    """A correction out of JSON; raises InvalidInput."""
    made: Correction = read(data, _ANY)
    if isinstance(made, SetSettings):
        read_options(made.options, "options")
        stops_of(made.dials, "dials")
    if isinstance(made, SetChapters):
        for n, id in enumerate(made.chapters):
            if id and id not in state.box.adventures_by_id:
                raise InvalidInput(f"chapters[{n}]", "There is no such adventure.")
    living = {member.id for roster in state.now.rosters for member in roster.members}
    for field, known, why in (
        ("who", living, say("Neither roster has a member of this name.")),
        ("card", state.box.characters_by_id, say("No pack has this card.")),
        ("equipment", state.box.equipment_by_id, say("No pack has this card.")),
        ("adventure", state.box.adventures_by_id, say("There is no such adventure.")),
    ):
        if (found := getattr(made, field, None)) is not None and found not in known:
            raise InvalidInput(field, why)
    return made


def edit(state: State, correction: Correction) -> Applied[State]:
    """Correct the campaign; raises InvalidInput when it makes no possible one."""
    flow = answers.CampaignTransition(state)
    _DO[type(correction)](flow, correction)
    answers.settle(flow)
    sound(flow.state)
    return Applied(flow.state, tuple(flow.events))


def _settings(flow: answers.CampaignTransition, c: SetSettings) -> None:
    flow.set(settings=replace(flow.state.now.settings, **msgspec.structs.asdict(c)))
    flow.tell(e.SettingsSet())


def _list(flow: answers.CampaignTransition, c: SetChapters) -> None:
    now = flow.state.now
    over = now.stage == "over"
    kept = now.settings.chapters[: now.chapter + (not over)]
    chapters = (*kept, *c.chapters)
    if len(chapters) > MOST_CHAPTERS:
        raise InvalidInput("chapters", say("This list is too long: {count} entries, at most {most} are allowed.",
                                           count=len(chapters), most=MOST_CHAPTERS))  # fmt: skip
    flow.set(settings=replace(now.settings, chapters=chapters))
    flow.tell(e.SettingsSet())
    if over and c.chapters:
        answers.begin(flow)


def _member(flow: answers.CampaignTransition, c: SetMember) -> None:
    was = flow.state.member(c.who)
    card = flow.state.box.character(was.card)
    if c.equipment is not None and not cards.may_bear(card, flow.state.box.gear(c.equipment)):
        raise InvalidInput("equipment", say("{who} may not use this: {what}.", who=was.card, what=c.equipment))
    changed = replace(was, state=c.state, equipment=c.equipment, honour=c.honour)
    flow.member(c.who, state=c.state, equipment=c.equipment, honour=c.honour)
    flow.tell(e.MemberSet(c.who, flow.state.value(changed) - flow.state.value(was)))


def _add(flow: answers.CampaignTransition, c: AddMember) -> None:
    seat = SEATS.index(c.seat)
    refused = chapter_page.recruit_refused(flow.state, seat, flow.state.box.character(c.card))
    if refused is not None:
        raise InvalidInput("card", refused.why)
    who = flow.join(seat, c.card)
    flow.tell(e.MemberJoined(who, flow.state.value(flow.state.member(who))))


def _remove(flow: answers.CampaignTransition, c: RemoveMember) -> None:
    state = flow.state
    task = state.now.task
    busy = {*state.fighters(), *state.now.todo, getattr(task, "who", ""), *getattr(task, "by", ())}
    if c.who in busy:
        raise InvalidInput("who", say("This member takes part in the current adventure."))
    seat, member = state.seat_of(c.who), state.member(c.who)
    roster = state.now.rosters[seat]
    fallen = (*roster.fallen, member) if c.dead else roster.fallen
    living = tuple(known for known in roster.members if known.id != c.who)
    flow.tell(e.MemberRemoved(member.card, state.value(member)))
    flow.state = chapter_page.with_roster(state, seat, replace(roster, members=living, fallen=fallen))
    if not c.dead:
        forgotten = tuple(who for who in state.now.joined if who != c.who)
        flow.set(joined=forgotten, honours=tuple(pair for pair in state.now.honours if pair[0] != c.who))


def _fact(flow: answers.CampaignTransition, c: SetFact) -> None:
    left = [fact.fact for fact in flow.state.box.adventure(c.adventure).facts]
    if c.fact not in left:
        raise InvalidInput("fact", say("{origin} does not record this.", origin=c.adventure))
    if flow.state.now.stage != "over" and chapter_page.chapter(flow.state) == c.adventure:
        raise InvalidInput("adventure", say("The outcome of the current adventure is asked for when it ends."))
    facts = tuple(known for known in flow.state.now.facts if (known.adventure, known.fact) != (c.adventure, c.fact))
    if c.holds is not None:
        facts = (*facts, RememberedFact(c.adventure, c.fact, c.holds))
    if flow.state.now.stage not in ("over", "approve") and any(
        link.origin == c.adventure for link in _links(flow.state)
    ):
        raise InvalidInput("adventure", say("The current adventure has already started with the old facts."))
    flow.set(facts=facts)
    flow.tell(e.FactSet(c.adventure))


def _purse(flow: answers.CampaignTransition, c: SetPurse) -> None:
    if flow.state.now.before is not None:
        raise InvalidInput("seat", say("The assistant keeps track of the zeni until you approve the result."))
    seat = SEATS.index(c.seat)
    flow.state = chapter_page.with_roster(flow.state, seat, replace(flow.state.now.rosters[seat], purse=c.zeni))
    flow.tell(e.PurseSet(seat, c.zeni))


def _links(state: State) -> tuple[Any, ...]:
    id = chapter_page.chapter(state)
    return state.box.adventure(id).links if id else ()


_DO: Mapping[type[Correction], Callable[[answers.CampaignTransition, Any], None]] = {
    SetSettings: _settings,
    SetChapters: _list,
    SetMember: _member,
    AddMember: _add,
    RemoveMember: _remove,
    SetFact: _fact,
    SetPurse: _purse,
}
