"""packaging/release.py refuses a tree whose parts disagree, and says what disagrees."""

from __future__ import annotations

import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging" / "release.py"
RELEASE: dict[str, Any] = runpy.run_path(str(SCRIPT))
ID = "org.okko_companion.OkkoCompanion"
PROJECT = """
[project]
name = "okko-companion"
dynamic = ["version"]
dependencies = ["msgspec>=0.19"]
[project.optional-dependencies]
dev = ["ruff>=0.9"]
build = ["pyinstaller>=6"]
[tool.hatch.version]
path = "companion/__init__.py"
"""
RELEASED = '<c><releases><release version="1.2.0" date="2026-11-23"/></releases></c>'
CATALOG = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Open"\nmsgstr "Ouvrir"\n'


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree in which everything agrees."""
    files = {
        "pyproject.toml": PROJECT,
        "companion/__init__.py": '__version__ = "1.2.0"\n',
        "CHANGELOG.md": "# Changes\n\n## 1.2.0 (2026-11-23)\n\n- *Hint*: new.\n\n## 1.1.0 (2026-10-01)\n\n- Old.\n",
        "README.md": "[why](docs/decisions/0001-why.md)\n",
        "LICENSE": "MIT License\n",
        "requirements.lock": "msgspec==0.22.0 \\\n    --hash=sha256:0\nruff==0.9.1 \\\n",
        "packaging/requirements.lock": "msgspec==0.22.0 \\\npyinstaller==6.22.3 \\\n",
        f"packaging/linux/{ID}.metainfo.xml": RELEASED,
        "docs/decisions/0001-why.md": "Because.\n",
        "resources/licences/parts.json": '[{"name": "Qt", "licence": "LGPL-3.0", "texts": ["Qt.txt"]}]',
        "resources/licences/Qt.txt": "",
        "resources/fonts/Inter-400.ttf": "",
        "resources/fonts/OFL-Inter.txt": "",
        **{f"resources/help/{one}/manual/whats-new.md": "# New in 1.2.0\n\n- **Hint**\n" for one in ("en", "fr", "it")},
        **{f"docs/{page}": "" for page in RELEASE["PAGES"]},
        **{f"resources/translations/{one}/LC_MESSAGES/okko.po": CATALOG for one in ("fr", "it")},
        **{script: "" for script, *_ in RELEASE["COMMANDS"].values() if script != "-m"},
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def swapped(name: str, before: str, after: str) -> Callable[[Path], None]:
    def do(root: Path) -> None:
        text = (root / name).read_text("utf-8")
        assert before in text
        (root / name).write_text(text.replace(before, after), "utf-8")

    return do


def gone(name: str) -> Callable[[Path], None]:
    return lambda root: (root / name).unlink()


FR = "resources/translations/fr/LC_MESSAGES/okko.po"
NEWS = "resources/help/{}/manual/whats-new.md"
BROKEN = {
    "no version": ("versions", swapped("companion/__init__.py", "1.2.0", "1.2"), "a version is three numbers"),
    "two sources": ("versions", swapped("pyproject.toml", 'dynamic = ["version"]', 'version = "1.2.0"'), "one source"),
    "old description": ("versions", swapped("companion/__init__.py", "1.2.0", "1.3.0"), "metainfo.xml is 1.2.0"),
    "open changelog": (
        "versions",
        swapped("CHANGELOG.md", "1.2.0 (2026-11-23)", "Not released yet"),
        "Not released yet",
    ),
    "another day": ("versions", swapped("CHANGELOG.md", "11-23", "11-24"), "CHANGELOG.md dates 1.2.0"),
    "nothing new": ("versions", swapped("CHANGELOG.md", "- *Hint*: new.", ""), "says nothing about 1.2.0"),
    "order": ("versions", swapped("CHANGELOG.md", "1.1.0", "1.4.0"), "not in order"),
    "old news": (
        "news",
        swapped(NEWS.format("it"), "1.2.0", "1.1.0"),
        "it/manual/whats-new.md begins with “# New in 1.1.0”",
    ),
    "no news": ("news", gone(NEWS.format("fr")), "fr/manual/whats-new.md is missing"),
    "news of nothing": (
        "news",
        swapped(NEWS.format("en"), "Hint", "Lessons"),
        "announces “Lessons”, CHANGELOG.md of 1.2.0",
    ),
    "news in part": (
        "news",
        swapped(NEWS.format("fr"), "**Hint**", ""),
        "1 things in en, 0 things in fr, 1 things in it",
    ),
    "page": ("docs", gone("docs/map.md"), "docs/map.md is missing"),
    "link": ("docs", gone("docs/decisions/0001-why.md"), "leads to docs/decisions/0001-why.md"),
    "untranslated": (
        "translations",
        swapped(FR, '"Ouvrir"', '""'),
        "1 sentences are not translated, the first in line 4",
    ),
    "fuzzy": ("translations", swapped(FR, 'msgid "Open"', '#, fuzzy\nmsgid "Open"'), "1 translations are guessed"),
    "catalog": ("translations", gone(FR), "there is no catalog for fr"),
    "unpinned": ("locks", swapped("requirements.lock", "ruff==0.9.1", "rough==1"), "does not pin ruff"),
    "pins": ("locks", swapped("requirements.lock", "0.22.0", "0.23.0"), "packages would bring 0.22.0"),
    "licence": ("licences", gone("LICENSE"), "LICENSE is missing"),
    "font": ("licences", gone("resources/fonts/OFL-Inter.txt"), "Inter-400.ttf has no licence"),
    "text": ("licences", gone("resources/licences/Qt.txt"), "resources/licences/Qt.txt, is missing"),
    "unknown licence": ("licences", swapped("resources/licences/parts.json", "LGPL", "EULA"), "Qt is under “EULA-3.0”"),
    "map": ("scripts", lambda root: (root / "packaging/map.py").write_text("raise SystemExit('old map')"), "old map"),
    "ledger": ("scripts", gone("packaging/rules_ledger.py"), "rules_ledger.py is missing"),
}


@pytest.fixture
def scripts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what needs a whole program: pytest, and the packs."""
    alone = {about: one for about, one in RELEASE["COMMANDS"].items() if one[0] != "-m"}
    monkeypatch.setitem(RELEASE["scripts"].__globals__, "COMMANDS", alone)


@pytest.mark.usefixtures("scripts_alone")
def test_a_tree_that_agrees_passes(tree: Path) -> None:
    assert [problem for check in RELEASE["CHECKS"] for problem in check(tree)] == []


@pytest.mark.usefixtures("scripts_alone")
@pytest.mark.parametrize("fault", BROKEN)
def test_what_disagrees_is_told(tree: Path, fault: str) -> None:
    check, spoil, said = BROKEN[fault]
    spoil(tree)
    assert [problem for problem in RELEASE[check](tree) if said in problem]


def test_a_tree_that_is_not_committed_or_was_released_is_told(tree: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", "-C", str(tree), *words], check=True, capture_output=True)

    git("init")
    assert next(iter(RELEASE["tree"](tree))).startswith("not committed: ")
    git("add", "-A")
    git("-c", "user.name=x", "-c", "user.email=x", "commit", "-m", "All")
    assert list(RELEASE["tree"](tree)) == []
    git("tag", "v1.2.0")
    assert list(RELEASE["tree"](tree)) == ["v1.2.0 was released already"]


def test_the_script_says_what_it_found_and_fails(tree: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--root", str(tree)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "scripts: golden: " in done.stdout, "there are no tests in this tree"
    assert "Traceback" not in done.stderr
