"""Every way a campaign has gone."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from companion.ui.campaign.campaigning import Campaigning


class TimeMachine(QWidget):
    """See the module. `left`: back to where it was asked for."""

    left = Signal()
    contexts = ("all",)
    """Whose keys hold here."""

    def __init__(self, campaigning: Campaigning, parent: QWidget | None = None) -> None:
        """Look at `campaigning`."""
        super().__init__(parent)
        self._campaigning = campaigning

    def keys(self) -> list[tuple[str, list[str]]]:
        """What the keys do here that cannot be bound, for the overview."""
        return []
