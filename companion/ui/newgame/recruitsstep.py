"""Last step of a game without an adventure: what will be done at the table, one after the other (KAR-6)."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from companion.model.core.words import Message, say
from companion.model.systems.asagiri.drafting import FIRST
from companion.model.systems.asagiri.offers import BUDGET, TURNS
from companion.ui.settings.tongue import Tongue
from companion.ui.settings.whisper import Whisper
from companion.ui.theme import ink, palette, type
from companion.ui.theme.widgets import Heading, Rule, follow

from .draft import Draft
from .path import NUMERALS

WIDE = 720
STAGES: tuple[tuple[Message, Message], ...] = (
    (say("Roll"), FIRST),
    (
        say("Recruit in turns"),
        say("Card by card, up to {zeni} zeni a band; stop when you like. Then each adds one equipment card free."),
    ),
    (say("Lay the floor in turns"), say("Two tiles each: which, where, and which way round.")),
    (say("Draw a scenario card"), say("What it says holds for both bands.")),
    (
        say("Deploy and fight"),
        say("{turns} turns. Whoever is disabled gives its zeni to the enemy; most zeni wins.", turns=TURNS),
    ),
)  # fmt: skip


class _Stages(QWidget):
    """The stages under one another, each with its numeral in a seal."""

    def __init__(self, tongue: Tongue, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tongue = tongue
        self.budget = BUDGET
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        follow(self)

    def refresh(self) -> None:
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def _said(self) -> list[tuple[str, str]]:
        """Title and words of each stage."""
        return [
            (self._tongue(name), self._tongue(Message(words.key, (*words.args, ("zeni", self.budget)))))
            for name, words in STAGES
        ]

    def _rows(self, width: int) -> list[tuple[QRectF, QRectF]]:
        """Where title and words of each stage stand."""
        left, gap = type.px(56), type.px(14)
        title, words = QFontMetrics(type.font("name")), QFontMetrics(type.font("text"))
        y, found = 0.0, []
        for _, said in self._said():
            room = words.boundingRect(0, 0, max(80, width - left), 10_000, int(Qt.TextFlag.TextWordWrap), said).height()
            found.append((QRectF(left, y, width - left, title.height()),
                          QRectF(left, y + title.height(), width - left, room + 2)))  # fmt: skip
            y += title.height() + room + gap
        return found

    def heightForWidth(self, width: int) -> int:
        return round(self._rows(width)[-1][1].bottom()) + type.px(4)

    def sizeHint(self) -> QSize:
        return QSize(type.px(WIDE), self.heightForWidth(type.px(WIDE)))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = palette.current()
        pen = QPainter(self)
        pen.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = type.px(36)
        for n, ((title, words), (name, said)) in enumerate(zip(self._rows(self.width()), self._said(), strict=True)):
            seal = QRectF(0, title.top() + type.px(2), side, side)
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            pen.drawPath(ink.rough_disc(seal.center(), side / 2, f"stage{n}", 0.02))
            pen.setPen(theme.color("on_vermilion"))
            pen.setFont(type.font("name"))
            pen.drawText(seal, Qt.AlignmentFlag.AlignCenter, NUMERALS[n])
            pen.setPen(theme.color("ink"))
            pen.drawText(title, Qt.AlignmentFlag.AlignVCenter, name)
            pen.setFont(type.font("text"))
            pen.setPen(theme.color("faded"))
            pen.drawText(words, int(Qt.TextFlag.TextWordWrap), said)
        pen.end()


class RecruitsStep(QWidget):
    """`changed` carries the new `Draft`."""

    changed = Signal(object)

    def __init__(self, tongue: Tongue, parent: QWidget | None = None) -> None:
        """Shows nothing until `show_draft`."""
        super().__init__(parent)
        self._tongue = tongue
        self.draft = Draft()
        self.title = Heading("", self, level=1)
        self.stages = _Stages(tongue, self)
        self.one_box = QCheckBox(self)
        self.one_box.toggled.connect(self._toggle)
        self._words = Whisper(self, font="small")
        inner = QVBoxLayout()
        inner.setSpacing(type.px(12))
        inner.addStretch(1)
        inner.addWidget(self.title)
        inner.addWidget(Rule(self, weight=2.4, seed=9, role="vermilion"))
        inner.addWidget(self.stages)
        inner.addSpacing(type.px(8))
        inner.addWidget(self.one_box)
        inner.addWidget(self._words)
        inner.addStretch(2)
        holder = QWidget(self)
        holder.setMaximumWidth(type.px(WIDE))
        holder.setLayout(inner)
        page = QHBoxLayout(self)
        page.addStretch(1)
        page.addWidget(holder, 100)
        page.addStretch(1)
        tongue.changed.connect(self.retranslate)
        self.retranslate()

    def _toggle(self, on: bool) -> None:
        if on != self.draft.one_box:
            self.changed.emit(replace(self.draft, one_box=on))

    def show_draft(self, draft: Draft) -> None:
        """Show what has been decided."""
        self.draft = draft
        self.stages.budget = draft.draft_budget
        self.stages.refresh()
        self.one_box.blockSignals(True)
        self.one_box.setChecked(draft.one_box)
        self.one_box.blockSignals(False)

    def retranslate(self) -> None:
        """Say everything in the language of the window."""
        t = self._tongue
        self.title.setText(t(say("Bands recruited in turns")))
        self.one_box.setText(t(say("Each unique character once, as in one box")))
        self._words.setText(t(say("Else both bands may recruit the same unique character.")))
        self.stages.updateGeometry()
        self.stages.update()
