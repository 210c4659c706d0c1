"""Conditions of missions, objectives and personal missions: what counts towards one, and whether it is met (FX-6)."""

from __future__ import annotations

from typing import Final, Literal

from companion.model.core.contract import Event
from companion.model.games.chronicles.box.effects import Condition, Whom
from companion.model.games.chronicles.rules import events as e
from companion.model.games.chronicles.rules import places
from companion.model.games.chronicles.rules.mission_places import is_at, record_of
from companion.model.games.chronicles.rules.totals import has_acted, is_of
from companion.model.games.chronicles.state.state import CardId, Figure, FigureId, State

COUNTED: Final = (e.FigureRemoved, e.DamageTaken, e.Healed, e.TestResolved, e.FollowerJoined)
"""What a fact can be counted from."""


def worth(state: State, condition: Condition, event: Event, bearer: Figure | None, place: str | None = None) -> int:
    """How much an event counts towards a condition; `bearer`: whose own it is, `place`: where it is tested."""

    def does(id: FigureId | None) -> bool:
        return id is not None and fits(state, condition.by, figure_of(state, id), bearer)

    def suffers(id: FigureId, by: FigureId | None) -> bool:
        return by is not None and fits(state, condition.of or ANYBODY, figure_of(state, id), figure_of(state, by))

    match condition.fact, event:
        case "removes", e.FigureRemoved(id, _, by):
            return int(does(by) and suffers(id, by))
        case "removes_by_attack", e.FigureRemoved(id, _, by, True):
            return int(does(by) and suffers(id, by))
        case "takes", e.DamageTaken(id, n):
            return n if does(id) else 0
        case "heals", e.Healed(id, n, _, by) if id != by:
            return n if does(by) and suffers(id, by) else 0
        case "passes", e.TestResolved(id, _, _, True, kind):
            return int(kind in condition.kinds and does(id))
        case "opens", e.TestResolved(id, at, _, True, "chest") if record_of(state, at) is None:
            return int(does(id))
        case "tests", e.TestResolved(_, at, _, True):
            return int(at == place)
    return 0


ANYBODY: Final = Whom(("figure",))


def fits(state: State, whom: Whom, figure: Figure | None, bearer: Figure | None) -> bool:
    """FX-2, as far as the app can see it; of a mission that names nobody, anybody."""
    if figure is None or ("inactive" in whom.conditions and has_acted(state, figure)):
        return False
    if "beside" in whom.conditions and not places.beside(state, figure):
        return False
    if whom.where and not places.stands(state, whom.where, bearer, figure):
        return False
    if bearer is None and whom.who == ("self",):
        return True
    own = bearer is not None and bearer.id == figure.id
    return not (whom.other and own) and any(is_of(state, word, bearer, figure) for word in whom.who)


def figure_of(state: State, id: FigureId) -> Figure | None:
    """A figure, gone or not: what it is follows from what it is called (FIG-7)."""
    if (standing := state.figure(id)) is not None:
        return standing
    if id in state.seats:
        return Figure(id, state.hero(id).card, "hero")
    box, stem = state.table.box, id.rpartition("-")[0]
    for card, sheet in box.sheets.items():
        if card.rpartition(":")[2] == stem:
            return Figure(id, card, sheet.group)
    groups: tuple[tuple[Literal["follower", "kami"], list[CardId]], ...] = (
        ("follower", [*box.followers, *box.hosts]), ("kami", [*box.kami]),
    )  # fmt: skip
    return next((Figure(id, card, group) for group, cards in groups for card in cards if card.endswith(f":{id}")), None)


# as the table stands --------------------------------------------------------------------------------------------------


AS_IT_STANDS: Final = ("unhurt", "summons", "near_owner", "stands")
"""Facts that are not counted, but looked up."""


def met(
    state: State,
    condition: Condition,
    count: int,
    turn_ends: bool,
    bearer: Figure | None = None,
    mission: CardId | None = None,
) -> bool:
    """FX-6: counted often enough, or so as the table stands; `mission`: whose places are meant."""
    if condition.fact == "turns":
        return state.turn >= condition.count + (not turn_ends)
    if condition.fact not in AS_IT_STANDS:
        return count >= condition.count
    concerned = [one for one in state.figures if fits(state, condition.by, one, bearer)]
    if condition.fact == "unhurt":
        return bool(concerned) and all(_unhurt(state, one) for one in concerned)
    if condition.fact == "near_owner":
        return any(_near_owner(state, one) for one in concerned)
    if condition.fact == "stands":
        at = condition.at
        return at is not None and sum(is_at(state, mission, at, one.at) is True for one in concerned) >= condition.count
    elements = {one for figure in concerned if figure.group == "hero" for one in state.hero(figure.id).summoned}
    return len(elements) >= condition.count


def held(state: State, condition: Condition, mission: CardId) -> bool:
    """FX-6 `holds`: a figure of one sort stands there, and none of the other."""
    at = condition.at
    if condition.fact != "holds" or at is None:
        return False
    there = [one for one in state.figures if is_at(state, mission, at, one.at)]
    kept = condition.of is not None and any(fits(state, condition.of, one, None) for one in there)
    return not kept and any(fits(state, condition.by, one, None) for one in there)


def _near_owner(state: State, figure: Figure) -> bool:
    owner = state.figure(figure.owner) if figure.owner is not None else None
    return owner is not None and places.near(state, figure.at, owner.at) is True


def _unhurt(state: State, figure: Figure) -> bool:
    if figure.group != "hero":
        return not figure.damage
    hero = state.hero(figure.id)
    planned = [card for card in (hero.plan.right, hero.plan.left) if card in state.table.box.wounds]
    return not (hero.wounds or hero.spent_wounds or planned)
