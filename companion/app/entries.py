"""Stored games as the window lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.ui.play.storage import GameEntry, GameSettings

if TYPE_CHECKING:
    from companion.model.store import GameInfo


def system(id: str) -> Any:
    """The game system of an id; None: there is none."""
    from companion.model.games import SYSTEMS

    return SYSTEMS.get(id)


def entry(info: GameInfo) -> GameEntry:
    """A game as the window lists it."""
    from datetime import UTC, datetime

    from companion.model.core.record import MODES

    moment = datetime.fromisoformat(info.updated).replace(tzinfo=UTC).astimezone()
    return GameEntry(
        info.id,
        info.title,
        moment,
        next((mode for mode in MODES if mode == info.mode), "enforce"),
        info.finished,
        info.winner,
        info.cursor,
    )


def kept_settings(info: GameInfo) -> GameSettings:
    """Who plays, as it was kept; what was not, or makes no sense, as by default."""
    import msgspec

    try:
        found = msgspec.convert(info.summary, GameSettings)
    except msgspec.ValidationError:
        return GameSettings()
    game, seats = system(info.system), {len(found.names), len(found.players), len(found.bands)}
    fits = len(seats) == 1 and (game is None or game.facts.players[0] <= max(seats) <= game.facts.players[1])
    return found if fits else GameSettings()
