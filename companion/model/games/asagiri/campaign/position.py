"""Campaigns as JSON: set-ups, whole positions, and what is wrong with hostile ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from weakref import WeakKeyDictionary

import msgspec

from companion.model.core.contract import Choice, Content, Json
from companion.model.core.reading import Reader
from companion.model.core.record import MODES
from companion.model.core.refusal import InvalidInput, RuleBroken
from companion.model.core.schema import read
from companion.model.core.words import Message, say
from companion.model.games.asagiri.adventure.build import adventures
from companion.model.games.asagiri.adventure.record import AddFigure, Adventure
from companion.model.games.asagiri.rules.honours import HONOURS
from companion.model.games.asagiri.state import band_rules, cards
from companion.model.games.asagiri.wire.codecs import read_stops
from companion.model.games.asagiri.wire.position_reader import read_options

from . import answers, chapter_page, legal_options
from .chapter_page import enlist
from .state import (
    EDITION,
    MOST_CHAPTERS,
    MOST_PACKS,
    SEATS,
    Box,
    Honouring,
    Member,
    Now,
    Replacing,
    Roster,
    Seeking,
    Settings,
    State,
    replace,
)

FORMAT = "okko-position/1"
SYSTEM_ID = "asagiri-campaign"
MOST_FIRST = 24
"""Members that a roster begins with."""


_boxes: WeakKeyDictionary[Content, dict[tuple[str, ...], Box]] = WeakKeyDictionary()


def box_of(content: Content, packs: tuple[str, ...] = ()) -> Box:
    """The cards of some packs (by their namespaces; without any: of all there are), gathered once a content."""
    try:
        known = _boxes.setdefault(content, {})
    except TypeError:  # a content that cannot be referred to weakly is not remembered
        known = {}
    if packs not in known:
        known[packs] = _gathered(content, packs)
    return known[packs]


def _gathered(content: Content, packs: tuple[str, ...]) -> Box:
    """An adventure that brings a figure whose card is not among these is left out: nobody could be it."""
    characters = tuple(cards.character(content, id) for id in _ids(content, "character", packs))
    equipment = tuple(cards.equipment(content, id) for id in _ids(content, "equipment", packs))
    there = {card.id for card in characters} | {card.id for card in equipment}
    found = (one for one in adventures(content) if not packs or namespace(one.id) in packs)
    return Box(characters, equipment, tuple(one for one in found if brings(one) <= there))


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


def house(box: Box, pack: str = "house") -> tuple[str, ...]:
    """The campaign of a pack: its adventures in the order of its book."""
    return tuple(found.id for found in box.adventures if namespace(found.id) == pack)


def new(setup: Json, content: Content) -> State:
    """A campaign before its first adventure: ``name``, ``pack`` or ``chapters``, ``budget``, ``options``, ``mode``,
    ``dials``, ``rules``, ``packs`` and ``rosters``.

    All may be left out: the house campaign, with the cards of all packs, between rosters that its pages fill.
    Raises InvalidInput naming the field at fault, RuleBroken for a roster against the rules.
    """
    root = Reader(setup).object(
        (), ("name", "pack", "chapters", "budget", "options", "mode", "dials", "rules", "packs", "rosters", "edition")
    )
    packs = _packs(root["packs"], content) if "packs" in root else ()
    box = box_of(content, packs)
    if "pack" in root and "chapters" in root:
        raise root["chapters"].fail("Choose a pack's campaign or a list of adventures, not both.")
    if "chapters" in root:
        chapters = tuple(_chapter(item, box) for item in root["chapters"].items(MOST_CHAPTERS))
    else:
        chapters = house(box, root["pack"].text(60) if "pack" in root else "house")
    if not chapters:
        raise root["pack" if "pack" in root else "chapters"].fail("A campaign needs at least one adventure.")
    budget = root["budget"].whole(1, 60) if "budget" in root else 16
    read_options(root["options"].value, "options")
    settings = Settings(
        root["name"].name(80) if root["name"].value not in (None, "") else "",
        budget,
        root["options"].value or {},
        root["mode"].one_of(MODES) if "mode" in root else "enforce",
        dict(read_stops(root["dials"].value, "dials")) if "dials" in root else {},
        rules_of(root["rules"]) if "rules" in root else "",
        chapters,
        packs,
        _edition(root),
    )
    state = State(box, Now(settings))
    if "rosters" in root:
        root["rosters"].object((), SEATS)
        for seat, name in enumerate(SEATS):
            if name in root["rosters"]:
                state = _roster(state, seat, root["rosters"][name])
    flow = answers.Flow(state)
    answers.begin(flow)
    return flow.state


def _edition(root: Reader) -> int:
    return root["edition"].whole(1, EDITION) if "edition" in root else EDITION


def _packs(reader: Reader, content: Content) -> tuple[str, ...]:
    """In the order of the content, so that the same packs are always the same campaign."""
    there = namespaces(content)
    wanted = {item.one_of(there) for item in reader.items(MOST_PACKS)}
    return tuple(name for name in there if name in wanted)


def rules_of(reader: Reader) -> str:
    """House rules in the table's own words, on several lines."""
    if not isinstance(reader.value, str) or len(reader.value) > 2_000:
        raise reader.fail("The text may have at most {most} characters.", most=2_000)
    if not all(line.isprintable() for line in reader.value.split("\n")):
        raise reader.fail("This text is too long or contains characters that cannot be shown.")
    return reader.value


def _chapter(reader: Reader, box: Box) -> str:
    id = reader.text(80)
    if id and all(known.id != id for known in box.adventures):
        raise reader.fail("The content packs have no adventure {id}.", id=id)
    return id


def _roster(state: State, seat: int, reader: Reader) -> State:
    made: list[band_rules.Member] = []
    for item in reader.items(MOST_FIRST):
        item.object(("card",), ("equipment", "honour", "state"))
        card = _known(item["card"], [card.id for card in state.box.characters])
        gear = None
        if "equipment" in item:
            gear = _known(item["equipment"], [card.id for card in state.box.equipment])
        state, who = enlist(state, seat, card, gear)
        member = replace(
            state.member(who),
            honour=item["honour"].one_of(HONOURS) if "honour" in item else None,
            state=item["state"].one_of(("vigilant", "shaken")) if "state" in item else "vigilant",
        )
        state = chapter_page.with_member(state, member)
        made.append(chapter_page.cards_of(state, member))
    wrong = [found for found in band_rules.refusals(made, 10_000) if found.rule not in ("BND-4",)] if made else []
    if wrong:
        raise RuleBroken(wrong[0])
    return state


def _known(reader: Reader, ids: Collection[str]) -> str:
    id = reader.text(100)
    if id not in ids:
        raise reader.fail("The content packs have no card {id}.", id=id)
    return id


def encode(state: State) -> Json:
    """The whole state; its box are the cards of the packs."""
    return {"format": FORMAT, "system": SYSTEM_ID, **msgspec.json.decode(msgspec.json.encode(state.now))}


def decode(position: Json, content: Content) -> State:
    """The state of a position; raises InvalidInput naming the field at fault."""
    root = Reader(position).object(("format", "system"), None)
    root["format"].one_of((FORMAT,))
    root["system"].one_of((SYSTEM_ID,))
    rest = {key: value for key, value in position.items() if key not in ("format", "system", "edition")}
    now = read(rest, Now)
    if "edition" in root and "edition" not in root["settings"].object((), None):
        now = replace(now, settings=replace(now.settings, edition=_edition(root)))
    _packs(Reader(list(now.settings.packs), "settings.packs"), content)
    state = State(box_of(content, now.settings.packs), now)
    sound(state)
    return state


def _fail(path: str, why: str | Message) -> InvalidInput:
    return InvalidInput(path, say(why) if isinstance(why, str) else why)


def sound(state: State) -> None:
    """Whether a position of sound form can be gone on with; raises InvalidInput naming the field at fault."""
    now, box = state.now, state.box
    read_options(now.settings.options, "settings.options")
    read_stops(now.settings.dials, "settings.dials")
    adventures_ = {known.id for known in box.adventures} | {""}
    for n, chapter in enumerate(now.settings.chapters):
        if chapter not in adventures_:
            raise _fail(f"settings.chapters[{n}]", say("The content packs have no adventure {id}.", id=chapter))
    if now.chapter > len(now.settings.chapters) or (now.stage == "over") != (now.chapter == len(now.settings.chapters)):
        raise _fail("chapter", "The campaign has no such chapter.")
    _rosters(state, now.rosters, "rosters")
    proposing = now.stage in ("result", "facts", "after", "approve")
    if proposing != (now.before is not None):
        raise _fail("before", "The rosters before the proposal are known while there is one.")
    if now.before is not None:
        _rosters(state, now.before, "before")
    _band(state)
    _progress(state)
    if now.stage == "over":
        return
    flow = answers.Flow(state)
    found = _asked(state)
    if isinstance(found, Choice) and not found.options:
        raise _fail("stage", "This position waits for no answer.")
    answers.settle(flow)
    if flow.state != state:
        raise _fail("stage", "This position waits for no answer.")


def _asked(state: State) -> object:
    if state.now.stage == "after" and state.now.task is None:
        raise _fail("task", "This position waits for no answer.")
    if state.now.stage == "result" and len(state.now.fates) >= len(state.fighters()):
        raise _fail("fates", "This position waits for no answer.")
    if state.now.stage == "facts" and state.now.asked >= len(chapter_page.facts_of(state)):
        raise _fail("asked", "This position waits for no answer.")
    return legal_options.pending(state)


def _rosters(state: State, rosters: tuple[Roster, Roster], path: str) -> None:
    characters = {card.id for card in state.box.characters}
    equipment = {card.id for card in state.box.equipment}
    for seat, roster in enumerate(rosters):
        known: set[str] = set()
        for kind, members in (("members", roster.members), ("fallen", roster.fallen)):
            for n, member in enumerate(members):
                at = f"{path}[{seat}].{kind}[{n}]"
                if member.id[0] != SEATS[seat] or member.id in known or int(member.id[1:]) > roster.number:
                    raise _fail(f"{at}.id", "A member is numbered once, in its own roster.")
                known.add(member.id)
                if member.card not in characters:
                    raise _fail(f"{at}.card", say("The content packs have no card {id}.", id=member.card))
                if member.equipment is not None and member.equipment not in equipment:
                    why = say("The content packs have no card {id}.", id=member.equipment)
                    raise _fail(f"{at}.equipment", why)
        fallen = {member.id for member in roster.fallen}
        for kind, members in (("members", roster.members), ("fallen", roster.fallen)):
            for n, member in enumerate(members):
                if member.instead is not None and (member.instead not in fallen or member.instead == member.id):
                    raise _fail(f"{path}[{seat}].{kind}[{n}].instead", "Nobody of this name is dead.")


def _band(state: State) -> None:
    """Who goes along: known, living until the result is known, and once."""
    now = state.now
    alive = {member.id for roster in now.rosters for member in roster.members}
    there = alive if now.stage in ("muster", "battle", "result") else alive | _dead(now.rosters)
    seen: set[str] = set()
    for seat in (0, 1):
        fixed = chapter_page.band(state, seat).fixed if now.stage != "over" else ()
        if len(now.cast[seat]) != len(fixed):
            raise _fail(f"cast[{seat}]", "Every fixed figure is played by somebody, or by nobody.")
        where = [(f"cast[{seat}][{n}]", who) for n, played in enumerate(now.cast[seat]) for who in played]
        where += [(f"sent[{seat}][{n}]", who) for n, who in enumerate(now.sent[seat])]
        for path, who in where:
            if who not in there or who in seen or who[0] != SEATS[seat]:
                raise _fail(path, "A member of this roster goes along once.")
            seen.add(who)
        if now.stage == "muster" and now.seat < seat and now.sent[seat]:
            raise _fail(f"sent[{seat}]", "This roster is not mustered yet.")


def _dead(rosters: Iterable[Roster]) -> set[str]:
    return {member.id for roster in rosters for member in roster.fallen}


def _progress(state: State) -> None:
    """What the assistant has done and has still to do."""
    now, fighters = state.now, state.fighters()
    proposing = now.stage in ("result", "facts", "after", "approve")
    told = [fate.who for fate in now.fates]
    if told != list(fighters[: len(told)]) or (proposing and now.stage != "result" and len(told) != len(fighters)):
        raise _fail("fates", "It is told of those who went along, one after the other.")
    if told and not proposing:
        raise _fail("fates", "Nothing has happened yet.")
    for n, known in enumerate(now.facts):
        if all(known.adventure != adventure.id for adventure in state.box.adventures):
            raise _fail(f"facts[{n}].adventure", "This adventure is not known.")
    if now.asked > (len(chapter_page.facts_of(state)) if now.stage != "over" else 0):
        raise _fail("asked", "The adventure leaves fewer facts.")
    alive = {member.id: member for roster in now.rosters for member in roster.members}
    anybody = set(alive) | _dead(now.rosters)
    for n, who in enumerate(now.joined):
        if who not in anybody:
            raise _fail(f"joined[{n}]", "Nobody of this name is of a roster.")
    for n, (who, _) in enumerate(now.honours):
        if who not in anybody:
            raise _fail(f"honours[{n}]", "Nobody of this name is of a roster.")
    busy = [*now.todo]
    if isinstance(now.task, Replacing):
        _replacing(state, now.task, alive)
    elif now.task is not None:
        busy.append(now.task.who)
    if (busy or now.task is not None) and now.stage not in ("facts", "after"):
        raise _fail("todo", "There is nothing to be done yet.")
    if now.task is not None and now.stage != "after":
        raise _fail("task", "There is nothing to be done yet.")
    for who in busy:
        if who not in alive or busy.count(who) > 1:
            raise _fail("todo", "Everybody living does one thing, once.")
        if who not in fighters and alive[who].state != "shaken":
            raise _fail("todo", "Who stayed at home and is vigilant has nothing to do.")
    _task(state, alive)
    if now.before is not None:
        was = {member.id for roster in now.before for member in roster.members}
        if not set(fighters) <= was:
            raise _fail("before", "Who went along was of the roster before.")


def _replacing(state: State, task: Replacing, alive: Collection[str]) -> None:
    if task.dead not in _dead(state.now.rosters):
        raise _fail("task.dead", "Nobody of this name is dead.")
    for n, who in enumerate(task.by):
        if who not in alive or who[0] != task.dead[0] or task.by.count(who) > 1:
            raise _fail(f"task.by[{n}]", "Nobody of this name is of this roster.")


def _task(state: State, alive: dict[str, Member]) -> None:
    task = state.now.task
    if task is None or isinstance(task, Replacing):
        return
    kind = str(task.__struct_config__.tag)
    vigilant = legal_options.condition(state, task.who) == "vigilant"
    if vigilant != (kind != "healing"):
        raise _fail("task.type", "The shaken and disabled heal, the vigilant pray or seek.")
    own = alive[task.who]
    if isinstance(task, Honouring) and (own.honour is None or own.honour == task.new):
        raise _fail("task.new", "There are not two honours to choose from.")
    if isinstance(task, Seeking):
        equipment = [card.id for card in state.box.equipment]
        drawn = [*task.drawn, *task.put_back]
        if len(set(drawn)) != len(drawn) or not set(drawn) <= set(equipment):
            raise _fail("task.drawn", "Each equipment card lies in the deck once.")
        if not legal_options.deck(state, task) and not legal_options.finds(state, task):
            raise _fail("task.drawn", "This position waits for no answer.")
    if kind in ("seeking", "tending") and not state.box.equipment:
        raise _fail("task.type", "There is no equipment in the packs.")
