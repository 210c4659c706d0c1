"""Refuse to release a tree whose parts disagree: `python packaging/release.py` (or `make release`).

Says every disagreement, a line each, and exits 1; exits 0 and names what is to be done by hand when there is none.
`--root` looks at another tree.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

from babel.messages.pofile import read_po

from companion.model.core.words import LANGUAGES

HERE = Path(__file__).resolve().parent
ID = "org.okko_companion.OkkoCompanion"
ALLOWED = ("MIT", "BSD-3-Clause", "Apache-2.0", "PSF-2.0", "LGPL-3.0", "OFL-1.1")
"""Licences under which we ship what others have made."""
PAGES = ("packages.md", "map.md", "rulings.md", "plan.md", "balance.md", "robustness.md", "pack-format.md")
COMMANDS = {
    "translations": ("packaging/extract.py", "--check"),
    "map": ("packaging/map.py", "--check"),
    "ledger": ("packaging/rules_ledger.py", "--check"),
    "settings": ("packaging/settings_page.py", "--check"),
    "reference": ("packaging/reference.py", "--check"),
    "licences": ("packaging/credits.py", "--check"),
    "pictures": ("packaging/pictures.py", "--check"),
    "golden": ("-m", "pytest", "-q", "-n0", "tests/golden", "tests/archive"),
    "packs": ("-m", "companion", "check", "data/house", "data/house-sake", "data/house-chronicles", "resources/help"),
}
"""What other scripts of the tree have to say, by what it is about; each exits 1 when something is wrong."""

Problems = Iterator[str]


def version_of(root: Path) -> str:
    """The version, out of its one source; empty when that says none."""
    found = re.search(r'^__version__ = "([^"]*)"', (root / "companion" / "__init__.py").read_text("utf-8"), re.M)
    return found.group(1) if found else ""


def sections(root: Path) -> list[tuple[str, str, str]]:
    """Of the changelog: version, day, text; the newest first."""
    text = (root / "CHANGELOG.md").read_text("utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.M)[1:]
    found = []
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        named = re.fullmatch(r"(\S+) \((\d{4}-\d\d-\d\d)\)", title.strip())
        found.append((*(named.groups() if named else (title.strip(), "")), body.strip()))
    return found


def versions(root: Path) -> Problems:
    version = version_of(root)
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield f"companion/__init__.py says “{version}”: a version is three numbers"
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    if "version" in project["project"] or project["tool"]["hatch"]["version"]["path"] != "companion/__init__.py":
        yield "pyproject.toml has a version of its own: companion/__init__.py is the one source"
    newest = ET.parse(root / "packaging" / "linux" / f"{ID}.metainfo.xml").find("releases/release")
    said = ("", "") if newest is None else (newest.get("version", ""), newest.get("date", ""))
    if said[0] != version:
        yield f"the newest release in {ID}.metainfo.xml is {said[0] or 'none'}, the version is {version}"
    changes = sections(root)
    if not changes or changes[0][0] != version:
        yield f"CHANGELOG.md begins with “{changes[0][0] if changes else 'nothing'}”, the version is {version}"
    elif changes[0][1] != said[1]:
        yield f"CHANGELOG.md dates {version} “{changes[0][1]}”, {ID}.metainfo.xml “{said[1]}”"
    elif not re.search(r"^- ", changes[0][2], re.M):
        yield f"CHANGELOG.md says nothing about {version}"
    known = [tuple(map(int, re.findall(r"\d+", one[0]))) for one in changes]
    if known != sorted(set(known), reverse=True):
        yield "the versions in CHANGELOG.md are not in order"


def news(root: Path) -> Problems:
    """What is told once a version is about this one, in every language, and about what the changelog has."""
    version, changes = version_of(root), sections(root)
    told = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", changes[0][2])) if changes else set()
    parts = {}
    for language in LANGUAGES:
        file = f"resources/help/{language}/manual/whats-new.md"
        if not (root / file).is_file():
            yield f"{file} is missing"
            continue
        title, _, text = (root / file).read_text("utf-8").partition("\n")
        if version not in title.split():
            yield f"{file} begins with “{title}”, the version is {version}"
        announced = re.findall(r"\*\*(.+?)\*\*", text)
        parts[language] = len(announced)
        if language == LANGUAGES[0]:
            yield from (f"{file} announces “{one}”, CHANGELOG.md of {version} does not" for one in announced
                        if one not in told)  # fmt: skip
    if len(set(parts.values())) > 1:
        yield "what's new announces " + ", ".join(f"{number} things in {one}" for one, number in parts.items())


def docs(root: Path) -> Problems:
    for page in PAGES:
        if not (root / "docs" / page).is_file():
            yield f"docs/{page} is missing"
    for path in sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md")]):
        text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.S)
        for link in re.findall(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"", text):
            target = "".join(link).partition("#")[0]
            if target and ":" not in target and not (path.parent / target).exists():
                yield f"{path.relative_to(root)} leads to {target}, which is not there"
    numbers = [path.name[:4] for path in (root / "docs" / "decisions").glob("[0-9]*.md")]
    for number in sorted({number for number in numbers if numbers.count(number) > 1}):
        yield f"two decisions have the number {number}"


def translations(root: Path) -> Problems:
    for language in LANGUAGES[1:]:
        path = root / "resources" / "translations" / language / "LC_MESSAGES" / "okko.po"
        if not path.is_file():
            yield f"there is no catalog for {language}"
            continue
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
        entries = [entry for entry in catalog if entry.id]
        open_ = [entry for entry in entries if not (all(entry.string) if entry.pluralizable else entry.string)]
        if open_:
            yield f"{language}: {len(open_)} sentences are not translated, the first in line {open_[0].lineno}"
        fuzzy = [entry for entry in entries if entry.fuzzy]
        if fuzzy:
            yield f"{language}: {len(fuzzy)} translations are guessed (fuzzy), the first in line {fuzzy[0].lineno}"


def pinned(path: Path) -> dict[str, str]:
    """Library and version (several, where they differ by system) of a lock."""
    found: dict[str, str] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", path.read_text("utf-8"), re.M):
        found[name] = f"{found[name]}, {version}" if name in found else version
    return found


def locks(root: Path) -> Problems:
    tests, packages = pinned(root / "requirements.lock"), pinned(root / "packaging" / "requirements.lock")
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    for lock, wanted, file in (
        (tests, project["dependencies"] + extras["dev"], "requirements.lock"),
        (packages, project["dependencies"] + extras["build"], "packaging/requirements.lock"),
    ):
        for line in wanted:
            name = re.split(r"[\[<>=!~ ;]", line)[0].lower().replace("_", "-")
            if name not in lock:
                yield f"{file} does not pin {name}: make lock"
    for name in sorted(tests.keys() & packages.keys()):
        if tests[name] != packages[name]:
            yield f"tests run with {name} {tests[name]}, packages would bring {packages[name]}: make lock"


def licences(root: Path) -> Problems:
    if "MIT License" not in ((root / "LICENSE").read_text("utf-8") if (root / "LICENSE").is_file() else ""):
        yield "LICENSE is missing, or is not the MIT licence"
    fonts = root / "resources" / "fonts"
    for font in sorted(fonts.glob("*.[ot]tf")):
        if not (fonts / f"OFL-{font.stem.partition('-')[0]}.txt").is_file():
            yield f"resources/fonts/{font.name} has no licence beside it"
    listed = root / "resources" / "licences"
    for part in json.loads((listed / "parts.json").read_text("utf-8")):
        if not part["licence"].startswith(ALLOWED):
            yield f"{part['name']} is under “{part['licence']}”, which is not among those we ship"
        for text in part["texts"]:
            if not (listed / text).is_file():
                yield f"the licence of {part['name']}, resources/licences/{text}, is missing"


def scripts(root: Path) -> Problems:
    for about, (script, *arguments) in COMMANDS.items():
        if script != "-m" and not (root / script).is_file():
            yield f"{about}: {script} is missing"
            continue
        done = subprocess.run(
            [sys.executable, script, *arguments], cwd=root, capture_output=True, text=True, check=False
        )
        if done.returncode:
            last = (done.stdout + done.stderr).strip().splitlines()[-1:] or ["no word"]
            yield f"{about}: {' '.join([script, *arguments])} fails: {last[0]}"


def tree(root: Path) -> Problems:
    """What is released is what is committed, under a tag that is new."""
    if not (root / ".git").exists():
        return
    git = ("git", "-C", str(root))
    changed = subprocess.run([*git, "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
    if changed:
        yield f"not committed: {', '.join(line[3:] for line in changed.splitlines()[:5])}"
    tag = f"v{version_of(root)}"
    if subprocess.run([*git, "tag", "--list", tag], capture_output=True, text=True, check=True).stdout.strip():
        yield f"{tag} was released already"


CHECKS: tuple[Callable[[Path], Problems], ...] = (versions, news, docs, translations, locks, licences, scripts, tree)
BY_HAND = """\
Nothing disagrees. What is left to do by hand:
  make test; make soak; make package-test; python packaging/build.py all
  look at every picture of docs/pictures; git tag v{version}"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--root", type=Path, default=HERE.parent, help="the tree to look at")
    root = parser.parse_args().root.resolve()
    found = [f"{check.__name__}: {problem}" for check in CHECKS for problem in check(root)]
    print("\n".join(found) or BY_HAND.format(version=version_of(root)))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
