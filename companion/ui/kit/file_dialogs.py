"""Which file, and where to: the system's own dialogs. Nothing else in the window opens one.

A name that a person types without its ending gets it, so that a double click opens the file and imports find it.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from companion.model.core.file_names import file_name
from companion.model.core.words import Message, say
from companion.ui.kit.translator import tr


def ask_for_file(over: QWidget, title: Message, endings: str) -> Path | None:
    """Ask which file to open; None if the person cancels."""
    chosen, _ = QFileDialog.getOpenFileName(over.window(), tr(title), "", endings)
    return Path(chosen) if chosen else None


def ask_for_files(over: QWidget, title: Message, endings: str) -> list[Path]:
    """Ask which files to open; none if the person cancels."""
    chosen, _ = QFileDialog.getOpenFileNames(over.window(), tr(title), "", endings)
    return [Path(path) for path in chosen]


def ask_for_folder(over: QWidget, title: Message) -> Path | None:
    """Ask for a folder; None if the person cancels."""
    chosen = QFileDialog.getExistingDirectory(over.window(), tr(title))
    return Path(chosen) if chosen else None


def ask_where_to_save(over: QWidget, title: Message, name: str, ending: str) -> Path | None:
    """Ask where to save a file that is called `name` by a person; None if they cancel.

    It begins in the documents folder, with a name that every system takes. What is returned has the ending; where
    that names a file that the person was not asked about, because they typed no ending, the dialog comes again.
    """
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    proposed, words = Path(folder) / file_name(name, ending), tr(title)
    while True:
        chosen, _ = QFileDialog.getSaveFileName(over.window(), words, str(proposed), f"*{ending}")
        if not chosen:
            return None
        path = Path(chosen)
        if path.name.lower().endswith(ending):
            return path
        proposed = path.with_name(path.name + ending)
        if not proposed.exists():
            return proposed
        words = tr(say("“{name}” is already there: replace it, or choose another name", name=proposed.name))
