"""Writes `resources/licences/`: every part that ships, its licence, and the text of it, out of what is installed here.

`parts.json` lists them for the about box. `--check` changes nothing and fails when a library that ships is not listed,
or one is that does not. Run it after a new library was added.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "licences"
COMMON = Path("/usr/share/common-licenses")
PLATFORMS = {"linux": "Linux", "win32": "Windows", "darwin": "Darwin"}
KNOWN: dict[str, dict[str, Any]] = {
    "pyside6-essentials": {
        "name": "Qt for Python (PySide6), with Qt",
        "licence": "LGPL-3.0",
        "home": "https://doc.qt.io/qt-6/licenses-used-in-qt.html",
        "texts": ["LGPL-3.0.txt", "GPL-3.0.txt"],
    },
    "shiboken6": {
        "licence": "LGPL-3.0",
        "home": "https://doc.qt.io/qtforpython-6/shiboken6/",
        "texts": ["LGPL-3.0.txt", "GPL-3.0.txt"],
    },
    "psycopg": {"licence": "LGPL-3.0", "texts": ["LGPL-3.0.txt", "GPL-3.0.txt"]},
    "psycopg-binary": {
        "name": "psycopg-binary, with libpq, OpenSSL, Kerberos, OpenLDAP and SASL",
        "licence": "LGPL-3.0, and those of the libraries inside",
        "texts": ["psycopg-binary.txt", "LGPL-3.0.txt", "GPL-3.0.txt", "Apache-2.0.txt"],
    },
    "pyqtgraph": {"licence": "MIT"},
    "markdown-it-py": {"licence": "MIT"},
    "mdurl": {"licence": "MIT"},
    "segno": {"licence": "BSD-3-Clause"},
    "colorama": {"licence": "BSD-3-Clause"},
    "tzdata": {"licence": "Apache-2.0", "home": "https://github.com/python/tzdata", "texts": ["Apache-2.0.txt"]},
}
"""What the packages do not say of themselves. Names as pip writes them."""
INSIDE = {
    "psycopg-binary": (
        "libpq5", "libssl3", "libkrb5-3", "libcom-err2", "libldap-2.5-0", "libsasl2-2", "libkeyutils1", "libcrypt1",
    ),
}  # fmt: skip
"""Libraries within a wheel, by the packages of Debian whose notices are theirs."""
FIXED = [
    {"kind": kind, "name": name, "licence": licence, "home": home, "texts": [text]}
    for kind, name, licence, home, text in (
        ("program", "Okko Companion", "MIT", "", "okko-companion.txt"),
        ("program", "Python", "PSF-2.0", "https://www.python.org", "python.txt"),
        ("font", "Shippori Mincho", "OFL-1.1", "https://github.com/fontdasu/ShipporiMincho",
         "../fonts/OFL-ShipporiMincho.txt"),
        ("font", "Inter", "OFL-1.1", "https://rsms.me/inter/", "../fonts/OFL-Inter.txt"),
    )
]  # fmt: skip


def shipped() -> list[str]:
    """The libraries that the program needs, and what those need, on any platform."""
    found: set[str] = set()

    def add(needs: Iterable[str], extras: frozenset[str]) -> None:
        for one in map(Requirement, needs):
            cases = [
                {"sys_platform": short, "platform_system": long, "extra": extra}
                for short, long in PLATFORMS.items()
                for extra in (*extras, "")
            ]
            name = one.name.lower().replace("_", "-")
            wanted = one.marker is None or any(one.marker.evaluate(case) for case in cases)
            if wanted and name not in found:
                found.add(name)
                with suppress(PackageNotFoundError):  # of another platform
                    add(distribution(name).requires or (), frozenset(one.extras))

    add(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"], frozenset())
    return sorted(found)


def licence_files(found: Distribution) -> list[Path]:
    inside = [Path(str(found.locate_file(path))) for path in found.files or () if ".dist-info/" in str(path)]
    return sorted(path for path in inside if path.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")))


def part(name: str) -> tuple[dict[str, Any], str]:
    """A library for `parts.json`, and the text of its own file; empty: it has none of its own."""
    known = KNOWN.get(name, {})
    made: dict[str, Any] = {"kind": "library", "name": name, "licence": "", "home": "", "texts": [], "package": name}
    text = ""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return {**made, **known}, ""
    meta = found.metadata
    urls = dict(str(url).split(", ", 1) for url in meta.get_all("Project-URL") or [] if ", " in str(url))
    lower = {key.lower(): url for key, url in urls.items()}
    made["home"] = next(
        (lower[key] for key in ("homepage", "source", "repository", "documentation") if key in lower), ""
    )
    made["home"] = made["home"] or meta["Home-page"] or ""
    made["licence"] = meta["License-Expression"] or ""
    if "texts" not in known:
        text = "\n\n".join(path.read_text("utf-8", "replace").strip() for path in licence_files(found)) + "\n"
        made["texts"] = [f"{name}.txt"]
    return {**made, **known}, text


def main() -> int:
    names = shipped()
    listed = FOLDER / "parts.json"
    if "--check" in sys.argv:
        held = json.loads(listed.read_text("utf-8"))
        known = sorted(one["package"] for one in held if "package" in one)
        if known != names:
            print(
                f"resources/licences: not listed {sorted({*names} - {*known})}, too many {sorted({*known} - {*names})}"
            )
            return 1
        return 0
    FOLDER.mkdir(exist_ok=True)
    parts = list(FIXED)
    for name in names:
        made, text = part(name)
        parts.append(made)
        if text.strip():
            (FOLDER / f"{name}.txt").write_text(text, "utf-8")
    for short, file in (("LGPL-3", "LGPL-3.0.txt"), ("GPL-3", "GPL-3.0.txt"), ("Apache-2.0", "Apache-2.0.txt")):
        (FOLDER / file).write_text((COMMON / short).read_text("utf-8"), "utf-8")
    base = Path(sys.base_prefix) / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "LICENSE.txt"
    (FOLDER / "python.txt").write_text(base.read_text("utf-8"), "utf-8")
    for name, libraries in INSIDE.items():
        notices = [Path("/usr/share/doc", library, "copyright").read_text("utf-8").strip() for library in libraries]
        heads = [f"{library}\n{'=' * len(library)}\n\n{text}" for library, text in zip(libraries, notices, strict=True)]
        (FOLDER / f"{name}.txt").write_text("\n\n\n".join(heads) + "\n", "utf-8")
    listed.write_text(json.dumps(parts, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
