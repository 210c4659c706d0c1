"""Compiles the catalogs: resources/translations/LANGUAGE/LC_MESSAGES/okko.po to okko.mo beside it."""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "translations"


def compile_all(folder: Path = FOLDER) -> list[Path]:
    """Write every catalog that is older than its source; returns those written."""
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as po:
            catalog = read_po(po, locale=source.parent.parent.name)
        with target.open("wb") as mo:
            write_mo(mo, catalog)
        written.append(target)
    return written


if __name__ == "__main__":
    for path in compile_all():
        print(f"compiled {path.parent.parent.name}")
    sys.exit(0)
