"""One record being edited, with its name, undo and redo, and its problems; and what can be done with a whole pack."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.content.check import Finding
from companion.model.content.files import placed
from companion.model.core.words import LANGUAGE_NAMES, Message, Name, one_line, say
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.choices import Choices
from companion.ui.kit.fields import NameEdit
from companion.ui.kit.layouts import LEFT, TOP, Gap, fold, hbox, vbox
from companion.ui.kit.list_view import WRAP, Line, LineDelegate, ListView
from companion.ui.kit.panels import Heading
from companion.ui.kit.theme import fonts, icons, ink
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label, Translated, follow
from companion.ui.workshop import Editor, PackContext, RecordDraft, name_field, name_of

MOST_LETTERS = 120
MIDDLE = Qt.AlignmentFlag.AlignVCenter


class _Edit(NameEdit):
    """Enter says that the name is written."""

    done = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.done.emit()
            return
        super().keyPressEvent(event)


class NameLine(Translated, QWidget):
    """`edited` carries the name as a record holds it, `done`: Enter was pressed.

    The language chosen here is the one that all texts of the desk are written in (`PackContext.writing`).
    """

    edited = Signal(object)
    done = Signal()

    def __init__(self, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self.languages = bench.languages
        self._names: dict[str, str] = {}
        self.edit = says(_Edit(self, share=22 / 24), name=say("Name"), hint=say("Name"))
        self.edit.done.connect(self.done)
        self.edit.setMaxLength(MOST_LETTERS)
        self.edit.textEdited.connect(self._written)
        options = [(code, code.upper(), "") for code in self.languages]
        self.language = Choices(say("Language of names and texts"), options, self)
        self.language.show_choice(bench.writing)
        self.language.chosen.connect(self.show_language)
        self.language.setVisible(len(self.languages) > 1)
        hbox((self.edit, 1), self.language, on=self, spacing=10)
        bench.writing_changed.connect(self._other_language)
        self.retranslate()

    def retranslate(self) -> None:
        for code, word in self.language.words.items():
            word.setToolTip(LANGUAGE_NAMES.get(code, code))

    def show_names(self, names: dict[str, str]) -> None:
        """Show a name; nothing is emitted."""
        self._names = dict(names)
        words = self._names.get(self._bench.writing, "")
        if self.edit.text().strip() != words.strip():
            self.edit.setText(words)

    def show_language(self, code: str) -> None:
        self._bench.write_in(code)
        self._other_language()
        self.edit.setFocus()

    def _other_language(self) -> None:
        self.language.show_choice(self._bench.writing)
        self.edit.setText(self._names.get(self._bench.writing, ""))

    def _written(self, text: str) -> None:
        self._names = self._bench.spoken(self._names, one_line(text))
        self.edited.emit(dict(self._names))


class FindingDelegate(LineDelegate):
    """Paints a sentence: a fault with a brush dot before it, something to think of with a small sign."""

    wide = 420

    def height(self, line: Line, width: int) -> int:
        room = QRect(0, 0, max(60, width - fonts.px(34)), 10_000)
        return QFontMetrics(fonts.font("text")).boundingRect(room, WRAP, line.title).height() + fonts.px(8)

    def paint_ground(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool, held: bool) -> None:
        if lit:
            pen.fillRect(box, theme.color("ink", 0.06))

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        middle = QPointF(
            box.left() + fonts.px(13), box.top() + fonts.px(4) + QFontMetrics(fonts.font("text")).height() / 2
        )
        if line.sign:
            half = fonts.px(14) / 2
            room = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
            icons.paint(pen, line.sign, theme.color("faded"), room)
        else:
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            pen.drawPath(ink.rough_disc(middle, fonts.px(5), line.title[:9], 0.14))
        pen.setFont(fonts.font("text"))
        pen.setPen(theme.color("faded" if line.sign and not lit else "ink"))
        pen.drawText(box.adjusted(fonts.px(26), fonts.px(4), -fonts.px(8), 0), WRAP, line.title)


class Findings(Translated, QWidget):
    """See the module; `wanted` carries a `Finding`. Takes no room while there is nothing to say, unless `steady`."""

    wanted = Signal(object)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        shown: int = 8,
        steady: bool = False,
        thing: Callable[[Finding], Name | str] | None = None,
    ) -> None:
        """Nothing to say; `shown` lines are seen at once. `steady`: always as high, so that nothing beside it jumps.

        `thing`: what a finding is about, where those of several things are listed; they then name their file too.
        """
        super().__init__(parent)
        says(self, name=say("Problems"))
        self._thing = thing
        self._shown, self._steady = shown, steady
        self._calm = Label(self, font="small", text=say("Saved. No problems."))
        self._found: tuple[Finding, ...] = ()
        self.lines = says(ListView(self), name=say("Problems"))
        self.lines.set_delegate(FindingDelegate(self.lines))
        self.lines.chosen.connect(lambda id: self.wanted.emit(self.lines.by_id[id].data))
        vbox((self._calm, TOP), self.lines, on=self, spacing=None)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        follow(self)
        self.retranslate()

    def refresh(self) -> None:
        self._fit()

    def follow_draft(self, draft: RecordDraft) -> None:
        draft.checked.connect(lambda: self.show_findings(draft.findings))
        self.show_findings(draft.findings)

    def show_findings(self, found: Sequence[Finding]) -> None:
        """Say these: first the faults."""
        if tuple(found) != self._found:
            self._found = tuple(found)
            self.retranslate()

    def retranslate(self) -> None:
        ordered = sorted(self._found, key=lambda found: not found.broken)
        signs = ["" if found.broken else "info" for found in ordered]
        self.lines.show_lines(
            [Line(str(n), self._words(one), sign=signs[n], data=one) for n, one in enumerate(ordered)]
        )
        self._fit()

    def _words(self, found: Finding) -> str:
        thing = self._thing(found) if self._thing is not None else ""
        if not thing and (self._thing is None or not found.file):
            return tr(found.what)
        if not thing:
            return tr(say("{file}: {why}", file=found.file, why=found.what))
        return tr(say("{thing} ({file}): {why}", thing=thing, file=found.file, why=found.what))

    def _fit(self) -> None:
        one = QFontMetrics(fonts.font("text")).height() + fonts.px(8)
        found = self.lines.rows.lines
        self.setVisible(self._steady or bool(found))
        self._calm.setVisible(self._steady and not found)
        self.lines.setVisible(bool(found))
        if self._steady:
            self.setFixedHeight(self._shown * one)
        else:
            more, bar = len(found) > self._shown, Qt.ScrollBarPolicy
            self.lines.setVerticalScrollBarPolicy(bar.ScrollBarAsNeeded if more else bar.ScrollBarAlwaysOff)
            wide = max(200, self.width() - (self.lines.verticalScrollBar().sizeHint().width() if more else 0))
            high = sum(self.lines.delegate.height(line, wide) for line in found[: self._shown])
            self.lines.setFixedHeight(max(1, high))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class DraftBar(Translated, QWidget):
    """The name of a record, undo and redo."""

    def __init__(self, draft: RecordDraft, bench: PackContext, *, spacing: int, gap: int = 0) -> None:
        super().__init__()
        self._draft = draft
        self.name = NameLine(bench)
        self._undo = InkButton("", "quiet", sign="undo", name=say("Undo"))
        self._redo = InkButton("", "quiet", sign="redo", name=say("Redo"))
        for button, do in ((self._undo, draft.undo), (self._redo, draft.redo)):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(do)
        hbox((self.name, 1), Gap(gap), self._undo, self._redo, on=self, spacing=spacing)
        self.name.edited.connect(self._rename)
        draft.changed.connect(self.retranslate)
        self.retranslate()

    def _rename(self, names: object) -> None:
        record = self._draft.record
        self._draft.change({**record, name_field(record): names}, tr(say("Name")), merge="name")

    def retranslate(self) -> None:
        self.name.show_names(name_of(self._draft.record))
        for button, deed, plain in (
            (self._undo, self._draft.undo_name(), say("Undo")),
            (self._redo, self._draft.redo_name(), say("Redo")),
        ):
            button.setEnabled(deed is not None)
            button.setToolTip(tr(say("{what}: {deed}", what=plain, deed=deed)) if deed else tr(plain))


class RecordEditor(Translated, QWidget):
    """`left`: back to the records."""

    left = Signal()

    def __init__(self, editor: Editor, id: str, bench: PackContext, parent: QWidget | None = None) -> None:
        """Put the record `id` of the bench's pack on the desk; KeyError when there is none."""
        super().__init__(parent)
        self.editor, self.bench = editor, bench
        self.draft = bench.draft(editor.kind, id, self)
        self.back = InkButton(say("Workshop"), "quiet", self, sign="chevron-left", clicked=self.left)
        self.kind = Label(self, font="small", wrap=False)
        bar = DraftBar(self.draft, bench, spacing=12, gap=12)
        self.name = bar.name
        self.body = editor.body(self.draft, bench)
        self.findings = Findings(self, shown=2, steady=True)
        self.back.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        head = fold((self.back, MIDDLE), (self.kind, MIDDLE), (bar, 1), spacing=12)
        vbox(head, (self.body, 1), self.findings, on=self, spacing=8, margins=(22, 10, 22, 10))
        self.name.done.connect(self.body.setFocus)
        self.findings.wanted.connect(lambda finding: self.show_field(finding.pointer))
        self.findings.follow_draft(self.draft)
        self.setFocusProxy(self.body)
        self.retranslate()

    def retranslate(self) -> None:
        self.kind.setText(tr(self.editor.one))
        self.setAccessibleName(tr(self.editor.one))

    def show_field(self, pointer: str) -> None:
        parts = pointer.split("/")[1:]
        if parts[:1] == [name_field(self.draft.record)]:
            code = parts[1] if len(parts) > 1 and parts[1] in self.name.languages else self.bench.writing
            self.name.show_language(code)
        elif not self.body.show_field(pointer):
            self.body.setFocus()

    def keep_now(self) -> None:
        self.draft.close()
        self.body.keep_now()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)


class PackCard(Translated, QWidget):
    """`renamed` carries a name."""

    renamed = Signal(object)

    def __init__(self, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self.on = True
        self.prints = True
        """The cards of a pack can be printed."""
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
            (self.print, self.prints and manifest is not None),
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
