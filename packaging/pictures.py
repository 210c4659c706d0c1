"""Takes the pictures of docs/pictures from the real window, of both games, and of a phone where Chromium is installed.

``make pictures`` runs it, without a screen; what is shown is told in `scenes.py`.

    python packaging/pictures.py [--language fr] [--into FOLDER] [--only SCENE…]   takes them
    python packaging/pictures.py --check                    names those older than the screens that they show

Beside the pictures, `taken.json` says of each which modules its widgets come from, and what these were like then.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QWidget

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the browser of the tests

from companion.app.program import Program
from companion.model.core.words import LANGUAGES
from companion.ui.games.asagiri.table.screen import TableScreen
from companion.ui.kit.theme import motion, palette
from companion.ui.shell.window import MainWindow

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
TAKEN = "taken.json"
KIND, QUALITY = ".webp", 86
"""A tenth of the bytes of PNG, and letters as sharp to the eye."""


def modules_in(window: QWidget) -> list[str]:
    """The modules of the window's own that what is seen comes from."""
    seen = [window, *(widget for widget in window.findChildren(QWidget) if widget.isVisible())]
    classes = {base for widget in seen for base in type(widget).__mro__}
    return sorted({one.__module__ for one in classes if one.__module__.startswith("companion.ui.")})


def state_of(modules: list[str]) -> str:
    """What the sources of some modules are like now; one that is gone changes it as well."""
    digest = hashlib.sha256()
    for module in modules:
        path = ROOT.joinpath(*module.split("."))
        found = next((one for one in (path.with_suffix(".py"), path / "__init__.py") if one.exists()), None)
        digest.update(found.read_bytes() if found is not None else b"")
    return digest.hexdigest()[:16]


def stale() -> list[str]:
    """The pictures of docs/pictures that are older than the screens they show."""
    taken = json.loads((FOLDER / TAKEN).read_text("utf-8")) if (FOLDER / TAKEN).exists() else {}
    pictures = sorted(path.stem for path in FOLDER.glob(f"*{KIND}"))
    return [name for name in pictures if name not in taken or state_of(taken[name]["modules"]) != taken[name]["state"]]


def settle(seconds: float) -> None:
    """Let the window paint."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QApplication.processEvents()
        time.sleep(0.005)


def painted(widget: QWidget) -> QPixmap:
    """A picture of a widget once it has come to rest: floors are painted bit by bit."""
    settle(0.3)
    until, before = time.monotonic() + 6, widget.grab()
    while time.monotonic() < until:
        settle(0.25)
        now = widget.grab()
        if now.toImage() == before.toImage():
            break
        before = now
    return before


class Studio:
    """Takes pictures of a window into a folder, and writes down what each shows."""

    def __init__(self, window: MainWindow, into: Path) -> None:
        self.window, self.into = window, into
        self.taken: dict[str, dict[str, object]] = {}

    def take(
        self, name: str, *, night: bool = False, part: QWidget | None = None, by: Callable[[Path], object] | None = None
    ) -> None:
        """See `scenes.Take`."""
        palette.set_theme("night" if night else "paper")
        shown = self.window.stack.currentWidget()
        if isinstance(shown, TableScreen):
            shown.board.skip()
            shown.board.finish_floor()
        seen = painted(part or self.window)
        if by is not None:
            with tempfile.TemporaryDirectory() as folder:
                by(Path(folder) / "seen.png")
                seen = QPixmap(str(Path(folder) / "seen.png"))
        assert seen.toImage().save(str(self.into / f"{name}{KIND}"), None, QUALITY), name
        modules = modules_in(self.window)
        self.taken[name] = {"modules": modules, "state": state_of(modules)}
        palette.set_theme("paper")
        print(name, flush=True)


def main() -> int:
    """Take them all, or say which are too old."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--language", default="en", choices=LANGUAGES)
    parser.add_argument("--into", type=Path, default=FOLDER)
    parser.add_argument("--only", nargs="+", default=(), metavar="SCENE", help="functions of scenes.py; the rest stays")
    parser.add_argument("--check", action="store_true")
    wanted = parser.parse_args()
    if wanted.check:
        found = stale()
        for name in found:
            print(f"docs/pictures/{name}{KIND} is older than the screen it shows: make pictures", file=sys.stderr)
        return 1 if found else 0
    into: Path = wanted.into
    into.mkdir(parents=True, exist_ok=True)
    app = QApplication(sys.argv[:1])
    app.setCursorFlashTime(0)  # what blinks is never at rest
    motion.set_reduced(True)
    from scenes import NAMES, SCENES, Stage

    with tempfile.TemporaryDirectory() as folder:
        program = Program(Path(folder), wanted.language)
        window = program.window
        window.painted.connect(program.go_on)
        window.resize(1280, 800)
        window.show()
        while program.storage is None:
            settle(0.05)
        program.keeper.change(first_name=NAMES[0], second_name=NAMES[1], reduced_motion=True)
        settle(1.0)
        studio = Studio(window, into)
        stage = Stage(program, studio.take, settle)
        for scene in SCENES:
            if not wanted.only or scene.__name__ in wanted.only:
                scene(stage)
        window.close()
        program.close()
    known = json.loads((into / TAKEN).read_text("utf-8")) if wanted.only and (into / TAKEN).exists() else {}
    (into / TAKEN).write_text(json.dumps(known | studio.taken, indent=1, sort_keys=True) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
