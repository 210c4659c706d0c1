"""What the window wants of whoever keeps campaigns; `companion.app` brings one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from companion.model.campaign.state import State
    from companion.model.campaign.tree import Chronicle
    from companion.model.core.contract import Content, Json
    from companion.model.core.words import Message
    from companion.ui.play.storage import GameEntry, GameSettings, Opened

ENDING = ".campaign.json"
"""Of the file that holds a campaign."""


@dataclass(frozen=True, slots=True)
class CampaignEntry:
    """A campaign in storage, as a list shows it."""

    id: int
    title: str
    changed: datetime
    branches: int
    state: State | None
    """As the branch shown has it; None: it cannot be played any more."""
    why: Message | None = None
    """Why not."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A campaign taken off storage; every later change of it is kept."""

    id: int
    title: str
    chronicle: Chronicle
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
