"""The log in words: what happened, as whoever sits at the screen may hear it. A click or Space shows a moment, Enter or
a double click goes back to it; undo and redo by name, and any step can be put right.

Marks beside a line: against a rule, seen at the table, put right afterwards, a bookmark, a note.
And the log as a report in Markdown, which any game has.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import is_
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QCursor, QKeyEvent, QMouseEvent, QPainter, QPolygon, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QStyleOptionViewItem, QWidget

from companion.model.core import atomic
from companion.model.core.contract import SPECTATOR, Event
from companion.model.core.record import Step
from companion.model.core.session import Session
from companion.model.core.timeline import LOG
from companion.model.core.words import Message, say
from companion.ui.kit.buttons import InkButton, fit_words
from companion.ui.kit.explain import MarkedWords, Marks, Places, explainer, places, underline
from companion.ui.kit.file_dialogs import ask_where_to_save
from companion.ui.kit.layouts import hbox, vbox
from companion.ui.kit.list_view import BESIDE, Index, Line, LineDelegate, ListView
from companion.ui.kit.panels import Heading, PaperPanel, Toast
from companion.ui.kit.screen import Screen
from companion.ui.kit.theme import fonts, icons, palette
from companion.ui.kit.theme.palette import Theme
from companion.ui.kit.translator import says, tr
from companion.ui.kit.widget import Label
from companion.ui.play.game_controller import GameController
from companion.ui.play.game_ui import Shell
from companion.ui.play.storage import StorageError

BLOCK = 1_000
MOST = 3 * BLOCK
"""Of a game with more steps than these, some blocks around the cursor are told: more would take the window long."""
_SIGN = 14
MARGIN, CLOSE = 19, 4


@dataclass(frozen=True)
class LogStyle:
    """How a game's log is told; without any: each step by itself, all its events."""

    continues: Callable[[Session[Any], int], bool] = lambda session, n: False
    """Whether a step stands in one line with the one before it."""
    told: Callable[[Sequence[Event]], Sequence[Event]] = lambda events: events
    """Of the events of a line those that it tells."""
    headings: frozenset[str] = frozenset()
    """The kinds of events that stand above the lines that follow."""
    joint: str = " · "
    """Between the sentences of a line; a space where each ends with its own full stop."""
    sentences: Callable[[Iterable[tuple[Any, Event]]], Iterable[Message]] | None = None
    """What is told, in words, given each event with the state after it; None: each event by itself."""


def told_steps(session: Session[Any]) -> range:
    """The steps that the log tells."""
    count = len(session.steps)
    begin = 0 if count <= MOST else max(0, session.cursor // BLOCK - 1) * BLOCK
    return range(begin, min(count, begin + MOST))


def lines(session: Session[Any], style: LogStyle) -> list[range]:
    """The steps of each line. What is to be redone begins a line of its own."""
    shown = told_steps(session)
    found, begin = list[range](), shown.start
    for n in range(shown.start + 1, shown.stop + 1):
        if n == shown.stop or n == session.cursor or not style.continues(session, n):
            found.append(range(begin, n))
            begin = n
    return found


class _Look(LineDelegate):
    """A sentence as long as it is; a vermilion tick against a rule, a thin one for what was seen at the table."""

    view: LogList

    def _room(self, line: Line, width: float) -> QRect:
        """Where the words stand in a row at (0, 0)."""
        signs = line.data[1] if isinstance(line.data, tuple) else ()
        return QRect(10, 3, max(40, round(width) - 16 - len(signs) * (fonts.px(_SIGN) + 2)), 10_000)

    def row_height(self, line: Line, width: int) -> int:
        if line.heading:
            return fonts.height("strong", line.title, width - 6) + 14
        high = fonts.height("small", line.title, self._room(line, width).width()) + 8
        return max(high, fonts.least_target(), fonts.HITTABLE) if line.usable else high

    def paint(self, pen: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: Line = index.data(Qt.ItemDataRole.UserRole)
        if not line.heading:
            super().paint(pen, option, index)
            return
        pen.setFont(fonts.font("strong"))
        pen.setPen(palette.current().color("vermilion"))
        pen.drawText(option.rect.adjusted(2, 6, -4, 0), BESIDE, line.title)

    def paint_ground(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool, held: bool) -> None:
        rect = box.toRect()
        if lit and not held:
            pen.fillRect(rect, theme.color("sunken"))
        mark = line.data[0] if isinstance(line.data, tuple) else ""
        if mark == "overridden":
            pen.fillRect(QRect(rect.left(), rect.top() + 4, 3, rect.height() - 8), theme.color("vermilion"))
        elif mark == "observed":
            pen.fillRect(QRect(rect.left(), rect.top() + 8, 2, rect.height() - 16), theme.color("faded"))
        if int(line.id) == self.view.here and not (isinstance(line.data, tuple) and line.data[2]):
            middle, half, left = rect.center().y(), fonts.px(5), rect.left()
            pen.setPen(Qt.PenStyle.NoPen)
            pen.setBrush(theme.color("vermilion"))
            prow = [QPoint(left, middle - half), QPoint(left + half + 2, middle), QPoint(left, middle + half)]
            pen.drawPolygon(QPolygon(prow))
        if held:
            pen.setBrush(Qt.BrushStyle.NoBrush)
            pen.setPen(theme.color("ink"))
            pen.drawRect(rect.adjusted(0, 0, -1, -1))

    def tip(self, line: Line) -> str:
        return "\n".join(filter(None, (line.tip, explainer.tips(line.title))))

    def paint_line(self, pen: QPainter, box: QRectF, line: Line, theme: Theme, *, lit: bool) -> None:
        ahead, right = int(line.id) > self.view.now, box.right()
        for sign in line.data[1] if isinstance(line.data, tuple) else ():
            right -= fonts.px(_SIGN) + 2
            place = QRectF(right, box.top() + 4, fonts.px(_SIGN), fonts.px(_SIGN))
            icons.paint(pen, sign, theme.color("vermilion" if sign == "flag" else "faded"), place)
        font = fonts.font("small")
        font.setItalic(ahead)  # what can be redone
        pen.setFont(font)
        pen.setPen(theme.color("faded" if ahead else "ink"))
        pen.drawText(self._words(line, box), BESIDE, line.title)
        underline(pen, self.marks(line, box), lit=self.view.marks.lit if lit else None)

    def _words(self, line: Line, box: QRectF) -> QRectF:
        room = QRectF(self._room(line, box.width())).translated(box.topLeft())
        room.setBottom(box.bottom() - 3)
        return room

    def marks(self, line: Line, box: QRectF) -> Places:
        """Where the terms of a line stand."""
        font = fonts.font("small")
        font.setItalic(int(line.id) > self.view.now)
        return places(line.title, font, self._words(line, box), Qt.AlignmentFlag.AlignVCenter)


class LogList(MarkedWords, ListView):
    """The lines; `chosen` shows the moment after a line, `gone` goes there."""

    gone = Signal(str)
    now = here = 0
    """Where the game stands, and the line that tells it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = _Look(self)
        self.marks = Marks(self.viewport(), self._marked)
        self.set_delegate(self.look)

    def _marked(self) -> Places:
        """The terms of the line that is pointed at."""
        index = self.indexAt(self.viewport().mapFromGlobal(QCursor.pos()))
        line = self.rows.lines[index.row()] if index.isValid() else None
        return [] if line is None or line.heading else self.look.marks(line, QRectF(self.visualRect(index)))

    def painted_words(self, at: QPointF | None) -> str:
        index = self.indexAt(at.toPoint()) if at is not None else self.currentIndex()
        return self.rows.lines[index.row()].title if index.isValid() else ""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.line is not None:
            self.gone.emit(self.line.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.line is not None:
            self.gone.emit(self.line.id)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())


class LogPanel(PaperPanel):
    """Shows the steps of the game and takes the reader back to any of them."""

    accessible_role = QAccessible.Role.Dialog

    change_wanted = Signal(int)
    """The step with this index shall be put right."""

    def __init__(self, game: GameController[Any], style: LogStyle, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=MARGIN, seed=7)
        self._game, self._style = game, style
        self.hint = Label(self, font="small")
        self.list = LogList(self)
        self.list.chosen.connect(lambda id: game.look(int(id)))
        self.list.gone.connect(self._go)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._change_at)
        says(self, name=say("Log"))
        says(self.list, name=say("Log"))
        self.undo = InkButton(say("Undo"), "quiet", self, sign="undo")
        self.redo = InkButton(say("Redo"), "quiet", self, sign="redo")
        self.change = InkButton(say("Change this step"), "quiet", self, sign="edit", deed="table.change")
        self.older = InkButton(say("Undo this correction"), "quiet", self, sign="rotate")
        says(self.older, tip=say("Restores the log as it was before."))
        self.undo.clicked.connect(game.undo)
        self.redo.clicked.connect(game.redo)
        self.change.clicked.connect(self._change)
        self.older.clicked.connect(game.restore)
        self._row = hbox(self.undo, self.redo, 1, spacing=4)
        self._compact = False
        self.heading = Heading(say("Log"), self, level=3)
        self._lines = vbox(
            self.heading, self.hint, (self.list, 1), self._row, self.change, self.older,
            on=self, spacing=4, margins=0,
        )  # fmt: skip
        self._told: dict[int, tuple[list[Step], list[Line]]] = {}
        """By its last step, what a line was made of."""
        self._speaks: tuple[object, object] = None, None
        self.hide()
        renew = game.keep_current(self, self.rewrite, LOG)
        game.noted.connect(renew)
        renew()

    def set_compact(self, on: bool) -> None:
        """Without heading and hint, the buttons in one row, where there is little room."""
        if on != self._compact:
            self._compact = on
            old, new = (self._lines, self._row) if on else (self._row, self._lines)
            old.removeWidget(self.change)
            new.insertWidget(new.count() if on else new.count() - 1, self.change)
            self._margin = CLOSE if on else MARGIN
            self.refresh()
            self._fit_buttons()
        self.heading.setHidden(on)
        self.hint.setHidden(on)
        self.list.setToolTip(self.hint.text() if on else "")

    def _fit_buttons(self) -> None:
        room = self.contentsRect().width()
        rows = ((self.undo, self.redo, self.change),) if self._compact else ((self.undo, self.redo), (self.change,))
        for row in (*rows, (self.older,)):
            fit_words(row, room=room, gap=fonts.px(4))

    def retranslate(self) -> None:
        super().retranslate()
        self._fit_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_buttons()

    def rewrite(self, *_: object) -> None:
        """Show the steps as they are now; only lines that changed are told anew."""
        game, session = self._game, self._game.session
        steps, shown, known = session.steps, lines(session, self._style), self._told
        speaks, self._speaks = self._speaks, (game.words, game.viewer)
        self._told = {}
        for line in shown:
            made_of, told = [steps[n] for n in line], known.get(line.stop)
            same = speaks == self._speaks and told is not None and len(told[0]) == len(made_of)
            if told is None or not same or not all(map(is_, told[0], made_of)):
                told = made_of, self._tell(line)
            self._told[line.stop] = told
        here = bisect_left([line.stop for line in shown], session.cursor)
        rows = [line for _, told in self._told.values() for line in told]
        stood = self.list.now, self.list.here
        self.list.now, self.list.here = session.cursor, shown[here].stop if session.cursor else 0
        if rows != self.list.rows.lines or stood != (self.list.now, self.list.here):
            self.list.show_lines(rows)
        self.list.hold(str(self.list.here))
        self.list.scrollTo(self.list.currentIndex())
        self.hint.setText(game.say(self._about()))
        nothing = say("Nothing to do")
        for button, name in ((self.undo, session.undo_name(game.viewer)), (self.redo, session.redo_name(game.viewer))):
            button.setEnabled(name is not None and not session.looking)
            button.setToolTip(game.say(name or nothing))
        self.change.setEnabled(self.step >= 0)
        self.older.setVisible(bool(session.replaced))

    def _about(self) -> Message:
        if len(told_steps(self._game.session)) < len(self._game.session.steps):
            return say("These are the steps around this moment; the timeline has all of them.")
        return say("Click a line to see that moment, double-click it to go back there.")

    def _tell(self, steps: range) -> list[Line]:
        """The line of these steps, and under the headings of what they began what came of it by itself."""
        game, session, index = self._game, self._game.session, steps[-1]
        step, after = session.steps[index], session.state_at(index + 1)
        events = [event for n in steps for event in session.events_of(n, game.viewer)]
        heads, parts = list[Event](), [list[Event]()]
        for event in events:
            if event.kind in self._style.headings:
                heads.append(event)
                parts.append([])
            else:
                parts[-1].append(event)
        first, *rest = (self._style.joint.join(map(game.say, self._sentences(after, part))) for part in parts)
        words = first or game.say(session.describe_step(index, game.heard_by(index)))
        words = f"{words}\n“{step.note}”" if step.note else words
        corrected = step.revised or "corrected" in (step.result.sources or ())
        signs = tuple(sign for sign, on in (("flag", step.bookmark), ("pen-corrected", corrected)) if on)
        tip = " · ".join(map(game.say, _remarks(step, corrected)))
        heard = f"{words} · {tip}" if tip else words
        found = [Line(str(index + 1), words, tip=tip, heard=heard, data=(step.mark, signs, False))]
        for head, then in zip(heads, rest, strict=True):
            found.append(Line("", game.say(session.system.tell(after, head)), heading=True))
            if then:  # what a turn begins with by itself
                found.append(Line(str(index + 1), then, data=(step.mark, (), True)))
        return found

    def _sentences(self, after: Any, events: Sequence[Event]) -> Iterable[Message]:
        told = self._style.told(events)
        if self._style.sentences is not None:
            return self._style.sentences((after, event) for event in told)
        return (self._game.session.system.tell(after, event) for event in told)

    @property
    def step(self) -> int:
        """The index of the step whose line is chosen; -1: none."""
        return int(self.list.line.id or 0) - 1 if self.list.line is not None else -1

    def _change(self) -> None:
        if self.step >= 0:
            self.change_wanted.emit(self.step)

    def _change_at(self, at: QPoint) -> None:
        """A right click puts a line right at once."""
        row = self.list.indexAt(at).row()
        line = self.list.rows.lines[row] if row >= 0 else None
        if line is not None and line.id and not self.change.isHidden():
            self.change_wanted.emit(int(line.id) - 1)

    def _go(self, id: str) -> None:
        self._game.look(None)
        self._game.jump(int(id))


def _remarks(step: Step, corrected: bool) -> list[Message]:
    """What the signs beside a line mean."""
    found = [say("Bookmark")] if step.bookmark else []
    found += [say("corrected later")] if corrected else []
    found += [say("Breaks rule {rule}", rule=step.rule)] if step.rule is not None else []
    return found + ([say("Seen at the table")] if step.mark == "observed" else [])


def log_report(name: str, session: Session[Any]) -> str:
    """The game up to the present."""
    lines = [f"# {name}", ""]
    for n in range(session.present):
        told = session.events_of(n, SPECTATOR)
        words = [tr(session.system.tell(session.state_at(n + 1), event)) for event in told]
        lines.append(f"{n + 1}. {' · '.join(words) or tr(session.describe_step(n, SPECTATOR))}")
    return "\n".join([*lines, ""])


def show_log_report(shell: Shell, id: int) -> None:
    """The report of a stored game, over the screen in front."""
    try:
        name, session = shell.storage.watch(id).entry.name, shell.storage.look(id)
    except StorageError as wrong:
        shell.tell(wrong.why)
        return
    before, screen = shell.front, ReportScreen(name, log_report(name, session))

    def back() -> None:
        shell.return_to(before)
        shell.throw_away(screen)

    screen.left.connect(back)
    shell.show_over(screen)


class ReportScreen(Screen):
    """The report of one game, to be read and kept."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(title=say("Report"))
        self.text = QPlainTextEdit(text, self)
        self.text.setReadOnly(True)
        self.save = InkButton(say("Save as Markdown…"), "secondary", self, sign="save")
        self.save.clicked.connect(lambda: self._save(name))
        back = InkButton(say("Back"), "quiet", self, sign="arrow-left")
        back.clicked.connect(self.leave)
        foot = hbox(back, 1, self.save)
        vbox(Heading(say("Report"), self, level=1), (self.text, 1), foot, on=self, spacing=8, margins=(70, 26, 70, 22))

    def _save(self, name: str) -> None:
        path = ask_where_to_save(self, say("Save as Markdown…"), name, ".md")
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Keep it in a file."""
        try:
            atomic.write(path, self.text.toPlainText().encode())
        except OSError as wrong:
            Toast(self, tr(say("The file cannot be written: {why}", why=wrong.strerror or str(wrong)))).popup()
