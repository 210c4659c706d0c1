"""Positions of Okko Chronicles on the house board, for rules that ask where figures and tokens stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.model.core.contract import Json
from companion.model.games.chronicles.state.state import State

from .tables import acting, changed, known, offered

Places = Mapping[str, Any]
"""Figures by id, tokens by id: a cell, or a zone."""
CARDS = {
    "ashigaru": "house:ashigaru", "hiroji-san": "house:hiroji-san", "yurei": "house:yurei", "ninja": "house:ninja",
    "samurai": "house:samurai", "bakemono": "house:bakemono",
}  # fmt: skip
ELSEWHERE = ([6, 11], [8, 11], [9, 11], [11, 11], [6, 10], [11, 10])
"""Where heroes and followers stand that a test says nothing of: in the long gallery."""


def fields(state: State, figures: Places, tokens: Places | None = None, depth: str = "spaces") -> dict[str, Json]:
    """The fields of a table where only these figures of the Oni stand; tokens by type and number (``clue-1``)."""
    found: dict[str, Json] = {"options.places": depth, "tokens": []}
    spare = iter(ELSEWHERE)
    for one in state.figures:
        if one.id in figures:
            found[f"figures.{one.id}.at"] = figures[one.id]
        elif one.camp == "oni":
            found[f"figures.{one.id}"] = None
        else:
            found[f"figures.{one.id}.at"] = next(spare) if depth == "spaces" else "T5.e" if depth == "zones" else "?"
    for id, at in figures.items():
        if state.figure(id) is None:
            card = CARDS[id.rpartition("-")[0]]
            group = state.table.box.sheets[card].group
            found[f"figures.{id}"] = {"card": card, "group": group, "at": at}
    listed = [{"id": id, "type": id.rpartition("-")[0], "at": at} for id, at in (tokens or {}).items()]
    found["tokens"] = listed
    return found


def on_board(
    seat: str,
    figures: Places,
    tokens: Places | None = None,
    more: Mapping[str, Json] | None = None,
    *,
    heroes: int = 3,
    depth: str = "spaces",
) -> State:
    """A hero's activation, the first of the turn."""
    state = known(heroes)
    return changed(state, {**acting(state, seat), **fields(state, figures, tokens, depth), **(more or {})})


def moves(state: State, seat: str) -> set[str]:
    """What a seat may do about moving: ids of `go` and `stand`."""
    return {one for one in offered(state, seat) if one.partition(":")[0] in ("go", "stand")}
