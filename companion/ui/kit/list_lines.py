"""The lines of a list: what each says, and the model that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

WRAP = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Line:
    """A row: `value` stands at its end, `sign` before it. A `refusal` says why it can't be chosen now."""

    id: str
    title: str
    words: str = ""
    value: str = ""
    sign: str = ""
    refusal: str = ""
    chosen: bool = False
    on: bool = True
    """Whether it can be chosen, where no reason is written."""
    heading: bool = False
    """A title above the rows that follow."""
    tip: str = ""
    heard: str = ""
    """What a screen reader calls it, where that is not the title."""
    data: object = None
    """What a delegate of one's own paints."""

    @property
    def usable(self) -> bool:
        return self.on and not self.refusal and not self.heading


class LineModel(QAbstractListModel):
    """The rows of a list."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.lines: list[Line] = []

    def show_lines(self, lines: Sequence[Line]) -> bool:
        """Hold these; False when the same rows have only changed what they say."""
        if [(line.id, line.heading) for line in lines] == [(line.id, line.heading) for line in self.lines]:
            changed = [n for n, pair in enumerate(zip(lines, self.lines, strict=True)) if pair[0] != pair[1]]
            self.lines = list(lines)
            if changed:
                self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
            return False
        self.beginResetModel()
        self.lines = list(lines)
        self.endResetModel()
        return True

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def flags(self, index: Index) -> Qt.ItemFlag:
        usable = index.isValid() and self.lines[index.row()].usable
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable if usable else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        line, roles = self.lines[index.row()], Qt.ItemDataRole
        match role:
            case roles.DisplayRole:
                return line.title
            case roles.AccessibleTextRole:
                return line.heard or line.title
            case roles.AccessibleDescriptionRole:
                return ", ".join(
                    part for part in (line.value, line.refusal or (line.words if line.on else line.tip)) if part
                )
            case roles.ToolTipRole:
                return line.refusal or line.tip
            case roles.CheckStateRole if line.chosen:
                return Qt.CheckState.Checked.value
            case roles.UserRole:
                return line
        return None
