"""What the files of games and campaigns are called, so that a double click opens them and every system takes the name.

An ending of our own each, because Windows and macOS look at the last part of a name only. Files of version 0.1 (see
`GAMES_READ` and `CAMPAIGNS_READ`) are read for ever; packs (``.okko-pack``) always had theirs.
"""

from __future__ import annotations

import re
from pathlib import Path

GAME = ".okko-game"
"""Of a game in one file."""
GAMES_READ = (GAME, ".okko.json", ".json")
CAMPAIGN = ".okko-campaign"
"""Of a campaign in one file."""
CAMPAIGNS_READ = (CAMPAIGN, ".campaign.json")
_FORBIDDEN = frozenset('<>:"/\\|?*')
_DEVICES = re.compile(r"(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)")


def file_name(title: str, ending: str = GAME) -> str:
    """A name for the file of something with this title that every system takes."""
    clean = "".join("-" if sign in _FORBIDDEN or not sign.isprintable() else sign for sign in title)
    clean = clean.strip(" .")[:80].rstrip(" .") or "game"
    return f"{'_' if _DEVICES.match(clean) else ''}{clean}{ending}"


def title_of(path: str | Path) -> str:
    """What a game or a campaign out of this file is called."""
    name = Path(path).name
    for ending in (*CAMPAIGNS_READ, *GAMES_READ):
        if name.lower().endswith(ending):
            return name[: -len(ending)]
    return name


def is_game(name: str) -> bool:
    """Whether a file may hold a game, by its name."""
    return name.lower().endswith(GAMES_READ)


def is_campaign(name: str) -> bool:
    """Whether a file holds a campaign, by its name."""
    return name.lower().endswith(CAMPAIGNS_READ)


def patterns(endings: tuple[str, ...]) -> str:
    """The endings as a file dialog wants them."""
    return " ".join(f"*{ending}" for ending in endings)
