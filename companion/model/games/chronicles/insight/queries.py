"""Questions of the protocol about a position (``chronicles.attack`` …, POS-2); none changes anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from companion.model.core.contract import Json
from companion.model.core.record import plain
from companion.model.core.refusal import InvalidInput, UnknownOption
from companion.model.core.schema import Document, read
from companion.model.core.words import say
from companion.model.games.chronicles.board.board import Blocked
from companion.model.games.chronicles.box.effects import Colour, Stat
from companion.model.games.chronicles.insight import consistency, notebook, odds
from companion.model.games.chronicles.rules import accusation, missions, movement, places, targets, totals, track
from companion.model.games.chronicles.rules.totals import Reason
from companion.model.games.chronicles.state.state import ONI, Figure, State
from companion.model.grid import Cell, members

T = TypeVar("T")
Params = Mapping[str, Json]
STATS: Final[tuple[Stat, ...]] = ("speed", "attack", "defense", "mental")


class _Nothing(Document):
    pass


class _OfFigure(Document):
    id: str


class _Reach(Document):
    id: str
    speed: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None


class _Attack(Document):
    id: str
    target: str
    kind: Literal["attack", "shoot"] = "attack"


class _Sight(Document):
    from_: Cell = msgspec.field(name="from")
    to: Cell


class _Fire(Document):
    id: str
    target: str


class _Test(Document):
    id: str
    place: str


class _OfSeat(Document):
    seat: str


class _Accusation(Document):
    seat: str
    kind: Literal["host", "nature"]
    card: str


def _read(params: Params, type_: type[T]) -> T:
    try:
        return read(dict(params), type_)
    except InvalidInput as wrong:
        raise UnknownOption(wrong.why) from None


def _figure(state: State, id: str) -> Figure:
    found = state.figure(id)
    if found is None:
        raise UnknownOption(say("There is no “{name}” here.", name=id[:80]))
    return found


def _reasons(reasons: Iterable[Reason]) -> Json:
    return [msgspec.structs.asdict(one) for one in reasons]


# numbers --------------------------------------------------------------------------------------------------------------


def numbers(state: State, params: Params) -> Json:
    """The numbers of the turn of one figure, each with its reasons."""
    return _numbers(state, _figure(state, _read(params, _OfFigure).id))


def figures(state: State, params: Params) -> Json:
    """The numbers of every figure in play, by its id."""
    _read(params, _Nothing)
    return {figure.id: _numbers(state, figure) for figure in state.figures}


def _numbers(state: State, figure: Figure) -> Json:
    return {
        "card": figure.card,
        **{stat: _stat(state, figure, stat) for stat in STATS},
        "actions": totals.actions_of(state, figure),
        "health": totals.health(state, figure),
        "damage": figure.damage,
    }


def _stat(state: State, figure: Figure, stat: Stat) -> Json:
    """What is printed and what it is now; a reason that is not sure counts only as the table sees it. None: it has
    no such number.
    """
    printed = totals.base(state, figure, stat)
    if printed is None:
        return None
    found = {
        "printed": printed,
        "value": totals.value(state, figure, stat),
        "reasons": _reasons(totals.reasons(state, figure, stat)),
    }
    if stat == "attack":  # ATK-3: they are dice, and are not netted
        found["combat"], found["action"] = totals.attack_dice(state, figure, None)
    return found


# chances --------------------------------------------------------------------------------------------------------------


def attack(state: State, params: Params) -> Json:
    """Dice, number to reach and chance of an attack, and the rule against it, if there is one."""
    form = _read(params, _Attack)
    attacker, target = _figure(state, form.id), _figure(state, form.target)
    refused = targets.refusal(state, attacker, target, form.kind)
    found = odds.attack_odds(state, attacker, target, form.kind)
    return {
        "legal": refused is None,
        "rule": None if refused is None else refused.rule,
        "combat": found.combat,
        "action": found.action,
        "defense": found.defense,
        "damage": found.damage,
        "rerolls": found.rerolls,
        "chance": str(found.chance),
        "before": None if found.before is None else _test_json(found.before),
        "reasons": {"attack": _reasons(found.attack_reasons), "defense": _reasons(found.defense_reasons)},
    }


def test(state: State, params: Params) -> Json:
    """Characteristic, difficulty and chance of a test that a hero can make."""
    form = _read(params, _Test)
    figure = _figure(state, form.id)
    made = odds.tests_of(state, figure).get(form.place)
    if made is None:
        raise UnknownOption(say("There is nothing to test here."))
    return _test_json(odds.test_odds(state, made))


def _test_json(found: odds.TestOdds) -> Json:
    chance = None if found.chance is None else str(found.chance)
    return {**msgspec.structs.asdict(found), "chance": chance, "reasons": _reasons(found.reasons)}


# ways -----------------------------------------------------------------------------------------------------------------


def reach(state: State, params: Params) -> Json:
    """MOV-1 to MOV-8: every place where one move of a figure may end."""
    form = _read(params, _Reach)
    found = movement.reach(state, _figure(state, form.id), form.speed)
    if found is None:
        raise UnknownOption(say("Only the table knows where this figure stands."))
    return [{"at": plain(at), "zones": zones, "stops": stops} for at, zones, stops in found]


def zones(state: State, params: Params) -> Json:
    """BRD-6: the zones of the board, each with its neighbours."""
    _read(params, _Nothing)
    on = places.laid(state)
    if on is None:
        raise UnknownOption(say("No board has been laid out."))
    return {zone: [on.zones[n] for n in members(near)] for zone, near in zip(on.zones, on.next_to, strict=True)}


# lines ----------------------------------------------------------------------------------------------------------------


def sight(state: State, params: Params) -> Json:
    """BRD-7: whether a line between two cells is blocked, and what it meets first."""
    form, on = _read(params, _Sight), places.laid(state)
    if on is None:
        raise UnknownOption(say("No board has been laid out."))
    for at in (form.from_, form.to):
        if at not in on.index:
            raise UnknownOption(say("There is no space at column {column}, row {row}.", column=at[0], row=at[1]))
    blocked = on.blocking(on.index[form.from_], on.index[form.to])
    return {"blocked": blocked is not None, "by": _blocked(state, blocked)}


def fire(state: State, params: Params) -> Json:
    """BRD-8: whether a figure has a line of fire to another; what it may shoot with is not asked."""
    form = _read(params, _Fire)
    attacker, target = _figure(state, form.id), _figure(state, form.target)
    legal = places.fires(state, attacker, target.at)
    if attacker.camp == target.camp:
        return {"legal": False, "rule": "ATK-8", "by": None}
    if legal is None:
        return {"legal": None, "rule": None, "by": None}
    by = targets.in_fire(state, attacker, target)
    rule = None if legal else "BRD-8" if places.sees(state, attacker.at, target.at) else "BRD-7"
    return {"legal": legal, "rule": rule, "by": _blocked(state, by)}


def _blocked(state: State, blocked: Blocked | None) -> Json:
    """What a line meets: `side` of a cell, the `corner` south-east of a cell, or a `cell` with somebody in it."""
    if blocked is None:
        return None
    return {
        "kind": blocked.kind,
        "at": list(blocked.at),
        "side": blocked.side or None,
        "figure": next((one.id for one in state.figures if blocked.kind == "cell" and one.at == blocked.at), None),
    }


# the investigation ----------------------------------------------------------------------------------------------------


def book(state: State, params: Params) -> Json:
    """INV-12: what a seat can know of hosts and natures, and what accusing the likeliest would do."""
    found = notebook.notebook(state, _seat(state, _read(params, _OfSeat).seat))
    return {
        "hosts": [_entry(one) for one in found.hosts],
        "natures": [_entry(one) for one in found.natures],
        "left": found.left,
        "risks": [_risk(one) for one in found.risks],
    }


def accuse(state: State, params: Params) -> Json:
    """What an accusation would do, as far as a seat can know it."""
    form = _read(params, _Accusation)
    found = notebook.notebook(state, _seat(state, form.seat))
    entry = next((one for one in getattr(found, f"{form.kind}s") if one.card == form.card), None)
    if entry is None or state.oni.demon_since:
        raise UnknownOption(say("One nature and one suspect at most can be accused."))
    return {**_risk(notebook.risk(state, form.kind, entry)), "standing": entry.standing}


def _seat(state: State, seat: str) -> str:
    if seat not in (ONI, *state.seats):
        raise UnknownOption(say("“{seat}” is no seat of this game.", seat=seat[:20]))
    return seat


def _entry(entry: notebook.Entry) -> dict[str, Json]:
    return {**msgspec.structs.asdict(entry), "chance": str(entry.chance)}


def _risk(risk: notebook.Risk) -> dict[str, Json]:
    return {**msgspec.structs.asdict(risk), "right": str(risk.right)}


def contradictions(state: State, params: Params) -> Json:
    """TAB-6: what was told that cannot be."""
    _read(params, _Nothing)
    return [{"kind": one.kind, "about": one.about, "turn": one.turn} for one in consistency.contradictions(state)]


# track, missions, points ----------------------------------------------------------------------------------------------


def upgrades(state: State, params: Params) -> Json:
    """TRK: upgrades taken, and those that can be taken in this turn."""
    _read(params, _Nothing)
    return {
        "turn": state.turn,
        "closed": state.oni.closed,
        "taken": list(state.oni.upgrades),
        "open": [one.id for one in track.open_upgrades(state)],
    }


def mission_book(state: State, params: Params) -> Json:
    """MIS, FX-6: each mission and objective with what was counted of what is needed, and the heroes' own."""
    _read(params, _Nothing)
    return {
        "missions": [
            {
                "id": one.id,
                "mission": one.mission,
                "done": one.done,
                "minus": one.minus,
                **{colour: _counts(state, one.id, colour) for colour in ("blue", "red")},
            }
            for one in state.scores
        ],
        "heroes": {seat: _own(state, seat) for seat in state.seats},
    }


def _counts(state: State, mission: str, colour: Colour) -> Json:
    told = missions.counts(state, mission, colour)
    return [{"fact": one.fact, "count": count, "needed": one.count} for one, count in told]


def _own(state: State, seat: str) -> Json:
    goal, hero = missions.goal(state, seat), state.hero(seat)
    return {
        "id": missions.own_id(state, seat),
        "n": hero.mission,
        "fact": None if goal is None else goal.condition.fact,
        "count": hero.counted,
        "needed": None if goal is None else goal.condition.count,
        "fulfilled": not hero.out and missions.fulfilled(state, seat),
    }


def score(state: State, params: Params) -> Json:
    """MEM-4: points, chapters and large chapters of either colour."""
    _read(params, _Nothing)
    told = accusation.points(state).items()
    return {colour: dict(zip(("points", "chapters", "large"), counts, strict=True)) for colour, counts in told}


QUERIES: Final[Mapping[str, Callable[[Any, Params], Json]]] = {
    "numbers": numbers, "figures": figures, "attack": attack, "test": test, "notebook": book, "accuse": accuse,
    "reach": reach, "zones": zones, "sight": sight, "fire": fire, "contradictions": contradictions, "track": upgrades,
    "missions": mission_book, "score": score,
}  # fmt: skip
