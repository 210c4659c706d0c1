"""Every editor that the workshop has, in the order in which it shows their kinds."""

from __future__ import annotations

from .adventure.editor import AdventureEditor
from .cards.editor import CharacterEditor, EquipmentEditor
from .seam import Editor
from .sheets.editors import BandEditor, BoardEditor, KamiEditor, ScenarioEditor
from .skills.editor import SkillEditor
from .tile.editor import TileEditor

EDITORS: tuple[Editor, ...] = (
    CharacterEditor(), EquipmentEditor(), SkillEditor(), KamiEditor(), TileEditor(), BoardEditor(), BandEditor(),
    ScenarioEditor(), AdventureEditor(),
)  # fmt: skip


def editor_of(kind: str) -> Editor | None:
    """The editor of a kind of record, if there is one."""
    return next((editor for editor in EDITORS if editor.kind == kind), None)
