"""A few soft sounds, on unless somebody turns them off, and never the only sign of anything.

Qt's own sounds are not among what is shipped (docs/decisions/0094-for-everyone.md): the system's player plays the
three small files that `packaging/sounds.py` makes. Where there is no player the switch says so.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from companion.resources import resources_dir

Sound = Literal["dice", "turn", "no"]
PLAYERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("pw-play", ()),
    ("paplay", ()),
    ("aplay", ("-q",)),
    ("afplay", ()),
)
"""Programs that play a file and end, with what they are told before it."""
_on = False


def set_on(on: bool) -> None:
    """Whether sounds are wanted."""
    global _on
    _on = on


def player() -> Callable[[Path], object] | None:
    """A way to play a file; None: this system has none that we know."""
    if sys.platform == "win32":
        return _windows
    for name, told in PLAYERS:
        program = shutil.which(name)
        if program is not None:
            return lambda path: _start(program, [*told, str(path)])
    return None


def _start(program: str, told: list[str]) -> None:
    from PySide6.QtCore import QProcess  # not before the first paint

    QProcess.startDetached(program, told)


def _windows(path: Path) -> None:
    import winsound

    play = getattr(winsound, "PlaySound")  # noqa: B009  # there is no such name on other systems
    play(str(path), getattr(winsound, "SND_FILENAME") | getattr(winsound, "SND_ASYNC"))  # noqa: B009


def play(sound: Sound) -> bool:
    """Play a sound, if sounds are wanted and can be played; whether it was."""
    way = player() if _on else None
    if way is None:
        return False
    way(resources_dir() / "sounds" / f"{sound}.wav")
    return True
