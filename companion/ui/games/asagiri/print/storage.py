"""What the press wants of whoever keeps campaigns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from companion.model.core.contract import Content
    from companion.model.games.asagiri.campaign.chronicle import Chronicle


class Listed(Protocol):
    """A campaign in a list."""

    @property
    def id(self) -> int:
        """Its number."""

    @property
    def title(self) -> str:
        """What it is called."""


class Opened(Protocol):
    """A campaign, to be read."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def chronicle(self) -> Chronicle:
        """Its branches."""

    @property
    def content(self) -> Content:
        """The cards it is played with."""


class Campaigns(Protocol):
    """Campaigns kept. Everything may raise StorageError."""

    def all(self) -> Sequence[Listed]:
        """All of them, the one played last first."""

    def open(self, id: int) -> Opened:
        """One of them; raises InvalidInput when it cannot be played to its end."""
