"""Door tokens on a board of four tiles: where they may lie, and laying them (KAR-5). No Qt."""

from __future__ import annotations

from dataclasses import replace

from companion.model.games.asagiri.state import cards, tiles
from companion.model.games.asagiri.state.board import Edge, Plan
from companion.ui.games.asagiri.bands.roster import Box

from .draft import Draft


def bare_plan(box: Box, draft: Draft) -> Plan | None:
    """The board without tokens, as far as tiles lie; None without any, or while they are of several sizes."""
    laid = [None if one is None else (cards.tile(box.content, one.tile), one.turns) for one in draft.tiles]
    sizes = {found[0].size for found in laid if found is not None}
    if len(sizes) != 1:
        return None
    size = sizes.pop()
    empty = Plan((" " * size,) * size)
    return tiles.join([empty if one is None else tiles.turned(tiles.plan(one[0]), one[1]) for one in laid])


def places(plan: Plan) -> tuple[Edge, ...]:
    """The sides of squares where a token may lie: open ones on walls between tiles, closed ones in openings."""
    every = (
        Edge(column, row, side)
        for row, line in enumerate(plan.rows)
        for column in range(len(line))
        for side in ("E", "S")
    )
    return tuple(edge for edge in every if _kind(plan, edge))


def _kind(plan: Plan, edge: Edge) -> str:
    """``openings`` or ``doors``, whichever token may lie there; nothing: none."""
    if tiles.token_fault(plan, edge, closed=False) is None:
        return "openings"
    closed = tiles.token_fault(plan, edge, closed=True) is None and edge not in plan.doors
    return "doors" if closed else ""


def lies(draft: Draft, edge: Edge) -> str:
    """Which token lies there: ``openings``, ``doors`` or nothing."""
    side = side_of(edge)
    return "openings" if side in draft.openings else "doors" if side in draft.doors else ""


def toggled(draft: Draft, plan: Plan, edge: Edge) -> Draft:
    """With the token that fits there, or without the one that lies there; as before where none may lie."""
    side = side_of(edge)
    there = lies(draft, edge)
    if there == "openings":
        return replace(draft, openings=tuple(one for one in draft.openings if one != side))
    if there == "doors":
        return replace(draft, doors=tuple(one for one in draft.doors if one != side))
    kind = _kind(plan, edge)
    if kind == "openings":
        return replace(draft, openings=(*draft.openings, side))
    return replace(draft, doors=(*draft.doors, side)) if kind else draft


def side_of(edge: Edge) -> cards.Side:
    """A side as set-ups and ready boards write it."""
    return (edge.column, edge.row), "E" if edge.side == "E" else "S"


def middle(edge: Edge) -> tuple[float, float]:
    """The middle of a side, in squares from the north-western corner of the board."""
    east = edge.side == "E"
    return edge.column + (1.0 if east else 0.5), edge.row + (0.5 if east else 1.0)
