"""A page about files that were taken in: how many games came, which were there already, and what was wrong with each
of the others.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.label import Label
from companion.ui.kit.panels import Heading
from companion.ui.kit.scroll import ScrollColumn, ScrollFade
from companion.ui.kit.theme import fonts
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import Translated

from . import words
from .taking import Report

SHOWN = 200
"""So many files are named; the others are counted."""


class ReportPage(Translated, QWidget):
    """`closed`: enough of it; `again`: take in even what is there already; `stopped`: no more files."""

    closed = Signal()
    again = Signal()
    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Nothing was taken in."""
        super().__init__(parent)
        self._report, self._done, self._all = Report(), 0, 0
        self.heading = Heading("", self, level=2)
        self.summary = Label(self)
        self.lines: list[Label] = []
        self._inside = QWidget()
        self._box = QVBoxLayout(self._inside)
        self._box.setContentsMargins(0, 0, fonts.px(6), 0)
        self._box.setSpacing(fonts.px(3))
        area = ScrollColumn(self._inside, self)
        ScrollFade(area, "surface")
        self._area = area
        self.take_again = InkButton("", "secondary", self, sign="copy")
        self.take_again.clicked.connect(self.again)
        self.close_ = InkButton("", "primary", self)
        self.close_.clicked.connect(lambda: (self.stopped if self.busy else self.closed).emit())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(fonts.px(8))
        column.addWidget(self.heading)
        column.addWidget(self.summary)
        column.addWidget(area, 1)
        column.addWidget(self.take_again, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.close_, 0, Qt.AlignmentFlag.AlignLeft)
        self.retranslate()

    @property
    def busy(self) -> bool:
        """Whether files are still being taken in."""
        return self._done < self._all

    def go_on(self, done: int, all_: int) -> None:
        """So many files of so many are done."""
        self._done, self._all = done, max(all_, done + 1)
        self._tell()

    def show_report(self, report: Report) -> None:
        """All are done."""
        self._report, self._done, self._all = report, 0, 0
        self.retranslate()

    def retranslate(self) -> None:
        for line in self.lines:
            self._box.removeWidget(line)
            line.hide()
            line.deleteLater()
        while self._box.count():
            self._box.takeAt(0)
        self.lines = []
        report = self._report
        for fault in report.faults[:SHOWN]:
            self._line(fault.label, heading=True)
            for where, why in ((fault.where, fault.why), *fault.others):
                place = say("{where}: {why}", where=where, why=why) if where else why
                self._line(tr(place), role_is_bad=True)
        for source, taken in report.known[:SHOWN]:
            self._line(source.label, heading=True)
            self._line(tr(self._known(taken.game.name, taken.steps - taken.game.steps)))
        more = max(0, len(report.faults) - SHOWN) + max(0, len(report.known) - SHOWN)
        if more:
            self._line(tr(say("and {files} more", files=words.files(more))))
        self._box.addStretch(1)
        self._area.setAccessibleName(tr(say("Result for each file")))
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus if self.lines else Qt.FocusPolicy.NoFocus)
        self._tell()

    def _known(self, name: str, further: int) -> Message:
        if further > 0:
            return say("You already have it as “{name}”, but this copy is longer by {steps}.",
                       name=name, steps=words.steps(further))  # fmt: skip
        return say("You already have it as “{name}”.", name=name)

    def _line(self, text: str, *, heading: bool = False, role_is_bad: bool = False) -> None:
        line = Label(self._inside, role="ink" if heading else "shaken" if role_is_bad else "faded",
                       font="strong" if heading else "text")  # fmt: skip
        line.setText(text.replace("/", "/\u200b").replace("\\", "\\\u200b") if heading else text)
        line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        if heading and self.lines:
            self._box.addSpacing(fonts.px(8))
        self._box.addWidget(line)
        self.lines.append(line)

    def _tell(self) -> None:
        report = self._report
        if self.busy:
            self.heading.setText(tr(say("Importing games…")))
            self.summary.setText(tr(say("{done} of {all}", done=self._done, all=self._all)))
        else:
            self.heading.setText(tr(say("Imported: {games}", games=words.games(len(report.new)))))
            parts = []
            if report.known:
                parts.append(tr(say("Duplicates: {files}.", files=words.files(len(report.known)))))
            if report.faults:
                parts.append(tr(say("Unusable: {files}.", files=words.files(len(report.faults)))))
            self.summary.setText(" ".join(parts) or tr(say("All files were imported.")))
        self.take_again.setVisible(bool(report.known) and not self.busy)
        self.take_again.setText(tr(say("Import them anyway")))
        self.close_.setText(tr(say("Stop")) if self.busy else tr(say("Close")))
