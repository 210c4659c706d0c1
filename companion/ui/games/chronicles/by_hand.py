"""The table's free hand: what may be set on a figure, a hero, the Oni or a chapter, offered where it is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from companion.model.core.chance import HIDDEN
from companion.model.core.contract import Correction, Json, Option
from companion.model.core.words import Message, say
from companion.model.games.chronicles.box.effect_words import STATUSES
from companion.model.games.chronicles.box.effects import Colour
from companion.model.games.chronicles.insight.mission_book import CAMPS
from companion.model.games.chronicles.rules import equipment, missions, totals
from companion.model.games.chronicles.state.options import Drop, Put, Slot
from companion.model.games.chronicles.state.state import Cards, Figure, Gear, State
from companion.model.games.chronicles.table.corrections import Decide, PutObject, Set, mend
from companion.model.games.chronicles.wire.narration import label, named, place
from companion.model.games.chronicles.wire.position import FIELDS
from companion.model.games.chronicles.wire.setting_words import setting_set
from companion.ui.games.chronicles.board.contents import acting
from companion.ui.games.chronicles.heroes.words import SLOTS, name_of
from companion.ui.kit.translator import tr

ON_BOARD, OFF_BOARD = say("on the board"), say("off the board")
WINNERS: dict[Colour, Message] = {"blue": say("The heroes have won it"), "red": say("The Oni has won it")}


class Change(NamedTuple):
    """One thing that may be set by hand."""

    words: Message
    correction: Correction


def changes(state: State, part: str) -> list[Change]:
    """What may be done with a part of the table: ``figure:ID``, ``oni``, ``cell:3,4``, ``mission:ID``; ``card:ID`` is
    an object that somebody has, ``hero:h1`` that hero's own mission.
    """
    kind, _, id = part.partition(":")
    if kind == "figure" and (figure := state.figure(id)) is not None:
        return [*_figure(state, figure), *(_hero(state, id) if id in state.seats else ())]
    if kind == "cell":
        return list(_cell(state, id))
    if kind == "card":
        return list(_object(state, id))
    if kind in ("mission", "hero"):
        return list(_mission(state, id))
    return list(_oni(state)) if kind == "oni" else []


def _cell(state: State, at: str) -> Iterator[Change]:
    """Whoever acts is put there, and every figure that nobody has told the place of."""
    column, _, row = at.partition(",")
    cell: Json = [int(column), int(row)]
    lost = [one.id for one in state.figures if one.at == HIDDEN]
    for id in dict.fromkeys([*([who] if (who := acting(state)) is not None else []), *lost]):
        yield Change(say("Put {figure} here", figure=named(state, id)), Set(f"figures.{id}.at", cell))


def _object(state: State, item: str) -> Iterator[Change]:
    """An object that a hero has lies elsewhere (EOT-3), or is gone."""
    owners = [seat for seat in state.in_play if item in equipment.objects_of(state.hero(seat).gear)]
    for seat in owners:
        hero = state.hero(seat)
        lies = [slot for slot in equipment.SLOTS if item in _lying(hero.gear, slot)]
        ways: list[Option] = [
            Put(seat, item, slot)
            for slot in equipment.SLOTS
            if slot not in lies and equipment.may_lie(state.table.box, hero.card, item, slot)
        ]
        for option in (*ways, Drop(seat, item)):
            words = label(state, option)
            if len(owners) > 1:
                words = say("{about}: {what}", about=named(state, seat), what=words)
            slot = option.slot if isinstance(option, Put) else None
            yield Change(words, PutObject(seat, item, slot))


def _lying(gear: Gear, slot: Slot) -> Cards:
    return gear.reserve if slot == "reserve" else (getattr(gear, slot),)


def _mission(state: State, id: str) -> Iterator[Change]:
    """Only the table sees who holds a zone, or what no record describes (MIS-1)."""
    if id in state.seats:
        if not state.hero(id).out and missions.goal(state, id) is not None:
            yield Change(say("It is fulfilled"), Decide(missions.own_id(state, id), "blue"))
            yield Change(say("It is not fulfilled"), Decide(missions.own_id(state, id), "red"))
        return
    done = next((one.done for one in state.scores if one.id == id), None)
    for colour, words in WINNERS.items():
        if done != colour:
            yield Change(words, Decide(id, colour))
    if done is not None:
        yield Change(say("Nobody has won it yet"), Decide(id, None))


def _figure(state: State, figure: Figure) -> Iterator[Change]:
    at = f"figures.{figure.id}"
    most = totals.health(state, figure)
    if figure.group == "hero" or figure.damage + 1 < most:
        yield Change(say("One damage more"), Set(f"{at}.damage", figure.damage + 1))
    if figure.damage:
        yield Change(say("One damage less"), Set(f"{at}.damage", figure.damage - 1))
    has = {one.kind for one in figure.statuses}
    for status, word in STATUSES.items():
        if status == "maimed":
            continue
        if status in has:
            yield Change(say("No longer: {status}", status=word), Set(f"{at}.statuses.{status}", None))
        else:
            yield Change(say("Give: {status}", status=word), Set(f"{at}.statuses.{status}", {}))
    if figure.group != "hero":
        yield Change(say("Take it off the board"), Set(at, None))


def _hero(state: State, seat: str) -> Iterator[Change]:
    hero = state.hero(seat)
    if state.next == seat:
        yield Change(say("One action more"), Set(f"heroes.{seat}.actions", hero.actions + 1))
        if hero.actions:
            yield Change(say("One action less"), Set(f"heroes.{seat}.actions", hero.actions - 1))
    if state.captain != seat and seat in state.in_play:  # SEA-2
        yield Change(say("{hero} answers for the heroes", hero=named(state, seat)), Set("captain", seat))


def _oni(state: State) -> Iterator[Change]:
    oni = state.oni
    if not oni.alert:
        yield Change(say("Raise the alert"), Set("oni.alert", True))
    hand: Json = [*oni.hand]
    yield Change(say("One event card more"), Set("oni.hand", [*hand, HIDDEN]))
    if hand:
        yield Change(say("One event card less"), Set("oni.hand", hand[:-1]))
    for id, sheet in state.table.box.sheets.items():
        standing = sum(one.card == id for one in state.figures)
        if id in state.table.sheets and standing < sheet.figures:
            stem = id.rpartition(":")[2]
            free = next(n for n in range(1, 99) if state.figure(f"{stem}-{n}") is None)
            yield Change(
                say("Put one more on the board: {figure}", figure=named(state, id)),
                Set(f"figures.{stem}-{free}", {"card": id, "group": sheet.group}),
            )


# the past put right ---------------------------------------------------------------------------------------------------


class Difference(NamedTuple):
    """What lies otherwise on two tables, as `companion.ui.play.correction_panel` lists it."""

    what: Message | str
    then: Message | str
    now: Message | str


def differences(name: Callable[[str], str], before: State, after: State) -> list[Difference]:
    """What is not the same, field by field."""
    old = {one.at: one.value for one in mend(after, after, before) if isinstance(one, Set)}
    found = []
    for one in mend(before, before, after):
        if isinstance(one, Set):
            *about, field = one.at.split(".")
            values = [old.get(one.at), one.value]
            if about == ["figures"]:
                words = [ON_BOARD if value else OFF_BOARD for value in values]
                known = before if after.figure(field) is None else after
                found.append(Difference(say("{name}", name=named(known, field)), *words))
                continue
            then, now = (setting_set(about[-1] if about else "", field, _plain(value)) for value in values)
            if then and now:
                found.append(Difference(then[0], then[1], now[1]))
                continue
            known_as: Mapping[str, Message] = SLOTS if about[-1:] == ["gear"] else FIELDS
            what: Message | str = known_as.get(field, field.replace("_", " "))
            if about[-1:] == ["mission"]:
                what = FIELDS["mission"]
            whose = about[1] if about[:1] == ["heroes"] else about[-1] if about else None
            if whose is not None:
                what = say("{about}: {what}", about=FIELDS.get(whose) or named(after, whose), what=what)
            says = _place if field == "at" else partial(_said, after)
            found.append(Difference(what, *map(says, values)))
    return found


def _said(state: State, value: Json) -> str:
    """Cards and figures by their names."""
    if isinstance(value, list):
        return ", ".join(_said(state, one) for one in value) or "–"
    if isinstance(value, str):
        return tr(CAMPS[value]) if value in CAMPS else name_of(state, value)
    return _plain(value)


def _place(value: Json) -> str:
    """Where something stands, as far as anybody told it."""
    if isinstance(value, list):
        column, row = map(int, value)
        return tr(say("{name}", name=place((column, row))))
    return "–" if value in (None, HIDDEN) else str(value)


def _plain(value: Json) -> str:
    return "–" if value is None or isinstance(value, dict) else str(value)
