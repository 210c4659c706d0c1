"""What the library wants of whoever keeps games; `companion.app` brings one. Everything may raise StorageError."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import msgspec

from companion.ui.play.storage import GameEntry, GameSettings

if TYPE_CHECKING:
    from companion.model.core.words import Name

Result: TypeAlias = Literal["", "open", "over", "A", "B", "draw"]
"""Any; not ended yet; ended; won by player A or B; ended without a winner."""
Order: TypeAlias = Literal["changed", "begun", "name", "length"]


class Search(msgspec.Struct, frozen=True):
    """What is looked for, and in which order it is wanted; everything given must hold."""

    text: str = ""
    """Words, all of them somewhere in name, persons, bands, characters, adventure or tags, in any language."""
    result: Result = ""
    adventure: str = ""
    """The id of an adventure; nothing: any game."""
    tag: str = ""
    mode: str = ""
    since: date | None = None
    """The first day, here, on which it was played last."""
    until: date | None = None
    """The last day."""
    order: Order = "changed"
    backward: bool = False

    @property
    def narrow(self) -> bool:
        """Whether any game could be left out."""
        return msgspec.structs.replace(self, order="changed", backward=False) != Search()


class LibraryEntry(msgspec.Struct, frozen=True):
    """A game as the library shows it before it is opened."""

    game: GameEntry
    begun: datetime
    settings: GameSettings = GameSettings()
    """Who plays, as it was kept."""
    adventure: str = ""
    """The id of the adventure played, if it is one."""
    tags: tuple[str, ...] = ()
    turned: bool | None = None
    """Whether the roll for player A gave the seats to the other bands (SET-1); None: nobody knows unopened."""


class Taken(msgspec.Struct, frozen=True):
    """What came of a file that was to be taken in: a game, or one that is there already."""

    game: GameEntry
    new: bool
    steps: int = 0
    """Of the game in the file."""


class Source(msgspec.Struct, frozen=True):
    """A file that may hold a game: by itself, or (`member`) in an archive."""

    path: Path
    member: str = ""

    @property
    def label(self) -> str:
        """What it is called when something is said of it."""
        return f"{self.path} · {self.member}" if self.member else str(self.path)


class LibraryStorage(Protocol):
    """The games, looked at as a whole."""

    def found(self, search: Search) -> Sequence[int]:
        """The numbers of the games looked for, in order."""

    def entries(self, ids: Sequence[int]) -> Sequence[LibraryEntry]:
        """These games in this order; those that are gone are left out."""

    def count(self) -> int:
        """How many games there are."""

    def adventure(self, id: str) -> Name | None:
        """What an adventure is called; None: its pack is not here."""

    def adventures(self) -> Sequence[tuple[str, int]]:
        """Every adventure played and how often, the most played first."""

    def tags(self) -> Sequence[tuple[str, int]]:
        """Every tag and how many games have it, the most used first."""

    def set_tags(self, id: int, tags: Sequence[str]) -> None:
        """Put these tags on a game and no others."""

    def tag(self, ids: Sequence[int], tag: str, *, on: bool) -> None:
        """Put a tag on all of these games, or take it off all of them; all or none."""

    def copy(self, id: int, name: str) -> int:
        """Another game with the same steps, people and tags; its number."""

    def file_name(self, id: int) -> str:
        """What a file with this game is best called."""

    def export(self, ids: Sequence[int], target: Path) -> tuple[int, Sequence[str]]:
        """Write games, a file each, into a folder or (a name that ends in ``.zip``) into an archive.

        How many were written, and the names of those that are damaged.
        """

    def sources(self, path: Path) -> Sequence[Source]:
        """The files that may hold a game: this one, those in this folder, those in this archive.

        Raises InvalidInput for an archive that is none.
        """

    def take(self, source: Source, *, again: bool = False) -> Taken:
        """Read a game out of a file and keep it, unless it is there already (`again`: even then).

        Raises InvalidInput for a file that holds none; nothing is kept then.
        """

    def stamp(self) -> str:
        """Changes whenever any game has changed, in this window or in another."""
