"""Campaigns as JSON: set-ups, whole positions, and what is wrong with hostile ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated, Any, Literal, TypeAlias
from weakref import WeakKeyDictionary

import msgspec

from companion.model.core.contract import Choice, Content, Json
from companion.model.core.record import Mode
from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.core.schema import Document, Shown, read
from companion.model.core.words import Message, amiss, say
from companion.model.games.asagiri.adventure.build import adventures
from companion.model.games.asagiri.adventure.record import AddFigure, Adventure
from companion.model.games.asagiri.state import cards
from companion.model.games.asagiri.state.table import Honour
from companion.model.games.asagiri.table.automation import Stop
from companion.model.games.asagiri.wire import Text100, read_stops, stops_of
from companion.model.games.asagiri.wire.position_reader import read_options

from . import answers, chapter_page, legal_options
from .state import (
    EDITION,
    MOST_CHAPTERS,
    MOST_PACKS,
    SEATS,
    CampaignSettings,
    CardBox,
    Edition,
    Feeling,
    Honouring,
    Member,
    Now,
    Replacing,
    Roster,
    Seeking,
    State,
    replace,
)  # fmt: skip

FORMAT = "okko-position/1"
SYSTEM_ID = "asagiri-campaign"
MOST_FIRST = 24
"""Members that a roster begins with."""


def _unnamed(text: str) -> Message | None:
    return amiss(text) if text else None


def _unprintable(text: str) -> Message | None:
    if all(line.isprintable() for line in text.split("\n")):
        return None
    return say("This text is too long or contains characters that cannot be shown.")


Title: TypeAlias = Annotated[str, msgspec.Meta(max_length=80, extra={"fault": _unnamed})]
Budget: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=60)]
HouseRules: TypeAlias = Annotated[str, msgspec.Meta(max_length=2_000, extra={"fault": _unprintable})]
"""In the table's own words, on several lines."""
Chapters: TypeAlias = Annotated[
    tuple[Annotated[Shown, msgspec.Meta(max_length=80)], ...], msgspec.Meta(max_length=MOST_CHAPTERS)
]


class FirstMemberForm(Document):
    """A member that a roster begins with."""

    card: Text100
    equipment: Text100 | None = None
    honour: Honour | None = None
    state: Feeling | None = None


Members: TypeAlias = Annotated[tuple[FirstMemberForm, ...], msgspec.Meta(max_length=MOST_FIRST)]


class RostersForm(Document):
    """With whom the rosters begin."""

    A: Members | None = None
    B: Members | None = None


class Setup(Document):
    """A campaign before its first adventure. All may be left out: the house campaign, with the cards of all packs,
    between rosters that its pages fill.
    """

    name: Title | None = None
    pack: Annotated[Shown, msgspec.Meta(max_length=60)] | None = None
    chapters: Chapters | None = None
    budget: Budget | None = None
    options: dict[str, Any] | None = None
    mode: Mode | None = None
    dials: dict[str, Stop] | None = None
    rules: HouseRules | None = None
    packs: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_PACKS)] | None = None
    rosters: RostersForm | None = None
    edition: Edition | None = None


class CampaignPosition(Now, frozen=True, kw_only=True):
    """A whole campaign; its box are the cards of the packs."""

    format: Literal["okko-position/1"]
    system: Literal["asagiri-campaign"]
    edition: Edition | None = None
    """As campaigns of edition 1 say it."""


_boxes: WeakKeyDictionary[Content, dict[tuple[str, ...], CardBox]] = WeakKeyDictionary()


def box_of(content: Content, packs: tuple[str, ...] = ()) -> CardBox:
    """The cards of some packs (by their namespaces; without any: of all there are), gathered once a content."""
    try:
        known = _boxes.setdefault(content, {})
    except TypeError:  # a content that cannot be referred to weakly is not remembered
        known = {}
    if packs not in known:
        known[packs] = _gathered(content, packs)
    return known[packs]


def _gathered(content: Content, packs: tuple[str, ...]) -> CardBox:
    """An adventure that brings a figure whose card is not among these is left out: nobody could be it."""
    characters = tuple(cards.character(content, id) for id in _ids(content, "character", packs))
    equipment = tuple(cards.equipment(content, id) for id in _ids(content, "equipment", packs))
    there = {card.id for card in characters} | {card.id for card in equipment}
    found = (one for one in adventures(content) if not packs or namespace(one.id) in packs)
    return CardBox(characters, equipment, tuple(one for one in found if brings(one) <= there))


def _ids(content: Content, kind: str, packs: tuple[str, ...]) -> list[str]:
    return [id for id, _ in content.every(kind) if not packs or namespace(id) in packs]


def namespace(id: str) -> str:
    """The pack that an id is of."""
    return id.partition(":")[0]


def namespaces(content: Content) -> tuple[str, ...]:
    """The packs that a campaign can be played with, in their order."""
    kinds = ("character", "equipment", "adventure")
    return tuple(dict.fromkeys(namespace(id) for kind in kinds for id, _ in content.every(kind)))


def brings(adventure: Adventure) -> set[str]:
    """The cards of the figures that an adventure brings to the rosters, also where an earlier one has changed it."""
    added = [change.figure for link in adventure.links for change in link.changes if isinstance(change, AddFigure)]
    hired = [figure for side in adventure.sides for figure in side.band.fixed] + added
    return {id for figure in hired for id in (figure.card, figure.equipment) if id is not None}


def house(box: CardBox, pack: str = "house") -> tuple[str, ...]:
    """The campaign of a pack: its adventures in the order of its book."""
    return tuple(found.id for found in box.adventures if namespace(found.id) == pack)


def new(setup: Json, content: Content) -> State:
    """A campaign out of a `Setup`.

    Raises InvalidInput naming the field at fault, RuleBroken for a roster against the rules.
    """
    form = read(setup, Setup)
    packs = _packs(form.packs or (), content, "packs")
    box = box_of(content, packs)
    if form.pack is not None and form.chapters is not None:
        raise InvalidInput("chapters", "Choose a pack's campaign or a list of adventures, not both.")
    chapters = house(box, "house" if form.pack is None else form.pack) if form.chapters is None else form.chapters
    if not chapters:
        where = "chapters" if form.pack is None else "pack"
        raise InvalidInput(where, "A campaign needs at least one adventure.")
    _known_chapters(chapters, box, "chapters")
    read_options(form.options, "options")
    settings = CampaignSettings(
        form.name or "",
        16 if form.budget is None else form.budget,
        form.options or {},
        form.mode or "enforce",
        dict(stops_of(form.dials, "dials")),
        form.rules or "",
        chapters,
        packs,
        form.edition or EDITION,
    )
    state = State(box, Now(settings))
    rosters = form.rosters or RostersForm()
    for seat, members in enumerate((rosters.A, rosters.B)):
        state = _roster(state, seat, members or ())
    flow = answers.CampaignTransition(state)
    answers.begin(flow)
    return flow.state


def _packs(wanted: Collection[str], content: Content, path: str) -> tuple[str, ...]:
    """In the order of the content, so that the same packs are always the same campaign."""
    there = namespaces(content)
    for n, name in enumerate(wanted):
        if name not in there:
            raise InvalidInput(f"{path}[{n}]", "One of {words} is needed here.", words=there)
    return tuple(name for name in there if name in wanted)


def _known_chapters(chapters: Collection[str], box: CardBox, path: str) -> None:
    for n, id in enumerate(chapters):
        if id and id not in box.adventures_by_id:
            raise InvalidInput(f"{path}[{n}]", "The content packs have no adventure {id}.", id=id)


def _known_cards(member: Member | FirstMemberForm, box: CardBox, path: str) -> None:
    for field, id, known in (
        ("card", member.card, box.characters_by_id), ("equipment", member.equipment, box.equipment_by_id),
    ):  # fmt: skip
        if id is not None and id not in known:
            raise InvalidInput(f"{path}.{field}", "The content packs have no card {id}.", id=id)


def _roster(state: State, seat: int, members: Collection[FirstMemberForm]) -> State:
    made: list[cards.Member] = []
    for n, form in enumerate(members):
        _known_cards(form, state.box, f"rosters.{SEATS[seat]}[{n}]")
        state, who = chapter_page.enlist(state, seat, form.card, form.equipment)
        member = replace(state.member(who), honour=form.honour, state=form.state or "vigilant")
        state = chapter_page.with_member(state, member)
        made.append(chapter_page.cards_of(state, member))
    wrong = [found for found in cards.band_refusals(made, 10_000) if found.rule not in ("BND-4",)] if made else []
    if wrong:
        raise RuleBroken(wrong[0])
    return state


def encode(state: State) -> Json:
    """The whole state; its box are the cards of the packs."""
    return {"format": FORMAT, "system": SYSTEM_ID, **msgspec.json.decode(msgspec.json.encode(state.now))}


def decode(position: Json, content: Content) -> State:
    """The state of a position; raises InvalidInput naming the field at fault."""
    form = read(position, CampaignPosition)
    now = Now(**{name: getattr(form, name) for name in Now.__struct_fields__})
    if form.edition is not None and "edition" not in position.get("settings", {}):
        now = replace(now, settings=replace(now.settings, edition=form.edition))
    _packs(now.settings.packs, content, "settings.packs")
    state = State(box_of(content, now.settings.packs), now)
    sound(state)
    return state


def sound(state: State) -> None:
    """Whether a position of sound form can be gone on with; raises InvalidInput naming the field at fault."""
    now, box = state.now, state.box
    read_options(now.settings.options, "settings.options")
    read_stops(now.settings.dials, "settings.dials")
    _known_chapters(now.settings.chapters, box, "settings.chapters")
    if now.chapter > len(now.settings.chapters) or (now.stage == "over") != (now.chapter == len(now.settings.chapters)):
        raise InvalidInput("chapter", "The campaign has no such chapter.")
    _rosters(state, now.rosters, "rosters")
    proposing = now.stage in ("result", "facts", "after", "approve")
    if proposing != (now.before is not None):
        raise InvalidInput("before", "The rosters before the proposal are known while there is one.")
    if now.before is not None:
        _rosters(state, now.before, "before")
    _band(state)
    _progress(state)
    if now.stage == "over":
        return
    flow = answers.CampaignTransition(state)
    found = _asked(state)
    if isinstance(found, Choice) and not found.options:
        raise InvalidInput("stage", "This position waits for no answer.")
    answers.settle(flow)
    if flow.state != state:
        raise InvalidInput("stage", "This position waits for no answer.")


def _asked(state: State) -> object:
    if state.now.stage == "after" and state.now.task is None:
        raise InvalidInput("task", "This position waits for no answer.")
    if state.now.stage == "result" and len(state.now.fates) >= len(state.fighters()):
        raise InvalidInput("fates", "This position waits for no answer.")
    if state.now.stage == "facts" and state.now.asked >= len(chapter_page.facts_of(state)):
        raise InvalidInput("asked", "This position waits for no answer.")
    return legal_options.pending(state)


def _rosters(state: State, rosters: tuple[Roster, Roster], path: str) -> None:
    for seat, roster in enumerate(rosters):
        known: set[str] = set()
        fallen = {member.id for member in roster.fallen}
        for kind, members in (("members", roster.members), ("fallen", roster.fallen)):
            for n, member in enumerate(members):
                at = f"{path}[{seat}].{kind}[{n}]"
                if member.id[0] != SEATS[seat] or member.id in known or int(member.id[1:]) > roster.number:
                    raise InvalidInput(f"{at}.id", "A member is numbered once, in its own roster.")
                known.add(member.id)
                _known_cards(member, state.box, at)
                if member.instead is not None and (member.instead not in fallen or member.instead == member.id):
                    raise InvalidInput(f"{at}.instead", "Nobody of this name is dead.")


def _band(state: State) -> None:
    """Who goes along: known, living until the result is known, and once."""
    now = state.now
    alive = {member.id for roster in now.rosters for member in roster.members}
    there = alive if now.stage in ("muster", "battle", "result") else alive | _dead(now.rosters)
    seen: set[str] = set()
    for seat in (0, 1):
        fixed = chapter_page.band(state, seat).fixed if now.stage != "over" else ()
        if len(now.cast[seat]) != len(fixed):
            raise InvalidInput(f"cast[{seat}]", "Every fixed figure is played by somebody, or by nobody.")
        where = [(f"cast[{seat}][{n}]", who) for n, played in enumerate(now.cast[seat]) for who in played]
        where += [(f"sent[{seat}][{n}]", who) for n, who in enumerate(now.sent[seat])]
        for path, who in where:
            if who not in there or who in seen or who[0] != SEATS[seat]:
                raise InvalidInput(path, "A member of this roster goes along once.")
            seen.add(who)
        if now.stage == "muster" and now.seat < seat and now.sent[seat]:
            raise InvalidInput(f"sent[{seat}]", "This roster is not mustered yet.")


def _dead(rosters: Iterable[Roster]) -> set[str]:
    return {member.id for roster in rosters for member in roster.fallen}


def _progress(state: State) -> None:
    """What the assistant has done and has still to do."""
    now, fighters = state.now, state.fighters()
    proposing = now.stage in ("result", "facts", "after", "approve")
    told = [fate.who for fate in now.fates]
    if told != list(fighters[: len(told)]) or (proposing and now.stage != "result" and len(told) != len(fighters)):
        raise InvalidInput("fates", "It is told of those who went along, one after the other.")
    if told and not proposing:
        raise InvalidInput("fates", "Nothing has happened yet.")
    for n, known in enumerate(now.facts):
        if known.adventure not in state.box.adventures_by_id:
            raise InvalidInput(f"facts[{n}].adventure", "This adventure is not known.")
    if now.asked > (len(chapter_page.facts_of(state)) if now.stage != "over" else 0):
        raise InvalidInput("asked", "The adventure leaves fewer facts.")
    alive = {member.id: member for roster in now.rosters for member in roster.members}
    anybody = set(alive) | _dead(now.rosters)
    for n, who in enumerate(now.joined):
        if who not in anybody:
            raise InvalidInput(f"joined[{n}]", "Nobody of this name is of a roster.")
    for n, (who, _) in enumerate(now.honours):
        if who not in anybody:
            raise InvalidInput(f"honours[{n}]", "Nobody of this name is of a roster.")
    busy = [*now.todo]
    if isinstance(now.task, Replacing):
        _replacing(state, now.task, alive)
    elif now.task is not None:
        busy.append(now.task.who)
    if (busy or now.task is not None) and now.stage not in ("facts", "after"):
        raise InvalidInput("todo", "There is nothing to be done yet.")
    if now.task is not None and now.stage != "after":
        raise InvalidInput("task", "There is nothing to be done yet.")
    for who in busy:
        if who not in alive or busy.count(who) > 1:
            raise InvalidInput("todo", "Everybody living does one thing, once.")
        if who not in fighters and alive[who].state != "shaken":
            raise InvalidInput("todo", "Who stayed at home and is vigilant has nothing to do.")
    _task(state, alive)
    if now.before is not None:
        was = {member.id for roster in now.before for member in roster.members}
        if not set(fighters) <= was:
            raise InvalidInput("before", "Who went along was of the roster before.")


def _replacing(state: State, task: Replacing, alive: Collection[str]) -> None:
    if task.dead not in _dead(state.now.rosters):
        raise InvalidInput("task.dead", "Nobody of this name is dead.")
    for n, who in enumerate(task.by):
        if who not in alive or who[0] != task.dead[0] or task.by.count(who) > 1:
            raise InvalidInput(f"task.by[{n}]", "Nobody of this name is of this roster.")


def _task(state: State, alive: dict[str, Member]) -> None:
    task = state.now.task
    if task is None or isinstance(task, Replacing):
        return
    kind = str(task.__struct_config__.tag)
    vigilant = legal_options.condition(state, task.who) == "vigilant"
    if vigilant != (kind != "healing"):
        raise InvalidInput("task.type", "The shaken and disabled heal, the vigilant pray or seek.")
    own = alive[task.who]
    if isinstance(task, Honouring) and (own.honour is None or own.honour == task.new):
        raise InvalidInput("task.new", "There are not two honours to choose from.")
    if isinstance(task, Seeking):
        drawn = [*task.drawn, *task.put_back]
        if len(set(drawn)) != len(drawn) or not set(drawn) <= set(state.box.equipment_by_id):
            raise InvalidInput("task.drawn", "Each equipment card lies in the deck once.")
        if not legal_options.deck(state, task) and not legal_options.finds(state, task):
            raise InvalidInput("task.drawn", "This position waits for no answer.")
    if kind in ("seeking", "tending") and not state.box.equipment:
        raise InvalidInput("task.type", "There is no equipment in the packs.")
