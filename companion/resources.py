"""Where the program's own files lie: in a checkout beside the package, in an installed wheel inside it."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    inside = _PACKAGE / f"_{name}"
    return inside if inside.is_dir() else _PACKAGE.parent / name


def resources_dir() -> Path:
    """Icons, fonts, styles, translations, sounds."""
    return _folder("resources")


def data_dir() -> Path:
    """Content packs shipped with the program, and their JSON schema."""
    return _folder("data")
