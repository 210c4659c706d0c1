"""The workshop of Asagiri: its kinds of record, and its cards on paper."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from companion.model.content.workshop import Workshop
from companion.model.core.words import Name
from companion.ui.games.asagiri.editors.adventure_editor import ADVENTURE
from companion.ui.games.asagiri.editors.cards.card_editor import CHARACTER, EQUIPMENT
from companion.ui.games.asagiri.editors.cards.skill_sheet import SKILL
from companion.ui.games.asagiri.editors.sheets import BAND, BOARD, KAMI, SCENARIO
from companion.ui.games.asagiri.editors.tile_editor import TILE
from companion.ui.games.asagiri.print.card_sheets import KINDS
from companion.ui.games.asagiri.print.subjects import Order, of_records
from companion.ui.kit.translator import tr
from companion.ui.workshop import name_of
from companion.ui.workshop.screen import WorkshopScreen

EDITORS = (CHARACTER, EQUIPMENT, SKILL, KAMI, TILE, BOARD, BAND, SCENARIO, ADVENTURE)


class AsagiriWorkshop(WorkshopScreen):
    """See the module."""

    help_page = "asagiri/skills"

    def __init__(self, workshop: Workshop, parent: QWidget | None = None) -> None:
        super().__init__(workshop, EDITORS, parent)

    def order(self) -> Order | None:
        """The card on the desk, or all cards of the pack, to be printed; None: there are none."""
        if self.desk is not None:
            name = tr(Name.of(name_of(self.desk.draft.record) or ""))
            found = of_records([(self.desk.editor.kind, self.desk.draft.id)], name)
        else:
            manifest = self.bench.manifest
            title = tr(Name.of(manifest.name)) if manifest is not None else ""
            kinds = KINDS if self.bench.pack else ()
            found = of_records([(kind, id) for kind in kinds for id in self.bench.records(kind)], title)
        return found if found.cards else None
