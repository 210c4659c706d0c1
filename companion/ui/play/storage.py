"""What the window asks of whoever keeps games, bands, campaigns and their statistics; `companion.app` brings one.

The window knows no database. Everything may raise StorageError; what reads JSON raises InvalidInput naming the field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from companion.model.core.refusal import StorageError as StorageError
from companion.model.core.words import Message, Name, say
from companion.ui.kit.translator import tr

if TYPE_CHECKING:
    from companion.model.content.workshop import Workshop
    from companion.model.core.contract import Content, Json
    from companion.model.core.record import Record
    from companion.model.core.session import Session
    from companion.ui.play.storage_location import StorageLocation

Player: TypeAlias = Literal["person", "random", "greedy"]
"""Who plays a band: a person, or an automatic player by its id in `companion.model.bots.BOTS`."""
Mode: TypeAlias = Literal["track", "assist", "enforce"]
DiceEntry: TypeAlias = Literal["virtual", "typed", "ask"]
Help: TypeAlias = Literal["none", "odds", "all"]
"""What players have agreed to ask the program about: nothing, only odds, anything."""


class GameSettings(msgspec.Struct, frozen=True):
    """Who plays and how; travels beside the rules, never inside a state."""

    names: tuple[str, ...] = ("", "")
    """By seat, as the game is set up; players and bands likewise."""
    players: tuple[Player, ...] = ("person", "person")
    mode: Mode = "enforce"
    dice: DiceEntry = "virtual"
    """Who rolls as the game begins; then its log knows."""
    bands: tuple[str, ...] = ("", "")
    """What the bands are called."""
    help: Help = "all"
    """The help agreed upon as the game begins; then its log knows."""
    clock: str = ""
    """The clock that runs beside the game, as its table writes it; empty: none."""
    band_names: tuple[dict[str, str], ...] = ()
    """`bands` by language; nothing for one that a person has named."""
    titles: dict[str, str] = {}
    """What the game was called as it began, by language; it counts as long as the game bears one of these titles."""
    spent: tuple[float, ...] = (0.0, 0.0)
    """The seconds that the players have spent on it, by seat."""


def called(settings: GameSettings) -> Message:
    """What a new game is called until somebody renames it."""
    sitting = (say("First player"), say("Second player"))  # who is A is not known yet
    bands = [
        Name.of(words) if words else band for words, band in zip(_band_names(settings), settings.bands, strict=True)
    ]
    parts = zip(settings.names, bands, settings.players, sitting, strict=True)
    first, second = (
        name or band or (words if player == "person" else say("Computer")) for name, band, player, words in parts
    )
    return say("{first} against {second}", first=first, second=second)


def with_bands(settings: GameSettings, *bands: Message | Name | str) -> GameSettings:
    """The same with bands called so, in every language unless somebody has typed it."""
    words = tuple({} if isinstance(band, str) else tr.in_all(band) for band in bands)
    return msgspec.structs.replace(settings, bands=tuple(map(tr, bands)), band_names=words)


def with_title(settings: GameSettings, title: Message | Name) -> GameSettings:
    """The same of a game that begins under a title which is said in every language."""
    return msgspec.structs.replace(settings, titles=tr.in_all(title))


def _band_names(settings: GameSettings) -> tuple[dict[str, str], ...]:
    named = settings.band_names
    return named if len(named) == len(settings.bands) else ({},) * len(settings.bands)


def translated(settings: GameSettings) -> GameSettings:
    """The same with the bands as they are called in the language of the window."""
    names = zip(_band_names(settings), settings.bands, strict=True)
    return msgspec.structs.replace(settings, bands=tuple(words.get(tr.language, band) for words, band in names))


def title_of(stored: str, settings: GameSettings) -> str:
    """What a game stored under a title is called in the language of the window, unless somebody has renamed it."""
    return settings.titles.get(tr.language, stored) if stored in settings.titles.values() else stored


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
    system: str = ""
    """What is played: the id of its game."""


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
    kept: bool = True
    """False: a copy that is only watched; who plays it, and how, is not kept either."""

    @property
    def title(self) -> str:
        """What it is called in the language of the window."""
        return title_of(self.entry.name, self.settings)


class Summed(NamedTuple):
    """A game that has ended, as its system summed it up (`core.summaries`)."""

    game: int
    title: str
    settings: str | None
    """JSON of its `GameSettings`, as kept."""
    summary: str


class StatisticsStorage(Protocol):
    """The games that have ended, in short."""

    def summed(self, system: str, campaign: int | None = None) -> Sequence[Summed]:
        """All of them that were played by a system, or those of a campaign, the one played first at the front."""

    def lacking(self, campaign: int | None = None) -> Sequence[int]:
        """The games whose figures have still to be worked out."""

    def work_out(self, game: int) -> bool:
        """Work out one of them; raises InvalidInput when it cannot be played any more."""


SEATS = tuple("ABCDEFGH")
Result: TypeAlias = Literal["", "open", "over", "draw", "A", "B", "C", "D", "E", "F", "G", "H"]
"""Any; not ended yet; ended; ended without a winner; won by a player, alone or with others."""
Order: TypeAlias = Literal["changed", "begun", "name", "length"]


class LibrarySearch(msgspec.Struct, frozen=True):
    """What is looked for, and in which order it is wanted; everything given must hold."""

    text: str = ""
    """Words, all of them somewhere in name, persons, bands, characters, adventure or tags, in any language."""
    result: Result = ""
    adventure: str = ""  # its id
    tag: str = ""
    game: str = ""  # the id of what is played
    mode: str = ""
    since: date | None = None
    until: date | None = None
    """The first and the last day, here, on which it was played last."""
    order: Order = "changed"
    backward: bool = False

    @property
    def narrow(self) -> bool:
        """Whether any game could be left out."""
        return msgspec.structs.replace(self, order="changed", backward=False) != LibrarySearch()


class LibraryEntry(msgspec.Struct, frozen=True):
    """A game as the library shows it before it is opened."""

    game: GameEntry
    begun: datetime
    settings: GameSettings = GameSettings()
    """Who plays, as it was kept."""
    adventure: str = ""
    """The id of the adventure played, if it is one."""
    tags: tuple[str, ...] = ()
    seated: tuple[int, ...] | None = None
    """Who of the players in `settings` has which seat; None: nobody knows unopened."""


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

    def found(self, search: LibrarySearch) -> Sequence[int]:
        """The numbers of the games looked for, in order."""

    def entries(self, ids: Sequence[int]) -> Sequence[LibraryEntry]:
        """These games in this order; those that are gone are left out."""

    def count(self) -> int:
        """How many games there are."""

    def today(self) -> date:
        """The day it is here, by the clock that dates the games."""

    def systems(self) -> Sequence[tuple[str, int]]:
        """The ids of all games that are played and how often, the most played first."""

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


@dataclass(frozen=True, slots=True)
class CampaignEntry:
    """A campaign in storage, as a list shows it."""

    id: int
    title: str
    changed: datetime
    branches: int
    state: Any
    """As the branch shown has it; None: it cannot be played any more."""
    why: Message | None = None
    """Why not."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A campaign taken off storage; every later change of it is kept."""

    id: int
    title: str
    chronicle: Any
    """Its branches: the `core.branches.Campaign` of its game."""
    content: Content
    """Its cards before those of today's packs, with their pictures."""


@dataclass(frozen=True, slots=True)
class CampaignGame:
    """A stored game that was begun for a campaign."""

    branch: int
    chapter: int
    """Counted from 0."""
    entry: GameEntry


class CampaignStorage(Protocol):
    """Campaigns kept. All may raise StorageError; what reads JSON raises InvalidInput naming the field at fault."""

    def all(self) -> Sequence[CampaignEntry]:
        """All campaigns, the one played last first."""

    def begin(self, setup: Json, title: str) -> Kept:
        """Set up a campaign (``dice`` beside what `campaign.position.new` reads) and keep it; may raise RuleBroken."""

    def open(self, id: int) -> Kept:
        """Fetch a campaign; raises InvalidInput when it cannot be played to its end (`rescue` then takes what can)."""

    def rescue(self, id: int) -> Kept:
        """A new campaign of what can still be played of one, with its games; the old one stays."""

    def rename(self, id: int, title: str) -> None:
        """Call a campaign something else."""

    def delete(self, id: int) -> None:
        """Throw a campaign away; the games it has played stay. `restore` brings it back."""

    def restore(self, id: int) -> None:
        """Bring a deleted campaign back, until the program ends."""

    def copy(self, id: int, title: str) -> int:
        """Another campaign like it, with all branches; the games stay with the first one."""

    def export(self, id: int, path: Path) -> None:
        """Write a campaign into one readable file."""

    def take_in(self, path: Path) -> int:
        """Read a campaign out of a file and keep it, called as the file is."""

    def games(self, id: int) -> Sequence[CampaignGame]:
        """The games begun for a campaign that are still there, the oldest first."""

    def played_for(self, game: int) -> tuple[int, int, int] | None:
        """The campaign, branch and chapter that a game was begun for, if the campaign is still there."""

    def begin_game(self, kept: Kept, settings: GameSettings, name: str) -> Opened:
        """Begin the present chapter's battle as a game, and keep it; raises InvalidInput, UnknownOption, RuleBroken."""


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

    def begin(self, setup: dict[str, Any], settings: GameSettings, name: str, system: str = "") -> Opened:
        """Set up a game of a system (the first of the program when none is named) and keep it."""

    def open(self, id: int) -> Opened:
        """Fetch a game."""

    def look(self, id: int) -> Session[Any]:
        """Fetch a game only to look at it: nothing of it is kept."""

    def glance(self, id: int) -> tuple[Record, Any]:
        """A game's header and its state, to be shown."""

    def put_away(self, id: int, session: Session[Any]) -> None:
        """Keep how a game stands that leaves the table, so that `glance` is cheap."""

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
