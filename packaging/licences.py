"""Write the licences of all that a package brings: `python packaging/licences.py FILE` (with the wheel installed).

Also the list of the licences that we may ship (`ALLOWED`): `packaging/release.py` refuses any other.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

ALLOWED = (
    "MIT", "BSD", "Apache", "PSF", "Python Software Foundation", "LGPL", "Lesser General Public", "MPL",
    "Mozilla Public License", "ISC", "Zlib", "0BSD", "OFL",
)  # fmt: skip
PROGRAM = "okko-companion"


def shipped() -> list[Distribution]:
    """The program's libraries and theirs, by name."""
    found: dict[str, Distribution] = {}
    todo = [PROGRAM]
    while todo:
        name = todo.pop().lower().replace("_", "-")
        if name in found:
            continue
        found[name] = distribution(name)
        for line in found[name].requires or ():
            marker = line.partition(";")[2]
            wanted = re.match(r"[\w.-]+", line)
            if wanted is not None and "extra" not in marker and not _elsewhere(marker):
                todo.append(wanted.group())
                todo += [f"{wanted.group()}-{extra}" for extra in re.findall(r"\[(binary)\]", line)]
    del found[PROGRAM]
    return [found[name] for name in sorted(found)]


def _elsewhere(marker: str) -> bool:
    """Whether a requirement is for another system or another Python."""
    from packaging.markers import Marker  # the library, which PyInstaller brings

    return bool(marker.strip()) and not Marker(marker).evaluate({"extra": ""})


def licence(one: Distribution) -> str:
    """What a library says its licence is, in a line."""
    said = one.metadata
    classes = [line.rpartition(":: ")[2] for line in said.get_all("Classifier") or () if line.startswith("License ::")]
    lines = (said.get("License-Expression") or "", *classes, (said.get("License") or "").partition("\n")[0])
    return next((line for line in lines if line.strip()), "")


def texts(one: Distribution) -> list[str]:
    """The texts of its licence that a library brings."""
    names = re.compile(r"(?i)(^|/)(licen[cs]e|copying|notice)[^/]*$")
    files = [path for path in one.files or () if names.search(str(path)) and path.suffix not in (".py", ".pyc")]
    return [str(path.read_text()) for path in files]


def page() -> str:
    """All of them, one after the other."""
    parts = [f"Python {sys.version.split()[0]}\nPython Software Foundation License Version 2\n"]
    for one in shipped():
        head = f"{one.metadata['Name']} {one.version}\n{licence(one)}\n"
        parts.append("\n".join([head, *texts(one)]))
    return f"\n{'=' * 100}\n\n".join(parts)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")
