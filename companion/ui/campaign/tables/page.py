"""The tables of Heal and Pray alone."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from companion.ui.settings.tongue import Tongue


class TablesPage(QWidget):
    """See the module. `left`: back to where it was asked for."""

    left = Signal()
    contexts = ("all",)
    """Whose keys hold here."""

    def __init__(self, tongue: Tongue, parent: QWidget | None = None) -> None:
        """Look at `tongue`."""
        super().__init__(parent)
        self._tongue = tongue

    def keys(self) -> list[tuple[str, list[str]]]:
        """What the keys do here that cannot be bound, for the overview."""
        return []
