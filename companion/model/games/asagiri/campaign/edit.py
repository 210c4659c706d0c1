"""The free hand: settings, the list of adventures, and what a table knows better about its rosters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.model.core.contract import Applied, Correction, Json
from companion.model.core.reading import Reader
from companion.model.core.record import MODES, Mode
from companion.model.core.refusal import InvalidInput
from companion.model.core.words import say
from companion.model.games.asagiri.rules.honours import HONOURS, Honour
from companion.model.games.asagiri.state import band_rules
from companion.model.games.asagiri.table.automation import Stop
from companion.model.games.asagiri.wire.codecs import read_stops
from companion.model.games.asagiri.wire.position_reader import read_options

from . import answers, chapter_page
from . import events as e
from .position import rules_of, sound
from .state import MOST_CHAPTERS, SEATS, Feeling, Known, State, replace


class SetSettings(Correction, frozen=True, tag="set_settings"):
    """Name, budget, table options, how games are played and house rules, from now on."""

    name: str
    budget: int
    options: dict[str, Any]
    mode: Mode
    dials: dict[str, Stop]
    rules: str


class SetChapters(Correction, frozen=True, tag="set_chapters"):
    """What is played after the present chapter; when the campaign is over, it goes on."""

    chapters: tuple[str, ...]


class SetMember(Correction, frozen=True, tag="set_member"):
    """How a member is: shaken or not, what it bears, which honour it has."""

    who: str
    state: Feeling
    equipment: str | None
    honour: Honour | None


class AddMember(Correction, frozen=True, tag="add_member"):
    """Somebody joins a roster."""

    seat: str
    card: str


class RemoveMember(Correction, frozen=True, tag="remove_member"):
    """A member that is not in the present band leaves its roster, dead or not."""

    who: str
    dead: bool


class SetFact(Correction, frozen=True, tag="set_fact"):
    """What is known of an adventure; None: nothing."""

    adventure: str
    fact: str
    holds: bool | None


class SetPurse(Correction, frozen=True, tag="set_purse"):
    """The zeni in a roster's purse; not while the assistant counts them itself."""

    seat: str
    zeni: int


_KINDS: Mapping[str, type[Correction]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (SetSettings, SetChapters, SetMember, AddMember, RemoveMember, SetFact, SetPurse)
}


def correction_json(correction: Correction) -> Json:
    """A correction as it is recorded."""
    written: dict[str, Json] = {"kind": correction.kind}
    for name in correction.__struct_fields__:
        value = getattr(correction, name)
        written[name] = list(value) if isinstance(value, tuple) else value
    return written


def correction_of(state: State, data: Json) -> Correction:
    """A correction out of JSON; raises InvalidInput."""
    reader = Reader(data).object(("kind",), None)
    made = _KINDS[reader["kind"].one_of(tuple(_KINDS))]
    reader.object(("kind", *made.__struct_fields__), ())
    return made(**{name: _READ[name](state, reader[name]) for name in made.__struct_fields__})


def _options(state: State, reader: Reader) -> dict[str, Any]:
    read_options(reader.value, reader.path)
    found: dict[str, Any] = reader.object().value
    return found


def _chapters(state: State, reader: Reader) -> tuple[str, ...]:
    known = {adventure.id for adventure in state.box.adventures} | {""}
    return tuple(item.one_of(known) for item in reader.items(MOST_CHAPTERS))


def _who(state: State, reader: Reader) -> str:
    living = [member.id for roster in state.now.rosters for member in roster.members]
    if reader.value not in living:
        raise reader.fail("Neither roster has a member of this name.")
    return str(reader.value)


def _card(state: State, reader: Reader) -> str:
    if all(card.id != reader.value for card in state.box.characters):
        raise reader.fail("No pack has this card.")
    return str(reader.value)


def _gear(state: State, reader: Reader) -> str | None:
    if reader.value is not None and all(card.id != reader.value for card in state.box.equipment):
        raise reader.fail("No pack has this card.")
    return None if reader.value is None else str(reader.value)


def _adventure(state: State, reader: Reader) -> str:
    if all(known.id != reader.value for known in state.box.adventures):
        raise reader.fail("There is no such adventure.")
    return str(reader.value)


_READ: Mapping[str, Callable[[State, Reader], Any]] = {
    "name": lambda state, reader: reader.text(80),
    "budget": lambda state, reader: reader.whole(1, 60),
    "options": _options,
    "mode": lambda state, reader: reader.one_of(MODES),
    "dials": lambda state, reader: dict(read_stops(reader.value, reader.path)),
    "rules": lambda state, reader: rules_of(reader),
    "chapters": _chapters,
    "who": _who,
    "state": lambda state, reader: reader.one_of(("vigilant", "shaken")),
    "equipment": _gear,
    "honour": lambda state, reader: None if reader.value is None else reader.one_of(HONOURS),
    "seat": lambda state, reader: reader.one_of(SEATS),
    "card": _card,
    "dead": lambda state, reader: reader.flag(),
    "adventure": _adventure,
    "fact": lambda state, reader: reader.text(60),
    "zeni": lambda state, reader: reader.whole(0, 10_000),
    "holds": lambda state, reader: None if reader.value is None else reader.flag(),
}


def edit(state: State, correction: Correction) -> Applied[State]:
    """Correct the campaign; raises InvalidInput when it makes no possible one."""
    flow = answers.Flow(state)
    _DO[type(correction)](flow, correction)
    answers.settle(flow)
    sound(flow.state)
    return Applied(flow.state, tuple(flow.events))


def _settings(flow: answers.Flow, c: SetSettings) -> None:
    old = flow.state.now.settings
    flow.set(
        settings=replace(
            old, name=c.name, budget=c.budget, options=c.options, mode=c.mode, dials=c.dials, rules=c.rules
        )
    )
    flow.tell(e.SettingsSet())


def _list(flow: answers.Flow, c: SetChapters) -> None:
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


def _member(flow: answers.Flow, c: SetMember) -> None:
    was = flow.state.member(c.who)
    card = flow.state.box.character(was.card)
    if c.equipment is not None and not band_rules.may_bear(card, flow.state.box.gear(c.equipment)):
        raise InvalidInput("equipment", say("{who} may not use this: {what}.", who=was.card, what=c.equipment))
    changed = replace(was, state=c.state, equipment=c.equipment, honour=c.honour)
    flow.member(c.who, state=c.state, equipment=c.equipment, honour=c.honour)
    flow.tell(e.MemberSet(c.who, flow.state.value(changed) - flow.state.value(was)))


def _add(flow: answers.Flow, c: AddMember) -> None:
    seat = SEATS.index(c.seat)
    refused = chapter_page.recruit_refused(flow.state, seat, flow.state.box.character(c.card))
    if refused is not None:
        raise InvalidInput("card", refused.why)
    who = flow.join(seat, c.card)
    flow.tell(e.MemberJoined(who, flow.state.value(flow.state.member(who))))


def _remove(flow: answers.Flow, c: RemoveMember) -> None:
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


def _fact(flow: answers.Flow, c: SetFact) -> None:
    left = [fact.fact for fact in flow.state.box.adventure(c.adventure).facts]
    if c.fact not in left:
        raise InvalidInput("fact", say("{origin} does not record this.", origin=c.adventure))
    if flow.state.now.stage != "over" and chapter_page.chapter(flow.state) == c.adventure:
        raise InvalidInput("adventure", say("The outcome of the current adventure is asked for when it ends."))
    facts = tuple(known for known in flow.state.now.facts if (known.adventure, known.fact) != (c.adventure, c.fact))
    if c.holds is not None:
        facts = (*facts, Known(c.adventure, c.fact, c.holds))
    if flow.state.now.stage not in ("over", "approve") and any(
        link.origin == c.adventure for link in _links(flow.state)
    ):
        raise InvalidInput("adventure", say("The current adventure has already started with the old facts."))
    flow.set(facts=facts)
    flow.tell(e.FactSet(c.adventure))


def _purse(flow: answers.Flow, c: SetPurse) -> None:
    if flow.state.now.before is not None:
        raise InvalidInput("seat", say("The assistant keeps track of the zeni until you approve the result."))
    seat = SEATS.index(c.seat)
    flow.state = chapter_page.with_roster(flow.state, seat, replace(flow.state.now.rosters[seat], purse=c.zeni))
    flow.tell(e.PurseSet(seat, c.zeni))


def _links(state: State) -> tuple[Any, ...]:
    id = chapter_page.chapter(state)
    return state.box.adventure(id).links if id else ()


_DO: Mapping[type[Correction], Callable[[answers.Flow, Any], None]] = {
    SetSettings: _settings,
    SetChapters: _list,
    SetMember: _member,
    AddMember: _add,
    RemoveMember: _remove,
    SetFact: _fact,
    SetPurse: _purse,
}
