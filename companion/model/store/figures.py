"""What figures over many games are drawn from: each game that has ended in short, one row of JSON.

The store does not know what is in them: whoever makes the repository says how they are worked out (`Figuring`). A row
counts as long as its game is as it was when it was worked out, and the way of working out is today's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, and_, select

from companion.model.core.session import Session

from . import library
from .database import Database
from .library import Wanted
from .tables import CampaignGame, Game, GameFigures

_GAMES = Game.__table__
_FIGURES = GameFigures.__table__
_PLAYED = CampaignGame.__table__

_NONE = "null"
"""Kept for a game that has no figures, so that it is not asked again."""


class Figuring(msgspec.Struct, frozen=True):
    """How the figures of a game are worked out."""

    version: int
    """Another number: all games are worked out anew."""
    of: Callable[[Session[Any]], str | None]
    """The figures of a game that has ended, as JSON; None: this game has none."""


class KeptFigures(msgspec.Struct, frozen=True):
    """A game that has ended in short."""

    game: int
    title: str
    updated: str
    """When it was played last, UTC, ISO."""
    summary: str | None
    """What `Repository.summarise` was given, as JSON."""
    data: str
    """What `Figuring.of` has said."""


def keep(database: Database, connection: Connection, game: int, figuring: Figuring, session: Session[Any]) -> bool:
    """Work out a stored game as it is in `session` and keep it; returns whether it has figures."""
    if not session.standing.finished:
        return False
    data = figuring.of(session) or _NONE
    revision = connection.execute(select(_GAMES.c.revision).where(_GAMES.c.id == game)).scalar()
    if revision is None:
        return False
    row = {"game_id": game, "revision": revision, "version": figuring.version, "data": data}
    connection.execute(database.put(_FIGURES, ("game_id",)), [row])
    return data != _NONE


def wanted_figures(version: int, wanted: Wanted, campaign: int | None) -> Select[Any]:
    """The rows of the games wanted, the one played first at the front; of one campaign only, if one is named."""
    columns = (_GAMES.c.id, _GAMES.c.title, _GAMES.c.updated, _GAMES.c.summary, _FIGURES.c.data)
    statement = select(*columns).join(_FIGURES, _as_today(version))
    statement = statement.where(_GAMES.c.finished, _FIGURES.c.data != _NONE)
    if campaign is not None:
        statement = statement.join(_PLAYED, _PLAYED.c.game_id == _GAMES.c.id)
        statement = statement.where(_PLAYED.c.campaign_id == campaign)
    return library.narrowed(statement, wanted).order_by(_GAMES.c.updated, _GAMES.c.id)


def lacking(version: int, wanted: Wanted, campaign: int | None) -> Select[Any]:
    """The ids of those games wanted that have ended and whose figures are not known."""
    statement = select(_GAMES.c.id).outerjoin(_FIGURES, _as_today(version))
    statement = statement.where(_GAMES.c.finished, _FIGURES.c.game_id.is_(None))
    if campaign is not None:
        statement = statement.join(_PLAYED, _PLAYED.c.game_id == _GAMES.c.id)
        statement = statement.where(_PLAYED.c.campaign_id == campaign)
    return library.narrowed(statement, wanted).order_by(_GAMES.c.id)


def _as_today(version: int) -> Any:
    return and_(
        _FIGURES.c.game_id == _GAMES.c.id,
        _FIGURES.c.revision == _GAMES.c.revision,
        _FIGURES.c.version == version,
    )
