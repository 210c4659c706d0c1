"""Whom a figure may attack, where everybody stands, and the rule against it (ATK-1, ATK-6 to ATK-8).

Like the questions about places, these are answered by None where only the table can see it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from companion.model.core.contract import Option
from companion.model.core.refusal import Refusal, refuse
from companion.model.core.words import Arg, Name, say
from companion.model.games.chronicles.board.board import Blocked
from companion.model.games.chronicles.box import effects as fx
from companion.model.games.chronicles.rules import places, totals
from companion.model.games.chronicles.rules.damage import opponents
from companion.model.games.chronicles.state import frames as f
from companion.model.games.chronicles.state import options as o
from companion.model.games.chronicles.state.state import HERO_SEATS, ONI, Figure, Seat, State
from companion.model.grid import Cell

Kind: TypeAlias = Literal["attack", "shoot"]


def strikes(state: State, attacker: Figure, target: Figure) -> bool | None:
    """Whether a melee attack comes so far: to an adjacent space, with `reach` to whom it sees in its own zone."""
    near = places.near(state, attacker.at, target.at)
    if near is not False or not totals.permits(state, attacker, fx.Reach, target):
        return near
    same = places.in_zone(state, attacker.at, target.at)
    return places.sees(state, attacker.at, target.at) if same else same


def may_shoot(state: State, attacker: Figure, target: Figure | None = None) -> bool:
    """Whether something lets a figure make ranged attacks; an object that does is idle against some (ATK-10)."""
    blind = attacker.camp == "heroes" and any(isinstance(one.effect, fx.Blind) for one in totals.sources(state))
    return not blind and totals.permits(state, attacker, fx.Ranged, target)


def attacks(state: State, attacker: Figure, seat: Seat) -> list[Option]:
    """ATK-1: every attack at one opponent that is possible, or that only the table can rule out."""
    found: list[Option] = []
    shoots = may_shoot(state, attacker)
    for target in opponents(state, attacker):
        if strikes(state, attacker, target) is not False:
            found.append(o.Attack(seat, target.id))
        if shoots and may_shoot(state, attacker, target) and places.fires(state, attacker, target.at) is not False:
            found.append(o.Shoot(seat, target.id))
    return found


# guards that a card lets act ------------------------------------------------------------------------------------------


def fought(state: State, frame: f.GuardsFrame) -> list[Figure]:
    """ATK-8: whom these guards may attack, wherever they stand: creatures, and the sorts that the card names."""
    return [one for one in state.figures if one.id != frame.figure and _named(state, frame, one)]


def _named(state: State, frame: f.GuardsFrame, one: Figure) -> bool:
    sorts = totals.sorts(state, one)
    return (
        "creature" in sorts
        or ("guards" in frame.at and "guard" in sorts)
        or ("heroes" in frame.at and one.camp == "heroes")
    )


# what is against it ---------------------------------------------------------------------------------------------------


def acting(state: State, seat: Seat) -> Figure | None:
    """The figure that a seat acts with now."""
    top = state.frames[-1] if state.frames else None
    if isinstance(top, f.FollowerFrame | f.OniFrame | f.GuardsFrame):
        return state.figure(top.figure) if top.figure is not None else None
    if top is None and state.stage == "hero" and state.next == seat and seat != ONI and state.hero(seat).actions:
        return state.figure(seat)
    return None


def refusal(state: State, attacker: Figure, target: Figure, kind: Kind = "attack") -> Refusal | None:
    """The rule against an attack, and what is possible instead; None: it is possible."""
    top = state.frames[-1] if state.frames else None
    told: dict[str, Arg] = {"attacker": name_of(state, attacker), "target": name_of(state, target)}
    if isinstance(top, f.GuardsFrame) and top.figure == attacker.id:
        if target not in fought(state, top):
            return refuse("ATK-8", "{attacker} can’t attack {target}: the card names others.", **told)
        if kind == "shoot":
            return refuse("ATK-1", "{attacker} can’t shoot here. Attack somebody on an adjacent space.", **told)
    elif attacker.camp == target.camp:
        return refuse("ATK-8", "{attacker} can’t attack {target}: figures attack opponents only.", **told)
    return _not_shot(state, attacker, target, told) if kind == "shoot" else _not_struck(state, attacker, target, told)


def _not_struck(state: State, attacker: Figure, target: Figure, told: dict[str, Arg]) -> Refusal | None:
    if strikes(state, attacker, target) is not False:
        return None
    if _touch(attacker, target):
        return refuse("BRD-9", "{attacker} can’t attack {target}: there is a wall between them. Go round it.", **told)
    if totals.permits(state, attacker, fx.Reach, target):
        if places.in_zone(state, attacker.at, target.at):
            return refuse("BRD-7", "{attacker} can’t attack {target}: a wall is in the way. Move first.", **told)
        return refuse(
            "ATK-1",
            "{attacker} can’t reach {target}: an attack goes to an adjacent space or stays in the zone. Move first.",
            **told,
        )
    if may_shoot(state, attacker, target) and places.fires(state, attacker, target.at):
        return refuse("ATK-1", "{attacker} can’t attack {target}: they are not adjacent. Shoot, or move first.", **told)
    return refuse("ATK-1", "{attacker} can’t attack {target}: they are not adjacent. Move first.", **told)


def _touch(one: Figure, other: Figure) -> bool:
    """Whether the cells of two figures touch, walls or not."""
    if isinstance(one.at, str) or isinstance(other.at, str):
        return False
    return max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1])) == 1


def _not_shot(state: State, attacker: Figure, target: Figure, told: dict[str, Arg]) -> Refusal | None:
    if not may_shoot(state, attacker):
        return refuse("ATK-1", "{attacker} can’t shoot: no talent, power or object allows it now.", **told)
    if not may_shoot(state, attacker, target):
        return refuse("ATK-10", "{attacker} can’t shoot {target}: only legendary objects have an effect on it.", **told)
    blocked = in_fire(state, attacker, target)
    if blocked is None:
        return None
    if places.sees(state, attacker.at, target.at):
        return refuse("BRD-8", "{attacker} can’t shoot {target}: an opponent stands in between. Move first.", **told)
    return refuse("BRD-7", "{attacker} can’t shoot {target}: a wall is in the way. Move first.", **told)


def in_fire(state: State, attacker: Figure, target: Figure) -> Blocked | None:
    """BRD-8: what is in the way of a shot; None: nothing, or only the table sees it."""
    on = places.board(state)
    ends = (places.cell(on, attacker.at), places.cell(on, target.at)) if on is not None else (-1, -1)
    if on is None or min(ends) < 0:
        return None
    return on.blocking(*ends, places.standing(state, on, of=places.other_camp(attacker)))


def name_of(state: State, figure: Figure) -> Arg:
    """A figure by the name of its card, with its number when its sheet has several."""
    card = state.hero(figure.id).card if figure.id in HERO_SEATS else figure.card
    names, sheet = state.table.box.name_of(card), state.table.box.sheets.get(card)
    if names is None:
        return figure.id
    if sheet is None or sheet.figures == 1:
        return Name.of(names)
    return say("{sheet} {number}", sheet=Name.of(names), number=figure.id.rpartition("-")[2])


# after a hit ----------------------------------------------------------------------------------------------------------


def pushed_to(state: State, frame: f.AttackFrame) -> tuple[Cell, ...]:
    """ATK-6: the spaces on which the attacker may put its target: free for it, and adjacent to the attacker."""
    on, attacker, target = places.board(state), state.figure(frame.attacker), state.figure(frame.target)
    if on is None or attacker is None or target is None or frame.kind != "attack":
        return ()
    if frame.total < frame.defense and state.table.options.push_on == "hit":
        return ()
    if places.near(state, attacker.at, target.at) is not True or totals.permits(state, target, fx.Firm):
        return ()
    return on.cells_in(on.adjacent[places.cell(on, attacker.at)] & places.free(state, on, target.camp))
