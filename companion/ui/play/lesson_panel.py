"""The words of a lesson above its table: what is explained, what to do now, how far one has come."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from companion.model.content.lesson import plain_words
from companion.model.core.words import Message, Name, say
from companion.ui.kit import keys
from companion.ui.kit.accessibility import announce, offer_keys
from companion.ui.kit.buttons import InkButton
from companion.ui.kit.explain import TermLabel
from companion.ui.kit.layouts import TOP, hbox, vbox
from companion.ui.kit.panels import PaperPanel
from companion.ui.kit.theme import fonts, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import tr
from companion.ui.kit.widget import InkWidget, Label

from .lesson_guide import LessonGuide

TIGHT = 1000
"""In a window narrower than this the small buttons show their signs alone; at text scale 1."""
BEADS_MOST = 24
"""With more steps than these, how far one has come is a line."""


class Progress(InkWidget):
    """A bead a step: done, now, to come."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._now, self._of = 0, 1
        self.setFixedHeight(fonts.px(10))

    def tell(self, now: int, of: int) -> None:
        self._now, self._of = now, max(1, of)
        done = min(now + 1, of)
        self.setAccessibleName(tr(say("Step {now} of {of}", now=done, of=of)))
        self.setToolTip(self.accessibleName())
        self.update()

    def refresh(self) -> None:
        self.setFixedHeight(fonts.px(10))
        super().refresh()

    def paint(self, pen: QPainter, theme: Theme) -> None:
        high = self.height()
        pen.setPen(Qt.PenStyle.NoPen)
        if self._of > BEADS_MOST:
            pen.setBrush(theme.color("hairline"))
            pen.drawRect(QRectF(0, high * 0.4, self.width(), high * 0.2))
            pen.setBrush(theme.color("vermilion"))
            pen.drawRect(QRectF(0, high * 0.3, self.width() * self._now / self._of, high * 0.4))
            return
        for n in range(self._of):
            side = high * (0.9 if n == self._now else 0.6)
            bead = QRectF(n * high * 1.45 + (high - side) / 2, (high - side) / 2, side, side)
            pen.setBrush(theme.color("vermilion" if n == self._now else "faded" if n < self._now else "hairline"))
            pen.drawEllipse(bead)


class LessonPanel(PaperPanel):
    """Lies in the margin above a table's screen, which makes room for it. `left`: the person leaves the lesson."""

    left = Signal()
    next_lesson = Signal()

    def __init__(self, guide: LessonGuide, *, another: bool) -> None:
        """`another`: there is a lesson after this one."""
        screen = guide.table.screen
        super().__init__(screen, margin=6, seed=41)
        self.guide, self._another = guide, another
        self._lesson = guide.session.lesson
        self._told: tuple[int, object] = (-1, None)
        self._measured: tuple[object, int] = (None, 0)
        self.title = Label(self, role="vermilion", font="small", wrap=False)
        self.progress = Progress(self)
        self.words = TermLabel(self, role="ink", font="text")
        self.task = TermLabel(self, role="ink", font="strong")
        self.mistake = TermLabel(self, role="vermilion", font="strong")

        def button(words: Message, kind: str, do: Callable[[], object], deed: str = "", sign: str = "") -> InkButton:
            return InkButton(words, kind, self, deed=deed, sign=sign, key_in_tip=kind != "primary",  # type: ignore[arg-type]
                             clicked=lambda: do())  # fmt: skip

        self.go_on = button(say("Continue"), "primary", self._go_on, "lesson.next")
        self.show_me = button(say("Show me"), "secondary", guide.show, "lesson.show", "eye")
        self.back = button(say("Step back"), "quiet", guide.back, "lesson.back", "step-back")
        self.skip = button(say("Skip step"), "quiet", guide.skip, "lesson.skip", "step-forward")
        self.again = button(say("Start again"), "quiet", guide.restart, "", "rotate")
        self.leave = button(say("Leave"), "quiet", self.left.emit, "", "close")
        head = hbox(self.title, (self.progress, 1), spacing=12)
        told = vbox(head, self.words, self.task, self.mistake, 1, spacing=4)
        first = hbox(1, self.show_me, self.go_on, spacing=4)
        small = hbox(1, self.back, self.skip, spacing=0)
        last = hbox(1, self.again, self.leave, spacing=0)
        hbox((told, 1), (vbox(first, small, last, 1, spacing=0), TOP), on=self, spacing=14)
        for id, do in {
            "lesson.next": self._go_on, "lesson.show": guide.show, "lesson.back": guide.back, "lesson.skip": guide.skip,
            "lesson.words": self.read_out,
        }.items():  # fmt: skip
            keys.action(id, screen, do)
        guide.changed.connect(self.rewrite)
        screen.installEventFilter(self)
        palette.theme_changed.connect(self.rewrite)
        self.rewrite()
        self.show()

    # room ---------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self.place()
        return super().eventFilter(watched, event)

    def place(self) -> None:
        """Take the room above the table that the words need."""
        screen = self.guide.table.screen
        wide, layout = screen.width(), self.layout()
        if layout is None or wide <= 0:
            return
        for small in (self.back, self.skip, self.again, self.leave):
            small.shorten(wide < fonts.px(TIGHT))
        key = (wide, tr.language, fonts.text_scale())
        if key != self._measured[0]:
            self._measured = key, 0
            layout.activate()
        needed = max(self.minimumSizeHint().height(), layout.totalHeightForWidth(wide), self._longest(wide))
        high = max(self._measured[1], needed)  # the table does not move from step to step
        self._measured = key, high
        self.setGeometry(0, 0, wide, high)
        if screen.contentsMargins().top() != high:
            screen.setContentsMargins(0, high, 0, 0)
        self.raise_()

    def _longest(self, wide: int) -> int:
        """How high the panel is with the longest words of the lesson."""
        if self._measured[1]:
            return 0
        beside = max(self.show_me.sizeHint().width(), self.back.sizeHint().width() + self.skip.sizeHint().width(),
                     self.again.sizeHint().width() + self.leave.sizeHint().width())  # fmt: skip
        edges = self.contentsMargins()
        room = QRect(0, 0, max(120, wide - beside - fonts.px(18) - edges.left() - edges.right()), 10_000)
        metrics, wrap = QFontMetrics(fonts.font("text")), int(Qt.TextFlag.TextWordWrap)
        said = (tr(plain_words(step.words)) for step in self._lesson.steps)
        words = max(metrics.boundingRect(room, wrap, one).height() for one in said)
        line = QFontMetrics(fonts.font("strong")).height()
        return words + 2 * line + self.title.sizeHint().height() + fonts.px(14) + edges.top() + edges.bottom()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def refresh(self) -> None:
        super().refresh()
        if hasattr(self, "leave"):
            self.place()

    # words --------------------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        if not self.guide.over:
            self.guide.read_on()
        elif self._another:
            self.next_lesson.emit()
        else:
            self.left.emit()

    def rewrite(self, *_: object) -> None:
        guide, session = self.guide, self.guide.session
        step, steps = session.now, len(self._lesson.steps)
        self.title.setText(tr(say("Lesson: {name}", name=Name.of(self._lesson.name))))
        self.progress.tell(session.step, steps)
        self.words.show_linked(tr(say("You have finished this lesson.") if step is None else Name.of(step.words)))
        self.words.setAccessibleName(self._plain())
        task = None if step is None else step.task
        self.task.setText("" if task is None else "→ " + tr(Name.of(task)))
        self.task.setVisible(task is not None)
        self.mistake.setText("" if session.mistake is None else tr(session.mistake))
        self.mistake.setVisible(session.mistake is not None)
        reads = step is None or step.read_only
        self.go_on.setVisible(reads)
        self.go_on.setText(tr(self._onward()))
        self.show_me.setVisible(not reads and guide.may_show)
        self.show_me.setEnabled(not guide.showing)
        self.back.setEnabled(session.step > 0)
        self.skip.setEnabled(step is not None)
        self.place()
        self._tell()

    def _onward(self) -> Message:
        if not self.guide.over:
            return say("Continue")
        return say("Next lesson") if self._another else say("Back to the lessons")

    def _plain(self) -> str:
        step = self.guide.session.now
        if step is None:
            return tr(say("You have finished this lesson."))
        task = f" {tr(Name.of(step.task)).rstrip('.')}." if step.task else ""
        return tr(plain_words(step.words)) + task

    def _spoken(self) -> str:
        """The words, and by name what is marked on the table."""
        step = self.guide.session.now
        marked = [] if step is None else list(filter(None, map(self.guide.table.spot_name, step.point)))
        return f"{self._plain()} {tr(say('Marked: {what}.', what=', '.join(marked)))}" if marked else self._plain()

    def _tell(self) -> None:
        """Say what is new, and bring the keys to where they are needed."""
        session = self.guide.session
        told = (session.step, session.mistake)
        if told == self._told:
            return
        fresh, self._told = told[0] != self._told[0], told
        if session.mistake is not None:
            announce(self, tr(session.mistake))
        elif fresh:
            announce(self, self._spoken())
            if self.go_on.isVisibleTo(self):
                offer_keys(self.go_on)
            elif self.isVisible():
                offer_keys(self.guide.table.screen)  # wherever the step before has led them

    def take_keys(self) -> None:
        """The lesson is shown now: where there is something to read, Enter goes on."""
        if self.go_on.isVisible():
            offer_keys(self.go_on)

    def read_out(self) -> None:
        """Say the words once more."""
        announce(self, self._spoken())

    def retranslate(self) -> None:
        self.rewrite()
