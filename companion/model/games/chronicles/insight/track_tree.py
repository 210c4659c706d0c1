"""What has become of each upgrade of the track, and what can still be had (TRK-3, TRK-4, TRK-7, TRK-8)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from companion.model.games.chronicles.box.records import Upgrade
from companion.model.games.chronicles.rules.track import upgrade
from companion.model.games.chronicles.state.state import State

Standing: TypeAlias = Literal["taken", "open", "later", "closed"]
"""Taken; can be taken in this turn; may come to be linked; never any more."""
Kind: TypeAlias = Literal["guards", "creatures"]
KINDS: Final[tuple[Kind, ...]] = ("guards", "creatures")
BEFORE: Final = ("setup", "corruption", "upgrade")
"""The stages of a turn in which its upgrades can still be taken."""


def standings(state: State) -> dict[str, Standing]:
    """Of every upgrade of the game's track, by its id."""
    found: dict[str, Standing] = {}
    for kind in KINDS:
        found |= _of_kind(state, kind)
    return found


def _of_kind(state: State, kind: Kind) -> dict[str, Standing]:
    track = state.table.box.tracks[state.table.track]
    columns: list[tuple[int, tuple[Upgrade, ...]]] = [
        (turn, offered) for turn, column in enumerate(track.columns, 1) if (offered := getattr(column, kind))
    ]
    own = {one.id for _, offered in columns for one in offered}
    taken = [id for id in state.oni.upgrades if id in own]
    left = (track.guard_tokens if kind == "guards" else track.creature_tokens) - len(taken)
    if state.oni.closed or state.table.options.upgrades == "off":
        left = 0
    linked = set(upgrade(state, taken[-1]).next) if taken else None  # None: the first of its kind may be any
    found: dict[str, Standing] = {}
    for turn, offered in columns:
        past = turn < state.turn or (turn == state.turn and state.stage not in BEFORE)
        had = any(one.id in taken for one in offered)
        reached = [one for one in offered if left > 0 and not past and not had and (linked is None or one.id in linked)]
        for one in offered:
            found[one.id] = "closed"
            if one.id in taken:
                found[one.id] = "taken"
            elif one in reached:
                found[one.id] = "open" if turn == state.turn else "later"
        if not past and not had:
            left -= 1
            linked = {id for one in reached for id in one.next}
    return found
