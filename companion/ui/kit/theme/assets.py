"""Where the drawn resources (fonts, icons) are on this machine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from companion.resources import resources_dir


@cache
def resource_root() -> Path:
    """The `resources` folder; FileNotFoundError when there is none, which is a broken installation."""
    root = resources_dir()
    if not root.is_dir():
        raise FileNotFoundError(f"no resources folder at {root}")
    return root
