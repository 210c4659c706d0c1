"""What the Oni's column shows of a state, in the words of the window: nothing that its viewer does not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from companion.model.core.chance import HIDDEN
from companion.model.core.words import Message, plural, say
from companion.model.games.chronicles.box.effect_words import STATS, explain, signed
from companion.model.games.chronicles.box.effects import Stat
from companion.model.games.chronicles.box.fitting import EVENT, HOST, POWER
from companion.model.games.chronicles.rules import totals, track
from companion.model.games.chronicles.rules.activation import can_act
from companion.model.games.chronicles.rules.totals import Reason
from companion.model.games.chronicles.state.state import ONI, Figure, State, Technique, replace
from companion.model.games.chronicles.wire.narration import named
from companion.ui.games.chronicles.heroes.words import source
from companion.ui.kit.translator import tr

NUMBERS: tuple[Stat, ...] = ("speed", "attack", "defense")


class FigureSeen(NamedTuple):
    """A figure in play."""

    id: str
    number: str
    damage: int
    health: int
    statuses: tuple[str, ...]
    name: str
    words: str


class Number(NamedTuple):
    """A total of this turn; of Attack the combat dice, `more` being the action dice."""

    sign: str
    total: int
    printed: int
    more: int = 0


class SheetSeen(NamedTuple):
    """A sheet of the Oni's."""

    id: str
    sort: str
    """``guard``, ``creature`` or ``demon``."""
    name: str
    numbers: tuple[Number, ...]
    figures: tuple[FigureSeen, ...]
    left: str
    acted: bool
    can: bool | None
    may: str
    """Whether it can be activated, in two words."""
    technique: str | None
    """None: none; empty: face down, and not known."""
    told: bool
    words: str


class CardSeen(NamedTuple):
    """Copies of a card that the viewer knows."""

    id: str
    copies: int
    name: str
    words: str


class Side(NamedTuple):
    """The Oni's side of the table."""

    sheets: tuple[SheetSeen, ...]
    hand: int
    own: tuple[CardSeen, ...]
    """The cards of the hand, for the Oni's own eyes."""
    black: tuple[CardSeen, ...]
    alert: bool
    corruption: tuple[tuple[str, bool], ...]
    """Where tokens lie, and whether it is the red one."""
    discard: int
    spent: str
    """The names of the cards in the discard."""


def side(state: State, viewer: str | None) -> Side:
    """All of it, for somebody's eyes."""
    oni = state.oni
    known = [card for card in oni.hand if card != HIDDEN] if viewer == ONI else []
    return Side(
        tuple([_sheet(state, id, viewer) for id in track.sheets_in_game(state)]),
        len(oni.hand),
        _cards(state, known),
        _cards(state, [card for card in oni.black if card != HIDDEN]),
        oni.alert,
        tuple([("" if one.piece == HIDDEN else one.piece, one.red) for one in oni.corruption]),
        len(state.piles.used_events),
        ", ".join(_times(tr_name(state, id), n) for id, n in Counter(state.piles.used_events).items() if id != HIDDEN),
    )


def tr_name(state: State, id: str | None) -> str:
    """A seat, figure, card or upgrade in the language of the window."""
    name = named(state, id)
    assert not isinstance(name, tuple)
    return tr(say("{name}", name=name))


def _times(name: str, n: int) -> str:
    return name if n == 1 else f"{name} ×{n}"


def _cards(state: State, ids: Iterable[str]) -> tuple[CardSeen, ...]:
    return tuple([CardSeen(id, n, tr_name(state, id), _card_words(state, id)) for id, n in Counter(ids).items()])


def _card_words(state: State, id: str) -> str:
    """What an event or host card says."""
    box, called = state.table.box, lambda sheet: named(state, sheet)
    if (event := box.events.get(id)) is not None:
        technique = [tr(_modifier(stat, n)) for stat in (*NUMBERS, "actions") if (n := getattr(event.technique, stat))]
        lines = [tr(say("Technique: {numbers}", numbers=", ".join(technique)))] if technique else []
        return "\n".join([*lines, *map(tr, explain(event.effects, EVENT, called))])
    host = box.hosts.get(id)
    return "" if host is None else "\n".join(map(tr, explain(host.effects, HOST, called)))


def _modifier(stat: str, n: int) -> Message:
    return say("{n} {stat}", n=signed(n), stat=stat_name(stat))


def stat_name(stat: str) -> Message:
    """Actions are no characteristic, but are told beside them."""
    return say("Actions") if stat == "actions" else STATS[stat]  # type: ignore[index]


# a sheet --------------------------------------------------------------------------------------------------------------


def _sheet(state: State, id: str, viewer: str | None) -> SheetSeen:
    record = state.table.box.sheets[id]
    figures = sorted((one for one in state.figures if one.card == id), key=lambda one: (len(one.id), one.id))
    bare = replace(figures[0], statuses=()) if figures else Figure(f"{id.rpartition(':')[2]}-0", id, record.group)
    technique = next((one for one in state.oni.techniques if one.sheet == id), None)
    name = None if technique is None else _technique(state, technique, viewer)
    can, acted = can_act(state, id), id in state.oni.activated
    left = track.left_in_box(state, id)
    in_box = tr(plural("{count} in the box", "{count} in the box", left)) if left or record.figures > 1 else ""
    usual = _numbers_words(state, bare)
    words = [
        tr(_sort(record.rank == "demon", record.group)),
        *usual,
        *map(tr, explain(record.powers, POWER, lambda sheet: named(state, sheet))),
        tr(plural("{count} figure in play", "{count} figures in play", len(figures))),
        *([in_box] if in_box else []),
        tr(_why(can, acted=acted, figures=bool(figures))),
        *_technique_words(state, technique, name),
    ]
    return SheetSeen(
        id,
        "demon" if record.rank == "demon" else "guard" if record.group == "guard" else "creature",
        tr_name(state, id),
        _numbers(state, bare),
        tuple([_figure(state, one, usual) for one in figures]),
        in_box,
        acted,
        can,
        tr(_may(can, acted=acted, figures=bool(figures))),
        name,
        technique is not None and technique.told,
        "\n".join(words),
    )


def _sort(demon: bool, group: str) -> Message:
    if demon:
        return say("The demon")
    return say("Guards") if group == "guard" else say("Creatures")


def _numbers(state: State, figure: Figure) -> tuple[Number, ...]:
    found = []
    for stat in NUMBERS:
        printed = totals.base(state, figure, stat) or 0
        if stat == "attack":
            combat, action = totals.attack_dice(state, figure, None)
            found.append(Number(stat, combat, printed, action))
        else:
            found.append(Number(stat, totals.value(state, figure, stat), printed))
    return (*found, Number("actions", totals.actions_of(state, figure), state.table.box.sheets[figure.card].actions))


def _numbers_words(state: State, figure: Figure) -> list[str]:
    reasons = [*[totals.reasons(state, figure, stat) for stat in NUMBERS], totals.action_reasons(state, figure)]
    return [_number_words(state, figure, *one) for one in zip(_numbers(state, figure), reasons, strict=True)]


def _number_words(state: State, figure: Figure, number: Number, reasons: list[Reason]) -> str:
    stat = stat_name(number.sign)
    total = say("{stat} {number}", stat=stat, number=number.total)
    if number.sign == "attack":
        combat = plural("{count} combat die", "{count} combat dice", number.total)
        action = plural("{count} action die", "{count} action dice", number.more)
        total = say("{stat}: {combat}", stat=stat, combat=combat)
        if number.more:
            total = say("{stat}: {combat}, {action}", stat=stat, combat=combat, action=action)
    if not reasons:
        return tr(total)
    why = ", ".join(_reason(state, figure, one) for one in reasons)
    return tr(say("{total} (printed {printed}; {reasons})", total=total, printed=number.printed, reasons=why))


def _reason(state: State, figure: Figure, reason: Reason) -> str:
    said = f"{signed(reason.n)} {source(state, reason, figure)}"
    return said if reason.sure else tr(say("perhaps {reason}", reason=said))


def _why(can: bool | None, *, acted: bool, figures: bool) -> Message:
    if acted:
        return say("Activated in this turn")
    if not figures:
        return say("Cannot be activated: no figure is in play")
    if can is None:
        return say("Can be activated if a figure stands on a corrupted tile")
    return say("Can be activated") if can else say("Cannot be activated without corruption or the alert")


def _may(can: bool | None, *, acted: bool, figures: bool) -> Message:
    if acted:
        return say("has acted")
    if not figures:
        return say("none in play")
    if can is None:
        return say("if corrupted")
    return say("ready") if can else say("no corruption")


def _technique(state: State, technique: Technique, viewer: str | None) -> str:
    """Its name, where the viewer may know it."""
    open_ = technique.told or viewer == ONI
    return tr_name(state, technique.card) if open_ and technique.card != HIDDEN else ""


def _technique_words(state: State, technique: Technique | None, name: str | None) -> list[str]:
    if technique is None:
        return []
    if not name:
        unnamed = say("Technique: turned over, but not named") if technique.told else say("A technique lies face down")
        return [tr(unnamed)]
    said = say("Technique: {card}", card=name) if technique.told else say("Technique, face down: {card}", card=name)
    return [tr(said), _card_words(state, technique.card)]


# a figure -------------------------------------------------------------------------------------------------------------


def _figure(state: State, figure: Figure, usual: list[str]) -> FigureSeen:
    """`usual`: what the sheet says already of the numbers of its figures."""
    health = totals.health(state, figure)
    statuses = tuple([one.kind for one in figure.statuses])
    words = [tr(say("Damage {damage} of {health}", damage=figure.damage, health=health))]
    if statuses:
        told = ", ".join(tr_name(state, f"status:{one}") for one in statuses)
        words.append(tr(say("Statuses: {statuses}", statuses=told)))
    words += [line for line in _numbers_words(state, figure) if line not in usual]
    number = figure.id.rpartition("-")[2]
    return FigureSeen(
        figure.id,
        number if state.table.box.sheets[figure.card].figures > 1 else "",
        figure.damage,
        health,
        statuses,
        tr_name(state, figure.id),
        "\n".join(words),
    )
