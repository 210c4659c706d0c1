"""What the window wants to know of the place where games are kept; `companion.app` brings it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from companion.model.core.words import Message


FAULTS = "reports"
"""The folder, in the data folder, of the faults that were written down."""


class Copy(msgspec.Struct, frozen=True):
    """A copy of the file of saved games."""

    path: Path
    made: datetime
    """When, here."""
    size: int
    """In bytes."""
    why: str
    """As `companion.model.store.backups.Why`."""


class StorageLocation(Protocol):
    """The data folder, its copies, and the server. Everything may raise StorageError."""

    @property
    def folder(self) -> Path:
        """Where everything on this computer lies."""

    @property
    def server(self) -> bool:
        """Whether games are kept on a server now."""

    def copies(self) -> Sequence[Copy]:
        """The copies there are, the newest first."""

    def make_copy(self) -> Copy:
        """Make one now. May take long; any thread may ask."""

    def restore(self, copy: Copy) -> Message:
        """Put a copy in the place of the file, after the file as it is was copied too; what is to be said of it."""

    def wrong_with(self, address: str) -> Message | None:
        """Why this cannot be the address of a server; None: it can (nobody is asked)."""

    def ask(self, address: str) -> Message:
        """Ask the server at an address, and say what it has answered. May take seconds; any thread may ask."""
