"""The workshop of Okko Chronicles: its kinds of record, in the order in which a box is typed in."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from companion.model.content.workshop import Workshop
from companion.ui.workshop.screen import WorkshopScreen

from .card_editors import CARDS
from .scenario_editor import SCENARIO
from .tile_editor import TILE

EDITORS = (TILE, SCENARIO, *CARDS)


class ChroniclesWorkshop(WorkshopScreen):
    """See the module."""

    def __init__(self, workshop: Workshop, parent: QWidget | None = None) -> None:
        super().__init__(workshop, EDITORS, parent)
        self.card.prints = False
        self.card.show_pack()
