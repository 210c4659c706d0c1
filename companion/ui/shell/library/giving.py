"""Saving games as files: one by itself, several in an archive or a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from companion.model.core.words import say
from companion.ui.kit.translator import tr
from companion.ui.play.storage import GameStorage, StorageError

from . import words

NAMED = 6
"""So many damaged games are named."""


class Giving(QObject):
    """`said` carries a `Message`: where the games are now, or why not."""

    said = Signal(object)

    def __init__(self, storage: GameStorage, parent: QWidget) -> None:
        """Dialogs belong to `parent`."""
        super().__init__(parent)
        self._storage, self._page = storage, parent

    def file(self, id: int) -> None:
        """Ask where, and write a game there."""
        names = []
        if not self._do(lambda: names.append(self._storage.library.file_name(id))):
            return
        path, _ = QFileDialog.getSaveFileName(self._page, tr(say("Export this game…")), names[0], "*.okko.json")
        if path and self._do(lambda: self._storage.export(id, Path(path))):
            self.said.emit(say("The game is saved in {path}.", path=path))

    def archive(self, ids: Sequence[int]) -> None:
        """Ask where, and write games into one archive."""
        title = tr(say("Export these games as one archive…"))
        path, _ = QFileDialog.getSaveFileName(self._page, title, f"{tr(say('Games'))}.zip", "*.zip")
        if path:
            self._many(ids, Path(path) if path.lower().endswith(".zip") else Path(f"{path}.zip"))

    def into_folder(self, ids: Sequence[int]) -> None:
        """Ask where, and write games into a folder, a file each."""
        path = QFileDialog.getExistingDirectory(self._page, tr(say("Export these games to a folder…")))
        if path:
            self._many(ids, Path(path))

    def _many(self, ids: Sequence[int], target: Path) -> None:
        done: list[tuple[int, Sequence[str]]] = []
        if not self._do(lambda: done.append(self._storage.library.export(ids, target))):
            return
        written, damaged = done[0]
        if damaged:
            names = ", ".join(damaged[:NAMED])
            self.said.emit(
                say("{games} saved in {path}. Damaged and left out: {names}.",
                    games=words.games(written), path=str(target), names=names)
            )  # fmt: skip
        else:
            self.said.emit(say("{games} saved in {path}.", games=words.games(written), path=str(target)))

    def _do(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except StorageError as wrong:
            self.said.emit(wrong.why)
            return False
        return True
