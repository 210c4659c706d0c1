"""Figures over games, kept in a repository: what `ui/play/storage.py` asks for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from .guard import guarded

if TYPE_CHECKING:
    from companion.model.content.library import Library
    from companion.model.games.asagiri.statistics.many import Many
    from companion.model.store import Figuring, Repository


def figuring() -> Figuring:
    """How the store works out a game that has ended."""
    from companion.model.games.asagiri.statistics.short import VERSION, short_text
    from companion.model.store import Figuring

    return Figuring(VERSION, short_text)


class StoreFigures:
    """Figures over the games of a repository."""

    def __init__(self, repository: Repository, content: Library, without: Collection[int] = ()) -> None:
        """`content`: the packs with which games that lack figures are played again; `without`: thrown-away games."""
        self.repository, self.content, self._without = repository, content, without

    def many(self, campaign: int | None = None) -> Many:
        """All games that have ended, or those of a campaign, summed up."""
        from companion.model.games.asagiri.statistics.many import many, row

        kept = guarded(lambda: self.repository.figures(campaign=campaign))
        found = (row(one.game, one.title, one.summary, one.data) for one in kept if one.game not in self._without)
        return many(one for one in found if one is not None)

    def lacking(self, campaign: int | None = None) -> Sequence[int]:
        """The games whose figures have still to be worked out."""
        found = guarded(lambda: self.repository.lacking_figures(campaign=campaign))
        return [game for game in found if game not in self._without]

    def work_out(self, game: int) -> bool:
        """Work out one of them; raises InvalidInput when it cannot be played any more."""
        from companion.model.games import SYSTEMS

        return guarded(lambda: self.repository.work_out(game, SYSTEMS.get, self.content))
