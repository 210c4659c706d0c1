"""What to do about a fault of ours: write down what a maintainer needs, nothing about the person, and say it calmly."""

from __future__ import annotations

import platform
import sys
import tempfile
import traceback
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from types import TracebackType

from companion import __version__
from companion.model.core.masking import masked

FOLDER = "reports"
MOST = 12
"""Reports written in one run; a fault in a paint event would fill the disk otherwise."""


class CrashReport:
    """An excepthook. `install` it; `tell` is called with the report's path (None: it could not be written)."""

    def __init__(self, folder: Path, tell: Callable[[Path | None], None]) -> None:
        """Reports go into `folder`/reports, or where temporary files go when that takes none."""
        self._folder, self._tell = folder, tell
        self._known: set[str] = set()

    def install(self) -> None:
        """Catch what nobody else caught."""
        sys.excepthook = self.caught

    def caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Write a report, once a fault, and say so."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        text = report(kind, error, trace)
        place = "".join(traceback.format_tb(trace)[-1:]) + kind.__name__
        if place in self._known or len(self._known) >= MOST:
            return
        self._known.add(place)
        sys.stderr.write(text)
        self._tell(self._write(text))

    def _write(self, text: str) -> Path | None:
        name = f"report-{datetime.now():%Y%m%d-%H%M%S}-{len(self._known)}.txt"
        for folder in (self._folder / FOLDER, Path(tempfile.gettempdir())):
            try:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(text, "utf-8")
            except OSError:
                continue
            return folder / name
        return None


def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> str:
    """Traceback and versions; no values of variables, no passwords, and the home folder is written as ~."""
    from PySide6 import __version__ as pyside
    from PySide6.QtCore import qVersion
    from PySide6.QtGui import QGuiApplication

    lines = [
        f"Okko Companion {__version__}",
        f"Python {platform.python_version()}, PySide6 {pyside}, Qt {qVersion()} ({QGuiApplication.platformName()})",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        "",
        *(line.rstrip("\n") for line in traceback.format_exception(kind, error, trace)),
    ]
    text = masked("\n".join(lines) + "\n")
    for private in (str(Path.home()), platform.node()):
        if len(private) > 2:
            text = text.replace(private, "~")
    return text
