"""The automatic Oni: which option its seat takes, from the state alone (AUT-4, AUT-5).

It knows everything the app knows, and asks nobody. What only a real table knows it leaves to the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

from companion.model.core.contract import Choice, Option
from companion.model.games.chronicles.board.layout import DoorOn
from companion.model.games.chronicles.insight import odds
from companion.model.games.chronicles.insight.distances import (
    FAR,
    from_heroes,
    from_missions,
    from_tokens,
    of_place,
    step_towards,
)
from companion.model.games.chronicles.rules import activation, movement, places, targets, track
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import HERO_SEATS, ONI, Figure, FigureId, Place, Seat, State, replace

TOLD: Final = (o.Total, o.Tell, o.Answer, o.TakeMission, o.RollHere)
"""What only a real table knows."""
Worth: TypeAlias = tuple[Any, ...]
"""The smallest is best."""


def answers(choice: Choice) -> bool:
    """Whether it is the Oni's to take, and not for a table to tell."""
    return choice.seat == ONI and not isinstance(choice.options[0], TOLD)


def decide(state: State, choice: Choice) -> Option | None:
    """The option that the rules take for the Oni; None: it is not its to take."""
    options = choice.options
    if not answers(choice):
        return None
    top = state.frames[-1] if state.frames else None
    match top:
        case f.OniFrame(figure=None) | f.GuardsFrame(figure=None):
            return _next_figure(state, options)
        case f.OniFrame(figure=str(id)) | f.GuardsFrame(figure=str(id)) | f.MoveFrame(figure=id):
            return _action(state, id, options)
        case f.AttackFrame(step="push"):
            return _push(state, top, options)
        case f.AttackFrame(step="reroll"):
            return _reroll(state, top, options)
        case f.StealthFrame():
            return _guard(state, top, options)
    if sheets := [one for one in options if isinstance(one, o.Activate)]:
        return _sheet(state, sheets)
    return _door(state, options) or _first(state, options)


# whose turn it is -----------------------------------------------------------------------------------------------------


def _sheet(state: State, sheets: Sequence[o.Activate]) -> Option:
    """The one with a figure nearest to a hero, then the first of the scenario's list."""
    far, listed = from_heroes(state), track.sheets_in_game(state)

    def worth(option: o.Activate) -> Worth:
        able = [
            of_place(state, far, one.at)
            for one in state.figures
            if one.card == option.sheet and activation.may_begin(state, one) is not False
        ]
        return min(able, default=FAR), listed.index(option.sheet)

    return min(sheets, key=worth)


def _next_figure(state: State, options: Sequence[Option]) -> Option:
    """The nearest to a hero, then the lower number; a host card is played before them (AUT-1)."""
    if powers := [one for one in options if isinstance(one, o.HostPower)]:
        return powers[0]
    far, figures = from_heroes(state), [one for one in options if isinstance(one, o.TakeFigure)]

    def worth(option: o.TakeFigure) -> Worth:
        figure = state.figure(option.figure)
        assert figure is not None
        return of_place(state, far, figure.at), _number(option.figure)

    return min(figures, key=worth) if figures else _end(options)


def _number(id: FigureId) -> Worth:
    """FIG-7."""
    _, _, number = id.rpartition("-")
    return (int(number), id) if number.isdecimal() else (0, id)


def _end(options: Sequence[Option]) -> Option:
    ends = (o.EndFigure, o.EndActivation, o.Done, o.Enough)
    return next(one for end in ends for one in options if isinstance(one, end))


# what a figure does ---------------------------------------------------------------------------------------------------


def _action(state: State, id: FigureId, options: Sequence[Option]) -> Option:
    figure = state.figure(id)
    assert figure is not None
    if escapes := [one for one in options if isinstance(one, o.Escape)]:
        return escapes[0]
    if best := _best(state, figure, [one for one in options if isinstance(one, o.Attack | o.Shoot)]):
        return best[1]
    moves = [one for one in options if isinstance(one, o.Go | o.Stand)]
    under_way = isinstance(state.frames[-1], f.MoveFrame)
    if moves and (to := _destination(state, figure, under_way=under_way)) is not None:
        return step_towards(state, figure, to, moves) or _first(state, moves)
    return _first(state, moves) if under_way else _end(options)


def _best(state: State, figure: Figure, attacks: Iterable[o.Attack | o.Shoot]) -> tuple[Worth, Option] | None:
    """AUT-5 (2): the highest chance of a hit, then more damage now, then AUT-4, then followers and Kami last."""
    found: list[tuple[Worth, Option]] = []
    for option in attacks:
        target = state.figure(option.target)
        if target is None or target.camp == figure.camp:  # a card may name others
            continue
        kind: targets.Kind = "attack" if isinstance(option, o.Attack) else "shoot"
        chance: Fraction = odds.attack_odds(state, figure, target, kind).chance
        found.append(((-chance, -target.damage, *_order(state, target), kind, target.id), option))
    return min(found, key=lambda one: one[0], default=None)


def _order(state: State, target: Figure) -> Worth:
    """AUT-4: heroes as their initiative cards lie in the pile, before followers and Kami."""
    seat = target.id if target.group == "hero" else target.owner
    return target.group != "hero", _initiative(state, seat)


def _initiative(state: State, seat: Seat | None) -> int:
    if seat in state.order:
        return state.order.index(seat)
    return len(state.order) + (HERO_SEATS.index(seat) if seat in HERO_SEATS else len(HERO_SEATS))


def _destination(state: State, figure: Figure, *, under_way: bool) -> Place | None:
    """AUT-5 (3), (4): where it could attack after this move, else what is nearest to its goal; None: it stays.

    A figure under way finds the place again to which it set out: it still is the best of those left.
    """
    reached = [at for at, _, _ in movement.reach(state, figure) or ()]
    ready = [(best[0], at) for at in reached if (best := _best(state, *_from(state, figure, at)))]
    if ready:
        return min(ready)[1]
    far = from_missions(state, figure) or from_heroes(state)
    near = min(((of_place(state, far, at), at) for at in reached), default=None)
    if near is None or (not under_way and near[0] >= of_place(state, far, figure.at)):
        return None
    return near[1]


def _from(state: State, figure: Figure, at: Place) -> tuple[Figure, list[o.Attack | o.Shoot]]:
    """The attacks that are surely possible from a place."""
    there = replace(figure, at=at)
    guards = next((one for one in state.frames if isinstance(one, f.GuardsFrame) and one.figure == figure.id), None)
    if places.board(state) is None:
        return there, []
    if guards is not None:
        fought = [one for one in targets.fought(state, guards) if targets.strikes(state, there, one)]
        return there, [o.Attack(ONI, one.id) for one in fought]
    return there, [one for one in targets.attacks(state, there, ONI) if isinstance(one, o.Attack | o.Shoot)]


# choices of an attack -------------------------------------------------------------------------------------------------


def _push(state: State, frame: f.AttackFrame, options: Sequence[Option]) -> Option:
    """Only away from the nearest investigation token not yet turned; the greatest increase."""
    target, leave = state.figure(frame.target), next(one for one in options if isinstance(one, o.Leave))
    far = from_tokens(state)
    if target is None or far is None:
        return leave
    pushes = [(-of_place(state, far, one.at), one.at, one) for one in options if isinstance(one, o.Push)]
    away, _, push = min(pushes, key=lambda one: one[:2])
    return push if -away > of_place(state, far, target.at) else leave


def _reroll(state: State, frame: f.AttackFrame, options: Sequence[Option]) -> Option:
    """AUT-4: the dice that make a hit likeliest; none if that is as likely as they lie."""
    ways = {one: one.dice if isinstance(one, o.RerollDice) else () for one in options}
    chances = {one: odds.exchanging(state, frame, dice) for one, dice in ways.items()}
    return max(options, key=lambda one: (chances[one], -len(ways[one])))


def _guard(state: State, frame: f.StealthFrame, options: Sequence[Option]) -> Option:
    """Each in turn, lower number first, beside the hero that was heard, while there is room; then they attack so."""
    if strikes := [one for one in options if isinstance(one, o.Strike)]:
        return min(strikes, key=lambda one: _number(one.figure))
    hero = state.figure(frame.figure)
    assert hero is not None
    beside = [
        one
        for one in options
        if isinstance(one, o.Deploy) and _beside(state, one.at, hero.at) and not _stands_beside(state, one.figure, hero)
    ]
    return min(beside, key=lambda one: (_number(one.figure), one.at)) if beside else _end(options)


def _stands_beside(state: State, id: FigureId, hero: Figure) -> bool:
    guard = state.figure(id)
    return guard is not None and _beside(state, guard.at, hero.at)


def _beside(state: State, at: Place, hero: Place) -> bool:
    near = places.near(state, at, hero)
    return bool(places.in_zone(state, at, hero) if near is None else near)


def _door(state: State, options: Sequence[Option]) -> Option | None:
    """The card *Reinforced doors*: the open door nearest to a hero; None: no doors are chosen from."""
    picks = {one.what: one for one in options if isinstance(one, o.Pick)}
    doors = [one for one in state.layout.doors if one.id in picks]
    if not doors:
        return None
    far = from_heroes(state)

    def worth(door: DoorOn) -> Worth:
        return door.state != "open", min(of_place(state, far, at) for at in door.cells), door.at, door.side

    return picks[min(doors, key=worth).id]


# anything else --------------------------------------------------------------------------------------------------------


def _first(state: State, options: Sequence[Option]) -> Option:
    """Lower column, lower row; heroes as AUT-4; else what stands first: ends stand last."""

    def worth(entry: tuple[int, Option]) -> Worth:
        place, option = entry
        at = getattr(option, "at", None)
        picked = option.what if isinstance(option, o.Pick) else None
        return (
            not isinstance(at, tuple),
            at if isinstance(at, tuple) else (0, 0),
            _initiative(state, picked) if picked in HERO_SEATS else -1,
            place,
        )

    return min(enumerate(options), key=worth)[1]
