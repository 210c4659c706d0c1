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


def changelog() -> Path | None:
    """The list of all changes; None in a wheel built without it."""
    places = resources_dir() / "CHANGELOG.md", _PACKAGE.parent / "CHANGELOG.md"
    return next((path for path in places if path.is_file()), None)


def data_dir() -> Path:
    """Content packs shipped with the program, and their JSON schema."""
    return _folder("data")
