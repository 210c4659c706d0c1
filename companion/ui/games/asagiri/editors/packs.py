"""The packs as lines to choose from: one's own, those of others, those out of the box."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.model.content.workshop import Workshop
from companion.model.core.words import Name, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

from .editors import EDITORS


class PackList(Translated, QWidget):
    """`chosen` carries a namespace; `made`: a new pack is wanted; `taken`: one out of a file; `left`: back home."""

    chosen = Signal(str)
    made = Signal()
    taken = Signal()
    left = Signal()

    def __init__(self, workshop: Workshop, parent: QWidget | None = None) -> None:
        """Look at the workshop with `refresh`."""
        super().__init__(parent)
        self._workshop = workshop
        self._chosen = ""
        self.heading = Heading(say("Workshop"), self, level=2, kanji="筆")
        self.lines = ListView(self)
        self.lines.chosen.connect(self.chosen)
        self.new = InkButton(say("New pack"), "secondary", self, sign="plus")
        self.take_in = InkButton(say("Import…"), "quiet", self, sign="folder", tip=say("Import a pack file"))
        self.back = InkButton(say("Home"), "quiet", self, sign="chevron-left")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(6))
        column.addWidget(self.heading)
        column.addWidget(self.lines, 1)
        tools = QHBoxLayout()
        tools.setSpacing(0)
        tools.addWidget(self.new)
        tools.addWidget(self.take_in)
        tools.addStretch(1)
        column.addLayout(tools)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        self.new.clicked.connect(self.made)
        self.take_in.clicked.connect(self.taken)
        self.back.clicked.connect(self.left)
        self.retranslate()

    def retranslate(self) -> None:
        self.heading.setText(tr(say("Workshop")))
        self.new.setText(tr(say("New pack")))
        self.take_in.setText(tr(say("Import…")))
        self.take_in.setToolTip(tr(say("Import a pack file")))
        self.back.setText(tr(say("Home")))
        self.lines.setAccessibleName(tr(say("Workshop")))
        self.refresh()

    def refresh(self) -> None:
        listed = self._workshop.manifests()
        lines: list[Line] = []
        for title, packs in (
            (say("Your packs"), [one.namespace for one in listed if one.own]),
            (say("Packs of others"), [one.namespace for one in listed if not one.own]),
            (say("Built-in"), [pack.manifest.namespace for pack in self._workshop.base.packs]),
        ):
            if packs:
                lines += [Line("", tr(title), heading=True), *map(self._line, packs)]
        self.lines.show_lines(lines)
        self.lines.mark(self._chosen)

    def _line(self, namespace: str) -> Line:
        """A pack: its name, what is in it, whether something is to be put right."""
        shipped = next((pack for pack in self._workshop.base.packs if pack.manifest.namespace == namespace), None)
        if shipped is not None:
            counts = {editor.kind: len(shipped.records.get(editor.kind, {})) for editor in EDITORS}
            return Line(namespace, tr(Name.of(shipped.manifest.name)), self._counted(counts), sign="cards")
        listed = self._workshop.find(namespace)
        if listed.manifest is None:
            return Line(namespace, namespace, tr(say("This pack cannot be read.")), sign="warning")
        counts = {editor.kind: len(self._workshop.records(namespace, editor.kind)) for editor in EDITORS}
        words = self._counted(counts) or tr(say("Empty"))
        if not listed.on:
            words = tr(say("{words} · off", words=words))
        sign = "warning" if any(found.broken for found in self._workshop.check(namespace)) else "folder"
        return Line(
            namespace,
            tr(Name.of(listed.manifest.name)),
            words,
            sign="brush" if listed.own and sign != "warning" else sign,
        )

    def _counted(self, counts: dict[str, int]) -> str:
        parts = [f"{tr(editor.many)}\u00a0{counts[editor.kind]}" for editor in EDITORS if counts[editor.kind]]
        return "\u00a0· ".join(parts)  # no line begins with a point

    def choose(self, namespace: str) -> None:
        self._chosen = namespace
        self.lines.mark(namespace)
