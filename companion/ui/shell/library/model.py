"""The games looked for, as a list that fetches no more than what is seen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from companion.ui.kit.translator import tr
from companion.ui.play.storage import LibraryEntry, LibraryStorage, Search, StorageError

from .words import result

PAGE = 64
"""So many games are fetched at once."""
MOST_KNOWN = 40 * PAGE
"""So many fetched games are remembered."""
_NOWHERE = QModelIndex()
Index = QModelIndex | QPersistentModelIndex


class GameList(QAbstractListModel):
    """A row a game. `look_for` may raise StorageError, and then shows what it showed before."""

    failed = Signal(object)
    """A `Message`: games that were to be seen cannot be fetched."""

    def __init__(self, storage: LibraryStorage, parent: QObject | None = None) -> None:
        """Nothing is looked for yet."""
        super().__init__(parent)
        self._storage = storage
        self.search = Search()
        self.ids: Sequence[int] = ()
        self._rows: dict[int, int] = {}
        self._known: dict[int, LibraryEntry | None] = {}

    def look_for(self, search: Search) -> None:
        """Show the games looked for."""
        ids = self._storage.found(search)
        self.beginResetModel()
        self.search, self.ids = search, ids
        self._rows = {id: row for row, id in enumerate(ids)}
        self._known = {}
        self.endResetModel()

    def renew(self) -> None:
        """Fetch anew what is seen: games are called otherwise in another language."""
        self._known = {}
        self.dataChanged.emit(self.index(0), self.index(len(self.ids) - 1))

    def row_of(self, id: int) -> int:
        """Where a game stands; -1: not here."""
        return self._rows.get(id, -1)

    def entry(self, row: int) -> LibraryEntry | None:
        """The game in a row; None: it has gone in the meantime, or cannot be fetched now (said by `failed`)."""
        if not 0 <= row < len(self.ids):
            return None
        if self.ids[row] not in self._known:
            self._fetch(row // PAGE * PAGE)
        return self._known[self.ids[row]]

    def _fetch(self, first: int) -> None:
        if len(self._known) > MOST_KNOWN:
            self._known = {}
        wanted = self.ids[first : first + PAGE]
        self._known.update(dict.fromkeys(wanted))
        try:
            self._known.update((entry.game.id, entry) for entry in self._storage.entries(wanted))
        except StorageError as wrong:
            self.failed.emit(wrong.why)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """So many games."""
        return 0 if parent.isValid() else len(self.ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The name of a game, a sentence for screen readers, or (user role) its `LibraryEntry`."""
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.UserRole):
            return None
        entry = self.entry(index.row())
        if entry is None or role == Qt.ItemDataRole.UserRole:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.game.name
        return f"{entry.game.name}, {tr(result(entry))}"
