"""Rows of the kit's list, as a test takes hold of them: by what they are called, with mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from companion.ui.kit.list_view import Line, ListView


class Row:
    """A row of a list that is shown."""

    def __init__(self, view: ListView, id: str) -> None:
        assert id in view.by_id, (id, list(view.by_id))
        self.view, self.id = view, id

    @property
    def line(self) -> Line:
        return self.view.by_id[self.id]

    def text(self) -> str:
        return self.line.title

    def toolTip(self) -> str:
        return self.line.refusal or self.line.tip

    def isEnabled(self) -> bool:
        return self.line.usable and self.view.isEnabled()

    def isVisible(self) -> bool:
        return self.view.isVisible() and not self.view.isRowHidden(self.view.row_of(self.id))

    def hasFocus(self) -> bool:
        return self.view.hasFocus() and self.view.line is self.line

    def setFocus(self) -> None:
        self.view.hold(self.id)
        self.view.setFocus()

    def node(self) -> QAccessibleInterface:
        """What a screen reader gets hold of."""
        return QAccessible.queryAccessibleInterface(self.view).child(self.view.row_of(self.id))

    def described(self) -> str:
        """What a screen reader says of it after its name."""
        return str(self.node().text(QAccessible.Text.Description))

    def spot(self) -> QPoint:
        """The middle of the row, brought into sight."""
        index = self.view.rows.index(self.view.row_of(self.id))
        self.view.scrollTo(index)
        QApplication.processEvents()
        return self.view.visualRect(index).center()

    def click(self, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        assert self.isVisible(), self.id
        QTest.mouseClick(self.view.viewport(), button, pos=self.spot())
        QApplication.processEvents()


def row(view: ListView, id: str) -> Row:
    """The row of a line."""
    return Row(view, id)


def rows(view: ListView) -> list[Row]:
    """All that can be seen to choose, from the top down."""
    return [found for id in view.by_id if (found := Row(view, id)).isVisible()]
