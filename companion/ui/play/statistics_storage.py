"""What figures want of whoever keeps games; `companion.app` brings one. Everything may raise StorageError."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from companion.model.analysis.figures.many import Many


class StatisticsStorage(Protocol):
    """The games that have ended, in short."""

    def many(self, campaign: int | None = None) -> Many:
        """All of them, or those of a campaign, summed up."""

    def lacking(self, campaign: int | None = None) -> Sequence[int]:
        """The games whose figures have still to be worked out."""

    def work_out(self, game: int) -> bool:
        """Work out one of them; raises InvalidInput when it cannot be played any more."""
