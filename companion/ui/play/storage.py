"""What the window wants of whoever keeps games. The window knows no database; `companion.app` brings one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

import msgspec

from companion.model.core.words import Message, say

if TYPE_CHECKING:
    from companion.model.content.workshop import Workshop
    from companion.model.core.contract import Content
    from companion.model.core.session import Session
    from companion.ui.play.campaign_storage import CampaignStorage
    from companion.ui.play.library_storage import LibraryStorage
    from companion.ui.play.statistics_storage import StatisticsStorage
    from companion.ui.play.storage_location import StorageLocation

Player: TypeAlias = Literal["person", "random", "greedy"]
"""Who plays a band: a person, or an automatic player by its id in `companion.model.bots.BOTS`."""
Mode: TypeAlias = Literal["track", "assist", "enforce"]
DiceEntry: TypeAlias = Literal["virtual", "typed", "ask"]
Help: TypeAlias = Literal["none", "odds", "all"]
"""As in `companion.ui.games.asagiri.controller.help`, which is not loaded before there is a table."""


class GameSettings(msgspec.Struct, frozen=True):
    """Who plays and how; travels beside the rules, never inside a state."""

    names: tuple[str, str] = ("", "")
    players: tuple[Player, Player] = ("person", "person")
    mode: Mode = "enforce"
    dice: DiceEntry = "virtual"
    """Who rolls as the game begins; then its log knows."""
    bands: tuple[str, str] = ("", "")
    """What the bands are called."""
    help: Help = "all"
    """The help agreed upon as the game begins; then its log knows."""
    clock: str = ""
    """The clock that runs beside the game (`companion.ui.games.asagiri.clock`); empty: none."""
    spent: tuple[float, float] = (0.0, 0.0)
    """The seconds that A and B have spent on it."""


def called(settings: GameSettings) -> Message:
    """What a new game is called until somebody renames it."""
    sitting = (say("First player"), say("Second player"))  # who is A is not known yet
    parts = zip(settings.names, settings.bands, settings.players, sitting, strict=True)
    first, second = (
        name or band or (words if player == "person" else say("Computer")) for name, band, player, words in parts
    )
    return say("{first} against {second}", first=first, second=second)


MOST_PICTURED = 1_000
"""Steps; a longer game is not played through only to be shown small."""


class GameEntry(msgspec.Struct, frozen=True):
    """A game in storage, as a list shows it."""

    id: int
    name: str
    changed: datetime
    mode: Mode = "enforce"
    finished: bool = False
    winner: str | None = None
    steps: int = 0


class BandEntry(msgspec.Struct, frozen=True):
    """A band in storage; `members` as a set-up writes them."""

    id: int
    name: str
    budget: int
    members: tuple[dict[str, str | None], ...]


class Opened(msgspec.Struct, frozen=True):
    """A game taken off storage; every later change of the session is kept."""

    entry: GameEntry
    session: Session[Any]
    settings: GameSettings
    twin: GameEntry | None = None
    """The same game, which was in storage before this one came out of a file."""


class StorageError(Exception):
    """Something could not be kept or fetched; `why` is a sentence for the person."""

    def __init__(self, why: Message) -> None:
        self.why = why
        super().__init__(why.key)


class GameStorage(Protocol):
    """Games and bands kept. Everything may raise StorageError; `restore` undoes `delete` until the program ends."""

    @property
    def content(self) -> Content:
        """The content packs; another object when something in them has changed."""

    @property
    def workshop(self) -> Workshop | None:
        """Where packs are made and kept; None: nowhere."""

    @property
    def storage_location(self) -> StorageLocation | None:
        """Where games are kept; None: nothing can be chosen about it."""

    @property
    def figures(self) -> StatisticsStorage:
        """The games that have ended, in short."""

    @property
    def library(self) -> LibraryStorage:
        """All games, looked at as a whole."""

    @property
    def campaigns(self) -> CampaignStorage:
        """The campaigns kept beside the games."""

    def games(self, most: int | None = None) -> Sequence[GameEntry]:
        """All games, or the `most` newest, the one changed last first."""

    def last_unfinished(self) -> GameEntry | None:
        """The game to go on with."""

    def begin(self, setup: dict[str, Any], settings: GameSettings, name: str) -> Opened:
        """Set up a game and keep it."""

    def open(self, id: int) -> Opened:
        """Fetch a game."""

    def look(self, id: int) -> Session[Any]:
        """Fetch a game only to look at it: nothing of it is kept."""

    def watch(self, id: int) -> Opened:
        """Fetch a copy of a game, for persons alone: nothing that is done to it is kept."""

    def keep(self, id: int, settings: GameSettings) -> None:
        """Keep who plays a game, and how."""

    def rescue(self, id: int) -> Opened:
        """Make a new game of the steps of one that can still be played."""

    def rename(self, id: int, name: str) -> None:
        """Call a game something else."""

    def delete(self, id: int) -> None:
        """Throw a game away; `restore` brings it back."""

    def restore(self, id: int) -> None:
        """Bring a deleted game back."""

    def export(self, id: int, path: Path) -> None:
        """Write a game into a readable file."""

    def take_in(self, path: Path) -> Opened:
        """Read a game out of a file and keep it, even if it is there already (`Opened.twin`)."""

    def bands(self) -> Sequence[BandEntry]:
        """All bands kept, by name."""

    def keep_band(
        self, name: str, budget: int, members: Sequence[dict[str, str | None]], id: int | None = None
    ) -> BandEntry:
        """Keep a new band, or another version of the one with this `id`."""

    def delete_band(self, id: int) -> None:
        """Throw a band away."""
