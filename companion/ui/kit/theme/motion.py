"""How long motion takes, and whether anything moves at all: as the person asked for, or the system for them.

Qt 6.11 does not ask the systems for this, so each is asked in its own way; one that says nothing wishes nothing.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal, TypeAlias

Speed: TypeAlias = Literal["wait", "slow", "fast", "at_once"]
"""Of automatic players: their fights wait to be read, are shown slowly or fast, or everything comes at once."""

QUICK, NORMAL, TURN, TUMBLE, FALL, BREATH = 120, 220, 300, 600, 1500, 3200
"""Milliseconds: a hover, a step, a card turned over, a die rolled, the dice of a fight until the result has landed, one
breath of the next step."""
_reduced = False
_speed: Speed = "wait"


def reduced() -> bool:
    """Whether the person asked for reduced motion."""
    return _reduced


def set_reduced(on: bool) -> None:
    """Ask for reduced motion (or not); holds for animations started from now on."""
    global _reduced
    _reduced = on


def duration(milliseconds: int) -> int:
    """How long an animation takes: as given, or nearly nothing with reduced motion."""
    return 1 if _reduced else milliseconds


def speed() -> Speed:
    """How fast automatic players act before a person's eyes."""
    return _speed


def set_speed(speed: Speed) -> None:
    """Have them act faster or slower from now on."""
    global _speed
    _speed = speed


SPI_GETCLIENTAREAANIMATION = 0x1042
"""Of `SystemParametersInfo` (Windows Vista and later): whether controls and windows are animated."""


def less_motion(platform: str = sys.platform, home: Path | None = None) -> bool:
    """Whether the system asks programs to keep still; read anew at each call, False where it cannot be known."""
    folder = home if home is not None else Path.home()
    if platform == "win32":
        return _windows()
    if platform == "darwin":
        return _mac(folder / "Library" / "Preferences" / "com.apple.universalaccess.plist")
    config = Path(os.environ.get("XDG_CONFIG_HOME") or folder / ".config") if home is None else folder / ".config"
    return any(_gtk(config / name / "settings.ini") for name in ("gtk-4.0", "gtk-3.0")) or _kde(config / "kdeglobals")


def _windows() -> bool:
    import ctypes

    animated = ctypes.c_int(1)
    user = getattr(ctypes, "windll").user32  # noqa: B009  # there is no such name on other systems
    asked = user.SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(animated), 0)
    return bool(asked) and not animated.value


def _mac(path: Path) -> bool:
    import plistlib

    try:
        return bool(plistlib.loads(path.read_bytes()).get("reduceMotion"))
    except (OSError, ValueError, AttributeError, plistlib.InvalidFileException):
        return False  # no such wish was ever kept


def _ini(path: Path, section: str, key: str) -> str:
    if not path.is_file():
        return ""
    import configparser

    reader = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        reader.read_string(path.read_text("utf-8"))
        return reader.get(section, key, fallback="").strip().lower()
    except (OSError, ValueError, configparser.Error):
        return ""  # no such file, or none that can be read: no wish


def _gtk(path: Path) -> bool:
    return _ini(path, "Settings", "gtk-enable-animations") in ("0", "false", "no")


def _kde(path: Path) -> bool:
    return _ini(path, "KDE", "AnimationDurationFactor") in ("0", "0.0")
