"""The packs as lines to choose from: one's own, those of others, those out of the box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from companion.model.content.workshop import Workshop
from companion.model.core.words import Message, Name, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fold_layout import Tall
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading
from companion.ui.kit.popup import Line, LineButton, step_among
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
        self.lines: dict[str, LineButton] = {}
        self._list = QWidget()
        self._box = QVBoxLayout(self._list)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(fonts.px(1))
        self.new = InkButton(say("New pack"), "secondary", self, sign="plus")
        self.take_in = InkButton(say("Import…"), "quiet", self, sign="folder", tip=say("Import a pack file"))
        self.back = InkButton(say("Home"), "quiet", self, sign="chevron-left")
        area = Tall(self._list, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(6))
        column.addWidget(self.heading)
        column.addWidget(area, 1)
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
        self.refresh()

    def refresh(self) -> None:
        """Look at the workshop again."""
        for line in self.lines.values():
            line.hide()
            line.deleteLater()
        while self._box.count():
            item = self._box.takeAt(0)
            label = item.widget() if item is not None else None
            if isinstance(label, Label):
                label.hide()
                label.deleteLater()
        self.lines = {}
        listed = self._workshop.manifests()
        self._add(say("Your packs"), [one.namespace for one in listed if one.own])
        self._add(say("Packs of others"), [one.namespace for one in listed if not one.own])
        self._add(say("Built-in"), [pack.manifest.namespace for pack in self._workshop.base.packs])
        self._box.addStretch(1)
        self.choose(self._chosen)

    def _add(self, title: Message, packs: Sequence[str]) -> None:
        if not packs:
            return
        label = Label(self._list, font="small")
        label.setText(tr(title))
        self._box.addWidget(label)
        label.show()
        for namespace in packs:
            line = LineButton(self._line(namespace), self._list)
            line.clicked.connect(lambda _=False, namespace=namespace: self.chosen.emit(namespace))
            line.stepped.connect(lambda way, line=line: step_among(list(self.lines.values()), line, way))
            self._box.addWidget(line)
            line.show()
            self.lines[namespace] = line

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
        """Mark one."""
        self._chosen = namespace
        for id, line in self.lines.items():
            line.line = replace(line.line, chosen=id == namespace)
            line.update()
