"""The packs as lines to choose from, and what can be done with a whole pack: export, turn off, delete."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from companion.model.content.check import Finding
from companion.model.content.files import placed
from companion.model.content.workshop import Workshop
from companion.model.core.words import Message, Name, say
from companion.ui.games.asagiri.editors.record_lists import EDITORS
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import LEFT, Gap, hbox, vbox
from companion.ui.kit.list_lines import Line
from companion.ui.kit.list_view import ListView
from companion.ui.kit.panels import Heading
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated

from .pack_context import PackContext, name_of
from .record_editor import Findings, NameLine


class PackList(Translated, QWidget):
    """`chosen` carries a namespace."""

    chosen = Signal(str)

    def __init__(self, workshop: Workshop, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workshop = workshop
        self._chosen = ""
        heading = Heading(say("Workshop"), self, level=2, kanji="筆")
        self.lines = says(ListView(self), name=say("Workshop"))
        self.lines.chosen.connect(self.chosen)
        self.new = InkButton(say("New pack"), "secondary", self, sign="plus")
        self.take_in = InkButton(say("Import…"), "quiet", self, sign="folder", tip=say("Import a pack file"))
        self.back = InkButton(say("Home"), "quiet", self, sign="chevron-left")
        tools = hbox(self.new, self.take_in, 1, spacing=0)
        vbox(heading, (self.lines, 1), tools, (self.back, LEFT), on=self, spacing=6)
        self.retranslate()

    def retranslate(self) -> None:
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


class PackCard(Translated, QWidget):
    """`renamed` carries a name."""

    renamed = Signal(object)

    def __init__(self, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self.on = True
        self.name = NameLine(bench, self)
        self.title = Heading("", self, level=3)
        self.facts = Label(self)
        self.export = InkButton(say("Export as one file…"), "secondary", self, sign="export",
                                tip=say("Export the whole pack as one file"))  # fmt: skip
        self.print = InkButton(say("Print the cards"), "quiet", self, sign="print")
        self.adopt = InkButton(say("Edit it here"), "quiet", self, sign="edit")
        off = say("A pack that is turned off stays here, but new games do not use it.")
        self.switch = InkButton("", "quiet", self, tip=off)
        self.remove = InkButton(say("Delete"), "quiet", self, sign="trash")
        self.label = Label(self, font="small")
        self.findings = Findings(self, thing=self._thing)
        self._names = vbox(self.name)
        self.name.edited.connect(self.renamed)
        quiet = ((button, LEFT) for button in (self.print, self.adopt, self.switch, self.remove))
        vbox(self._names, self.title, self.facts, Gap(8), hbox(self.export, 1), *quiet, Gap(10), self.label,
             self.findings, 1, on=self, spacing=4)  # fmt: skip

    def retranslate(self) -> None:
        self.show_pack()

    def show_pack(self) -> None:
        workshop, namespace = self._bench.workshop, self._bench.pack
        shipped = self._bench.shipped
        listed = None if shipped is not None or not namespace else workshop.find(namespace)
        manifest = shipped.manifest if shipped is not None else listed.manifest if listed is not None else None
        own = listed is not None and listed.own and manifest is not None
        if own and manifest is not None:
            self._rename_line(manifest.languages)
            self.name.show_names(dict(manifest.name))
        self.name.setVisible(own)
        self.title.setVisible(not own and bool(namespace))
        self.title.setText(tr(Name.of(manifest.name)) if manifest is not None else namespace)
        self.facts.setText(tr(self._facts(shipped is not None, own)) if namespace else "")
        self.on = listed is None or listed.on
        for button, shown in (
            (self.export, listed is not None and manifest is not None),
            (self.print, manifest is not None),
            (self.adopt, listed is not None and not own and manifest is not None),
            (self.switch, listed is not None),
            (self.remove, listed is not None),
        ):
            button.setVisible(shown)
        self.switch.setText(tr(say("Turn off") if self.on else say("Turn on")))
        self.switch.set_sign("eye-off" if self.on else "eye")
        found = workshop.check(namespace) if listed is not None else []
        self.findings.show_findings(found)
        self.label.setText(tr(say("Problems")) if found else tr(say("No problems.")) if own else "")
        self.label.setVisible(bool(self.label.text()))

    def _thing(self, found: Finding) -> Name | str:
        """What the record is called that a finding is about; nothing, when it is about the whole pack."""
        place = placed(found.file)
        if place is None:
            return ""
        names = name_of(self._bench.find(place[0], f"{self._bench.pack}:{place[1]}"))
        return Name.of(names) if names else place[1]

    def _facts(self, shipped: bool, own: bool) -> Message:
        if shipped:
            return say("These came with the program. To change one, copy it into a pack of your own.")
        manifest = self._bench.manifest
        if manifest is None:
            return say("This pack cannot be read.")
        words = say("Version {version}", version=manifest.version)
        if own:
            return words
        return say("{version} · {license}", version=words, license=manifest.license)

    def _rename_line(self, languages: tuple[str, ...]) -> None:
        """A line for the name in the languages of this pack."""
        if self.name.languages == languages:
            return
        old, self.name = self.name, NameLine(self._bench, self)
        self._names.replaceWidget(old, self.name)
        old.hide()
        old.deleteLater()
        self.name.edited.connect(self.renamed)
