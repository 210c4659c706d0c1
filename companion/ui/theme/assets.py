"""Where the drawn resources (fonts, icons) are on this machine."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path


@cache
def resource_root() -> Path:
    """The `resources` folder: inside a frozen bundle, beside the package (a checkout) or in it (an installed wheel).

    Raises FileNotFoundError when none exists, which is a broken installation.
    """
    candidates = [Path(__file__).resolve().parents[3] / "resources", Path(__file__).resolve().parents[2] / "_resources"]
    bundle = getattr(sys, "_MEIPASS", None)
    if isinstance(bundle, str):
        candidates.insert(0, Path(bundle) / "resources")
    for candidate in candidates:
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"no resources folder; looked in {', '.join(map(str, candidates))}")
