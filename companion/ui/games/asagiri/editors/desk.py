"""The desk: one record with all that every editor shares: its name, undo and redo, what is to be put right."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.content.check import Finding
from companion.model.core.words import say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.fold_layout import FoldLayout
from companion.ui.kit.label import Label
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

from .bench import Bench
from .findings import Findings
from .names import NameLine
from .seam import Editor, name_of


class Desk(Translated, QWidget):
    """`left`: back to the records."""

    left = Signal()

    def __init__(self, editor: Editor, id: str, bench: Bench, parent: QWidget | None = None) -> None:
        """Put the record `id` of the bench's pack on the desk; KeyError when there is none."""
        super().__init__(parent)
        self.editor, self.bench = editor, bench
        self.draft = bench.draft(editor.kind, id, self)
        self.back = InkButton(say("Workshop"), "quiet", self, sign="chevron-left")
        self.kind = Label(self, font="small", wrap=False)
        self.name = NameLine(bench, self)
        self.undo_ = InkButton("", "quiet", self, sign="undo")
        self.redo_ = InkButton("", "quiet", self, sign="redo")
        self.body = editor.body(self.draft, bench, self)
        self.findings = Findings(self, shown=2, steady=True)
        for button in (self.back, self.undo_, self.redo_):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()
        self.back.clicked.connect(self.left)
        self.name.edited.connect(self._rename)
        self.name.done.connect(self.body.setFocus)
        self.undo_.clicked.connect(self.draft.undo)
        self.redo_.clicked.connect(self.draft.redo)
        self.draft.changed.connect(self._show)
        self.draft.checked.connect(self._show_findings)
        self.findings.wanted.connect(self.show_finding)
        self.setFocusProxy(self.body)
        self.retranslate()
        self._show()
        self._show_findings()

    def _lay_out(self) -> None:
        page = QVBoxLayout(self)
        page.setContentsMargins(fonts.px(22), fonts.px(10), fonts.px(22), fonts.px(10))
        page.setSpacing(fonts.px(8))
        head = FoldLayout()
        head.setSpacing(fonts.px(12))
        head.addWidget(self.back, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self.kind, 0, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self.name, 1)
        head.addSpacing(fonts.px(12))
        head.addWidget(self.undo_)
        head.addWidget(self.redo_)
        page.addLayout(head)
        page.addWidget(self.body, 1)
        page.addWidget(self.findings)

    def _show(self) -> None:
        self.name.show_names(name_of(self.draft.record))
        self._show_undo()

    def _show_undo(self) -> None:
        for button, deed, plain in (
            (self.undo_, self.draft.undo_name(), say("Undo")),
            (self.redo_, self.draft.redo_name(), say("Redo")),
        ):
            button.setEnabled(deed is not None)
            button.setToolTip(tr(say("{what}: {deed}", what=plain, deed=deed)) if deed else tr(plain))
            button.setAccessibleName(tr(plain))

    def _show_findings(self) -> None:
        grave = [found for found in self.draft.findings if found.broken]
        self.findings.show_findings(grave, [found for found in self.draft.findings if not found.broken])

    def retranslate(self) -> None:
        self.kind.setText(tr(self.editor.one))
        self.setAccessibleName(tr(self.editor.one))
        self._show_undo()

    def _rename(self, names: object) -> None:
        self.draft.change({**self.draft.record, "name": names}, tr(say("Name")), merge="name")

    def show_finding(self, finding: Finding) -> None:
        """Bring the keys to where a finding can be put right."""
        self.show_field(finding.pointer)

    def show_field(self, pointer: str) -> None:
        parts = pointer.split("/")[1:]
        if parts[:1] == ["name"]:
            code = parts[1] if len(parts) > 1 and parts[1] in self.name.languages else self.bench.writing
            self.name.show_language(code)
        elif not self.body.show_field(pointer):
            self.body.setFocus()

    def undo(self) -> None:
        self.draft.undo()

    def redo(self) -> None:
        self.draft.redo()

    def keep_now(self) -> None:
        self.draft.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)
