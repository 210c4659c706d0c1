"""What is kept on disk: games, settings, bands. The only place that knows the database.

Importing this package costs nothing; the first use of a name loads the database library (0.2 s), which a window
does after its first paint. `peek_settings` reads settings without it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .backups import Backup, Backups
    from .campaigns import CampaignInfo, CampaignKeeper, Campaigns, KeptBranch
    from .database import probe
    from .entries import Band, GameInfo
    from .files import file_name, members, read_json, read_record_file, record_text, write_text
    from .library import Figuring, KeptFigures, Place, Wanted
    from .logs import LogJournal
    from .peek import peek_settings
    from .repository import Repository
    from .shelves import Order, Shelved, Shelves

__all__ = [
    "Backup",
    "Backups",
    "Band",
    "CampaignInfo",
    "CampaignKeeper",
    "Campaigns",
    "Figuring",
    "GameInfo",
    "KeptBranch",
    "KeptFigures",
    "LogJournal",
    "Order",
    "Place",
    "Repository",
    "Shelved",
    "Shelves",
    "Wanted",
    "file_name",
    "members",
    "peek_settings",
    "probe",
    "read_json",
    "read_record_file",
    "record_text",
    "write_text",
]

_HOMES = {
    "Backup": "backups",
    "Backups": "backups",
    "CampaignInfo": "campaigns",
    "CampaignKeeper": "campaigns",
    "Campaigns": "campaigns",
    "KeptBranch": "campaigns",
    "probe": "database",
    "Figuring": "library",
    "KeptFigures": "library",
    "LogJournal": "logs",
    "Place": "library",
    "Wanted": "library",
    "peek_settings": "peek",
    "Band": "entries",
    "GameInfo": "entries",
    "Repository": "repository",
    "Order": "shelves",
    "Shelved": "shelves",
    "Shelves": "shelves",
    "file_name": "files",
    "members": "files",
    "read_json": "files",
    "read_record_file": "files",
    "record_text": "files",
    "write_text": "files",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value
