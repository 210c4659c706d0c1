"""A skill being edited: its name, the sentence it is written as, what the card will say."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from companion.model.core.contract import Json
from companion.model.core.words import Name, say
from companion.model.games.asagiri.skills.language.explain import cost, explain, sign
from companion.model.games.asagiri.skills.language.skill import Skill
from companion.ui.games.asagiri.cards import parts
from companion.ui.games.asagiri.cards.face import skill_line
from companion.ui.games.asagiri.cards.portrait import WrappedText
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.panels import PaperPanel, paint_sheet
from companion.ui.kit.scroll import ScrollColumn
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import InkWidget, Label, Translated
from companion.ui.workshop import Body, Editor, PackContext, RecordDraft, name_of
from companion.ui.workshop.record_editor import DraftBar, Findings

from .chip_actions import ChipActions
from .sentence import Sentence
from .skill_page import SkillPage
from .skill_record import blank_skill, read


class SkillWriting(Translated, QWidget):
    """The sentence, and what the card will say. `left`: beyond the last word."""

    left = Signal()

    def __init__(
        self, draft: RecordDraft, bench: PackContext, parent: QWidget | None = None, *, beside: bool = False
    ) -> None:
        """Write on the draft's skill; `beside` the card, which shows by itself what it says."""
        super().__init__(parent)
        self.draft, self.bench = draft, bench
        self.page = says(SkillPage(), name=say("Skill, part by part"))
        self.hands = ChipActions(draft, bench, self.page, self)
        self._label = Label(self, font="small", text=say("Text on the card"))
        self.words = CardWords(bench, self)
        self._area = ScrollColumn(self.page, self)
        vbox((self._area, 1), self._label, self.words, on=self, spacing=6)
        self._label.setVisible(not beside)
        self.words.setVisible(not beside)
        self.page.left.connect(self.left)
        self.page.reached.connect(self._bring)
        self.hands.unfolding.connect(self._show)
        draft.changed.connect(self._show)
        draft.checked.connect(self.show_findings)
        self.setFocusProxy(self.page)
        self.retranslate()

    def retranslate(self) -> None:
        self._show()
        self.show_findings()

    def _called(self, id: str) -> str:
        names = name_of(self.bench.find("character", id)) if id else {}
        return f"“{tr(Name.of(names))}”" if names else "…"

    def _show(self) -> None:
        record = self.draft.record
        self.page.show_sentence(Sentence(record, tr, self._called, frozenset(self.hands.unfolded)))
        self.words.show_skill(record)
        self.show_findings()

    def _bring(self, widget: QWidget) -> None:
        """Scroll to where the keys are; what is new has its place only after the page was laid out."""
        QTimer.singleShot(0, widget, lambda: self._area.ensureWidgetVisible(widget, 0, fonts.px(26)))

    def show_findings(self) -> None:
        sentence, faults = self.page.sentence, dict[tuple[str, str], str]()
        for found in self.draft.findings:
            chip = sentence.at(found.pointer) if sentence is not None and found.pointer else None
            if chip is not None and found.broken:
                faults[chip.key] = tr(found.what)
        self.page.show_faults(faults)

    def show_field(self, pointer: str) -> bool:
        chip = self.page.sentence.at(pointer) if self.page.sentence is not None else None
        return chip is not None and self.page.focus_chip(chip.key)

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        return [
            (tr(say("Move from part to part")), ["←", "→", "↑", "↓"]),
            (tr(say("Choose something else")), ["Enter"]),
            (tr(say("Paid with fire, water, air, earth, tori")), ["F", "W", "A", "E", "T"]),
            (tr(say("Type a number, change its sign")), ["1", "…", "9", "−"]),
            (tr(say("Remove a part or a line")), [tr(say("Del"))]),
            (tr(say("Move a line")), ["Alt+↑", "Alt+↓"]),
        ]


class CardWords(InkWidget):
    """The skill as the card will say it: sign, name, words."""

    def __init__(self, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._skill: Skill | None = None
        self._name = self._said = ""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def text(self) -> str:
        return self._said

    def show_skill(self, record: Json) -> None:
        self._skill = read(record)
        names = name_of(record)
        self._name = tr(Name.of(names)) if names else ""
        self._said = tr(say("This is not readable yet."))
        if self._skill is not None:
            sentences = explain(self._skill, lambda id: Name.of(name_of(self._bench.find("character", id)) or id))
            self._said = f"({tr(cost(self._skill))}) " + " ".join(tr(sentence) for sentence in sentences)
        self.setAccessibleName(f"{self._name}: {self._said}")
        self.updateGeometry()
        self.update()

    def _paragraph(self, width: float) -> WrappedText:
        theme = palette.current()
        pair = (fonts.font("strong"), fonts.font("text", 13.5 / 14))
        return WrappedText(self._name, self._said, pair, (theme.color("ink"), theme.color("ink")), width)

    def _sign(self) -> int:
        return fonts.px(22)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._paragraph(width - self._sign() - fonts.px(12)).height) + fonts.px(8)

    def sizeHint(self) -> QSize:
        return QSize(fonts.px(360), self.heightForWidth(max(self.width(), fonts.px(320))))

    def minimumSizeHint(self) -> QSize:
        return QSize(fonts.px(240), self.sizeHint().height())

    def paint(self, pen: QPainter, theme: Theme) -> None:
        side = self._sign()
        element = sign(self._skill) if self._skill is not None else None
        parts.paint_skill_sign(pen, QRectF(2, fonts.px(3), side - 3, side - 3), element, theme)
        self._paragraph(self.width() - side - fonts.px(12)).draw(pen, side + fonts.px(9), fonts.px(3))


class SkillSheet(PaperPanel):
    """A sheet laid beside a card: a skill with its name, undo and redo of its own, what is to be put right.

    `left`: done. Ctrl+Enter and Escape put it away, Ctrl+Z and Ctrl+Y take back and do again.
    """

    left = Signal()

    def __init__(
        self, draft: RecordDraft, bench: PackContext, parent: QWidget | None = None, *, new: bool = False
    ) -> None:
        """Lay down the draft's skill; a `new` one has its name already and begins with what it costs."""
        super().__init__(parent, margin=14, seed=29)
        says(self, name=say("Skill"))
        self.draft, self.bench, self._new = draft, bench, new
        bar = DraftBar(draft, bench, spacing=6)
        self.name = bar.name
        self.done = InkButton(say("Done"), "primary", self, sign="check", key="Esc")
        self.writing = SkillWriting(draft, bench, self, beside=True)
        self.findings = Findings(self)
        self._bearers = Label(self, font="small")
        self.done.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        foot = hbox((self._bearers, 1), self.done)
        vbox(bar, (self.writing, 1), self.findings, foot, on=self, spacing=8)
        self.done.clicked.connect(self.left)
        self.writing.left.connect(self.done.setFocus)
        self.findings.wanted.connect(lambda found: self.writing.show_field(found.pointer))
        self.findings.follow_draft(draft)
        self.retranslate()

    def retranslate(self) -> None:
        self._bearers.setText(self._borne_by())

    def _borne_by(self) -> str:
        """Who else bears it: what is changed here is changed for all of them."""
        found = []
        for kind in ("character", "equipment"):
            for data in self.bench.records(kind).values():
                if self.draft.id in str(data):
                    found.append(tr(Name.of(name_of(data))))
        if len(found) < 2:
            return ""
        return tr(say("Used by {names}", names=", ".join(found)))

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        return [*self.writing.keys(), (tr(say("Done")), ["Ctrl+Enter", "Esc"])]

    def setFocus(self, *args: object) -> None:
        self.writing.page.focus_first()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        key = event.key()
        if key == Qt.Key.Key_Escape or (control and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)):
            self.left.emit()
        elif control and key == Qt.Key.Key_Z and not shift:
            self.draft.undo()
        elif control and (key == Qt.Key.Key_Y or (key == Qt.Key.Key_Z and shift)):
            self.draft.redo()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if control and event.key() in (Qt.Key.Key_Z, Qt.Key.Key_Y):
                event.accept()
                return True
        return super().event(event)


class SkillBody(Body):
    """The desk of a skill by itself: name, undo and findings are the desk's."""

    def __init__(self, draft: RecordDraft, bench: PackContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        says(self, name=say("Skill, part by part"))
        self.writing = SkillWriting(draft, bench, self)
        hbox(self.writing, on=self, margins=(40, 6, 40, 0))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_field(self, pointer: str) -> bool:
        return self.writing.show_field(pointer)

    def keys(self) -> Sequence[tuple[str, Sequence[str]]]:
        return self.writing.keys()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.writing.page.focus_first()


WIDE = 190.0
"""The slip is set at this width, and made smaller."""


def _paint_skill(pen: QPainter, rect: QRectF, record: Json, bench: PackContext) -> None:
    theme = palette.current()
    pen.translate(rect.topLeft())
    pen.scale(rect.width() / WIDE, rect.width() / WIDE)
    sheet = QRectF(0, 0, WIDE, WIDE * rect.height() / rect.width())
    paint_sheet(pen, sheet, theme, "surface", 7, 6)
    skill = read(record)
    inner = sheet.adjusted(16, 13, -14, -16)
    pen.setClipRect(inner)
    if skill is None:
        words = Name.of(name_of(record) or "?")
        pen.setPen(theme.color("faded"))
        pen.setFont(fonts.font("strong"))
        pen.drawText(inner, int(Qt.TextFlag.TextWordWrap), tr(words))
        return
    line = skill_line(skill, tr, bench.content)
    with fonts.unscaled():
        side = fonts.px(18)
        pair = (fonts.font("strong"), fonts.font("small"))
        colours = (theme.color("ink"), theme.color("faded"))
        parts.paint_skill_sign(pen, QRectF(inner.left(), inner.top(), side, side), line.element, theme)
        words_ = WrappedText(line.name, line.words, pair, colours, inner.width() - side - 7)
        words_.draw(pen, inner.left() + side + 7, inner.top())


SKILL = Editor(
    "skill", say("Skill"), say("Skills"), say("New skill"),
    blank=lambda id, name, _: blank_skill(id, name), body=SkillBody, paint=_paint_skill, ratio=0.72,
)  # fmt: skip
